// Exports what a panel shows as Markdown, CSV, JSON or SARIF, to a document or a file.
import { l10n } from "../text/l10n.ts";
import { stringifyJson } from "../../base/json.ts";
import type { Redactor } from "../../base/redact.ts";
import type { Choice, Dialogs } from "../dialogs.ts";
import { csv, type Table } from "./csv.ts";
import { toFileName } from "./file-name.ts";

/** Content to export. Each form is made only if it was chosen. */
export interface Exportable {
  /** One line that says what it is. */
  readonly title: string;
  /** Without an extension. Invalid characters are replaced. */
  readonly fileName: string;
  markdown(): string | Promise<string>;
  table(): Table | Promise<Table>;
  /** A value for JSON, which may include bigints. */
  json(): unknown;
  /** Findings for code scanning, if there are any to export. */
  readonly sarif?: () => unknown;
}

/** The destinations of exports. */
export interface Places {
  /** Opens it as an unsaved document. */
  open(content: string, language: string): Promise<void>;
  /** Writes it to the URI that the user chose, and reports that. */
  write(address: string, content: string): Promise<void>;
}

interface Form {
  readonly name: string;
  readonly ending: string;
  /** VS Code's language id. There is none for CSV. */
  readonly language: string;
  write(thing: Exportable): Promise<string>;
}

/** The user picks the form and the place. Tokens are redacted. */
export class Exports {
  readonly #dialogs: Pick<Dialogs, "pick" | "saveAs">;
  readonly #redactor: Pick<Redactor, "redactRegistered">;
  readonly #places: Places;

  constructor(dialogs: Pick<Dialogs, "pick" | "saveAs">, redactor: Pick<Redactor, "redactRegistered">, places: Places) {
    this.#dialogs = dialogs;
    this.#redactor = redactor;
    this.#places = places;
  }

  /** Asks for a form and a place, and exports to it. If the user cancels, no form is made. */
  async export(thing: Exportable): Promise<void> {
    const picked = await this.#dialogs.pick(l10n.t("Export {0} As…", thing.title), choices(thing));
    if (picked === undefined) return;
    const { form, to } = picked;
    if (to === "document") {
      await this.#places.open(await this.#render(form, thing), form.language);
      return;
    }
    const address = await this.#dialogs.saveAs({
      title: l10n.t("Export {0}", thing.title),
      name: `${toFileName(thing.fileName)}.${form.ending}`,
      kind: form.name,
      ending: form.ending,
    });
    if (address !== undefined) await this.#places.write(address, await this.#render(form, thing));
  }

  async #render(form: Form, thing: Exportable): Promise<string> {
    return this.#redactor.redactRegistered(await form.write(thing));
  }
}

function choices(thing: Exportable): readonly Choice<{ readonly form: Form; readonly to: "document" | "file" }>[] {
  const forms: readonly Form[] = [
    { name: "Markdown", ending: "md", language: "markdown", write: async (thing) => await thing.markdown() },
    { name: "CSV", ending: "csv", language: "plaintext", write: async (thing) => csv(await thing.table()) },
    {
      name: "JSON",
      ending: "json",
      language: "json",
      write: async (thing) => `${stringifyJson(await thing.json(), "  ")}\n`,
    },
    ...(thing.sarif === undefined
      ? []
      : [
          {
            name: "SARIF",
            ending: "sarif",
            language: "json",
            write: async ({ sarif }: Exportable) => `${stringifyJson(await sarif?.(), "  ")}\n`,
          },
        ]),
  ];
  return [
    ...forms.map((form) => ({
      label: form.name,
      description: l10n.t("in a new document"),
      value: { form, to: "document" as const },
    })),
    ...forms.map((form) => ({
      label: l10n.t("{0} File…", form.name),
      description: `.${form.ending}`,
      value: { form, to: "file" as const },
    })),
  ];
}

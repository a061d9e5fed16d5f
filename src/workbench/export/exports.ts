// Exports the content of panels as Markdown, CSV, JSON or SARIF, to a new document or a file.
import { l10n } from "../text/l10n.ts";
import { stringifyJson } from "../../base/json/json.ts";
import type { Redactor } from "../../base/redact.ts";
import type { Choice, Dialogs } from "../dialogs/dialogs.ts";
import { csv, type Table } from "./csv.ts";
import { toFileName } from "./file-name.ts";

/** Content to export. It is computed only in the chosen format. */
export interface Exportable {
  /** Describes the content in one line. */
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
  /** Opens the content as an unsaved document. */
  open(content: string, language: string): Promise<void>;
  /** Writes the content to the chosen URI, and reports success. */
  write(address: string, content: string): Promise<void>;
}

interface Format {
  readonly name: string;
  readonly ending: string;
  /** VS Code's language ID. None exists for CSV. */
  readonly language: string;
  write(thing: Exportable): Promise<string>;
}

/** Exports in the format and to the destination that the user picks. Redacts tokens. */
export class Exports {
  readonly #dialogs: Pick<Dialogs, "pick" | "saveAs">;
  readonly #redactor: Pick<Redactor, "redactRegistered">;
  readonly #places: Places;

  constructor(dialogs: Pick<Dialogs, "pick" | "saveAs">, redactor: Pick<Redactor, "redactRegistered">, places: Places) {
    this.#dialogs = dialogs;
    this.#redactor = redactor;
    this.#places = places;
  }

  /** Asks for a format and a destination, and exports the content. If the user cancels, nothing is computed. */
  async export(thing: Exportable): Promise<void> {
    const picked = await this.#dialogs.pick(l10n.t("Export {0} As…", thing.title), choices(thing));
    if (picked === undefined) return;
    const { format, to } = picked;
    if (to === "document") {
      await this.#places.open(await this.#render(format, thing), format.language);
      return;
    }
    const address = await this.#dialogs.saveAs({
      title: l10n.t("Export {0}", thing.title),
      name: `${toFileName(thing.fileName)}.${format.ending}`,
      kind: format.name,
      ending: format.ending,
    });
    if (address !== undefined) await this.#places.write(address, await this.#render(format, thing));
  }

  async #render(format: Format, thing: Exportable): Promise<string> {
    return this.#redactor.redactRegistered(await format.write(thing));
  }
}

const FORMATS: readonly Format[] = [
  { name: "Markdown", ending: "md", language: "markdown", write: async (thing) => await thing.markdown() },
  { name: "CSV", ending: "csv", language: "plaintext", write: async (thing) => csv(await thing.table()) },
  { name: "JSON", ending: "json", language: "json", write: async (thing) => writeJson(await thing.json()) },
  { name: "SARIF", ending: "sarif", language: "json", write: async ({ sarif }) => writeJson(await sarif?.()) },
];

function writeJson(value: unknown): string {
  return `${stringifyJson(value, "  ")}\n`;
}

function choices(thing: Exportable): readonly Choice<{ readonly format: Format; readonly to: "document" | "file" }>[] {
  const formats = FORMATS.filter(({ name }) => name !== "SARIF" || thing.sarif !== undefined);
  return [
    ...formats.map((format) => ({
      label: format.name,
      description: l10n.t("in a new document"),
      value: { format, to: "document" as const },
    })),
    ...formats.map((format) => ({
      label: l10n.t("{0} File…", format.name),
      description: `.${format.ending}`,
      value: { format, to: "file" as const },
    })),
  ];
}

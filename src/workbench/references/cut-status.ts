// Shows in the language status of a document that only its first references are links.
import {
  languages,
  LanguageStatusSeverity,
  workspace,
  type Disposable,
  type LanguageStatusItem,
  type TextDocument,
} from "vscode";
import { l10n } from "../text/l10n.ts";
import { format } from "../text/format.ts";
import { MAX_LINKS_PER_DOCUMENT } from "./collect-references.ts";

export class CutStatus implements Disposable {
  readonly #items = new Map<string, LanguageStatusItem>();
  readonly #listening = workspace.onDidCloseTextDocument((document) => this.#remove(document));

  /** `line` is the first one with references that aren't links, counted from 0; undefined if all are links. */
  show(document: TextDocument, line: number | undefined): void {
    this.#remove(document);
    if (line === undefined) return;
    const { scheme, path } = document.uri;
    const item = languages.createLanguageStatusItem(`triptych.links ${document.uri.toString()}`, {
      scheme,
      pattern: path.replaceAll(/[[\]{}*?]/g, "?"),
    });
    item.name = l10n.t("Triptych Links");
    item.severity = LanguageStatusSeverity.Information;
    item.text = l10n.t("Links: first {0} references", format.count(MAX_LINKS_PER_DOCUMENT));
    item.detail = l10n.t("From line {0} on, hover over a reference to open it.", format.count(line + 1));
    this.#items.set(document.uri.toString(), item);
  }

  /** The shown details, by document URI. */
  get shown(): ReadonlyMap<string, string | undefined> {
    return new Map([...this.#items].map(([uri, { detail }]) => [uri, detail]));
  }

  dispose(): void {
    this.#listening.dispose();
    for (const item of this.#items.values()) item.dispose();
    this.#items.clear();
  }

  #remove(document: TextDocument): void {
    const key = document.uri.toString();
    this.#items.get(key)?.dispose();
    this.#items.delete(key);
  }
}

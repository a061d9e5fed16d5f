// Suggests the fields of an issue's head, and what the repository has for each.
import {
  CompletionItemKind,
  languages,
  Range,
  type CompletionItem,
  type CompletionItemProvider,
  type Disposable,
  type Position,
  type TextDocument,
  type Uri,
} from "vscode";
import { l10n } from "../../../workbench/text/l10n.ts";
import { completionItem } from "../../../workbench/text/sinks.ts";
import type { RepositoryAddress } from "../../model/address.ts";
import { FIELDS, headPlace, quote, sameName, type Field } from "../../model/issue-text.ts";
import type { IssueChoices } from "../../triage/choices.ts";
import { ISSUE_SCHEME, type Place } from "../../writing/place.ts";
import { HEAD_TRIGGERS } from "./head-triggers.ts";

export interface HeadCompletionParts {
  readonly getPlace: (uri: Uri) => Place | undefined;
  readonly choices: (repository: RepositoryAddress) => Promise<IssueChoices>;
}

interface Suggested {
  readonly name: string;
  readonly detail: string;
  readonly kind: CompletionItemKind;
}

export class HeadCompletion implements CompletionItemProvider, Disposable {
  readonly #parts: HeadCompletionParts;
  readonly #disposables: Disposable;

  constructor(parts: HeadCompletionParts) {
    this.#parts = parts;
    this.#disposables = languages.registerCompletionItemProvider({ scheme: ISSUE_SCHEME }, this, ...HEAD_TRIGGERS);
  }

  async provideCompletionItems(document: TextDocument, position: Position): Promise<CompletionItem[]> {
    const place = this.#parts.getPlace(document.uri);
    const here = headPlace(document.getText(), position.line, position.character);
    if (place === undefined || here === undefined) return [];
    const range = new Range(position.line, here.start, position.line, here.end);
    // The head of an issue that is there has nothing but its title.
    if (here.field === undefined) return place.number === undefined ? fieldItems(document, range) : [];
    const suggested = await this.#suggest(place, here.field);
    return suggested
      .filter(({ name }) => !here.others.some((other) => sameName(other, name)))
      .map(({ name, detail, kind }, order) => {
        const item = completionItem(name, kind, detail === "" ? undefined : detail);
        item.range = range;
        item.insertText = quote(name);
        item.filterText = quote(name);
        item.sortText = String(order).padStart(5, "0");
        return item;
      });
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #suggest({ repository }: Place, field: Field): Promise<readonly Suggested[]> {
    if (field === "title") return [];
    const { labels, milestones, people } = await this.#parts.choices(repository);
    switch (field) {
      case "labels":
        return labels.map(({ name, description = "" }) => ({
          name,
          detail: description,
          kind: CompletionItemKind.EnumMember,
        }));
      case "milestone":
        return milestones.map(({ title, closed }) => ({
          name: title,
          detail: closed ? l10n.t("Closed") : "",
          kind: CompletionItemKind.Event,
        }));
      case "assignees":
        return people.map(({ login }) => ({ name: login, detail: "", kind: CompletionItemKind.User }));
    }
  }
}

function fieldItems(document: TextDocument, range: Range): CompletionItem[] {
  const text = document.getText();
  return FIELDS.filter((field) => !new RegExp(`^${field}\\s*:`, "m").test(text)).map((field) => {
    const item = completionItem(field, CompletionItemKind.Property);
    item.range = range;
    item.insertText = `${field}: `;
    return item;
  });
}

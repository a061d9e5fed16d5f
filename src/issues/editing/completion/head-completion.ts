// Completes the head of an issue: its fields, and the repository's labels, milestones and people.
import {
  CompletionItemKind,
  languages,
  Range,
  type CompletionItem,
  type Disposable,
  type Position,
  type TextDocument,
  type Uri,
} from "vscode";
import { l10n } from "../../../workbench/text/l10n.ts";
import { completionItem } from "../../../workbench/vscode-objects.ts";
import type { RepositoryAddress } from "../../model/address.ts";
import { headFieldAt, quote, sameName, type Field } from "../../model/issue-text.ts";
import type { IssueChoices } from "../../repositories/issue-choices.ts";
import { ISSUE_SCHEME } from "../../model/file-schemes.ts";
import type { Place } from "../../writing/drafts/place.ts";
import { listFields } from "../../writing/drafts/draft-document.ts";
import { HEAD_TRIGGERS, offerFields } from "./head-triggers.ts";

export interface HeadCompletionDependencies {
  readonly getPlace: (uri: Uri) => Place | undefined;
  readonly choices: (repository: RepositoryAddress) => Promise<IssueChoices>;
  readonly branches: (repository: RepositoryAddress) => Promise<readonly string[]>;
}

interface Suggested {
  readonly name: string;
  readonly detail?: string | undefined;
  readonly kind: CompletionItemKind;
}

export function offerHeadCompletion({ branches, choices, getPlace }: HeadCompletionDependencies): Disposable {
  const provideCompletionItems = async (document: TextDocument, { line, character }: Position) => {
    const place = getPlace(document.uri);
    const here = headFieldAt(document.getText(), line, character);
    if (place === undefined || here === undefined) return [];
    const range = new Range(line, here.start, line, here.end);
    if (here.field === undefined) return fieldItems(document, range, place);
    const suggested = await suggest(place, here.field);
    return suggested
      .filter(({ name }) => !here.others.some((other) => sameName(other, name)))
      .map(({ name, detail, kind }, order) => {
        const sortText = String(order).padStart(5, "0");
        const text = quote(name);
        return Object.assign(completionItem(name, kind, detail), {
          range,
          insertText: text,
          filterText: text,
          sortText,
        });
      });
  };
  const suggest = async ({ kind, repository }: Place, field: Field): Promise<readonly Suggested[]> => {
    if (field === "title" || !listFields(kind).includes(field)) return [];
    if (field !== "from" && field !== "into") return suggestChoices(await choices(repository), field);
    return (await branches(repository)).map((name) => ({ name, kind: CompletionItemKind.Reference }));
  };
  const documents = { scheme: ISSUE_SCHEME };
  return languages.registerCompletionItemProvider(documents, { provideCompletionItems }, ...HEAD_TRIGGERS);
}

function suggestChoices(
  { labels, milestones, people }: IssueChoices,
  field: Exclude<Field, "title" | "from" | "into">,
): readonly Suggested[] {
  switch (field) {
    case "labels":
      return labels.map(({ name, description }) => ({
        name,
        detail: description,
        kind: CompletionItemKind.EnumMember,
      }));
    case "milestone":
      return milestones.map(({ title, closed }) => ({
        name: title,
        detail: closed ? l10n.t("Closed") : undefined,
        kind: CompletionItemKind.Event,
      }));
    case "assignees":
      return people.map(({ login }) => ({ name: login, kind: CompletionItemKind.User }));
  }
}

/** The head of an existing issue has only a title. */
function fieldItems(document: TextDocument, range: Range, { kind }: Place): CompletionItem[] {
  return offerFields(document.getText(), range.start.line, listFields(kind)).map(({ field, insertText }) =>
    Object.assign(completionItem(field, CompletionItemKind.Property), { range, insertText }),
  );
}

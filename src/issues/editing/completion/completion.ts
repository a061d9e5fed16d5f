// Completes issues, people and emoji in comments and descriptions, and explains them in hovers.
import {
  CompletionItemKind,
  CompletionList,
  Disposable,
  languages,
  Range,
  type Hover,
  type Position,
  type TextDocument,
  type Uri,
} from "vscode";
import { l10n } from "../../../workbench/text/l10n.ts";
import { code, md, paragraphs, facts, fill } from "../../../workbench/text/markdown.ts";
import { completionItem, hover, tooltip } from "../../../workbench/vscode-objects.ts";
import { formatNumber, type Comment, type Issue, type ServerEmoji } from "../../model/entities.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { headFieldAt } from "../../model/issue-text.ts";
import { COMMENT_SCHEME, ISSUE_SCHEME } from "../../model/file-schemes.ts";
import { getThread, isIssue, type Place } from "../../writing/drafts/place.ts";
import type { Suggestions } from "./suggestions.ts";
import { drawEmoji, loadEmoji } from "../../wording/emoji-names.ts";
import { stateLabel } from "../../wording/issue-state.ts";

const TRIGGER_CHARACTERS = ["#", "!", "@", ":"] as const;

/** A trigger character where a word can start, and the part of a name after it. */
const TRIGGER = /(?:^|[\s([{<>"'*_~,;])([#!@:])([\w+.-]*)$/;

/** A mention of a person, which a sentence may end after, and the name of an emoji. */
const PERSON = /(?<![\w`/@])@(\w+(?:[.-]+\w+)*)/g;
const EMOJI = /(?<!\w):([\w+-]+):/g;

export interface CompletionDependencies {
  readonly suggestions: Suggestions;
  readonly getPlace: (uri: Uri) => Place | undefined;
  /** The comments of a thread as last loaded. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
  readonly emojiAt: (base: string) => Pick<ServerEmoji, "custom">;
}

export function offerCompletion(dependencies: CompletionDependencies): Disposable {
  const { emojiAt, getPlace, suggestions } = dependencies;
  const provideCompletionItems = async (document: TextDocument, position: Position): Promise<CompletionList> => {
    const place = getPlace(document.uri);
    const match = TRIGGER.exec(document.lineAt(position).text.slice(0, position.character));
    const isInHead = (shown: Place): boolean =>
      isIssue(shown) && headFieldAt(document.getText(), position.line, position.character) !== undefined;
    if (place === undefined || match === null || isInHead(place)) return new CompletionList([]);
    const [, trigger = "", prefix = ""] = match;
    const range = new Range(position.translate(0, -(trigger.length + prefix.length)), position);
    if (trigger === "@") {
      const { isWhole, logins } = await suggestions.people(place.repository, getThread(place));
      // While the list is incomplete, VS Code requests it again on the next keystroke.
      return listItems(range, logins.map(personItem), !isWhole);
    }
    if (trigger === ":") return listItems(range, await emojiItems(emojiAt(place.repository.base)));
    const issues = await suggestions.issues(place.repository, prefix);
    const matching = issues.filter(({ pull }) => trigger === "#" || pull !== undefined);
    // Incomplete, because the number being typed may belong to an older issue.
    return listItems(range, await Promise.all(matching.map((issue) => issueItem(issue, trigger))), true);
  };
  const provideHover = async (document: TextDocument, position: Position): Promise<Hover | undefined> => {
    const place = getPlace(document.uri);
    if (place === undefined) return undefined;
    const { text } = document.lineAt(position);
    const findMatch = (pattern: RegExp): RegExpExecArray | undefined =>
      [...text.matchAll(pattern)].find(
        ({ 0: whole, index }) => index <= position.character && position.character <= index + whole.length,
      );
    const found = findMatch(EMOJI) ?? findMatch(PERSON);
    if (found === undefined) return undefined;
    const [whole, name = ""] = found;
    const range = new Range(position.line, found.index, position.line, found.index + whole.length);
    const content = await (whole.startsWith("@") ? describePerson : describeEmoji)(place, name, dependencies);
    return content === undefined ? undefined : hover(range, tooltip(content));
  };
  const documents = [{ scheme: COMMENT_SCHEME }, { scheme: ISSUE_SCHEME }];
  return Disposable.from(
    languages.registerCompletionItemProvider(documents, { provideCompletionItems }, ...TRIGGER_CHARACTERS),
    languages.registerHoverProvider(documents, { provideHover }),
  );
}

async function describePerson(place: Place, name: string, { known, suggestions }: CompletionDependencies) {
  const thread = getThread(place);
  const { logins } = await suggestions.people(place.repository, thread, { all: true });
  const login = logins.find((each) => each.toLowerCase() === name.toLowerCase());
  if (login === undefined) return undefined;
  const times = (thread === undefined ? [] : known(thread)).filter(({ author }) => author?.login === login).length;
  const wrote =
    times === 0 ? undefined : l10n.plural(times, "{0} comment in this thread", "{0} comments in this thread");
  return paragraphs(md`**${login}**`, facts(wrote, l10n.t("Will be notified")));
}

async function describeEmoji({ repository }: Place, name: string, { emojiAt }: CompletionDependencies) {
  const emoji = (await loadEmoji())[name];
  if (emoji !== undefined) return md`${emoji} ${code(`:${name}:`)}`;
  const { custom } = emojiAt(repository.base);
  return custom.includes(name) ? fill(l10n.t("Custom emoji {0}"), code(`:${name}:`)) : undefined;
}

interface Suggested {
  readonly label: string;
  readonly text: string;
  readonly filter?: string;
  readonly detail?: string | undefined;
  readonly kind: CompletionItemKind;
}

async function issueItem(issue: Issue, trigger: string): Promise<Suggested> {
  const text = `${trigger}${issue.number}`;
  return {
    label: `${formatNumber(issue)} ${await drawEmoji(issue.title)}`,
    text,
    filter: `${text} ${trigger}${issue.title}`,
    detail: stateLabel(issue),
    kind: CompletionItemKind.Reference,
  };
}

function personItem(login: string): Suggested {
  return { label: login, text: `@${login}`, kind: CompletionItemKind.User };
}

async function emojiItems({ custom }: Pick<ServerEmoji, "custom">): Promise<readonly Suggested[]> {
  const all = [...Object.entries(await loadEmoji()), ...custom.map((name) => [name, ""] as const)];
  return all.map(([name, emoji]) => ({
    label: emoji === "" ? `:${name}:` : `${emoji} :${name}:`,
    text: `:${name}:`,
    filter: `:${name}`,
    detail: emoji === "" ? l10n.t("Custom emoji") : undefined,
    kind: CompletionItemKind.Text,
  }));
}

function listItems(range: Range, suggested: readonly Suggested[], isIncomplete = false): CompletionList {
  const items = suggested.map(({ label, text, filter = text, detail, kind }, order) => {
    const sortText = String(order).padStart(6, "0");
    return Object.assign(completionItem(label, kind, detail), {
      insertText: text,
      filterText: filter,
      range,
      sortText,
    });
  });
  return new CompletionList(items, isIncomplete);
}

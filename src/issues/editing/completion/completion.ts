// Completes issues, people and emoji in comments, and explains them in hovers.
import {
  CompletionItemKind,
  CompletionList,
  Disposable,
  languages,
  Range,
  type CompletionItem,
  type CompletionItemProvider,
  type Hover,
  type HoverProvider,
  type Position,
  type TextDocument,
  type Uri,
} from "vscode";
import { l10n } from "../../../workbench/text/l10n.ts";
import { code, md, paragraphs, fill, type Text } from "../../../workbench/text/markdown.ts";
import { completionItem, hover, tooltip } from "../../../workbench/text/sinks.ts";
import { formatNumber, type Comment, type ServerEmoji } from "../../model/entities.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { COMMENT_SCHEME, getThread, type Place } from "../../writing/place.ts";
import type { Suggestions } from "./suggestions.ts";
import { drawEmoji, loadEmoji } from "../../emoji-names.ts";
import { stateLabel } from "../../names.ts";

const TRIGGER_CHARACTERS = ["#", "!", "@", ":"] as const;

/** A trigger character and the part of a name after it, at a position where a word can start. */
const TRIGGER = /(?:^|[\s([{<>"'*_~,;])([#!@:])([\w+.-]*)$/;

/** A whole name in a line: a person, or the name of an emoji. */
const PERSON = /(?<![\w`/@])@([\w][\w.-]*)/g;
const EMOJI = /(?<!\w):([\w+-]+):/g;

export interface CompletionParts {
  readonly suggestions: Suggestions;
  readonly getPlace: (uri: Uri) => Place | undefined;
  /** The comments of the thread as they were last read. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
  readonly emojiAt: (base: string) => Pick<ServerEmoji, "custom">;
}

export class Completion implements CompletionItemProvider, HoverProvider, Disposable {
  readonly #parts: CompletionParts;
  readonly #disposables: Disposable;

  constructor(parts: CompletionParts) {
    this.#parts = parts;
    this.#disposables = Disposable.from(
      languages.registerCompletionItemProvider({ scheme: COMMENT_SCHEME }, this, ...TRIGGER_CHARACTERS),
      languages.registerHoverProvider({ scheme: COMMENT_SCHEME }, this),
    );
  }

  async provideCompletionItems(document: TextDocument, position: Position): Promise<CompletionList> {
    const place = this.#parts.getPlace(document.uri);
    const match = TRIGGER.exec(document.lineAt(position).text.slice(0, position.character));
    if (place === undefined || match === null) return new CompletionList([]);
    const [, sign = "", words = ""] = match;
    const range = new Range(position.translate(0, -(sign.length + words.length)), position);
    switch (sign) {
      case "@":
        return new CompletionList(await this.#people(place, range));
      case ":":
        return new CompletionList(await this.#emoji(place, range));
      default:
        // A number that is typed may be that of an issue which is not among the newest.
        return new CompletionList(await this.#issues(place, sign, words, range), true);
    }
  }

  async provideHover(document: TextDocument, position: Position): Promise<Hover | undefined> {
    const place = this.#parts.getPlace(document.uri);
    if (place === undefined) return undefined;
    const { text } = document.lineAt(position);
    const at = (pattern: RegExp): RegExpExecArray | undefined =>
      [...text.matchAll(pattern)].find(
        ({ 0: whole, index }) => index <= position.character && position.character <= index + whole.length,
      );
    const found = at(EMOJI) ?? at(PERSON);
    if (found === undefined) return undefined;
    const [whole, name = ""] = found;
    const range = new Range(position.line, found.index, position.line, found.index + whole.length);
    const content = whole.startsWith("@") ? await this.#aboutPerson(place, name) : await this.#aboutEmoji(place, name);
    return content === undefined ? undefined : hover(range, tooltip(content));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #issues({ repository }: Place, sign: string, words: string, range: Range): Promise<CompletionItem[]> {
    const issues = await this.#parts.suggestions.issues(repository, words);
    const matching = issues.filter(({ pull }) => sign === "#" || pull !== undefined);
    return await Promise.all(
      matching.map(async (issue, order) => {
        const text = `${sign}${issue.number}`;
        return toItem(range, {
          label: `${formatNumber(issue)} ${await drawEmoji(issue.title)}`,
          text,
          filter: `${text} ${sign}${issue.title}`,
          detail: stateLabel(issue),
          kind: CompletionItemKind.Reference,
          order,
        });
      }),
    );
  }

  async #people(place: Place, range: Range): Promise<CompletionItem[]> {
    const people = await this.#parts.suggestions.people(place.repository, getThread(place));
    return people.map((login, order) =>
      toItem(range, {
        label: login,
        text: `@${login}`,
        filter: `@${login}`,
        detail: undefined,
        kind: CompletionItemKind.User,
        order,
      }),
    );
  }

  async #emoji({ repository }: Place, range: Range): Promise<CompletionItem[]> {
    const { custom } = this.#parts.emojiAt(repository.base);
    const all = [...Object.entries(await loadEmoji()), ...custom.map((name) => [name, ""] as const)];
    return all.map(([name, sign], order) =>
      toItem(range, {
        label: sign === "" ? `:${name}:` : `${sign} :${name}:`,
        text: `:${name}:`,
        filter: `:${name}`,
        detail: sign === "" ? l10n.t("Custom emoji") : undefined,
        kind: CompletionItemKind.Text,
        order,
      }),
    );
  }

  async #aboutPerson(place: Place, name: string): Promise<Text | undefined> {
    const thread = getThread(place);
    const people = await this.#parts.suggestions.people(place.repository, thread);
    const login = people.find((each) => each.toLowerCase() === name.toLowerCase());
    if (login === undefined) return undefined;
    const known = thread === undefined ? [] : this.#parts.known(thread);
    const times = known.filter(({ author }) => author?.login === login);
    const wrote =
      times.length === 0
        ? l10n.t("Collaborator")
        : times.length === 1
          ? l10n.t("1 comment in this thread")
          : l10n.t("{0} comments in this thread", String(times.length));
    return paragraphs(md`**${login}**`, `${wrote} ${l10n.t("Will be notified")}`);
  }

  async #aboutEmoji({ repository }: Place, name: string): Promise<Text | undefined> {
    const sign = (await loadEmoji())[name];
    if (sign !== undefined) return md`${sign} ${code(`:${name}:`)}`;
    const { custom } = this.#parts.emojiAt(repository.base);
    return custom.includes(name) ? fill(l10n.t("Custom emoji {0}"), code(`:${name}:`)) : undefined;
  }
}

interface Suggested {
  readonly label: string;
  readonly text: string;
  readonly filter: string;
  readonly detail: string | undefined;
  readonly kind: CompletionItemKind;
  readonly order: number;
}

function toItem(range: Range, { label, text, filter, detail, kind, order }: Suggested): CompletionItem {
  const item = completionItem(label, kind, detail);
  item.insertText = text;
  item.filterText = filter;
  item.range = range;
  item.sortText = String(order).padStart(6, "0");
  return item;
}

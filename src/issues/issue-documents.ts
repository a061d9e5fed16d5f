import {
  CompletionItemKind,
  Disposable,
  FileChangeType,
  FileSystemError,
  FileType,
  languages,
  Range,
  TabInputText,
  Uri,
  window,
  workspace,
} from "vscode";
import type {
  CodeLens,
  CodeLensProvider,
  CompletionItem,
  CompletionItemProvider,
  FileChangeEvent,
  FileStat,
  FileSystemProvider,
  Position,
  TextDocument,
} from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import type { CommandId } from "../workbench/commands.ts";
import { Emitter } from "../workbench/events.ts";
import { withIcon } from "../workbench/text/label.ts";
import type { Label } from "../workbench/text/label.ts";
import { codeLens, completionItem } from "../workbench/text/sinks.ts";
import { ISSUE_SCHEME } from "./files.ts";
import type { Issue } from "./model/entities.ts";
import { fullName } from "./model/address.ts";
import { isUnsentIssue, issuePath, issuePlaceKey, issueTextOf, parseIssuePath, titleOf } from "./model/issue-draft.ts";
import type { IssueDraft, IssuePlace } from "./model/issue-draft.ts";
import { FIELDS, headPlace, quoted, sameName, writeIssueText } from "./model/issue-text.ts";
import type { Field } from "./model/issue-text.ts";
import type { IssueDesk } from "./store/issue-desk.ts";
import { isIssueWaiting } from "./store/issue-desk.ts";
import { issueRefusalSentence, issueRefusalWord } from "./words/issue.ts";

/** How long after the last key the text is on the disk, saved or not; in milliseconds. */
const SOON = 400;

/** Whoever types while it is saved leaves the editor unsaved. */
const MOST_SAVES = 3;

export function issuePlaceOf(uri: Uri): IssuePlace | undefined {
  return uri.scheme === ISSUE_SCHEME ? parseIssuePath(uri.path) : undefined;
}

/** Issues that are made or changed, as files: saving one keeps it, and never sends it. */
export class IssueDocuments implements FileSystemProvider, CodeLensProvider, CompletionItemProvider, Disposable {
  readonly #desk: IssueDesk;
  readonly #now: () => number;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly #lensesChanged = new Emitter<void>();
  /** Under which names each draft was asked for. */
  readonly #names = new Map<string, Map<string, Uri>>();
  readonly #typing = new Map<string, NodeJS.Timeout>();
  readonly #own: Disposable;
  readonly onDidChangeFile = this.#changed.event;
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;

  constructor(desk: IssueDesk, now: () => number) {
    this.#desk = desk;
    this.#now = now;
    const ours = { scheme: ISSUE_SCHEME };
    this.#own = Disposable.from(
      desk.drafts.onDidChange(({ place, saved }) => {
        this.#lensesChanged.fire();
        if (!saved) return;
        const uris = [...(this.#names.get(issuePlaceKey(place))?.values() ?? [])];
        this.#changed.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
      }),
      languages.registerCodeLensProvider(ours, this),
      languages.registerCompletionItemProvider(ours, this, ":", ",", " "),
      workspace.onDidChangeTextDocument(({ document }) => this.#typed(document)),
      workspace.onDidCloseTextDocument((document) => void this.#closed(document)),
    );
  }

  watch(): Disposable {
    // Every change goes through the drafts, which tell of it.
    return new Disposable(() => undefined);
  }

  async stat(uri: Uri): Promise<FileStat> {
    const place = issuePlaceOf(uri);
    if (place === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const draft = await this.#draftAt(uri, place);
    // An editor compares these with what it last saved: what was only typed must not look like somebody else's change.
    return { type: FileType.File, ctime: 0, mtime: draft.savedAt, size: Buffer.byteLength(draft.text) };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(): void {
    // There are as many folders as there are drafts in them.
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const place = issuePlaceOf(uri);
    if (place === undefined) throw FileSystemError.FileIsADirectory(uri);
    return Buffer.from(issueTextOf(await this.#draftAt(uri, place)));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const place = issuePlaceOf(uri);
    if (place === undefined) throw FileSystemError.NoPermissions(uri);
    this.#forgetTyping(uri);
    await this.#draftAt(uri, place);
    await this.#desk.drafts.save(place, Buffer.from(content).toString("utf8"));
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const place = issuePlaceOf(document.uri);
    const draft = place === undefined ? undefined : await this.#desk.drafts.get(place);
    if (place === undefined || draft === undefined) return [];
    const top = new Range(0, 0, 0, 0);
    const lens = (title: string | Label, command?: CommandId): CodeLens => codeLens(top, title, command, document.uri);
    const fresh = place.target.kind === "new";
    const send = fresh ? "triptych.issues.createIssue" : "triptych.issues.sendIssue";
    const { failure } = draft;
    if (failure?.why === "conflict") {
      return [
        lens(withIcon("warning", l10n.t("Not sent: {0}", issueRefusalWord(failure, place.repository, this.#now())))),
        lens(withIcon("git-merge", l10n.t("Compare and Merge")), "triptych.issues.mergeChanges"),
        lens(l10n.t("Keep Mine"), "triptych.issues.keepMine"),
        lens(l10n.t("Take Theirs"), "triptych.issues.takeTheirs"),
      ];
    }
    if (failure !== undefined) {
      const waits = isIssueWaiting(draft) ? ` ${l10n.t("It is sent when the connection is back.")}` : "";
      const sentence = `${issueRefusalSentence(failure, place.repository, this.#now())}${waits}`;
      return [
        lens(withIcon("warning", l10n.t("Not sent. {0}", sentence))),
        lens(withIcon("refresh", l10n.t("Try Again")), send),
        lens(withIcon("discard", l10n.t("Discard…")), "triptych.issues.discardIssue"),
      ];
    }
    return [
      lens(fresh ? l10n.t("New issue in {0}", fullName(place.repository)) : this.#title(place, draft)),
      lens(fresh ? withIcon("send", l10n.t("Create Issue")) : withIcon("send", l10n.t("Send Changes")), send),
      lens(withIcon("discard", fresh ? l10n.t("Discard…") : l10n.t("Revert…")), "triptych.issues.discardIssue"),
    ];
  }

  /** Fields of the head, and what the repository has for each. */
  async provideCompletionItems(document: TextDocument, position: Position): Promise<CompletionItem[]> {
    const place = issuePlaceOf(document.uri);
    const here = headPlace(document.getText(), position.line, position.character);
    if (place === undefined || here === undefined) return [];
    const range = new Range(position.line, here.start, position.line, here.end);
    if (here.field === undefined) return place.target.kind === "new" ? fieldItems(document, range) : [];
    const offered = await this.#offered(place, here.field);
    return offered
      .filter(({ name }) => !here.others.some((other) => sameName(other, name)))
      .map(({ name, detail, kind }, order) => {
        const item = completionItem(name, kind, detail === "" ? undefined : detail);
        item.range = range;
        item.insertText = quoted(name);
        item.filterText = quoted(name);
        item.sortText = String(order).padStart(5, "0");
        return item;
      });
  }

  /** Shows the draft in an editor, with the cursor where the writing begins. */
  async open(place: IssuePlace): Promise<void> {
    const draft = await this.#desk.drafts.get(place);
    const document = await workspace.openTextDocument(this.#uri(place, draft));
    const titled = place.target.kind !== "new" || (draft !== undefined && titleOf(draft) !== "");
    const found = titled ? -1 : document.getText().search(/^title:/m);
    // The cursor comes with the editor, as whoever types at once would write over the head.
    const { end } = document.lineAt(document.positionAt(Math.max(0, found))).range;
    const selection = found === -1 ? {} : { selection: new Range(end, end) };
    await window.showTextDocument(document, { preview: false, ...selection });
  }

  /** The editor's text is on the disk before it is sent. */
  async save(place: IssuePlace): Promise<void> {
    const key = issuePlaceKey(place);
    for (const document of workspace.textDocuments) {
      const found = issuePlaceOf(document.uri);
      if (found === undefined || issuePlaceKey(found) !== key || !document.isDirty) continue;
      for (let attempt = 0; document.isDirty && attempt < MOST_SAVES; attempt += 1) await document.save();
      // VS Code refuses where it takes the draft for somebody else's: what is written goes to the disk all the same.
      if (document.isDirty) await this.#desk.drafts.type(place, document.getText());
    }
  }

  /** Whether something was written in an editor that is not on the disk yet. */
  isBeingWritten(place: IssuePlace): boolean {
    const key = issuePlaceKey(place);
    return workspace.textDocuments.some(({ uri }) => {
      const found = issuePlaceOf(uri);
      return found !== undefined && issuePlaceKey(found) === key && this.#typing.has(uri.toString());
    });
  }

  /** The text is sent or given up, so its editors close, but for one in which more was written just now. */
  async close(place: IssuePlace): Promise<void> {
    const key = issuePlaceKey(place);
    const shows = (uri: Uri): boolean => {
      const found = issuePlaceOf(uri);
      return found !== undefined && issuePlaceKey(found) === key;
    };
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input, isDirty }) => !isDirty && input instanceof TabInputText && shows(input.uri));
    if (tabs.length > 0) await window.tabGroups.close(tabs);
  }

  dispose(): void {
    for (const timer of this.#typing.values()) clearTimeout(timer);
    this.#own.dispose();
    this.#changed.dispose();
    this.#lensesChanged.dispose();
  }

  async #draftAt(uri: Uri, place: IssuePlace): Promise<IssueDraft> {
    const key = issuePlaceKey(place);
    const names = this.#names.get(key) ?? new Map<string, Uri>();
    this.#names.set(key, names.set(uri.toString(), uri));
    const draft = await this.#desk.drafts.get(place);
    if (draft === undefined) throw FileSystemError.FileNotFound(uri);
    return draft;
  }

  async #offered(
    { repository }: IssuePlace,
    field: Field,
  ): Promise<readonly { readonly name: string; readonly detail: string; readonly kind: CompletionItemKind }[]> {
    if (field === "title") return [];
    const { labels, milestones, people } = await this.#desk.recentChoices(repository);
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

  #uri(place: IssuePlace, draft: IssueDraft | undefined): Uri {
    return Uri.from({ scheme: ISSUE_SCHEME, path: issuePath(place, this.#title(place, draft)) });
  }

  #title({ target }: IssuePlace, draft: IssueDraft | undefined): string {
    if (target.kind === "new") return target.slot === 1 ? l10n.t("New Issue") : l10n.t("New Issue {0}", target.slot);
    return `#${target.number} ${draft?.opened?.title ?? ""}`.trim().slice(0, 80);
  }

  /** What is typed is on the disk soon, whether it is ever saved or not. */
  #typed(document: TextDocument): void {
    const place = issuePlaceOf(document.uri);
    if (place === undefined || !document.isDirty) return;
    this.#forgetTyping(document.uri);
    const keep = async (): Promise<void> => {
      this.#typing.delete(document.uri.toString());
      if (document.isClosed || !document.isDirty) return;
      await this.#desk.drafts.type(place, document.getText());
    };
    this.#typing.set(
      document.uri.toString(),
      setTimeout(() => void keep(), SOON),
    );
  }

  #forgetTyping(uri: Uri): void {
    clearTimeout(this.#typing.get(uri.toString()));
    this.#typing.delete(uri.toString());
  }

  /** Whoever closes an editor without saving means it, and an issue that was only looked at leaves no draft. */
  async #closed(document: TextDocument): Promise<void> {
    const place = issuePlaceOf(document.uri);
    if (place === undefined) return;
    this.#forgetTyping(document.uri);
    const draft = await this.#desk.drafts.get(place);
    if (draft === undefined) return;
    const saved = { ...draft, unsaved: undefined };
    if (!isUnsentIssue(saved)) await this.#desk.drafts.remove(place);
    else if (draft.unsaved !== undefined)
      await this.#desk.drafts.mend(place, (now) => ({ ...now, unsaved: undefined }));
  }
}

/** What an issue says of itself, as its document has it. */
export function textOfIssue({ title, body }: Pick<Issue, "title" | "body">): string {
  return writeIssueText({ title, body, labels: [], milestone: "", assignees: [] }, ["title"]);
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

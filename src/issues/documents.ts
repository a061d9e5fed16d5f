import {
  CodeLens,
  Disposable,
  FileChangeType,
  FileSystemError,
  FileType,
  l10n,
  languages,
  Range,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
} from "vscode";
import type { CodeLensProvider, FileChangeEvent, FileStat, FileSystemProvider, Tab, TextDocument } from "vscode";
import { Problem } from "../base/problem.ts";
import type { CommandId } from "../workbench/commands.ts";
import { Emitter } from "../workbench/events.ts";
import { SCHEME } from "./files.ts";
import type { Comment } from "./model.ts";
import { draftKey, draftPath, isUnsent, parseDraftPath, textOf } from "./model/draft.ts";
import type { Draft, DraftPlace } from "./model/draft.ts";
import type { Store } from "./store.ts";
import { nameOf, problemOf, refusalWord } from "./words.ts";

/** The text of somebody else, to compare with. */
const THEIRS = "triptych-comment-theirs";

/** How long after the last key the text is on the disk, saved or not; in milliseconds. */
const SOON = 400;

export function placeOf(uri: Uri): DraftPlace | undefined {
  return uri.scheme === SCHEME ? parseDraftPath(uri.path) : undefined;
}

/** Drafts as files: saving one keeps it, and never sends it. */
export class Documents implements FileSystemProvider, CodeLensProvider, Disposable {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly #lensesChanged = new Emitter<void>();
  /** Under which names each draft was asked for. */
  readonly #names = new Map<string, Map<string, Uri>>();
  readonly #typing = new Map<string, NodeJS.Timeout>();
  readonly #theirs = new Map<string, string>();
  readonly #own: Disposable;
  readonly onDidChangeFile = this.#changed.event;
  readonly onDidChangeCodeLenses = this.#lensesChanged.event;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#own = Disposable.from(
      store.drafts.onDidChange(({ place, saved }) => {
        this.#lensesChanged.fire();
        if (!saved) return;
        const uris = [...(this.#names.get(draftKey(place))?.values() ?? [])];
        this.#changed.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
      }),
      languages.registerCodeLensProvider({ scheme: SCHEME }, this),
      workspace.registerTextDocumentContentProvider(THEIRS, {
        provideTextDocumentContent: ({ path }) => this.#theirs.get(path) ?? "",
      }),
      workspace.onDidChangeTextDocument(({ document }) => this.#typed(document)),
      workspace.onDidCloseTextDocument((document) => void this.#closed(document)),
    );
  }

  watch(): Disposable {
    // Every change goes through the drafts, which tell of it.
    return new Disposable(() => undefined);
  }

  async stat(uri: Uri): Promise<FileStat> {
    const place = this.#placeAt(uri);
    if (place === undefined) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const draft = await this.#draftAt(uri, place);
    const size = Buffer.byteLength(draft?.text ?? "");
    // An editor compares these with what it last saved: what was only typed must not look like somebody else's change.
    return { type: FileType.File, ctime: 0, mtime: draft?.savedAt ?? 0, size };
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(): void {
    // There are as many folders as there are drafts in them.
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const place = this.#placeAt(uri);
    if (place === undefined) throw FileSystemError.FileIsADirectory(uri);
    const draft = await this.#draftAt(uri, place);
    return Buffer.from(draft === undefined ? "" : textOf(draft));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const place = this.#placeAt(uri);
    if (place === undefined) throw FileSystemError.NoPermissions(uri);
    this.#forgetTyping(uri);
    const text = Buffer.from(content).toString("utf8");
    await this.#store.drafts.save(place, text, this.#beginning(place));
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  async provideCodeLenses(document: TextDocument): Promise<CodeLens[]> {
    const place = placeOf(document.uri);
    if (place === undefined) return [];
    const top = new Range(0, 0, 0, 0);
    const draft = await this.#store.drafts.get(place);
    const lens = (title: string, command?: CommandId): CodeLens =>
      new CodeLens(top, command === undefined ? { title, command: "" } : { title, command, arguments: [document.uri] });
    const send = place.target.kind === "comment" ? "triptych.issues.sendChanges" : "triptych.issues.postComment";
    const failure = draft?.failure;
    if (failure !== undefined) {
      const word = refusalWord(failure.why, problemOf(failure, place.thread), this.#now());
      return [
        lens(`$(warning) ${l10n.t("Not sent: {0}", word)}`),
        lens(`$(refresh) ${l10n.t("Try Again")}`, send),
        lens(`$(copy) ${l10n.t("Copy Text")}`, "triptych.issues.copyText"),
      ];
    }
    if (place.target.kind === "comment") {
      return [
        lens(this.#title(place, draft)),
        lens(`$(send) ${l10n.t("Send Changes")}`, send),
        lens(`$(discard) ${l10n.t("Revert")}`, "triptych.issues.discardDraft"),
      ];
    }
    return [
      lens(this.#title(place, draft)),
      lens(`$(send) ${l10n.t("Post Comment")}`, send),
      lens(`$(discard) ${l10n.t("Discard")}`, "triptych.issues.discardDraft"),
    ];
  }

  /** Shows the draft in an editor. */
  async open(place: DraftPlace): Promise<void> {
    const draft = await this.#store.drafts.get(place);
    await window.showTextDocument(this.#uri(place, draft), { preview: false });
  }

  /** The editor's text is on the disk before it is sent. */
  async save(place: DraftPlace): Promise<void> {
    for (const document of this.#documentsOf(place)) {
      if (document.isDirty && !(await document.save())) {
        throw new Problem("unexpected", { detail: "the draft could not be saved" });
      }
    }
  }

  /** The text is sent or given up, so its editors close. */
  async close(place: DraftPlace): Promise<void> {
    const key = draftKey(place);
    const shows = (uri: Uri): boolean => {
      const found = placeOf(uri);
      return found !== undefined && draftKey(found) === key;
    };
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => urisOf(tab).some(shows));
    if (tabs.length > 0) await window.tabGroups.close(tabs);
  }

  /** The comment as it stands on the server beside what was written here. */
  async compare(
    place: DraftPlace,
    theirs: Comment,
  ): Promise<{ readonly left: Uri; readonly right: Uri; readonly title: string }> {
    const draft = await this.#store.drafts.get(place);
    const path = draftPath(place, `${nameOf(theirs.author)} ${theirs.updatedAt}`);
    this.#theirs.set(path, theirs.body);
    return {
      left: Uri.from({ scheme: THEIRS, path }),
      right: this.#uri(place, draft),
      title: l10n.t("{0}: on the server ↔ your text", this.#title(place, draft)),
    };
  }

  dispose(): void {
    for (const timer of this.#typing.values()) clearTimeout(timer);
    this.#own.dispose();
    this.#changed.dispose();
    this.#lensesChanged.dispose();
  }

  /** A file that is asked for; folders are whatever else. */
  #placeAt(uri: Uri): DraftPlace | undefined {
    const place = placeOf(uri);
    if (place === undefined) return undefined;
    const key = draftKey(place);
    const names = this.#names.get(key) ?? new Map<string, Uri>();
    this.#names.set(key, names.set(uri.toString(), uri));
    return place;
  }

  /** A new comment is there before anything is written; the others begin with the text that they replace. */
  async #draftAt(uri: Uri, place: DraftPlace): Promise<Draft | undefined> {
    const draft = await this.#store.drafts.get(place);
    if (draft === undefined && place.target.kind !== "new") throw FileSystemError.FileNotFound(uri);
    return draft;
  }

  #beginning({ thread }: DraftPlace): { readonly repository?: bigint } {
    const repository = this.#store.repositories.idOf(thread);
    return repository === undefined ? {} : { repository };
  }

  #uri(place: DraftPlace, draft: Draft | undefined): Uri {
    return Uri.from({ scheme: SCHEME, path: draftPath(place, this.#title(place, draft)) });
  }

  #title({ thread, target }: DraftPlace, draft: Draft | undefined): string {
    const number = `#${thread.number}`;
    if (target.kind !== "comment") return l10n.t("{0} New Comment", number);
    return draft?.author === undefined
      ? l10n.t("{0} Comment", number)
      : l10n.t("{0} Comment by {1}", number, draft.author);
  }

  #documentsOf(place: DraftPlace): readonly TextDocument[] {
    const key = draftKey(place);
    return workspace.textDocuments.filter((document) => {
      const found = placeOf(document.uri);
      return found !== undefined && draftKey(found) === key;
    });
  }

  /** What is typed is on the disk soon, whether it is ever saved or not. */
  #typed(document: TextDocument): void {
    const place = placeOf(document.uri);
    if (place === undefined || !document.isDirty) return;
    this.#forgetTyping(document.uri);
    const keep = async (): Promise<void> => {
      if (document.isClosed || !document.isDirty) return;
      await this.#store.drafts.type(place, document.getText(), this.#beginning(place));
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

  /** Whoever closes an editor without saving means it, and a comment that was only looked at leaves no draft. */
  async #closed(document: TextDocument): Promise<void> {
    const place = placeOf(document.uri);
    if (place === undefined) return;
    this.#forgetTyping(document.uri);
    const draft = await this.#store.drafts.get(place);
    if (draft === undefined) return;
    if (draft.unsaved !== undefined) await this.#store.drafts.untype(place);
    if (!isUnsent({ ...draft, unsaved: undefined }) && place.target.kind !== "deleted") {
      await this.#store.drafts.remove(place);
    }
  }
}

function urisOf({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.modified] : [];
}

import {
  Disposable,
  FileChangeType,
  FileSystemError,
  FileType,
  languages,
  TabInputText,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
} from "vscode";
import type { FileChangeEvent, FileStat, FileSystemProvider, Tab, TextDocument } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import { Emitter } from "../workbench/events.ts";
import { Lenses } from "./documents/lenses.ts";
import { SCHEME } from "./files.ts";
import { repositoryKey } from "./model/address.ts";
import type { RepositoryAddress } from "./model/address.ts";
import { draftKey, draftPath, isUnsent, parseDraftPath, renamed, textOf } from "./model/draft.ts";
import type { Draft, DraftPlace } from "./model/draft.ts";
import type { Store } from "./store.ts";

/** How long after the last key the text is on the disk, saved or not; in milliseconds. */
const SOON = 400;

/** Whoever types while it is saved leaves the editor unsaved. */
const MOST_SAVES = 3;

/** What is no draft, but stands in the folder of one. */
const BESIDE_A_DRAFT = /\/issues\/\d+\/(new|(comments|deleted)\/\d+)\/[^/]+$/;

export function placeOf(uri: Uri): DraftPlace | undefined {
  return uri.scheme === SCHEME ? parseDraftPath(uri.path) : undefined;
}

/** Drafts as files: saving one keeps it, and never sends it. */
export class Documents implements FileSystemProvider, Disposable {
  readonly #store: Store;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly #lensesChanged = new Emitter<void>();
  /** Under which names each draft was asked for. */
  readonly #names = new Map<string, Map<string, Uri>>();
  readonly #typing = new Map<string, NodeJS.Timeout>();
  readonly #own: Disposable;
  readonly onDidChangeFile = this.#changed.event;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#own = Disposable.from(
      store.drafts.onDidChange(({ place, saved }) => {
        this.#lensesChanged.fire();
        if (!saved) return;
        const uris = [...(this.#names.get(draftKey(place))?.values() ?? [])];
        this.#changed.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
      }),
      languages.registerCodeLensProvider(
        { scheme: SCHEME },
        new Lenses({
          store,
          now,
          changed: this.#lensesChanged.event,
          placeOf: (uri) => this.placeOf(uri),
          title: (place, draft) => this.#title(place, draft),
        }),
      ),
      store.desk.onDidMove(({ from, to }) => void this.#follow(from, to)),
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
    if (place === undefined) {
      // Markdown's own paste looks for a name that is free, and would look for ever.
      if (BESIDE_A_DRAFT.test(uri.path)) throw FileSystemError.FileNotFound(uri);
      return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
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

  /** What the document is of, in its repository's present name. */
  placeOf(uri: Uri): DraftPlace | undefined {
    const place = placeOf(uri);
    return place === undefined ? undefined : { ...place, thread: this.#store.renames.present(place.thread) };
  }

  /** Whether something was written in an editor that is not on the disk yet. */
  isBeingWritten(place: DraftPlace): boolean {
    return this.#documentsOf(place).some((document) => this.#typing.has(document.uri.toString()));
  }

  /** Shows the draft in an editor. */
  async open(place: DraftPlace): Promise<void> {
    const draft = await this.#store.drafts.get(place);
    await window.showTextDocument(this.#uri(place, draft), { preview: false });
  }

  /** The editor's text is on the disk before it is sent. */
  async save(place: DraftPlace): Promise<void> {
    for (const document of this.#documentsOf(place)) {
      for (let attempt = 0; document.isDirty && attempt < MOST_SAVES; attempt += 1) await document.save();
      // VS Code refuses where it takes the draft for somebody else's: what is written goes to the disk all the same.
      if (document.isDirty) await this.#store.drafts.type(place, document.getText(), this.#beginning(place));
    }
  }

  /** The text is sent or given up, so its editors close, but for one in which more was written just now. */
  async close(place: DraftPlace): Promise<void> {
    const key = draftKey(place);
    const shows = (uri: Uri): boolean => {
      const found = this.placeOf(uri);
      return found !== undefined && draftKey(found) === key;
    };
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => !tab.isDirty && urisOf(tab).some(shows));
    if (tabs.length > 0) await window.tabGroups.close(tabs);
  }

  dispose(): void {
    for (const timer of this.#typing.values()) clearTimeout(timer);
    this.#own.dispose();
    this.#changed.dispose();
    this.#lensesChanged.dispose();
  }

  /** A file that is asked for; folders are whatever else. */
  #placeAt(uri: Uri): DraftPlace | undefined {
    const place = this.placeOf(uri);
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
      const found = this.placeOf(document.uri);
      return found !== undefined && draftKey(found) === key;
    });
  }

  /** What is typed is on the disk soon, whether it is ever saved or not. */
  #typed(document: TextDocument): void {
    const place = this.placeOf(document.uri);
    if (place === undefined || !document.isDirty) return;
    this.#forgetTyping(document.uri);
    const keep = async (): Promise<void> => {
      this.#typing.delete(document.uri.toString());
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

  /** The repository has a new name: editors that were left open show the drafts under that one. */
  async #follow(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const stale = (uri: Uri): DraftPlace | undefined => {
      const found = placeOf(uri);
      return found === undefined || repositoryKey(found.thread) !== repositoryKey(from) ? undefined : found;
    };
    for (const group of window.tabGroups.all) {
      for (const tab of group.tabs) {
        const place = tab.input instanceof TabInputText ? stale(tab.input.uri) : undefined;
        if (place === undefined) continue;
        // What is unsaved goes to where the name leads now.
        for (const document of workspace.textDocuments) {
          if (document.isDirty && stale(document.uri) !== undefined) await document.save();
        }
        const present = renamed(place, to);
        const uri = this.#uri(present, await this.#store.drafts.get(present));
        const { viewColumn } = group;
        await window.showTextDocument(uri, { viewColumn, preview: false, preserveFocus: !tab.isActive });
        await window.tabGroups.close(tab, true);
      }
    }
  }

  /** Whoever closes an editor without saving means it, and a comment that was only looked at leaves no draft. */
  async #closed(document: TextDocument): Promise<void> {
    const place = this.placeOf(document.uri);
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

// Provides drafts as files for VS Code's editors. Saving a file stores the draft, and never sends it.
import {
  Disposable,
  FileChangeType,
  FileSystemError,
  FileType,
  Range,
  TabInputText,
  TabInputTextDiff,
  Uri,
  ViewColumn,
  window,
  workspace,
  WorkspaceEdit,
  type Event,
  type FileChangeEvent,
  type FileStat,
  type Tab,
  type TextDocument,
} from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { after } from "../../workbench/poller.ts";
import type { TextFiles } from "../../workbench/lazy-file-system.ts";
import { withLineFeeds } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { Rename } from "../repositories/repository-names.ts";
import { isUnsent, getText, type Draft } from "../writing/drafts/draft.ts";
import type { Drafts } from "../writing/drafts/drafts.ts";
import {
  existsWithoutDraft,
  isInDraftFolder,
  isReview,
  withRepositoryName,
  parsePath,
  formatPath,
  getThread,
  samePlace,
  getScheme,
  type Place,
} from "../writing/drafts/place.ts";
import { readForm } from "../writing/drafts/draft-document.ts";
import { documentTitle } from "./draft-text.ts";
import { toBytes, toText } from "./text-bytes.ts";

/** Typed text is stored this long after the last key, even if it is not saved. */
const SAVE_DELAY_MS = 400;
/** Typed text that could not be written is written again after this time. */
const RETRY_DELAY_MS = 2_000;
/** The longest wait for an open editor to reload text that was added to its file. */
const RELOAD_TIMEOUT_MS = 3_000;
/** Typing during a save leaves the editor unsaved, so saving is repeated up to this many times. */
const MAX_SAVES = 3;

export interface DocumentDependencies {
  readonly drafts: Drafts;
  /** Returns the place with its repository's current name. */
  readonly present: (place: Place) => Place;
  readonly onDidRename: Event<Rename>;
  /** Returns the column in which a thread is in front, if it is. */
  readonly findVisibleColumn: (thread: ThreadAddress) => ViewColumn | undefined;
  /** Reports that typed text can't be written to the disk. */
  readonly failed: (error: unknown) => void;
}

export class Documents implements TextFiles, Disposable {
  readonly #dependencies: DocumentDependencies;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  /** The URIs that VS Code has requested. A draft may have several. */
  readonly #known = new Map<string, Uri>();
  readonly #typing = new Map<string, NodeJS.Timeout>();
  /** The documents with text that was typed here since the last save. */
  readonly #unsaved = new Set<string>();
  /** Whether the user knows that typed text isn't on the disk. */
  #isFailing = false;
  readonly #disposables: Disposable;
  readonly onDidChangeFile = this.#changed.event;

  constructor(dependencies: DocumentDependencies) {
    this.#dependencies = dependencies;
    this.#disposables = Disposable.from(
      dependencies.drafts.onDidChange(({ place, saved }) => {
        if (!saved) return;
        const uris = [...this.#known.values()].filter((uri) => this.#isFor(uri, place));
        this.#changed.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
      }),
      dependencies.onDidRename(({ from, to }) => void this.#reopenRenamed(from, to)),
      workspace.onDidChangeTextDocument(({ document }) => this.#keepTyped(document)),
      workspace.onDidCloseTextDocument((document) => void this.#onClosed(document)),
    );
    // A killed extension host may have left editors whose text isn't on disk yet.
    for (const document of workspace.textDocuments) this.#keepTyped(document);
  }

  async stat(uri: Uri): Promise<FileStat> {
    const place = this.#placeAt(uri);
    if (place === undefined) {
      // VS Code's Markdown paste tries names until one doesn't exist, and would never stop.
      if (isInDraftFolder(uri)) throw FileSystemError.FileNotFound(uri);
      return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const draft = await this.#draftAt(uri, place);
    const size = Buffer.byteLength(draft?.text ?? "");
    // An editor compares time and size with its last save: unsaved text must not look like a change by another window.
    return { type: FileType.File, ctime: 0, mtime: draft?.savedAt ?? 0, size };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    const place = this.#placeAt(uri);
    if (place === undefined) throw FileSystemError.FileIsADirectory(uri);
    const draft = await this.#draftAt(uri, place);
    return toBytes(uri, draft === undefined ? "" : getText(draft));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const place = this.#placeAt(uri);
    if (place === undefined) throw FileSystemError.NoPermissions(uri);
    this.#forgetTyping(uri);
    this.#unsaved.delete(uri.toString());
    await this.#dependencies.drafts.save(place, await toText(uri, content));
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  /** Returns the place of a document, with its repository's current name. */
  getPlace(uri: Uri): Place | undefined {
    const place = parsePath(uri);
    return place === undefined ? undefined : this.#dependencies.present(place);
  }

  /** Whether an editor has typed text that isn't on disk yet. */
  isBeingWritten(place: Place): boolean {
    return this.#findDocuments(place).some(({ uri }) => this.#typing.has(uri.toString()));
  }

  /** Whether an editor has unsaved text. */
  isUnsaved(place: Place): boolean {
    return this.#findDocuments(place).some(({ isDirty }) => isDirty);
  }

  /** Shows the draft in an editor, with the cursor where the user starts to write. */
  async open(place: Place, { atEnd = false }: { readonly atEnd?: boolean } = {}): Promise<void> {
    const draft = await this.#dependencies.drafts.get(place);
    // An editor that is already open may have the name of an earlier title.
    const open = this.#findDocuments(place)[0]?.uri;
    const document = await workspace.openTextDocument(open ?? this.#uri(place, draft));
    if (atEnd) await waitForText(document, draft === undefined ? "" : getText(draft));
    const text = document.getText();
    const untitled = readForm(place.kind, text).title === "" ? text.search(/^title:/m) : -1;
    const at = atEnd ? text.length : untitled;
    // The cursor is set when the editor opens, so that typing right away doesn't overwrite the header.
    const { end } = document.lineAt(document.positionAt(Math.max(0, at))).range;
    const selection = at === -1 ? {} : { selection: new Range(end, end) };
    await window.showTextDocument(document, { preview: false, viewColumn: this.#chooseColumn(place), ...selection });
  }

  /** Returns the text, from its editor if one is open. */
  async read(place: Place): Promise<string> {
    const document = this.#findDocuments(this.#dependencies.present(place))[0];
    if (document !== undefined) return document.getText();
    const draft = await this.#dependencies.drafts.get(place);
    return draft === undefined ? "" : getText(draft);
  }

  /** Saves open editors, so that their text is on disk before it is sent. */
  async save(place: Place): Promise<void> {
    for (const document of this.#findDocuments(place)) {
      for (let attempt = 0; document.isDirty && attempt < MAX_SAVES; attempt += 1) await document.save();
      // VS Code refuses to save if it believes that another window changed the file, so the text is stored directly.
      if (document.isDirty) await this.#dependencies.drafts.storeUnsaved(place, document.getText());
    }
  }

  /** Closes the editors of a sent or discarded text, except those with unsaved text. */
  async close(place: Place): Promise<void> {
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => !tab.isDirty && listUris(tab).some((uri) => this.#isFor(uri, place)));
    if (tabs.length > 0) await window.tabGroups.close(tabs);
  }

  /**
   * Replaces a part of the text wherever it occurs, in its editor if one is open. Returns false if the text doesn't
   * contain the part.
   */
  async replace(place: Place, part: string, text: string): Promise<boolean> {
    const open = this.#findDocuments(this.#dependencies.present(place));
    for (const document of open) {
      const edit = new WorkspaceEdit();
      const before = document.getText();
      for (let at = before.indexOf(part), to = 0; at >= 0; at = before.indexOf(part, to)) {
        to = at + part.length;
        edit.replace(document.uri, new Range(document.positionAt(at), document.positionAt(to)), text);
      }
      if (edit.size > 0) return await workspace.applyEdit(edit);
    }
    const draft = open.length === 0 ? await this.#dependencies.drafts.get(place) : undefined;
    if (draft === undefined || !getText(draft).includes(part)) return false;
    await this.#dependencies.drafts.save(place, getText(draft).split(part).join(text));
    return true;
  }

  /**
   * Inserts a part after the text `before`, or at the end if the text no longer begins with that. Returns false if the
   * draft is gone.
   */
  async insert(place: Place, before: string, part: string): Promise<boolean> {
    const text = await this.read(place);
    const at = text.startsWith(before) ? before.length : text.length;
    const document = this.#findDocuments(this.#dependencies.present(place))[0];
    if (document !== undefined) {
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, document.positionAt(at), part);
      return await workspace.applyEdit(edit);
    }
    const isGone = !existsWithoutDraft(place) && (await this.#dependencies.drafts.get(place)) === undefined;
    if (!isGone) await this.#dependencies.drafts.save(place, text.slice(0, at) + part + text.slice(at));
    return !isGone;
  }

  dispose(): void {
    for (const timer of this.#typing.values()) clearTimeout(timer);
    this.#disposables.dispose();
    this.#changed.dispose();
  }

  /** Returns the place of a requested file and remembers its URI. Undefined for folders. */
  #placeAt(uri: Uri): Place | undefined {
    const place = this.getPlace(uri);
    if (place !== undefined) this.#known.set(uri.toString(), uri);
    return place;
  }

  /** Throws if the file doesn't exist. */
  async #draftAt(uri: Uri, place: Place): Promise<Draft | undefined> {
    const draft = await this.#dependencies.drafts.get(place);
    if (draft === undefined && !existsWithoutDraft(place)) throw FileSystemError.FileNotFound(uri);
    return draft;
  }

  #uri(place: Place, draft: Draft | undefined): Uri {
    return Uri.from({ scheme: getScheme(place), path: formatPath(place, documentTitle(place, draft)) });
  }

  /** A text opens where it is open already, or beside the thread or diff that it answers, which it would cover otherwise. */
  #chooseColumn(place: Place): ViewColumn {
    const { activeTabGroup, all } = window.tabGroups;
    const isOpenIn = all.find(({ tabs }) =>
      tabs.some(({ input }) => input instanceof TabInputText && this.#isFor(input.uri, place)),
    );
    if (isOpenIn !== undefined) return isOpenIn.viewColumn;
    const thread = getThread(place);
    const isOnDiff = isReview(place) && activeTabGroup.activeTab?.input instanceof TabInputTextDiff;
    const findColumn = () => (thread === undefined ? undefined : this.#dependencies.findVisibleColumn(thread));
    const column = isOnDiff ? activeTabGroup.viewColumn : findColumn();
    if (column === undefined || column !== activeTabGroup.viewColumn) return ViewColumn.Active;
    const others = all.filter(({ viewColumn }) => viewColumn !== column);
    const next = others.find(({ viewColumn }) => viewColumn > column) ?? others.at(-1);
    return next?.viewColumn ?? ViewColumn.Beside;
  }

  #findDocuments(place: Place): readonly TextDocument[] {
    return workspace.textDocuments.filter(({ uri }) => this.#isFor(uri, place));
  }

  #isFor(uri: Uri, place: Place): boolean {
    const found = this.getPlace(uri);
    return found !== undefined && samePlace(found, place);
  }

  /** Stores typed text after a short delay, even if the user never saves it. */
  #keepTyped(document: TextDocument): void {
    const place = this.getPlace(document.uri);
    if (place === undefined || !document.isDirty) return;
    this.#unsaved.add(document.uri.toString());
    this.#forgetTyping(document.uri);
    const key = document.uri.toString();
    const keepAfter = (delay: number): void => {
      const timer = setTimeout(() => void keep(timer), delay);
      this.#typing.set(key, timer);
    };
    /** Until the text is on disk, its timer stays in the map, unless typing since has set another. */
    const keep = async (timer: NodeJS.Timeout): Promise<void> => {
      try {
        if (!document.isClosed && document.isDirty) {
          await this.#dependencies.drafts.storeUnsaved(place, document.getText());
          this.#isFailing = false;
        }
        if (this.#typing.get(key) === timer) this.#typing.delete(key);
      } catch (error) {
        if (!this.#isFailing) this.#dependencies.failed(error);
        this.#isFailing = true;
        if (this.#typing.get(key) === timer) keepAfter(RETRY_DELAY_MS);
      }
    };
    keepAfter(SAVE_DELAY_MS);
  }

  #forgetTyping(uri: Uri): void {
    clearTimeout(this.#typing.get(uri.toString()));
    this.#typing.delete(uri.toString());
  }

  /** After a repository was renamed, replaces its open editors by editors of the moved drafts. */
  async #reopenRenamed(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const findStalePlace = (uri: Uri): Place | undefined => {
      const found = parsePath(uri);
      return found !== undefined && repositoryKey(found.repository) === repositoryKey(from) ? found : undefined;
    };
    for (const group of window.tabGroups.all) {
      for (const tab of group.tabs) {
        const place = tab.input instanceof TabInputText ? findStalePlace(tab.input.uri) : undefined;
        if (place === undefined) continue;
        // Saving stores unsaved text under the new name.
        for (const document of workspace.textDocuments) {
          if (document.isDirty && findStalePlace(document.uri) !== undefined) await document.save();
        }
        const present = withRepositoryName(place, to);
        const uri = this.#uri(present, await this.#dependencies.drafts.get(present));
        const { viewColumn } = group;
        await window.showTextDocument(uri, { viewColumn, preview: false, preserveFocus: !tab.isActive });
        await window.tabGroups.close(tab, true);
      }
    }
  }

  /** Drops unsaved text when its editor closes, and removes a draft that was opened but not edited. */
  async #onClosed(document: TextDocument): Promise<void> {
    const place = this.getPlace(document.uri);
    // If a document's language changes, VS Code reports it as closed and opened again.
    if (place === undefined || this.#findDocuments(place).length > 0) return;
    this.#forgetTyping(document.uri);
    const wasTypedHere = this.#unsaved.delete(document.uri.toString());
    const { drafts } = this.#dependencies;
    const draft = await drafts.get(place);
    // An editor that only showed what another window typed must not drop it, even if that window was killed.
    if (draft === undefined || (draft.unsaved !== undefined && !wasTypedHere)) return;
    // The text of a deleted comment stays, whatever happens to its editor.
    const kept = isUnsent({ ...draft, unsaved: undefined }) || place.kind === "deletedComment";
    if (!kept) await drafts.remove(place);
    else if (draft.unsaved !== undefined) await drafts.dropUnsaved(place);
  }
}

/** Waits until an open editor has reloaded this text. Gives up after a while, as the editor may not be able to. */
async function waitForText(document: TextDocument, text: string): Promise<void> {
  const wanted = withLineFeeds(text);
  if (withLineFeeds(document.getText()) === wanted) return;
  const waiting: Disposable[] = [];
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (withLineFeeds(document.getText()) === wanted) resolve();
    };
    waiting.push(workspace.onDidChangeTextDocument(check), after(RELOAD_TIMEOUT_MS, resolve));
  });
  for (const each of waiting) each.dispose();
}

function listUris({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.modified] : [];
}

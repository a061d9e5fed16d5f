import {
  commands as vscode,
  Disposable,
  FileChangeType,
  FileSystemError,
  FileType,
  l10n,
  Uri,
  window,
  workspace,
} from "vscode";
import type { FileChangeEvent, FileStat, FileSystemProvider } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import type { Log } from "../../workbench/log.ts";
import { withLineFeeds } from "../model.ts";
import type { Comment } from "../model.ts";
import { draftKey, draftPath, parseDraftPath, textOf } from "../model/draft.ts";
import type { DraftPlace } from "../model/draft.ts";
import type { Store } from "../store.ts";
import { nameOf } from "../words.ts";

/** The texts that are compared, which nobody writes into. */
const TEXTS = "triptych-comment-text";

/** What comes of a merge, until it is taken. */
const MERGE = "triptych-merge";

/** The three-way editor has no public way in; Git's own extension takes this one. */
const OPEN = "_open.mergeEditor";

interface MergeEditor {
  readonly base: Uri;
  readonly input1: { readonly uri: Uri; readonly title: string; readonly description: string };
  readonly input2: { readonly uri: Uri; readonly title: string; readonly description: string };
  readonly output: Uri;
}

interface Merge {
  readonly place: DraftPlace;
  readonly editor: MergeEditor;
  readonly theirs: string;
  content: string;
  mtime: number;
}

/**
 * The comment as it was opened, as it stands there now, and as it was written here, side by side. The draft stays as it
 * is until what came of the merge is taken.
 */
export class Merging implements FileSystemProvider, Disposable {
  readonly #store: Store;
  readonly #log: Log;
  readonly #texts = new Map<string, string>();
  readonly #merges = new Map<string, Merge>();
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly #own: Disposable;
  readonly onDidChangeFile = this.#changed.event;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
    this.#own = Disposable.from(
      workspace.registerFileSystemProvider(MERGE, this),
      workspace.registerTextDocumentContentProvider(TEXTS, {
        provideTextDocumentContent: ({ path, query }) => this.#texts.get(`${path}?${query}`) ?? "",
      }),
    );
  }

  /** Opens the three texts. Nothing is sent, and the draft does not change. */
  async open(place: DraftPlace, theirs: Comment): Promise<void> {
    const draft = await this.#store.drafts.get(place);
    if (draft === undefined) return;
    const path = draftPath(place, l10n.t("#{0} Merge", String(place.thread.number)));
    const mine = withLineFeeds(textOf(draft));
    const there = withLineFeeds(theirs.body);
    const author = nameOf(theirs.author);
    const output = Uri.from({ scheme: MERGE, path });
    // Conflict marks tell the editor to begin with what both sides agree upon.
    const content = `<<<<<<< ${author}\n${there}\n=======\n${mine}\n>>>>>>>\n`;
    const base = this.#text(path, "base", withLineFeeds(draft.opened ?? ""));
    const [left, right] = [this.#text(path, "theirs", there), this.#text(path, "mine", mine)];
    const editor = {
      base,
      input1: { uri: left, title: l10n.t("On the Server"), description: author },
      input2: { uri: right, title: l10n.t("Yours"), description: l10n.t("not sent") },
      output,
    };
    this.#merges.set(path, { place, theirs: theirs.body, content, mtime: Date.now(), editor });
    this.#changed.fire([{ type: FileChangeType.Changed, uri: output }]);
    try {
      await vscode.executeCommand(OPEN, editor);
    } catch (error) {
      // The three-way editor is VS Code's own and may go; two sides can always be compared.
      this.#log.warn("The merge editor could not be opened", { problem: String(error) });
      const title = l10n.t("#{0}: on the server ↔ yours", String(place.thread.number));
      await vscode.executeCommand("vscode.diff", left, right, title, { preview: false });
    }
  }

  /** Makes the merged text that of the draft, which is then compared with what the merge has shown. */
  async take(uri: Uri | undefined): Promise<DraftPlace | undefined> {
    const merge = uri?.scheme === MERGE ? this.#merges.get(uri.path) : this.#only();
    if (merge === undefined) return undefined;
    const path = [...this.#merges].find(([, each]) => each === merge)?.[0];
    const document = workspace.textDocuments.find((each) => each.uri.scheme === MERGE && each.uri.path === path);
    const text = document?.getText() ?? merge.content;
    if (hasMarks(text)) return undefined;
    await this.#store.drafts.save(merge.place, text);
    await this.#store.drafts.rebase(merge.place, merge.theirs);
    await this.close(merge.place);
    return merge.place;
  }

  /** The merge is over, or not wanted any more. */
  async close(place: DraftPlace): Promise<void> {
    const key = draftKey(place);
    const merges = [...this.#merges].filter(([, merge]) => draftKey(merge.place) === key);
    // Its tab says nothing of what is in it, but for its name.
    const label = l10n.t("#{0} Merge", String(place.thread.number));
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => tab.label.includes(`${label}.md`));
    if (tabs.length > 0) {
      for (const [, { editor }] of merges) await settle(editor);
      await window.tabGroups.close(tabs);
    }
    for (const [path] of merges) this.#merges.delete(path);
  }

  watch(): Disposable {
    return new Disposable(() => undefined);
  }

  stat(uri: Uri): FileStat {
    const merge = this.#merges.get(uri.path);
    if (merge === undefined) {
      if (parseDraftPath(uri.path) !== undefined) throw FileSystemError.FileNotFound(uri);
      return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    return { type: FileType.File, ctime: 0, mtime: merge.mtime, size: Buffer.byteLength(merge.content) };
  }

  readFile(uri: Uri): Uint8Array {
    const merge = this.#merges.get(uri.path);
    if (merge === undefined) throw FileSystemError.FileNotFound(uri);
    return Buffer.from(merge.content);
  }

  writeFile(uri: Uri, content: Uint8Array): void {
    const merge = this.#merges.get(uri.path);
    if (merge === undefined) throw FileSystemError.FileNotFound(uri);
    merge.content = Buffer.from(content).toString("utf8");
    merge.mtime = Date.now();
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(): void {
    // There are as many folders as there are merges in them.
  }

  delete(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  rename(uri: Uri): void {
    throw FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.#own.dispose();
    this.#changed.dispose();
  }

  #text(path: string, query: string, text: string): Uri {
    this.#texts.set(`${path}?${query}`, text);
    return Uri.from({ scheme: TEXTS, path, query });
  }

  /** The merge that is meant where no document is named. */
  #only(): Merge | undefined {
    const [merge, ...others] = this.#merges.values();
    return others.length === 0 ? merge : undefined;
  }
}

/** Closing asks nothing only where no conflict is left and all is saved. Nobody reads what this makes of the merge. */
async function settle(editor: MergeEditor): Promise<void> {
  await vscode.executeCommand(OPEN, editor);
  await vscode.executeCommand("merge.acceptAllInput2");
  await vscode.executeCommand("workbench.action.files.save");
}

function hasMarks(text: string): boolean {
  return /^<{7} /m.test(text) && /^={7}$/m.test(text) && /^>{7}/m.test(text);
}

// Shows conflicting edits in VS Code's three-way merge editor, or in a diff editor if that one can't be opened.
import {
  commands as vscode,
  type Disposable,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  Uri,
  workspace,
  WorkspaceEdit,
  type FileChangeEvent,
  type FileStat,
} from "vscode";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import { inLabel, inLine } from "../../workbench/text/encode.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Log } from "../../workbench/log/log.ts";
import { MERGE_SCHEME } from "../model/file-schemes.ts";
import type { TextFiles } from "../../workbench/lazy-file-system.ts";
import type { Merge, Merges } from "./merges.ts";
import { toBytes, toText } from "./text-bytes.ts";
import { findConflict, type MergeConflict } from "./unresolved.ts";

/** The merge editor has no public API. The Git extension uses this command too. */
const OPEN_COMMAND = "_open.mergeEditor";

/** The compared texts, by the query of their URIs. The URI of the result has no query. */
const SIDES = ["base", "theirs", "mine"] as const;
type Side = (typeof SIDES)[number];

/** The compared texts, before anything is merged. */
export type MergeSides = Omit<Merge, "content" | "savedAt">;

export interface Merged {
  readonly merge: Merge;
  readonly text: string;
  readonly conflict: MergeConflict | undefined;
}

/**
 * Shows the opened version, the server's version and the user's version side by side. The draft doesn't change until
 * the user accepts the merged text.
 */
export class MergeEditor implements TextFiles, Disposable {
  /** A save and the end of a merge run one after the other. Otherwise, the save could bring the merge back. */
  readonly #queue = new Semaphore(1);
  readonly #merges: Merges;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(merges: Merges, { log, now }: { readonly log: Log; readonly now: () => number }) {
    this.#merges = merges;
    this.#log = log;
    this.#now = now;
  }

  /** Opens the three texts in the merge editor. An earlier merge of the same texts continues where it was left. */
  async open(sides: MergeSides): Promise<void> {
    const { path, author, theirs, mine } = sides;
    // Conflict markers make the editor start with what both sides agree on.
    const marked = `<<<<<<< ${inLine(author)}\n${theirs}\n=======\n${mine}\n>>>>>>>\n`;
    const earlier = await this.#merges.get(path);
    const isContinued = earlier !== undefined && SIDES.every((side) => earlier[side] === sides[side]);
    const merge: Merge = isContinued ? { ...earlier, ...sides } : { ...sides, content: marked, savedAt: this.#now() };
    await this.#merges.put(merge);
    const uris = [...SIDES.map((side) => toUri(path, side)), toUri(path)];
    this.#changed.fire(uris.map((uri) => ({ type: FileChangeType.Changed, uri })));
    try {
      await vscode.executeCommand(OPEN_COMMAND, toEditorInput(merge));
    } catch (error) {
      // VS Code may remove the merge editor's internal command. The diff editor always works.
      this.#log.warn("The merge editor could not be opened", { problem: String(error) });
      await this.#merges.put({ ...merge, content: merge.content === marked ? mine : merge.content });
      this.#changed.fire([{ type: FileChangeType.Changed, uri: toUri(path) }]);
      const title = l10n.t("{0}: on the server ↔ yours", sides.title);
      await vscode.executeCommand("vscode.diff", toUri(path, "theirs"), toUri(path), title, { preview: false });
    }
  }

  /** Returns the merged text and the conflicts left in it. Undefined if no such merge exists. */
  async getMerged({ path }: Uri): Promise<Merged | undefined> {
    const merge = await this.#merges.get(path);
    if (merge === undefined) return undefined;
    const result = toUri(path).toString();
    const document = workspace.textDocuments.find(({ uri }) => uri.toString() === result);
    const text = document?.getText() ?? merge.content;
    return { merge, text, conflict: findConflict(merge, text) };
  }

  /**
   * Ends the merge and closes its editor. Closing the tab would ask about conflicts and unsaved text, but when an edit
   * deletes a file, VS Code closes its editors without asking.
   */
  async close(path: string): Promise<void> {
    if ((await this.#merges.get(path)) === undefined) return;
    const end = new WorkspaceEdit();
    end.deleteFile(toUri(path));
    if (await workspace.applyEdit(end)) return;
    // The merge ends anyway. Its editor may stay open, but VS Code shows the file as deleted.
    this.#log.warn("The editor of a merge could not be closed", { path });
    await this.#merges.remove(path);
    this.#changed.fire([{ type: FileChangeType.Deleted, uri: toUri(path) }]);
  }

  async stat(uri: Uri): Promise<FileStat> {
    if (!uri.path.endsWith(".md")) return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    const merge = await this.#getMerge(uri);
    const side = readSide(uri);
    const file = { type: FileType.File, ctime: 0, mtime: merge.savedAt, size: Buffer.byteLength(getText(merge, side)) };
    return side === undefined ? file : { ...file, permissions: FilePermission.Readonly };
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return toBytes(uri, getText(await this.#getMerge(uri), readSide(uri)));
  }

  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    if (readSide(uri) !== undefined) throw FileSystemError.NoPermissions(uri);
    await this.#queue.run(async () => {
      const merge = await this.#getMerge(uri);
      await this.#merges.put({ ...merge, content: await toText(uri, content), savedAt: this.#now() });
    });
  }

  async delete(uri: Uri): Promise<void> {
    if (readSide(uri) !== undefined) throw FileSystemError.NoPermissions(uri);
    await this.#queue.run(() => this.#merges.remove(uri.path));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #getMerge(uri: Uri): Promise<Merge> {
    const merge = await this.#merges.get(uri.path);
    if (merge === undefined) throw FileSystemError.FileNotFound(uri);
    return merge;
  }
}

function toUri(path: string, side: Side | "" = ""): Uri {
  return Uri.from({ scheme: MERGE_SCHEME, path, query: side });
}

function readSide({ query }: Uri): Side | undefined {
  return SIDES.find((side) => side === query);
}

function getText(merge: Merge, side: Side | undefined): string {
  return side === undefined ? merge.content : merge[side];
}

function toEditorInput({ path, author }: Merge) {
  return {
    base: toUri(path, "base"),
    input1: { uri: toUri(path, "theirs"), title: l10n.t("On the Server"), description: inLabel(author) },
    input2: { uri: toUri(path, "mine"), title: l10n.t("Yours"), description: l10n.t("not sent") },
    output: toUri(path),
  };
}

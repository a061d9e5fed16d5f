// A file system that VS Code can open drafts, merges and files of pull requests from before the wing is loaded.
import {
  Disposable,
  FileSystemError,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type FileType,
  type Uri,
} from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { once } from "../../workbench/once.ts";

/** The scheme of a merge: of its input texts and of its result. */
export const MERGE_SCHEME = "triptych-merge";

/** The scheme of a file at one end of a pull request. */
export const PULL_SCHEME = "triptych-pull";

/** The members that these implement differently. */
export type TextFiles = Pick<FileSystemProvider, "onDidChangeFile" | "stat" | "readFile" | "writeFile" | "delete">;

/** Loads the actual provider, including its code, when VS Code opens the first file. */
export class LazyFiles implements FileSystemProvider {
  readonly #files: () => Promise<TextFiles>;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(load: () => Promise<TextFiles>) {
    this.#files = once(async () => {
      const files = await load();
      files.onDidChangeFile((changes) => this.#changed.fire(changes));
      return files;
    });
  }

  watch(): Disposable {
    // The provider reports every change, watched or not.
    return new Disposable(() => undefined);
  }

  async stat(uri: Uri): Promise<FileStat> {
    return (await this.#files()).stat(uri);
  }

  readDirectory(): [string, FileType][] {
    return [];
  }

  createDirectory(): void {
    // Folders exist implicitly, as parts of file paths.
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return (await this.#files()).readFile(uri);
  }

  async writeFile(uri: Uri, content: Uint8Array, how: { readonly create: boolean; readonly overwrite: boolean }) {
    await (await this.#files()).writeFile(uri, content, how);
  }

  async delete(uri: Uri, how: { readonly recursive: boolean }): Promise<void> {
    await (await this.#files()).delete(uri, how);
  }

  rename(from: Uri): void {
    throw FileSystemError.NoPermissions(from);
  }
}

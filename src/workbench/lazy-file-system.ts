// A file system that VS Code can open files from before the wing that provides them is loaded.
import {
  Disposable,
  FileSystemError,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type FileType,
  type Uri,
} from "vscode";
import { Emitter } from "./events.ts";
import { once } from "./lazy-value.ts";

/** The members that these implement differently. */
export type TextFiles = Pick<FileSystemProvider, "onDidChangeFile" | "stat" | "readFile" | "writeFile" | "delete">;

/** Loads the actual provider, including its code, when VS Code opens the first file. */
export class LazyFileSystem implements FileSystemProvider {
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

// Lets VS Code open drafts and merges before the wing is loaded.
import {
  Disposable,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type FileType,
  type Uri,
} from "vscode";
import { Emitter } from "../workbench/events.ts";

/** The scheme of the result of a merge, and of the texts that are merged. */
export const MERGE_SCHEME = "triptych-merge";

/** Loads the provider of the files, code and all, when the first of them is opened. */
export class LazyFiles implements FileSystemProvider {
  readonly #load: () => Promise<FileSystemProvider>;
  readonly #changed = new Emitter<FileChangeEvent[]>();
  #loading: Promise<FileSystemProvider> | undefined;
  readonly onDidChangeFile = this.#changed.event;

  constructor(load: () => Promise<FileSystemProvider>) {
    this.#load = load;
  }

  watch(): Disposable {
    // The provider reports every change, watched or not.
    return new Disposable(() => undefined);
  }

  async stat(uri: Uri): Promise<FileStat> {
    return (await this.#files()).stat(uri);
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    return (await this.#files()).readDirectory(uri);
  }

  async createDirectory(uri: Uri): Promise<void> {
    await (await this.#files()).createDirectory(uri);
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

  async rename(from: Uri, to: Uri, how: { readonly overwrite: boolean }): Promise<void> {
    await (await this.#files()).rename(from, to, how);
  }

  #files(): Promise<FileSystemProvider> {
    return (this.#loading ??= this.#start());
  }

  async #start(): Promise<FileSystemProvider> {
    const files = await this.#load();
    files.onDidChangeFile((changes) => this.#changed.fire(changes));
    return files;
  }
}

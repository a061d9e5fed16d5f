// Reads the Git remotes of the open folders from the built-in Git extension, or from Git's own files.
import { extensions, FileType, RelativePattern, Uri, workspace, type Disposable, type Event } from "vscode";
import { readForeignFile } from "../../base/foreign-file.ts";
import { Emitter } from "../../workbench/events.ts";
import { parseGitPointer, remotesIn } from "../model/git-config.ts";
import type { Remotes } from "./repositories.ts";

const MAX_FILE_BYTES = 2 ** 22;

/** The used part of the API of the built-in Git extension. */
interface GitExtension<Api> {
  readonly enabled: boolean;
  getAPI(version: 1): Api;
}

export interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: Event<GitRepository>;
  readonly onDidCloseRepository: Event<GitRepository>;
  getRepository(uri: Uri): GitRepository | null;
}

export interface GitRepository {
  readonly rootUri: Uri;
  readonly state: {
    readonly HEAD: { readonly commit?: string | undefined } | undefined;
    readonly remotes: readonly GitRemote[];
    readonly onDidChange: Event<void>;
  };
  /** Returns the content of a file at a commit. */
  show(ref: string, path: string): Promise<string>;
  getBranches(query: {
    readonly remote?: boolean;
    readonly contains?: string;
    readonly count?: number;
  }): Promise<readonly { readonly name?: string | undefined; readonly remote?: string | undefined }[]>;
}

export interface GitRemote {
  readonly name: string;
  readonly fetchUrl?: string | undefined;
  readonly pushUrl?: string | undefined;
}

/** Activates the built-in Git extension. Returns undefined if it is missing or disabled, or Git isn't installed. */
export async function activateGit<Api = GitApi>(): Promise<Api | undefined> {
  try {
    const extension = await extensions.getExtension<GitExtension<Api>>("vscode.git")?.activate();
    return extension?.enabled === true ? extension.getAPI(1) : undefined;
  } catch {
    return undefined;
  }
}

export class WorkspaceRemotes implements Remotes, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #disposables: Disposable[] = [];
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #startGit: () => Promise<GitApi | undefined>;
  #starting: Promise<GitApi | undefined> | undefined;
  #git: GitApi | undefined;
  /** The remotes that listeners know: those of the first read, and then those of the last change. */
  #reported: string | undefined;
  /** The remotes in Git's own files, while they are being read. */
  #files: Promise<readonly string[]> | undefined;

  constructor(startGit: () => Promise<GitApi | undefined> = activateGit) {
    this.#startGit = startGit;
    this.#disposables.push(workspace.onDidChangeWorkspaceFolders(() => this.#changed.fire()));
  }

  /**
   * Returns the remotes without waiting for the Git extension, which may take seconds to start. If the extension then
   * reports other remotes, `onDidChange` fires.
   */
  async read(): Promise<readonly string[]> {
    this.#starting ??= this.#start();
    // Falls back to Git's own files: the extension may not have opened the repositories yet, or finds no Git.
    const inFiles = this.#listOpened().length > 0 ? [] : await this.#readFiles();
    // The extension may have opened them since then.
    const opened = this.#listOpened();
    const found = [...new Set(opened.length > 0 ? opened : inFiles)];
    this.#reported ??= found.join("\n");
    return found;
  }

  /** Returns the remotes of the repository that contains a file or folder. Undefined if it isn't in a repository. */
  async at(place: Uri): Promise<readonly string[] | undefined> {
    const repository = (await (this.#starting ??= this.#start()))?.getRepository(place);
    const remotes = repository?.state.remotes ?? [];
    if (remotes.length > 0) return remotes.flatMap(({ fetchUrl, pushUrl }) => fetchUrl ?? pushUrl ?? []);
    // The extension opens a repository before it knows its remotes.
    const root = repository?.rootUri ?? workspace.getWorkspaceFolder(place)?.uri;
    const config = root === undefined ? undefined : await readGitConfig(root);
    return config === undefined ? undefined : remotesIn(config);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#changed.dispose();
  }

  async #start(): Promise<GitApi | undefined> {
    const git = await this.#startGit();
    if (git === undefined) {
      this.#watchFiles();
      return undefined;
    }
    this.#git = git;
    const follow = (repository: GitRepository): void => {
      this.#disposables.push(repository.state.onDidChange(() => void this.#compare()));
      void this.#compare();
    };
    git.repositories.forEach(follow);
    this.#disposables.push(
      git.onDidOpenRepository(follow),
      git.onDidCloseRepository(() => void this.#compare()),
    );
    return git;
  }

  /** Returns the remotes of the repositories that the Git extension has opened. */
  #listOpened(): readonly string[] {
    const remotes = (this.#git?.repositories ?? []).flatMap(({ state }) => state.remotes);
    return remotes.flatMap(({ fetchUrl, pushUrl }) => [fetchUrl, pushUrl]).filter((url) => url !== undefined);
  }

  /** Reads the files once for all simultaneous callers. */
  #readFiles(): Promise<readonly string[]> {
    this.#files ??= readRemotesFromFiles().finally(() => (this.#files = undefined));
    return this.#files;
  }

  /** Fires only if the remotes changed, because the state of a repository changes with every file. */
  async #compare(): Promise<void> {
    const found = (await this.read()).join("\n");
    if (found === this.#reported) return;
    this.#reported = found;
    this.#changed.fire();
  }

  #watchFiles(): void {
    for (const folder of workspace.workspaceFolders ?? []) {
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, ".git/config"));
      this.#disposables.push(
        watcher,
        watcher.onDidCreate(() => void this.#compare()),
        watcher.onDidChange(() => void this.#compare()),
        watcher.onDidDelete(() => void this.#compare()),
      );
    }
  }
}

async function readRemotesFromFiles(): Promise<readonly string[]> {
  const folders = workspace.workspaceFolders ?? [];
  const found = await Promise.all(folders.map(({ uri }) => readGitConfig(uri)));
  return found.flatMap((config) => (config === undefined ? [] : remotesIn(config)));
}

/** Reads `.git/config`. In a worktree or submodule, `.git` is a file with the path of the folder. */
async function readGitConfig(folder: Uri): Promise<string | undefined> {
  const git = Uri.joinPath(folder, ".git");
  const config = await readText(Uri.joinPath(git, "config"), folder);
  if (config !== undefined) return config;
  const pointer = parseGitPointer((await readText(git, folder)) ?? "");
  if (pointer === undefined) return undefined;
  const { path, isAbsolute } = pointer;
  const gitFolder = isAbsolute ? folder.with({ path }) : Uri.joinPath(folder, path);
  const ownConfig = await readText(Uri.joinPath(gitFolder, "config"), gitFolder);
  if (ownConfig !== undefined) return ownConfig;
  const commonPath = (await readText(Uri.joinPath(gitFolder, "commondir"), gitFolder))?.trim();
  if (commonPath === undefined) return undefined;
  const commonFolder = Uri.joinPath(gitFolder, commonPath);
  return readText(Uri.joinPath(commonFolder, "config"), commonFolder);
}

/**
 * Reads a file as small as Git's own are. Reads local ones without `workspace.fs`, which first waits for the window,
 * which is busy drawing the view.
 */
async function readText(uri: Uri, within: Uri): Promise<string | undefined> {
  if (uri.scheme === "file")
    return (await readForeignFile(uri.fsPath, { within: within.fsPath, maxBytes: MAX_FILE_BYTES }))?.toString("utf8");
  try {
    const { type, size } = await workspace.fs.stat(uri);
    // A remote file without a size may be one of the system that never ends.
    if (type !== FileType.File || size === 0 || size > MAX_FILE_BYTES) return undefined;
    return Buffer.from(await workspace.fs.readFile(uri)).toString("utf8");
  } catch {
    return undefined;
  }
}

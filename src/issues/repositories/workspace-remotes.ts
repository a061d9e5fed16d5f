// The git remotes of the open folders, from the built-in Git extension.
import { extensions, RelativePattern, Uri, workspace, type Disposable, type Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { remotesIn } from "../model/git-config.ts";
import type { Remotes } from "./repositories.ts";

/** The part of the built-in Git extension's interface that is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
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
  /** The file at a commit. */
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

/** The built-in Git extension. Undefined if it is missing or turned off, or finds no Git on the machine. */
export async function gitOfWindow(): Promise<GitApi | undefined> {
  try {
    const exported = await extensions.getExtension<GitExtension>("vscode.git")?.activate();
    return exported?.enabled === true ? exported.getAPI(1) : undefined;
  } catch {
    return undefined;
  }
}

/** Longer than any path that an operating system takes. */
const MAX_POINTER_CHARS = 8000;

/** The git remotes of the open folders, from the Git extension or from git's own files. */
export class WorkspaceRemotes implements Remotes, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #owned: Disposable[] = [];
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #startGit: () => Promise<GitApi | undefined>;
  #starting: Promise<GitApi | undefined> | undefined;
  #git: GitApi | undefined;
  #known = "";
  /** Git's own files, while they are being read. */
  #files: Promise<readonly string[]> | undefined;

  constructor(startGit: () => Promise<GitApi | undefined> = gitOfWindow) {
    this.#startGit = startGit;
    this.#owned.push(workspace.onDidChangeWorkspaceFolders(() => this.#changed.fire()));
  }

  /**
   * Doesn't wait for the Git extension, which may take seconds to start. Fires later if the extension reports other
   * remotes.
   */
  async read(): Promise<readonly string[]> {
    this.#starting ??= this.#start();
    const remotes = (this.#git?.repositories ?? []).flatMap(({ state }) => state.remotes);
    const named = remotes.flatMap(({ fetchUrl, pushUrl }) => [fetchUrl, pushUrl]).filter((url) => url !== undefined);
    // The extension opens repositories in its own time, and is active even if no Git is installed.
    const found = [...new Set(named.length > 0 ? named : await this.#readFiles())];
    this.#known = found.join("\n");
    return found;
  }

  /** The remotes of the repository that contains this file or folder. Undefined if no repository does. */
  async at(place: Uri): Promise<readonly string[] | undefined> {
    const repository = (await (this.#starting ??= this.#start()))?.getRepository(place);
    if (repository !== null && repository !== undefined) {
      return repository.state.remotes.flatMap(({ fetchUrl, pushUrl }) => fetchUrl ?? pushUrl ?? []);
    }
    const folder = workspace.getWorkspaceFolder(place);
    const config = folder === undefined ? undefined : await readGitConfig(folder.uri);
    return config === undefined ? undefined : remotesIn(config);
  }

  dispose(): void {
    for (const owned of this.#owned) owned.dispose();
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
      this.#owned.push(repository.state.onDidChange(() => void this.#compare()));
      void this.#compare();
    };
    git.repositories.forEach(follow);
    this.#owned.push(
      git.onDidOpenRepository(follow),
      git.onDidCloseRepository(() => void this.#compare()),
    );
    return git;
  }

  /** Simultaneous callers share one look at the files. */
  #readFiles(): Promise<readonly string[]> {
    this.#files ??= remotesOfFiles().finally(() => (this.#files = undefined));
    return this.#files;
  }

  /** The state of a repository changes with every file; its remotes do not. */
  async #compare(): Promise<void> {
    const before = this.#known;
    await this.read();
    if (this.#known !== before) this.#changed.fire();
  }

  #watchFiles(): void {
    for (const folder of workspace.workspaceFolders ?? []) {
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, ".git/config"));
      this.#owned.push(
        watcher,
        watcher.onDidCreate(() => void this.#compare()),
        watcher.onDidChange(() => void this.#compare()),
        watcher.onDidDelete(() => void this.#compare()),
      );
    }
  }
}

async function remotesOfFiles(): Promise<readonly string[]> {
  const folders = workspace.workspaceFolders ?? [];
  const found = await Promise.all(folders.map(({ uri }) => readGitConfig(uri)));
  return found.flatMap((config) => (config === undefined ? [] : remotesIn(config)));
}

/** `.git/config`. In a worktree or submodule, `.git` is a file that names the folder. */
async function readGitConfig(folder: Uri): Promise<string | undefined> {
  const git = Uri.joinPath(folder, ".git");
  const config = await text(Uri.joinPath(git, "config"));
  if (config !== undefined) return config;
  const [first = ""] = ((await text(git)) ?? "").slice(0, MAX_POINTER_CHARS).split("\n", 1);
  const pointer = first.startsWith("gitdir:") ? first.slice("gitdir:".length).trim() : "";
  if (pointer === "") return undefined;
  const elsewhere = pointer.startsWith("/") ? folder.with({ path: pointer }) : Uri.joinPath(folder, pointer);
  const own = await text(Uri.joinPath(elsewhere, "config"));
  if (own !== undefined) return own;
  const common = (await text(Uri.joinPath(elsewhere, "commondir")))?.trim();
  return common === undefined ? undefined : text(Uri.joinPath(elsewhere, common, "config"));
}

async function text(uri: Uri): Promise<string | undefined> {
  try {
    return Buffer.from(await workspace.fs.readFile(uri)).toString("utf8");
  } catch {
    return undefined;
  }
}

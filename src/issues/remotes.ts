import { extensions, RelativePattern, Uri, workspace } from "vscode";
import type { Disposable, Event } from "vscode";
import { Emitter } from "../workbench/events.ts";
import { remotesIn } from "./model/git-config.ts";
import type { Remotes } from "./store/repositories.ts";

/** The part of the built-in Git extension's interface that is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

interface GitApi {
  readonly repositories: readonly GitRepository[];
  readonly onDidOpenRepository: Event<GitRepository>;
  readonly onDidCloseRepository: Event<GitRepository>;
}

interface GitRepository {
  readonly state: {
    readonly remotes: readonly { readonly fetchUrl?: string; readonly pushUrl?: string }[];
    readonly onDidChange: Event<void>;
  };
}

/** The git remotes of the opened folders, as the Git extension knows them, or as the files of git have them. */
export class WorkspaceRemotes implements Remotes, Disposable {
  readonly #changed = new Emitter<void>();
  readonly #owned: Disposable[] = [];
  readonly onDidChange: Event<void> = this.#changed.event;
  #git: Promise<GitApi | undefined> | undefined;
  #known = "";

  constructor() {
    this.#owned.push(workspace.onDidChangeWorkspaceFolders(() => this.#changed.fire()));
  }

  async read(): Promise<readonly string[]> {
    this.#git ??= this.#start();
    const git = await this.#git;
    const remotes = (git?.repositories ?? []).flatMap(({ state }) => state.remotes);
    const named = remotes.flatMap(({ fetchUrl, pushUrl }) => [fetchUrl, pushUrl]).filter((url) => url !== undefined);
    // The extension opens repositories in its own time, and is there even where there is no git.
    const found = [...new Set(named.length > 0 ? named : await remotesOfFiles())];
    this.#known = found.join("\n");
    return found;
  }

  dispose(): void {
    for (const owned of this.#owned) owned.dispose();
    this.#changed.dispose();
  }

  async #start(): Promise<GitApi | undefined> {
    const extension = extensions.getExtension<GitExtension>("vscode.git");
    if (extension === undefined) {
      this.#watchFiles();
      return undefined;
    }
    try {
      const exported = await extension.activate();
      // Without git on the machine, and where the setting turns it off, it gives nothing.
      if (!exported.enabled) throw new Error("git is not enabled");
      const git = exported.getAPI(1);
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
    } catch {
      this.#watchFiles();
      return undefined;
    }
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
  const found = await Promise.all(folders.map(({ uri }) => configOf(uri)));
  return found.flatMap((config) => (config === undefined ? [] : remotesIn(config)));
}

/** `.git/config`; a worktree and a submodule have a file there that says where the folder is. */
async function configOf(folder: Uri): Promise<string | undefined> {
  const git = Uri.joinPath(folder, ".git");
  const config = await text(Uri.joinPath(git, "config"));
  if (config !== undefined) return config;
  const pointer = /^gitdir:\s*(.+)$/m.exec((await text(git)) ?? "")?.[1]?.trim();
  if (pointer === undefined) return undefined;
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

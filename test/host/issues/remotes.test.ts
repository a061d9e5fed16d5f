// Git remotes are read from Git's own files while the Git extension doesn't know them yet.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Uri, workspace } from "vscode";
import {
  WorkspaceRemotes,
  type GitApi,
  type GitRepository,
} from "../../../src/issues/repositories/workspace-remotes.ts";
import { until } from "../extension.ts";

const NEVER = () => ({ dispose: () => undefined });

/** The Git extension with one repository, which never changes. */
function gitWith(fetchUrl: string): GitApi {
  const repository: GitRepository = {
    rootUri: Uri.file("/repository"),
    state: { HEAD: undefined, remotes: [{ name: "origin", fetchUrl }], onDidChange: NEVER },
    show: () => Promise.resolve(""),
    getBranches: () => Promise.resolve([]),
  };
  return {
    repositories: [repository],
    onDidOpenRepository: NEVER,
    onDidCloseRepository: NEVER,
    getRepository: () => repository,
  };
}

describe("The git remotes of the opened folder", () => {
  const [folder] = workspace.workspaceFolders ?? [];
  const git = () => Uri.joinPath(folder?.uri ?? assert.fail("no folder is open"), ".git");
  afterEach(() => workspace.fs.delete(git(), { recursive: true, useTrash: false }));

  const write = (uri: Uri, text: string) => workspace.fs.writeFile(uri, new TextEncoder().encode(text));

  it("are read from Git's files if the Git extension has not opened them", async () => {
    await write(Uri.joinPath(git(), "config"), '[remote "origin"]\n\turl = git@codeberg.org:lantern/almanac.git\n');
    const remotes = new WorkspaceRemotes();
    try {
      assert.deepEqual(await remotes.read(), ["git@codeberg.org:lantern/almanac.git"]);
    } finally {
      remotes.dispose();
    }
  });

  it("are read from Git's files until the Git extension has started, and then from the extension", async () => {
    await write(Uri.joinPath(git(), "config"), '[remote "origin"]\n\turl = https://codeberg.org/lantern/almanac\n');
    let startGit: (git: GitApi) => void = () => assert.fail("the Git extension was not started");
    const remotes = new WorkspaceRemotes(() => new Promise((resolve) => (startGit = resolve)));
    try {
      assert.deepEqual(await remotes.read(), ["https://codeberg.org/lantern/almanac"]);
      const changed = new Promise<void>((resolve) => remotes.onDidChange(() => resolve()));
      startGit(gitWith("https://codeberg.org/lantern/tides"));
      await changed;
      assert.deepEqual(await remotes.read(), ["https://codeberg.org/lantern/tides"]);
    } finally {
      remotes.dispose();
    }
  });

  it("are the Git extension's if it starts while Git's files are read", async () => {
    await write(Uri.joinPath(git(), "config"), '[remote "origin"]\n\turl = https://codeberg.org/lantern/almanac\n');
    const remotes = new WorkspaceRemotes(() => Promise.resolve(gitWith("https://codeberg.org/lantern/tides")));
    try {
      assert.deepEqual(await remotes.read(), ["https://codeberg.org/lantern/tides"]);
    } finally {
      remotes.dispose();
    }
  });

  it("are reported as changed without the Git extension, even if something else has already read them", async () => {
    const config = Uri.joinPath(git(), "config");
    await write(config, '[remote "origin"]\n\turl = https://codeberg.org/lantern/almanac\n');
    const remotes = new WorkspaceRemotes(() => Promise.resolve(undefined));
    try {
      await remotes.read();
      let changes = 0;
      remotes.onDidChange(() => (changes += 1));
      await write(config, '[remote "origin"]\n\turl = https://codeberg.org/lantern/tides\n');
      assert.deepEqual(await remotes.read(), ["https://codeberg.org/lantern/tides"]);
      await until("the change is reported", () => changes === 1);
    } finally {
      remotes.dispose();
    }
  });

  it("are not read from a remote share or from a file of unusual size", async () => {
    const remote = '[remote "origin"]\n\turl = https://codeberg.org/lantern/almanac\n';
    const remotes = new WorkspaceRemotes(() => Promise.resolve(undefined));
    try {
      await write(git(), "gitdir: //share.invalid/almanac/.git\n");
      assert.deepEqual(await remotes.read(), []);
      await workspace.fs.delete(git(), { useTrash: false });
      await write(Uri.joinPath(git(), "config"), remote.padEnd(2 ** 23));
      assert.deepEqual(await remotes.read(), []);
    } finally {
      remotes.dispose();
    }
  });

  it("are not read from a pipe, which may never end", async () => {
    if (process.platform === "win32") return;
    const config = Uri.joinPath(git(), "config");
    await workspace.fs.createDirectory(git());
    await promisify(execFile)("mkfifo", [config.fsPath]);
    const remotes = new WorkspaceRemotes(() => Promise.resolve(undefined));
    try {
      assert.deepEqual(await remotes.read(), []);
    } finally {
      remotes.dispose();
    }
  });

  it("are not read through a link out of the folder, which may lead to a file that never ends", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "triptych-remotes-"));
    const remotes = new WorkspaceRemotes(() => Promise.resolve(undefined));
    try {
      await write(
        Uri.file(join(elsewhere, "config")),
        '[remote "origin"]\n\turl = https://codeberg.org/lantern/almanac\n',
      );
      await symlink(elsewhere, git().fsPath);
      assert.deepEqual(await remotes.read(), []);
      await rm(git().fsPath);
      await workspace.fs.createDirectory(git());
      for (const target of [join(elsewhere, "config"), "/proc/self/pagemap"]) {
        await symlink(target, join(git().fsPath, "config"));
        assert.deepEqual(await remotes.read(), []);
        await rm(join(git().fsPath, "config"));
      }
    } finally {
      remotes.dispose();
      await rm(elsewhere, { recursive: true });
    }
  });

  it("are found in a worktree", async () => {
    const elsewhere = Uri.joinPath(folder?.uri ?? assert.fail(), ".main");
    try {
      await write(git(), "gitdir: .main/worktrees/one\n");
      await write(Uri.joinPath(elsewhere, "worktrees", "one", "commondir"), "../..\n");
      await write(
        Uri.joinPath(elsewhere, "config"),
        '[remote "origin"]\n\turl = https://codeberg.org/lantern/almanac\n',
      );
      const remotes = new WorkspaceRemotes();
      try {
        assert.deepEqual(await remotes.read(), ["https://codeberg.org/lantern/almanac"]);
      } finally {
        remotes.dispose();
      }
    } finally {
      await workspace.fs.delete(elsewhere, { recursive: true, useTrash: false });
    }
  });
});

// Git remotes are read from git's own files if the Git extension doesn't know them yet.
import assert from "node:assert/strict";
import { Uri, workspace } from "vscode";
import { WorkspaceRemotes } from "../../../src/issues/repositories/workspace-remotes.ts";

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

// Remotes, the current commit and permalinks through VS Code's own Git extension, in a repository made by Git.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { commands, Selection, Uri, window, workspace } from "vscode";
import { parseKnownRemote } from "../../../src/issues/model/address.ts";
import { readEditorExcerpt } from "../../../src/issues/references/editor-excerpt.ts";
import { activateGit, WorkspaceRemotes } from "../../../src/issues/repositories/workspace-remotes.ts";
import { until } from "../extension.ts";

const BASE = "https://forge.example";
const REMOTE = `${BASE}/lantern/almanac.git`;
const CODE = "const tide = 1;\nconst moon = 2;\n";

describe("VS Code's Git extension", () => {
  const folder = Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open"), "almanac");
  const file = Uri.joinPath(folder, "tide.ts");

  async function git(...args: readonly string[]): Promise<string> {
    const person = ["-c", "user.name=Nadia", "-c", "user.email=nadia@example.org", "-c", "commit.gpgSign=false"];
    const { stdout } = await promisify(execFile)("git", [...person, ...args], { cwd: folder.fsPath });
    return stdout.trim();
  }

  let remotes: WorkspaceRemotes;

  before(async () => {
    remotes = new WorkspaceRemotes();
    await workspace.fs.writeFile(file, new TextEncoder().encode(CODE));
    await git("init", "--quiet");
    await git("remote", "add", "origin", REMOTE);
    await git("add", ".");
    await git("commit", "--quiet", "--message", "Add tides");
  });
  after(async () => {
    remotes.dispose();
    await commands.executeCommand("workbench.action.closeAllEditors");
    await commands.executeCommand("git.close", folder);
    await workspace.fs.delete(folder, { recursive: true, useTrash: false });
  });

  it("is active, and opens the repository of a file", async () => {
    const api = (await activateGit()) ?? assert.fail("VS Code's Git extension is not active, or Git is not installed");
    await window.showTextDocument(file);
    await until("the repository is open", () => api.repositories.length > 0);
    const [repository] = api.repositories;
    assert.equal(repository?.rootUri.path, folder.path);
    assert.deepEqual(await remotes.at(file), [REMOTE], "known before the extension has read the repository");
    await until("the repository is read", () => repository?.state.HEAD?.commit !== undefined);
    assert.deepEqual(
      repository?.state.remotes.map(({ name, fetchUrl }) => [name, fetchUrl]),
      [["origin", REMOTE]],
    );
  });

  it("provides the remotes, and reports a new one", async () => {
    assert.deepEqual(await remotes.at(file), [REMOTE]);
    assert.ok((await remotes.read()).includes(REMOTE));
    const added = `${BASE}/tomas/almanac.git`;
    let isReported = false;
    const listening = remotes.onDidChange(async () => {
      isReported ||= (await remotes.read()).includes(added);
    });
    await git("remote", "add", "tomas", added);
    // The extension may not watch a repository yet that it has just opened.
    await until("the new remote is reported", async () => {
      await commands.executeCommand("git.refresh", folder);
      return isReported;
    });
    listening.dispose();
  });

  it("provides the commit and its content for the permalink of a selection", async () => {
    const editor = await window.showTextDocument(file);
    editor.selection = new Selection(1, 0, 1, 5);
    const excerpt = () => readEditorExcerpt((remote) => parseKnownRemote(remote, [BASE]));
    const commit = await git("rev-parse", "HEAD");
    const link = `[tide.ts line 2](${BASE}/lantern/almanac/src/commit/${commit}/tide.ts#L2)`;
    const { home, markdown } = await excerpt();
    assert.deepEqual(home, { base: BASE, owner: "lantern", name: "almanac" });
    assert.ok(markdown.startsWith(`${link}\n\n*Commit ${commit.slice(0, 10)} has not been pushed yet`), markdown);
    await git("update-ref", "refs/remotes/origin/main", "HEAD");
    assert.equal((await excerpt()).markdown, `${link}\n\n\`\`\`typescript\nconst moon = 2;\n\`\`\`\n`);
  });
});

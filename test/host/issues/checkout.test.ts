// Checking out pull requests through VS Code's own Git extension, in a clone made by Git.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { commands, Uri, window, workspace } from "vscode";
import { Checkout, type CheckoutGit } from "../../../src/issues/pulls/checkout.ts";
import { activateGit } from "../../../src/issues/repositories/workspace-remotes.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { until } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

describe("Checking out a pull request", () => {
  const at = forgeTests();
  const folder = Uri.joinPath(workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open"), "pull-clone");
  const file = Uri.joinPath(folder, "tide.ts");
  let server: string;
  let opened: ReturnType<Machine["open"]>;
  /** The head of the pull request. */
  let head: string;

  async function git(cwd: string, ...args: readonly string[]): Promise<string> {
    const person = ["-c", "user.name=Nadia", "-c", "user.email=nadia@example.org", "-c", "commit.gpgSign=false"];
    const { stdout } = await promisify(execFile)("git", [...person, ...args], { cwd });
    return stdout.trim();
  }
  const here = (...args: readonly string[]): Promise<string> => git(folder.fsPath, ...args);
  const startGit = () => activateGit<CheckoutGit>();
  const address = (number = 4n) => ({ base: at.forge.base, owner: "lantern", name: "almanac", number });
  const branch = () => here("branch", "--show-current");
  const write = (text: string) => workspace.fs.writeFile(file, Buffer.from(text));

  before(async () => {
    server = await mkdtemp(join(tmpdir(), "triptych-server-"));
    await git(server, "init", "--quiet", "--bare", "--initial-branch", "main");
    await workspace.fs.createDirectory(folder);
    await here("init", "--quiet", "--initial-branch", "main");
    // Fetches from the folder what the clone believes to be at the sandbox.
    const url = `${at.forge.base}/lantern/almanac.git`;
    await here("remote", "add", "origin", url);
    await here("config", `url.${server}.insteadOf`, url);
    await write("const tide = 1;\n");
    await here("add", ".");
    await here("commit", "--quiet", "--message", "Add tides");
    await here("checkout", "--quiet", "-b", "all-constituents");
    await write("const tide = 2;\n");
    await here("commit", "--quiet", "--all", "--message", "Read all");
    head = await here("rev-parse", "HEAD");
    await here("push", "--quiet", "origin", "main", "all-constituents", "HEAD:refs/pull/4/head");
    await here("checkout", "--quiet", "main");
    await here("branch", "--quiet", "-D", "all-constituents");
    await window.showTextDocument(file);
    const api = (await startGit()) ?? assert.fail("VS Code's Git extension is not active");
    await until("the repository is open", () =>
      api.repositories.some(({ rootUri, state }) => rootUri.path === folder.path && state.remotes.length > 0),
    );
  });
  after(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    await commands.executeCommand("git.close", folder);
    await workspace.fs.delete(folder, { recursive: true, useTrash: false });
    await rm(server, { recursive: true, force: true });
  });
  beforeEach(async () => {
    opened = at.home.open(at.forge.base);
    await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, headSha: head });
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.files.revert");
    await here("checkout", "--quiet", "--force", "main");
    for (const name of (await here("branch", "--format", "%(refname:short)")).split("\n")) {
      if (name !== "main") await here("branch", "--quiet", "-D", name);
    }
    await refreshed();
  });

  const findClone = async () =>
    (await startGit())?.repositories.find(({ rootUri }) => rootUri.path === folder.path) ?? assert.fail();

  /** Waits until the Git extension has noticed which branch is checked out. */
  const refreshed = async (): Promise<void> => {
    const name = await branch();
    const repository = await findClone();
    await until("the branch is noticed", async () => {
      await repository.status();
      return repository.state.HEAD?.name === name;
    });
  };
  const open = (dialogs: ScriptedDialogs) =>
    new Checkout({ shared: { dialogs }, services: opened.services, state: opened.memento, startGit });
  const checkOut = async (dialogs = new ScriptedDialogs(), number?: bigint) => {
    const checkout = open(dialogs);
    await checkout.checkOut(address(number));
    return checkout;
  };

  it("creates the branch with its upstream, remembers it across restarts, and goes back", async () => {
    const dialogs = new ScriptedDialogs();
    const checkout = await checkOut(dialogs);
    assert.equal(await branch(), "all-constituents");
    assert.equal(await here("rev-parse", "HEAD"), head);
    assert.equal(await here("rev-parse", "--abbrev-ref", "@{upstream}"), "origin/all-constituents");
    assert.equal(await readFile(file.fsPath, "utf8"), "const tide = 2;\n");
    assert.deepEqual(dialogs.shown, ["Checked out all-constituents of !4. [Back to main]"]);
    await refreshed();
    const found = open(dialogs).find(await findClone());
    assert.deepEqual([found?.pull, found?.defaultBranch], [address(), "main"]);
    await checkout.back();
    assert.equal(await branch(), "main");
  });

  it("uses an existing branch, and says if it has other commits", async () => {
    await here("branch", "--quiet", "all-constituents");
    const dialogs = new ScriptedDialogs();
    await checkOut(dialogs);
    assert.equal(await branch(), "all-constituents");
    assert.deepEqual(dialogs.shown, [
      "Checked out all-constituents of !4. It has other commits than !4: pull, or push yours. [Back to main]",
    ]);
  });

  it("gets the commits of a deleted branch under a name of its own", async () => {
    await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, headDeleted: true });
    await checkOut();
    assert.equal(await branch(), "pull/4/all-constituents");
    assert.equal(await here("rev-parse", "HEAD"), head);
  });

  it("leaves uncommitted and unsaved work alone, and offers a worktree", async () => {
    await write("const tide = 3;\n");
    const dialogs = new ScriptedDialogs("Create Worktree", undefined);
    await checkOut(dialogs);
    await until("the worktree exists", () => dialogs.shown.length === 2);
    const worktree = `${folder.fsPath}.worktrees/all-constituents`;
    try {
      assert.deepEqual(dialogs.shown, [
        "!4 was not checked out. 1 change is not committed. [Create Worktree]",
        `Checked out all-constituents of !4 in ${worktree}. [Open in New Window]`,
      ]);
      assert.equal(await branch(), "main");
      assert.equal(await git(worktree, "rev-parse", "HEAD"), head);
    } finally {
      await here("worktree", "remove", "--force", worktree);
    }
    await here("checkout", "--quiet", "--force", "main");
    const editor = await window.showTextDocument(file);
    // An edit is dropped if VS Code reads the file again at the same time, which Git has just changed.
    await until("the file has an unsaved change", async () => {
      await editor.edit((edit) => edit.insert(editor.document.positionAt(0), "// unsaved\n"));
      return editor.document.isDirty;
    });
    const unsaved = new ScriptedDialogs();
    await checkOut(unsaved);
    assert.deepEqual(unsaved.shown, ["!4 was not checked out. 1 file is not saved. [Create Worktree]"]);
    assert.equal(await branch(), "main");
  });

  it("says what Git says, and doesn't pass it a name that is an option", async () => {
    await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, head: "gone" });
    const gone = new ScriptedDialogs();
    await checkOut(gone);
    assert.match(gone.shown.join(), /^Not checked out\. .*refs\/heads\/gone/);
    for (const head of ["-f", "a..b", "a b", "--upload-pack=touch x", "x:y"]) {
      await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, head });
      const dialogs = new ScriptedDialogs();
      await checkOut(dialogs);
      assert.deepEqual(dialogs.shown, [`Not checked out. Git doesn't allow the name ${head}.`]);
    }
    assert.equal(await branch(), "main");
  });

  it("offers to clone a repository that no open folder is a clone of", async () => {
    const dialogs = new ScriptedDialogs();
    await open(dialogs).checkOut({ ...address(), owner: "alice", name: "demo" });
    assert.deepEqual(dialogs.shown, ["No open folder is a clone of alice/demo. [Clone…]"]);
  });
});

// Checking out pull requests through VS Code's own Git extension, in a clone made by Git.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { StatusBarAlignment, window, type StatusBarItem } from "vscode";
import { Checkout } from "../../../src/issues/pulls/checkout/checkout.ts";
import { CheckedOutPulls } from "../../../src/issues/pulls/checkout/checked-out-pulls.ts";
import { showCheckedOut } from "../../../src/issues/pulls/checkout/checkout-status.ts";
import { threadIn } from "../../../src/issues/parts/command-subjects.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { until } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";
import { pullClone } from "./pull-clone.ts";

describe("Checking out a pull request", () => {
  const at = forgeTests();
  const clone = pullClone("pull-clone", at);
  const { branch, file, findClone, folder, git, here, refreshed, startGit, write } = clone;
  let opened: ReturnType<Machine["open"]>;
  const address = (number = 4n) => ({ base: at.forge.base, owner: "lantern", name: "almanac", number });

  beforeEach(async () => {
    opened = at.home.open(at.forge.base);
    await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, headSha: clone.head });
  });

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
    assert.equal(await here("rev-parse", "HEAD"), clone.head);
    assert.equal(await here("rev-parse", "--abbrev-ref", "@{upstream}"), "origin/all-constituents");
    assert.equal(await readFile(file.fsPath, "utf8"), "const tide = 2;\n");
    assert.deepEqual(dialogs.shown, ["Checked out all-constituents of !4. [Back to main]"]);
    await refreshed();
    const found = open(dialogs).find(await findClone());
    assert.deepEqual([found?.pull, found?.defaultBranch], [address(), "main"]);
    await checkout.back();
    assert.equal(await branch(), "main");
  });

  it("notices a branch that was changed in a terminal a moment ago", async () => {
    const dialogs = new ScriptedDialogs();
    const checkout = await checkOut(dialogs);
    await refreshed();
    await here("checkout", "--quiet", "main");
    await checkout.checkOut(address());
    assert.equal(await branch(), "all-constituents");
    await refreshed();
    await here("checkout", "--quiet", "main");
    await checkout.back();
    const done = "Checked out all-constituents of !4. [Back to main]";
    assert.deepEqual(dialogs.shown, [done, done, "No pull request is checked out."]);
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
    assert.equal(await here("rev-parse", "HEAD"), clone.head);
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
      assert.equal(await git(worktree, "rev-parse", "HEAD"), clone.head);
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

  it("shows the pull request of the current branch in the status bar, and opens it from there", async () => {
    let shown: string | undefined;
    let item: StatusBarItem | undefined;
    const createItem = (): StatusBarItem => {
      const made = window.createStatusBarItem("pull-under-test", StatusBarAlignment.Left);
      const { hide, show } = made;
      item = Object.assign(made, {
        show: () => {
          shown = made.text;
          show.call(made);
        },
        hide: () => {
          shown = undefined;
          hide.call(made);
        },
      });
      return made;
    };
    const checkout = open(new ScriptedDialogs());
    const checkedOut = new CheckedOutPulls(checkout, startGit);
    const status = showCheckedOut({ checkedOut, createItem });
    try {
      await refreshed();
      assert.equal(shown, undefined);
      await checkout.checkOut(address());
      await until("it shows the pull request", () => shown === "$(git-pull-request) !4");
      assert.equal(item?.tooltip, "!4 Read all constituents, not the first 37");
      const { command, arguments: given = [] } = typeof item.command === "object" ? item.command : assert.fail();
      assert.equal(command, "triptych.issues.openIssue");
      assert.deepEqual(threadIn(given[0])?.thread, address());
      // Another program checks out another branch, and then this one again.
      await here("checkout", "--quiet", "main");
      await refreshed();
      await until("it is hidden", () => shown === undefined);
      await here("checkout", "--quiet", "all-constituents");
      await refreshed();
      await until("it is back", () => shown === "$(git-pull-request) !4");
    } finally {
      status.dispose();
      checkedOut.dispose();
    }
  });

  it("offers to clone a repository that no open folder is a clone of", async () => {
    const dialogs = new ScriptedDialogs();
    await open(dialogs).checkOut({ ...address(), owner: "alice", name: "demo" });
    assert.deepEqual(dialogs.shown, ["No open folder is a clone of alice/demo. [Clone…]"]);
  });
});

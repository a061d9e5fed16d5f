// Users learn that they can't write, and what to do about it, before they type anything.
import assert from "node:assert/strict";
import { Permission } from "../../../src/issues/repositories/permission.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { forgeTests } from "./forge-tests.ts";

describe("Permission to write, before anything is typed", () => {
  const here = forgeTests();
  let window: ReturnType<Machine["open"]>;

  beforeEach(() => {
    window = here.home.open(here.forge.base);
  });

  const demo = () => ({ base: here.forge.base, owner: "alice", name: "demo" });
  const asking = (...answers: readonly (string | undefined)[]) => {
    const dialogs = new ScriptedDialogs(...answers);
    const signedIn: string[] = [];
    const { access, threads } = window.services;
    const permission = new Permission({
      dialogs,
      access,
      now: Date.now,
      signIn: (base) => {
        signedIn.push(base);
        return Promise.resolve(undefined);
      },
      issueAt: (thread) => threads.at(thread).thread?.issue,
    });
    return { dialogs, permission, signedIn };
  };

  it("requires an account", async () => {
    const { permission, signedIn } = asking();
    assert.equal(await permission.check("comment", { ...demo(), number: 1n }), false);
    assert.deepEqual(signedIn, [here.forge.base]);
  });

  it("names the missing scope of a read-only token, and offers another token", async () => {
    await window.signIn("alice");
    const [account] = window.accounts.list("issues");
    assert.ok(account);
    const lacking = { tellsName: true, listsRepositories: true, readsIssues: true, notifies: true };
    await window.services.tokenScopes.keep(account, { ...lacking, writesIssues: false });
    for (const act of ["comment", "createIssue", "changeIssue", "sortIssue"] as const) {
      const { dialogs, permission, signedIn } = asking("Sign In Again…");
      assert.equal(await permission.check(act, { ...demo(), number: 1n }), false, act);
      assert.match(dialogs.shown.join(), /can only read. To write, it needs write:issue. \[Sign In Again…\]/);
      assert.deepEqual(signedIn, [here.forge.base]);
    }
  });

  it("says that a thread is locked, and whose issue it is, once that is known", async () => {
    await window.signIn("bob");
    const thread = { ...demo(), number: 1n };
    const before = asking();
    assert.equal(await before.permission.check("changeIssue", thread), true, "the server decides");
    await window.services.threads.read(thread);
    const after = asking();
    assert.equal(await after.permission.check("changeIssue", thread), false);
    assert.match(after.dialogs.shown.join(), /Only its author and people with write access to alice\/demo/);
  });

  it("asks the server before it says no, because rights and locks change", async () => {
    await window.signIn("bob");
    const thread = { ...demo(), number: 8n };
    await window.services.threads.read(thread);
    const before = asking();
    assert.equal(await before.permission.check("comment", thread), false);
    assert.match(before.dialogs.shown.join(), /This issue is locked\./);
    await here.forge.act("lock", { repo: "alice/demo", issue: 8, locked: false });
    assert.equal(await asking().permission.check("comment", thread), true);
    assert.equal(await asking().permission.check("sortIssue", thread), false);
    await here.forge.act("setRights", { repo: "alice/demo", user: "bob", level: "write" });
    assert.equal(await asking().permission.check("sortIssue", thread), true);
  });

  it("lets the server decide if only write access to the code is known to be missing, and remembers what it accepted", async () => {
    // A team of an organization may have write access to the issues only.
    const rights = { code: "read", issues: "write", pulls: "read" };
    await here.forge.act("setRights", { repo: "alice/demo", user: "bob", rights });
    await window.signIn("bob");
    const thread = { ...demo(), number: 1n };
    const { access, changes, threads } = window.services;
    await threads.read(thread);
    const issue = threads.at(thread).thread?.issue;
    const offered = () =>
      (["changeIssue", "sortIssue"] as const).filter((act) => access.offers(act, thread, { issue }));
    assert.deepEqual(offered(), []);
    assert.equal(await asking(undefined).permission.check("changeIssue", thread), false);
    const { dialogs, permission } = asking("Try Anyway");
    assert.equal(await permission.check("changeIssue", thread), true);
    assert.match(dialogs.shown.join(), /people with write access to alice\/demo can change this\. \[Try Anyway\]/);
    assert.equal(await changes.setClosed(thread, true), undefined);
    assert.deepEqual(offered(), ["changeIssue", "sortIssue"]);
    await here.forge.act("setRights", { repo: "alice/demo", user: "bob", level: "read" });
    await assert.rejects(changes.setClosed(thread, false));
    assert.deepEqual(offered(), []);
  });

  it("says before a new issue that its repository has no issues of its own", async () => {
    await window.signIn("alice");
    const tracked = { ...demo(), name: "exttracker" };
    await window.services.repositoryNames.read(tracked);
    const { dialogs, permission } = asking();
    assert.equal(await permission.check("createIssue", tracked), false);
    assert.deepEqual(dialogs.shown, ["Issues of alice/exttracker are turned off or in another tracker."]);
  });

  it("says before a new issue or comment that a token limited to public repositories doesn't cover this one", async () => {
    const secret = { base: here.forge.base, owner: "alice", name: "secret" };
    const scopes = ["public-only", "write:issue", "read:repository", "read:user"];
    await here.forge.act("createToken", { user: "alice", name: "public", scopes });
    await window.signIn("public");
    for (const [act, address] of [
      ["createIssue", secret],
      ["comment", { ...secret, number: 1n }],
    ] as const) {
      const { dialogs, permission, signedIn } = asking("Sign In Again…");
      assert.equal(await permission.check(act, address), false, act);
      assert.match(dialogs.shown.join(), /or your account or token may not have access\. \[Sign In Again…\]/);
      assert.deepEqual(signedIn, [here.forge.base]);
    }
    const { dialogs, permission } = asking();
    assert.equal(await permission.check("createIssue", demo()), true);
    assert.equal(await permission.check("comment", { ...demo(), number: 1n }), true);
    assert.deepEqual(dialogs.shown, []);
  });

  it("allows changes to the user's own comments", async () => {
    await window.signIn("alice");
    await window.services.threads.read({ ...demo(), number: 1n });
    const { dialogs, permission } = asking();
    for (const act of ["comment", "changeIssue", "sortIssue", "createIssue"] as const) {
      assert.equal(await permission.check(act, { ...demo(), number: 1n }), true, act);
    }
    assert.deepEqual(dialogs.shown, []);
  });
});

// Merging a pull request: what is asked and confirmed, the pinned head, and answers that are lost.
import assert from "node:assert/strict";
import { PullActions } from "../../../src/issues/pulls/pull-actions.ts";
import { SCOPES } from "../../../src/issues/repositories/accounts/token-scope-text.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { forgeTests } from "./forge-tests.ts";

describe("Merging a pull request", () => {
  const at = forgeTests();
  const PULL = { repo: "lantern/almanac", issue: 4 };
  const DEFAULT = "Merge pull request 'Read all constituents, not the first 37' (#4) from all-constituents into main";
  let window: ReturnType<Machine["open"]>;
  let refreshed: number;

  beforeEach(async () => {
    window = at.home.open(at.forge.base);
    await window.signIn("lantern");
    refreshed = 0;
  });

  const address = (number = 4n) => ({ base: at.forge.base, owner: "lantern", name: "almanac", number });
  const open = (dialogs: ScriptedDialogs): PullActions =>
    new PullActions({
      shared: { dialogs, now: Date.now },
      services: window.services,
      signIn: () => Promise.resolve(undefined),
      refresh: () => Promise.resolve(void (refreshed += 1)),
      changed: () => undefined,
      wait: () => Promise.resolve(),
      checkout: { back: () => Promise.resolve(), checkOut: () => Promise.resolve() },
    });
  const merge = async (dialogs: ScriptedDialogs, number = 4n) => {
    await open(dialogs).merge(address(number));
    return dialogs;
  };
  const details = (number = 4n) => window.services.pulls.readDetails(address(number));
  const posts = async () => (await at.forge.asked()).filter((line) => line.startsWith("POST")).length;
  const yes = ["Merge Commit", DEFAULT, "", "Keep the Branch all-constituents", true] as const;

  it("works with a token of the scopes that Triptych asks for", async () => {
    await window.signOut();
    await at.forge.act("createToken", { user: "lantern", name: "asked", scopes: SCOPES });
    await window.signIn("asked");
    const { shown } = await merge(new ScriptedDialogs(...yes));
    assert.deepEqual(shown, ["Merged !4 into main."]);
  });

  it("asks for the style, the message and the branch, and confirms exactly what will happen", async () => {
    const { head } = await details();
    const how = ["Squash", "Read all of them (#4)", "See #3.", "Delete the Branch all-constituents", true] as const;
    const { asked, details: confirmed, shown } = await merge(new ScriptedDialogs(...how));
    assert.deepEqual(asked, [
      "Merge !4: Merge Commit, Rebase, Rebase and Merge Commit, Squash, Fast-Forward",
      "Merge !4: Title of the Commit",
      "Merge !4: Description of the Commit",
      "After the Merge: Keep the Branch all-constituents, Delete the Branch all-constituents",
      "Merge !4 into main?",
    ]);
    assert.deepEqual(confirmed[0]?.split("\n"), [
      "Read all constituents, not the first 37 · 7 files · +12 −7",
      "Squash: Combines all commits into a single one on top of main.",
      "Message: Read all of them (#4)",
      "See #3.",
      `Head: ${head.commit.slice(0, 10)} of all-constituents`,
      "The branch all-constituents is deleted.",
      "As lantern in lantern/almanac",
    ]);
    assert.deepEqual(shown, ["Merged !4 into main."]);
    const after = await details();
    assert.deepEqual([after.merged, after.head.isGone], [true, true]);
    assert.equal(refreshed, 1);
  });

  it("offers only the styles that the repository allows, its default first, and no message that none would get", async () => {
    const settings = { allow_merge_commits: false, allow_rebase: true, default_merge_style: "fast-forward-only" };
    await at.forge.act("setMerging", { repo: PULL.repo, settings });
    const { asked } = await merge(new ScriptedDialogs("Rebase", "Keep the Branch all-constituents", true));
    assert.equal(asked[0], "Merge !4: Fast-Forward, Rebase, Rebase and Merge Commit, Squash");
    assert.equal(asked.length, 3);
    assert.equal((await details()).merged, true);
  });

  it("sends nothing if any question is canceled", async () => {
    for (let answers = 0; answers < yes.length; answers += 1) {
      await merge(new ScriptedDialogs(...yes.slice(0, answers)));
    }
    assert.equal(await posts(), 0);
    assert.equal((await details()).merged, false);
  });

  it("doesn't merge commits that the user hasn't seen", async () => {
    await window.services.pullHeads.refresh(address());
    await at.forge.act("push", { ...PULL, by: "ines" });
    const sentence = "Not merged. !4 has new commits since it was shown. Look at them, then merge again.";
    const before = await merge(new ScriptedDialogs(...yes));
    assert.deepEqual(before.asked, []);
    assert.deepEqual(before.shown, [`${sentence} [Open All Changes]`]);

    const dialogs = new ScriptedDialogs(...yes);
    const confirm = async (): Promise<boolean> => {
      await at.forge.act("push", { ...PULL, by: "ines" });
      return true;
    };
    const during = await merge(Object.assign(dialogs, { confirm }));
    assert.deepEqual(during.shown, [`${sentence} [Open All Changes]`]);
    assert.equal((await details()).merged, false);
  });

  it("looks up what became of a merge whose answer is lost, and never sends it again", async () => {
    await at.forge.fault({ kind: "lost", method: "POST", path: "/merge$", times: 1 });
    assert.deepEqual((await merge(new ScriptedDialogs(...yes))).shown, ["Merged !4 into main."]);
    assert.equal(await posts(), 1);
  });

  it("keeps the message that was typed until the pull request is merged", async () => {
    await at.forge.fault({ kind: "status", status: 500, method: "POST", path: "/merge$", times: 1 });
    const how = ["Squash", "All of them", "See #3."] as const;
    const rest = ["Keep the Branch all-constituents", true] as const;
    const dialogs = new ScriptedDialogs(...how, ...rest, ...how.slice(0, 2), undefined, ...how, ...rest);
    const actions = open(dialogs);
    for (let attempt = 0; attempt < 3; attempt += 1) await actions.merge(address());
    assert.deepEqual(dialogs.prefilled, [
      "Read all constituents, not the first 37 (#4)",
      "",
      ...["All of them", "See #3."],
      ...["All of them", "See #3."],
    ]);
    assert.equal(dialogs.shown.at(-1), "Merged !4 into main.");
  });

  it("says if it doesn't know whether it is merged", async () => {
    await at.forge.fault({ kind: "refuse", method: "POST", path: "/merge$", times: 1 });
    const { shown } = await merge(new ScriptedDialogs(...yes));
    assert.match(shown.join(), /!4 may or may not be merged\. Refresh it before you merge again\.$/);
    assert.equal((await details()).merged, false);
    assert.equal(await posts(), 1);
  });

  it("waits once for a server that is still checking, and then says so", async () => {
    await window.services.pullHeads.refresh(address());
    await at.forge.act("changePull", { ...PULL, conflicts: true });
    const { shown } = await merge(new ScriptedDialogs(...yes));
    assert.deepEqual(shown, ["Not merged. There are conflicts with main, or the server is still checking."]);
    assert.equal(await posts(), 2);
    await at.forge.act("changePull", { ...PULL, conflicts: false });
    assert.deepEqual((await merge(new ScriptedDialogs(...yes))).shown, ["Merged !4 into main."]);
  });

  it("says why without asking if the server would certainly reject it", async () => {
    const refusal = async (number?: bigint) => (await merge(new ScriptedDialogs(...yes), number)).shown;
    assert.deepEqual(await refusal(2n), ["!2 is already merged."]);
    assert.deepEqual(await refusal(7n), ["!7 is closed. Reopen it first."]);
    assert.deepEqual(await refusal(12n), ["!12 is a draft. Mark it as ready first."]);
    await window.signOut();
    await window.signIn("mallory");
    assert.deepEqual(await refusal(), ["Only people with write access to lantern/almanac can merge."]);
    assert.equal(await posts(), 0);
  });

  it("marks a draft as ready and back by its title", async () => {
    const { changes } = window.services;
    assert.equal(await changes.setDraft(address(12n), false), undefined);
    assert.deepEqual([(await details(12n)).draft, (await details(12n)).title], [false, "cut names by letters"]);
    assert.equal(await changes.setDraft(address(12n), true), undefined);
    assert.deepEqual([(await details(12n)).draft, (await details(12n)).title], [true, "WIP: cut names by letters"]);
  });
});

for (const server of ["forgejo", "gitea-1.27"] as const) {
  describe(`Updating the branch of a pull request at ${server}`, () => {
    const at = forgeTests(() => undefined, server);
    const PULL = { repo: "lantern/almanac", issue: 4 };
    let window: ReturnType<Machine["open"]>;

    beforeEach(async () => {
      window = at.home.open(at.forge.base);
      await window.signIn("lantern");
    });

    const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });
    const update = async (...answers: readonly (string | boolean)[]) => {
      const dialogs = new ScriptedDialogs(...answers);
      const actions = new PullActions({
        shared: { dialogs, now: Date.now },
        services: window.services,
        signIn: () => Promise.resolve(undefined),
        refresh: () => Promise.resolve(),
        changed: () => undefined,
        wait: () => Promise.resolve(),
        checkout: { back: () => Promise.resolve(), checkOut: () => Promise.resolve() },
      });
      await actions.updateBranch(address());
      return dialogs;
    };
    const readHead = async () => (await window.services.pulls.readDetails(address())).head.commit;
    const posts = async () => (await at.forge.asked()).filter((line) => line.startsWith("POST"));

    it("asks how, confirms exactly what will happen, and says when there is nothing to do", async () => {
      const before = await readHead();
      const { asked, details, shown } = await update("Rebase", true);
      assert.deepEqual(asked, ["Update the Branch of !4: Merge, Rebase", "Update all-constituents with main?"]);
      assert.deepEqual(details[0]?.split("\n"), [
        "Read all constituents, not the first 37",
        "Rebase: Repeats the commits on top of main, and replaces those of the branch.",
        "As lantern in lantern/almanac",
      ]);
      assert.deepEqual(shown, ["Updated all-constituents with main."]);
      assert.equal((await posts()).length, 1);
      assert.match((await posts()).join(), /\/pulls\/4\/update\?style=rebase$/);
      assert.notEqual(await readHead(), before);
      assert.deepEqual((await update()).shown, ["all-constituents has all commits of main."]);
      assert.equal((await posts()).length, 1);
    });

    it("sends nothing if a question is canceled", async () => {
      await update();
      await update("Merge", false);
      assert.deepEqual(await posts(), []);
    });

    it("says that there are conflicts, or why the server rejects it", async () => {
      await at.forge.act("changePull", { ...PULL, conflicts: true });
      assert.deepEqual((await update("Merge", true)).shown, [
        "all-constituents was not updated. It has conflicts with main.",
      ]);
      await window.signOut();
      await window.signIn("yuki");
      const [shown = ""] = (await update("Merge", true)).shown;
      assert.match(shown, /^all-constituents was not updated\. /);
    });

    it("looks for an update whose answer is lost, and never sends it again", async () => {
      await at.forge.fault({ kind: "lost", method: "POST", path: "/update", times: 1 });
      assert.deepEqual((await update("Merge", true)).shown, ["Updated all-constituents with main."]);
      assert.equal((await posts()).length, 1);
    });

    it("says that it may have happened if that can't be found out", async () => {
      await at.forge.fault({ kind: "refuse", method: "POST", path: "/update", times: 1 });
      const [shown = ""] = (await update("Merge", true)).shown;
      assert.match(shown, /The branch of !4 may or may not be updated\. Refresh it to see\.$/);
      assert.equal((await posts()).length, 1);
    });
  });
}

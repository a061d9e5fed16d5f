// The head of a pull request in the panel of its thread: branches, reviews, checks, and whether it can be merged.
import assert from "node:assert/strict";
import type { PullGroup, PullView } from "../../../src/panels/thread/messages.ts";
import { until } from "../extension.ts";
import { plain, threadPanels } from "./panel-harness.ts";

describe("The head of a pull request", () => {
  const at = threadPanels();
  const PULL = { repo: "lantern/almanac", issue: 4 };
  const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });

  const open = async (number = 4) => {
    const panel = at.open(number, "almanac", "lantern");
    await panel.shown();
    const pull = (): PullView => panel.last("thread")?.thread.pull ?? assert.fail("no pull request is shown");
    await until("the head is loaded", () => pull().flow !== undefined);
    return { ...panel, pull };
  };
  const group = ({ groups }: PullView, heading: string): PullGroup =>
    groups.find((each) => each.heading === heading) ?? assert.fail(`there are no ${heading}`);
  const say = ({ lines }: Pick<PullGroup, "lines">) => lines.map(({ icon, sentence }) => `${icon}: ${plain(sentence)}`);
  const verdict = ({ verdict: { start, sentence } }: PullView) => `${start} ${sentence}`.trim();

  it("shows its branches, changes, reviews and checks", async () => {
    await at.window.signIn("lantern");
    const { pull } = await open();
    const { actions, flow, label, main } = pull();
    assert.equal(label, "Pull request");
    assert.deepEqual(
      [plain(flow?.from ?? []), plain(flow?.to ?? []), flow?.changes, flow?.copy.text],
      ["all-constituents", "main", "7 files · +12 −7", "all-constituents"],
    );
    assert.deepEqual(flow?.from, [
      {
        is: "link",
        text: "all-constituents",
        href: `${at.forge.base}/lantern/almanac/src/branch/all-constituents`,
        code: true,
      },
    ]);
    assert.deepEqual(say(group(pull(), "Reviews")), ["pass: nadia approved these changes"]);
    const checks = group(pull(), "Checks");
    assert.deepEqual(say(checks), [
      "error: ci/stations failed · 2 of 41 stations differ",
      "sync: lint is running · Waiting to run",
    ]);
    assert.equal(checks.more?.summary, "1 succeeded");
    assert.deepEqual(say(checks.more ?? assert.fail()), ["pass: ci/build succeeded · Built in 48 s"]);
    const links = checks.lines.flatMap(({ sentence }) =>
      sentence.flatMap((piece) => (piece.is === "link" ? piece.href : [])),
    );
    assert.deepEqual(links, [`${at.forge.base}/lantern/almanac/actions/runs/12/jobs/1`]);
    assert.equal(verdict(pull()), "Can be merged into main. There are no conflicts with main.");
    assert.deepEqual(
      actions.map(({ id }) => id),
      ["openAllChanges", "checkOut", "markDraft"],
    );
    assert.deepEqual(main, { id: "merge", label: "Merge…" });
  });

  it("offers only what the user may do", async () => {
    const offered = async (number: number) => {
      const { actions, main } = (await open(number)).pull();
      return [...actions.map(({ id }) => id), main?.id];
    };
    assert.deepEqual(await offered(4), ["openAllChanges", "checkOut", undefined]);
    await at.window.signIn("ines");
    assert.deepEqual(await offered(4), ["openAllChanges", "checkOut", "markDraft", undefined]);
    await at.window.signOut();
    await at.window.signIn("lantern");
    assert.deepEqual(await offered(12), ["openAllChanges", "checkOut", "markReady"]);
    assert.deepEqual(await offered(2), ["openAllChanges", undefined]);
  });

  it("offers what is new since the user's review", async () => {
    await at.window.signIn("yuki");
    await at.forge.act("addReview", { ...PULL, by: "yuki", state: "COMMENT", body: "Good" });
    const { pull } = await open();
    const offered = () => pull().actions.map(({ id }) => id);
    assert.deepEqual(offered(), ["openAllChanges", "checkOut"]);
    await at.forge.act("push", { ...PULL, by: "ines" });
    await at.window.services.pullHeads.refresh(address());
    await until("it is offered", () => offered().length === 3);
    assert.deepEqual(offered(), ["openAllChanges", "openChangesSinceReview", "checkOut"]);
  });

  it("combines the checks of all pages", async () => {
    const fine = Array.from({ length: 60 }, (_each, place) => ({ context: `fine ${place}`, status: "success" }));
    const odd = [
      { context: "last", status: "failure", target: "javascript:alert(1)" },
      { context: "odd", status: "cancelled" },
      { context: "left out", status: "skipped" },
    ];
    await at.forge.act("setChecks", { ...PULL, checks: [...fine, ...odd] });
    const checks = group((await open()).pull(), "Checks");
    assert.deepEqual(say(checks), ["error: last failed", "question: odd has an unknown result"]);
    assert.equal(checks.more?.summary, "61 more checks");
    assert.ok(!JSON.stringify(checks).includes("javascript:"));
  });

  it("counts a person's last decision, and says who is still asked", async () => {
    await at.forge.act("addReview", { ...PULL, by: "wren", state: "REQUEST_CHANGES", body: "no" });
    await at.forge.act("addReview", { ...PULL, by: "wren", state: "COMMENT", body: "hm" });
    await at.forge.act("addReview", { ...PULL, by: "yuki", state: "REQUEST_CHANGES", body: "no" });
    await at.forge.act("addReview", { ...PULL, by: "yuki", state: "REQUEST_REVIEW" });
    await at.forge.act("changePull", { ...PULL, requested: ["wren", "yuki", "alice"] });
    assert.deepEqual(say(group((await open()).pull(), "Reviews")), [
      "pass: nadia approved these changes",
      "request-changes: wren requested changes",
      "eye: yuki was asked for a review",
      "eye: alice was asked for a review",
    ]);
  });

  it("says what keeps it from being merged, in one sentence each", async () => {
    await at.window.signIn("lantern");
    await at.forge.act("protect", {
      repo: PULL.repo,
      branch: "main",
      approvals: 2,
      checks: ["ci/*", "lint", "cd/*x*"],
    });
    const { pull, send } = await open();
    assert.equal(group(pull(), "Reviews").note, "2 approvals required");
    const missing = "It has 1 of 2 required approvals. Required checks have not succeeded: ci/*, lint, and cd/*x*.";
    assert.equal(verdict(pull()), `Can't be merged. ${missing}`);

    const checks = ["ci/build", "ci/stations", "lint", "cd/axe"].map((context) => ({ context, status: "success" }));
    await at.forge.act("setChecks", { ...PULL, checks });
    await at.forge.act("addReview", { ...PULL, by: "wren", state: "APPROVED" });
    await at.forge.act("changePull", { ...PULL, conflicts: true });
    await send({ type: "action", id: "refresh" });
    const conflicts = "There are conflicts with main, or the server is still checking.";
    await until("the conflicts are known", () => verdict(pull()) === `Can't be merged. ${conflicts}`);

    await at.forge.act("changePull", { ...PULL, draft: true });
    await send({ type: "action", id: "refresh" });
    await until("it is a draft", () => verdict(pull()).startsWith("Draft. "));
  });

  it("says who can merge to those who can't", async () => {
    await at.window.signIn("mallory");
    assert.match(verdict((await open()).pull()), /^Only people with write access to lantern\/almanac can merge\./);
  });

  it("says how it ended", async () => {
    assert.equal(verdict((await open(2)).pull()), "Merged into main.");
    assert.equal(verdict((await open(7)).pull()), "Closed without merging.");
  });

  it("keeps what is known if it can't be loaded again, and says why if nothing is", async () => {
    const { pull } = await open();
    await at.forge.fault({ kind: "status", status: 403, path: "/(pulls/4|pulls/7|status|branches/.*)$" });
    await at.services.pullHeads.refresh(address());
    assert.equal(pull().flow?.changes, "7 files · +12 −7");
    const other = at.open(7, "almanac", "lantern");
    await other.shown();
    const failed = () => other.last("thread")?.thread.pull;
    await until("it has failed", () => failed()?.verdict.icon === "warning");
    assert.match(verdict(failed() ?? assert.fail()), /^Branches and checks could not be loaded\. ./);
    await at.forge.mend();
    await at.forge.fault({ kind: "status", status: 403, path: "/status" });
    await at.services.pullHeads.refresh(address());
    await until("the checks have failed", () => group(pull(), "Checks").lines[0]?.icon === "warning");
    await at.forge.mend();
  });

  it("is loaded again if the account changes while it is loading", async () => {
    await at.forge.fault({ kind: "delay", ms: 600_000, path: "/pulls/4$", times: 1 });
    const { pullHeads } = at.services;
    let isOver = false;
    const loading = pullHeads.refresh(address()).finally(() => (isOver = true));
    await until("the server is asked", async () => (await at.forge.asked()).some((line) => line.includes("/pulls/4")));
    pullHeads.forget();
    await until("the head is loaded", () => isOver);
    await loading;
    assert.equal(pullHeads.at(address()).head?.details.base.branch, "main");
    await at.forge.mend();
  });

  it("isn't shown for issues", async () => {
    const panel = at.open(1, "almanac", "lantern");
    assert.equal((await panel.shown()).pull, undefined);
  });

  it("runs its actions", async () => {
    const { send } = await open();
    await send({ type: "action", id: "openAllChanges" });
    for (const id of ["openChangesSinceReview", "checkOut", "merge", "markDraft", "markReady"] as const)
      await send({ type: "action", id });
    assert.deepEqual(at.done, [
      "open the changes of 4",
      "open what is new in 4",
      "check out 4",
      "merge 4",
      "mark 4 as a draft",
      "mark 4 as ready",
    ]);
  });
});

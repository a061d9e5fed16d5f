// What a pull request changes since the user's last review: between the head that was reviewed and the present one.
import assert from "node:assert/strict";
import { commands, window as vscodeWindow } from "vscode";
import { PullFiles } from "../../../src/issues/pulls/files/pull-files.ts";
import { toPullUri } from "../../../src/issues/pulls/store/pull-uri.ts";
import { findChangesSinceReview, openChangesSinceReview } from "../../../src/issues/pulls/reviews/since-review.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { until } from "../extension.ts";
import { commonParts } from "./draft-harness.ts";
import { forgeTests } from "./forge-tests.ts";
import { SIGNAL } from "./tree-harness.ts";

const PULL = { repo: "lantern/almanac", issue: 4 };

for (const server of ["forgejo", "gitea-1.27"] as const) {
  describe(`The changes since the last review at ${server}`, () => {
    let window: ReturnType<Machine["open"]>;
    const at = forgeTests(() => commands.executeCommand("workbench.action.closeAllEditors"), server);
    beforeEach(async () => {
      window = at.home.open(at.forge.base);
      await window.signIn("yuki");
    });

    const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });
    const open = async () => {
      const dialogs = new ScriptedDialogs();
      await openChangesSinceReview({ ...commonParts(window, dialogs), services: window.services }, address());
      return dialogs.shown;
    };
    /** Each change as the path in both versions, with the place of each head in `heads`. */
    const find = async (...heads: readonly string[]) => {
      const found = await findChangesSinceReview(window.services, address(), Date.now, SIGNAL);
      assert.ok(found.kind === "changes");
      return found.changes.map((sides) =>
        sides
          .map((side) => (side.commit === undefined ? "none" : `${side.path}@${heads.indexOf(side.commit)}`))
          .join(" "),
      );
    };
    const review = (more: object = {}) =>
      at.forge.act("addReview", { ...PULL, by: "yuki", state: "COMMENT", body: "Good", ...more });
    const push = async (more: object) => {
      const { head } = (await at.forge.act("push", { ...PULL, by: "ines", ...more })) as { readonly head: string };
      return head;
    };
    const readHead = async () => (await window.services.pulls.readDetails(address())).head.commit;
    const note = { path: "src/phase.rs", line: 1, hunk: "", text: "Thanks" };

    it("open in one editor", async () => {
      await review();
      await push({ changes: { "src/phase.rs": { after: "other\n" } } });
      assert.deepEqual(await open(), []);
      await until("the editor is open", () =>
        vscodeWindow.tabGroups.all.some(({ tabs }) =>
          tabs.some(({ label }) => label.startsWith("Changes of !4 since your last review")),
        ),
      );
    });

    it("are those of all pushes since, with files that are renamed, new, deleted or no longer changed", async () => {
      const before = await readHead();
      await review();
      await push({ changes: { "src/phase.rs": { after: "other\n" }, "src/harmonics.rs": { after: "first\n" } } });
      const after = await push({
        dropped: ["tests/calais.rs", "src/limit.rs"],
        changes: {
          "src/harmonics.rs": { path: "src/constituents.rs", from: "src/harmonics.rs", after: "second\n" },
          "data/stations.zip": { after: null },
        },
      });
      assert.deepEqual(await find(before, after), [
        "src/harmonics.rs@0 src/constituents.rs@1",
        "src/phase.rs@0 src/phase.rs@1",
        "data/stations.zip@0 none",
        "tests/calais.rs@0 none",
        "none src/limit.rs@1",
      ]);
    });

    it("are none without a push, or if nothing differs", async () => {
      await review();
      assert.deepEqual(await open(), ["!4 has no changes since your last review."]);
      await push({});
      assert.deepEqual(await open(), ["!4 has no changes since your last review."]);
    });

    it("begin at the last review, not at a single comment after it", async () => {
      const before = await readHead();
      await review({ body: "", notes: [note] });
      const reviewed = await push({ changes: { "src/phase.rs": { after: "one\n" } } });
      assert.deepEqual(await find(before, reviewed), ["src/phase.rs@0 src/phase.rs@1"], "there is nothing else");
      await review({ state: "APPROVED", body: "" });
      const after = await push({ changes: { "src/phase.rs": { after: "two\n" } } });
      await review({ body: "", notes: [note] });
      await at.forge.act("addReview", { ...PULL, by: "nadia", state: "APPROVED", body: "" });
      await review({ state: "PENDING", body: "Not yet" });
      assert.deepEqual(await find(reviewed, after), ["src/phase.rs@0 src/phase.rs@1"]);
    });

    it("are unknown without a review, and once the server has lost its commit", async () => {
      assert.deepEqual(await open(), ["You haven't reviewed !4 yet. [Open All Changes]"]);
      await review();
      await push({ forced: true });
      assert.deepEqual(await open(), [
        "The commit of !4 that you reviewed is gone from the server, probably after a force push. [Open All Changes]",
      ]);
    });

    it("are unknown if the server returns no commit of the review", async () => {
      await review({ commit: "" });
      await push({ changes: { "src/phase.rs": { after: "other\n" } } });
      const sentence = "The server doesn't return which commit of !4 you reviewed.";
      assert.deepEqual(await open(), [`${sentence} [Open All Changes]`]);
    });

    it("include the files that could not be loaded, with the reason", async () => {
      const reviewed = await readHead();
      await review();
      const head = await push({
        changes: { "src/phase.rs": { after: "other\n" }, "src/harmonics.rs": { after: "first\n" } },
      });
      await at.forge.fault({ kind: "status", status: 500, path: `contents/src/harmonics\\.rs\\?ref=${head}` });
      const found = await findChangesSinceReview(window.services, address(), Date.now, SIGNAL);
      assert.ok(found.kind === "changes");
      const provider = new PullFiles(window.services, Date.now);
      const shown = await Promise.all(
        found.changes.map(async ([before, after]) => {
          const text = Buffer.from(await provider.readFile(toPullUri(after))).toString();
          return [before.commit, after.commit, after.path, text];
        }),
      );
      const host = new URL(at.forge.base).host;
      assert.deepEqual(shown, [
        [
          undefined,
          undefined,
          "src/harmonics.rs",
          `Could not load the file:\n${host} reported an error (status 500). Try again in a moment.\n`,
        ],
        [reviewed, head, "src/phase.rs", "other\n"],
      ]);
    });

    it("fail if no file could be loaded", async () => {
      await review();
      await push({ changes: { "src/phase.rs": { after: "other\n" } } });
      await at.forge.fault({ kind: "status", status: 500, path: "/contents/" });
      await assert.rejects(open(), { kind: "server" });
    });
  });
}

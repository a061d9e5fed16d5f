// Requesting reviews of a pull request from people and teams, and withdrawing the requests.
import assert from "node:assert/strict";
import { ReviewRequests } from "../../../src/issues/pulls/reviews/review-requests.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { commonParts } from "./draft-harness.ts";
import { forgeTests } from "./forge-tests.ts";

const PULL = { repo: "lantern/almanac", issue: 4 };

for (const server of ["forgejo", "gitea-1.27"] as const) {
  describe(`Requesting a review at ${server}`, () => {
    const at = forgeTests(() => undefined, server);
    let opened: ReturnType<Machine["open"]>;
    const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });

    beforeEach(async () => {
      opened = at.home.open(at.forge.base);
      await opened.signIn("nadia");
      await at.forge.act("setRights", { repo: PULL.repo, user: "kofi", level: "write" });
      await at.forge.act("changePull", { ...PULL, requested: [] });
    });

    const change = async (...answers: readonly (string | undefined)[]) => {
      const dialogs = new ScriptedDialogs(...answers);
      await new ReviewRequests({ ...commonParts(opened, dialogs), services: opened.services }).change(address());
      return dialogs;
    };
    const details = () => opened.services.pulls.readDetails(address());
    const asked = async () => (await details()).requested.map(({ login }) => login);
    const offered = ({ asked: questions }: ScriptedDialogs) => questions[0]?.split(": ")[1]?.split(", ") ?? [];
    const writes = async () => (await at.forge.asked()).filter((line) => line.includes("requested_reviewers"));

    it("offers who may review, but not the author, and asks those who are chosen", async () => {
      const dialogs = await change("kofi, nadia");
      assert.match(dialogs.asked[0] ?? "", /^Reviewers of !4 \(as nadia\): /);
      assert.ok(["kofi", "nadia"].every((login) => offered(dialogs).includes(login)));
      assert.ok(!offered(dialogs).includes("ines"));
      assert.deepEqual(dialogs.shown, ["Requested a review of !4 from nadia and kofi."]);
      assert.deepEqual((await asked()).toSorted(), ["kofi", "nadia"]);
    });

    it("shows who was asked, withdraws those who aren't chosen, and sends nothing without a change", async () => {
      await change("kofi, nadia");
      const before = (await writes()).length;
      const dialogs = await change("kofi");
      assert.ok(["[kofi]", "[nadia]"].every((login) => offered(dialogs).includes(login)));
      assert.deepEqual(dialogs.shown, ["Withdrew the request to nadia."]);
      assert.deepEqual(await asked(), ["kofi"]);
      assert.equal((await writes()).length, before + 1);
      assert.deepEqual((await change("kofi")).shown, []);
      assert.deepEqual((await change(undefined)).shown, []);
      assert.equal((await writes()).length, before + 1);
    });

    it("asks teams of an organization", async () => {
      await at.forge.act("setTeams", { repo: PULL.repo, teams: ["Owners", "tides"] });
      const dialogs = await change("tides");
      assert.deepEqual(dialogs.shown, ["Requested a review of !4 from tides."]);
      assert.deepEqual((await details()).requestedTeams, ["tides"]);
      assert.ok(offered(await change("")).includes("[tides]"));
      assert.deepEqual((await details()).requestedTeams, []);
    });

    it("asks again who has decided since", async () => {
      await change("kofi");
      await at.forge.act("addReview", { ...PULL, by: "kofi", state: "APPROVED" });
      const dialogs = await change("kofi");
      assert.ok(offered(dialogs).includes("kofi"), "kofi has answered");
      assert.deepEqual(dialogs.shown, ["Requested a review of !4 from kofi."]);
    });

    it("says why the server refuses", async () => {
      await at.forge.fault({ kind: "status", status: 422, method: "POST", path: "requested_reviewers$", body: "{}" });
      assert.deepEqual((await change("kofi")).shown, [
        "The reviewers of !4 were not changed. Only its author and people with write access to lantern/almanac can request reviews.",
      ]);
      await at.forge.mend();
      await at.forge.fault({ kind: "status", status: 423, method: "POST", path: "requested_reviewers$", body: "{}" });
      assert.match((await change("kofi")).shown.join(), /^The reviewers of !4 were not changed\. .*archived/);
      assert.deepEqual(await asked(), []);
    });

    if (server === "gitea-1.27") {
      it("lets the author enter names if the server doesn't list who may review", async () => {
        await opened.signOut();
        await opened.signIn("ines");
        await at.forge.act("setRights", { repo: PULL.repo, user: "ines", level: "none" });
        const dialogs = await change("kofi, @nadia");
        assert.deepEqual(dialogs.asked, ["Reviewers of !4 (as ines)"]);
        assert.deepEqual((await asked()).toSorted(), ["kofi", "nadia"]);
        assert.match((await change("nobody-here")).shown.join(), /The server doesn't know one of them\.$/);
      });
    }
  });
}

// The deprecated routes of the contract, which are requested only if a server lacks the current ones.
import assert from "node:assert/strict";
import type { ApiV1 as Api } from "../../../src/issues/api/api-v1.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, PERSONALITIES, startForge, type Forge } from "./service.ts";

const NO_COMMENT = 999_999n;
const EVENT = 303n;

for (const personality of PERSONALITIES) {
  describe(`The deprecated routes at ${personality}`, () => {
    let forge: Forge;
    let alice: Api;
    before(async () => {
      forge = await startForge(personality);
      alice = forge.api("alice");
    });
    beforeEach(() => forge.reset());
    after(() => forge.close());

    const statusOf = async (work: Promise<unknown>) => (await problemOf(work)).facts.status;
    const thread = { ...DEMO, base: "https://forge.example", number: 1n };
    const writes = (): readonly string[] => forge.asked().filter((line) => !line.startsWith("GET "));

    it("are not requested if the current ones exist, whatever they return", async () => {
      await alice.changeComment(thread, thread.number, 301n, "better");
      assert.equal(await statusOf(alice.changeComment(thread, thread.number, NO_COMMENT, "x")), 404);
      assert.equal(await statusOf(forge.api("bob").removeComment(thread, thread.number, 301n)), 403);
      await alice.removeComment(thread, thread.number, 301n);
      const path = "/api/v1/repos/alice/demo/issues/comments";
      assert.deepEqual(writes(), [
        `PATCH ${path}/301`,
        `PATCH ${path}/${NO_COMMENT}`,
        `DELETE ${path}/301`,
        `DELETE ${path}/301`,
      ]);
    });

    it("are used if a server lacks the current ones", async () => {
      forge.act("keepOldRoutes");
      const { kind, facts } = await problemOf(alice.editComment(DEMO, 301n, "x"));
      assert.deepEqual([kind, facts.status, facts.noRoute, facts.wrote], ["notFound", 404, true, "no"]);
      assert.equal((await alice.changeComment(thread, thread.number, 301n, "better"))?.body, "better");
      assert.equal(await alice.changeComment(thread, thread.number, EVENT, "x"), undefined);
      await alice.removeComment(thread, thread.number, 301n);
      assert.ok(!forge.comments(1).some(({ id }) => id === 301));
      assert.equal(await statusOf(alice.removeComment(thread, thread.number, 301n)), 404);
    });

    it("are used if the current ones are read-only", async () => {
      forge.service.faults.add({ kind: "status", status: 405, path: "/issues/comments/\\d+$", body: "" });
      assert.equal((await alice.changeComment(thread, thread.number, 301n, "better"))?.body, "better");
      await alice.removeComment(thread, thread.number, 301n);
      assert.ok(!forge.comments(1).some(({ id }) => id === 301));
    });

    it("are not requested after a lost response", async () => {
      forge.service.faults.add({ kind: "lost", method: "PATCH", path: "/issues/comments/\\d+$", times: 1 });
      assert.equal(
        (await problemOf(alice.changeComment(thread, thread.number, 301n, "better"))).facts.wrote,
        "unknown",
      );
      assert.equal(writes().length, 1);
    });
  });
}

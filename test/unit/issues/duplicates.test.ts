// Second copies of sent texts: Triptych searches until one search succeeds and the user has seen the notice.
import assert from "node:assert/strict";
import type { Duplicate } from "../../../src/issues/writing/recovery.ts";
import { machine } from "./machine.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";
import { keepIssue } from "./written-texts.ts";

const HOUR_MS = 3_600_000;
const REQUEST_LIST = { method: "GET", path: "issues/1/comments" } as const;

for (const personality of DISTINCT_SERVERS) {
  describe(`A second copy of a comment at ${personality}`, () => {
    const at = windowAt(personality);
    const { asked, bodies, reply } = at;
    type Opened = typeof at.window;

    /** The notices that the window shows. */
    function noticesOf({ services }: Opened): Duplicate[] {
      const shown: Duplicate[] = [];
      services.writing.recovery.open((duplicate) => {
        shown.push(duplicate);
        return new Promise(() => undefined);
      });
      return shown;
    }

    /** Posts a comment that arrives twice; the check after it fails. */
    async function postUnchecked({ services }: Opened, text: string): Promise<void> {
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      await services.writing.drafts.save(reply(), text);
      const sending = services.writing.sender.send(reply());
      await asked("POST");
      at.forge.service.faults.add({ ...REQUEST_LIST, kind: "status", status: 404 });
      const outcome = await sending;
      assert.ok(outcome.sent && outcome.second === undefined);
      at.forge.service.faults.clear();
      assert.equal(bodies().filter((body) => body === text).length, 2);
    }

    const idsOf = (text: string) => at.forge.comments(1).flatMap(({ id, body }) => (body === text ? [BigInt(id)] : []));
    const secondsOf = (shown: readonly Duplicate[]) => shown.map(({ second }) => second);

    it("is reported by the outbox if the check right after the POST failed", async () => {
      const shown = noticesOf(at.window);
      await postUnchecked(at.window, "doubled");
      assert.deepEqual(shown, []);
      assert.ok(await at.services.writing.recovery.hasPending());
      await at.services.writing.outbox.run();
      assert.deepEqual([shown.map(({ text }) => text), secondsOf(shown)], [["doubled"], idsOf("doubled").slice(1)]);
      assert.equal(at.count("DELETE"), 0);
    });

    it("is reported once, by the window that checks first", async () => {
      const other = at.here.open(at.forge.base);
      const [here, there] = [noticesOf(at.window), noticesOf(other)];
      await postUnchecked(at.window, "doubled");
      await other.services.writing.outbox.run();
      while (await at.services.writing.recovery.hasPending()) await new Promise((go) => setImmediate(go));
      await at.services.writing.outbox.run();
      await other.services.writing.outbox.run();
      assert.deepEqual([here.length, there.length], [0, 1]);
    });

    it("is reported at the next start, hours later, if no window could check until then", async () => {
      await postUnchecked(at.window, "doubled");
      at.forge.service.faults.add({ ...REQUEST_LIST, kind: "refuse" });
      await at.services.writing.outbox.run();
      at.forge.service.faults.clear();
      const next = at.here.open(at.forge.base, { now: () => Date.now() + 30 * HOUR_MS });
      const shown = noticesOf(next);
      await next.services.writing.outbox.run();
      assert.deepEqual(secondsOf(shown), idsOf("doubled").slice(1));
    });

    it("is reported at the next start if the window was killed right after the POST", async () => {
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      const { drafts, sender } = at.services.writing;
      await drafts.save(reply(), "killed");
      void sender.send(reply());
      await asked("POST");
      // The answer to the POST is the last one that this window gets.
      at.forge.service.faults.add({ ...REQUEST_LIST, kind: "stall" });
      await asked("GET", at.count("GET") + 1);
      at.forge.service.faults.clear();
      const next = at.here.open(at.forge.base);
      const shown = noticesOf(next);
      await at.here.releaseLocks();
      await next.services.writing.outbox.run();
      assert.deepEqual(secondsOf(shown), idsOf("killed").slice(1));
    });

    it("is reported again if the window was killed just as the notice appeared", async () => {
      // The clock of this window doesn't move.
      const killed = await machine(at.here.folder, { wait: () => new Promise(() => undefined) });
      const window = killed.open(at.forge.base);
      await window.signIn("alice");
      const seen = noticesOf(window);
      await postUnchecked(at.window, "doubled");
      await window.services.writing.outbox.run();
      assert.equal(seen.length, 1);
      await killed.close();
      await at.here.releaseLocks();
      const next = noticesOf(at.window);
      await at.services.writing.outbox.run();
      assert.deepEqual(secondsOf(next), secondsOf(seen));
    });

    it("is reported right after sending if the check succeeded", async () => {
      const shown = noticesOf(at.window);
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      const { drafts, recovery, sender } = at.services.writing;
      await drafts.save(reply(), "doubled at once");
      const outcome = await sender.send(reply());
      const before = at.count("GET");
      await recovery.findDuplicates();
      assert.deepEqual([outcome.sent && outcome.second], secondsOf(shown));
      assert.equal(at.count("GET"), before, "nothing is loaded twice");
    });

    it("of a new issue is reported as well", async () => {
      const shown = noticesOf(at.window);
      const address = { base: at.forge.base, owner: "alice", name: "demo" };
      const place = await keepIssue(at.services.writing.drafts, address, { title: "Doubled issue", body: "Once." });
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "issues", times: 1 });
      const sending = at.services.writing.sender.send(place);
      await asked("POST");
      at.forge.service.faults.add({ method: "GET", path: "issues", kind: "refuse" });
      assert.ok((await sending).sent);
      at.forge.service.faults.clear();
      await at.services.writing.outbox.run();
      assert.deepEqual(
        shown.map(({ first, second, place: { number } }) => [second - first, number]),
        [[1n, undefined]],
      );
    });

    it("is not reported if someone posts it on purpose, here or elsewhere", async () => {
      const shown = noticesOf(at.window);
      const post = async () => {
        await at.services.writing.drafts.save(reply(), "/retest");
        const sending = at.services.writing.sender.send(reply());
        await asked("POST");
        at.forge.service.faults.add({ ...REQUEST_LIST, kind: "refuse" });
        assert.ok((await sending).sent);
        at.forge.service.faults.clear();
        at.forge.service.journal = [];
      };
      await post();
      await post();
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "/retest" });
      await at.services.writing.outbox.run();
      assert.deepEqual([shown, await at.services.writing.recovery.hasPending()], [[], false]);
    });

    it("is not searched for after the thread was deleted", async () => {
      await postUnchecked(at.window, "doubled");
      const shown = noticesOf(at.window);
      at.forge.service.faults.add({ kind: "status", status: 404, method: "GET", path: "/issues/1" });
      await at.services.writing.outbox.run();
      assert.equal(await at.services.writing.recovery.hasPending(), true, "a 404 may pass");
      const later = at.here.open(at.forge.base, { now: () => Date.now() + 31 * 24 * HOUR_MS });
      await later.services.writing.outbox.run();
      assert.deepEqual(await later.services.writing.attempts.list(), []);
      assert.deepEqual(shown, []);
    });
  });
}

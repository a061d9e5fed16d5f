// Whatever windows, connections and servers do, a text is posted once and never lost.
import assert from "node:assert/strict";
import { join } from "node:path";
import { getText, isWaiting } from "../../../src/issues/writing/drafts/draft.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { Sender } from "../../../src/issues/writing/sender.ts";
import { Turns, type Hold } from "../../../src/issues/writing/drafts/turns.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";
import { said } from "./written-texts.ts";

for (const personality of DISTINCT_SERVERS) {
  describe(`Sending exactly once at ${personality}`, () => {
    const at = windowAt(personality);
    const { asked, bodies, reply, thread } = at;
    const times = (text: string) => bodies().filter((body) => body === text).length;
    const failed = async (place: Place) => (await at.services.writing.drafts.get(place))?.failure?.why;

    it("sends from one of two windows that send the same draft at the same moment", async () => {
      const other = at.here.open(at.forge.base);
      await at.services.writing.drafts.save(reply(), "from two windows");
      const outcomes = await Promise.all([
        at.services.writing.sender.send(reply()),
        other.services.writing.sender.send(reply()),
      ]);
      assert.equal(outcomes.filter(({ sent }) => sent).length, 1);
      assert.deepEqual(
        outcomes.flatMap((outcome) => (outcome.sent ? [] : [outcome.why])).filter((why) => why !== "empty"),
        outcomes.some((outcome) => !outcome.sent && outcome.why === "underWay") ? ["underWay"] : [],
      );
      assert.equal(times("from two windows"), 1);
    });

    it("sends a draft by itself if another window only searched for it when the user sent it", async () => {
      const { drafts, outbox, sender } = at.services.writing;
      outbox.start();
      const { id } = await drafts.save(reply(), "sent later");
      const searching = new Turns(join(at.here.folder, "issues", "turns"));
      const outcome = await searching.hold(id, () => sender.send(reply()));
      assert.ok(outcome !== undefined && !outcome.sent && outcome.why === "underWay");
      await outbox.run();
      assert.deepEqual([times("sent later"), await drafts.list()], [1, []]);
    });

    it("doesn't send a newer draft that replaced the intended one during the wait for its turn", async () => {
      const { attempts, drafts, overwrites, targets } = at.services.writing;
      const { log } = at.window;
      /** Another window is faster: it has sent the draft, and someone writes the next one there. */
      class LateTurns extends Turns {
        override async hold<Result>(draft: string, work: (hold: Hold) => Promise<Result>) {
          await drafts.remove(reply());
          await drafts.save(reply(), "not finished");
          return await super.hold(draft, work);
        }
      }
      const sender = new Sender({
        attempts,
        drafts,
        overwrites,
        targets,
        log,
        now: Date.now,
        wait: () => Promise.resolve(),
        turns: new LateTurns(join(at.here.folder, "issues", "turns")),
        writerAt: (address) => ({ api: at.services.servers.for(address), login: "alice" }),
        posted: () => undefined,
        changed: () => undefined,
        saw: () => undefined,
        sawLineComment: () => undefined,
      });
      await drafts.save(reply(), "meant");
      const outcome = await sender.send(reply());
      assert.deepEqual([outcome.sent, at.count("POST")], [false, 0]);
      const draft = await drafts.get(reply());
      assert.deepEqual([draft?.text, draft?.failure], ["not finished", undefined]);
    });

    it("doesn't send again from another window's editor that doesn't know of the first send yet", async () => {
      const other = at.here.open(at.forge.base);
      await at.services.writing.drafts.save(reply(), "a moment later");
      // It is open there as well.
      await other.services.writing.drafts.get(reply());
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      await other.services.writing.drafts.save(reply(), "a moment later");
      assert.ok((await other.services.writing.sender.send(reply())).sent);
      assert.equal(times("a moment later"), 1);
      assert.deepEqual(await other.services.writing.drafts.list(), []);
    });

    it("allows the same text again right away, and another day", async () => {
      let now = Date.now();
      const { services } = at.here.open(at.forge.base, { now: () => now });
      for (let round = 1; round <= 3; round += 1) {
        await services.writing.drafts.save(reply(), "+1");
        assert.ok((await services.writing.sender.send(reply())).sent);
        assert.equal(times("+1"), round);
        now += round === 1 ? 0 : 24 * 60 * 60 * 1000;
      }
    });

    it("reports a post that a proxy repeated, and deletes the second copy on request", async () => {
      at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
      await at.services.writing.drafts.save(reply(), "doubled on the way");
      const outcome = await at.services.writing.sender.send(reply());
      assert.ok(outcome.sent && outcome.second !== undefined);
      assert.deepEqual([times("doubled on the way"), at.count("DELETE")], [2, 0]);
      assert.equal(await at.services.writing.deletion.remove(thread(1n), outcome.second), undefined);
      assert.deepEqual(
        at.forge.comments(1).flatMap(({ id, body }) => (body === "doubled on the way" ? [BigInt(id)] : [])),
        [outcome.comment],
      );
      assert.deepEqual(
        (await at.services.writing.drafts.ofThread(thread(1n))).map(getText),
        ["doubled on the way"],
        "its text is kept",
      );
    });

    it("doesn't report other people's equal texts, or older ones of the same person, as posted twice", async () => {
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "+1" });
      await at.services.writing.drafts.save(reply(), "+1");
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "+1" });
      const outcome = await sending;
      assert.ok(outcome.sent && outcome.second === undefined);
      assert.deepEqual([times("+1"), at.count("DELETE")], [3, 0]);
    });

    it("finds an arrived text after its window was killed, without sending anything", async () => {
      await at.services.writing.drafts.save(reply(), "killed on the way");
      at.forge.service.faults.add({ kind: "stall", method: "POST", path: "comments", times: 1 });
      void at.services.writing.sender.send(reply());
      await asked("POST");
      const next = at.here.open(at.forge.base);
      // The killed window no longer holds a lock.
      await at.here.releaseLocks();
      await next.services.writing.outbox.run();
      assert.deepEqual(await next.services.writing.drafts.list(), []);
      assert.equal(times("killed on the way"), 1);
      assert.equal(at.count("POST"), 1);
    });

    const begin = async (text: string, id?: bigint): Promise<void> => {
      const draft = await at.services.writing.drafts.save(reply(), text);
      const attempt = { draft: draft.id, place: reply(), text, by: "alice", after: 0n, since: undefined, at: 0 };
      await at.services.writing.attempts.put({
        ...attempt,
        account: "alice",
        repository: undefined,
        id,
        settled: false,
        checked: undefined,
      });
    };

    it("searches as the account that sent the text, even if another is signed in by now", async () => {
      await begin("as alice");
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "as alice" });
      await at.window.signOut();
      await at.window.signIn("bob");
      const next = at.here.open(at.forge.base);
      await next.services.writing.outbox.run();
      assert.deepEqual(await next.services.writing.drafts.list(), []);
      assert.deepEqual(
        at.forge.comments(1).flatMap(({ body, poster }) => (body === "as alice" ? [poster] : [])),
        ["alice"],
      );
    });

    it("sends as the account that is signed in by now if the text of another never arrived", async () => {
      at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
      await at.services.writing.drafts.save(reply(), "whoever");
      assert.ok(!(await at.services.writing.sender.send(reply())).sent);
      await at.window.signOut();
      await at.window.signIn("bob");
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      assert.deepEqual(
        at.forge.comments(1).flatMap(({ body, poster }) => (body === "whoever" ? [poster] : [])),
        ["bob"],
      );
    });

    it("finishes in the next window if the killed one already knew that the text arrived", async () => {
      await begin("sure of it", at.forge.comments(1).map(({ id }) => BigInt(id))[0]);
      await at.services.writing.outbox.run();
      assert.deepEqual(await at.services.writing.drafts.list(), []);
      assert.equal(at.count("POST"), 0);
    });

    it("waits if the connection is lost, and sends when it is back", async () => {
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      await at.services.writing.drafts.save(reply(), "waits");
      const outcome = await at.services.writing.sender.send(reply());
      assert.ok(!outcome.sent);
      const draft = (await at.services.writing.drafts.get(reply())) ?? assert.fail("no draft");
      assert.ok(isWaiting(draft));
      const { outbox } = at.services.writing;
      outbox.start();
      await outbox.run();
      assert.equal(times("waits"), 0);
      at.forge.service.faults.clear();
      await outbox.run();
      assert.equal(times("waits"), 1);
      assert.deepEqual(await at.services.writing.drafts.list(), []);
    });

    it("sends on request while the outbox still retries", async () => {
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      await at.services.writing.drafts.save(reply(), "asked for again");
      await at.services.writing.sender.send(reply());
      const { outbox } = at.services.writing;
      outbox.start();
      const inVain = outbox.run();
      const back = inVain.then(() => at.forge.service.faults.clear());
      await Promise.all([back, outbox.run()]);
      assert.equal(times("asked for again"), 1);
    });

    it("doesn't send automatically if the text changed since, or was rejected for good", async () => {
      const { outbox } = at.services.writing;
      outbox.start();
      at.forge.service.faults.add({ kind: "status", status: 503, path: "", times: 1 });
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      await at.services.writing.drafts.save(reply(), "asked for");
      await at.services.writing.sender.send(reply());
      at.forge.service.faults.clear();
      await at.services.writing.drafts.storeUnsaved(reply(), "asked for, and then changed");
      await outbox.run();
      assert.equal(at.count("POST"), 0);
      await at.services.writing.drafts.save(reply(3n), "refused");
      at.forge.service.faults.add({ kind: "status", status: 422, method: "POST", path: "comments", times: 1 });
      assert.ok(!(await at.services.writing.sender.send(reply(3n))).sent);
      await outbox.run();
      assert.equal(at.count("POST"), 1);
      assert.equal(await failed(reply(3n)), "problem");
    });

    it("reports an edited comment as gone if another window already sent the edit", async () => {
      const place: Place = places.comment(thread(1n), 301n);
      await at.services.writing.drafts.begin(place, { opened: said("first comment by alice"), author: "alice" });
      await at.services.writing.drafts.save(place, "changed once");
      const other = at.here.open(at.forge.base);
      assert.ok((await other.services.writing.sender.send(place)).sent);
      const outcome = await at.services.writing.sender.send(place);
      assert.deepEqual([outcome.sent, "why" in outcome ? outcome.why : ""], [false, "gone"]);
      assert.deepEqual([times("changed once"), at.count("PATCH")], [1, 1]);
      assert.deepEqual(await at.services.writing.drafts.list(), []);
    });

    it("never sends half a character, which would arrive as another text", async () => {
      const { drafts, sender } = at.services.writing;
      await drafts.save(reply(), "half \uD83D");
      const outcome = await sender.send(reply());
      assert.deepEqual([outcome.sent, "why" in outcome ? outcome.why : ""], [false, "brokenText"]);
      const kept = (await drafts.get(reply())) ?? assert.fail("no draft");
      assert.deepEqual([getText(kept), isWaiting(kept), at.count("POST")], ["half \uD83D", false, 0]);
      await drafts.save(reply(), "whole \u{1F30A}");
      assert.ok((await sender.send(reply())).sent);
      assert.equal(times("whole \u{1F30A}"), 1);
    });

    it("keeps the text of a comment until its deletion is certain", async () => {
      let now = Date.now();
      const { services } = at.here.open(at.forge.base, { now: () => now });
      at.forge.service.faults.add({ kind: "lost", method: "DELETE", path: "comments", times: 1 });
      at.forge.service.faults.add({
        kind: "status",
        status: 403,
        method: "GET",
        path: "comments/301$",
        every: 2,
        times: 9,
      });
      const refused = await services.writing.deletion.remove(thread(1n), 301n);
      assert.equal(refused?.why, "lost");
      assert.deepEqual(await services.writing.drafts.ofThread(thread(1n)), []);
      at.forge.service.faults.clear();
      now += 60_000;
      await services.writing.outbox.run();
      const kept = await services.writing.drafts.ofThread(thread(1n));
      assert.deepEqual(kept.map(getText), ["first comment by alice"]);
    });

    it("posts no copy of a comment that still exists because its deletion never arrived", async () => {
      at.forge.service.faults.add({ kind: "refuse", method: "DELETE", path: "comments", times: 1 });
      assert.equal((await at.services.writing.deletion.remove(thread(1n), 301n))?.why, "lost");
      const place: Place = places.deletedComment(thread(1n), 301n);
      const outcome = await at.services.writing.sender.send(place);
      assert.deepEqual([outcome.sent, "why" in outcome ? outcome.why : ""], [false, "standing"]);
      const bodies = at.forge.comments(1).map(({ body }) => body);
      assert.equal(bodies.filter((body) => body === "first comment by alice").length, 1);
      // Once the deletion succeeds, its text may be posted again.
      assert.equal(await at.services.writing.deletion.remove(thread(1n), 301n), undefined);
      assert.ok((await at.services.writing.sender.send(place)).sent);
      const after = at.forge.comments(1).filter(({ body }) => body === "first comment by alice");
      assert.equal(after.length, 1);
      assert.notEqual(after[0]?.id, 301);
    });

    it("keeps what someone else wrote into a comment before it was deleted", async () => {
      at.forge.act("editComment", { id: 301, body: "edited by someone else" });
      assert.equal(await at.services.writing.deletion.remove(thread(1n), 301n), undefined);
      assert.deepEqual((await at.services.writing.drafts.ofThread(thread(1n))).map(getText), [
        "edited by someone else",
      ]);
    });

    it("deletes no record that is not a plain comment, as some servers would", async () => {
      at.forge.service.journal = [];
      assert.equal((await at.services.writing.deletion.remove(thread(1n), 303n))?.why, "notPlain");
      assert.equal(at.count("DELETE"), 0);
    });

    it("moves the drafts if the repository is renamed", async () => {
      await at.services.repositoryNames.read(thread(1n));
      await at.services.writing.drafts.save(reply(3n), "follows");
      at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      await at.services.repositoryNames.read(thread(1n));
      const draft = await at.services.writing.drafts.get(reply(3n, "renamed"));
      assert.equal(draft?.text, "follows");
      assert.deepEqual(await at.services.writing.drafts.get(reply(3n)), draft, "the old name leads there");
      assert.equal((await at.services.writing.drafts.list()).length, 1);
    });
  });
}

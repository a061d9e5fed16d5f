// Odd behavior of the servers: lists without pages, odd timelines, empty answers, and tokens.
import assert from "node:assert/strict";
import { problemOf } from "../../base/service.ts";
import { DEMO, PERSONALITIES, TRAITS } from "../service.ts";
import { tokenOf } from "../machine.ts";
import { windowAt } from "../signed-in-window.ts";
import { checkToken } from "../../../../src/issues/repositories/token-scopes.ts";

for (const personality of PERSONALITIES) {
  const { otherRepositoryIsBare, withoutPage } = TRAITS[personality];
  const paged = withoutPage === "first";

  describe(`Lists and tokens at ${personality}`, () => {
    const at = windowAt(personality);
    const { reply, thread } = at;
    const alice = () => at.forge.api("alice");
    const reads = (what: RegExp) => at.forge.asked().filter((line) => line.startsWith("GET") && what.test(line));
    const read = async (number: bigint) => {
      await at.services.threads.read(thread(number));
      const state = at.services.threads.at(thread(number));
      return state.thread ?? assert.fail(state.problem?.message);
    };
    /** Another account loads everything again and sees only what it may. */
    const become = async (login: string) => {
      await at.window.signOut();
      await at.window.signIn(login);
    };

    describe("a comment list without pages returns the same for every page", () => {
      it("is requested once and without a page, and every comment appears once", async () => {
        const { comments = [] } = await read(2n);
        assert.equal(comments.length, 300);
        assert.equal(new Set(comments.map(({ id }) => id)).size, 300);
        assert.deepEqual(reads(/issues\/2\/comments/), ["GET /api/v1/repos/alice/demo/issues/2/comments"]);
      });

      it("ends even if a server doesn't page the timeline either", async () => {
        const all = JSON.stringify(
          (await alice().timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 })).values.map(wireOf),
        );
        at.forge.answer("timeline", 200, all);
        at.forge.answer("/version$", 200, { version: "1.99.0" });
        const { records } = await read(1n);
        assert.ok(records.length > 10);
        assert.ok(reads(/timeline/).length <= 4, String(reads(/timeline/).length));
      });
    });

    describe("a timeline may be null, holds nulls, counts its page, has no files and no reliable end", () => {
      it("is empty if it is null", async () => {
        at.forge.answer("timeline", 200, "null");
        const { comments = [], items, withoutEvents } = await read(3n);
        assert.deepEqual([items.length, withoutEvents], [comments.length, undefined]);
      });

      it("loses only a null element, and doesn't count as incomplete", async () => {
        const whole = await read(70n);
        assert.ok(whole.items.length >= 4);
        assert.equal(whole.skipped, 0);
      });

      it("continues if a page is null and its count doesn't mention the next", async () => {
        await become("bob");
        const { first, number } = many(60, { commented: false });
        const { items } = await read(BigInt(number));
        assert.ok(
          items.some((item) => item.kind === "event" && item.event.id > first),
          "what stands after a page of references that may not be seen",
        );
      });

      it("continues past any number of empty pages while comments are missing from it", async () => {
        await become("bob");
        const { number, last } = many(260, { commented: true });
        const { items } = await read(BigInt(number));
        assert.ok(items.some((item) => item.kind === "event" && item.event.id === last));
      });

      it(paged ? "is requested page by page" : "is requested whole, as this server returns it", async () => {
        await at.services.threads.read(thread(1n));
        await at.services.threads.read(thread(1n));
        const again = reads(/timeline/).filter((line) => !line.endsWith("page=1&limit=50"));
        assert.ok(again.length > 0);
        for (const line of again) assert.equal(line.includes("page="), paged, line);
      });

      it("keeps the files of comments that only their own list has", async () => {
        const { items } = await read(1n);
        const shot = items.find((item) => item.kind === "comment" && item.comment.id === 302n);
        assert.deepEqual(shot?.kind === "comment" ? shot.comment.attachments.map(({ name }) => name) : [], [
          "shot.png",
        ]);
      });

      /**
       * An issue whose timeline starts with this many references that only alice can see, and ends with events that all
       * can.
       */
      function many(
        hidden: number,
        { commented }: { readonly commented: boolean },
      ): { readonly number: number; readonly first: bigint; readonly last: bigint } {
        const { number } = at.forge.act("addIssue", { repo: "alice/demo", by: "alice" }) as { number: number };
        const place = { repo: "alice/demo", issue: number, by: "alice" };
        const from = { repo: "alice/secret", issue: 1 };
        const { first } = at.forge.act("addReferences", { ...place, from, times: hidden }) as { first: number };
        if (commented) at.forge.act("addComment", { ...place, body: "after them" });
        const { id } = at.forge.act("addEvent", { ...place, type: "pin" }) as { id: number };
        return { number, first: BigInt(first), last: BigInt(id) };
      }
    });

    describe("responses without a body, in plain text, or null", () => {
      it("distinguish a bare 403 from other failures, for an edit and a deletion", async () => {
        const bob = at.forge.api("bob");
        for (const work of [bob.editComment(DEMO, 301n, "x"), bob.deleteComment(DEMO, 301n)]) {
          const { kind, facts } = await problemOf(work);
          assert.deepEqual([kind, facts.detail, facts.wrote], ["forbidden", undefined, "no"]);
        }
        const change = { title: "x" };
        assert.equal((await problemOf(bob.authoring.change(DEMO, 1n, change))).kind, "forbidden");
      });

      it("with a bare 404 mean a missing comment, not a missing route", async () => {
        const { kind, facts } = await problemOf(alice().comment({ owner: "alice", name: "other" }, 302n));
        assert.deepEqual([kind, facts.noRoute], ["notFound", undefined]);
        assert.equal(facts.detail === undefined, otherRepositoryIsBare);
      });

      it("with a 204 mean that there is nothing to show or change", async () => {
        assert.equal(await alice().comment(DEMO, 303n), undefined);
        assert.equal(await alice().editComment(DEMO, 303n, "x"), undefined);
      });

      it("with a bare 405, or a 404 in plain text, mean a missing route", async () => {
        at.forge.service.faults.add({ kind: "status", status: 405, path: "", body: "", times: 1 });
        assert.equal((await problemOf(alice().deleteComment(DEMO, 301n))).facts.noRoute, true);
        at.forge.act("keepOldRoutes");
        const { kind, facts } = await problemOf(alice().comment(DEMO, 301n));
        assert.deepEqual([kind, facts.noRoute], ["notFound", true]);
      });

      it("include a rejection in plain text, a 404 that is null, and an empty success", async () => {
        const text = { "content-type": "text/plain; charset=utf-8" };
        at.forge.answer("", 422, "Unknown mode: opera", { headers: text, times: 1 });
        const { kind, facts } = await problemOf(alice().editComment(DEMO, 301n, "x"));
        assert.deepEqual([kind, facts.detail], ["invalid", "Unknown mode: opera"]);
        at.forge.answer("", 404, "null", { times: 1 });
        assert.deepEqual((await problemOf(alice().comment(DEMO, 301n))).facts.noRoute, undefined);
        await alice().reactions.add(DEMO, { comment: 301n }, "heart");
        await alice().reactions.remove(DEMO, { comment: 301n }, "heart");
        at.forge.service.faults.add({
          kind: "status",
          status: 200,
          path: "assets",
          body: "",
          method: "POST",
          times: 1,
        });
        const file = { name: "a.png", type: "image/png", content: new Uint8Array(3) };
        const sent = await problemOf(alice().attachments.toComment(DEMO, 301n, file));
        assert.deepEqual(
          [sent.kind, sent.facts.wrote],
          ["malformed", "unknown"],
          "it may be there, and is not said to be",
        );
      });
    });

    describe("a server repeats a token that it rejects", () => {
      it("appears in no log, no problem and no draft", async () => {
        const token = tokenOf("mislaid");
        await become("mislaid");
        await at.services.threads.read(thread(1n));
        await at.services.writing.drafts.save(reply(), "not accepted");
        const outcome = await at.services.writing.sender.send(reply());
        assert.ok(!outcome.sent && outcome.problem?.kind === "unauthorized");
        const checked = await problemOf(checkToken(at.services.servers.withToken(at.forge.base, token)));
        const draft = await at.services.writing.drafts.get(reply());
        const said = [outcome.problem, checked].map(({ message, facts, stack, cause }) =>
          [message, JSON.stringify(facts), stack, String(cause)].join("\n"),
        );
        // The text of a 401 isn't read, so nothing in it can leak.
        assert.deepEqual([outcome.problem.facts.detail, checked.facts.detail], [undefined, undefined]);
        const everything = [...at.window.lines, ...said, said.join(), JSON.stringify(draft, bigints)].join("\n");
        assert.ok(everything.includes("401"), "it is told that the token was refused");
        assert.ok(!everything.includes(token));
      });
    });

    describe("a bad token makes every call fail, also public ones", () => {
      it("is left out after one rejection, so public content loads without an account", async () => {
        await become("mislaid");
        assert.equal((await at.services.repositoryNames.read(thread(1n)))?.name, "demo");
        await at.services.threads.read(thread(1n));
        const { thread: shown, problem } = at.services.threads.at(thread(1n));
        assert.ok((shown?.comments?.length ?? 0) > 0);
        assert.equal(problem, undefined);
        const refused = at.forge.service.journal.filter(({ status }) => status === 401);
        assert.equal(refused.length, 1);
        at.forge.service.journal = [];
        await at.services.threads.read(thread(2n));
        assert.ok(at.forge.service.journal.every(({ headers }) => headers.authorization === undefined));
      });

      it("doesn't keep a server from being found, or its login from being recognized", async () => {
        await become("mislaid");
        assert.equal(await at.services.discovery.findServer(at.forge.base), at.forge.base);
        await become("alice");
        at.forge.service.journal = [];
        await at.services.repositoryNames.read(thread(1n));
        // With an unknown scheme, the server would treat the user as anonymous without an error.
        assert.match(at.forge.service.journal[0]?.headers.authorization ?? "", /^token [0-9a-f]{40}$/);
      });
    });
  });
}

/** A record as the server returns it, with the fields that are read. */
function wireOf({ id, type, body, createdAt }: { id: bigint; type: string; body: string; createdAt: number }) {
  const at = new Date(createdAt).toISOString();
  return { id: Number(id), type, body, created_at: at, updated_at: at };
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

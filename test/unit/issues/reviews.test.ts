// Reviews as real servers returned them, and as part of threads.
import assert from "node:assert/strict";
import { defaultMaxListeners, getEventListeners } from "node:events";
import { apiV1, type ApiV1 as Api } from "../../../src/issues/api/api-v1.ts";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import { missingReviewComments, pendingComments, type FullReview } from "../../../src/issues/model/review.ts";
import { isWritten } from "../../../src/issues/model/timeline.ts";
import type { Services as IssueServices } from "../../../src/issues/services.ts";
import { recordingsOf } from "../../services/issues/recorded.js";
import { clientOf, json, Services } from "../base/service.ts";
import { DEMO, PERSONALITIES, startForge, type Forge } from "./service.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { machine, type Machine } from "./machine.ts";

const HUNK = "@@ -8,4 +8,2 @@\n line 8\n line 9\n-line 10\n-line 11";

for (const server of ["forgejo", "gitea"] as const) {
  describe(`Reviews that a real ${server} returned`, () => {
    const services = new Services();
    afterEach(() => services.close());
    const recorded = recordingsOf(`pulls-${server}`);
    const apiOf = async (name: string): Promise<Api> => {
      const found = recorded.find((each) => each.case === name);
      const service = await services.start(() => json(found?.answer.status ?? 500, found?.answer.body));
      return apiV1(clientOf(service.origin));
    };

    it("have a verdict, and show which no longer counts", async () => {
      const { values, skipped } = await (await apiOf("pulls: list for another")).reviews.list(DEMO, 1n);
      assert.equal(skipped, 0);
      assert.equal(values.length, 13);
      const states = new Set(values.map(({ state }) => state));
      assert.deepEqual([...states].toSorted(), ["approved", "changesRequested", "commented"]);
      assert.equal(values[0]?.author?.login, "bob");
      assert.equal(values[0]?.comments, server === "forgejo" ? 4 : 2);
    });

    it("have comments on lines before and after the change, each with its hunk", async () => {
      const { values, skipped } = await (await apiOf("pulls: its comments")).reviews.comments(DEMO, 1n, 5n);
      assert.equal(skipped, 0);
      assert.deepEqual(
        values.map(({ path, line }) => [path, line]),
        [
          ["src/a.ts", { side: "new", number: 10 }],
          ["src/a.ts", { side: "old", number: 11 }],
        ],
      );
      assert.equal(values[1]?.hunk, HUNK);
      assert.equal(values[1].resolvedBy, undefined);
    });
  });
}

for (const personality of PERSONALITIES) {
  describe(`Reviews of a pull request at ${personality}`, () => {
    let forge: Forge;
    let home: Machine;
    let services: IssueServices;
    let signIn: (login: string) => Promise<unknown>;
    let thread: ThreadAddress;

    before(async () => {
      forge = await startForge(personality);
    });
    after(() => forge.close());
    beforeEach(async () => {
      forge.reset();
      home = await machine();
      const window = home.open(forge.base);
      ({ services, signIn } = window);
      thread = { base: forge.base, owner: "lantern", name: "almanac", number: 4n };
    });
    afterEach(() => home.close());

    const reviews = (): readonly FullReview[] => [...(services.threads.at(thread).thread?.reviews.byId.values() ?? [])];
    const asked = (part: string) => forge.asked().filter((each) => each.includes(part));
    const review = (what: Readonly<Record<string, unknown>>): unknown =>
      forge.act("addReview", { repo: "lantern/almanac", issue: 4, by: "tomas", ...what });

    it("are loaded with the thread: the verdict, what was dismissed, and each comment with its line", async () => {
      await signIn("nadia");
      await services.threads.read(thread);
      const shown = reviews().map(({ review: { author, state, dismissed, stale } }) => [
        author?.login,
        state,
        dismissed,
        stale,
      ]);
      assert.deepEqual(shown, [
        ["tomas", "changesRequested", true, true],
        ["nadia", "approved", false, false],
      ]);
      const [objection] = reviews();
      assert.deepEqual(
        objection?.comments.map(({ path, line }) => [path, line]),
        [
          ["src/harmonics.rs", { side: "new", number: 41 }],
          ["src/harmonics.rs", { side: "new", number: 58 }],
        ],
      );
      assert.match(objection?.comments[0]?.hunk ?? "", /^@@ -38,7 \+38,9 @@/);
    });

    it("keep their verdicts and comments while a posted comment is added to the thread", async () => {
      await signIn("nadia");
      await services.threads.read(thread);
      const verdicts = () =>
        (services.threads.at(thread).thread?.items ?? []).flatMap((item) =>
          item.kind === "event" && item.event.meaning.kind === "reviewed"
            ? [item.event.meaning.review?.review.state]
            : [],
        );
      const before = verdicts();
      assert.ok(before.includes("approved") && before.includes("changesRequested"));
      const place = places.newComment(thread);
      await services.writing.drafts.save(place, "Thanks to both of you");
      assert.ok((await services.writing.sender.send(place)).sent);
      const { comments = [] } = services.threads.at(thread).thread ?? {};
      assert.equal(comments.at(-1)?.body, "Thanks to both of you");
      assert.deepEqual(verdicts(), before);
    });

    it("appear in the thread at the time of the review, and count as comments if they say something", async () => {
      await signIn("nadia");
      await services.threads.read(thread);
      const { items = [] } = services.threads.at(thread).thread ?? {};
      const reviewed = items.flatMap((item) =>
        item.kind === "event" && item.event.meaning.kind === "reviewed"
          ? [[item.event.meaning.review?.review.state, isWritten(item)]]
          : [],
      );
      assert.deepEqual(reviewed, [
        ["changesRequested", true],
        ["approved", false],
      ]);
      const dismissed = items.find((item) => item.kind === "event" && item.event.meaning.kind === "reviewDismissed");
      assert.ok(dismissed?.kind === "event" && dismissed.event.meaning.kind === "reviewDismissed");
      assert.equal(dismissed.event.meaning.by?.login, "tomas");
    });

    it("without comments cost one request, and an issue has none to request", async () => {
      await signIn("nadia");
      await services.threads.read(thread);
      assert.equal(asked("/reviews?").length, 1);
      assert.equal(asked("/comments").filter((each) => each.includes("/reviews/")).length, 1);
      forge.service.journal = [];
      await services.threads.read({ ...thread, number: 1n });
      assert.deepEqual(asked("/pulls/"), []);
    });

    it("that are new appear with the next refresh, and the comments of the others are not loaded again", async () => {
      await signIn("nadia");
      await services.threads.read(thread);
      review({ state: "APPROVED", body: "Now it is right." });
      forge.service.journal = [];
      assert.equal(await services.threads.refresh(thread, { thorough: false }), true);
      assert.equal(reviews().at(-1)?.review.state, "approved");
      assert.deepEqual(asked("/reviews/"), []);
    });

    it("show edits of their comments when the thread is loaded again, as no count or time shows them", async () => {
      await signIn("nadia");
      await services.threads.read(thread);
      const edited = reviews()[0]?.comments[0];
      assert.ok(edited);
      forge.act("editComment", { id: Number(edited.id), body: "Edited after the review" });
      await services.threads.read(thread);
      assert.equal(reviews()[0]?.comments[0]?.body, "Edited after the review");
    });

    it("show edits and resolved conversations within two thorough checks, however many reviews there are", async () => {
      await signIn("nadia");
      const notes = [{ path: "a.rs", line: 3, hunk: HUNK, text: "first" }];
      for (let number = 1; number <= 10; number += 1) review({ notes });
      await services.threads.read(thread);
      const [one, ten] = [reviews()[0]?.comments[0], reviews().at(-1)?.comments[0]];
      forge.act("editComment", { id: Number(one?.id), body: "Edited" });
      forge.act("resolveNote", { id: Number(ten?.id), by: "nadia" });
      const poll = () => services.threads.refresh(thread, { thorough: true });
      assert.deepEqual([await poll(), await poll(), await poll()], [true, true, false]);
      assert.equal(reviews()[0]?.comments[0]?.body, "Edited");
      assert.equal(reviews().at(-1)?.comments[0]?.resolvedBy?.login, "nadia");
    });

    it("keep their comments if they can't be loaded again", async () => {
      await signIn("nadia");
      await services.threads.read(thread);
      const before = reviews();
      forge.answer("/comments$", 502, "", { path: /pulls\/4\/reviews\/\d+\/comments/ });
      await services.threads.read(thread);
      assert.deepEqual(
        reviews().map(({ comments }) => comments),
        before.map(({ comments }) => comments),
      );
      assert.deepEqual(
        reviews().map(({ missing }) => missing),
        before.map(() => 0),
      );
    });

    it("add no more listeners to a signal than Node allows, however many they are", async () => {
      for (let count = 0; count < 40; count += 1)
        review({ state: "COMMENT", body: "", notes: [{ path: "a.rs", line: 3, hunk: HUNK, text: `note ${count}` }] });
      await signIn("nadia");
      let most = 0;
      const counted = EventTarget.prototype.addEventListener;
      EventTarget.prototype.addEventListener = function addEventListener(...given) {
        counted.apply(this, given);
        if (this instanceof AbortSignal) most = Math.max(most, getEventListeners(this, "abort").length);
      };
      try {
        await services.threads.read(thread, new AbortController().signal);
      } finally {
        EventTarget.prototype.addEventListener = counted;
      }
      assert.ok(reviews().length >= 40);
      assert.ok(most > 0 && most <= defaultMaxListeners, `${most} listeners on a signal`);
    });

    it("that are pending are shown only to their author", async () => {
      review({ state: "PENDING", body: "", notes: [{ path: "a.rs", line: 3, hunk: HUNK, text: "later" }] });
      await signIn("nadia");
      await services.threads.read(thread);
      const { thread: others } = services.threads.at(thread);
      assert.equal(others === undefined ? -1 : pendingComments(others.reviews), 0);
      await signIn("tomas");
      const tomas = home.open(forge.base);
      await tomas.signOut();
      await tomas.signIn("tomas");
      await tomas.services.threads.read(thread);
      const own = tomas.services.threads.at(thread).thread;
      assert.equal(own === undefined ? -1 : pendingComments(own.reviews), 1);
    });

    it("are named as pending to everyone who can read their text, which the API shows before they are submitted", async () => {
      review({ state: "PENDING", body: "A first thought." });
      await signIn("nadia");
      await services.threads.read(thread);
      const { thread: others } = services.threads.at(thread);
      const meanings = (others?.items ?? []).flatMap((item) => (item.kind === "event" ? [item.event.meaning] : []));
      const pending = meanings.filter((meaning) => meaning.kind === "reviewed" && meaning.isPending);
      assert.deepEqual(pending, [{ kind: "reviewed", body: "A first thought.", review: undefined, isPending: true }]);
      assert.ok(meanings.some((meaning) => meaning.kind === "reviewed" && !meaning.isPending));
    });

    it("keep what could be loaded, and count what could not", async () => {
      await signIn("nadia");
      forge.answer("/comments$", 502, "", { path: /pulls\/4\/reviews\/\d+\/comments/ });
      await services.threads.read(thread);
      const { thread: read } = services.threads.at(thread);
      assert.ok(read !== undefined);
      assert.equal(missingReviewComments(read.reviews), 2);
      assert.equal(read.withoutReviews, undefined);
    });

    it("show a reason if the token may not load them, and the rest of the thread loads", async () => {
      await signIn("browse");
      await services.threads.read(thread);
      const { thread: read, problem } = services.threads.at(thread);
      assert.equal(problem, undefined);
      assert.equal(read?.withoutReviews?.kind, "forbidden");
      assert.ok((read.comments?.length ?? 0) > 0);
    });

    it("show a line before the change, who resolved it, and a comment outside the changes", async () => {
      review({
        notes: [
          { path: "gone.txt", line: 3, old: true, hunk: HUNK, text: "why?", resolver: "nadia" },
          { path: "src/a.ts", line: 25, hunk: "", text: "between" },
        ],
      });
      await signIn("nadia");
      await services.threads.read(thread);
      const [first, second] = reviews().at(-1)?.comments ?? [];
      assert.deepEqual(first?.line, { side: "old", number: 3 });
      assert.equal(first.resolvedBy?.login, "nadia");
      assert.deepEqual([second?.line, second?.hunk], [{ side: "new", number: 25 }, ""]);
    });
  });

  describe(`Opening a thread at ${personality}`, () => {
    let forge: Forge;
    let home: Machine;
    before(async () => {
      forge = await startForge(personality);
    });
    after(() => forge.close());
    beforeEach(async () => {
      forge.reset();
      home = await machine();
    });
    afterEach(() => home.close());

    for (const [name, address] of [
      ["a short one", { owner: "lantern", name: "almanac", number: 1n }],
      ["one of more than a page", { owner: "harbour", name: "chart-kit", number: 7n }],
    ] as const) {
      it(`never loads its first page twice: ${name}`, async () => {
        const { services, signIn } = home.open(forge.base);
        await signIn("nadia");
        const thread = { base: forge.base, ...address };
        await services.threads.read(thread);
        const timeline = forge.asked().filter((each) => each.includes("/timeline"));
        assert.equal(new Set(timeline).size, timeline.length, timeline.join("\n"));
        assert.equal(
          timeline.filter((each) => !/[?&](page=([2-9]|\d\d)|since=)/.test(each)).length,
          1,
          timeline.join("\n"),
        );
        const { thread: read } = services.threads.at(thread);
        const comments = new Set(read?.comments?.map(({ id }) => id));
        assert.ok(comments.size > 0);
        const ids = read?.records.filter(({ type }) => type === "comment").map(({ id }) => id) ?? [];
        assert.deepEqual(new Set(ids), comments);
      });
    }
  });
}

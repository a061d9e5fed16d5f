// Sending reviews of pull requests with their comments: each exactly once, and never with what another client left.
import assert from "node:assert/strict";
import type { NewReview } from "../../../src/issues/model/review.ts";
import type { Anchor, Submission } from "../../../src/issues/writing/drafts/draft.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { problemOf } from "../base/service.ts";
import { DISTINCT_SERVERS, PERSONALITIES, startForge, type Forge } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

const ALMANAC = { owner: "lantern", name: "almanac" };
const PULL = { repo: "lantern/almanac", issue: 4 };
const FILE = "src/harmonics.rs";

interface StoredReview {
  readonly id: number;
  readonly by: string;
  readonly state: string;
  readonly body: string;
  readonly comments: readonly {
    readonly text: string;
    readonly path: string;
    readonly line: number;
    readonly old: boolean;
  }[];
}

/** The reviews of a user, as the server has them. */
function reviewsOf(forge: Forge, login: string): readonly StoredReview[] {
  const all = forge.act("readReviews", PULL) as readonly StoredReview[];
  return all.filter(({ by }) => by === login);
}

for (const personality of PERSONALITIES) {
  describe(`Routes of reviews at ${personality}`, () => {
    let forge: Forge;
    let commit: string;
    before(async () => {
      forge = await startForge(personality);
      commit = (await forge.api("yuki").pulls.details(ALMANAC, 4n)).head.commit;
    });
    beforeEach(() => forge.reset());
    after(() => forge.close());

    const comment = { path: FILE, line: { side: "new", number: 3 }, text: "Here" } as const;
    const given = (more: Partial<NewReview> = {}): NewReview => {
      return { verdict: "commented", body: "", commit, comments: [comment], ...more };
    };
    const create = (more?: Partial<NewReview>, login = "yuki") =>
      forge.api(login).reviews.create(ALMANAC, 4n, given(more));
    const statusOf = async (work: Promise<unknown>) => (await problemOf(work)).facts.status;

    it("create a review with its comments on both sides, and delete it again", async () => {
      const old = { path: FILE, line: { side: "old", number: 2 }, text: "There" } as const;
      const whole = { path: "docs/tides.md", line: undefined, text: "All of it" };
      const review = await create({ verdict: "changesRequested", body: "Two things", comments: [comment, old, whole] });
      assert.deepEqual([review.state, review.body, review.comments], ["changesRequested", "Two things", 3]);
      const { values } = await forge.api().reviews.comments(ALMANAC, 4n, review.id);
      assert.deepEqual(
        values.map(({ body, line, path }) => [path, line, body]),
        [
          [FILE, comment.line, "Here"],
          [FILE, old.line, "There"],
          ["docs/tides.md", undefined, "All of it"],
        ],
      );
      assert.equal(await statusOf(forge.api("tomas").reviews.remove(ALMANAC, 4n, review.id)), 403);
      await forge.api("yuki").reviews.remove(ALMANAC, 4n, review.id);
      assert.deepEqual(reviewsOf(forge, "yuki"), []);
    });

    it("reject an empty review, and a verdict on one's own pull request", async () => {
      assert.equal(await statusOf(create({ comments: [] })), 422);
      assert.equal(await statusOf(create({ verdict: "changesRequested" })), 422);
      assert.equal(await statusOf(create({ verdict: "approved" }, "ines")), 422);
      assert.equal(await statusOf(create({ verdict: "changesRequested", body: "No" }, "ines")), 422);
      assert.equal((await create({ verdict: "approved", comments: [] })).state, "approved");
    });

    it("leave a pending review behind that the next one publishes", async () => {
      assert.equal(await statusOf(create({ commit: "0".repeat(40) })), 500);
      assert.deepEqual(
        reviewsOf(forge, "yuki").map(({ state }) => state),
        ["PENDING"],
      );
      const { values } = await forge.api("yuki").reviews.list(ALMANAC, 4n);
      const left = values.find(({ state }) => state === "pending");
      const others = await forge.api("tomas").reviews.list(ALMANAC, 4n);
      assert.ok(others.values.every(({ state }) => state !== "pending"));
      assert.equal((await create()).id, left?.id);
    });

    it("let a second verdict of a person replace the first", async () => {
      const first = await create({ verdict: "approved", comments: [] });
      await create({ verdict: "changesRequested", body: "On second thought" });
      const { values } = await forge.api().reviews.list(ALMANAC, 4n);
      assert.equal(values.find(({ id }) => id === first.id)?.dismissed, true);
    });
  });
}

for (const personality of DISTINCT_SERVERS) {
  describe(`Sending reviews at ${personality}`, () => {
    const at = windowAt(personality, "yuki");
    let commit: string;
    beforeEach(async () => {
      commit = (await at.forge.api("yuki").pulls.details(ALMANAC, 4n)).head.commit;
      at.forge.service.journal = [];
    });

    const pull = () => ({ base: at.forge.base, ...ALMANAC, number: 4n });
    const anchor = (number = 3): Anchor => ({ path: FILE, line: { side: "new", number }, commit, hunk: "" });
    const start = (text: string, number?: number) =>
      at.services.pendingReviews.startComment(pull(), anchor(number), text);
    /** Stores the review with the present comments, as Submit Review does. */
    const submit = async (body: string, more: Partial<Submission> = {}) => {
      const { pendingReviews, writing } = at.services;
      const comments = (await pendingReviews.comments(pull())).map((draft) => {
        const { path, line } = draft.anchor;
        return { draft: draft.id, path, line, text: draft.text };
      });
      const place = places.review(pull());
      if (body !== "") await writing.drafts.save(place, body);
      await writing.drafts.submit(place, { verdict: "commented", commit, published: undefined, comments, ...more });
      return place;
    };
    const sendReview = async (body: string, more?: Partial<Submission>) =>
      await at.services.writing.sender.send(await submit(body, more));
    const stored = () => reviewsOf(at.forge, "yuki").filter(({ state }) => state !== "PENDING");
    const pending = () => reviewsOf(at.forge, "yuki").filter(({ state }) => state === "PENDING");
    const texts = () => stored().map(({ body, comments }) => [body].concat(comments.map(({ text }) => text)));
    const left = async () => (await at.services.writing.drafts.list()).map(({ place: { kind }, text }) => [kind, text]);

    it("sends a review and its comments in one request, and removes all their drafts", async () => {
      await start("Second", 9);
      await start("First", 3);
      const outcome = await sendReview("Nearly", { verdict: "changesRequested" });
      assert.ok(outcome.sent && !outcome.more);
      assert.deepEqual(
        stored().map(({ state }) => state),
        ["REQUEST_CHANGES"],
      );
      assert.deepEqual(texts(), [["Nearly", "First", "Second"]]);
      assert.equal(at.count("POST"), 1);
      assert.deepEqual(await left(), []);
    });

    it("sends a single comment as a review without anything else, and keeps the others", async () => {
      const place = await start("Alone");
      await start("Pending", 9);
      assert.ok((await at.services.writing.sender.send(place)).sent);
      assert.deepEqual(texts(), [["", "Alone"]]);
      assert.deepEqual(await left(), [["reviewComment", "Pending"]]);
    });

    it("sends an approval without a text", async () => {
      const outcome = await sendReview("", { verdict: "approved" });
      assert.ok(outcome.sent);
      assert.deepEqual(
        stored().map(({ body, state }) => [state, body]),
        [["APPROVED", ""]],
      );
      assert.deepEqual(await left(), []);
    });

    it("never sends what the server would reject or no one could read", async () => {
      const why = async (body: string, more?: Partial<Submission>) => {
        const outcome = await sendReview(body, more);
        return outcome.sent ? "sent" : outcome.why;
      };
      assert.equal(await why("", { comments: [] }), "empty");
      assert.equal(await why("", { verdict: "changesRequested" }), "empty");
      await start("half \uD83D");
      assert.equal(await why("Text"), "brokenText");
      assert.equal(at.count("POST"), 0);
    });

    it("finds a review whose answer was lost, and doesn't send it again", async () => {
      await start("Once");
      at.forge.service.faults.add({ kind: "lost", method: "POST", path: "reviews$", times: 1 });
      assert.ok((await sendReview("Only once", { verdict: "approved" })).sent);
      assert.deepEqual(texts(), [["Only once", "Once"]]);
      assert.deepEqual([at.count("POST"), await left()], [1, []]);
    });

    it("finds a review after its window was killed", async () => {
      await start("Killed");
      const place = await submit("in the middle");
      at.forge.service.faults.add({ kind: "stall", method: "POST", path: "reviews$", times: 1 });
      void at.services.writing.sender.send(place);
      await at.asked("POST");
      const next = at.here.open(at.forge.base);
      await at.here.releaseLocks();
      await next.services.writing.outbox.run();
      assert.deepEqual(await next.services.writing.drafts.list(), []);
      assert.deepEqual(texts(), [["in the middle", "Killed"]]);
      assert.equal(at.count("POST"), 1);
    });

    it("waits offline, and is sent once when the connection is back", async () => {
      await start("Waits");
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      assert.ok(!(await sendReview("too")).sent);
      const { outbox } = at.services.writing;
      outbox.start();
      await outbox.run();
      at.forge.service.faults.clear();
      await outbox.run();
      await outbox.run();
      assert.deepEqual(texts(), [["too", "Waits"]]);
      assert.deepEqual(await left(), []);
    });

    it("isn't sent by itself if a comment was changed since", async () => {
      const place = await start("Before");
      at.forge.service.faults.add({ kind: "refuse", path: "" });
      const review = await submit("Text");
      assert.ok(!(await at.services.writing.sender.send(review)).sent);
      at.forge.service.faults.clear();
      await at.services.writing.drafts.storeUnsaved(place, "Before and after");
      at.services.writing.outbox.start();
      await at.services.writing.outbox.run();
      assert.equal(at.count("POST"), 0);
      assert.equal((await at.services.writing.drafts.get(review))?.failure?.why, "otherComments");
    });

    it("keeps what was typed in a comment during the send", async () => {
      const place = await start("Sent");
      const review = await submit("Text");
      at.forge.service.faults.add({ kind: "late", ms: 50, method: "POST", path: "reviews$", times: 1 });
      const sending = at.services.writing.sender.send(review);
      await at.asked("POST");
      await at.services.writing.drafts.storeUnsaved(place, "Sent, and more");
      assert.ok((await sending).sent);
      assert.deepEqual(texts(), [["Text", "Sent"]]);
      assert.deepEqual(await left(), [["reviewComment", "Sent, and more"]]);
      assert.equal((await at.services.pendingReviews.comments(pull()))[0]?.anchor.path, FILE);
    });

    it("removes the pending review that its own failure left, before it tries again", async () => {
      await start("Not doubled");
      at.forge.service.faults.add({ kind: "status", status: 500, path: "reviews$", method: "POST", times: 1 });
      assert.ok(!(await sendReview("Text")).sent);
      // The window was killed before it could remove it.
      at.forge.act("addReview", {
        ...PULL,
        by: "yuki",
        state: "PENDING",
        notes: [{ path: FILE, line: 3, hunk: "", text: "Not doubled" }],
      });
      assert.ok((await at.services.writing.sender.send(places.review(pull()))).sent);
      assert.deepEqual(texts(), [["Text", "Not doubled"]]);
      assert.deepEqual(pending(), []);
    });

    it("removes at once what a rejected review left", async () => {
      await start("Rejected", 2 ** 31);
      const outcome = await sendReview("Text");
      // Only some servers store such a line.
      assert.deepEqual([outcome.sent, pending()], [personality === "forgejo", []]);
    });

    it("never publishes a pending review of another client", async () => {
      at.forge.act("addReview", {
        ...PULL,
        by: "yuki",
        state: "PENDING",
        body: "From the web",
        notes: [{ path: FILE, line: 1, hunk: "", text: "Not ready" }],
      });
      const place = await start("Mine");
      for (const outcome of [await sendReview("Text"), await at.services.writing.sender.send(place)]) {
        assert.deepEqual([outcome.sent, "why" in outcome && outcome.why], [false, "pendingReview"]);
      }
      assert.deepEqual([at.count("POST"), at.count("DELETE"), pending().length], [0, 0, 1]);
    });

    it("publishes it together with the review if the user wants that", async () => {
      const { id } = at.forge.act("addReview", {
        ...PULL,
        by: "yuki",
        state: "PENDING",
        notes: [{ path: FILE, line: 1, hunk: "", text: "From the web" }],
      }) as { id: number };
      await start("Mine");
      at.forge.service.faults.add({ kind: "lost", method: "POST", path: "reviews$", times: 1 });
      assert.ok((await sendReview("Both", { published: BigInt(id) })).sent);
      assert.deepEqual(texts(), [["Both", "From the web", "Mine"]]);
      assert.deepEqual([at.count("POST"), await left()], [1, []]);
    });

    it("finds a published review whose answer was lost, if only the earlier client gave it a text", async () => {
      const notes = [{ path: FILE, line: 1, hunk: "", text: "From the web" }];
      const left = { ...PULL, by: "yuki", state: "PENDING", body: "Written there", notes };
      const { id } = at.forge.act("addReview", left) as { id: number };
      await start("Mine");
      at.forge.service.faults.add({ kind: "lost", method: "POST", path: "reviews$", times: 1 });
      assert.ok((await sendReview("", { published: BigInt(id), verdict: "approved" })).sent);
      assert.deepEqual(texts(), [["Written there", "From the web", "Mine"]]);
      assert.equal(at.count("POST"), 1);
    });

    it("isn't sent if the pull request has other commits by now", async () => {
      await start("Old");
      at.forge.act("push", { ...PULL, by: "ines" });
      const outcome = await sendReview("Text", { verdict: "approved" });
      assert.deepEqual([outcome.sent, "why" in outcome && outcome.why, at.count("POST")], [false, "moved", 0]);
    });

    it("sends one review of a person at a time, also from two windows", async () => {
      const place = await start("Alone");
      await start("Together", 9);
      const review = await submit("All", { comments: [] });
      const other = at.here.open(at.forge.base);
      const outcomes = await Promise.all([
        at.services.writing.sender.send(place),
        other.services.writing.sender.send(review),
      ]);
      const refused = outcomes.flatMap((outcome) => (outcome.sent ? [] : [outcome.why]));
      assert.ok(refused.length <= 1 && refused.every((why) => why === "underWay"));
      at.services.writing.outbox.start();
      await at.services.writing.outbox.run();
      assert.deepEqual(new Set(texts().map(String)), new Set([",Alone", "All"]));
    });

    it("doesn't send a comment alone while a review that has it may still arrive", async () => {
      const place = await start("Shared");
      at.forge.service.faults.add({ kind: "refuse", path: "reviews$", method: "POST", times: 1 });
      const outcomes = [await sendReview("Text"), await at.services.writing.sender.send(place)];
      assert.deepEqual(
        outcomes.map((outcome) => (outcome.sent ? "sent" : outcome.why)),
        ["lost", "underWay"],
      );
      at.services.writing.outbox.start();
      await at.services.writing.outbox.run();
      assert.equal(
        texts()
          .flat()
          .filter((text) => text === "Shared").length,
        1,
      );
    });

    it("finds comments that the server put into another review of the same person", async () => {
      at.forge.act("changePull", { ...PULL, mixesReviews: true });
      await start("Elsewhere");
      assert.ok((await sendReview("Text", { verdict: "approved" })).sent);
      assert.deepEqual(texts(), [["", "Elsewhere"], ["Text"]]);
      assert.deepEqual([at.count("POST"), await left()], [1, []]);
    });
  });
}

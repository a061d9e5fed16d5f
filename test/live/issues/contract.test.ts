// Checks the nine routes of the contract against a real issue server, which environment variables name.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { Contacts } from "../../../src/base/http/contacts.ts";
import { asProblem, type Problem } from "../../../src/base/problem.ts";
import type { Comment, Issue, TimelineRecord } from "../../../src/issues/model/entities.ts";
import { DIALECTS } from "../../../src/issues/api/dialects.ts";
import { readThread } from "../../../src/issues/thread/read-thread.ts";
import { namedForge, type LiveForge } from "./forge.ts";

const NO_COMMENT = 9_007_199_254_740_000n;
const NO_ISSUE = 2_000_000_000n;

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  try {
    await work;
  } catch (error) {
    return asProblem(error);
  }
  throw new Error("It went well, though it should not have.");
}

function suite(forge: LiveForge): void {
  const { own, nobody, address } = forge;
  const mark = `triptych-live-${randomBytes(4).toString("hex")}`;
  const refusals = new Set([401, 403, 404]);
  let issue: Issue;
  let comment: Comment;
  let event: TimelineRecord;
  const thread = () => ({ ...address, number: issue.number });

  before(async () => {
    issue = await own.authoring.create(address, { title: `${mark} started`, body: "Made by a test, to be gone soon." });
    issue = await own.authoring.change(address, issue.number, { title: mark });
    comment = await own.createComment(address, issue.number, `${mark} *first*\n\n👩‍👩‍👧`);
  });
  after(async () => {
    if (issue !== undefined) console.log(`The issue of the test is ${await forge.tidy(issue.number)}.`);
  });

  it("identifies itself, and the token's user if the token allows that", async () => {
    assert.match((await own.version()).version, /^v?\d+\.\d+/);
    assert.ok((await own.limits()).itemsPerPage > 0);
    const user = await own.user().catch(asProblem);
    if ("login" in user) assert.equal(user.login, comment.author?.login);
    else assert.equal(user.kind, "forbidden");
  });

  it("1: lists all plain comments of an issue with their posters, and counts them", async () => {
    const { values, total, skipped } = await own.commentsOfIssue(address, issue.number);
    assert.deepEqual([values.map(({ id }) => id), total, skipped], [[comment.id], 1, 0]);
    assert.equal(values[0]?.body, `${mark} *first*\n\n👩‍👩‍👧`);
    assert.equal(values[0]?.author?.login, comment.author?.login);
  });

  it("1: filters by time, including both ends", async () => {
    const at = new Date(comment.updatedAt).toISOString();
    const later = new Date(comment.updatedAt + 1000).toISOString();
    const idsSince = async (filter: { since?: string; before?: string }) =>
      (await own.commentsOfIssue(address, issue.number, filter)).values.map(({ id }) => id);
    assert.deepEqual(await idsSince({ since: at, before: at }), [comment.id]);
    assert.deepEqual(await idsSince({ since: later }), []);
  });

  it("2: lists events and comments on the timeline", async () => {
    const { values, skipped } = await own.timelineOfIssue(address, issue.number, { page: 1, limit: 50 });
    assert.equal(skipped, 0);
    assert.ok(values.some(({ id, type }) => type === "comment" && id === comment.id));
    const renamed = values.find(({ type }) => type === "change_title");
    assert.equal(renamed?.newTitle, mark);
    event = renamed ?? assert.fail("the change of the title is there");
  });

  it("2: loads the whole timeline, paged or not", async () => {
    const { version } = await own.version();
    const whole = await readThread(own, thread(), {
      paged: () => Promise.resolve(DIALECTS.find((each) => each.recognizes(version))?.pagesTimeline(version) ?? true),
      now: Date.now,
    });
    assert.equal(whole.skipped, 0);
    assert.ok(whole.items.length >= 2);
  });

  it("3: lists the comments of the repository in pages, and counts them", async () => {
    const since = new Date(comment.updatedAt).toISOString();
    const { values, total } = await own.commentsOfRepository(address, { since, page: 1, limit: 50 });
    assert.ok(values.some(({ id }) => id === comment.id));
    assert.ok(!values.some(({ id }) => id === event.id));
    assert.ok((total ?? 0) >= 1);
  });

  it("1, 2 and 3: reject an invalid time with 422", async () => {
    for (const call of [
      () => own.commentsOfIssue(address, issue.number, { since: "yesterday" }),
      () => own.timelineOfIssue(address, issue.number, { before: "yesterday" }),
      () => own.commentsOfRepository(address, { since: "yesterday" }),
    ]) {
      const { kind, facts } = await problemOf(call());
      assert.deepEqual([kind, facts.status], ["invalid", 422]);
    }
  });

  it("1, 2 and 4: return 404 or 500 for a missing issue", async () => {
    for (const call of [
      () => own.commentsOfIssue(address, NO_ISSUE),
      () => own.timelineOfIssue(address, NO_ISSUE),
      () => own.createComment(address, NO_ISSUE, "x"),
    ]) {
      const { status } = (await problemOf(call())).facts;
      assert.ok(status === 404 || status === 500, String(status));
    }
    assert.equal((await problemOf(own.issue(address, NO_ISSUE))).kind, "notFound");
  });

  it("4: posts a comment as the token's user, and rejects anonymous and empty ones", async () => {
    const made = await own.createComment(address, issue.number, "one more");
    assert.equal(made.author?.login, comment.author?.login);
    await own.deleteComment(address, made.id);
    const { status = 0 } = (await problemOf(nobody.createComment(address, issue.number, "x"))).facts;
    assert.ok(refusals.has(status), String(status));
    assert.equal((await problemOf(own.createComment(address, issue.number, ""))).facts.status, 422);
  });

  it("5: returns a comment, nothing for an event, and 404 for a missing one", async () => {
    assert.equal((await own.comment(address, comment.id))?.id, comment.id);
    assert.equal(await own.comment(address, event.id), undefined);
    const { kind, facts } = await problemOf(own.comment(address, NO_COMMENT));
    assert.deepEqual([kind, facts.noRoute], ["notFound", undefined]);
  });

  it("6: edits a comment, but no event, and nothing without a token", async () => {
    assert.equal((await own.editComment(address, comment.id, `${mark} changed`))?.body, `${mark} changed`);
    assert.equal((await own.comment(address, comment.id))?.body, `${mark} changed`);
    assert.equal(await own.editComment(address, event.id, "x"), undefined);
    assert.equal((await problemOf(own.editComment(address, NO_COMMENT, "x"))).kind, "notFound");
    const { status = 0 } = (await problemOf(nobody.editComment(address, comment.id, "x"))).facts;
    assert.ok(refusals.has(status), String(status));
    assert.equal((await own.comment(address, comment.id))?.body, `${mark} changed`);
  });

  it("7: edits a comment under any issue number, or has no such route", async () => {
    try {
      const changed = await own.editCommentOfIssue(address, issue.number, comment.id, `${mark} the old way`);
      assert.equal(changed?.body, `${mark} the old way`);
    } catch (error) {
      assert.equal(asProblem(error).facts.noRoute, true, asProblem(error).message);
    }
  });

  it("8: deletes a comment once, but no event, and nothing without a token", async () => {
    const made = await own.createComment(address, issue.number, "to be deleted");
    const { status = 0 } = (await problemOf(nobody.deleteComment(address, made.id))).facts;
    assert.ok(refusals.has(status), String(status));
    await own.deleteComment(address, made.id);
    assert.equal((await problemOf(own.comment(address, made.id))).kind, "notFound");
    assert.equal((await problemOf(own.deleteComment(address, made.id))).kind, "notFound");
    // One kind of server ignores the request; the other returns 400.
    await own.deleteComment(address, event.id).catch((error: unknown) => {
      assert.equal(asProblem(error).facts.status, 400);
    });
    const { values } = await own.timelineOfIssue(address, issue.number, { page: 1, limit: 50 });
    assert.ok(values.some(({ id }) => id === event.id));
  });

  it("9: deletes a comment under any issue number, or has no such route", async () => {
    const made = await own.createComment(address, issue.number, "to be deleted the old way");
    try {
      await own.deleteCommentOfIssue(address, issue.number, made.id);
    } catch (error) {
      assert.equal(asProblem(error).facts.noRoute, true, asProblem(error).message);
      await own.deleteComment(address, made.id);
    }
    assert.equal((await problemOf(own.comment(address, made.id))).kind, "notFound");
  });

  it("closes the issue and reopens it", async () => {
    assert.equal((await own.authoring.change(address, issue.number, { state: "closed" })).closed, true);
    assert.equal((await own.authoring.change(address, issue.number, { state: "open" })).closed, false);
  });

  it("rejects an unknown token, and never echoes it", async () => {
    const { Client } = await import("../../../src/base/http/client.ts");
    const { apiV1 } = await import("../../../src/issues/api/api-v1.ts");
    const value = randomBytes(20).toString("hex");
    const client = new Client({
      base: `${forge.base}/api/v1`,
      userAgent: "triptych-live-test/1",
      contacts: new Contacts({ now: Date.now }),
      purpose: "threads",
      credential: () => Promise.resolve({ origin: new URL(forge.base).origin, scheme: "token", value }),
    });
    const problem = await problemOf(apiV1(client).version());
    assert.equal(problem.kind, "unauthorized");
    assert.ok(!JSON.stringify([problem.message, problem.facts]).includes(value));
  });
}

const forge = namedForge();
if (forge !== undefined) {
  describe(`The contract of the nine routes, at ${forge.base}`, () => {
    suite(forge);
  });
}

// Every type of event that servers put on a timeline, and how timelines are ordered, filtered and paged.
import assert from "node:assert/strict";
import { decode } from "../../../src/base/decode.ts";
import { timelineRecord } from "../../../src/issues/api/decoders.ts";
import { readMeaning, type Meaning } from "../../../src/issues/model/timeline.ts";
import { DEMO, PERSONALITIES, TRAITS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

/** A record as a server returns it, with empty values in all fields that its type doesn't use. */
const EMPTY = {
  id: 7,
  html_url: "https://git.ex/o/r/issues/1#issuecomment-7",
  pull_request_url: "",
  issue_url: "https://git.ex/o/r/issues/1",
  user: { id: 2, login: "bob" },
  body: "",
  created_at: "2026-07-01T10:00:00+02:00",
  updated_at: "2026-07-01T10:00:00+02:00",
  old_project_id: 0,
  project_id: 0,
  old_milestone: null,
  milestone: null,
  tracked_time: null,
  old_title: "",
  new_title: "",
  old_ref: "",
  new_ref: "",
  ref_issue: null,
  ref_comment: null,
  ref_action: "none",
  ref_commit_sha: "",
  review_id: 0,
  label: null,
  assignee: null,
  assignee_team: null,
  removed_assignee: false,
  resolve_doer: null,
  dependent_issue: null,
};

const carol = { id: 3, login: "carol", email: "carol@noreply.ex", active: false };
const bug = { id: 2, name: "bug", exclusive: false, is_archived: false, color: "ee0701", description: "", url: "" };
const v1 = { id: 1, title: "v1.0", description: "", state: "open", due_on: null, closed_at: null };
const v2 = { ...v1, id: 2, title: "v2.0", state: "closed" };
const time = { id: 1, created: "2026-07-01T10:00:00Z", time: 3600, user_id: 2, user_name: "bob", issue: null };
const other = { number: 12, title: "Other", state: "open", pull_request: null, repository: { full_name: "o/other" } };

const label = { id: 2n, name: "bug", color: "ee0701", description: undefined, archived: false };
const [first, second] = [
  { id: 1n, title: "v1.0", closed: false, due: undefined },
  { id: 2n, title: "v2.0", closed: true, due: undefined },
];
const linked = { number: 12n, title: "Other", closed: false, pull: undefined, repository: "o/other" };
const mentioned = { kind: "mentioned", in: linked, comment: undefined } as const;
const person = { id: 3n, login: "carol" };

/** Every type that servers return, with its fields and its meaning. */
const TYPES: readonly (readonly [string, Readonly<Record<string, unknown>>, Meaning])[] = [
  ["comment", { body: "words" }, { kind: "commented", body: "words" }],
  ["reopen", {}, { kind: "reopened" }],
  ["close", {}, { kind: "closed" }],
  ["unlock", {}, { kind: "unlocked" }],
  ["pin", {}, { kind: "pinned" }],
  ["unpin", {}, { kind: "unpinned" }],
  ["start_tracking", {}, { kind: "timeStarted" }],
  ["cancel_tracking", {}, { kind: "timeCanceled" }],
  ["merge_pull", {}, { kind: "merged" }],
  ["pull_scheduled_merge", {}, { kind: "mergeScheduled" }],
  ["pull_cancel_scheduled_merge", {}, { kind: "mergeUnscheduled" }],
  ["issue_ref", { ref_issue: other }, { ...mentioned, effect: "none" }],
  ["comment_ref", { ref_issue: other, ref_comment: { id: 5 } }, { ...mentioned, comment: 5n, effect: "none" }],
  ["pull_ref", { ref_issue: other, ref_action: "closes" }, { ...mentioned, effect: "closes" }],
  ["pull_ref", { ref_issue: other, ref_action: "neutered" }, { ...mentioned, effect: "none" }],
  [
    "commit_ref",
    { ref_commit_sha: "dfcf6eab", body: '<a href="/o/r/commit/dfcf6eab">fix: <script>x</script>&lt;b&gt;</a>' },
    { kind: "committed", commit: "dfcf6eab", repository: "o/r", subject: "fix: x<b>" },
  ],
  ["label", { label: bug, body: "1" }, { kind: "labeled", label, added: true }],
  ["label", { label: bug }, { kind: "labeled", label, added: false }],
  ["milestone", { old_milestone: v1, milestone: v2 }, { kind: "milestoned", from: first, to: second }],
  ["milestone", { old_milestone: v1 }, { kind: "milestoned", from: first, to: undefined }],
  ["assignees", { assignee: carol }, { kind: "assigned", person, added: true }],
  ["assignees", { assignee: carol, removed_assignee: true }, { kind: "assigned", person, added: false }],
  ["change_title", { old_title: "a", new_title: "b" }, { kind: "retitled", from: "a", to: "b" }],
  ["delete_branch", { old_ref: "topic" }, { kind: "branchDeleted", branch: "topic" }],
  ["change_target_branch", { old_ref: "main", new_ref: "next" }, { kind: "retargeted", from: "main", to: "next" }],
  ["change_issue_ref", { old_ref: "", new_ref: "next" }, { kind: "refChanged", from: "", to: "next" }],
  [
    "change_issue_ref",
    { old_ref: "refs/heads/refs/heads/a", new_ref: "refs/tags/v1.2" },
    { kind: "refChanged", from: "refs/heads/a", to: "v1.2" },
  ],
  ["stop_tracking", { tracked_time: time, body: "1 hour" }, { kind: "timeStopped", seconds: 3600, text: "1 hour" }],
  ["add_time_manual", { tracked_time: time, body: "1 hour" }, { kind: "timeAdded", seconds: 3600, text: "1 hour" }],
  ["delete_time_manual", { body: "1 hour" }, { kind: "timeDeleted", text: "1 hour" }],
  ["added_deadline", { body: "2027-03-01" }, { kind: "deadline", from: undefined, to: "2027-03-01" }],
  ["modified_deadline", { body: "2027-04-01|2027-03-01" }, { kind: "deadline", from: "2027-03-01", to: "2027-04-01" }],
  ["removed_deadline", { body: "2027-04-01" }, { kind: "deadline", from: "2027-04-01", to: undefined }],
  ["add_dependency", { dependent_issue: other }, { kind: "depends", on: linked, added: true }],
  ["remove_dependency", { dependent_issue: other }, { kind: "depends", on: linked, added: false }],
  ["review", { review_id: 4, body: "fine" }, { kind: "reviewed", body: "fine", review: undefined, isPending: false }],
  [
    "dismiss_review",
    { review_id: 4, body: "outdated" },
    { kind: "reviewDismissed", reason: "outdated", by: undefined },
  ],
  ["review_request", { assignee: carol, review_id: 4 }, { kind: "reviewAsked", whom: "carol", added: true }],
  [
    "review_request",
    { assignee_team: { id: 1, name: "pilots" }, removed_assignee: true },
    { kind: "reviewAsked", whom: "pilots", added: false },
  ],
  ["lock", { body: "too heated" }, { kind: "locked", reason: "too heated" }],
  [
    "pull_push",
    { body: '{"is_force_push":true,"commit_ids":["a","b"]}' },
    { kind: "pushed", commits: 2, forced: true },
  ],
  ["project", { old_project_id: 1, project_id: 2 }, { kind: "projectChanged", from: 1n, to: 2n }],
  ["project_board", { project_id: 2 }, { kind: "projectMoved" }],
  ["change_time_estimate", { body: "2 hours" }, { kind: "estimated", text: "2 hours" }],
  ["action_aggregator", {}, { kind: "unknown", type: "action_aggregator" }],
];

describe("An event of the timeline, as a server sends it", () => {
  for (const [type, more, meaning] of TYPES) {
    it(`of type ${type} with ${Object.keys(more).join(", ") || "nothing"} is decoded`, () => {
      const record = decode(timelineRecord, { ...EMPTY, type, ...more }, "record");
      assert.deepEqual(readMeaning(record), meaning);
    });

    it(`of type ${type} without ${Object.keys(more).join(", ") || "anything"} affects no other event`, () => {
      const record = decode(timelineRecord, { ...EMPTY, type, user: null }, "record");
      assert.equal(record.author, undefined);
      assert.ok(readMeaning(record).kind !== "commented" || type === "comment");
    });
  }
});

for (const personality of PERSONALITIES) {
  const paged = TRAITS[personality].withoutPage === "first";

  describe(`The timeline of a thread at ${personality}`, () => {
    const at = windowAt(personality);
    const { thread } = at;
    const alice = () => at.forge.api("alice");
    const ask = async (asked: Parameters<ReturnType<typeof alice>["timelineOfIssue"]>[2], issue = 1n) =>
      await alice().timelineOfIssue(DEMO, issue, { page: 1, limit: 50, ...asked });
    const read = async (number: bigint) => {
      await at.services.threads.read(thread(number));
      const state = at.services.threads.at(thread(number));
      return state.thread ?? assert.fail(state.problem?.message);
    };
    const fresh = () => (at.forge.act("addIssue", { repo: "alice/demo", by: "alice" }) as { number: number }).number;

    it("is sorted by time, and by ID within a second", async () => {
      const { values } = await ask({});
      const places = values.map(({ createdAt, id }) => [createdAt, id] as const);
      assert.deepEqual(
        places,
        places.toSorted(([one, a], [two, b]) => one - two || Number(a - b)),
      );
      assert.ok(new Set(places.map(([time_]) => time_)).size < places.length, "some share their second");
    });

    it("is filtered by the time of the last change, both ends included, in any time zone and with a fraction", async () => {
      const all = (await ask({})).values;
      const seconds = [...new Set(all.map(({ updatedAt }) => updatedAt))].sort((one, two) => one - two);
      const [since = 0, before = 0] = [seconds[1], seconds.at(-2)];
      const zoned = new Date(since + 2 * 3_600_000).toISOString().replace(".000Z", "+02:00");
      const { values } = await ask({ since: zoned, before: new Date(before).toISOString() });
      assert.deepEqual(
        values.map(({ id }) => id),
        all.filter(({ updatedAt }) => updatedAt >= since && updatedAt <= before).map(({ id }) => id),
      );
      assert.ok(values.length > 0 && values.length < all.length);
    });

    it("is not filtered by a time up to 1970, which is sent for an empty thread", async () => {
      const all = (await ask({})).values.length;
      assert.equal((await ask({ since: "1970-01-01T00:00:00Z" })).values.length, all);
      const number = BigInt(fresh());
      await read(number);
      at.forge.act("addComment", { repo: "alice/demo", issue: Number(number), by: "bob", body: "the first" });
      await at.services.threads.refresh(thread(number), { thorough: false });
      assert.equal(at.services.threads.at(thread(number)).thread?.comments?.length, 1);
    });

    it("leaves code comments out after its pages were cut, so a page is short and the next one is not", async () => {
      const ids = (await ask({}, 5n)).values.map(({ id }) => id);
      const pages: bigint[] = [];
      const sizes: number[] = [];
      for (let page = 1; page <= ids.length + 5; page += 1) {
        const { values, total } = await ask({ page, limit: 1 }, 5n);
        assert.equal(total, values.length, "the count is that of the page");
        sizes.push(values.length);
        pages.push(...values.map(({ id }) => id));
      }
      assert.deepEqual(pages, ids);
      assert.ok(sizes.indexOf(0) < sizes.lastIndexOf(1), "where the comment on code stands is a page of nothing");
    });

    it("has each event once, even if new ones shift the pages and two overlap", async () => {
      const all = (await ask({})).values.map(({ id, type, body, createdAt }) => {
        const moment = new Date(createdAt).toISOString();
        return { id: Number(id), type, body, created_at: moment, updated_at: moment };
      });
      at.forge.answer("/version$", 200, { version: "1.99.0" });
      at.forge.answer("timeline\\?page=1&", 200, all.slice(0, 20));
      at.forge.answer("timeline\\?page=2&", 200, all.slice(10));
      at.forge.answer("timeline\\?page=", 200, "null");
      const { items } = await read(1n);
      const ids = items.map((item) => (item.kind === "comment" ? item.comment.id : item.event.id));
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(ids.length, all.length);
    });

    it("is requested with both page and limit, or with neither", async () => {
      await read(1n);
      await at.services.threads.refresh(thread(1n), { thorough: true });
      const asked = at.forge.asked().filter((line) => line.includes("/timeline"));
      assert.ok(asked.length >= 2);
      for (const line of asked) assert.equal(line.includes("page="), line.includes("limit="), line);
    });

    it("treats times in different zones of different servers as the same moment", async () => {
      const before = (await read(1n)).items.map((item) =>
        item.kind === "event" ? item.event.at : item.comment.createdAt,
      );
      at.forge.act("setTimeOffset", { minutes: 330 });
      const after = (await read(1n)).items.map((item) =>
        item.kind === "event" ? item.event.at : item.comment.createdAt,
      );
      assert.deepEqual(after, before);
      at.forge.act("editComment", { id: 302, by: "bob", body: "edited in another zone" });
      await at.services.threads.refresh(thread(1n), { thorough: false });
      const { comments = [] } = at.services.threads.at(thread(1n)).thread ?? {};
      assert.ok(comments.some(({ body }) => body === "edited in another zone"));
    });

    it("loses the events of a deleted label, and only these", async () => {
      const before = (await read(1n)).items.length;
      const ofLabel = (await ask({})).values.filter(({ label: each }) => each?.name === "bug").length;
      assert.ok(ofLabel > 0);
      at.forge.act("deleteLabel", { repo: "alice/demo", name: "bug" });
      assert.equal((await read(1n)).items.length, before - ofLabel);
    });

    it("shows no name for a deleted user, but shows their events", async () => {
      at.forge.act("deleteUser", { user: "bob" });
      const { items, skipped } = await read(1n);
      assert.equal(skipped, 0);
      const ghosts = items.filter((item) => (item.kind === "event" ? item.event : item.comment).author?.id === -1n);
      assert.ok(ghosts.length > 0);
    });

    it("has no attachments, so a comment that only the timeline returns shows none", async () => {
      at.forge.answer("issues/1/comments", 404, {});
      const { comments, items } = await read(1n);
      assert.equal(comments, undefined);
      const shown = items.filter((item) => item.kind === "comment");
      assert.ok(
        shown.length > 1 && shown.every((item) => item.kind === "comment" && item.comment.attachments.length === 0),
      );
    });

    if (paged) {
      it("is loaded up to a limit if it never ends, and says that more follow", async () => {
        const number = fresh();
        at.forge.act("addEvent", { repo: "alice/demo", issue: number, by: "alice", type: "pin", times: 10_050 });
        const { cut, items } = await read(BigInt(number));
        assert.deepEqual([cut, items.length], [true, 10_000]);
      });
    }

    it("doesn't say that more follow if it was loaded to its end", async () => {
      assert.equal((await read(1n)).cut, false);
    });
  });
}

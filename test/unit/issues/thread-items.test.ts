// The content of a thread: its comments, and its events with their meanings, without a server.
import assert from "node:assert/strict";
import type { Comment, TimelineRecord } from "../../../src/issues/model/entities.ts";
import { RECORD } from "./records.ts";
import { foldEvents, readMeaning, threadItems } from "../../../src/issues/model/timeline.ts";

function record(id: bigint, type: string, more: Partial<TimelineRecord> = {}): TimelineRecord {
  return { ...RECORD, id, type, createdAt: Number(id) * 1000, ...more };
}

function comment(id: bigint, body = "", at = Number(id) * 1000): Comment {
  return { id, author: RECORD.author, body, createdAt: at, updatedAt: at, attachments: [] };
}

describe("Events of the timeline", () => {
  const label = { id: 1n, name: "bug", color: "d73a4a", description: undefined, archived: false };
  const milestone = { id: 1n, title: "8.4", closed: false, due: undefined };

  it("distinguish an added label from a removed one by the body", () => {
    assert.deepEqual(readMeaning(record(1n, "label", { label, body: "1" })), { kind: "labeled", label, added: true });
    assert.deepEqual(readMeaning(record(1n, "label", { label })), { kind: "labeled", label, added: false });
  });

  it("show references with their effect, or without one if their author isn't allowed to close the issue", () => {
    for (const [action, effect] of [
      ["closes", "closes"],
      ["reopens", "reopens"],
      ["neutered", "none"],
      [undefined, "none"],
    ] as const) {
      assert.deepEqual(readMeaning(record(1n, "pull_ref", { refAction: action })), {
        kind: "mentioned",
        in: undefined,
        comment: undefined,
        effect,
      });
    }
  });

  it("extract a commit's message from the server's HTML", () => {
    const body =
      '<a href="/alice/demo/commit/dfcf6eab">docs: refs #1 &lt;b&gt;html&lt;/b&gt; &amp; &constructor; more</a>';
    assert.deepEqual(readMeaning(record(1n, "commit_ref", { refCommit: "dfcf6eab", body })), {
      kind: "committed",
      commit: "dfcf6eab",
      repository: "alice/demo",
      subject: "docs: refs #1 <b>html</b> & &constructor; more",
    });
  });

  it("name the repository of a commit, which may be another one, even if the server has a path", () => {
    const named = (body: string) => {
      const meaning = readMeaning(record(1n, "commit_ref", { refCommit: "dfcf6eab", body }));
      return meaning.kind === "committed" ? meaning.repository : meaning.kind;
    };
    assert.equal(named('<a href="/git/bob/tools/commit/dfcf6eab">fix alice/demo#1</a>'), "bob/tools");
    assert.equal(named('<a href="https://git.ex/bob/tools.js/commit/dfcf6eab">fix</a>'), "bob/tools.js");
    assert.equal(named('fix <a href="#">/bob/tools/commit/dfcf6eab</a>'), undefined);
  });

  it("count pushed commits, and accept a body that is not JSON", () => {
    const body = '{"is_force_push":true,"commit_ids":["a","b"]}';
    assert.deepEqual(readMeaning(record(1n, "pull_push", { body })), { kind: "pushed", commits: 2, forced: true });
    assert.deepEqual(readMeaning(record(1n, "pull_push", { body: "{" })), {
      kind: "pushed",
      commits: 0,
      forced: false,
    });
  });

  it("show the three kinds of due date", () => {
    const due = (type: string, body: string) => readMeaning(record(1n, type, { body }));
    assert.deepEqual(due("added_deadline", "2027-03-01"), { kind: "deadline", from: undefined, to: "2027-03-01" });
    assert.deepEqual(due("modified_deadline", "2027-04-01|2027-03-01"), {
      kind: "deadline",
      from: "2027-03-01",
      to: "2027-04-01",
    });
    assert.deepEqual(due("removed_deadline", "2027-04-01"), { kind: "deadline", from: "2027-04-01", to: undefined });
  });

  it("name the person or team that was asked for a review", () => {
    const assignee = { id: 2n, login: "carol" };
    assert.deepEqual(readMeaning(record(1n, "review_request", { assignee })), {
      kind: "reviewAsked",
      whom: "carol",
      added: true,
    });
    const team = readMeaning(record(1n, "review_request", { assigneeTeam: "pilots", removedAssignee: true }));
    assert.deepEqual(team, { kind: "reviewAsked", whom: "pilots", added: false });
  });

  it("keep the name of an unknown type, and of one that every object has as a property", () => {
    for (const type of ["pin_order", "constructor", "toString", ""]) {
      assert.deepEqual(readMeaning(record(1n, type)), { kind: "unknown", type });
    }
  });

  it("are read even if the object that they are about is missing", () => {
    const types = (
      "reopen close unlock pin unpin start_tracking cancel_tracking merge_pull pull_scheduled_merge pull_cancel_scheduled_merge " +
      "issue_ref comment_ref pull_ref commit_ref label milestone assignees change_title delete_branch change_target_branch " +
      "change_issue_ref stop_tracking add_time_manual delete_time_manual added_deadline modified_deadline removed_deadline " +
      "add_dependency remove_dependency review dismiss_review review_request lock pull_push project project_board " +
      "change_time_estimate"
    ).split(" ");
    for (const type of types) assert.ok(readMeaning(record(1n, type)).kind !== undefined, type);
    assert.deepEqual(readMeaning(record(1n, "milestone", { milestone })), {
      kind: "milestoned",
      from: undefined,
      to: milestone,
    });
  });
});

describe("A thread", () => {
  it("has comments from their own list and everything else from the timeline, in order", () => {
    const items = threadItems(
      [comment(3n, "new text"), comment(1n)],
      [record(1n, "comment", { body: "old text" }), record(2n, "close"), record(3n, "comment"), record(4n, "reopen")],
    );
    assert.deepEqual(
      items.map((item) =>
        item.kind === "comment" ? `${item.comment.id} ${item.comment.body}` : item.event.meaning.kind,
      ),
      ["1 ", "closed", "3 new text", "reopened"],
    );
  });

  it("shows the timeline's comments if their list can't be loaded", () => {
    const items = threadItems(undefined, [record(1n, "comment", { body: "seen" })]);
    assert.deepEqual(
      items.map((item) => item.kind === "comment" && item.comment.body),
      ["seen"],
    );
  });

  it("sorts events of the same second by ID", () => {
    const items = threadItems(
      [comment(9n, "", 5000)],
      [record(8n, "close", { createdAt: 5000 }), record(10n, "reopen", { createdAt: 5000 })],
    );
    assert.deepEqual(
      items.map((item) => (item.kind === "comment" ? item.comment.id : item.event.id)),
      [8n, 9n, 10n],
    );
  });

  it("groups one person's events within ten minutes, but never across a comment, a person or a review", () => {
    const minutes = (id: bigint, type: string, at: number, more: Partial<TimelineRecord> = {}) =>
      record(id, type, { createdAt: at * 60_000, ...more });
    const other = { id: 8n, login: "ines" };
    const lines = foldEvents(
      threadItems(
        [comment(3n, "", 3 * 60_000)],
        [
          minutes(1n, "close", 1),
          minutes(2n, "reopen", 2),
          minutes(4n, "close", 4),
          minutes(5n, "reopen", 5, { author: other }),
          minutes(6n, "close", 6, { author: other }),
          minutes(7n, "reopen", 16, { author: other }),
          minutes(8n, "review", 17, { author: other, body: "good" }),
          minutes(9n, "close", 18, { author: undefined }),
          minutes(10n, "reopen", 18, { author: undefined }),
        ],
      ),
    );
    assert.deepEqual(
      lines.map((line) => (line.kind === "events" ? line.events.map(({ id }) => Number(id)) : line.kind)),
      [[1, 2], "comment", "event", [5, 6], "event", "event", "event", "event"],
    );
  });
});

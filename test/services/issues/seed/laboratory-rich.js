// The laboratory's issue with nearly every type of event, and the issues that its events refer to.
import { PIXEL } from "../../core/pictures.js";
import { digits } from "./writer.js";

/**
 * Also writes the two pull requests and the other first issues of the laboratory.
 *
 * @param {import("./writer.js").Writer} write
 * @param {import("../store.js").Repository} demo
 * @param {{ other: import("../store.js").Issue, secret: import("../store.js").Issue }} elsewhere
 * @returns the issue with 300 comments
 */
export function writeRichIssue(write, demo, elsewhere) {
  const time = (/** @type {number} */ seconds) => `2026-10-21 09:14:${String(seconds).padStart(2, "0")}`;
  const body = "Body with @bob and - [ ] task\n- [x] done\n\n:rocket: `code`";
  const rich = write.issue(demo, "alice", time(23), "Event rich issue", body, 1);
  const crowded = write.issue(demo, "alice", time(23), "Many comments", "three hundred of them", 2);
  const target = write.issue(demo, "alice", time(23), "Dependency target", "target", 3);
  const same = write.issue(demo, "alice", time(28), "Same repo ref", "see #1", 4);
  write.attach(rich, "pixel.png", time(28), PIXEL);

  const [bug, feature] = demo.labels;
  const [v1 = null, v2 = null] = demo.milestones;
  const [bob, dave] = ["bob", "dave"].map((login) => write.named(login));
  if (bug === undefined || feature === undefined || bob === undefined || dave === undefined) throw new Error("no lab");
  const hour = write.time("alice", time(26), 3600);
  const second = write.time("alice", time(27), 1);

  write.say(rich, "alice", time(26), "first comment by alice", 301);
  const shot = write.say(rich, "bob", time(26), "second comment by **bob** mentions @carol", 302);
  write.attach(shot, "shot.png", time(28), PIXEL);
  write.react(shot, { carol: "rocket" });
  /** @type {[number, number, string, import("../types.js").Payload & { body?: string }][]} */
  const events = [
    [303, 26, "change_title", { oldTitle: "Event rich issue", newTitle: "Event rich issue (renamed)" }],
    [304, 26, "label", { label: bug, body: "1" }],
    [305, 26, "label", { label: feature, body: "1" }],
    [306, 26, "label", { label: feature }],
    [307, 26, "milestone", { milestone: v1, oldMilestone: null }],
    [308, 26, "milestone", { milestone: v2, oldMilestone: v1 }],
    [309, 26, "milestone", { milestone: null, oldMilestone: v2 }],
    [310, 26, "assignees", { assignee: bob }],
    [311, 26, "assignees", { assignee: dave }],
    [312, 26, "assignees", { assignee: bob, removed: true }],
    [313, 26, "added_deadline", { body: "2027-03-01" }],
    [314, 26, "modified_deadline", { body: "2027-04-01|2027-03-01" }],
    [315, 26, "removed_deadline", { body: "2027-04-01" }],
    [316, 26, "close", {}],
    [317, 26, "reopen", {}],
    [318, 26, "add_dependency", { dependent: target }],
    [320, 26, "remove_dependency", { dependent: target }],
    [322, 26, "add_time_manual", { body: "1 hour", time: hour }],
    [323, 26, "start_tracking", {}],
    [324, 27, "stop_tracking", { body: "1 second", time: second }],
    [325, 27, "start_tracking", {}],
    [326, 27, "cancel_tracking", {}],
    [327, 27, "delete_time_manual", { body: "1 hour" }],
    [328, 27, "pin", {}],
    [329, 27, "unpin", {}],
    [330, 27, "pin", {}],
    [331, 28, "issue_ref", { refIssue: elsewhere.other }],
    [332, 28, "issue_ref", { refIssue: elsewhere.secret }],
  ];
  for (const [id, moment, type, what] of events) write.event(rich, "alice", time(moment), type, what, id);
  rich.times = [second];
  const inside = write.say(target, "alice", time(28), "from same repo comment: see #1", 333);
  write.event(rich, "alice", time(28), "comment_ref", { refIssue: target, refComment: inside }, 334);
  write.say(rich, "alice", time(28), "comment ref target in other repo alice/other#1", 335);
  write.event(rich, "alice", time(28), "issue_ref", { refIssue: same }, 337);
  write.event(rich, "alice", time(28), "lock", { body: "Too heated" }, 339);
  write.event(rich, "alice", time(28), "unlock", {}, 340);
  const holder = write.say(rich, "alice", time(28), "comment with attachment (edited)", 341);
  for (const name of ["u.txt", "u.txt", "a.txt", "x.png", "é 漢.txt"]) {
    write.attach(holder, name, "2026-10-21 09:22:57", Buffer.from(name === "a.txt" ? "" : "up"));
  }
  writePulls(write, demo, rich, time);
  for (const [id, moment, text] of /** @type {const} */ ([
    [544, "09:24:55", "via repo-specific token"],
    [547, "09:24:55", "@bob ping"],
    [548, "09:26:00", "@bob ping1"],
    [549, "09:26:02", "ping2"],
    [550, "09:26:05", "ping3 edited @bob"],
  ])) {
    write.say(rich, "alice", `2026-10-21 ${moment}`, text, id);
  }
  return crowded;
}

/** @param {import("./writer.js").Writer} write @param {import("../store.js").Repository} demo @param {import("../store.js").Issue} rich @param {(seconds: number) => string} time */
function writePulls(write, demo, rich, time) {
  const open = write.pull(demo, "dave", time(28), "Add feature one", "closes #3, refs #1", {
    head: "feature-1",
    number: 5,
  });
  write.event(rich, "dave", time(28), "pull_ref", { refIssue: open }, 343);
  const push = (/** @type {string} */ name) => JSON.stringify({ is_force_push: false, commit_ids: [digits(name)] });
  write.event(open, "dave", time(28), "pull_push", { body: push("first") }, 344);
  write.say(open, "bob", time(28), "pr plain comment", 345);
  const hunk = "@@ -0,0 +1,3 @@\n+line1\n+line2 feature-1";
  write.review(open, "bob", time(28), "COMMENT", "review summary", {
    ids: [346, 347],
    notes: [{ path: "feature-1-f.txt", line: 2, hunk, text: "inline note edited" }],
    official: false,
    stale: true,
  });
  write.review(open, "alice", time(28), "APPROVED", "lgtm", { ids: [348], stale: true });
  const changes = write.review(open, "bob", time(28), "REQUEST_CHANGES", "please change", { ids: [349], stale: true });
  const carol = write.named("carol");
  write.event(open, "dave", time(28), "review_request", { assignee: carol }, 350);
  write.event(open, "dave", time(28), "review_request", { assignee: carol, removed: true }, 351);
  open.pull?.requested.push(write.named("alice"));
  write.event(open, "alice", time(28), "dismiss_review", { body: "dismissed!", review: changes }, 352);
  write.event(
    open,
    "dave",
    time(29),
    "change_title",
    { oldTitle: "Add feature one", newTitle: "Add feature one (retitled)" },
    353,
  );
  const subject = "docs: refs #1 &lt;b&gt;html&lt;/b&gt; &amp; more";
  const docs = digits(subject);
  const link = (/** @type {string} */ sha, /** @type {string} */ text) =>
    `<a href="/alice/demo/commit/${sha}">${text}</a>`;
  write.event(rich, "alice", time(29), "commit_ref", { commit: docs, body: link(docs, subject) }, 354);
  write.event(open, "dave", time(29), "pull_push", { body: push("second") }, 355);

  const merged = write.pull(demo, "dave", time(29), "To be merged", "refs #1", { head: "feature-2", number: 6 });
  write.event(rich, "dave", time(29), "pull_ref", { refIssue: merged }, 356);
  write.event(merged, "dave", time(29), "pull_push", { body: push("third") }, 357);
  write.event(merged, "alice", time(31), "merge_pull", {}, 358);
  write.event(merged, "alice", time(31), "delete_branch", { oldRef: "feature-2" }, 359);
  const mergeSha = digits("merge");
  const text = "Merge pull request &#39;To be merged&#39; (#6) from feature-2 into main";
  write.event(merged, "alice", time(31), "commit_ref", { commit: mergeSha, body: link(mergeSha, text) }, 366);
  Object.assign(merged.pull ?? {}, { merged: merged.closed, mergedBy: write.named("alice"), mergeSha });
}

// The repositories in which real servers were recorded, so that each recorded request works here too.
import { writeRichIssue } from "./laboratory-rich.js";

/**
 * Names, numbers and comment IDs are the same as in the recordings.
 *
 * @param {import("./writer.js").Writer} write
 */
export function writeLaboratory(write) {
  write.refers = false;
  const day = "2026-10-21";
  const created = `${day} 09:14`;
  const collaborators = { dave: /** @type {const} */ ("write") };
  const demo = write.repo("alice", "demo", { created, description: "lab demo", collaborators });
  const secret = write.repo("alice", "secret", { created, description: "lab secret", isPrivate: true });
  const other = write.repo("alice", "other", { created, description: "lab other" });
  const archived = write.repo("alice", "archived", { created, description: "lab archived", archived: `${day} 09:20` });
  const renamed = write.repo("alice", "newname", { created, description: "lab newname" });
  write.store.oldNames.set("alice/oldname", renamed);
  write.repo("alice", "noissues", { created, description: "lab noissues", units: { issues: "off", pulls: true } });
  write.repo("alice", "exttracker", {
    created,
    description: "lab exttracker",
    units: { issues: "external", pulls: true },
  });
  const moved = write.repo("erin2", "r", { created, description: "lab r" });

  for (const [id, name, color] of /** @type {const} */ ([
    [2, "bug", "ee0701"],
    [3, "feature", "00aabb"],
    [5, "prio/high", "ff0000"],
    [6, "prio/low", "00ff00"],
  ])) {
    write.label(demo, name, color, `${name} desc`, id);
  }
  write.store.ids.set("label", 6);
  write.milestone(demo, "v1.0", "ms v1.0", { due: "2027-01-31 00:00" });
  write.milestone(demo, "v2.0", "ms v2.0", { due: "2027-01-31 00:00" });

  for (const repo of [other, secret, archived, renamed, moved]) {
    const issue = write.issue(
      repo,
      "alice",
      `${day} 09:15`,
      repo === secret ? "Cross ref private" : "x",
      "see alice/demo#1",
    );
    if (repo !== secret) write.say(issue, "bob", `${day} 09:16`, "hello", 900 + repo.id);
  }
  const crowded = writeRichIssue(write, demo, { other: issueOf(other, 1), secret: issueOf(secret, 1) });
  const people = ["alice", "bob", "carol"];
  for (let number = 1; number <= 300; number += 1) {
    const text = `comment number ${number}\n\nline two`;
    write.say(crowded, people[(number - 1) % 3] ?? "alice", `${day} 09:14:23`, text, number);
  }

  const locked = write.issue(demo, "alice", `${day} 09:14:31`, "Locked issue", "locked", 8);
  write.attach(locked, "x.txt", `${day} 09:21:28`, Buffer.from("x"));
  for (let id = 360; id <= 363; id += 1)
    write.say(locked, "alice", `${day} 09:14:31`, `before the lock ${id - 359}`, id);
  write.event(locked, "alice", `${day} 09:14:32`, "lock", {}, 364);
  const ghostly = write.issue(demo, "alice", `${day} 09:14:31`, "Ghost", "with a comment of one who left", 9);
  const left = write.say(ghostly, "alice", `${day} 09:14:31`, "I will be deleted", 369);
  left.poster = write.named("gone");
  const special = write.issue(demo, "alice", `${day} 09:14:31`, "Special bodies", "special", 10);
  for (const [place, body] of SPECIAL.entries()) write.say(special, "alice", `${day} 09:14:31`, body, 370 + place);
  write.store.ids.set("comment", 377);

  for (let number = 1; number <= 50; number += 1) {
    const filler = write.issue(
      demo,
      "bob",
      `${day} 09:14:32`,
      `Filler issue ${number}`,
      `filler body ${number}`,
      10 + number,
    );
    for (let each = 0; each < (number === 2 ? 1 : number % 3); each += 1) {
      write.say(filler, people[each] ?? "alice", `${day} 09:14:33`, `filler comment ${each + 1}`);
    }
    if (number === 50) {
      for (const login of ["bob", "dave"]) filler.assignees.push(write.named(login));
      for (let each = 0; each < 20; each += 1) write.say(filler, "alice", `${day} 09:15`, `page filler ${each + 1}`);
    }
    if (number % 5 === 1) filler.milestone = demo.milestones[0] ?? null;
    if (number > 30 && number <= 34) write.event(filler, "alice", `${day} 09:16`, "close");
    write.notify("alice", filler, null, `${day} 09:14:33`);
  }
  write.store.ids.set("comment", 559);
  writeProbes(write, demo, secret, day);
  write.store.ids.set("comment", 999);
  write.refers = true;
}

/** @param {import("../store.js").Repository} repo @param {number} number */
function issueOf(repo, number) {
  const issue = repo.issues.get(number);
  if (issue === undefined) throw new Error(`${repo.fullName} has no issue ${number}`);
  return issue;
}

/**
 * Writes issues whose timelines have gaps.
 * @param {import("./writer.js").Writer} write
 * @param {import("../store.js").Repository} demo
 * @param {import("../store.js").Repository} secret
 * @param {string} day
 */
function writeProbes(write, demo, secret, day) {
  const hidden = write.issue(secret, "alice", `${day} 09:26:50`, "private dep", "");
  for (const [number, title] of /** @type {const} */ ([
    [65, "nul\u0000"],
    [67, "as bob"],
  ])) {
    const issue = write.issue(demo, number === 67 ? "bob" : "alice", `${day} 09:26:13`, title, "x", number);
    write.notify("alice", issue, null, `${day} 09:26:13`);
  }
  const probe = write.issue(demo, "alice", `${day} 09:26:49`, "null probe", "x", 70);
  const later = `${day} 09:26:50`;
  write.event(probe, "alice", later, "milestone", { milestone: null }, 560);
  write.event(probe, "alice", later, "add_dependency", { dependent: hidden }, 564);
  const holder = write.issue(demo, "alice", later, "holder", "h", 73);
  const gone = write.say(holder, "alice", later, "see #70", 566);
  write.event(probe, "alice", later, "comment_ref", { refIssue: holder, refComment: gone }, 567);
  write.store.erase(gone);
  write.event(probe, "alice", later, "assignees", { assignee: write.named("gone") }, 569);
  probe.assignees = [];
  const time = write.time("alice", later, 60);
  write.event(probe, "alice", later, "add_time_manual", { body: "1 minute", time }, 570);
  const only = write.issue(demo, "alice", `${day} 09:27:36`, "only private ref", "x", 74);
  write.event(only, "alice", `${day} 09:27:36`, "issue_ref", { refIssue: hidden }, 571);
  write.say(only, "alice", `${day} 09:27:37`, "after the private ref", 572);
}

const SPECIAL = [
  "crlf\r\nline",
  "emoji 👩‍👩‍👧 é",
  "   ",
  "<script>alert(1)</script><b>x</b>",
  "```js\ncode\n```",
  "[x](javascript:alert(1))",
  "https://127.0.0.1:1/x",
  "a".repeat(70_000),
];

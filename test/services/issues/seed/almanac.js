// Issues of lantern/almanac, the demo repository.
import { curve } from "../../core/pictures.js";
import { labelPayload, writeAlmanacLater } from "./almanac-later.js";
import { digits } from "./writer.js";

// Drawn once, because drawing takes longer than writing all repositories, and every test starts from new ones.
const NIGHT_CURVE = curve(640, 200, (part) => 0.5 + 0.38 * Math.cos(part * Math.PI * 8) * (1 - part / 4));
const PROOF_CURVE = curve(480, 320, (part) => 0.5 + 0.4 * Math.sin(part * Math.PI * 14));

/**
 * Writes a typical project whose issues have every kind of event.
 *
 * @param {import("./writer.js").Writer} write
 */
export function writeAlmanac(write) {
  const repo = write.repo("lantern", "almanac", {
    created: "2024-03-02 09:00",
    description: "Tide tables and nautical almanacs from open data",
    language: "Rust",
    stars: 412,
    collaborators: {
      nadia: "admin",
      tomas: "write",
      ines: "write",
      alice: "write",
      "lamplighter-bot": "write",
      kofi: "read",
    },
  });
  for (const [name, color, description] of LABELS) write.label(repo, name, color, description);
  write.milestone(repo, "2026.3", "Before the spring tides", { closed: "2026-04-02 10:00" });
  write.milestone(repo, "2026.4", "Printed edition for next year", { due: "2026-12-15 00:00" });
  write.milestone(repo, "Someday", "Good ideas without an owner");
  writeMidnight(write, repo);
  writeNeaps(write, repo);
  writeHarbours(write, repo);
  writeAlmanacLater(write, repo);
  return repo;
}

const LABELS = /** @type {const} */ ([
  ["bug", "d73a4a", "Something isn't working"],
  ["data", "0e8a16", "Stations and their harmonics"],
  ["printing", "5319e7", "The paper edition"],
  ["good first issue", "7057ff", "Good for newcomers"],
  ["question", "cc317c", "Needs an answer, not a change"],
  ["prio/high", "b60205", "Before the next edition"],
  ["prio/low", "c2e0c6", "When there is time"],
]);

/** @typedef {import("./writer.js").Writer} Writer */
/** @typedef {import("../store.js").Repository} Repository */

/** @param {Writer} write @param {Repository} repo */
function writeMidnight(write, repo) {
  const issue = write.issue(
    repo,
    "kofi",
    "2026-08-14 07:41",
    "Tide table shows the wrong day after midnight UTC",
    `For stations east of Greenwich the evening tide lands on the **next** day once UTC passes midnight.

Steps:

1. \`almanac table --station leixoes --date 2026-08-13\`
2. Look at the last row

| time (local) | height | should be |
|---:|---:|:---|
| 05:12 | 3.1 m | 13 Aug |
| 11:26 | 0.9 m | 13 Aug |
| 17:40 | 3.3 m | 13 Aug |
| 00:03 | 0.7 m | **14 Aug**, shown as 13 |

I nearly sailed on it :sweat_smile: so this feels like more than a typo.`,
    1,
  );
  write.react(issue, { nadia: "eyes", wren: "+1", tomas: "+1" });
  write.event(issue, "lamplighter-bot", "2026-08-14 07:42", "label", labelPayload(repo, "bug"));
  const first = write.say(
    issue,
    "nadia",
    "2026-08-14 08:20",
    `Thank you, and I am glad it was only *nearly*. I can see it here too:

\`\`\`console
$ TZ=Europe/Lisbon almanac table --station leixoes --date 2026-08-13 | tail -1
2026-08-13  00:03  0.7 m  low
\`\`\`

The row is computed in UTC and only then gets its local time. @tomas did you not touch \`day_of\` for the printed edition?`,
  );
  write.react(first, { kofi: "heart", ines: "+1" });
  write.event(issue, "nadia", "2026-08-14 08:21", "label", labelPayload(repo, "prio/high"));
  write.event(issue, "nadia", "2026-08-14 08:21", "assignees", { assignee: write.named("tomas") });
  write.event(issue, "nadia", "2026-08-14 08:22", "milestone", {
    milestone: repo.milestones[1] ?? null,
    oldMilestone: null,
  });
  const curveShown = write.say(
    issue,
    "tomas",
    "2026-08-14 19:05",
    `I did :see_no_evil:. The curve for that night, with the two midnights marked:

![tide curve](/attachments/PICTURE)

What I want to do:

- [x] a test with a station at UTC+12 and one at UTC−11
- [x] take the day **after** the local time is known
- [ ] say in the table which zone it is in
- [ ] correct the July PDF`,
  );
  const file = write.attach(curveShown, "leixoes-2026-08-13.png", "2026-08-14 19:06", NIGHT_CURVE);
  curveShown.body = curveShown.body.replace("PICTURE", file.uuid);
  write.event(issue, "tomas", "2026-08-14 19:10", "start_tracking");
  const worked = write.time("tomas", "2026-08-14 21:40", 9000);
  write.event(issue, "tomas", "2026-08-14 21:40", "stop_tracking", { body: "2 hours 30 minutes", time: worked });
  write.event(issue, "nadia", "2026-08-15 06:55", "added_deadline", { body: "2026-09-01" });
  write.event(issue, "nadia", "2026-08-15 06:56", "pin");
  const sha = digits("day_of after local time");
  const subject = "tables: take the day after the local time is known (refs #1)";
  const link = `<a href="/lantern/almanac/commit/${sha}">${subject}</a>`;
  write.event(issue, "tomas", "2026-08-15 18:30", "commit_ref", { commit: sha, body: link });
  write.say(
    issue,
    "wren",
    "2026-08-16 10:12",
    `Confirmed with \`main\` at ${sha.slice(0, 10)}: Suva and Pago Pago are right now. The JSON export still has the old day, is that on purpose?

> say in the table which zone it is in

Please as an offset and not as a name: "BST" has sunk ships.`,
  );
  write.event(issue, "nadia", "2026-08-17 07:00", "modified_deadline", { body: "2026-09-10|2026-09-01" });
  issue.due = Date.parse("2026-09-10T23:59:59Z") / 1000;
  write.event(issue, "nadia", "2026-08-20 09:00", "project", { project: 1 });
  write.event(issue, "nadia", "2026-08-20 09:01", "project_board", { project: 1 });
  write.event(issue, "tomas", "2026-08-20 09:30", "change_time_estimate", { body: "14400" });
}

/** @param {Writer} write @param {Repository} repo */
function writeNeaps(write, repo) {
  const issue = write.issue(
    repo,
    "wren",
    "2026-08-19 12:00",
    "neap tide",
    "The height at neaps differs from the Admiralty's by up to 12 cm for Dover. Is `M4` left out?\n\nSee also #1, though I think it is something else.",
    3,
  );
  write.event(issue, "nadia", "2026-08-19 12:30", "change_title", {
    oldTitle: "neap tide",
    newTitle: "Heights at neaps are off by up to 12 cm for Dover",
  });
  write.event(issue, "nadia", "2026-08-19 12:31", "label", labelPayload(repo, "data"));
  write.say(
    issue,
    "ines",
    "2026-08-19 13:45",
    "`M4` is there, `MS4` is not: we read 37 constituents and Dover's file has 62.\n\n```rust\nfor line in harmonics.lines().take(37) {\n    //                         ^^^^^^^^ this\n}\n```",
  );
  write.event(issue, "ines", "2026-08-19 13:46", "assignees", { assignee: write.named("ines") });
  write.event(issue, "nadia", "2026-08-20 07:00", "assignees", { assignee: write.named("wren") });
  write.event(issue, "wren", "2026-08-20 07:30", "assignees", { assignee: write.named("wren"), removed: true });
  const by = write.time("ines", "2026-08-21 17:00", 2700);
  write.event(issue, "ines", "2026-08-21 17:00", "add_time_manual", { body: "45 minutes", time: by });
  write.event(issue, "ines", "2026-08-21 17:05", "delete_time_manual", { body: "45 minutes" });
  issue.times = [];
  write.event(issue, "ines", "2026-08-21 17:06", "start_tracking");
  write.event(issue, "ines", "2026-08-21 17:07", "cancel_tracking");
  write.event(issue, "nadia", "2026-08-22 08:00", "change_issue_ref", { oldRef: "", newRef: "harmonics" });
  issue.ref = "harmonics";
  write.say(issue, "wren", "2026-08-23 20:18", "With all 62 it is within 1 cm. Beautiful. 🌊");
  write.event(issue, "ines", "2026-08-24 09:12", "close");
  write.event(issue, "wren", "2026-08-25 11:02", "reopen");
  write.say(
    issue,
    "wren",
    "2026-08-25 11:03",
    "Sorry to reopen: Dover is right, Calais is not. Its file writes the phases in degrees *and minutes*.\n\n<details><summary>The lines</summary>\n\n```\nM2   2.440   345 12\nS2   0.780    38 47\n```\n\n</details>",
  );
}

/** @param {Writer} write @param {Repository} repo */
function writeHarbours(write, repo) {
  const issue = write.issue(
    repo,
    "nadia",
    "2026-09-01 08:00",
    "Printed edition: one page for each harbour",
    "For 2027, each harbour gets its own page.\n\n- [x] choose the paper\n- [ ] fit 31 days on A5 without a loupe\n- [ ] moon phases (lantern/lamp-firmware#1 has the glyphs)\n- [ ] a colophon that thanks everyone\n\ncc @ines @kofi",
    5,
  );
  write.event(issue, "nadia", "2026-09-01 08:01", "label", labelPayload(repo, "printing"));
  write.event(issue, "nadia", "2026-09-01 08:02", "milestone", {
    milestone: repo.milestones[2] ?? null,
    oldMilestone: null,
  });
  write.event(issue, "ines", "2026-09-01 09:30", "milestone", {
    milestone: repo.milestones[1] ?? null,
    oldMilestone: repo.milestones[2] ?? null,
  });
  write.say(
    issue,
    "ines",
    "2026-09-01 09:45",
    "A5, 9 pt for the times, 7 pt for the heights. Here is a page with Aveiro; I drew the grid so that you can see how it fits. I would leave **no** room for ads.",
  );
  const proof = write.say(issue, "ines", "2026-09-02 16:00", "And with the curve behind the figures, very light:");
  write.attach(proof, "aveiro-proof.png", "2026-09-02 16:01", PROOF_CURVE);
  write.attach(proof, "aveiro-proof.pdf", "2026-09-02 16:02", Buffer.from("%PDF-1.4\n% a proof of one page\n"));
  proof.body = `And with the curve behind the figures, very light:\n\n![Aveiro](/attachments/${proof.attachments[0]?.uuid})`;
  write.react(proof, { nadia: "heart hooray", kofi: "rocket", wren: "hooray" });
  const midnight = repo.issues.get(1);
  if (midnight !== undefined)
    write.event(issue, "nadia", "2026-09-03 07:10", "add_dependency", { dependent: midnight });
  const neaps = repo.issues.get(3);
  if (neaps !== undefined) {
    write.event(issue, "nadia", "2026-09-03 07:11", "add_dependency", { dependent: neaps });
    write.event(issue, "nadia", "2026-09-04 07:11", "remove_dependency", { dependent: neaps });
  }
  write.event(issue, "nadia", "2026-09-04 07:20", "added_deadline", { body: "2026-10-01" });
  write.event(issue, "nadia", "2026-09-05 07:20", "removed_deadline", { body: "2026-10-01" });
  write.event(issue, "nadia", "2026-09-06 10:00", "pin");
  write.event(issue, "nadia", "2026-09-09 10:00", "unpin");
  const old = write.say(
    issue,
    "kofi",
    "2026-09-10 18:44",
    "On a boat the page gets wet. Could the gutter be on the outside?",
  );
  old.poster = write.named("gone");
  write.say(
    issue,
    "nadia",
    "2026-09-11 06:31",
    "> Could the gutter be on the outside?\n\nYes! Noted. (And goodbye, whoever you were: the account is gone.)",
  );
}

/**
 * Later issues of lantern/almanac: a locked argument, and some short ones.
 *
 * @typedef {import("./writer.js").Writer} Writer
 * @typedef {import("../store.js").Repository} Repository
 */

/** @param {Writer} write @param {Repository} repo */
export function writeAlmanacLater(write, repo) {
  writeLocked(write, repo);
  writeShortIssues(write, repo);
}

/** Returns the payload of an event that adds a label. @param {Repository} repo @param {string} name */
export function labelPayload(repo, name) {
  const found = repo.labels.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no label ${name}`);
  return { label: found, body: "1" };
}

/** @param {Writer} write @param {Repository} repo */
function writeLocked(write, repo) {
  const issue = write.issue(
    repo,
    "yuki",
    "2026-09-12 15:20",
    "Drop imperial units",
    "No one measures the sea in feet. Please remove `--units imperial`.",
    6,
  );
  write.event(issue, "lamplighter-bot", "2026-09-12 15:21", "label", labelPayload(repo, "question"));
  const comments = [
    ["kofi", "2026-09-12 15:40", "My chart does, and so does my echo sounder."],
    ["wren", "2026-09-12 15:52", "We print both. It costs one column."],
    ["yuki", "2026-09-12 15:58", "One column **too many**."],
    ["kofi", "2026-09-12 16:01", "Says who has never been aground :anchor:"],
    [
      "nadia",
      "2026-09-12 16:30",
      'Enough for today. Both stay. If you want only one, set `units` in the configuration:\n\n```toml\n[table]\nunits = "metric" # or "imperial", or "both"\n```',
    ],
  ];
  for (const [by = "", moment = "", text = ""] of comments) write.say(issue, by, moment, text);
  write.event(issue, "nadia", "2026-09-12 16:31", "close");
  write.event(issue, "nadia", "2026-09-12 16:32", "lock", { body: "Too heated" });
  write.event(issue, "nadia", "2026-09-13 09:00", "unlock");
  write.event(issue, "nadia", "2026-09-13 09:20", "lock", { body: "Resolved" });
}

/** @param {Writer} write @param {Repository} repo */
function writeShortIssues(write, repo) {
  const first = write.issue(
    repo,
    "tomas",
    "2026-09-20 10:00",
    "Names of stations with accents are cut in narrow terminals",
    "`Viana do Castelo — Doca` is shown as `Viana do Castelo � D`. We cut bytes, not characters.",
    8,
  );
  write.event(first, "tomas", "2026-09-20 10:01", "label", labelPayload(repo, "good first issue"));
  write.event(first, "tomas", "2026-09-20 10:02", "label", labelPayload(repo, "prio/low"));
  write.say(
    first,
    "alice",
    "2026-09-21 08:12",
    "May I have this one? I would use grapheme clusters, so that 👩‍👩‍👧 stays a family.",
  );
  write.say(first, "tomas", "2026-09-21 08:40", "With pleasure, @alice!");
  write.event(first, "tomas", "2026-09-21 08:41", "assignees", { assignee: write.named("alice") });
  const second = write.issue(
    repo,
    "kofi",
    "2026-10-02 06:15",
    "How do I cite the almanac?",
    "For a paper on storm surges. Is there a DOI?",
    9,
  );
  write.event(second, "lamplighter-bot", "2026-10-02 06:16", "label", labelPayload(repo, "question"));
  write.say(
    second,
    "ines",
    "2026-10-02 07:00",
    "There is a `CITATION.cff`; each release gets a DOI, which is printed in the colophon (#5).",
  );
  write.say(
    second,
    "kofi",
    "2026-10-02 07:30",
    "Found it, thank you!\r\n\r\n(Written on the train, hence the line ends.)",
  );
  write.event(second, "kofi", "2026-10-02 07:31", "close");
  write.issue(
    repo,
    "wren",
    "2026-10-11 21:09",
    "Offer the tables as a calendar (ICS)",
    "One event for each high water, so that my phone rings before the boat floats.",
  );
  const empty = write.issue(repo, "yuki", "2026-10-19 05:55", "Translate the station notes into German", "");
  write.react(empty, { ines: "+1" });
}

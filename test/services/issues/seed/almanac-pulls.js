// Pull requests of lantern/almanac, the demo repository.
import { at, digits } from "./writer.js";

/** @param {number} first @param {number} last @param {(line: number) => string | undefined} [change] */
function lines(first, last, change = () => undefined) {
  const numbers = Array.from({ length: last - first + 1 }, (_each, place) => first + place);
  return numbers.map((number) => `${change(number) ?? `    // line ${number}`}\n`).join("");
}

/** Changes of every kind. @type {readonly import("../types.js").Change[]} */
const CONSTITUENTS = [
  {
    path: "src/harmonics.rs",
    before:
      lines(1, 37) +
      "fn read(text: &str) -> Vec<Constituent> {\n    text.lines()\n        .take(37)\n        .map(constituent)\n        .collect()\n}\n" +
      lines(44, 70),
    after:
      lines(1, 37) +
      "fn read(text: &str) -> Vec<Constituent> {\n    text.lines()\n        .filter(|line| !line.starts_with('#'))\n        .filter(|line| !line.trim().is_empty())\n        .map(constituent)\n        .filter(|each| each.amplitude > 0.0)\n        .collect()\n}\n" +
      lines(44, 70, (line) => (line === 56 ? '    let minutes = parts.next().unwrap_or("0");' : undefined)),
  },
  {
    path: "src/phase.rs",
    from: "src/angle.rs",
    before: "pub fn phase(degrees: f64) -> f64 {\n    degrees % 360.0\n}\n",
    after: "pub fn phase(degrees: f64) -> f64 {\n    degrees.rem_euclid(360.0)\n}\n",
  },
  { path: "tests/calais.rs", after: '#[test]\nfn minutes() {\n    assert_eq!(phase("345 12"), 345.2);\n}\n' },
  { path: "src/limit.rs", before: "pub const LIMIT: usize = 37;\n" },
  { path: "data/calais.bin", before: Buffer.from([0, 1, 2, 3]), after: Buffer.from([0, 1, 2, 3, 4, 5]) },
  {
    path: "data/stations.zip",
    before:
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n",
    after:
      "version https://git-lfs.github.com/spec/v1\noid sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\nsize 20480\n",
  },
  {
    path: "vendor/ephemeris",
    before: { submodule: digits("ephemeris before"), url: "https://example.org/ephemeris.git" },
    after: { submodule: digits("ephemeris after"), url: "https://example.org/ephemeris.git" },
  },
];

/**
 * Writes one pull request under review, one merged, one closed and one draft.
 *
 * @param {import("./writer.js").Writer} write
 * @param {import("../store.js").Repository} repo
 */
export function writeAlmanacPulls(write, repo) {
  writeReviewed(write, repo);
  writeMerged(write, repo);
  const dropped = write.pull(repo, "yuki", "2026-09-12 17:00", "Remove imperial units", "closes #6", {
    number: 7,
    head: "metric-only",
    additions: 2,
    deletions: 181,
    files: 9,
  });
  write.say(dropped, "nadia", "2026-09-12 17:10", "Thanks for the idea, but no: see #6.");
  write.event(dropped, "nadia", "2026-09-12 17:11", "close");
  write.event(dropped, "yuki", "2026-09-12 17:30", "delete_branch", { oldRef: "metric-only" });
  const draft = write.pull(
    repo,
    "alice",
    "2026-10-20 19:00",
    "WIP: cut names by letters",
    "fixes #8\n\nNot ready yet, but feel free to look.",
    {
      number: 12,
      head: "graphemes",
      draft: true,
      additions: 44,
      files: 2,
    },
  );
  write.event(draft, "alice", "2026-10-20 19:01", "pull_push", { body: push(["one", "two"], false) });
}

/** @param {string[]} names @param {boolean} forced */
const push = (names, forced) => JSON.stringify({ is_force_push: forced, commit_ids: names.map(digits) });

/** @param {import("./writer.js").Writer} write @param {import("../store.js").Repository} repo */
function writeReviewed(write, repo) {
  const pull = write.pull(
    repo,
    "ines",
    "2026-08-24 08:30",
    "Read all constituents, not the first 37",
    "closes #3\n\nReads every line of a harmonics file and skips those with an amplitude of zero.",
    { number: 4, head: "all-constituents", changes: CONSTITUENTS },
  );
  const checks = [
    {
      context: "ci/build",
      status: "success",
      description: "Built in 48 s",
      target: "https://ci.example.org/almanac/418",
    },
    {
      context: "ci/stations",
      status: "failure",
      description: "2 of 41 stations differ",
      target: "/lantern/almanac/actions/runs/12/jobs/1",
    },
    { context: "lint", status: "pending", description: "Waiting to run", target: "" },
  ];
  repo.statuses.set(
    pull.pull?.headSha ?? "",
    checks.map((check, place) => Object.assign({ id: place + 1, created: at("2026-08-25 07:53") }, check)),
  );
  write.event(pull, "ines", "2026-08-24 08:31", "pull_push", { body: push(["constituents"], false) });
  write.event(pull, "ines", "2026-08-24 08:32", "review_request", { assignee: write.named("tomas") });
  write.event(pull, "ines", "2026-08-24 08:33", "review_request", { assignee: write.named("wren") });
  write.event(pull, "wren", "2026-08-24 09:00", "review_request", { assignee: write.named("wren"), removed: true });
  const objection = write.review(
    pull,
    "tomas",
    "2026-08-24 20:15",
    "REQUEST_CHANGES",
    "Lovely. Two small things inside.",
    {
      stale: true,
      notes: [
        {
          path: "src/harmonics.rs",
          line: 41,
          hunk: "@@ -38,7 +38,9 @@ fn read(text: &str)\n     text.lines()\n-        .take(37)\n+        .filter(|line| !line.starts_with('#'))",
          text: 'An empty line would still be read as a constituent called `""`.',
        },
        {
          path: "src/harmonics.rs",
          line: 58,
          hunk: '@@ -55,4 +57,6 @@ fn phase(text: &str)\n+    let minutes = parts.next().unwrap_or("0");',
          text: "Please with a test for `345 12`: 345° 12′ is 345.2°, not 345.12°.",
        },
      ],
    },
  );
  write.say(
    pull,
    "ines",
    "2026-08-25 07:50",
    "Both done. The second one was a real bug, thank you: Calais is right now as well.",
  );
  write.event(pull, "ines", "2026-08-25 07:52", "pull_push", { body: push(["constituents", "minutes"], true) });
  write.event(pull, "nadia", "2026-08-25 09:00", "dismiss_review", {
    body: "Answered by the last push",
    review: objection,
  });
  write.review(pull, "nadia", "2026-08-25 09:05", "APPROVED", "");
  write.event(pull, "nadia", "2026-08-25 09:10", "change_target_branch", { oldRef: "main", newRef: "edition-2026" });
  write.event(pull, "nadia", "2026-08-25 09:12", "pull_scheduled_merge");
  write.event(pull, "nadia", "2026-08-25 09:40", "pull_cancel_scheduled_merge");
  write.say(pull, "nadia", "2026-08-25 09:41", "I'm keeping this open until the station tests run on the new machine.");
}

/** @param {import("./writer.js").Writer} write @param {import("../store.js").Repository} repo */
function writeMerged(write, repo) {
  const pull = write.pull(
    repo,
    "tomas",
    "2026-08-16 07:00",
    "Take the day after the local time is known",
    "For #1. The JSON export follows in another request.",
    { number: 2, head: "day-of", additions: 38, deletions: 9, files: 3 },
  );
  write.event(pull, "tomas", "2026-08-16 07:01", "pull_push", { body: push(["day-of"], false) });
  write.review(pull, "nadia", "2026-08-16 08:20", "APPROVED", "Tested with Suva, Pago Pago and Leixões. :shipit:");
  const mergeSha = digits("merge day-of");
  write.event(pull, "nadia", "2026-08-16 08:22", "merge_pull");
  write.event(pull, "nadia", "2026-08-16 08:22", "delete_branch", { oldRef: "day-of" });
  Object.assign(pull.pull ?? {}, { merged: pull.closed, mergedBy: write.named("nadia"), mergeSha });
}

// Simulates other users in the demo: soon after the start and then every 30 seconds, one of them comments on or changes
// an issue of the sandbox.

const FIRST_ACTIVITY_MS = 5_000;
const ACTIVITY_INTERVAL_MS = 30_000;
const REPOSITORY = "lantern/almanac";

/**
 * Actions of the sandbox, in order. Nadia is signed in, so she isn't one of the simulated users.
 * @type {ReadonlyArray<{ action: "addComment" | "changeIssue" | "addIssue", body: Record<string, unknown> }>}
 */
const ACTIVITY = [
  comment(11, "ines", "I can take the notes from Cuxhaven to Emden. Is there a glossary for the tidal terms?"),
  comment(10, "kofi", "An ICS feed would save me the printout. One event per high water is enough."),
  comment(1, "wren", "I see the same in `Pacific/Auckland`. The test needs a clock east of Greenwich."),
  label(10, "wren", ["data"]),
  comment(8, "tomas", "Fixed on my branch: the width of a name now counts graphemes, not code units."),
  comment(5, "ines", "The proof for Lisbon is ready. The footer still shows *last* year's license."),
  comment(11, "yuki", "@ines There is one, see `docs/terms.csv`. German is column 3."),
  comment(3, "kofi", "Measured at the pier this morning: 6 cm off at neaps, 1 cm at springs."),
  {
    action: "addIssue",
    body: {
      repo: REPOSITORY,
      by: "kofi",
      title: "Show the time zone beside each table",
      body: "I read 04:12 as local time and missed the lock by an hour.",
    },
  },
  comment(10, "tomas", "Calendars cut titles at about 30 characters, so the height should come first."),
  comment(1, "kofi", "Confirmed with the nightly build. The day is right again after 00:30 UTC."),
];

/** @param {number} issue @param {string} by @param {string} text */
function comment(issue, by, text) {
  return { action: /** @type {const} */ ("addComment"), body: { repo: REPOSITORY, issue, by, body: text } };
}

/** @param {number} issue @param {string} by @param {string[]} labels */
function label(issue, by, labels) {
  return { action: /** @type {const} */ ("changeIssue"), body: { repo: REPOSITORY, issue, by, labels } };
}

/** What the people report once their opening is over: each time another place or another time. */
const STATIONS = ["Cuxhaven", "Emden", "Büsum", "Husum", "Borkum", "Norderney", "Wilhelmshaven"];

/**
 * Returns the action of a turn: first the opening, then reports, none of which repeats another.
 * @param {number} turn
 */
export function actionAt(turn) {
  const opening = ACTIVITY[turn];
  if (opening !== undefined) return opening;
  const report = turn - ACTIVITY.length;
  const station = STATIONS[report % STATIONS.length] ?? "";
  const number = report + 1;
  switch (report % 3) {
    case 0:
      return comment(3, "kofi", `Reading ${number}, ${station}: ${((report * 5) % 13) - 6} cm off the table.`);
    case 1:
      return comment(11, "yuki", `Translated station note ${number} (${station}). The draft is in the branch.`);
    default:
      return comment(10, "tomas", `Tried the feed with ${number} days of ${station}: ${12 + 3 * number} KB.`);
  }
}

/**
 * Starts the activity, and returns a function that stops it.
 * @param {import("../services/core/control.js").Controlled} forge
 */
export function startActivity(forge) {
  let turn = 0;
  const act = () => {
    const { action, body } = actionAt(turn);
    turn += 1;
    forge.actions[action]?.(body);
    timer = setTimeout(act, ACTIVITY_INTERVAL_MS);
  };
  let timer = setTimeout(act, FIRST_ACTIVITY_MS);
  return () => clearTimeout(timer);
}

// Collects the failures of a run and prints them again at its end, so that the last lines of a log show what to fix.

/**
 * @typedef {object} Failure
 * @property {string} [file] of the test, inside its layer
 * @property {string} name of the test, with the names of its suites
 * @property {string} error
 * @property {string} [shown] what the open pages showed when it failed
 */

/**
 * @typedef {object} Outcome
 * @property {number} passed
 * @property {number} failed
 * @property {Failure[]} failures
 * @property {Failure[]} [unsteady] of the first run, if all tests passed in the second
 */

/** Describe the pages that are open now. @type {Set<() => Promise<string>>} */
const describers = new Set();

/** @type {Promise<string>} */
let description = Promise.resolve("");

const MAX_ERROR_LINES = 15;
const MAX_SHOWN_LINES = 40;
const DESCRIPTION_TIMEOUT_MS = 20_000;

/**
 * Adds what a page shows to the report of a failure. Returns a function to call before the page closes, which waits for
 * a description that is in progress.
 * @param {() => Promise<string>} describe
 */
export function describeOnFailure(describe) {
  describers.add(describe);
  return async () => {
    await description;
    describers.delete(describe);
  };
}

/** Describes what the open pages show now. */
export function describeOpen() {
  const texts = [...describers].map((describe) =>
    describe().catch((error) => `Could not describe an open page: ${String(error)}`),
  );
  const late = new Promise((resolve) => setTimeout(resolve, DESCRIPTION_TIMEOUT_MS).unref());
  description = Promise.race([
    Promise.all(texts).then((all) => all.join("\n")),
    late.then(() => "The open pages did not answer in time."),
  ]);
  return description;
}

/** Bring what is open into a state in which the next test can start. @type {Set<() => Promise<unknown>>} */
const recoverers = new Set();

/**
 * Calls a function after each failed test, so that the next one finds a clean window. Returns a function that ends this.
 * @param {() => Promise<unknown>} recover
 */
export function recoverAfterFailure(recover) {
  recoverers.add(recover);
  return () => recoverers.delete(recover);
}

/** Recovers what is open after a failed test. */
export async function recoverOpen() {
  for (const recover of recoverers) {
    await recover().catch((error) =>
      console.error(`The window could not be cleaned after a failed test: ${String(error)}`),
    );
  }
}

/** @param {string} name @param {unknown} error @param {string} [file] @returns {Failure} */
export function toFailure(name, error, file) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { ...(file === undefined ? {} : { file }), name, error: text };
}

/**
 * Returns one block for each failure: the first lines of its error, and what the open pages showed. Returns "" if
 * nothing failed.
 * @param {Record<string, Failure[]>} byLayer @param {string} [title]
 */
export function formatFailures(byLayer, title = "failures") {
  const blocks = Object.entries(byLayer).flatMap(([layer, failures]) =>
    failures.map(({ file, name, error, shown }) => {
      const place = file === undefined ? layer : `${layer}/${file}`;
      const lines = firstLines(error, MAX_ERROR_LINES, "more lines above");
      if (shown !== undefined && shown.trim() !== "")
        lines.push("what was open:", ...firstLines(shown, MAX_SHOWN_LINES, "more lines"));
      return [`✘ ${place}: ${name}`, ...lines.map((line) => `    ${line}`.trimEnd())].join("\n");
    }),
  );
  return blocks.length === 0 ? "" : `━━ ${title}\n\n${blocks.join("\n\n")}\n`;
}

/** @param {string} text @param {number} most @param {string} rest names the lines that are left out */
function firstLines(text, most, rest) {
  const lines = text.trim().split("\n");
  const left = lines.length - most;
  return left <= 0 ? lines : [...lines.slice(0, most), `… ${left} ${rest}`];
}

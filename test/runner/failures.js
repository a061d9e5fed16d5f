// What failed in a run, printed again at its end: the last lines of a long log say what to look at.

/**
 * @typedef {object} Failure
 * @property {string} [file] of the test, inside its layer
 * @property {string} name of the test, with the names of its suites
 * @property {string} error
 */

/** @typedef {{ passed: number, failed: number, failures: Failure[] }} Outcome */

/** What is open now, each able to say what it shows: printed when a test fails. @type {Set<() => Promise<string>>} */
export const describers = new Set();

const MAX_ERROR_LINES = 15;

/** @param {string} name @param {unknown} error @param {string} [file] @returns {Failure} */
export function toFailure(name, error, file) {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { ...(file === undefined ? {} : { file }), name, error: text };
}

/** One block for each failure, with the first lines of its error; empty if nothing failed. @param {Record<string, Failure[]>} byLayer */
export function formatFailures(byLayer) {
  const blocks = Object.entries(byLayer).flatMap(([layer, failures]) =>
    failures.map(({ file, name, error }) => {
      const lines = error.trim().split("\n");
      const shown = lines.slice(0, MAX_ERROR_LINES);
      if (lines.length > shown.length) shown.push(`… ${lines.length - shown.length} more lines above`);
      const place = file === undefined ? layer : `${layer}/${file}`;
      return [`✘ ${place}: ${name}`, ...shown.map((line) => `    ${line}`.trimEnd())].join("\n");
    }),
  );
  return blocks.length === 0 ? "" : `━━ failures\n\n${blocks.join("\n\n")}\n`;
}

// Adds up what `npm test` and `npm run test:rest` wrote, and repeats the failures of both. The last line is
// `N passed, N failed`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./tools.js";

/** Returns the file with the counts of a command. @param {"test" | "rest"} command */
export function resultFile(command) {
  return join(ROOT, "out/results", `${command}.json`);
}

/** @typedef {{ passed: number, failed: number, report: string }} Result of a command */

/** Returns the result of a command. One that wrote none did not end, which counts as a failure. @param {"test" | "rest"} command */
async function readResult(command) {
  const text = await readFile(resultFile(command), "utf8").catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1, report: `The command \`${command}\` did not end.\n` };
  /** @type {Result} */
  const result = JSON.parse(text);
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [test, rest] = [await readResult("test"), await readResult("rest")];
  const failed = test.failed + rest.failed;
  if (test.report + rest.report !== "") console.log(`\n${test.report}${rest.report}`);
  console.log(`${test.passed + rest.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

// Adds up what `npm test` and `npm run test:rest` wrote. The last line is `N passed, N failed`.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./tools.js";

/** Returns the file with the counts of a command. @param {"test" | "rest"} command */
export function resultFile(command) {
  return join(ROOT, "out/results", `${command}.json`);
}

/** Returns the counts of a command. A command that wrote none did not end, which counts as a failure. @param {"test" | "rest"} command */
async function readCounts(command) {
  const text = await readFile(resultFile(command), "utf8").catch(() => '{ "passed": 0, "failed": 1 }');
  /** @type {{ passed: number, failed: number }} */
  const counts = JSON.parse(text);
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [test, rest] = [await readCounts("test"), await readCounts("rest")];
  const failed = test.failed + rest.failed;
  console.log(`${test.passed + rest.passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}

// Runs bundled mocha files in this process, one after the other. Each message of the parent is a job. After each file,
// a line on standard output contains MARK and the outcome.
import Mocha from "mocha";
import { describeOpen, recoverOpen, toFailure } from "./failures.js";
import { exitWhenInterrupted } from "./vscode.js";

/** @typedef {{ file: string, timeout: number }} Job the path of a bundled file, and how long each of its tests may take */

/** Starts the last line of a file's output. No reporter prints it. */
export const MARK = "\u0000triptych-file-done ";

if (process.send !== undefined) {
  const [grep] = process.argv.slice(2);
  process.on("message", (/** @type {Job} */ job) => void runFile(job, grep));
  process.on("disconnect", () => process.exit());
  exitWhenInterrupted();
  process.send("ready");
}

/** @param {Job} job @param {string | undefined} grep */
async function runFile({ file, timeout }, grep) {
  /** @type {Promise<unknown>[]} */
  const descriptions = [];
  const mocha = new Mocha({
    ui: "bdd",
    reporter: "spec",
    timeout,
    forbidOnly: true,
    forbidPending: true,
    color: false,
    rootHooks: {
      /** @this {import("mocha").Context} */
      async afterEach() {
        // Completes the descriptions before the next test or hook changes the page.
        await Promise.all(descriptions);
        if (this.currentTest?.isFailed()) await recoverOpen();
      },
    },
    ...(grep === undefined || grep === "" ? {} : { grep }),
  });
  mocha.addFile(file);
  /** @type {import("./failures.js").Outcome} */
  const outcome = { passed: 0, failed: 0, failures: [] };
  try {
    await mocha.loadFilesAsync();
    await new Promise((resolve) => {
      const runner = mocha.run(() => resolve(undefined));
      runner.on("pass", () => (outcome.passed += 1));
      runner.on("fail", (test, error) => {
        outcome.failed += 1;
        const failure = toFailure(test.fullTitle(), error);
        outcome.failures.push(failure);
        descriptions.push(describeOpen().then((shown) => (failure.shown = shown)));
      });
    });
    await Promise.all(descriptions);
  } catch (error) {
    console.error(error);
    outcome.failed += 1;
    outcome.failures.push(toFailure("the file did not load", error));
  } finally {
    mocha.dispose();
  }
  process.stdout.write(`${MARK}${JSON.stringify(outcome)}\n`);
}

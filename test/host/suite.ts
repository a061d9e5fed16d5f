// Runs a folder of bundled mocha files in this process and returns what passed and failed, with the lines that a log shows.
import Mocha from "mocha";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { toFailure, type Outcome } from "../runner/failures.js";

/** `recover` runs after each failed test. */
export async function runSuite(
  folder: string,
  grep?: string,
  recover: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Outcome & { lines: string[] }> {
  const mocha = new Mocha({
    ui: "bdd",
    timeout: 180_000,
    forbidOnly: true,
    forbidPending: true,
    // The host's console is the workbench's too; the runner prints the lines instead.
    reporter: Mocha.reporters.Base,
    rootHooks: {
      async afterEach(this: Mocha.Context) {
        if (this.currentTest?.isFailed() === true) await recover();
      },
    },
    ...(grep === undefined || grep === "" ? {} : { grep }),
  });
  const outcome: Outcome & { lines: string[] } = { passed: 0, failed: 0, failures: [], lines: [] };
  const { failures, lines } = outcome;
  const sourceName = (path: string): string =>
    relative(folder, path)
      .replaceAll("\\", "/")
      .replace(/\.cjs$/, ".ts");
  const fail = (name: string, error: unknown, path: string | undefined): void => {
    outcome.failed += 1;
    failures.push(toFailure(name, error, path === undefined ? undefined : sourceName(path)));
  };
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((each) => each.endsWith(".test.cjs")).sort()) {
    // One at a time, so that a file that does not load leaves the others to run.
    mocha.files = [join(folder, file)];
    try {
      await mocha.loadFilesAsync();
    } catch (error) {
      fail("the file did not load", error, join(folder, file));
      lines.push(`✘ ${file} did not load`, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  mocha.files = [];
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      resolve();
    });
    const indent = (titles: string[]): string => "  ".repeat(titles.length);
    runner.on("suite", (suite) => lines.push(`${indent(suite.titlePath())}${suite.title}`));
    runner.on("pass", (test) => {
      outcome.passed += 1;
      const took = test.speed === "fast" ? "" : ` (${test.duration}ms)`;
      lines.push(`${indent(test.titlePath())}✔ ${test.title}${took}`);
    });
    runner.on("fail", (test, error: Error) => {
      fail(test.fullTitle(), error, test.file);
      lines.push(`${indent(test.titlePath())}✘ ${test.title}`, error.stack ?? error.message);
    });
  });
  return outcome;
}

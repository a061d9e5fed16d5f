import Mocha from "mocha";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What the extension host runs, under a desktop VS Code and in the server alike. */
export async function run(): Promise<void> {
  const mocha = new Mocha({
    ui: "bdd",
    timeout: 30_000,
    forbidOnly: true,
    forbidPending: true,
    // The host's console is the workbench's too; the runner prints what is written to the results instead.
    reporter: Mocha.reporters.Base,
    ...(process.env["TRIPTYCH_GREP"] ? { grep: process.env["TRIPTYCH_GREP"] } : {}),
  });
  const files = await readdir(__dirname, { recursive: true });
  for (const file of files.filter((each) => each.endsWith(".test.cjs")).sort()) mocha.addFile(join(__dirname, file));
  const lines: string[] = [];
  let passed = 0;
  let failed = 0;
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => {
      resolve();
    });
    runner.on("suite", (suite) => lines.push(`${"  ".repeat(suite.titlePath().length)}${suite.title}`));
    runner.on("pass", (test) => {
      passed += 1;
      lines.push(`${"  ".repeat(test.titlePath().length)}✔ ${test.title}`);
    });
    runner.on("fail", (test, error: Error) => {
      failed += 1;
      lines.push(`${"  ".repeat(test.titlePath().length)}✘ ${test.title}`, error.stack ?? error.message);
    });
  });
  const results = process.env["TRIPTYCH_RESULTS"];
  if (results !== undefined) await writeFile(results, JSON.stringify({ passed, failed, lines }));
  if (failed > 0) throw new Error(`${failed} failed`);
}

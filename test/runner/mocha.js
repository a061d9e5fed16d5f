// Runs one layer's bundled mocha files in this process: node test/runner/mocha.js FOLDER RESULTS [GREP]
import { writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import Mocha from "mocha";

const [folder = "", results = "", grep] = process.argv.slice(2);
const mocha = new Mocha({
  ui: "bdd",
  reporter: "spec",
  timeout: 60_000,
  forbidOnly: true,
  forbidPending: true,
  color: false,
  ...(grep === undefined || grep === "" ? {} : { grep }),
});
const files = await readdir(folder, { recursive: true });
for (const file of files.filter((each) => each.endsWith(".test.js")).sort()) mocha.addFile(join(folder, file));
await mocha.loadFilesAsync();
let passed = 0;
let failed = 0;
const runner = mocha.run(() => {
  writeFileSync(results, JSON.stringify({ passed, failed }));
  // Whatever a test left open must not keep the run from ending.
  process.exit(failed === 0 ? 0 : 1);
});
runner.on("pass", () => (passed += 1));
runner.on("fail", () => (failed += 1));

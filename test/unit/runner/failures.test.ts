// The end of a run names every failure again, whichever layer it is in.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runSuite } from "../../host/suite.ts";
import { formatFailures, toFailure } from "../../runner/failures.js";
import { fileJobs, runJobs } from "../../runner/pool.js";
import { ROOT } from "../../runner/tools.js";

const FAILING = `describe("a wing", () => {
  it("works", () => undefined);
  it("shows its rows", () => { throw new Error("no rows"); });
});`;
const HOOK = `describe("a panel", () => {
  before(() => { throw new Error("no sandbox"); });
  it("opens", () => undefined);
});`;
const OPEN = `import { describeOnFailure } from ${JSON.stringify(pathToFileURL(join(ROOT, "test/runner/failures.js")).href)};
describe("a window", () => {
  const described = describeOnFailure(async () => "view: Issues");
  after(described);
  it("shows its rows", () => { throw new Error("no rows"); });
  it("works", () => undefined);
});`;
const UNSTEADY = `import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
it("opens", () => {
  const mark = fileURLToPath(new URL("tried", import.meta.url));
  if (existsSync(mark)) return;
  writeFileSync(mark, "");
  throw new Error("too slow");
});`;
const BROKEN = `throw new Error("no such module");`;
const ENDING = `it("stays", () => process.exit(3));`;

describe("The failures at the end of a run", () => {
  let folder = "";

  beforeEach(async () => {
    await mkdir(join(ROOT, "out"), { recursive: true });
    folder = await mkdtemp(join(ROOT, "out/failures-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function files(contents: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(contents)) {
      const path = join(folder, name);
      await mkdir(join(path, ".."), { recursive: true });
      await writeFile(path, text);
    }
  }

  it("name the file, the test and the error of plain tests, hooks, and files that don't load or end", async () => {
    await files({
      "issues/rows.test.js": FAILING,
      "issues/hook.test.js": HOOK,
      "broken.test.js": BROKEN,
      "ending.test.js": ENDING,
    });
    let passed = 0;
    const named: string[] = [];
    await runJobs(await fileJobs("unit", folder), {
      processes: 2,
      write: () => undefined,
      ended(job, outcome) {
        passed += outcome.passed;
        assert.equal(outcome.failed, outcome.failures.length);
        for (const { name, error } of outcome.failures) named.push(`${job.name}: ${name}: ${error.split("\n")[0]}`);
      },
    });
    assert.equal(passed, 1);
    assert.deepEqual(named.sort(), [
      "broken.test.ts: the file did not load: Error: no such module",
      "ending.test.ts: the file did not end: The process that ran ending.test.ts ended before the file did.",
      'issues/hook.test.ts: a panel "before all" hook for "opens": Error: no sandbox',
      "issues/rows.test.ts: a wing shows its rows: Error: no rows",
    ]);
  });

  it("say what was open when the test failed", async () => {
    await files({ "window.test.js": OPEN });
    const shown: (string | undefined)[] = [];
    await runJobs(await fileJobs("unit", folder), {
      processes: 1,
      write: () => undefined,
      ended: (_job, { failures }) => void shown.push(...failures.map((each) => each.shown)),
    });
    assert.deepEqual(shown, ["view: Issues"]);
    const rows = Array.from({ length: 50 }, (_, row) => `row ${row}`).join("\n");
    const printed = formatFailures({ e2e: [{ ...toFailure("a wing opens", "no rows"), shown: rows }] });
    assert.match(printed, / {4}no rows\n {4}what was open:\n {4}row 0\n/);
    assert.match(printed, / {4}row 39\n {4}… 10 more lines\n$/);
  });

  it("of a file count if it fails a second time, and are named also if it passes then", async () => {
    await files({ "rows.test.js": FAILING, "window.test.js": UNSTEADY });
    const ended: Record<string, unknown> = {};
    await runJobs(await fileJobs("e2e", folder), {
      processes: 2,
      write: () => undefined,
      ended(job, { passed, failed, unsteady = [] }) {
        ended[String(job.name)] = [
          passed,
          failed,
          ...unsteady.map(({ name, error }) => `${name}: ${error.split("\n")[0]}`),
        ];
      },
    });
    assert.deepEqual(ended, { "rows.test.ts": [1, 1], "window.test.ts": [1, 0, "opens: Error: too slow"] });
  });

  it("of host tests count if their files fail a second time, in which only these run", async () => {
    const failure = { ...toFailure("a view opens", "too slow"), file: "issues/rows.test.ts" };
    const asked: string[] = [];
    const ended: unknown[] = [];
    const job = {
      layer: "host",
      run: async () => ({ passed: 9, failed: 1, failures: [failure] }),
      runAgain: async (files: ReadonlySet<string>) => {
        asked.push(...files);
        return { passed: 4, failed: 0, failures: [] };
      },
    };
    await runJobs([job], {
      processes: 2,
      write: () => undefined,
      ended: (_job, { passed, failed, unsteady }) => void ended.push(passed, failed, unsteady),
    });
    assert.deepEqual(asked, ["issues/rows.test.ts"]);
    assert.deepEqual(ended, [10, 0, [failure]]);
  });

  it("of the storm count at once", async () => {
    await files({ "promises.test.js": UNSTEADY });
    const failed: number[] = [];
    await runJobs(await fileJobs("storm", folder), {
      processes: 1,
      write: () => undefined,
      ended: (_job, outcome) => void failed.push(outcome.failed),
    });
    assert.deepEqual(failed, [1]);
  });

  it("of more than three files count at once", async () => {
    await files(Object.fromEntries(["a", "b", "c", "d"].map((each) => [`${each}/window.test.js`, UNSTEADY])));
    const failed: number[] = [];
    await runJobs(await fileJobs("e2e", folder), {
      processes: 2,
      write: () => undefined,
      ended: (_job, outcome) => void failed.push(outcome.failed),
    });
    assert.deepEqual(failed, [1, 1, 1, 1]);
  });

  it("name host tests, and a file that doesn't load doesn't stop the others", async () => {
    await files({ "issues/rows.test.cjs": FAILING, "broken.test.cjs": BROKEN });
    const { passed, failed, failures, lines } = await runSuite(folder);
    assert.deepEqual([passed, failed], [1, 2]);
    assert.deepEqual(
      failures.map(({ file, name, error }) => `${file}: ${name}: ${error.split("\n")[0]}`),
      [
        "broken.test.ts: the file did not load: Error: no such module",
        "issues/rows.test.ts: a wing shows its rows: Error: no rows",
      ],
    );
    assert.ok(lines.some((line) => line.includes("✘ shows its rows")));
  });

  it("are printed by layer, each with the first lines of its error", () => {
    const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
    const printed = formatFailures({
      lint: [toFailure("npm run lint", "src/a.ts: unused\n")],
      unit: [],
      e2e: [toFailure("a wing opens", long, "issues/issues.test.ts")],
    });
    assert.match(printed, /^━━ failures\n\n✘ lint: npm run lint\n {4}src\/a\.ts: unused\n\n✘ e2e\/issues\/issues/);
    assert.match(printed, /: a wing opens\n {4}line 0\n/);
    assert.match(printed, / {4}line 14\n {4}… 25 more lines above\n$/);
    assert.equal(formatFailures({ unit: [] }), "");
  });
});

// Compares .gitignore rules with the library `ignore`: files of an ordinary project, and a rule made to take long.
import assert from "node:assert/strict";
import ignore from "ignore";
import { GitIgnore } from "../../../src/trackers/scan/ignore-rules.ts";
import { reportRatio } from "../results.ts";

const ROUNDS = 9;
const FILES = 20_000;
const RULES = "*.iml\n.gradle\n/local.properties\n.idea/\nbuild/\n/captures\n.cxx\n*.apk\n!keep.apk\n**/generated/**\n";
/** The library takes about ten times as long for each additional repetition. */
const HOSTILE_RULES = `${"**/a/".repeat(5)}b\n`;
const HOSTILE_PATH = `b/${"a/".repeat(60)}c`;

describe("the rules of a .gitignore", function () {
  this.timeout(300_000);
  const paths = Array.from({ length: FILES }, (_, file) =>
    file % 10 === 0
      ? `app/build/generated/p${file % 97}/File${file}.kt`
      : `app/src/main/java/org/example/p${file % 97}/File${file}.kt`,
  );

  function ours(rules: string, given: readonly string[]): number {
    const ignored = new GitIgnore("/r", (folder) => (folder === "/r" ? rules : undefined));
    return given.filter((path) => ignored.file(`/r/${path}`)).length;
  }

  function theirs(rules: string, given: readonly string[]): number {
    const ignored = ignore().add(rules);
    return given.filter((path) => ignored.ignores(path)).length;
  }

  async function compare(name: string, rules: string, given: readonly string[], goal: number): Promise<number> {
    const times: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
    assert.equal(ours(rules, given), theirs(rules, given));
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ours.push(timeOf(() => ours(rules, given)));
      times.theirs.push(timeOf(() => theirs(rules, given)));
    }
    return await reportRatio({ name, against: "ignore", ...times, goal });
  }

  it("take at most four times as long as the library's for a project, a few microseconds per file", async () => {
    const ratio = await compare(`rules of a .gitignore for ${FILES} files`, RULES, paths, 4);
    assert.ok(ratio <= 4, `${ratio}`);
  });

  it("stay fast on rules built to be slow, unlike the library's", async () => {
    const ratio = await compare("a .gitignore made to take long", HOSTILE_RULES, [HOSTILE_PATH], 0.1);
    assert.ok(ratio <= 0.1, `${ratio}`);
  });
});

function timeOf(run: () => void): number {
  const started = performance.now();
  run();
  return performance.now() - started;
}

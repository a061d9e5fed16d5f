// Holds the wording of the product and its sources against the glossary.
import assert from "node:assert/strict";
import { findForbidden } from "../../l10n/glossary.js";
import { readWording } from "../../l10n/wording.js";

const ROOT = process.cwd();

type Counts = Readonly<Record<"strings" | "comments" | "names" | "tests", number>>;

const NONE: Counts = { strings: 0, comments: 0, names: 0, tests: 0 };

/** How often a folder may still use forbidden words. These numbers only go down; a folder that is not named has none. */
const STILL_ALLOWED: Readonly<Record<string, Partial<Counts>>> = {
  "src/blocks": { comments: 1 },
  "src/panels": { comments: 8 },
  "src/trackers": { names: 3 },
  "test/e2e": { comments: 4, names: 1, tests: 3 },
  "test/host": { comments: 2, names: 3, tests: 4 },
  "test/live": { tests: 1 },
  "test/services": { comments: 4, names: 1 },
  "test/unit": { comments: 1, names: 2, tests: 16 },
  "test/workspaces": { comments: 1 },
};

/** "src/issues", "test/unit", "test/demo.ts". */
function folderOf(file: string): string {
  return file.split("/").slice(0, 2).join("/");
}

describe("The glossary", () => {
  it("has no forbidden word or phrase in strings, comments, names and tests beyond those still allowed", async () => {
    const found = new Map<string, { counts: Record<keyof Counts, number>; lines: string[] }>();
    for (const wording of await readWording(ROOT, ["src", "test"])) {
      const folder = folderOf(wording.file);
      const entry = found.get(folder) ?? { counts: { ...NONE }, lines: [] };
      found.set(folder, entry);
      for (const problem of findForbidden(wording)) {
        entry.counts[wording.kind] += 1;
        entry.lines.push(`${wording.file}:${wording.line} (${wording.kind}) ${problem}: ${wording.text}`);
      }
    }
    for (const [folder, { counts, lines }] of found) {
      const allowed = { ...NONE, ...STILL_ALLOWED[folder] };
      const isOver = Object.entries(counts).some(([kind, count]) => kind in allowed && count > at(allowed, kind));
      assert.ok(
        !isOver,
        `${folder} has ${JSON.stringify(counts)}, allowed are ${JSON.stringify(allowed)}:\n${lines.join("\n")}`,
      );
    }
  });

  it("finds words in prose and in parts of names, and knows where they are right", () => {
    const problems = (kind: keyof Counts, text: string): number => findForbidden({ kind, text }).length;
    assert.equal(problems("comments", "Whoever is told waits anew"), 3);
    assert.equal(problems("names", "toldAnew"), 2);
    assert.equal(problems("names", "MAX_TOLD"), 1);
    assert.equal(problems("names", "begunning"), 0);
    assert.equal(problems("strings", "This is no web address"), 1);
    assert.equal(problems("strings", "It is no longer there"), 0);
    assert.equal(problems("comments", "Undefined if there is no file"), 0);
    assert.equal(problems("comments", "Panels are told apart by their key; @me stands for you"), 0);
  });
});

function at(counts: Counts, kind: string): number {
  return Object.entries(counts).find(([each]) => each === kind)?.[1] ?? 0;
}

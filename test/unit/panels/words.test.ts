// Small parts of the kit: relative times, icons, patches, tab stops and the heartbeat.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Format } from "../../../src/base/format.ts";
import { icons } from "../../../src/panels/kit/icons.ts";
import { patchLines } from "../../../src/panels/kit/patch.ts";
import { isAlone } from "../../../src/panels/kit/pulse.ts";
import { arrowed } from "../../../src/panels/kit/roving.ts";
import { staysTrue } from "../../../src/panels/kit/time-words.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 20, 14, 32);

const relative = (time: number, at: number): string => new Format("en").relative(time, at);

describe("relative times", () => {
  it("stays true until the words change, not longer", () => {
    for (const age of [0, 59_000, 34 * minute + 1, 5 * hour, 3 * day + 7]) {
      const time = now - age;
      const rest = staysTrue(time, now);
      assert.equal(relative(time, now + rest - 1), relative(time, now));
      if (age < day) assert.notEqual(relative(time, now + rest), relative(time, now));
    }
  });
});

describe("icons", () => {
  it("have the codes of the package", () => {
    const path = createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.css");
    const sheet = readFileSync(path, "utf8");
    const codes = new Map(
      [...sheet.matchAll(/\.codicon-([\w-]+):before \{ content: "\\(\w+)"/g)].map((m) => [m[1], m[2]]),
    );
    assert.ok(codes.size > 500);
    for (const [name, glyph] of Object.entries(icons))
      assert.equal(glyph.codePointAt(0)?.toString(16), codes.get(name), name);
  });
});

describe("a hunk of a patch", () => {
  it("numbers the lines as the files do", () => {
    const patch =
      "diff --git a/x b/x\n@@ -41,3 +51,4 @@ class X\n same\n-old\n+new\n+more\n end\n\\ No newline at end of file\n";
    assert.deepEqual(
      patchLines(patch).map(({ kind, number, text }) => `${number} ${kind} ${text}`),
      ["51 same same", "42 removed old", "52 added new", "53 added more", "54 same end"],
    );
  });
});

describe("one tab stop for many", () => {
  it("goes round with arrows, and the other way where text runs from the right", () => {
    assert.equal(arrowed("ArrowRight", 2, 3, false), 0);
    assert.equal(arrowed("ArrowRight", 0, 3, true), 2);
    assert.equal(arrowed("Home", 2, 3, false), 0);
    assert.equal(arrowed("End", 0, 3, false), 2);
    assert.equal(arrowed("x", 0, 3, false), undefined);
    assert.equal(arrowed("ArrowRight", 0, 0, false), undefined);
  });
});

describe("the pulse of the extension", () => {
  it("is missed after three beats, not after two", () => {
    assert.equal(isAlone({ beat: 1000, last: 0 }, 2900), false);
    assert.equal(isAlone({ beat: 1000, last: 0 }, 3001), true);
  });
});

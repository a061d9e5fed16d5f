// What counts as a mention of an issue in prose and in code, and what doesn't.
import assert from "node:assert/strict";
import { mentionsIn, type MentionContext } from "../../../src/issues/model/mention.ts";

const FORGE = "https://forge.example";
const CODEBERG = "https://codeberg.org";
const almanac = { base: FORGE, owner: "lantern", name: "almanac" };
const atHome: MentionContext = {
  home: almanac,
  base: FORGE,
  known: [almanac, { base: CODEBERG, owner: "Ines", name: "maps.js" }],
};
const NOTES = "/work/notes.md";

const found = (line: string, path: string | undefined = NOTES, context = atHome): readonly string[] =>
  mentionsIn(line, path, context).map(
    ({ start, end, thread: { base, owner, name, number } }) =>
      `${line.slice(start, end)} is ${base === FORGE ? "" : `${base}/`}${owner}/${name} ${number}`,
  );

describe("An issue reference in a text", () => {
  it("is found by its number if the text belongs to a repository", () => {
    for (const line of ["#12", "Fixes #12.", "see (#12), please", "[#12]", "- #12: lamp", "“#12”", "merge #12!"]) {
      assert.deepEqual(found(line), ["#12 is lantern/almanac 12"], line);
    }
    assert.deepEqual(found("#12 and #13"), ["#12 is lantern/almanac 12", "#13 is lantern/almanac 13"]);
  });

  it("is not found by a bare number if no repository is known", () => {
    assert.deepEqual(found("Fixes #12", NOTES, { ...atHome, home: undefined }), []);
  });

  it("is found by the name of its repository, known ones first", () => {
    assert.deepEqual(found("lantern/almanac#12"), ["lantern/almanac#12 is lantern/almanac 12"]);
    assert.deepEqual(found("like ines/Maps.js#3, or"), [`ines/Maps.js#3 is ${CODEBERG}/Ines/maps.js 3`]);
    assert.deepEqual(found("see harbour/chart-kit!4"), ["harbour/chart-kit!4 is harbour/chart-kit 4"]);
  });

  it("to an unknown repository is found only if its server is likely", () => {
    const elsewhere = { home: undefined, base: undefined, known: [almanac] };
    assert.deepEqual(found("microsoft/vscode#12", NOTES, elsewhere), []);
    assert.deepEqual(found("lantern/almanac#12", NOTES, elsewhere), ["lantern/almanac#12 is lantern/almanac 12"]);
  });

  it("is not found in ordinary text", () => {
    for (const line of [
      "# 12 heads",
      "#0 and #012",
      "C#12",
      "page#12",
      "https://forge.example/a/b#12",
      "https://forge.example/#12",
      "src/lib/page.html#12",
      "./lib/page#12",
      "../page#12",
      "&#39; &#12;",
      "##12 ###12",
      "#12px #12em #12a",
      "#12-34 #1.5 #1,5 10:#1:2",
      "[top](#12)",
      "[top](docs/page#12)",
      "a color of \"#333\" or '#123456' or `#1234`",
      "not !12, and foo!12",
      "v#12 $#12 =#12 %#12",
      "#12345678901",
      "user@host/path#12",
    ]) {
      assert.deepEqual(found(line), [], line);
    }
  });

  it("is found in the comments of source code, and nowhere else in it", () => {
    for (const [path, line] of [
      ["/a/main.ts", "const lamp = 3; // see #12"],
      ["/a/main.ts", " * Mends #12."],
      ["/a/main.c", "/* #12 */"],
      ["/a/main.py", "lamp = 3  # see #12"],
      ["/a/main.py", '"""Mends #12."""'],
      ["/a/main.sql", "select 1 -- see #12"],
      ["/a/init.el", ";; see #12"],
      ["/a/page.html", "<!-- #12 -->"],
      ["/a/style.css", "color: red; /* as in #12 */"],
    ] as const) {
      assert.deepEqual(found(line, path), ["#12 is lantern/almanac 12"], line);
    }
    for (const [path, line] of [
      ["/a/style.css", "color: #123; background: #12345678"],
      ["/a/boot.s", "mov r0, #12"],
      ["/a/main.ts", "const color = { red: #12 }"],
      ["/a/main.rb", 'puts "lantern/almanac#12"'],
    ] as const) {
      assert.deepEqual(found(line, path), [], line);
    }
  });

  it("is found anywhere in prose, in a commit message and in a terminal", () => {
    for (const path of ["/a/README", "/a/CHANGELOG.rst", "/a/.git/COMMIT_EDITMSG", "/a/notes.txt", undefined]) {
      assert.deepEqual(found("Mend #12", path), ["#12 is lantern/almanac 12"], String(path));
    }
  });

  it("is found in a text that consists only of it, such as a link", () => {
    assert.deepEqual(found("#12", "/a/main.ts"), ["#12 is lantern/almanac 12"]);
  });
});

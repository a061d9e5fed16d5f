// Draft files and texts of comments and issues, without a server.
import assert from "node:assert/strict";
import {
  editedAt,
  isGhost,
  formatNumber,
  sameLogin,
  sameText,
  replaceLoneSurrogates,
} from "../../../src/issues/model/entities.ts";
import { firstLine } from "../../../src/issues/model/first-line.ts";
import { isUnsent, type Draft } from "../../../src/issues/writing/drafts/draft.ts";
import { COMMENT_SCHEME, ISSUE_SCHEME } from "../../../src/issues/model/file-schemes.ts";
import { parsePath, formatPath, places, getScheme, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { said } from "./written-texts.ts";

const HOME = "https://codeberg.org";

describe("A draft as a file", () => {
  const thread = { owner: "lantern", name: "almanac", number: 12n };
  const all: readonly Place[] = [HOME, "https://git.example.org/forge", "http://127.0.0.1:4300"].flatMap((base) => [
    places.newComment({ base, ...thread }),
    places.comment({ base, ...thread }, 9_223_372_036_854_775_807n),
    places.deletedComment({ base, ...thread }, 3n),
    places.newIssue({ base, ...thread }, 2n),
    places.issueText({ base, ...thread }),
  ]);
  for (const place of all) {
    it(`is found again at ${formatPath(place, "#12 Reply")}`, () => {
      assert.deepEqual(parsePath({ scheme: getScheme(place), path: formatPath(place, "#12 by a/b") }), place);
    });
  }

  for (const path of [
    "/",
    "/codeberg.org/a/b/issues/12",
    "/codeberg.org/a/b/issues/12/new",
    "/.vscode/settings.json",
  ]) {
    it(`is not found at ${path}`, () => {
      for (const scheme of [COMMENT_SCHEME, ISSUE_SCHEME]) assert.equal(parsePath({ scheme, path }), undefined);
    });
  }

  it("counts as unsent only if it differs from its original text, whatever its line ends", () => {
    const [first, second, , issue, text] = all;
    assert.ok(first !== undefined && second !== undefined && issue !== undefined && text !== undefined);
    const draft: Draft = {
      id: "1",
      place: second,
      text: "a\nb",
      unsaved: undefined,
      keptAt: 0,
      savedAt: 0,
      opened: said("a\r\nb"),
      author: undefined,
      repository: undefined,
      failure: undefined,
      deletedAt: undefined,
      anchor: undefined,
      submission: undefined,
    };
    assert.equal(isUnsent(draft), false);
    assert.equal(isUnsent({ ...draft, unsaved: "a\nc" }), true);
    assert.equal(isUnsent({ ...draft, opened: undefined }), true);
    assert.equal(isUnsent({ ...draft, place: first, opened: undefined, text: "" }), false);
    const head = "---\ntitle: x\n---\n\nb";
    assert.equal(isUnsent({ ...draft, place: text, opened: { ...said("b"), title: "x" }, text: head }), false);
    assert.equal(isUnsent({ ...draft, place: text, opened: { ...said("b"), title: "y" }, text: head }), true);
    assert.equal(isUnsent({ ...draft, place: issue, opened: undefined, text: head }), true);
  });
});

describe("The text of a comment or issue", () => {
  it("is the same with any line ends", () => {
    assert.ok(sameText("a\r\nb\rc", "a\nb\nc"));
    assert.ok(!sameText("a", "a "));
  });

  it("loses half a character before it is sent, and nothing else", () => {
    assert.equal(replaceLoneSurrogates("a\uD83Db 👩‍👩‍👧 \uDC00"), "a\uFFFDb 👩‍👩‍👧 \uFFFD");
  });

  it("is summarized by its first line that isn't empty", () => {
    assert.equal(firstLine("\n\n> - [x] **Done** today\nmore"), "Done today");
    assert.equal(
      firstLine("It was *nearly* `a_b_c`, see [the log](https://x.y) ![](p.png)"),
      "It was nearly a_b_c, see the log",
    );
    assert.equal(firstLine("2 * 3 * 4 and snake_case_name"), "2 * 3 * 4 and snake_case_name");
    assert.equal(firstLine("```kotlin\nval x = 1\n```"), "val x = 1");
    assert.equal(firstLine("|---|---|\n| a | b |"), "| a | b |");
    assert.equal(firstLine("\r\n"), "");
    assert.equal(firstLine("**Done** today"), "Done today");
    assert.equal(firstLine("---\r* * *\r## Title #12"), "Title #12");
    assert.equal(firstLine("#12 again"), "#12 again");
  });

  it("is summarized without the HTML comments of an issue template", () => {
    assert.equal(firstLine("<!-- Describe the problem. -->\r\nThe app crashes"), "The app crashes");
    assert.equal(firstLine("> <!--\nDescribe\n\nthe problem.\n-->\n\n## The app crashes"), "The app crashes");
    assert.equal(firstLine("<!-- never closed\n\nThe app crashes"), "");
  });

  it("is summarized without the mark of an alert", () => {
    assert.equal(firstLine("> [!NOTE]\n> Low water"), "Low water");
    assert.equal(firstLine("[!NOTE] Low water"), "[!NOTE] Low water");
  });

  it("is summarized by its text if it starts with images without a description", () => {
    assert.equal(firstLine("![](/attachments/1)\n![](/attachments/2)\n\nThe tide is wrong"), "The tide is wrong");
    assert.equal(firstLine("![](/attachments/1)"), "");
  });

  it("keeps the marks in code and inside words when it is summarized", () => {
    assert.equal(firstLine("`__init__` and `*it` fail in **all `~~x~~`**"), "__init__ and *it fail in all ~~x~~");
    assert.equal(firstLine("load__all__pages is __slow__"), "load__all__pages is slow");
  });

  it("is summarized without the tags that servers draw", () => {
    const picture = '<img width="640" alt="Tide table" src="/attachments/3f6a0c52-9f3e-4a51-9d8e-1d3f3c1b7a10">';
    assert.equal(firstLine(`${picture} is wrong`), "Tide table is wrong");
    assert.equal(firstLine(`<p align="center"><img src='/x.png'/></p>\n\nThe tide`), "The tide");
    assert.equal(firstLine("<details>\n<summary>Build <b>log</b></summary>\n\n```\nok\n```"), "Build log");
    assert.equal(firstLine("Press <kbd>Ctrl</kbd>+<KBD>C</KBD><br/>twice <!-- soon -->"), "Press Ctrl+C twice");
    assert.equal(
      firstLine(`${"tide ".repeat(30)}<img src="https://codeberg.org/${"x".repeat(60)}">`),
      "tide ".repeat(30).trim(),
    );
  });

  it("keeps other angle brackets when it is summarized, but not those around a URL", () => {
    assert.equal(firstLine("List<String> and `<br>` if a < b > c"), "List<String> and <br> if a < b > c");
    assert.equal(firstLine("See <https://codeberg.org/a_b_c>"), "See https://codeberg.org/a_b_c");
  });

  it("is summarized with its escaped characters and entities decoded, except in code", () => {
    assert.equal(firstLine("\\*Not bold\\* \\<br> &lt;b&gt; &amp;&nbsp;&copy;"), "*Not bold* <br> <b> &\u00a0&copy;");
    assert.equal(firstLine("`\\* &lt;` and ``a ` b``"), "\\* &lt; and a ` b");
  });

  it("is summarized by as much of that line as fits into a row", () => {
    assert.equal(firstLine("a".repeat(200)), "a".repeat(200));
    assert.equal(firstLine("a".repeat(201)), `${"a".repeat(199)}…`);
    assert.equal(firstLine(`${"a".repeat(198)}👩👩`), `${"a".repeat(198)}…`);
    assert.equal(firstLine(`see [the log](https://x.y/${"z".repeat(300)}) there`), "see the log");
  });

  it("counts as edited if its update time is later than its creation", () => {
    assert.equal(editedAt({ createdAt: 1000, updatedAt: 1000 }), undefined);
    assert.equal(editedAt({ createdAt: 1000, updatedAt: 2000 }), 2000);
  });

  it("belongs to its author in any case, and to no one if no one is signed in", () => {
    assert.ok(sameLogin("Marek", "marek"));
    assert.ok(!sameLogin(undefined, undefined));
    assert.ok(
      isGhost(undefined) && isGhost({ id: -1n, login: "Ghost" }) && !isGhost({ id: -2n, login: "forgejo-actions" }),
    );
  });

  it("is referred to with # for an issue and with ! for a pull request", () => {
    assert.equal(formatNumber({ number: 12n, pull: undefined }), "#12");
    assert.equal(formatNumber({ number: 41n, pull: { merged: false, draft: false } }), "!41");
  });
});

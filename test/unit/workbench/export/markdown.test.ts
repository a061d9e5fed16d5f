// Exported Markdown shows foreign text as it is, and never as markup.
import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { isolateText } from "../../../../src/base/visible-text.ts";
import { blocks, code, link, table, text } from "../../../../src/workbench/export/export-markdown.ts";

const reader = new MarkdownIt({ html: true });
const WIDTHLESS = /\u2060/g;

/** Returns what a reader sees. Fails if any of it became markup. */
function seen(markdown: string): string {
  const [open, inline, close] = reader.parse(markdown, {});
  assert.equal(open?.type ?? "paragraph_open", "paragraph_open", markdown);
  assert.equal(close?.type ?? "paragraph_close", "paragraph_close", markdown);
  const parts = inline?.children ?? [];
  for (const { type } of parts) assert.match(type, /^text(_special)?$/, `${markdown} is ${type}`);
  return parts.map(({ content }) => content).join("");
}

describe("Exported Markdown", () => {
  it("contains a server's texts as plain text, and never as markup", () => {
    for (const given of [
      "# no heading",
      "- no list",
      "12. no list",
      "3) no list",
      "1986",
      "<img src=x onerror=alert(1)>",
      "[a](javascript:alert(1))",
      "![a](https://pixel.example/)",
      "*a* _b_ `c` ~~d~~ &amp; $x$",
      "a | b",
      "=====",
    ]) {
      assert.equal(seen(text(given)).replace(WIDTHLESS, ""), given);
    }
  });

  it("puts any text on one line and keeps each of its characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (given) => {
        const line = given.replace(/\p{Cc}+|\s+/gu, " ").trim();
        assert.equal(seen(text(given)).replace(WIDTHLESS, ""), isolateText(line).replace(WIDTHLESS, ""));
      }),
    );
  });

  it("lets no name reverse the words beside it", () => {
    assert.equal(seen(text("photo_\u202Egpj.exe")), "photo_[U+202E]gpj.exe");
    assert.equal(text("אבג"), "\u2068אבג\u2069");
    assert.equal(code("a\u202Eb"), "`a[U+202E]b`");
  });

  it("escapes only what needs it, and writes a version unchanged", () => {
    assert.equal(text("8.4 (80400) from F-Droid, org.example.app"), "8.4 (80400) from F-Droid, org.example.app");
  });

  it("mentions no user and no issue through an app's name", () => {
    assert.doesNotMatch(text("@alice saw #12 and !7 in lantern/almanac#3"), /[@#!][\w]/);
  });

  it("ends code correctly, whatever it contains", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "a", " ", "\\", "|") }), (given) => {
        const line = given.replace(/\s+/g, " ").trim();
        const [, inline] = reader.parse(code(given), {});
        const parts = inline?.children ?? [];
        assert.deepEqual(
          parts.map(({ type, content }) => [type, content]),
          line === "" ? [] : [["code_inline", line]],
        );
      }),
    );
  });

  it("keeps code with hundreds of thousands of backticks in one piece", () => {
    const given = "`a".repeat(200_000);
    assert.equal(code(given), `\`\` ${given} \`\``);
  });

  it("links only web pages", () => {
    assert.equal(link("A [b]", "https://a.example/(x)?y=<z>"), "[A \\[b\\]](<https://a.example/(x)?y=%3Cz%3E>)");
    assert.equal(link("A", "javascript:alert(1)"), "A");
    assert.equal(link("A", "command:workbench.action.quit"), "A");
  });

  it("keeps every row of a table to its columns", () => {
    const markdown = table(
      ["Name", "Sign"],
      [
        [text("a|b\nc"), code("x|y")],
        ["", code("\\|")],
      ],
    );
    const rows = [...reader.render(markdown).matchAll(/<tr>([^]*?)<\/tr>/g)].map(([, row = ""]) => row);
    assert.equal(rows.length, 3);
    for (const row of rows) assert.equal([...row.matchAll(/<t[dh]/g)].length, 2, row);
    assert.match(rows[1] ?? "", /<code>x\|y<\/code>/);
  });

  it("puts an empty line between blocks and leaves out empty ones", () => {
    assert.equal(blocks("# A", undefined, "", "b"), "# A\n\nb\n");
  });
});

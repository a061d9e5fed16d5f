// Text that is inserted into our Markdown never becomes markup.
import assert from "node:assert/strict";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import {
  code,
  facts,
  fill,
  icon,
  lines,
  md,
  paragraphs,
  webLink,
  type Markdown,
} from "../../../../src/workbench/text/markdown.ts";
import { hostile } from "../../base/hostile.ts";

/** Renders like VS Code: without HTML, and with links for URLs in texts. */
const renderer = new MarkdownIt({ html: false, linkify: true });

/** Returns the kinds of markup in the Markdown, each as often as it occurs. */
function markupIn(markdown: Markdown): readonly string[] {
  const kinds: string[] = [];
  for (const block of renderer.parse(markdown.toString(), {})) {
    if (!["paragraph_open", "paragraph_close", "inline"].includes(block.type)) kinds.push(block.type);
    for (const { type } of block.children ?? []) {
      if (!["text", "text_special", "softbreak"].includes(type)) kinds.push(type);
    }
  }
  return kinds;
}

/**
 * Returns the icons that VS Code draws. It looks for them in the HTML of its renderer (marked), in which escapes are
 * gone, references such as `&#36;` remain, and code and links are text too.
 */
function iconsIn(markdown: Markdown): readonly string[] {
  const escaped = markdown.toString().replaceAll(/\\\$\([a-z\d-]+(?:~[a-z]+)?\)/gi, "\\$&");
  const html = escaped.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
  const found = [escaped, html].flatMap((text) => Array.from(text.matchAll(/\\?\$\(([a-z\d-]+(?:~[a-z]+)?)\)/gi)));
  return found.filter(([whole]) => !whole.startsWith("\\")).map(([, name = ""]) => name);
}

describe("Markdown built by Triptych", () => {
  it("draws no icon of an inserted text, in code or a link either", () => {
    assert.deepEqual(iconsIn(icon("lock")), ["lock", "lock"]);
    assert.deepEqual(iconsIn(md`a ${"$(verified) b"}`), []);
    assert.deepEqual(iconsIn(code("$(verified)")), []);
    assert.deepEqual(iconsIn(webLink("$(verified)", "https://example.org/$(verified)?a=$(pass)#$(pass)")), []);
    fc.assert(
      fc.property(hostile(), (text) => {
        assert.deepEqual(iconsIn(md`${text} ${code(text)} ${webLink(text, `https://example.org/${text}`)}`), []);
      }),
    );
  });

  it("is not a code block because a text begins with line breaks of several kinds", () => {
    assert.deepEqual(markupIn(facts("\n\u0085\n", "b")), []);
    assert.deepEqual(markupIn(md`${"\u0085\u2028\u0085\ta"}`), []);
  });

  it("contains every inserted text as plain text", () => {
    fc.assert(
      fc.property(hostile(), hostile(), (one, other) => {
        assert.deepEqual(markupIn(md`a ${one} b ${other}`), []);
        assert.deepEqual(markupIn(facts(one, other)), []);
        assert.deepEqual(markupIn(paragraphs(one, undefined, other)), []);
        assert.deepEqual(markupIn(fill("{1} of {0}", one, other)), []);
        assert.doesNotMatch(md`${one}`.toString().replaceAll(/\\[!-/:-@[-`{-~]/g, ""), /\$\(/);
      }),
    );
  });

  it("has bold text, code, icons and links only from its source", () => {
    assert.deepEqual(markupIn(md`**${"a"}** ${code("b")}`), ["strong_open", "strong_close", "code_inline"]);
    assert.equal(icon("lock").toString(), "$(lock)");
    assert.deepEqual(markupIn(lines("a", "", "b")), ["hardbreak"]);
    assert.deepEqual(markupIn(webLink("[x](command:y)", "https://example.org/a b)")), ["link_open", "link_close"]);
    assert.deepEqual(markupIn(webLink("x", "command:workbench.action.quit")), []);
  });

  it("doesn't cut code within a character", () => {
    assert.doesNotMatch(code(`${"a".repeat(199)}😀b`).toString(), /U\+D83D/);
  });

  it("keeps code in one piece, whatever quotes it contains", () => {
    fc.assert(
      fc.property(hostile(), (text) => {
        const kinds = markupIn(md`x ${code(text)}`);
        assert.ok(kinds.length === 0 ? text.trim() === "" : kinds.join() === "code_inline", kinds.join());
      }),
    );
  });

  it("fills the placeholders of a translated sentence in the translator's order", () => {
    assert.equal(fill("{1} von {0}", md`**${"a"}**`, "b*").toString(), "b\\* von **a**");
  });
});

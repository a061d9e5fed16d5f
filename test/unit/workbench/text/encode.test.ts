// Foreign text stays plain text in each part of VS Code that can draw links or icons.
import assert from "node:assert/strict";
import fc from "fast-check";
import { inLabel, inLine, inLines, inMarkdown, inMessage, inPrompt } from "../../../../src/workbench/text/encode.ts";
import { withIcon } from "../../../../src/workbench/text/label.ts";
import { hostile, loose } from "../../base/hostile.ts";

/** What VS Code 1.101 to 1.139 turns into links in notifications and input boxes (`parseLinkedText`). */
const LINKS = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
/** What it turns into icons (`renderLabelWithIcons`); after a backslash, it draws the text instead. */
const ICONS = /(\\)?\$\(([A-Za-z0-9-]+(?:~[A-Za-z]+)?)\)/g;

/** Returns what users see of a label. */
function drawn(label: string): { readonly icons: readonly string[]; readonly text: string } {
  const icons: string[] = [];
  const text = label.replace(ICONS, (whole: string, escaped: string | undefined, name: string) => {
    if (escaped !== undefined) return whole.slice(1);
    icons.push(name);
    return "";
  });
  return { icons, text };
}

const links = (text: string): readonly string[] => [...text.matchAll(LINKS)].map(([, , href = ""]) => href);

describe("Plain text in the parts of VS Code", () => {
  it("is not a link in a notification, and reads as it was sent except for one space", () => {
    const sent = "Reason: [click](command:workbench.action.files.newUntitledFile?%5B1%5D)";
    assert.equal(links(sent).length, 1);
    assert.equal(inMessage(sent), sent.replace("](", "] ("));
    for (const text of ["[a](https://e.example)", "[a](FILE:///etc)", '[a](Command:b "t")', "[[a]](command:b)"]) {
      assert.deepEqual(links(inMessage(text)), []);
    }
    assert.equal(inMessage("list[0](x), [see](below), a](b"), "list[0](x), [see](below), a](b");
  });

  it("is not a link if VS Code joins two texts, or cuts one", () => {
    const sent = ["x [y", "z](command:b) [c", "](command:d)"].map(inMessage);
    assert.deepEqual(links(sent.join(": ")), []);
    assert.deepEqual(links(sent.join("")), []);
    const long = inMessage(`${"a".repeat(990)}[b](command:c)`);
    assert.deepEqual(links(`${long.slice(0, 1000)}...`), []);
  });

  it("has no icon in a label except the label's own", () => {
    assert.deepEqual(drawn(inLabel("$(trash) bug")), { icons: [], text: "$(trash) bug" });
    assert.deepEqual(drawn(inLabel("\\$(trash)")), { icons: [], text: "\\$(trash)" });
    assert.deepEqual(drawn(inLabel("$(sync~spin)$(bug)")), { icons: [], text: "$(sync~spin)$(bug)" });
    assert.deepEqual(drawn(inLabel(withIcon("tag", "$(trash)"))), { icons: ["tag"], text: " $(trash)" });
    assert.equal(inLabel("costs $(5 + 5) or $5"), "costs $(5 + 5) or $5");
  });

  it("has neither link nor icon in the messages of an input box", () => {
    const shown = inPrompt("$(trash) [click](command:b)");
    assert.deepEqual(links(shown), []);
    assert.deepEqual(drawn(shown), { icons: [], text: "$(trash) [click] (command:b)" });
  });

  it("has no meaning in Markdown", () => {
    assert.equal(inMarkdown("**a** <b> &amp;\n# c"), "\\*\\*a\\*\\* \\<b\\> \\&amp; \\# c");
    assert.equal(inMarkdown("![x](https://e.example)"), "\\!\\[x\\]\\(https\\://e\\.example\\)");
  });

  it("is the same in every part if it has only plain words", () => {
    const words = "Moon phases, 12 of 30";
    for (const write of [inMessage, inLabel, inPrompt, inLine, inLines, inMarkdown]) {
      assert.equal(write(words), words);
    }
  });

  it("runs, links, draws and reverses nothing, whatever it contains", () => {
    fc.assert(
      fc.property(hostile(), hostile(), (one, other) => {
        for (const write of [inMessage, inLabel, inPrompt, inLine, inMarkdown]) {
          const shown = write(one);
          assert.doesNotMatch(shown, /[\p{Cc}\p{Cs}\u2028\u2029\u202D\u202E]/u);
          assert.equal(loose(shown), 0);
        }
        assert.equal(loose(inLines(one).replaceAll("\n", "")), 0);
        assert.deepEqual(links(`${inMessage(one)}: ${inMessage(other)}`), []);
        assert.deepEqual(links(inPrompt(one)), []);
        assert.deepEqual(drawn(inPrompt(one)).icons, []);
        assert.deepEqual(drawn(inLabel(one)), { icons: [], text: inLine(one) });
        assert.deepEqual(drawn(inLabel(withIcon("tag", one))).icons, ["tag"]);
        assert.doesNotMatch(inMarkdown(one).replaceAll(/\\[!-/:-@[-`{-~]|&#36;/g, ""), /[\\`*_[\]<>#|~$&@:]/);
      }),
      { numRuns: 2000 },
    );
  });
});

// Highlighting of code, and colors of labels on every theme.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { contrast, labelColours, parsed, type Colour } from "../../../src/panels/kit/colour.ts";
import { highlighted } from "../../../src/panels/kit/highlight.ts";

const marked = (code: string, language: string): string =>
  highlighted(code, language)
    .map(({ text, ink }) => (ink === "" ? text : `<${ink} ${text}>`))
    .join("");

describe("code in colour", () => {
  it("never loses or adds a character", () => {
    const languages = fc.constantFrom("", "json", "kotlin", "py", "sql", "sh", "log", "x(");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), languages, (code, language) => {
        assert.equal(
          highlighted(code, language).reduce((all, { text }) => all + text, ""),
          code,
        );
      }),
    );
  });

  it("tells names from strings in JSON", () => {
    assert.equal(marked('{"a": "b", "c": 1.5}', "json"), '{<name "a">: <string "b">, <name "c">: <number 1.5>}');
  });

  it("takes a comment for what the language takes for one", () => {
    assert.equal(marked("x // y", "kotlin"), "x <comment // y>");
    assert.equal(marked("x # y", "py"), "x <comment # y>");
    assert.equal(marked('"http://x"', "json"), '<string "http://x">');
  });

  it("leaves text plain that has no language", () => {
    assert.equal(marked("return 1", ""), "return 1");
    assert.equal(marked("return 1", "ts"), "<keyword return> <number 1>");
  });

  it("takes what is never closed to its end, and calls a lone quote nothing", () => {
    assert.equal(marked("1 /* 2 3", "ts"), "<number 1> <comment /* 2 3>");
    assert.equal(marked("don't 1\n2", "ts"), "don't 1\n<number 2>");
    assert.equal(marked("`1\n2", "ts"), "`1\n2");
  });
});

describe("the colours of a label", () => {
  const surfaces: [Colour, Colour][] = [
    [
      [31, 31, 31],
      [204, 204, 204],
    ],
    [
      [255, 255, 255],
      [59, 59, 59],
    ],
    [
      [18, 19, 20],
      [187, 190, 191],
    ],
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  ];

  it("can be read on every theme, whatever the server's hue", () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const hue = fc.tuple(channel, channel, channel);
    fc.assert(
      fc.property(hue, fc.constantFrom(...surfaces), fc.boolean(), (colour, [surface, text], high) => {
        const colours = labelColours(colour, surface, text, high);
        assert.ok(contrast(colours.text, colours.ground) >= 4.5);
        assert.ok(contrast(colours.edge, surface) >= 3);
        assert.ok(contrast(colours.dot, colours.ground) >= 3);
      }),
    );
  });

  it("are read in each way that servers and themes write them", () => {
    for (const text of ["d73a4a", "#D73A4A", "rgb(215, 58, 74)", "rgba(215 58 74 / 1)"]) {
      assert.deepEqual(parsed(text), [215, 58, 74]);
    }
    assert.deepEqual(parsed("#fff"), [255, 255, 255]);
    assert.equal(parsed("red; background: url(x)"), undefined);
  });
});

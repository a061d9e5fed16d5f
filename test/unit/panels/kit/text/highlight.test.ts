// Highlighting of code.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { highlight } from "../../../../../src/panels/kit/text/highlight.ts";

const marked = (code: string, language: string): string =>
  highlight(code, language)
    .map(({ text, ink }) => (ink === "" ? text : `<${ink} ${text}>`))
    .join("");

describe("code in color", () => {
  it("never loses or adds a character", () => {
    const languages = fc.constantFrom("", "json", "kotlin", "py", "sql", "sh", "log", "x(");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), languages, (code, language) => {
        assert.equal(
          highlight(code, language).reduce((all, { text }) => all + text, ""),
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

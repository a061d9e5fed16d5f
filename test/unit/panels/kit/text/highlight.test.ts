// Highlighting of code.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { highlight } from "../../../../../src/panels/kit/text/highlight.ts";

const marked = (code: string, language: string): string =>
  highlight(code, language)
    .map(({ text, kind }) => (kind === "" ? text : `<${kind} ${text}>`))
    .join("");

describe("Highlighted code", () => {
  it("never loses or gains a character", () => {
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

  it("distinguishes names from strings in JSON", () => {
    assert.equal(marked('{"a": "b", "c": 1.5}', "json"), '{<name "a">: <string "b">, <name "c">: <number 1.5>}');
  });

  it("recognizes the comments of each language", () => {
    assert.equal(marked("x // y", "kotlin"), "x <comment // y>");
    assert.equal(marked("x # y", "py"), "x <comment # y>");
    assert.equal(marked('"http://x"', "json"), '<string "http://x">');
  });

  it("stays plain without a language, and in a formula", () => {
    assert.equal(marked("return 1", ""), "return 1");
    assert.equal(marked("f'(x) + g'(x) = 1", "math"), "f'(x) + g'(x) = 1");
    assert.equal(marked("return 1", "ts"), "<keyword return> <number 1>");
  });

  it("extends an unclosed comment or string to its end, and ignores a single quote", () => {
    assert.equal(marked("1 /* 2 3", "ts"), "<number 1> <comment /* 2 3>");
    assert.equal(marked("don't 1\n2", "ts"), "don't 1\n<number 2>");
    assert.equal(marked("`1\n2", "ts"), "`1\n2");
  });
});

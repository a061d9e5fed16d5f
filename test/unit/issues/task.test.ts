// Checking a task changes its box and no other character.
import assert from "node:assert/strict";
import { checkTask } from "../../../src/issues/model/task.ts";

describe("A task in a text", () => {
  for (const [what, before, line, done, after] of [
    ["is checked", "Do:\n\n- [ ] one\n- [ ] two", 3, true, "Do:\n\n- [ ] one\n- [x] two"],
    ["is unchecked", "- [X] one", 0, false, "- [ ] one"],
    ["keeps its line ends", "- [ ] one\r\n- [ ] two\r\n", 1, true, "- [ ] one\r\n- [x] two\r\n"],
    ["may be in a quote, a numbered list, or a nested list", "> 12. - [ ] deep", 0, true, "> 12. - [x] deep"],
    ["may have no space after its box, or a link's parentheses", "- [ ](now)", 0, true, "- [x](now)"],
    ["may be empty", "- [ ]", 0, true, "- [x]"],
    ["may have another box in its words", "* [ ] see [ ] there", 0, true, "* [x] see [ ] there"],
  ] as const) {
    it(what, () => {
      assert.equal(checkTask(before, line, done), after);
    });
  }

  for (const [what, text, line, done] of [
    ["that is already checked", "- [x] one", 0, true],
    ["that doesn't exist", "- [ ] one", 4, true],
    ["in a line without a box", "one [ ] two", 0, true],
    ["with an invalid box", "- [y] one", 0, true],
  ] as const) {
    it(`changes nothing for one ${what}`, () => {
      assert.equal(checkTask(text, line, done), undefined);
    });
  }
});

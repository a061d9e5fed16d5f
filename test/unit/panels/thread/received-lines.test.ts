// Lines of a thread that arrive in several messages are shown without flicker.
import assert from "node:assert/strict";
import { NO_LINES, takeLines } from "../../../../src/panels/thread/received-lines.ts";
import type { LinesMessage, LineView } from "../../../../src/panels/thread/messages.ts";
import { ids, LINES } from "./lines.ts";

describe("Lines of a thread that arrive in parts", () => {
  const part = (at: number, lines: readonly LineView[], of: number, last: boolean): LinesMessage => ({
    type: "lines",
    at,
    lines,
    of,
    last,
  });

  it("are shown as they arrive if there were none before", () => {
    const some = takeLines(NO_LINES, part(0, LINES.slice(0, 2), 4, false));
    assert.deepEqual(ids(some.lines), ["description", "1"]);
    assert.deepEqual(takeLines(some, part(2, LINES.slice(2), 4, true)).lines, LINES);
  });

  it("change all at once, so that no line is ever shown twice", () => {
    const before = takeLines(NO_LINES, part(0, LINES, 4, true));
    const [description, first, , second] = LINES;
    assert.ok(description && first && second);
    const half = takeLines(before, part(0, [description, second], 3, false));
    assert.equal(half.lines, before.lines);
    assert.deepEqual(ids(takeLines(half, part(2, [first], 3, true)).lines), ["description", "4", "1"]);
  });
});

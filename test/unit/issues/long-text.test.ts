// Very long text is cut where no character breaks, and arrives whole in slices.
import assert from "node:assert/strict";
import { beginningEnd, sliceEnd } from "../../../src/issues/model/long-text.ts";

describe("A very long text", () => {
  const LIMIT = 48 * 1024;

  it("stays whole up to a common length", () => {
    for (const text of ["", "short", "x".repeat(LIMIT), "é".repeat(LIMIT / 2)])
      assert.equal(beginningEnd(text), text.length);
  });

  it("is cut after a line if one ends nearby", () => {
    const text = `${"x".repeat(LIMIT - 100)}\n${"y".repeat(LIMIT)}`;
    assert.equal(beginningEnd(text), LIMIT - 99);
    const nearby = 4096;
    assert.equal(beginningEnd(`${"x".repeat(LIMIT - nearby)}\n${"y".repeat(LIMIT)}`), LIMIT - nearby + 1);
    assert.equal(beginningEnd("x".repeat(2 * LIMIT)), LIMIT);
  });

  it("is never cut inside a character, and is cut earlier if its characters take more bytes", () => {
    for (const text of ["😀".repeat(LIMIT), `a${"😀".repeat(LIMIT)}`]) {
      const beginning = text.slice(0, beginningEnd(text));
      assert.equal(Buffer.from(beginning).toString(), beginning);
      assert.ok(Buffer.byteLength(beginning) <= LIMIT && Buffer.byteLength(beginning) > LIMIT - 8);
    }
  });

  it("is complete in its slices, none of which is empty", () => {
    for (const text of [
      "line\n".repeat(100_000),
      "x".repeat(500_000),
      "\n".repeat(300_000),
      "\ud800".repeat(200_000),
    ]) {
      let said = text.slice(0, beginningEnd(text));
      for (let from = said.length; from < text.length;) {
        const end = sliceEnd(text, from);
        assert.ok(end > from);
        said += text.slice(from, end);
        from = end;
      }
      assert.ok(said === text);
    }
  });
});

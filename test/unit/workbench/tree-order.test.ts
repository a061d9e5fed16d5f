// Rows whose order the user chooses: where dropped rows go, and how far Move Up and Move Down reach.
import assert from "node:assert/strict";
import type { RowOrder } from "../../../src/workbench/tree/node.ts";
import { describePlace, dropRows, shiftRows } from "../../../src/workbench/tree/reorder.ts";
import { NodeRow } from "../../../src/workbench/tree/level-rows.ts";

/** A list of rows that saves its order, and counts how often. */
function list(ids: string) {
  const saved: string[] = [];
  const order: RowOrder = {
    ids: ids.split(""),
    save: (changed) => Promise.resolve(void saved.push(changed.join(""))),
  };
  const rows = order.ids.map((id) => new NodeRow({ id, subject: id, label: id, order }));
  const row = (id: string): NodeRow => rows.find((each) => each.id === id) ?? assert.fail(`there is no row ${id}`);
  const pick = (picked: string): NodeRow[] => picked.split("").map(row);
  return { saved, row, pick };
}

describe("Rows in the user's order", () => {
  it("take the place of the row that they are dropped on, or go to the end", async () => {
    for (const [picked, target, expected] of [
      ["c", "a", "cabde"],
      ["d", "c", "abdce"],
      ["a", "b", "bacde"],
      ["a", "e", "bcdea"],
      ["db", "a", "bdace"],
      ["ab", "d", "cdabe"],
      ["ad", "c", "bcade"],
      ["b", undefined, "acdeb"],
      ["eb", undefined, "acdbe"],
    ] as const) {
      const { pick, row, saved } = list("abcde");
      await dropRows(pick(picked), target === undefined ? undefined : row(target));
      assert.deepEqual(saved, [expected], `${picked} on ${target ?? "no row"}`);
    }
  });

  it("stay if they are dropped on themselves or in place, and nothing is saved", async () => {
    const { pick, row, saved } = list("abc");
    await dropRows(pick("b"), row("b"));
    await dropRows(pick("ab"), row("a"));
    await dropRows(pick("c"), undefined);
    assert.deepEqual(saved, []);
  });

  it("don't move among rows of another kind, nor do such rows move among them", async () => {
    const { pick, row, saved } = list("abc");
    const other = list("xyz");
    const plain = new NodeRow({ id: "plain", subject: "plain", label: "plain" });
    await dropRows(pick("b"), plain);
    await dropRows(pick("b"), other.row("x"));
    await dropRows([plain], row("a"));
    await dropRows(["b", undefined], row("a"));
    assert.deepEqual([...saved, ...other.saved], []);
    await dropRows([plain, ...pick("c")], row("a"));
    assert.deepEqual(saved, ["cab"]);
  });

  it("move up and down by one place, several at once, as far as there is room", async () => {
    for (const [direction, picked, expected] of [
      ["up", "c", "acbd"],
      ["down", "c", "abdc"],
      ["up", "bd", "badc"],
      ["up", "abd", "abdc"],
      ["down", "ab", "cabd"],
      ["down", "acd", "bacd"],
    ] as const) {
      const { pick, saved } = list("abcd");
      await shiftRows(pick(picked), direction);
      assert.deepEqual(saved, [expected], picked);
    }
    const { pick, row, saved } = list("ab");
    await shiftRows([row("a")], "up");
    await shiftRows(pick("ab"), "down");
    assert.deepEqual(saved, []);
  });

  it("offer in their menu only the directions in which they can move", () => {
    const places = (ids: string) => list(ids).pick(ids).map(describePlace);
    assert.deepEqual(places("abcd"), [".first", ".middle", ".middle", ".last"]);
    assert.deepEqual(places("ab"), [".first", ".last"]);
    assert.deepEqual(places("a"), [""]);
    assert.equal(describePlace(new NodeRow({ id: "plain", subject: "plain", label: "plain" })), "");
  });
});

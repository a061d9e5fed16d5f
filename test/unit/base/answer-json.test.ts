// JSON answers whose lists are parsed in slices equal answers that are parsed in one go, whatever they contain.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseAnswer, type ListLimit, type ParsedAnswer } from "../../../src/base/answer-json.ts";
import { parseJson, type Json } from "../../../src/base/json/json.ts";
import { problemOf } from "./service.ts";

interface Limits {
  readonly mostValues?: number;
  readonly list?: ListLimit;
}

function parsed(text: string, { mostValues = 1_000_000, list }: Limits = {}): Promise<ParsedAnswer | undefined> {
  return parseAnswer(text, { mostValues, list });
}

async function valueOf(text: string, limits: Limits = {}): Promise<Json | undefined> {
  return (await parsed(text, limits))?.json;
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Large enough not to be parsed in one go. */
const padding = `"${"x".repeat(70_000)}"`;

describe("A JSON answer", () => {
  it("parses to the same value as JSON.parse, whatever its list is", async () => {
    const answer = fc.tuple(fc.jsonValue(), fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(answer, fc.constantFrom(undefined, 1, "\t"), async ([value, list, map], indent) => {
        const write = (each: unknown): string => JSON.stringify(each, undefined, indent);
        assert.deepEqual(await valueOf(write(value)), parseJson(write(value)));
        for (const each of [list, map]) {
          assert.deepEqual(await valueOf(write(each), { list: { most: 100 } }), parseJson(write(each)));
          const text = write({ "": value, list: each, other: value });
          assert.deepEqual(await valueOf(text, { list: { at: "list", most: 100 } }), parseJson(text));
        }
      }),
    );
  });

  it("keeps integers, escapes, surrogates and odd keys", async () => {
    const text = `{"pad":${padding},"n":9900000000000001,"__proto__":{"a":[1,-2.5e3,true,null]},"s":"\\ud83d\\ude00 \\ud800 \\\\","e":"","o":{},"l":[ ]}`;
    for (const list of [undefined, { most: 10 }, { at: "__proto__", most: 10 }]) {
      const value = await valueOf(text, { ...(list === undefined ? {} : { list }) });
      assert.deepEqual(value, parseJson(text));
      assert.equal(Object.getPrototypeOf(value), Object.prototype);
    }
  });

  it("keeps long strings with their escapes when they are parsed in parts", async () => {
    for (const unit of ["\\\\", '\\"', "\\u0041", "a\\n", "\\ud83d\\ude00", "ä€😀"]) {
      for (const shift of ["", "x", "xx", "xxx", "xxxx", "xxxxx"]) {
        const text = `["${shift}${unit.repeat(200_000)}"]`;
        assert.deepEqual(await valueOf(text), JSON.parse(text), unit + shift);
      }
    }
  });

  it("is rejected if JSON.parse rejects it, even if it is large", async () => {
    for (const wrong of [
      "",
      "1 2",
      "{",
      "[1,]",
      '{"a"}',
      '{"a":1,}',
      "[}",
      "{]",
      '"',
      "tru",
      "01",
      "+1",
      "\u0001",
      "]",
    ]) {
      for (const text of [`[${padding},${wrong}`, `{"a":${padding},"b":${wrong}}`, `[${padding},${wrong}]]`]) {
        await assert.rejects(parsed(text), SyntaxError, text.slice(-20));
        if (wrong !== "1 2")
          for (const list of [{ most: 10 }, { at: "b", most: 10 }])
            await assert.rejects(parsed(text, { list }), SyntaxError, text.slice(-20));
      }
    }
    await assert.rejects(parsed(`["${"a".repeat(300_000)}\n"]`), SyntaxError);
    assert.equal(await parsed(""), undefined);
  });

  it("is rejected if it is nested too deep, but a list loses only the deep element", async () => {
    assert.deepEqual(await valueOf(nested(64)), JSON.parse(nested(64)));
    for (const depth of [65, 5_000, 100_000]) {
      for (const text of [nested(depth), `${"[".repeat(depth)}${"]".repeat(depth)}`, `[${padding},${nested(depth)}]`]) {
        const { kind, facts } = await problemOf(parsed(text));
        assert.deepEqual([kind, facts.detail], ["malformed", "it is nested deeper than 64"]);
      }
      const blocks = await parsed(`{"blocks":[{"a":1},${nested(depth)},{"b":2}],"links":{}}`, {
        list: { at: "blocks", most: 100 },
      });
      assert.deepEqual(blocks?.json, { blocks: [{ a: 1 }, { b: 2 }], links: {} });
      assert.deepEqual(
        [blocks?.leftOut.count, blocks?.leftOut.reasons.map(({ facts }) => [facts.at, facts.detail])],
        [1, [["blocks[1]", "nested deeper than 64"]]],
      );
    }
    const map = await parsed(`{"trackers":{"1":{"a":1},"2":${nested(70)}}}`, { list: { at: "trackers", most: 100 } });
    assert.deepEqual([map?.json, map?.leftOut.count], [{ trackers: { "1": { a: 1 } } }, 1]);
  });

  it("keeps no more elements than its route allows, and counts the others", async () => {
    for (const element of ["{}", "1", '"a"', `{"a":${padding}}`, "[[],[]]"]) {
      const list = Array.from({ length: 12 }, () => element).join(",");
      const bare = await parsed(`[${list}]`, { list: { most: 10 } });
      assert.ok(bare);
      assert.deepEqual(bare?.json, JSON.parse(`[${list}]`).slice(0, 10));
      assert.deepEqual([bare.leftOut.count, bare.leftOut.reasons[0]?.facts.at], [2, "[10]"]);
      const held = await parsed(`{"list":[${list}],"next":"n"}`, { list: { at: "list", most: 10 } });
      assert.deepEqual(held?.json, { list: JSON.parse(`[${list}]`).slice(0, 10), next: "n" });
      assert.equal(held.leftOut.count, 2);
    }
    const full = await parsed(`[1,[${Array.from({ length: 20_000 }, () => 0).join(",")}],2]`, { list: { most: 10 } });
    assert.deepEqual([full?.json, full?.leftOut.count], [[1, 2], 1]);
  });

  it("is rejected if its list comes twice", async () => {
    const { kind } = await problemOf(parsed('{"list":[1],"list":[2]}', { list: { at: "list", most: 10 } }));
    assert.equal(kind, "malformed");
  });

  it("is rejected if it has too many values", async () => {
    for (const unit of ["{},", "[[", '{"a":', "1,"]) {
      const { kind, facts } = await problemOf(parsed(unit.repeat(10_000), { mostValues: 1_000 }));
      assert.deepEqual([kind, facts.detail], ["tooLarge", "more than 1000 values"], unit);
    }
    const beside = `{"list":[],"other":[${"1,".repeat(20_000)}1]}`;
    assert.equal((await problemOf(parsed(beside, { list: { at: "list", most: 10 } }))).kind, "tooLarge");
  });
});

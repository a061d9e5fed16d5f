// JSON answers that are parsed in slices equal answers that are parsed in one go, whatever they contain.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { AnswerParser, type ListLimit, type ParsedAnswer } from "../../../src/base/json/answer-json.ts";
import { parseJson, type Json } from "../../../src/base/json/json.ts";
import { problemOf } from "./service.ts";

interface Limits {
  readonly mostValues?: number;
  readonly list?: ListLimit;
  readonly chunk?: number;
}

/** Parses the text as an answer that arrives in chunks of this many bytes. */
async function parsed(text: string, limits: Limits = {}): Promise<ParsedAnswer | undefined> {
  const { mostValues = 1_000_000, list, chunk = 16_384 } = limits;
  const parser = new AnswerParser({ mostValues, list });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) parser.add(bytes.subarray(at, at + chunk));
  return await parser.parse();
}

async function valueOf(text: string, limits: Limits = {}): Promise<Json | undefined> {
  return (await parsed(text, limits))?.json;
}

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;

/** Large enough not to be parsed in one go. */
const padding = `"${"x".repeat(70_000)}"`;

describe("A JSON answer", () => {
  it("parses to the same value, whatever its chunks and its size", async () => {
    const large = fc.tuple(fc.jsonValue(), fc.boolean(), fc.integer({ min: 1, max: 300 }));
    await fc.assert(
      fc.asyncProperty(large, async ([value, isPadded, chunk]) => {
        const text = isPadded
          ? `[${padding},${JSON.stringify(value, undefined, 1)},{"a":${padding}}]`
          : `[${JSON.stringify(value)}]`;
        assert.deepEqual(await valueOf(text, { chunk: isPadded ? chunk * 100 : chunk }), parseJson(text));
      }),
    );
  });

  it("keeps integers, escapes, surrogates and odd keys when it is parsed in slices", async () => {
    const text = `{"pad":${padding},"n":9900000000000001,"__proto__":{"a":[1,-2.5e3,true,null]},"s":"\\ud83d\\ude00 \\ud800 \\\\","e":"","o":{},"l":[ ]}`;
    const value = await valueOf(text);
    assert.deepEqual(value, parseJson(text));
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
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

  it("is rejected as soon as it has too many values", async () => {
    const parser = new AnswerParser({ mostValues: 1_000 });
    const chunk = Buffer.from("{},".repeat(1_000));
    assert.throws(() => parser.add(chunk), { kind: "tooLarge" });
    for (const unit of ["{},", "[[", '{"a":', "1,"]) {
      const { kind, facts } = await problemOf(parsed(unit.repeat(10_000), { mostValues: 1_000 }));
      assert.deepEqual([kind, facts.detail], ["tooLarge", "more than 1000 values"], unit);
    }
  });
});

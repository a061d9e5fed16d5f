// JSON that keeps every digit of long integers, and otherwise does what JSON.parse and JSON.stringify do.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseJson, stringifyJson } from "../../../src/base/json/json.ts";

/** Adds a long integer, which makes the lossless parser check every token. */
const careful = (text: string): string => `{"long":1234567890123456789,"read":${text}}`;

function carefully(text: string): unknown {
  const parsed = parseJson(careful(text));
  assert.ok(typeof parsed === "object" && parsed !== null && "read" in parsed);
  return parsed["read"];
}

/** Reduces integers to the precision of JSON.parse. */
function rounded(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== "object" || value === null) return value;
  const copy = {};
  for (const [key, each] of Object.entries(value)) {
    Object.defineProperty(copy, key, { value: rounded(each), writable: true, enumerable: true, configurable: true });
  }
  return copy;
}

/** JSON with every kind of space between its tokens. */
const spaced = fc
  .tuple(fc.jsonValue(), fc.constantFrom("", " ", "\t", "\n", "\r\n  "))
  .map(([value, space]) => JSON.stringify(value, undefined, space));

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe("Lossless JSON", () => {
  it("parses to the same value as JSON.parse", () => {
    fc.assert(
      fc.property(spaced, (text) => {
        assert.deepEqual(rounded(parseJson(text)), JSON.parse(text));
        assert.deepEqual(rounded(carefully(text)), JSON.parse(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("accepts and rejects the same texts as JSON.parse", () => {
    const scrap = fc
      .array(
        fc.constantFrom(
          ...'{ } [ ] : , " \\ \\u0041 e + - . 0 1 9 \0 t f n'.split(" "),
          " ",
          "\n",
          "true",
          "null",
          '"a"',
          "1.5",
          "-0",
          "1e5",
          "\\ud800",
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join(""));
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "\\", "}", "]", "\n", "0", "\0"))
      .map(
        ([text, place, mark]) =>
          text.slice(0, place % (text.length + 1)) + mark + text.slice((place % (text.length + 1)) + 1),
      );
    fc.assert(
      fc.property(fc.oneof(scrap, broken), (text) => {
        let expected: unknown;
        try {
          expected = JSON.parse(careful(text));
        } catch {
          assert.throws(() => parseJson(careful(text)), SyntaxError, text);
          return;
        }
        assert.deepEqual(rounded(parseJson(careful(text))), expected, text);
      }),
      { numRuns: 3000 },
    );
  });

  it("keeps every 64-bit integer", () => {
    fc.assert(
      fc.property(int64, (integer) => {
        const read = parseJson(String(integer));
        const safe = integer >= BigInt(Number.MIN_SAFE_INTEGER) && integer <= BigInt(Number.MAX_SAFE_INTEGER);
        assert.equal(typeof read, safe ? "number" : "bigint");
        assert.equal(BigInt(read as number | bigint), integer);
      }),
    );
  });

  it("is written back to the last digit", () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        int64,
        tie("list"),
        tie("object"),
      ),
      list: fc.array(tie("value"), { maxLength: 4 }),
      object: fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
    })).value;
    fc.assert(
      fc.property(value, (each) => {
        const text = stringifyJson(each);
        assert.equal(stringifyJson(parseJson(text)), text);
      }),
    );
  });

  it("is written as JSON.stringify writes it if all integers are short", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom("", "  ", "\t"), (value, indent) => {
        assert.equal(stringifyJson(value, indent), JSON.stringify(value, undefined, indent));
      }),
    );
    const odd = { at: new Date(0), none: undefined, list: [undefined, () => 1], not: Number.NaN };
    assert.equal(stringifyJson(odd), JSON.stringify(odd));
  });

  it("keeps the mirror node's own numbers", () => {
    const text = '{"number":9900000000000001,"count":9990000000000222,"amount":-9223372036847275807,"gas":0.1e3}';
    const read = parseJson(text);
    assert.deepEqual(read, {
      number: 9900000000000001n,
      count: 9990000000000222n,
      amount: -9223372036847275807n,
      gas: 100,
    });
  });

  it("leaves long digits in strings, fractions and exponents unchanged", () => {
    assert.deepEqual(
      parseJson('["12345678901234567890", 0.12345678901234567890, 12345678901234567890e2, 2251799813685249.5]'),
      ["12345678901234567890", 0.12345678901234568, Number("12345678901234567890e2"), 2251799813685249.5],
    );
  });

  it("treats __proto__ as a key like any other", () => {
    const read = carefully('{"__proto__":{"admin":true}}') as object;
    assert.deepEqual(Object.keys(read), ["__proto__"]);
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
  });

  it("rejects endless nesting and endless integers", () => {
    assert.throws(() => parseJson(careful("[".repeat(100_000))), SyntaxError);
    assert.throws(() => parseJson("9".repeat(100_000)), SyntaxError);
  });
});

// Decoding answers: fields, lists with malformed elements, and values such as times and 64-bit integers.
import assert from "node:assert/strict";
import * as v from "valibot";
import {
  constant,
  decode,
  decodeList,
  epochTime,
  fields,
  from,
  int64,
  isoTime,
  lenientListOf,
  ListDecoder,
  listOf,
  optional,
  optionalText,
  secondsTime,
  whole,
} from "../../../src/base/decode.ts";
import { parseJson } from "../../../src/base/json/json.ts";
import { Problem } from "../../../src/base/problem.ts";

const Block = v.object({
  number: int64,
  hash: v.string(),
  size: optional(whole),
  name: optionalText,
  labels: listOf(v.string()),
  timestamp: optional(v.object({ from: secondsTime })),
});

describe("An answer", () => {
  it("is decoded to its known fields, without unknown ones", () => {
    const wire = parseJson(
      '{"number":9900000000000001,"hash":"0x1","size":8,"name":"a.rcd","labels":["x"],"timestamp":{"from":"5.000000001"},"new":1}',
    );
    assert.deepEqual(decode(Block, wire, "block"), {
      number: 9900000000000001n,
      hash: "0x1",
      size: 8,
      name: "a.rcd",
      labels: ["x"],
      timestamp: { from: 5_000000001n },
    });
  });

  it("has undefined for missing or null values, and an empty list for missing lists", () => {
    const sparse = { number: 0n, hash: "", size: undefined, name: undefined, labels: [], timestamp: undefined };
    assert.deepEqual(decode(Block, { number: 0, hash: "" }, "block"), sparse);
    const nulls = { number: 0, hash: "", size: null, name: null, labels: null, timestamp: null };
    assert.deepEqual(decode(Block, nulls, "block"), sparse);
    assert.equal(decode(Block, { ...nulls, name: "" }, "block").name, undefined);
  });

  it("becomes a malformed problem that names the path, never the value, if it is wrong", () => {
    for (const [wire, at, expected] of [
      [{ number: 1 }, "hash", '"hash"'],
      [{ number: "1", hash: "secret" }, "number", "(bigint | number)"],
      [{ number: 1, hash: "", labels: ["a", 5] }, "labels[1]", "string"],
      [{ number: 1, hash: "", timestamp: { from: "secret" } }, "timestamp.from", "seconds with a fraction"],
      ["secret", "", "Object"],
      [undefined, "", "Object"],
    ] as const) {
      assert.throws(
        () => decode(Block, wire, "block"),
        (problem: unknown) => {
          assert.ok(problem instanceof Error && "facts" in problem && "kind" in problem);
          assert.equal(problem.kind, "malformed");
          assert.deepEqual(problem.facts, { at, detail: `block: expected ${expected}` });
          assert.doesNotMatch(problem.message, /secret/);
          return true;
        },
      );
    }
  });
});

describe("An object of the model", () => {
  const schema = fields({
    id: int64,
    kind: constant("account"),
    fee: from("charged_fee", optional(int64)),
    balance: from("balance.amount", int64),
    both: from(
      "",
      v.pipe(
        v.object({ one: v.string(), other: v.string() }),
        v.transform(({ one, other }) => one + other),
      ),
    ),
  });
  const wire = { id: 1, charged_fee: 2, fee: 9, kind: "other", balance: { amount: 3 }, one: "a", other: "b" };

  it("gets its fields by their names in the response, from deeper in it, or from several others", () => {
    assert.deepEqual(decode(schema, wire, "thing"), { id: 1n, kind: "account", fee: 2n, balance: 3n, both: "ab" });
    assert.equal(decode(schema, { ...wire, charged_fee: null }, "thing").fee, undefined);
  });

  it("names a malformed field as the response does", () => {
    for (const [value, at] of [
      [{ ...wire, charged_fee: "two" }, "charged_fee"],
      [{ ...wire, balance: {} }, "balance.amount"],
      [{ ...wire, balance: 3 }, "balance.amount"],
      [{ ...wire, other: 1 }, "other"],
      ...[undefined, null, 1, "text"].map((each) => [each, ""] as const),
    ] as const) {
      assert.throws(
        () => decode(schema, value, "thing"),
        (problem) => problem instanceof Problem && problem.facts.at === at,
        JSON.stringify(value),
      );
    }
  });

  it("takes nothing from a prototype", () => {
    const strange = fields({ made: from("constructor.name", optional(v.string())) });
    assert.deepEqual(decode(strange, {}, "thing"), { made: undefined });
  });
});

describe("A list", () => {
  it("loses only its bad elements, and reports how many and why", async () => {
    const wire = [{ number: 1, hash: "a" }, null, { number: 2 }, { number: 3, hash: "c" }];
    const list = await decodeList(Block, wire, "block", { at: "blocks" });
    assert.deepEqual(
      list.values.map(({ number }) => number),
      [1n, 3n],
    );
    assert.equal(list.skipped, 2);
    assert.deepEqual(
      list.reasons.map(({ kind, facts }) => [kind, facts.at]),
      [
        ["malformed", "blocks[1]"],
        ["malformed", "blocks[2].hash"],
      ],
    );
  });

  it("keeps the first few reasons however many elements are bad", async () => {
    const list = await decodeList(
      v.string(),
      Array.from({ length: 1000 }, () => 1),
      "name",
    );
    assert.equal(list.skipped, 1000);
    assert.equal(list.reasons.length, 5);
  });

  it("is empty for null, and malformed for anything else", async () => {
    assert.deepEqual(await decodeList(v.string(), null, "name"), { values: [], skipped: 0, reasons: [] });
    for (const wire of [undefined, {}, "x", 1]) {
      await assert.rejects(decodeList(v.string(), wire, "name"), { kind: "malformed" });
    }
  });

  it("inside an answer loses only its bad elements", () => {
    const Thread = v.object({ comments: lenientListOf(v.string(), "comment") });
    const { comments } = decode(Thread, { comments: ["a", 1] }, "thread");
    assert.deepEqual([comments.values, comments.skipped], [["a"], 1]);
    assert.deepEqual(decode(Thread, { comments: null }, "thread").comments.values, []);
    assert.deepEqual(decode(Thread, {}, "thread").comments.values, []);
    assert.throws(() => decode(Thread, { comments: 5 }, "thread"), { kind: "malformed" });
  });

  it("can be decoded element by element", () => {
    const decoder = new ListDecoder(v.string(), "name", { at: "names" });
    for (const each of ["a", 1, "b"]) decoder.add(each);
    const { values, skipped, reasons } = decoder.list();
    assert.deepEqual([values, skipped, reasons[0]?.facts.at], [["a", "b"], 1, "names[1]"]);
  });
});

describe("A value", () => {
  it("of 64 bits is a bigint, and a longer one is rejected", () => {
    for (const text of ["0", "-9223372036854775808", "9223372036854775807", "9007199254740993"]) {
      assert.equal(decode(int64, parseJson(text), "number"), BigInt(text));
    }
    for (const wire of [9223372036854775808n, -9223372036854775809n, 1.5, "1", null, 2 ** 53]) {
      assert.throws(() => decode(int64, wire, "number"), { kind: "malformed" });
    }
  });

  it("that is an integer is a number without a fraction", () => {
    assert.equal(decode(whole, 5, "count"), 5);
    for (const wire of [1.5, 9007199254740993n, "5", Number.NaN]) {
      assert.throws(() => decode(whole, wire, "count"), { kind: "malformed" });
    }
  });

  it("that is a time becomes nanoseconds from each of its formats", () => {
    assert.equal(decode(isoTime, "2026-07-01T12:00:00.123+02:00", "time"), 1782900000_123000000n);
    assert.equal(decode(epochTime, 1643769065.5, "time"), 1643769065_500000000n);
    assert.equal(decode(secondsTime, "1.5", "time"), 1_500000000n);
    for (const [schema, wire] of [
      [isoTime, "yesterday"],
      [isoTime, 5],
      [epochTime, "5"],
      [secondsTime, 5],
    ] as const) {
      assert.throws(() => decode(schema, wire, "time"), { kind: "malformed" });
    }
  });
});

// Lists are read from a stream, whatever its chunks, without ever keeping all of it.
import assert from "node:assert/strict";
import * as fc from "fast-check";
import { parseJson, stringifyJson } from "../../../src/base/json/json.ts";
import { jsonElements, type ElementsOptions } from "../../../src/base/json-stream.ts";
import { problemOf } from "./service.ts";

/** Yields the text in chunks that end at these positions. */
async function* cut(text: string | Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((one, other) => one - other);
  // All chunks use one buffer, so a reader must copy a chunk to keep it.
  const shared = Buffer.alloc(bytes.length);
  let start = 0;
  for (const end of ends) {
    bytes.copy(shared, 0, start, end);
    yield shared.subarray(0, end - start);
    shared.fill(0x58);
    start = end;
  }
}

async function elementsOf(
  text: string | Uint8Array,
  places: readonly number[] = [],
  options?: ElementsOptions,
): Promise<unknown[]> {
  const elements: unknown[] = [];
  for await (const element of jsonElements(cut(text, places), "applications", options)) elements.push(element);
  return elements;
}

async function* endlessElement(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"applications":["');
  for (;;) yield Buffer.alloc(1000, "x");
}

const places = fc.array(fc.nat(), { maxLength: 20 });

describe("A streamed list", () => {
  it("returns the elements that JSON.parse finds, whatever the chunks of its bytes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
        fc.constantFrom("", " ", "\n\t"),
        places,
        async (applications, others, space, places) => {
          delete others["applications"];
          const text = JSON.stringify({ ...others, applications, last: "]}" }, undefined, space);
          assert.deepEqual(await elementsOf(text, places), parseJson(JSON.stringify(applications)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("survives cuts inside escapes and multibyte characters", async () => {
    const applications = ["ä€😀", '\\"]}', "\u2028", { "€": ["\\\\", "\t"] }];
    const bytes = Buffer.from(JSON.stringify({ applications }));
    for (let place = 0; place <= bytes.length; place += 1) {
      assert.deepEqual(await elementsOf(bytes, [place, place + 1]), applications);
    }
  });

  it("keeps integers beyond 2^53", async () => {
    assert.equal(
      stringifyJson(await elementsOf('{"applications":[9900000000000001,[9900000000000003]]}', [20])),
      "[9900000000000001,[9900000000000003]]",
    );
  });

  it("returns each element as soon as its last byte arrives", async () => {
    const seen: unknown[] = [];
    let sent = "";
    async function* slowly(): AsyncGenerator<Uint8Array> {
      for (const part of ['{"applications":[{"id":1}', ',{"id":', "2}", "]", "}"]) {
        sent += part;
        yield Buffer.from(part);
      }
    }
    for await (const element of jsonElements(slowly(), "applications")) seen.push([element, sent]);
    assert.deepEqual(seen, [
      [{ id: 1 }, '{"applications":[{"id":1}'],
      [{ id: 2 }, '{"applications":[{"id":1},{"id":2}'],
    ]);
  });

  it("keeps neither the text nor the elements", async () => {
    const element = JSON.stringify({ name: "x".repeat(1000) });
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('{"applications":[');
      const many = Buffer.from(`${element},`.repeat(100));
      for (let sent = 0; sent < 2000; sent += 1) yield many;
      yield Buffer.from(`${element}]}`);
    }
    let count = 0;
    let most = 0;
    const before = process.memoryUsage().heapUsed;
    for await (const each of jsonElements(endless(), "applications")) {
      assert.ok(each !== null);
      if ((count += 1) % 10_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    assert.equal(count, 200_001);
    // 200 MB have passed through; what isn't garbage-collected yet stays far below half of that.
    assert.ok(most < 100_000_000, `${most} bytes were held`);
  });

  it("treats null as an empty list", async () => {
    assert.deepEqual(await elementsOf('{"applications":null}'), []);
    assert.deepEqual(await elementsOf('{"applications":[]}'), []);
  });

  it("is malformed if JSON.parse would reject it, or if it is cut off", async () => {
    const whole = '{"count": 2, "applications": [{"a": [1, "x"]}, true], "more": {}}';
    assert.deepEqual(await elementsOf(whole), [{ a: [1, "x"] }, true]);
    for (let length = 0; length < whole.length; length += 1) {
      assert.equal(
        (await problemOf(elementsOf(whole.slice(0, length), [7, 31]))).kind,
        "malformed",
        whole.slice(0, length),
      );
    }
    await fc.assert(
      fc.asyncProperty(
        fc.nat(whole.length - 1),
        fc.constantFrom(...'{ } [ ] , : " \\ x 1 -'.split(" "), " "),
        places,
        async (place, mark, places) => {
          const text = whole.slice(0, place) + mark + whole.slice(place + 1);
          let expected: unknown;
          try {
            expected = (JSON.parse(text) as { applications?: unknown }).applications;
          } catch {
            expected = undefined;
          }
          if (Array.isArray(expected)) assert.deepEqual(await elementsOf(text, places), expected);
          else assert.equal((await problemOf(elementsOf(text, places))).kind, "malformed", text);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it("says where it is malformed", async () => {
    for (const [text, at] of [
      ['{"applications":[1,2,tru]}', "applications[2]"],
      ['{"applications":{}}', "applications"],
      ['{"other":[]}', "applications"],
      ['{"applications":[],"applications":[]}', "applications"],
      ["<html>", ""],
    ] as const) {
      const problem = await problemOf(elementsOf(text));
      assert.equal(problem.kind, "malformed");
      assert.equal(problem.facts.at, at, text);
    }
    const latin = Buffer.from('{"applications":["é"]}', "latin1");
    assert.equal((await problemOf(elementsOf(latin))).kind, "malformed");
  });

  it("limits the size of one element, even of one that never ends", async () => {
    const fits = `{"applications":["${"x".repeat(98)}"]}`;
    assert.equal((await elementsOf(fits, [50], { maxElementBytes: 100 })).length, 1);
    const tooLong = `{"applications":["${"x".repeat(99)}"]}`;
    assert.equal((await problemOf(elementsOf(tooLong, [50], { maxElementBytes: 100 }))).kind, "tooLarge");
    const reading = (async () => {
      for await (const each of jsonElements(endlessElement(), "applications", { maxElementBytes: 10_000 }))
        assert.ok(each);
    })();
    assert.equal((await problemOf(reading)).kind, "tooLarge");
  });
});

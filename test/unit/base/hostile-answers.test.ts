// Decoders and header parsers get arbitrary input: they throw nothing but problems.
import assert from "node:assert/strict";
import fc from "fast-check";
import { parseAnswer } from "../../../src/base/answer-json.ts";
import * as decoders from "../../../src/base/decode.ts";
import { jsonElements } from "../../../src/base/json-stream.ts";
import { parseJson, stringifyJson } from "../../../src/base/json/json.ts";
import { asProblem } from "../../../src/base/problem.ts";
import { anything, harmless } from "./any-json.ts";
import { assertProblem, DECODERS, TEXT_READERS } from "./answer-readers.ts";

describe("Decoders of any server's responses", () => {
  it("are all covered by these tests", () => {
    assert.deepEqual(Object.keys(DECODERS).sort(), Object.keys(decoders).sort());
  });

  for (const [name, run] of Object.entries(DECODERS)) {
    it(`${name} throws only problems, whatever it gets`, () => {
      fc.assert(
        fc.property(anything, (value) => harmless(() => run(parseJson(stringifyJson(value))))),
        { numRuns: 200 },
      );
    });
  }

  for (const [name, run] of Object.entries(TEXT_READERS)) {
    it(`${name} decodes any text`, () => {
      fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => harmless(() => run(text))));
    });
  }

  it("parse any bytes, or reject them with a problem or a syntax error", async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      anything.map((value) => Buffer.from(stringifyJson(value))),
      anything.map((value) => Buffer.from(`{"list":[${stringifyJson(value)},1,{}]}`)),
    );
    await fc.assert(
      fc.asyncProperty(bytes, async (all) => {
        try {
          const text = new TextDecoder().decode(all);
          const parsed = await parseAnswer(text, { mostValues: 10_000, list: { at: "list", most: 2 } });
          harmless(() => parsed?.json);
        } catch (error) {
          if (!(error instanceof SyntaxError)) assertProblem(error);
        }
        const chunks = (async function* () {
          yield await Promise.resolve(all);
        })();
        try {
          for await (const element of jsonElements(chunks, "list")) harmless(() => element);
        } catch (error) {
          assert.notEqual(asProblem(error).kind, "unexpected", String(error));
        }
      }),
      { numRuns: 300 },
    );
  });
});

// Hostile text from servers, files and users: every parser returns, and has no side effects.
import assert from "node:assert/strict";
import fc from "fast-check";
import { RecordContent } from "../../../src/issues/writing/drafts/fold.ts";
import { FORMAT_VERSION } from "../../../src/issues/writing/drafts/journal.ts";
import { stringifyJson } from "../../../src/base/json/json.ts";
import { decodeRecord } from "../../../src/workbench/storage/records.ts";
import { anything, harmless } from "../base/any-json.ts";
import { itReadsAnyText } from "../base/any-text.ts";
import { TEXT_READERS, WORDS } from "./text-readers.ts";

describe("Hostile text in the Issues wing", () => {
  itReadsAnyText(TEXT_READERS, WORDS);

  it("is parsed as a draft or rejected", () => {
    const names = fc.constantFrom("form", "text", "opened", "repository", "failure", "attempt", "upTo");
    const fields = fc.dictionary(names, anything);
    fc.assert(
      fc.property(fc.oneof(anything, fields), (value) => {
        const text = stringifyJson(value);
        harmless(() => void decodeRecord(FORMAT_VERSION, RecordContent, text));
      }),
      { numRuns: 500 },
    );
    assert.equal(decodeRecord(FORMAT_VERSION, RecordContent, '{"__proto__":{"form":3}}'), undefined);
  });
});

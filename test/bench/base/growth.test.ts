// Measures how the time to read a hostile text or response grows with it: linearly, whatever it contains.
import * as forgeDecoders from "../../../src/issues/api/decoders.ts";
import * as reviews from "../../../src/issues/api/reviews.ts";
import * as exodusAnswers from "../../../src/trackers/api/answers.ts";
import * as pages from "../../../src/blocks/api/paged-answers.ts";
import * as blocks from "../../../src/blocks/model/block.ts";
import * as results from "../../../src/blocks/model/contract-result.ts";
import * as entities from "../../../src/blocks/model/entity.ts";
import * as network from "../../../src/blocks/model/network-state.ts";
import * as transactions from "../../../src/blocks/model/transaction.ts";
import { decode } from "../../../src/base/decode.ts";
import { FILE_READERS } from "../../storm/attacks/files.ts";
import { GROWING } from "../../storm/attacks/growth.ts";
import { TEXT_READERS } from "../../storm/attacks/texts.ts";
import * as answers from "../../unit/base/answer-readers.ts";
import { REPEATED, schemasIn, widened } from "../../unit/base/any-json.ts";
import type { Readers } from "../../unit/base/any-text.ts";
import * as blocksTexts from "../../unit/blocks/text-readers.ts";
import * as issuesTexts from "../../unit/issues/text-readers.ts";
import * as panelsTexts from "../../unit/panels/text-readers.ts";
import * as trackersTexts from "../../unit/trackers/text-readers.ts";
import { assertLinear } from "../growth.ts";

const PUMPS = GROWING.map(({ pump }) => pump);

const READERS: Readonly<Record<string, readonly [readers: Readers, words: readonly string[]]>> = {
  base: [{ ...answers.DECODERS, ...answers.TEXT_READERS }, []],
  issues: [issuesTexts.TEXT_READERS, issuesTexts.WORDS],
  panels: [panelsTexts.TEXT_READERS, panelsTexts.WORDS],
  blocks: [blocksTexts.TEXT_READERS, blocksTexts.WORDS],
  trackers: [trackersTexts.TEXT_READERS, trackersTexts.WORDS],
  "all wings": [{ ...TEXT_READERS, ...FILE_READERS }, PUMPS],
};

const SCHEMAS = schemasIn({
  "decoders.ts": forgeDecoders,
  "reviews.ts": reviews,
  "answers.ts": exodusAnswers,
  "paged-answers.ts": pages,
  "block.ts": blocks,
  "contract-result.ts": results,
  "entity.ts": entities,
  "network-state.ts": network,
  "transaction.ts": transactions,
});

describe("hostile texts", function () {
  this.timeout(600_000);

  for (const [where, [readers, words]] of Object.entries(READERS)) {
    for (const [reader, read] of Object.entries(readers)) {
      it(`are read in linear time as ${reader} (${where})`, () => {
        for (const unit of new Set([...REPEATED, ...words])) {
          assertLinear(JSON.stringify(unit), (size) => {
            const text = unit.repeat(Math.ceil(size / unit.length));
            return () => void read(text);
          });
        }
      });
    }
  }

  for (const [what, schema] of SCHEMAS) {
    it(`are decoded in linear time as ${what}`, () => {
      for (const unit of REPEATED) {
        assertLinear(JSON.stringify(unit), (size) => {
          const wide = widened(schema, unit.repeat(size), size);
          return () => decode(schema, wide, what);
        });
      }
    });
  }
});

// Passes arbitrary JSON to every decoder of mirror node responses.
import * as pages from "../../../src/blocks/api/paged-answers.ts";
import * as blocks from "../../../src/blocks/model/block.ts";
import * as results from "../../../src/blocks/model/contract-result.ts";
import * as entities from "../../../src/blocks/model/entity.ts";
import * as network from "../../../src/blocks/model/network-state.ts";
import * as transactions from "../../../src/blocks/model/transaction.ts";
import { itDecodesAnything } from "../base/any-json.ts";

describe("Decoders of mirror node responses", () => {
  itDecodesAnything("src/blocks/api", { "paged-answers.ts": pages });
  itDecodesAnything("src/blocks/model", {
    "block.ts": blocks,
    "contract-result.ts": results,
    "entity.ts": entities,
    "network-state.ts": network,
    "transaction.ts": transactions,
  });
});

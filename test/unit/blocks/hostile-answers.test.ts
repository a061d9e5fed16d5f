// Feeds arbitrary JSON to every decoder of the mirror node's answers.
import * as entities from "../../../src/blocks/api/entity-decoder.ts";
import * as network from "../../../src/blocks/api/network-decoder.ts";
import * as transactions from "../../../src/blocks/api/transaction-decoder.ts";
import * as blocks from "../../../src/blocks/api/block-decoder.ts";
import { itDecodesAnything } from "../base/any-json.ts";

describe("Decoders of mirror node responses", () => {
  itDecodesAnything("src/blocks/api", {
    "entity-decoder.ts": entities,
    "network-decoder.ts": network,
    "transaction-decoder.ts": transactions,
    "block-decoder.ts": blocks,
  });
});

import * as entities from "../../../src/blocks/api/entity-wire.ts";
import * as network from "../../../src/blocks/api/network-wire.ts";
import * as transactions from "../../../src/blocks/api/transaction-wire.ts";
import * as blocks from "../../../src/blocks/api/wire.ts";
import { itDecodesAnything } from "../base/any-json.ts";

describe("a decoder of the mirror node's answers", () => {
  itDecodesAnything("src/blocks/api", {
    "entity-wire.ts": entities,
    "network-wire.ts": network,
    "transaction-wire.ts": transactions,
    "wire.ts": blocks,
  });
});

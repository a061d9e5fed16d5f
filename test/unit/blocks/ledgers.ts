// Gives each suite of tests a mirror node and stores to read it.
import assert from "node:assert/strict";
import type { Network } from "../../../src/blocks/model/network.ts";
import { startBlocks, type BlocksService } from "./service.ts";
import { machine } from "./store-of.ts";

type Machine = Awaited<ReturnType<typeof machine>>;

/** Starts a node for the suite, and resets it after each test. */
export function mirror(start: () => Promise<BlocksService> = startBlocks) {
  let node: BlocksService | undefined;
  let home: Machine | undefined;

  before(async () => {
    [node, home] = await Promise.all([start(), machine()]);
  });
  afterEach(() => node?.reset());
  after(() => Promise.all([node?.close(), home?.close()]));

  return {
    get node(): BlocksService {
      return node ?? assert.fail("the node is not there yet");
    },
    get network(): Network {
      return { name: "mine", address: this.node.service.origin };
    },
    /** A store that knows only this node. */
    open(): ReturnType<Machine["open"]> {
      return (home ?? assert.fail("the machine is not there yet")).open({ mine: this.node.service.origin });
    },
  };
}

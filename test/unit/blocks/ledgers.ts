// Provides each test suite with a mirror node, and with stores that load from it.
import assert from "node:assert/strict";
import type { Network } from "../../../src/blocks/model/network.ts";
import { nodeAt, type BlocksService } from "./service.ts";
import { machine } from "./store-of.ts";

type Machine = Awaited<ReturnType<typeof machine>>;

/** Starts a node for the suite, and resets it after each test. */
export function mirror(start?: () => Promise<BlocksService>) {
  const node = nodeAt(start);
  let home: Machine | undefined;

  before(async () => {
    home = await machine();
  });
  after(() => home?.close());

  return {
    node,
    get network(): Network {
      return { name: "mine", address: node.service.origin };
    },
    /** A store that knows only this node. */
    open(options?: Parameters<Machine["open"]>[1]): ReturnType<Machine["open"]> {
      return (home ?? assert.fail("the machine is not there yet")).open({ mine: node.service.origin }, options);
    },
  };
}

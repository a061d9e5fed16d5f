// Provides each test suite with the sandbox's mirror node, and with stores that load from it.
import assert from "node:assert/strict";
import { machine } from "../../unit/blocks/store-of.ts";
import { blocksService, type BlocksService } from "./service.ts";

type Machine = Awaited<ReturnType<typeof machine>>;

/** Resets the sandbox before the suite and after each of its tests. */
export function ledgers() {
  let node: BlocksService | undefined;
  let home: Machine | undefined;

  before(async () => {
    [node, home] = await Promise.all([blocksService(), machine()]);
    await node.reset();
  });
  afterEach(() => node?.reset());
  after(() => home?.close());

  return {
    get node(): BlocksService {
      return node ?? assert.fail("the sandbox is not there yet");
    },
    /** A store with these networks, or those of the sandbox, that shows the first of them. */
    open(
      networks?: Readonly<Record<string, string>>,
      options?: Parameters<Machine["open"]>[1],
    ): ReturnType<Machine["open"]> {
      const { origin, int64 } = this.node;
      const named = networks ?? { testnet: origin, int64 };
      return (home ?? assert.fail("the machine is not there yet")).open(named, options);
    },
  };
}

// Starts the sandbox's mirror node in the process of the tests.
import assert from "node:assert/strict";
import { Clock } from "../../services/core/clock.js";
import type { Controlled } from "../../services/core/control.js";
import { blocksService, int64BlocksService } from "../../services/blocks/index.js";
import { Api } from "../../../src/blocks/api/mirror-node.ts";
import { clientOf } from "../base/service.ts";

/** A mirror node with 2,000 blocks. */
export async function startBlocks() {
  return started(blocksService({ seed: "1", scale: 1, clock: new Clock() }));
}

/** The same with numbers and times up to the maximum of 64 bits. */
export async function startInt64Blocks() {
  return started(int64BlocksService({ seed: "1", clock: new Clock() }));
}

async function started({ service, actions, reset, state }: Controlled) {
  await service.listen(0);
  return {
    service,
    api: (base = service.origin) => new Api(clientOf(base)),
    act: (action: string, body: Readonly<Record<string, unknown>> = {}) => {
      const run = actions[action];
      if (run === undefined) throw new Error(`the sandbox has no action ${action}`);
      return run(body);
    },
    state,
    /** Returns this body or text to every matching request from now on. */
    answer: (path: string, body: unknown, status = 200) => {
      service.faults.add({
        kind: "status",
        status,
        path,
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
    },
    /** The requests so far, decoded, in order. */
    targets: () => service.journal.map(({ target }) => decodeURIComponent(target)),
    reset: () => {
      service.faults.clear();
      service.journal = [];
      reset();
    },
    close: () => service.close(),
  };
}

export type BlocksService = Awaited<ReturnType<typeof startBlocks>>;

/** Starts a node for the suite, and resets it after each test. */
export function nodeAt(start: () => Promise<BlocksService> = startBlocks): Omit<BlocksService, "close"> {
  let started: BlocksService | undefined;
  const node = (): BlocksService => started ?? assert.fail("the node is not there yet");
  before(async () => {
    started = await start();
  });
  afterEach(() => started?.reset());
  after(() => started?.close());
  return {
    get service() {
      return node().service;
    },
    api: (base) => node().api(base),
    act: (action, body) => node().act(action, body),
    state: () => node().state(),
    answer: (path, body, status) => node().answer(path, body, status),
    targets: () => node().targets(),
    reset: () => node().reset(),
  };
}

// Requests of an entity's panel when the node or the network fails.
import assert from "node:assert/strict";
import { asProblem, type ProblemKind } from "../../../src/base/problem.ts";
import type { Api } from "../../../src/blocks/api/mirror-node.ts";
import type { Fault } from "../../services/core/faults.js";
import { startBlocks, type BlocksService } from "./service.ts";

const TIMES = { from: 1_795_247_000_000_000_000n, to: 1_795_247_001_000_000_000n };

/** Hash of a contract call in the sandbox. */
let hash = "";

/** All requests for entities, contract results and logs, each with a part of its path. */
const CALLS: Readonly<
  Record<string, readonly [path: string, call: (api: Api, signal?: AbortSignal) => Promise<unknown>]>
> = {
  account: ["/accounts/", (api, signal) => api.entities.account("0.0.1024", { signal })],
  contract: ["/contracts/", (api, signal) => api.entities.contract("0.0.2001", { signal })],
  token: ["/tokens/", (api, signal) => api.entities.token("0.0.3001", { signal })],
  topic: ["/topics/", (api, signal) => api.entities.topic("0.0.4001", { signal })],
  schedule: ["/schedules/", (api, signal) => api.entities.schedule("0.0.5001", { signal })],
  "messages of a topic": ["/messages", (api, signal) => api.entities.messages("0.0.4001", { limit: 5, signal })],
  "results of a contract": ["/results", (api, signal) => api.entities.results("0.0.2001", { limit: 5, signal })],
  "logs of a contract": ["/results/logs", (api, signal) => api.entities.logs("0.0.2001", { limit: 5, signal })],
  "result of a hash": ["/contracts/results/", (api, signal) => api.entities.result(hash, { signal })],
  "results of a block": ["/contracts/results", (api, signal) => api.contractResults(100n, { signal })],
  "logs of a block": ["/results/logs", (api, signal) => api.logs({ ...TIMES, limit: 5, signal })],
  "transactions of an account": ["/transactions", (api, signal) => api.transactions({ account: "0.0.1024", signal })],
};

const status = (code: number, more: Partial<Fault> = {}): Fault => ({ kind: "status", status: code, ...more });

/** The problem that each fault must cause, and how often the call is sent: a GET is retried if that can help. */
const FAULTS: Readonly<Record<string, readonly [fault: Fault, kind: ProblemKind, requests: number]>> = {
  "an error page of a gateway": [{ kind: "html" }, "server", 4],
  "a page in place of JSON": [status(200, { body: "<!DOCTYPE html><h1>Welcome</h1>" }), "malformed", 1],
  "an error page with status 500": [status(500, { body: "<!DOCTYPE html><h1>Error</h1>" }), "server", 1],
  "an empty answer": [status(200, { body: "" }), "malformed", 1],
  "an empty object": [status(200, { body: "{}" }), "malformed", 1],
  "half an answer": [{ kind: "truncate" }, "malformed", 1],
  "a connection cut in the middle": [{ kind: "reset" }, "offline", 4],
  "status 401": [status(401), "unauthorized", 1],
  "status 404": [status(404), "notFound", 1],
  "status 429": [status(429), "rateLimited", 4],
  "status 503": [status(503), "server", 4],
};

describe("Requests for an entity", () => {
  let node: BlocksService;

  before(async () => {
    node = await startBlocks();
    const { values } = await node.api().entities.results("0.0.2001", { limit: 1 });
    hash = values[0]?.hash ?? assert.fail("the result has no hash");
    node.reset();
  });
  after(() => node.close());
  afterEach(() => node.reset());

  async function outcome(call: (api: Api) => Promise<unknown>): Promise<string> {
    try {
      await call(node.api());
      return "an answer";
    } catch (error) {
      return asProblem(error).kind;
    }
  }

  for (const [name, [fault, kind, requests]] of Object.entries(FAULTS)) {
    it(`report ${kind} after ${name}, and are sent ${requests === 1 ? "once" : `${requests} times`}`, async () => {
      const seen: Record<string, unknown> = {};
      for (const [of, [path, call]] of Object.entries(CALLS)) {
        node.reset();
        node.service.faults.add({ ...fault, path });
        seen[of] = [await outcome(call), node.service.journal.length];
      }
      assert.deepEqual(seen, Object.fromEntries(Object.keys(CALLS).map((of) => [of, [kind, requests]])));
    });
  }

  it("are canceled if another request replaces them while they hang", async () => {
    for (const [of, [path, call]] of Object.entries(CALLS)) {
      node.reset();
      node.service.faults.add({ kind: "stall", path });
      const replaced = new AbortController();
      const first = outcome((api) => call(api, replaced.signal));
      replaced.abort();
      assert.equal(await first, "canceled", of);
    }
  });

  it("return the same result if the node processes them twice", async () => {
    for (const [of, [path, call]] of Object.entries(CALLS)) {
      node.reset();
      const once = await call(node.api());
      node.service.faults.add({ kind: "twice", path });
      assert.deepEqual(plain(await call(node.api())), plain(once), of);
    }
  });
});

/** A page or an entity without `next`, which is a function and can't be compared. */
function plain(answer: unknown): unknown {
  return typeof answer === "object" && answer !== null ? { ...answer, next: undefined } : answer;
}

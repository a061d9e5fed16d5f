// The mirror node's API: requests, answers, errors and retries of every route.
import assert from "node:assert/strict";
import type { Api, RequestOptions } from "../../../src/blocks/api/mirror-node.ts";
import type { ProblemKind } from "../../../src/base/problem.ts";
import { problemOf } from "../base/service.ts";
import { nodeAt } from "./service.ts";

/** The ID of the first transaction in block 7 of the sandbox. */
const KNOWN_ID = "0.0.1039-1795243448-448106555";

interface Route {
  readonly name: string;
  readonly call: (api: Api, asked?: RequestOptions) => Promise<unknown>;
  readonly target: string;
  /** Bodies that no node should return for this route, each with the place of its fault. */
  readonly wrong: readonly (readonly [unknown, string])[];
  /** Older nodes don't have this route. */
  readonly newer?: true;
}

const ROUTES: readonly Route[] = [
  {
    name: "blocks",
    call: (api, asked) => api.blocks(asked),
    target: "/api/v1/blocks",
    wrong: [
      [{ blocks: {} }, "blocks"],
      [[], "blocks"],
      [{ blocks: [], links: { next: 5 } }, "links.next"],
    ],
  },
  {
    name: "block",
    call: (api, asked) => api.block({ number: 7n }, asked),
    target: "/api/v1/blocks/7",
    wrong: [
      [{ number: 7 }, "hash"],
      [{ number: "7", hash: `0x${"a".repeat(96)}` }, "number"],
      [{ number: 7.5, hash: `0x${"a".repeat(96)}` }, "number"],
      [{ number: 7, hash: `0x${"a".repeat(95)}` }, "hash"],
      [{ number: 7, hash: `0x${"a".repeat(96)}`, timestamp: { from: "soon" } }, "timestamp.from"],
      [{ number: 7, hash: `0x${"a".repeat(96)}`, size: -1 }, "size"],
    ],
  },
  {
    name: "transactions",
    call: (api, asked) => api.transactions(asked),
    target: "/api/v1/transactions",
    wrong: [
      [{ transactions: {} }, "transactions"],
      [{ blocks: [] }, "transactions"],
      [{ transactions: [], links: { next: 5 } }, "links.next"],
    ],
  },
  {
    name: "the transactions of an id",
    call: (api, asked) => api.transaction(KNOWN_ID, asked),
    target: `/api/v1/transactions/${KNOWN_ID}`,
    wrong: [
      [{}, "transactions"],
      [[], "transactions"],
    ],
  },
  {
    name: "contract results",
    call: (api, asked) => api.contractResults(100n, asked),
    target: "/api/v1/contracts/results?block.number=100",
    wrong: [[{ results: null }, "results"]],
  },
  {
    name: "nodes",
    call: (api, asked) => api.nodes(asked),
    target: "/api/v1/network/nodes?limit=25",
    wrong: [[{ nodes: "none" }, "nodes"]],
  },
  {
    name: "fees",
    call: (api, asked) => api.fees(asked),
    target: "/api/v1/network/fees",
    wrong: [[{ fees: [{ gas: "much", transaction_type: "ContractCall" }] }, "fees[0].gas"]],
  },
  {
    name: "the exchange rate",
    newer: true,
    call: (api, asked) => api.exchangeRate(asked),
    target: "/api/v1/network/exchangerate",
    wrong: [
      [{}, "current_rate"],
      [{ current_rate: { cent_equivalent: "1", hbar_equivalent: 1 } }, "current_rate.cent_equivalent"],
    ],
  },
  {
    name: "the stake",
    newer: true,
    call: (api, asked) => api.stake(asked),
    target: "/api/v1/network/stake",
    wrong: [
      [{ stake_total: "1" }, "stake_total"],
      [{ staking_period: { from: "soon", to: null } }, "staking_period.from"],
    ],
  },
  {
    name: "supply",
    call: (api, asked) => api.supply(asked),
    target: "/api/v1/network/supply",
    wrong: [
      [{ released_supply: 5, total_supply: "5" }, "released_supply"],
      [{ released_supply: "5.5", total_supply: "5" }, "released_supply"],
    ],
  },
];

/** Statuses that have a kind of their own. */
const STATUSES: readonly (readonly [number, ProblemKind])[] = [
  [400, "invalid"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "notFound"],
  [429, "rateLimited"],
  [431, "unexpected"],
  [500, "server"],
  [502, "server"],
  [503, "server"],
];

describe("Mirror node endpoints", () => {
  const node = nodeAt();

  for (const { name, call, target, wrong, newer = false } of ROUTES) {
    describe(name, () => {
      beforeEach(() => node.act("setNewer", { newer }));

      const at = `^${target.replaceAll(/[?.]/g, "\\$&")}$`;
      const [below] = target.split("?");

      it(`requests ${target} once, with nothing after it`, async () => {
        await call(node.api());
        const [sent, ...more] = node.service.journal;
        assert.equal(sent?.target, target);
        assert.equal(sent.headers.accept, "application/json");
        assert.equal(sent.headers.authorization, undefined);
        assert.deepEqual(more, []);
      });

      for (const [status, kind] of STATUSES) {
        it(`reports ${status} as ${kind}, with the server's message`, async () => {
          const body = { _status: { messages: [{ message: "First" }, { message: "Second", detail: "more" }] } };
          node.answer(at, body, status);
          const problem = await problemOf(call(node.api()));
          assert.equal(problem.kind, kind);
          assert.equal(problem.facts.status, status);
          assert.equal(problem.facts.path, below);
          // The message of a 401 is never used, because it may echo a token.
          assert.equal(problem.facts.detail, status === 401 ? undefined : "First; Second: more");
        });
      }

      it("handles a gateway's error page by its status", async () => {
        for (const [status, kind] of [
          [403, "forbidden"],
          [429, "rateLimited"],
          [502, "server"],
        ] as const) {
          node.service.faults.add({ kind: "html", status, path: at });
          assert.equal((await problemOf(call(node.api()))).kind, kind);
          node.service.faults.clear();
        }
      });

      it("retries after a 429, 502, 503 or a lost connection, and never after a 400 or 404", async () => {
        const forget = (): void => {
          node.service.faults.clear();
          node.service.journal = [];
        };
        for (const status of [429, 502, 503]) {
          node.service.faults.add({ kind: "status", status, path: at, times: 2 });
          await call(node.api());
          assert.equal(node.service.journal.length, 3, String(status));
          forget();
        }
        node.service.faults.add({ kind: "reset", path: at, times: 1 });
        await call(node.api());
        assert.equal(node.service.journal.length, 2);
        for (const status of [400, 404]) {
          forget();
          node.service.faults.add({ kind: "status", status, path: at });
          await problemOf(call(node.api()));
          assert.equal(node.service.journal.length, 1, String(status));
        }
      });

      it("reports where a response is malformed, and which server sent it", async () => {
        for (const [body, place] of wrong) {
          node.answer(at, body);
          const { kind, facts } = await problemOf(call(node.api()));
          assert.equal(kind, "malformed");
          assert.equal(facts.at, place);
          assert.equal(facts.origin, node.service.origin);
          assert.equal(facts.path, below);
          node.service.faults.clear();
        }
      });

      it("accepts only complete JSON", async () => {
        for (const kind of ["html", "truncate", "wrongType"] as const) {
          node.service.faults.add({ kind, path: at, ...(kind === "html" ? { status: 200 } : {}) });
          assert.equal((await problemOf(call(node.api()))).kind, "malformed", kind);
          node.service.faults.clear();
        }
      });

      it("does not follow a redirect to another origin", async () => {
        node.service.faults.add({ kind: "redirect", path: at, location: "https://elsewhere.example/api/v1/blocks" });
        assert.equal((await problemOf(call(node.api()))).kind, "redirected");
      });

      it("reports offline if no server listens, and canceled if the caller cancels", async () => {
        assert.equal((await problemOf(call(node.api("http://127.0.0.1:9")))).kind, "offline");
        const abort = new AbortController();
        abort.abort();
        assert.equal((await problemOf(call(node.api(), { signal: abort.signal }))).kind, "canceled");
      });
    });
  }
});

// A budget with arbitrary JSON in its file still grants requests, and never more slowly than its rules allow.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { Budget } from "../../../src/base/http/budget.ts";
import { stringifyJson } from "../../../src/base/json/json.ts";
import { Problem } from "../../../src/base/problem.ts";
import { MAX_HOLD_MS } from "../../../src/base/http/retry.ts";
import { SharedState } from "../../../src/base/processes/shared-state.ts";
import { anything } from "./any-json.ts";

const RULE = { id: "all", capacity: 4, perSecond: 2 };
/** The wait behind as many windows as a ledger can have places for, with some tolerance. */
const LONGEST_WAIT_MS = 40_000;

const number = fc.oneof(fc.double({ noNaN: true }), fc.integer(), fc.constantFrom(-1e308, 1e308, 2 ** 53, 1_005_000));
const ledger = fc.record(
  {
    written: fc.oneof(number, anything),
    heldUntil: fc.oneof(number, anything),
    wholeAt: fc.oneof(
      fc.dictionary(fc.constantFrom("all", "__proto__", "other"), fc.oneof(number, anything)),
      anything,
    ),
  },
  { requiredKeys: [] },
);

describe("A budget whose file was damaged", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-damaged-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("grants what its rules allow, or says until when it is paused, whatever JSON is in the file", async () => {
    let place = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(ledger, anything), async (given) => {
        const content: unknown = JSON.parse(stringifyJson(given));
        const own = join(folder, String((place += 1)));
        await new SharedState(own).change(() => ({ content, result: undefined }));
        let now = 1_000_000;
        const wait = (milliseconds: number): Promise<void> => {
          now += milliseconds;
          return Promise.resolve();
        };
        const budget = new Budget({ folder: own, rules: [RULE], now: () => now, clock: () => now, wait });
        for (let taken = 0; taken < 3; taken += 1) {
          try {
            await budget.take();
          } catch (error) {
            assert.ok(error instanceof Problem && error.kind === "rateLimited", String(error));
            assert.ok((error.facts.retryAt ?? 0) <= now + MAX_HOLD_MS + LONGEST_WAIT_MS);
          }
        }
        assert.ok(now - 1_000_000 <= LONGEST_WAIT_MS, `${now - 1_000_000} ms`);
      }),
      { numRuns: 100 },
    );
  });
});

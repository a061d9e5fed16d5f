import fc from "fast-check";
import type { Fault } from "../../services/core/faults.js";

/** What goes wrong on the way, once or a few times. */
const BROKEN: readonly Omit<Fault, "method" | "times">[] = [
  { kind: "lost" },
  { kind: "refuse" },
  { kind: "reset" },
  { kind: "truncate" },
  { kind: "wrongType" },
  { kind: "html" },
  { kind: "stall" },
  { kind: "delay", ms: 15 },
  { kind: "status", status: 500, body: '{"message":""}' },
  { kind: "status", status: 502 },
  { kind: "status", status: 503, retryAfter: "1" },
  { kind: "status", status: 504 },
  { kind: "status", status: 429, retryAfter: "1" },
];

/** What a write can be answered with besides. */
const REFUSED: readonly Omit<Fault, "method" | "times">[] = [
  { kind: "twice" },
  ...[400, 401, 403, 404, 412, 413, 422, 423].map((status) => ({ kind: "status", status, body: "{}" }) as const),
];

const WRITES = ["POST", "PATCH", "DELETE"] as const;

const times = fc.integer({ min: 1, max: 4 });

const fault: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.record({ of: fc.constantFrom(...BROKEN), method: fc.constantFrom("GET", ...WRITES), times }),
    fc.record({ of: fc.constantFrom(...BROKEN, ...REFUSED), method: fc.constantFrom(...WRITES), times }),
  )
  .map(({ of, method, times }) => Object.assign({}, of, { method, times }));

/** When the window is killed: so long after it was told, or so long after the server saw it write; in milliseconds. */
export type Kill = { readonly after: "order" | "write"; readonly ms: number };

export interface Step {
  readonly what: "post" | "change" | "delete" | "postDeleted";
  readonly faults: readonly Fault[];
  readonly kill: Kill | undefined;
  /** Both windows are told in the same moment. */
  readonly both: boolean;
  /** Somebody else changes the comment, before ours arrives. */
  readonly meddled: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom("post", "post", "change", "delete", "postDeleted"),
  faults: fc.array(fault, { maxLength: 2 }),
  kill: fc.option(fc.record({ after: fc.constantFrom("order", "write"), ms: fc.integer({ min: 0, max: 25 }) }), {
    nil: undefined,
    freq: 3,
  }),
  both: fc.boolean(),
  meddled: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
});

export interface Run {
  readonly personality: "contract" | "forgejo" | "gitea";
  readonly steps: readonly Step[];
}

export const run: fc.Arbitrary<Run> = fc.record({
  personality: fc.constantFrom("contract", "forgejo", "gitea"),
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
});

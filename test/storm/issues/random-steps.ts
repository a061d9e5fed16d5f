// Draws at random what happens in one run of the storm.
import fc from "fast-check";
import type { Fault } from "../../services/core/faults.js";

/** What goes wrong on the network, once or a few times. */
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

/** More faults for writes: rejections, before or after the write took effect, and repetitions by the network. */
const REFUSED: readonly Omit<Fault, "method" | "times">[] = [
  { kind: "twice" },
  ...[400, 401, 403, 404, 412, 413, 422, 423].map((status) => ({ kind: "status", status, body: "{}" }) as const),
  ...[400, 403, 404, 408, 413, 422, 429, 500, 502, 504].map(
    (status) => ({ kind: "status", status, body: "{}", afterEffect: true }) as const,
  ),
];

const WRITES = ["POST", "PATCH", "DELETE"] as const;

const times = fc.integer({ min: 1, max: 4 });

const fault: fc.Arbitrary<Fault> = fc
  .oneof(
    fc.record({ of: fc.constantFrom(...BROKEN), method: fc.constantFrom("GET", ...WRITES), times }),
    fc.record({ of: fc.constantFrom(...BROKEN, ...REFUSED), method: fc.constantFrom(...WRITES), times }),
  )
  .map(({ of, method, times: each }) => Object.assign({}, of, { method, times: each }));

/**
 * When the window is killed: this many milliseconds after its order, or after the server saw its write, or in place of
 * this operation of the order, which is one on a file, a request or its answer.
 */
export type Kill =
  | { readonly after: "order" | "write"; readonly ms: number }
  | { readonly after: "operation"; readonly number: number };

/** Most orders have no more operations. */
const MAX_OPERATIONS = 120;

const kill: fc.Arbitrary<Kill> = fc.oneof(
  fc.record({ after: fc.constantFrom("order" as const, "write" as const), ms: fc.integer({ min: 0, max: 25 }) }),
  fc.record({ after: fc.constant("operation" as const), number: fc.integer({ min: 1, max: MAX_OPERATIONS }) }),
);

const WRITTEN = [
  "post",
  "post",
  "postEqual",
  "change",
  "delete",
  "postDeleted",
  "create",
  "create",
  "createEqual",
  "createPull",
  "editIssue",
  "review",
  "review",
  "reviewComment",
] as const;

/** Actions of other users, and events on the server or the machine. */
const EVENTS = ["rename", "takeName", "switchAccount", "signOut", "restore", "damage", "pendingReview"] as const;

export interface Step {
  readonly what: (typeof WRITTEN)[number] | (typeof EVENTS)[number];
  readonly faults: readonly Fault[];
  readonly kill: Kill | undefined;
  /** Both windows receive their orders at the same time. */
  readonly both: boolean;
  /** Someone else changes the text before the window's change arrives. */
  readonly meddled: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WRITTEN) }, fc.constantFrom(...EVENTS)),
  faults: fc.array(fault, { maxLength: 2 }),
  kill: fc.option(kill, { nil: undefined, freq: 3 }),
  both: fc.boolean(),
  meddled: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
});

export interface Run {
  readonly personality: "contract" | "forgejo" | "gitea";
  /** Whether the windows are on a file system where two of them can create the same file exclusively. */
  readonly foreign: boolean;
  readonly steps: readonly Step[];
}

export const run: fc.Arbitrary<Run> = fc.record({
  personality: fc.constantFrom("contract", "forgejo", "gitea"),
  foreign: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

import { createHash } from "node:crypto";
import * as v from "valibot";
import { int64, maybe } from "../../base/decode.ts";
import { parseJson, stringifyJson } from "../../base/json.ts";
import type { ProblemKind } from "../../base/problem.ts";
import { draftKey } from "../model/draft.ts";
import type { Attempt, Draft, DraftPlace, Refusal, Target } from "../model/draft.ts";

/** The form of the file; another one is not read. */
const FORM = 1;

const REFUSALS = [
  "empty",
  "gone",
  "locked",
  "archived",
  "otherRepository",
  "notPlain",
  "missing",
  "standing",
  "conflict",
  "lost",
  "uploading",
  "underWay",
  "problem",
] as const satisfies readonly Refusal[];

export const KINDS = [
  "offline",
  "timeout",
  "unauthorized",
  "forbidden",
  "notFound",
  "invalid",
  "locked",
  "archived",
  "conflict",
  "rateLimited",
  "server",
  "malformed",
  "tooLarge",
  "insecure",
  "cancelled",
  "redirected",
  "unexpected",
] as const satisfies readonly ProblemKind[];

const target = v.pipe(
  v.variant("kind", [
    v.object({ kind: v.literal("new") }),
    v.object({ kind: v.picklist(["comment", "deleted"]), id: int64 }),
  ]),
  v.transform((wire): Target => wire),
);

const place = v.object({
  thread: v.object({ base: v.string(), owner: v.string(), name: v.string(), number: int64 }),
  target,
});

const file = v.object({
  form: v.literal(FORM),
  place,
  text: v.string(),
  unsaved: maybe(v.string()),
  keptAt: v.number(),
  savedAt: v.number(),
  opened: maybe(v.string()),
  author: maybe(v.string()),
  repository: maybe(int64),
  failure: maybe(
    v.object({ at: v.number(), asked: maybe(v.string()), why: v.picklist(REFUSALS), kind: maybe(v.picklist(KINDS)) }),
  ),
  deletedAt: maybe(v.number()),
});

const attemptFile = v.object({
  form: v.literal(FORM),
  place,
  text: v.string(),
  by: maybe(v.string()),
  after: int64,
  since: maybe(v.number()),
  at: v.number(),
  id: maybe(int64),
  settled: v.boolean(),
  once: v.boolean(),
});

/** By what a draft is found in a folder; the beginning is for the reader's eye. */
export function fileName(of: DraftPlace): string {
  const { owner, name, number } = of.thread;
  const key = createHash("sha256").update(draftKey(of)).digest("hex").slice(0, 24);
  return `${owner}-${name}-${number}-${key}.json`.toLowerCase();
}

export function encodeDraft(draft: Draft): string {
  return stringifyJson({ form: FORM, ...draft }, "  ");
}

/** Nothing, where the file is not what was written. */
export function decodeDraft(text: string): Draft | undefined {
  return read(file, text);
}

/** An attempt, with the draft that it was made of. */
export interface KeptAttempt extends Attempt {
  readonly place: DraftPlace;
}

export function encodeAttempt(attempt: KeptAttempt): string {
  return stringifyJson({ form: FORM, ...attempt }, "  ");
}

export function decodeAttempt(text: string): KeptAttempt | undefined {
  return read(attemptFile, text);
}

function read<Kept extends { readonly form: number }>(
  schema: v.GenericSchema<unknown, Kept>,
  text: string,
): Omit<Kept, "form"> | undefined {
  try {
    const found = v.safeParse(schema, parseJson(text));
    if (!found.success) return undefined;
    const { form: _form, ...kept } = found.output;
    return kept;
  } catch {
    return undefined;
  }
}

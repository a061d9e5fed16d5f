import * as v from "valibot";
import { int64, maybe } from "../../base/decode.ts";
import { parseJson, stringifyJson } from "../../base/json.ts";
import type { ProblemKind } from "../../base/problem.ts";
import type { Draft, Refusal, Target } from "../model/draft.ts";

/** The form of the file; another one is not read. */
const FORM = 1;

const REFUSALS = [
  "empty",
  "locked",
  "archived",
  "otherRepository",
  "notPlain",
  "missing",
  "conflict",
  "lost",
  "underWay",
  "problem",
] as const satisfies readonly Refusal[];

const KINDS = [
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

const file = v.object({
  form: v.literal(FORM),
  place: v.object({
    thread: v.object({ base: v.string(), owner: v.string(), name: v.string(), number: int64 }),
    target,
  }),
  text: v.string(),
  unsaved: maybe(v.string()),
  keptAt: v.number(),
  savedAt: v.number(),
  opened: maybe(v.string()),
  author: maybe(v.string()),
  repository: maybe(int64),
  attempt: maybe(v.object({ text: v.string(), after: int64, at: v.number() })),
  failure: maybe(v.object({ at: v.number(), why: v.picklist(REFUSALS), kind: maybe(v.picklist(KINDS)) })),
  deletedAt: maybe(v.number()),
});

export function encodeDraft(draft: Draft): string {
  return stringifyJson({ form: FORM, ...draft }, "  ");
}

/** Nothing, where the file is not what was written. */
export function decodeDraft(text: string): Draft | undefined {
  try {
    const read = v.safeParse(file, parseJson(text));
    if (!read.success) return undefined;
    const { form: _form, ...draft } = read.output;
    return draft;
  } catch {
    return undefined;
  }
}

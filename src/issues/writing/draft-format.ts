// Drafts and attempts as files. Earlier versions wrote comments and issues in forms of their own, which are read too.
import * as v from "valibot";
import { int64, maybe } from "../../base/decode.ts";
import { parseJson, stringifyJson } from "../../base/json.ts";
import { PROBLEM_KINDS } from "../../base/problem.ts";
import type { Id } from "../model/entities.ts";
import type { RepositoryAddress } from "../model/address.ts";
import { REFUSALS } from "./draft.ts";
import type { Attempt, Draft } from "./draft.ts";
import { KINDS, places } from "./place.ts";
import type { Place } from "./place.ts";
import { documentOf } from "./text.ts";

const FORM = 2;

/** An id becomes a file name, so it is nothing but a name. */
const ID = v.pipe(v.string(), v.regex(/^\w[\w.-]{0,300}$/));

const address = v.object({ base: v.pipe(v.string(), v.url()), owner: v.string(), name: v.string() });
const version = v.object({ title: maybe(v.string()), body: v.string(), version: maybe(int64) });
const place = v.object({ kind: v.picklist(KINDS), repository: address, number: maybe(int64), id: maybe(int64) });

const kept = {
  text: v.string(),
  unsaved: maybe(v.string()),
  keptAt: v.number(),
  savedAt: v.number(),
  repository: maybe(int64),
  failure: maybe(
    v.object({
      at: v.number(),
      asked: maybe(v.string()),
      by: maybe(v.string()),
      why: v.picklist(REFUSALS),
      kind: maybe(v.picklist(PROBLEM_KINDS)),
      names: v.optional(v.array(v.string()), () => []),
    }),
  ),
};

const draftFile = v.object({
  form: v.literal(FORM),
  id: ID,
  place,
  ...kept,
  opened: maybe(version),
  author: maybe(v.string()),
  deletedAt: maybe(v.number()),
});

const attemptFile = v.object({
  form: v.literal(FORM),
  draft: ID,
  place,
  text: v.string(),
  by: maybe(v.string()),
  after: int64,
  since: maybe(v.number()),
  at: v.number(),
  id: maybe(int64),
  settled: v.boolean(),
  checked: maybe(v.object({ second: maybe(int64) })),
});

const oldCommentPlace = v.object({
  thread: v.object({ ...address.entries, number: int64 }),
  target: v.variant("kind", [
    v.object({ kind: v.literal("new") }),
    v.object({ kind: v.picklist(["comment", "deleted"]), id: int64 }),
  ]),
});

const oldComment = v.object({
  form: v.literal(1),
  place: oldCommentPlace,
  ...kept,
  opened: maybe(v.string()),
  author: maybe(v.string()),
  deletedAt: maybe(v.number()),
});

const oldIssue = v.object({
  form: v.literal(1),
  place: v.object({
    repository: address,
    target: v.variant("kind", [
      v.object({ kind: v.literal("new"), slot: v.number() }),
      v.object({ kind: v.literal("issue"), number: int64 }),
    ]),
  }),
  ...kept,
  opened: maybe(version),
  attempt: maybe(
    v.object({ title: v.string(), body: v.string(), by: maybe(v.string()), after: int64, at: v.number() }),
  ),
});

const oldAttempt = v.object({
  ...v.omit(attemptFile, ["draft", "checked"]).entries,
  form: v.literal(1),
  place: oldCommentPlace,
});

/** A draft, with the attempt that earlier versions kept in the same file. */
export interface ReadDraft {
  readonly draft: Draft;
  readonly attempt: Attempt | undefined;
}

export function encodeDraft(draft: Draft): string {
  return stringifyJson({ form: FORM, ...draft }, "  ");
}

/** `name` is that of the file, by which earlier versions told drafts apart. Nothing if it is no draft. */
export function decodeDraft(text: string, name: string): ReadDraft | undefined {
  const json = parsed(text);
  const now = v.safeParse(draftFile, json);
  if (now.success) {
    const { form: _form, ...draft } = now.output;
    return { draft, attempt: undefined };
  }
  const id = idFrom(name);
  const comment = v.safeParse(oldComment, json);
  if (comment.success) {
    const { form: _form, opened, place: old, ...rest } = comment.output;
    const base = opened === undefined ? undefined : { title: undefined, body: opened, version: undefined };
    return { draft: { ...rest, id, place: commentPlace(old), opened: base }, attempt: undefined };
  }
  const issue = v.safeParse(oldIssue, json);
  if (!issue.success) return undefined;
  const { form: _form, place: old, attempt: unfinished, ...rest } = issue.output;
  const there = issuePlace(old);
  const attempt: Attempt | undefined = unfinished && {
    draft: id,
    place: there,
    text: documentOf(there.kind, { title: unfinished.title, body: unfinished.body }),
    by: unfinished.by,
    after: unfinished.after,
    since: undefined,
    at: unfinished.at,
    id: undefined,
    settled: false,
    checked: undefined,
  };
  return { draft: { ...rest, id, place: there, author: undefined, deletedAt: undefined }, attempt };
}

export function encodeAttempt(attempt: Attempt): string {
  return stringifyJson({ form: FORM, ...attempt }, "  ");
}

export function decodeAttempt(text: string, name: string): Attempt | undefined {
  const json = parsed(text);
  const now = v.safeParse(attemptFile, json);
  if (now.success) {
    const { form: _form, ...attempt } = now.output;
    return attempt;
  }
  const old = v.safeParse(oldAttempt, json);
  if (!old.success) return undefined;
  const { form: _form, place: there, ...rest } = old.output;
  return { ...rest, draft: idFrom(name), place: commentPlace(there), checked: undefined };
}

function commentPlace({ thread, target }: v.InferOutput<typeof oldCommentPlace>): Place {
  switch (target.kind) {
    case "new":
      return places.newComment(thread);
    case "comment":
      return places.comment(thread, target.id);
    case "deleted":
      return places.deletedComment(thread, target.id);
  }
}

function issuePlace({
  repository,
  target,
}: {
  readonly repository: RepositoryAddress;
  readonly target: { readonly kind: "new"; readonly slot: number } | { readonly kind: "issue"; readonly number: Id };
}): Place {
  return target.kind === "new"
    ? places.newIssue(repository, BigInt(target.slot))
    : places.issueText({ ...repository, number: target.number });
}

/** Earlier versions named the files of a draft and of its attempt alike, and that name is the id. */
function idFrom(name: string): string {
  return name
    .replace(/\.json$/, "")
    .replaceAll(/[^\w.-]/g, "_")
    .replace(/^[.-]+/, "_");
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

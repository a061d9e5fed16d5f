// Drafts and attempts as JSON files. Form 1 is that of earlier versions, which placed comments and issues differently.
import * as v from "valibot";
import { int64, maybe } from "../../base/decode.ts";
import { stringifyJson, tryParseJson } from "../../base/json.ts";
import { PROBLEM_KINDS } from "../../base/problem.ts";
import { REFUSALS } from "./draft.ts";
import type { Attempt, Draft } from "./draft.ts";
import { KINDS, places } from "./place.ts";
import { documentOf } from "./text.ts";

const FORMAT_VERSION = 2;
const form = v.picklist([1, FORMAT_VERSION]);

/** An id becomes a file name, so it has no characters that mean anything in a path. */
const ID = v.pipe(v.string(), v.regex(/^\w[\w.-]{0,300}$/));

const address = v.object({ base: v.pipe(v.string(), v.url()), owner: v.string(), name: v.string() });
const thread = v.object({ ...address.entries, number: int64 });
const version = v.object({ title: maybe(v.string()), body: v.string(), version: maybe(int64) });

const place = v.union([
  v.object({ kind: v.picklist(KINDS), repository: address, number: maybe(int64), id: maybe(int64) }),
  v.pipe(
    v.object({ thread, target: v.object({ kind: v.literal("new") }) }),
    v.transform((old) => places.newComment(old.thread)),
  ),
  v.pipe(
    v.object({ thread, target: v.object({ kind: v.literal("comment"), id: int64 }) }),
    v.transform((old) => places.comment(old.thread, old.target.id)),
  ),
  v.pipe(
    v.object({ thread, target: v.object({ kind: v.literal("deleted"), id: int64 }) }),
    v.transform((old) => places.deletedComment(old.thread, old.target.id)),
  ),
  v.pipe(
    v.object({ repository: address, target: v.object({ kind: v.literal("new"), slot: int64 }) }),
    v.transform(({ repository, target }) => places.newIssue(repository, target.slot)),
  ),
  v.pipe(
    v.object({ repository: address, target: v.object({ kind: v.literal("issue"), number: int64 }) }),
    v.transform(({ repository, target }) => places.issueText({ ...repository, number: target.number })),
  ),
]);

const draftFile = v.object({
  form,
  id: ID,
  place,
  text: v.string(),
  unsaved: maybe(v.string()),
  keptAt: v.number(),
  savedAt: v.number(),
  // Of a comment, earlier versions wrote nothing but its text.
  opened: maybe(v.union([version, v.pipe(v.string(), v.transform(versionOfComment))])),
  author: maybe(v.string()),
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
  deletedAt: maybe(v.number()),
  // Earlier versions wrote the attempt to send an issue into the file of its draft.
  attempt: maybe(
    v.object({ title: v.string(), body: v.string(), by: maybe(v.string()), after: int64, at: v.number() }),
  ),
});

const attemptFile = v.object({
  form,
  draft: ID,
  place,
  repository: maybe(int64),
  text: v.string(),
  by: maybe(v.string()),
  after: int64,
  since: maybe(v.number()),
  at: v.number(),
  id: maybe(int64),
  settled: v.boolean(),
  checked: maybe(v.object({ second: maybe(int64) })),
});

export function encode(written: Draft | Attempt): string {
  return stringifyJson({ form: FORMAT_VERSION, ...written }, "  ");
}

/** Returns undefined if the text isn't a draft. The file's name is the id of drafts that have none. */
export function decodeDraft(text: string, name: string): { draft: Draft; attempt?: Attempt } | undefined {
  const read = v.safeParse(draftFile, jsonWith({ id: idFrom(name) }, text));
  if (!read.success) return undefined;
  const { form: _form, attempt: unfinished, ...draft } = read.output;
  if (unfinished === undefined) return { draft };
  const { title, body, ...started } = unfinished;
  const sent = { draft: draft.id, place: draft.place, text: documentOf(draft.place.kind, { title, body }) };
  const attempt = {
    ...started,
    ...sent,
    since: undefined,
    id: undefined,
    settled: false,
    checked: undefined,
    repository: undefined,
  };
  return { draft, attempt };
}

/** Returns undefined if the text isn't an attempt. The file's name is the id of its draft if the text has none. */
export function decodeAttempt(text: string, name: string): Attempt | undefined {
  const read = v.safeParse(attemptFile, jsonWith({ draft: idFrom(name) }, text));
  if (!read.success) return undefined;
  const { form: _form, ...attempt } = read.output;
  return attempt;
}

function versionOfComment(body: string) {
  return { title: undefined, body, version: undefined };
}

/** Earlier versions gave the file of a draft and that of its attempt the same name and wrote no id. */
function idFrom(name: string): string {
  return name
    .replace(/\.json$/, "")
    .replaceAll(/[^\w.-]/g, "_")
    .replace(/^[.-]+/, "_");
}

function jsonWith(defaults: Readonly<Record<string, string>>, text: string): unknown {
  const json = tryParseJson(text);
  return typeof json === "object" && !Array.isArray(json) ? { ...defaults, ...json } : undefined;
}

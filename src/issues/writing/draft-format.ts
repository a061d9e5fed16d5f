// Drafts and attempts as JSON files. Form 1 is that of earlier versions, which placed comments and issues differently.
import * as v from "valibot";
import { int64, optional, type Schema } from "../../base/decode.ts";
import { stringifyJson, tryParseJson } from "../../base/json.ts";
import { Attempt, Draft, startAttempt } from "./draft.ts";
import { Place, type Kind } from "./place.ts";
import { writeDocument, Version } from "./text.ts";

const FORMAT_VERSION = 2;
const form = v.picklist([1, FORMAT_VERSION]);

/** In form 1, comments were in a thread and issues in a repository, and what was meant there had one word. */
const EARLIER_KINDS: Readonly<Record<string, Kind>> = {
  "comment new": "newComment",
  "comment comment": "comment",
  "comment deleted": "deletedComment",
  "issue new": "newIssue",
  "issue issue": "issueText",
};
const { repository } = Place.entries;
const EarlierPlace = v.object({
  thread: optional(v.object({ ...repository.entries, number: int64 })),
  repository: optional(repository),
  target: v.object({ kind: v.string(), id: optional(int64), slot: optional(int64), number: optional(int64) }),
});
const PresentPlace: Schema<Place> = Place;
const place = v.union([
  PresentPlace,
  v.pipe(
    EarlierPlace,
    v.transform(({ repository, target, thread }): unknown => ({
      kind: EARLIER_KINDS[`${thread === undefined ? "issue" : "comment"} ${target.kind}`],
      repository: thread ?? repository,
      number: thread?.number ?? target.number,
      id: target.id ?? target.slot,
    })),
    PresentPlace,
  ),
]);

const draftFile = v.object({
  ...Draft.entries,
  form,
  place,
  // Of a comment, form 1 had only its text.
  opened: optional(v.union([Version, v.pipe(v.string(), v.transform(versionOfComment))])),
  // Form 1 had the attempt to send an issue in the file of its draft.
  attempt: optional(
    v.object({ title: v.string(), body: v.string(), by: optional(v.string()), after: int64, at: v.number() }),
  ),
});

const attemptFile = v.object({ ...Attempt.entries, form, place });

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
  const sent = writeDocument(draft.place.kind, { title, body });
  return { draft, attempt: startAttempt({ ...started, draft: draft.id, place: draft.place, text: sent }) };
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

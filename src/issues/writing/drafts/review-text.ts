// What is sent with a review, as one text, so that drafts and attempts of reviews compare like those of any other text.
import * as v from "valibot";
import { int64, optional } from "../../../base/decode.ts";
import { parseJson, stringifyJson } from "../../../base/json/json.ts";
import { VERDICTS } from "../../model/review.ts";

export const ReviewLine = v.object({ side: v.picklist(["old", "new"]), number: v.number() });

export const SentComment = v.object({
  /** The ID of its draft. */
  draft: v.string(),
  path: v.string(),
  line: optional(ReviewLine),
  text: v.string(),
});
export type SentComment = Readonly<v.InferOutput<typeof SentComment>>;

export const SentReview = v.object({
  verdict: v.picklist(VERDICTS),
  /** The commit that the lines are of, which the user has seen. */
  commit: v.string(),
  /** The user's pending review on the server that is published together with this one. */
  published: optional(int64),
  body: v.string(),
  comments: v.array(SentComment),
});
export type SentReview = Readonly<v.InferOutput<typeof SentReview>>;

export function writeReview({ verdict, commit, published, body, comments }: SentReview): string {
  return stringifyJson({
    verdict,
    commit,
    published,
    body,
    comments: comments.map(({ draft, path, line, text }) => ({ draft, path, line, text })),
  });
}

export function readReview(text: string): SentReview {
  return v.parse(SentReview, parseJson(text));
}

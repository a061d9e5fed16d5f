// Lists, creates, submits and deletes the reviews of pull requests, with their comments on lines.
import * as v from "valibot";
import { fields, from, int64, optional, type Schema } from "../../base/decode.ts";
import { path } from "../../base/origin.ts";
import { asProblem } from "../../base/problem.ts";
import { isCommitId, type CommitId, type Reviewer } from "../model/pull.ts";
import type { Review, ReviewComment, ReviewedLine, ReviewState, Verdict } from "../model/review.ts";
import { teamName } from "./pulls.ts";
import { under, UNPAGED_LIMITS, type Caller } from "./caller.ts";
import { amount, commentFields, flag, mapped, person, text, time } from "./decoders.ts";
import type { ReviewRoutes } from "./forge-pulls.ts";

const STATES: ReadonlyMap<string, ReviewState> = new Map([
  ["APPROVED", "approved"],
  ["REQUEST_CHANGES", "changesRequested"],
  ["COMMENT", "commented"],
  ["PENDING", "pending"],
  ["REQUEST_REVIEW", "requested"],
]);

/** Servers make a pending review of anything else. */
const EVENTS: Readonly<Record<Verdict, string>> = {
  approved: "APPROVED",
  changesRequested: "REQUEST_CHANGES",
  commented: "COMMENT",
};

const commitId: Schema<CommitId | undefined> = mapped(text, (id) => (isCommitId(id) ? id : undefined));

export const review: Schema<Review> = fields({
  id: int64,
  author: from("user", optional(person)),
  state: mapped(text, (state) => STATES.get(state) ?? "unknown"),
  body: text,
  dismissed: flag,
  stale: flag,
  official: flag,
  commit: from("commit_id", commitId),
  comments: from("comments_count", amount),
  updatedAt: from(
    "",
    mapped(
      v.object({ submitted_at: time, updated_at: optional(time) }),
      (wire) => wire.updated_at ?? wire.submitted_at,
    ),
  ),
});

export const reviewComment: Schema<ReviewComment> = fields({
  ...commentFields,
  path: text,
  line: from(
    "",
    mapped(v.object({ position: amount, original_position: amount }), (wire) =>
      toLine(wire.position, wire.original_position),
    ),
  ),
  extraLines: from("extra_lines_count", amount),
  commit: from("commit_id", commitId),
  hunk: from("diff_hunk", text),
  resolvedBy: from("resolver", optional(person)),
});

/** The routes need the scopes `read:repository` and `write:repository`, not those of issues. */
export function reviewRoutes(caller: Caller): ReviewRoutes {
  return {
    list: async (repo, number, { signal, ...paged } = {}) => {
      const call = { path: under(repo, path`/pulls/${number}/reviews`), query: paged, signal };
      return caller.list(call, review, "review list");
    },
    /** This list isn't paged. Servers return it in another order each time. */
    comments: async (repo, number, id, { signal } = {}) => {
      const call = { path: under(repo, path`/pulls/${number}/reviews/${id}/comments`), signal };
      const { values, ...list } = await caller.list(call, reviewComment, "review comments");
      return { ...list, values: values.toSorted((one, other) => (one.id < other.id ? -1 : 1)) };
    },
    create: async (repo, number, given, { signal } = {}) => {
      const json = {
        event: EVENTS[given.verdict],
        body: given.body,
        commit_id: given.commit,
        comments: given.comments.map(({ line, path: file, text: body }) => ({ path: file, body, ...toPosition(line) })),
      };
      const call = { method: "POST", path: under(repo, path`/pulls/${number}/reviews`), json, signal } as const;
      return caller.requestOne(call, review, "review");
    },
    candidates: async (repo, { signal } = {}) =>
      caller.list({ path: under(repo, "/reviewers"), signal }, person, "reviewers", { limits: UNPAGED_LIMITS }),
    teams: async (repo, { signal } = {}) =>
      caller.list({ path: under(repo, "/teams"), signal }, teamName, "teams", { limits: UNPAGED_LIMITS }),
    request: async (repo, number, reviewers, { signal } = {}) => {
      const route = under(repo, path`/pulls/${number}/requested_reviewers`);
      await caller.send({ method: "POST", path: route, json: toReviewers(reviewers), signal });
    },
    withdraw: async (repo, number, reviewers, { signal } = {}) => {
      const route = under(repo, path`/pulls/${number}/requested_reviewers`);
      await caller.send({ method: "DELETE", path: route, json: toReviewers(reviewers), signal });
    },
    remove: async (repo, number, id, { signal } = {}) =>
      caller.send({ method: "DELETE", path: under(repo, path`/pulls/${number}/reviews/${id}`), signal }),
    /** For a plain comment's route, Forgejo answers the same and deletes nothing. */
    removeComment: async (repo, number, { id, review: of }, { signal } = {}) => {
      const call = { method: "DELETE", signal } as const;
      try {
        await caller.send({ ...call, path: under(repo, path`/pulls/${number}/reviews/${of}/comments/${id}`) });
      } catch (error) {
        const { facts, kind } = asProblem(error);
        // Gitea has only the other route.
        if (kind !== "notFound" && facts.noRoute !== true) throw error;
        await caller.send({ ...call, path: under(repo, path`/issues/comments/${id}`) });
      }
    },
    resolve: async (repo, id, isResolved, { signal } = {}) => {
      const route = isResolved ? path`/pulls/comments/${id}/resolve` : path`/pulls/comments/${id}/unresolve`;
      await caller.send({ method: "POST", path: under(repo, route), signal });
    },
  };
}

function toReviewers(reviewers: readonly Reviewer[]) {
  const names = (wanted: Reviewer["kind"]) => reviewers.flatMap(({ kind, name }) => (kind === wanted ? [name] : []));
  const teams = names("team");
  return { reviewers: names("person"), ...(teams.length === 0 ? {} : { team_reviewers: teams }) };
}

/** Servers return 0 for the side that the comment isn't on; older ones return a huge number. */
function toLine(position: number, original: number): ReviewedLine | undefined {
  if (isLine(position)) return { side: "new", number: position };
  return isLine(original) ? { side: "old", number: original } : undefined;
}

function toPosition(line: ReviewedLine | undefined) {
  if (line === undefined) return {};
  return line.side === "new" ? { new_position: line.number } : { old_position: line.number };
}

function isLine(position: number): boolean {
  return position > 0 && position < 2 ** 31;
}

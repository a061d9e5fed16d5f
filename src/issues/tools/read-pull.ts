// Reads what a pull request has beyond an issue: branches, changed files, reviews and checks.
import * as v from "valibot";
import { asProblem } from "../../base/problem.ts";
import { skipInput } from "../../base/tools/inputs.ts";
import { tool } from "../../base/tools/tool.ts";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import { fullName, threadWebUrl } from "../model/address.ts";
import type { Review, ReviewComment } from "../model/review.ts";
import { readPages } from "../pulls/store/read-pages.ts";
import { isoOf, nameOf, numberInput, repositoryInput } from "./inputs.ts";
import type { IssuesSource } from "./source.ts";

const MAX_REVIEW_TOKENS = 500;
/** Servers list the comments of each review by itself. */
const MAX_COMMENT_REQUESTS = 40;
const MAX_PARALLEL_REQUESTS = 4;
/** A server may count comments that it doesn't have. */
const MAX_COMMENTS_OF_REVIEW = 1000;
const PARTS = ["files", "reviews", "checks"] as const;

export const readPull = tool({
  name: "triptych_issues_read_pull",
  reference: "pullRequest",
  title: "Read a Pull Request",
  description:
    "Reads the branches, changed files, reviews with their comments on lines, and checks of a pull request. " +
    'Examples: {"repository": "owner/name", "number": 41}, {"number": 41, "parts": ["reviews"]}. ' +
    "Use triptych_issues_read_diff for the changes of a file, and triptych_issues_read_thread for the text and comments.",
  asksServer: true,
  input: {
    repository: repositoryInput,
    number: numberInput,
    parts: v.optional(v.pipe(v.array(v.picklist(PARTS)), v.description("The default is all.")), [...PARTS]),
    skip: v.optional(v.pipe(skipInput, v.description("How many files or reviews to skip; name the part as well."))),
  },
  confirm: ({ repository }, { reading }: IssuesSource, signal) => reading.confirm(repository, signal),
  answer: async (input, { reading }: IssuesSource, answer, signal) => {
    const { parts, skip = 0 } = input;
    const address = { ...(await reading.find(input.repository)), number: BigInt(input.number) };
    const { number } = address;
    const { pulls, reviews } = await reading.open(address, signal);
    const details = await pulls.details(address, number, { signal });
    answer.fact("repository", fullName(address));
    answer.fact("pull request", number);
    answer.fact("title", details.title);
    answer.fact("author", nameOf(details.author));
    answer.fact("state", details.merged ? "merged" : details.closed ? "closed" : details.draft ? "open draft" : "open");
    answer.fact("from", details.head.branch);
    answer.fact("into", details.base.branch);
    answer.fact("head commit", details.head.commit);
    answer.fact("can be merged without conflicts", details.closed ? undefined : details.mergeable);
    answer.fact("lines added", details.additions);
    answer.fact("lines deleted", details.deletions);
    answer.fact(
      "asked for a review",
      [...details.requested.map(nameOf), ...details.requestedTeams].join(", ") || undefined,
    );
    answer.fact("link", threadWebUrl(address, true));
    if (parts.includes("checks")) {
      const loaded = await readPages(
        (paged) => pulls.checks(address, details.head.commit, paged),
        ({ name }) => name,
        signal,
      ).catch(asProblem);
      if ("values" in loaded) {
        answer.heading(`Checks (${loaded.values.length})`);
        const rest =
          loaded.values.length -
          answer.list(loaded.values, ({ name, state, description }, entry) =>
            entry.line({ check: name, state, description: description || undefined }),
          );
        if (rest > 0) answer.leftOut(`${rest} checks. For them: "parts": ["checks"] and a larger "maxTokens".`);
      } else answer.fact("checks", `could not be loaded (${loaded.kind})`);
    }
    if (parts.includes("files")) {
      const { values, skipped } = await readPages(
        (paged) => pulls.files(address, number, paged),
        ({ path }) => path,
        signal,
      );
      answer.heading(`Changed files (${values.length})`);
      if (skipped > 0) answer.fact("files that can't be read", skipped);
      answer.page(values, parts.length === 1 ? skip : 0, 'files, with "parts": ["files"]', (file, entry) => {
        const { path, from, status, additions, deletions } = file;
        entry.line({ file: path, "renamed from": from, status, added: additions, deleted: deletions });
      });
    }
    if (parts.includes("reviews")) {
      const { values, skipped } = await readPages(
        (paged) => reviews.list(address, number, paged),
        ({ id }) => String(id),
        signal,
      );
      const given = values.filter(({ state }) => state !== "requested" && state !== "pending");
      const start = parts.length === 1 ? skip : 0;
      const load = async (review: Review) => (await reviews.comments(address, number, review.id, { signal })).values;
      const { entries, total } = await loadEntries(given, start, load, signal);
      answer.heading(`Reviews (${given.length}) with their comments on lines`);
      if (skipped > 0) answer.fact("reviews that can't be read", skipped);
      answer.page(entries, start, 'reviews and comments, with "parts": ["reviews"]', (found, entry) => {
        if (found === undefined) return entry.line({ "comment on": "a line, which could not be loaded" });
        const { review, comment } = found;
        const rest = (shown: number): string => `text of a review after character ${shown}.`;
        if (comment === undefined) {
          const { dismissed, stale } = review;
          entry.line({
            review: review.id,
            by: nameOf(review.author),
            verdict: review.state,
            at: isoOf(review.updatedAt),
            dismissed: dismissed || undefined,
            outdated: stale || undefined,
          });
          entry.quote(review.body, MAX_REVIEW_TOKENS, rest);
          return;
        }
        const { line, resolvedBy } = comment;
        entry.line({
          "comment on": comment.path,
          line: line?.number,
          side: line?.side,
          by: nameOf(comment.author),
          id: comment.id,
          resolved: resolvedBy === undefined ? undefined : true,
        });
        entry.quote(comment.body, MAX_REVIEW_TOKENS, rest);
      });
      if (total > entries.length) {
        const more = `${total - entries.length} more reviews and comments, with "parts": ["reviews"]`;
        answer.leftOut(`${more}. For the next ones: "skip": ${entries.length}.`);
      }
    }
    return address.base;
  },
});

/** Undefined for a comment that the server counts but that isn't loaded. */
type Entry = { readonly review: Review; readonly comment: ReviewComment | undefined } | undefined;

/**
 * Returns each review and its comments on lines, up to the first review for which there is no request left. `skip` counts
 * as the server counts, so the comments of skipped reviews aren't loaded.
 */
async function loadEntries(
  reviews: readonly Review[],
  skip: number,
  load: (review: Review) => Promise<readonly ReviewComment[]>,
  signal: AbortSignal,
): Promise<{ readonly entries: readonly Entry[]; readonly total: number }> {
  const parallel = new Semaphore(MAX_PARALLEL_REQUESTS);
  const pages: Promise<readonly Entry[]>[] = [];
  let total = 0;
  let requests = 0;
  for (const review of reviews) {
    total += 1 + countComments(review);
    const isWanted = review.comments > 0 && total > skip;
    if (isWanted) requests += 1;
    if (requests > MAX_COMMENT_REQUESTS) continue;
    const comments = isWanted ? parallel.run(() => load(review), signal) : Promise.resolve([]);
    pages.push(comments.then((loaded) => toEntries(review, loaded)));
  }
  return { entries: (await Promise.all(pages)).flat(), total };
}

function countComments({ comments }: Review): number {
  return Math.min(comments, MAX_COMMENTS_OF_REVIEW);
}

function toEntries(review: Review, comments: readonly ReviewComment[]): readonly Entry[] {
  const missing = Math.max(0, countComments(review) - comments.length);
  return [
    { review, comment: undefined },
    ...comments.map((comment) => ({ review, comment })),
    ...Array.from({ length: missing }, () => undefined),
  ];
}

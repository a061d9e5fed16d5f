// The target for new comments: how they are posted and found on the server.
import { asProblem } from "../../../base/problem.ts";
import type { Listed } from "../../api/caller.ts";
import type { Forge } from "../../api/forge.ts";
import { sameText, type Comment, type Id } from "../../model/entities.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { readComment, readComments } from "../../thread/read-thread.ts";
import type { Attempts } from "../drafts/attempts.ts";
import { isDeletionPending, type Attempt } from "../drafts/draft.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { getCommentId, threadAt } from "../drafts/place.ts";
import { findCopies, findCreated, isBy, isThere, toSearchResult, type Entry, type Target } from "./target.ts";
import { refuse, type Refused } from "../drafts/outcome.ts";

/** Servers round times to seconds, and their clocks are adjusted now and then. */
const MARGIN_MS = 60 * 60 * 1000;

/** The target for comments that aren't on the server: new ones, and deleted ones that are posted again. */
export function postedComment(
  identity: RepositoryIdentity,
  attempts: Attempts,
  known: (thread: ThreadAddress) => readonly Comment[],
): Target {
  return {
    prepare: async ({ api, draft, login, text }) => {
      const address = threadAt(draft.place);
      const before = known(address);
      const listing = listSince(api, address, findNewest(before).since);
      const found = await identity.issueWith(api, address, draft.repository, listing);
      if (found === undefined) return refuse("otherRepository");
      const { issue, thread, other: listed } = found;
      const newest = findNewest([...withoutDeleted(before, listed.values), ...listed.values]);
      const { after } = newest;
      // The server's clock may have been ahead when that comment was changed.
      const since = newest.since && Math.min(newest.since, listed.servedAt ?? newest.since);
      // If the deletion of the comment was never confirmed, the comment may still exist.
      if (isDeletionPending(draft)) {
        const existing = await findExistingComment(api, thread, getCommentId(draft.place));
        if (!("sent" in existing)) return refuse("standing");
        if (existing.why !== "missing") return existing;
      }
      const ids = new Set([...before, ...listed.values].map(({ id }) => id));
      const send = async () => {
        const { servedAt } = listed;
        const comment = await api.createComment(thread, thread.number, text);
        const isHere = comment.number === undefined || comment.number === thread.number;
        const fits = comment.id > after && isHere && isBy(comment, { login, servedAt });
        if (fits && sameText(comment.body, text)) return { id: comment.id, comment };
        // A proxy may have returned another comment, or the server may have done nothing.
        const { values } = await listSince(api, thread, since);
        const added = values.filter(({ id }) => !ids.has(id));
        return await findCreated({ api, login }, comment.id, toEntries(added, text));
      };
      return { repository: thread, repositoryId: issue.repository?.id, issue, after, since, send };
    },
    find: async (api, attempt) => {
      const { after, place, since, text } = attempt;
      const { skipped, values } = await listSince(api, threadAt(place), since);
      const newer = values.filter(({ id }) => id > after);
      // If the newest comment is gone, the server may have been restored from a backup and count from an older ID.
      const rewound = after !== 0n && !values.some(({ id }) => id >= after);
      const listing = { entries: toEntries(newer, text), isWhole: skipped === 0 && !rewound };
      return await toSearchResult(api, attempt, listing, await attempts.listOthers(attempt));
    },
    check: async (api, attempt, { id, comment }) => {
      const { after, place, repository, since, text } = attempt;
      const { values } = await listSince(api, threadAt(place), since);
      // Servers can't list comments by repository ID, but only the intended repository has the comment before this one.
      const isDoubtful = repository !== undefined && !values.some((each) => each.id === after);
      if (isDoubtful && (await identity.issue(api, threadAt(place), repository)) === undefined)
        return { refused: refuse("strayed") };
      const loadEntry = async () => toEntries(await loadComment(api, threadAt(place), id), text)[0];
      if (!(await isThere({ ...attempt, id }, toEntries(values, text), loadEntry)))
        return { refused: refuse("unsure") };
      const comments = values.some((each) => each.id === id) || comment === undefined ? values : [...values, comment];
      const newer = toEntries(comments, text).filter((each) => each.id > after);
      return { copies: findCopies({ ...attempt, id }, newer, await attempts.listOthers(attempt)), comments };
    },
    // Text typed since the send becomes another comment.
    toRemainder: () => ({ opened: undefined }),
  };
}

function listSince(api: Forge, thread: ThreadAddress, since: number | undefined): Promise<Listed<Comment>> {
  const start = since === undefined ? undefined : new Date(Math.max(since - MARGIN_MS, 1000)).toISOString();
  return readComments(api, thread, undefined, start);
}

/** Loads the current version of a comment, or returns why it can't be changed. */
export async function findExistingComment(api: Forge, thread: ThreadAddress, id: Id): Promise<Comment | Refused> {
  try {
    return (await readComment(api, thread, id)) ?? refuse("notPlain");
  } catch (error) {
    const problem = asProblem(error);
    return refuse(problem.kind === "notFound" ? "missing" : "problem", { problem });
  }
}

/** Loads a comment. Returns none if it doesn't exist. */
async function loadComment(api: Forge, thread: ThreadAddress, id: Id): Promise<readonly Comment[]> {
  const existing = await findExistingComment(api, thread, id);
  if (!("sent" in existing)) return [existing];
  if (existing.problem !== undefined && existing.why !== "missing") throw existing.problem;
  return [];
}

function toEntries(comments: readonly Comment[], text: string): readonly Entry[] {
  return comments.map((comment) => {
    const { author, body, createdAt, id } = comment;
    return { id, matches: sameText(body, text), author, createdAt, comment };
  });
}

/** Returns the earlier comments without deleted ones, which the newer list would contain if they still existed. */
function withoutDeleted(before: readonly Comment[], listed: readonly Comment[]): readonly Comment[] {
  const { since } = findNewest(before);
  if (since === undefined) return [];
  const ids = new Set(listed.map(({ id }) => id));
  return before.filter(({ id, updatedAt }) => updatedAt < since - MARGIN_MS || ids.has(id));
}

/** Returns the newest comment. A list since its time always contains it, whichever older comments are edited later. */
function findNewest(comments: readonly Comment[]): Pick<Attempt, "after" | "since"> {
  const [first, ...more] = comments;
  const newest = first && more.reduce((one, other) => (other.id > one.id ? other : one), first);
  return { after: newest?.id ?? 0n, since: newest?.updatedAt };
}

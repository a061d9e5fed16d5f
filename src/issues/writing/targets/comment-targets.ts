// The target for new comments: how they are posted and found on the server.
import { asProblem } from "../../../base/problem.ts";
import type { Forge } from "../../api/forge.ts";
import { sameText, type Comment, type Id } from "../../model/entities.ts";
import type { ThreadAddress } from "../../model/address.ts";
import { readComment, readComments } from "../../thread/read-thread.ts";
import { isDeletionPending, type Attempt } from "../draft.ts";
import type { RepositoryIdentity } from "../../repositories/repository-identity.ts";
import { getCommentId, threadAt } from "../place.ts";
import { filterByAuthor, toSearchResult, findCopies, refuse, type Refused, type Target } from "./target.ts";

/** Servers round times to seconds, and their clocks are adjusted now and then. */
const MARGIN_MS = 60 * 60 * 1000;

/** The target for comments that aren't on the server: new ones, and deleted ones that are posted again. */
export function postedComment(
  identity: RepositoryIdentity,
  /** The comments of a thread as last loaded. */
  known: (thread: ThreadAddress) => readonly Comment[],
): Target {
  const listSince = (api: Forge, thread: ThreadAddress, since: number | undefined) =>
    readComments(api, thread, undefined, since === undefined ? undefined : formatSince(since));
  /** Servers can't list comments by repository ID, but only the intended repository has the comment before this one. */
  const isElsewhere = async (api: Forge, thread: ThreadAddress, attempt: Attempt, listed: readonly Comment[]) =>
    attempt.repository !== undefined &&
    !listed.some(({ id }) => id === attempt.after) &&
    (await identity.issue(api, thread, attempt.repository)) === undefined;
  return {
    prepare: async ({ api, place, draft }) => {
      const before = known(threadAt(place));
      const listing = listSince(api, threadAt(place), findNewest(before).since);
      const found = await identity.issueWith(api, threadAt(place), draft.repository, listing);
      if (found === undefined) return refuse("otherRepository");
      const { issue, thread, other: listed } = found;
      const { after, since } = findNewest([...withoutDeleted(before, listed.values), ...listed.values]);
      // The server's clock may have been ahead when that comment was changed.
      const mark = { after, since: since && Math.min(since, listed.servedAt ?? since) };
      const ids = new Set([...before, ...listed.values].map(({ id }) => id));
      const ready = { repository: thread, repositoryId: issue.repository?.id, issue, mark, listed: ids };
      // If the deletion of the comment was never confirmed, the comment may still exist.
      const existing = isDeletionPending(draft)
        ? await findExistingComment(api, thread, getCommentId(place))
        : undefined;
      if (existing === undefined || ("sent" in existing && existing.why === "missing")) return ready;
      return "sent" in existing ? existing : refuse("standing");
    },
    send: async ({ api, login, text }, { repository, issue, listed, mark }) => {
      const thread = { ...repository, number: issue?.number ?? 0n };
      const comment = await api.createComment(repository, thread.number, text);
      if (comment.id > mark.after && sameText(comment.body, text)) return { id: comment.id, comment };
      // The server changed the text, or a proxy returned another comment.
      const { values } = await listSince(api, thread, mark.since);
      const own = filterByAuthor(login, values).filter(({ id }) => listed?.has(id) !== true);
      const existing = own.find(({ id }) => id === comment.id) ?? own.find(({ body }) => sameText(body, text));
      return existing === undefined ? refuse("unsure") : { id: existing.id, comment: existing };
    },
    find: async (job, attempt) => {
      const { skipped, values } = await listSince(job.api, threadAt(job.place), attempt.since);
      // If the newest comment is gone, the server may have been restored from a backup and count from an older ID.
      const rewound = attempt.after !== 0n && !values.some(({ id }) => id >= attempt.after);
      return await toSearchResult(job, attempt, findCandidates(values, attempt), skipped === 0 && !rewound);
    },
    check: async ({ api, place, otherAttempts }, attempt, { id, comment }) => {
      const { values } = await listSince(api, threadAt(place), attempt.since);
      const login = comment?.author?.login ?? attempt.by;
      const comments = values.some((each) => each.id === id) || comment === undefined ? values : [...values, comment];
      if (await isElsewhere(api, threadAt(place), attempt, values)) return { strayed: true };
      return {
        twice: findCopies(filterByAuthor(login, findCandidates(comments, attempt)), attempt, await otherAttempts()),
        comments,
      };
    },
    // Text typed since the send becomes another comment.
    toRemainder: ({ place, text, unsaved }) => ({ place, text: unsaved ?? text, opened: undefined }),
  };
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

/** Returns the comments that were posted since the attempt began. */
function findCandidates(values: readonly Comment[], { after, text }: Attempt) {
  return values
    .filter(({ id }) => id > after)
    .map((comment) => {
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

function formatSince(newest: number): string {
  return new Date(Math.max(newest - MARGIN_MS, 1000)).toISOString();
}

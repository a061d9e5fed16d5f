// How comments are posted, changed and found on the server.
import { Problem, asProblem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import { sameLogin, sameText } from "../model/entities.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { readComment, readComments } from "../thread/read-thread.ts";
import { isLeaving } from "./draft.ts";
import type { Attempt, Refusal } from "./draft.ts";
import type { RepositoryIdentity } from "../repositories/repository-identity.ts";
import { threadOf } from "./place.ts";
import type { Place } from "./place.ts";
import { claim, copiesOf, refused } from "./target.ts";
import type { Finding, Others, Ready, Refused, Target, Theirs, Writer } from "./target.ts";

/** Servers count whole seconds, and their clocks are set now and then. */
const MARGIN_MS = 60 * 60 * 1000;

export interface CommentTargetParts {
  readonly identity: RepositoryIdentity;
  /** The comments of the thread as they were last read. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
}

/** A comment that isn't on the server: a new one, or one that was deleted and is posted again. */
export function postedComment({ identity, known }: CommentTargetParts): Target {
  const listSince = (api: Forge, thread: ThreadAddress, since: number | undefined) =>
    readComments(api, thread, undefined, since === undefined ? undefined : sinceOf(since));
  return {
    prepare: async ({ api, place, draft }) => {
      const thread = threadFor(place);
      const before = known(thread);
      const [listing, found] = await Promise.allSettled([
        listSince(api, thread, newestOf(before).since),
        identity.issue(api, thread, draft.repository),
      ]);
      // Which repository it is explains why there is no list.
      if (found.status === "rejected") throw asProblem(found.reason);
      if (found.value === undefined) return refused("otherRepository");
      if (listing.status === "rejected") throw asProblem(listing.reason);
      const { issue, thread: present } = found.value;
      const mark = newestOf([...stillThere(before, listing.value.values), ...listing.value.values]);
      const ready = { repository: present, issue, mark };
      // The deletion of its comment was never certain, and hasn't taken place so far.
      const unsure = isLeaving(draft);
      const standing = unsure ? await standingComment(api, present, place.id ?? 0n) : undefined;
      if (standing === undefined || ("sent" in standing && standing.why === "missing")) return ready;
      return "sent" in standing ? standing : refused("standing");
    },
    send: async ({ api, text }, { repository, issue }) => {
      const comment = await api.createComment(repository, issue?.number ?? 0n, text);
      return { id: comment.id, comment };
    },
    find: async (job, attempt) => {
      const { values } = await listSince(job.api, threadFor(job.place), attempt.since);
      return findComment(values, { login: job.login, others: await job.others() }, attempt);
    },
    check: async ({ api, place, others }, attempt, { id, comment }) => {
      const { values } = await listSince(api, threadFor(place), attempt.since);
      const login = comment?.author?.login ?? attempt.by;
      const comments = values.some((each) => each.id === id) || comment === undefined ? values : [...values, comment];
      return { twice: copiesOf(candidatesOf(comments, login, attempt), attempt, await others()), comments };
    },
    explain: explainRefusal,
    // What is typed on is another comment.
    rest: ({ place, text, unsaved }) => ({ place, text: unsaved ?? text, opened: undefined }),
  };
}

/** A comment whose text is changed. */
export function changedComment({ identity }: CommentTargetParts): Target {
  const load = async ({ api }: Writer, place: Place): Promise<Theirs> => {
    const comment = await standingComment(api, threadFor(place), idOf(place));
    if ("sent" in comment)
      throw comment.problem ?? new Problem("notFound", { origin: new URL(place.repository.base).origin });
    return theirs(comment);
  };
  return {
    load,
    prepare: async ({ api, place, draft, text }) => {
      const thread = threadFor(place);
      const [found, comment] = await Promise.all([
        identity.issue(api, thread, draft.repository),
        standingComment(api, thread, idOf(place)),
      ]);
      if (found === undefined) return refused("otherRepository");
      if ("sent" in comment) return comment;
      const { id, body } = comment;
      const ready = { repository: found.thread, issue: found.issue, mark: { after: id, since: undefined } };
      if (sameText(body, text)) return { ...ready, there: { id, comment } };
      const same = draft.opened !== undefined && sameText(body, draft.opened.body);
      return same ? ready : refused("conflict", { theirs: theirs(comment) });
    },
    send: async ({ api, place, text }, { repository, issue }) => {
      const comment = await api.changeComment(repository, issue?.number ?? 0n, idOf(place), text);
      return comment === undefined ? refused("notPlain") : { id: comment.id, comment };
    },
    find: async ({ api, place }, attempt) => {
      const comment = await readComment(api, threadFor(place), idOf(place));
      return comment !== undefined && sameText(comment.body, attempt.text)
        ? { is: "there", arrived: { id: comment.id, comment } }
        : { is: "absent" };
    },
    check: async ({ api, place }, attempt) => {
      const comment = await readComment(api, threadFor(place), idOf(place));
      if (comment === undefined) return {};
      return {
        comments: [comment],
        theirs: sameText(comment.body, attempt.text) ? undefined : theirs(comment),
      };
    },
    explain: explainRefusal,
    rest: ({ place, text, unsaved }, { comment }) => ({
      place,
      text: unsaved ?? text,
      opened: { title: undefined, body: comment?.body ?? "", version: undefined },
    }),
  };
}

/** The comment as it stands there, or why there is none that can be changed. */
export async function standingComment(api: Forge, thread: ThreadAddress, id: Id): Promise<Comment | Refused> {
  try {
    return (await readComment(api, thread, id)) ?? refused("notPlain");
  } catch (error) {
    const problem = asProblem(error);
    return refused(problem.kind === "notFound" ? "missing" : "problem", { problem });
  }
}

/** A status has several reasons; which it was is seen in the issue, never in the text of the answer. */
export function explainRefusal({ kind }: Problem, { issue }: Pick<Ready, "issue">): Refusal {
  if (kind === "archived") return "archived";
  if (kind === "notFound") return "missing";
  return kind === "forbidden" && issue?.locked === true ? "locked" : "problem";
}

/** The comment that an attempt has become, as far as the list can tell. */
function findComment(
  values: readonly Comment[],
  { login, others }: { readonly login: string | undefined; readonly others: Others },
  attempt: Attempt,
): Finding {
  // An unknown comment may be the one that arrived, edited on the web since.
  const found = claim(candidatesOf(values, login, attempt), attempt, others);
  if (found === "unsure") return { is: "unsure" };
  if (found !== undefined) return { is: "there", arrived: { id: found.id, comment: found.comment } };
  // The newest comment is gone: the server may have been restored from a backup, and count from an older one.
  const rewound = attempt.after !== 0n && !values.some(({ id }) => id >= attempt.after);
  return { is: rewound ? "unsure" : "absent" };
}

/** What the writer has posted since. */
function candidatesOf(values: readonly Comment[], login: string | undefined, { after, text }: Attempt) {
  return values
    .filter(({ author, id }) => id > after && (login === undefined || sameLogin(author?.login, login)))
    .map((comment) => {
      const { body, createdAt, id } = comment;
      return { id, matches: sameText(body, text), createdAt, comment };
    });
}

/** The comments that were known before, without those that the newer list would show if they still stood there. */
function stillThere(before: readonly Comment[], listed: readonly Comment[]): readonly Comment[] {
  const { since } = newestOf(before);
  if (since === undefined) return [];
  const ids = new Set(listed.map(({ id }) => id));
  return before.filter(({ id, updatedAt }) => updatedAt < since - MARGIN_MS || ids.has(id));
}

function newestOf(comments: readonly Comment[]): Pick<Attempt, "after" | "since"> {
  let after = 0n;
  let since: number | undefined;
  for (const { id, updatedAt } of comments) {
    if (id > after) after = id;
    since = Math.max(since ?? updatedAt, updatedAt);
  }
  return { after, since };
}

function sinceOf(newest: number): string {
  return new Date(Math.max(newest - MARGIN_MS, 1000)).toISOString();
}

function theirs({ author, body }: Comment): Theirs {
  return { title: undefined, body, version: undefined, author: author?.login };
}

function threadFor(place: Place): ThreadAddress {
  return threadOf(place) ?? { ...place.repository, number: 0n };
}

function idOf({ id }: Place): Id {
  return id ?? 0n;
}

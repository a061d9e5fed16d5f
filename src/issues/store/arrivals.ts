import { asProblem } from "../../base/problem.ts";
import type { Wait } from "../../base/wait.ts";
import type { Forge as Api } from "../api/forge.ts";
import { sameLogin, sameText } from "../model/entities.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Attempt } from "../model/draft.ts";
import { deleteComment } from "./changing.ts";
import { readComments } from "../thread/read-thread.ts";

/** After an answer was lost, the thread is read after each of these: the server may still be at work. */
const LOOKS = [0, 1_000, 3_000];

/** Servers count whole seconds, and their clocks are set now and then. */
const MARGIN = 60 * 60 * 1000;

/** Each look may find one more that came late. */
const MOST_LOOKS_FOR_DOUBLES = 3;

export interface Writer {
  readonly api: Api;
  /** Who writes, where it is known. */
  readonly login: string | undefined;
}

/** What of a thread is known before something is posted to it. */
export type Before = Pick<Attempt, "after" | "since">;

type Sought = Pick<Attempt, "text" | "after" | "since">;

/** How far the thread goes. What is `known` of it already need not be read again. */
export async function readBefore(api: Api, thread: ThreadAddress, known: readonly Comment[]): Promise<Before> {
  const read = await readComments(api, thread, undefined, sinceOf(newestOf(known).since));
  return newestOf([...known, ...read.values]);
}

function newestOf(comments: readonly Comment[]): Before {
  let after = 0n;
  let since: number | undefined;
  for (const { id, updatedAt } of comments) {
    if (id > after) after = id;
    since = Math.max(since ?? updatedAt, updatedAt);
  }
  return { after, since };
}

/** The comments of the thread that can only have come from this attempt, the oldest first. */
export async function arrivedOf(
  { api, login }: Writer,
  thread: ThreadAddress,
  sought: Sought,
): Promise<readonly Comment[]> {
  const { values } = await readComments(api, thread, undefined, sinceOf(sought.since));
  return values
    .filter(({ author, id, body }) => {
      const mine = login === undefined || sameLogin(author?.login, login);
      return mine && id > sought.after && sameText(body, sought.text);
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Looks more than once, as a server that was cut off may still be at work. Nothing, where it has not come. */
export async function lookFor(
  writer: Writer,
  thread: ThreadAddress,
  sought: Sought,
  wait: Wait,
): Promise<Comment | undefined> {
  for (const pause of LOOKS) {
    await wait(pause);
    const [found] = await arrivedOf(writer, thread, sought).catch(() => []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Something on the way may send a POST twice, and the comment then stands there twice: all but the one that is known are
 * deleted. Only where it is known who writes, as others may have said the same. Says whether it was seen to stand there
 * alone, or can never be.
 */
export async function leaveOne(writer: Writer, thread: ThreadAddress, sought: Sought, kept: Id): Promise<boolean> {
  if (writer.login === undefined) return true;
  for (let look = 0; look < MOST_LOOKS_FOR_DOUBLES; look += 1) {
    const found = await arrivedOf(writer, thread, sought);
    const doubles = found.filter(({ id }) => id !== kept);
    // Where the one that is known is not to be seen, nothing can be said.
    if (doubles.length === 0 || doubles.length === found.length) return true;
    for (const { id } of doubles) if (!(await deleted(writer.api, thread, id))) return true;
  }
  return false;
}

/** False where it may not be deleted, as by whoever is signed in now. */
async function deleted(api: Api, thread: ThreadAddress, id: Id): Promise<boolean> {
  try {
    await deleteComment(api, thread, id);
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === "forbidden") return false;
    // Gone is gone; what is uncertain is seen when the thread is read again.
    if (problem.kind !== "notFound" && problem.facts.wrote !== "unknown") throw problem;
  }
  return true;
}

function sinceOf(newest: number | undefined): string | undefined {
  return newest === undefined ? undefined : new Date(Math.max(newest - MARGIN, 1000)).toISOString();
}

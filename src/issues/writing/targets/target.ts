// What the sender needs to know of each kind of text: how to prepare, send and find it. Written once per kind.
import type { Problem } from "../../../base/problem.ts";
import type { Wait } from "../../../base/wait.ts";
import type { Account } from "../../../workbench/accounts.ts";
import type { Forge } from "../../api/forge.ts";
import type { NewIssue } from "../../api/issue-writes.ts";
import { sameLogin, type Comment, type Id, type Issue, type Person } from "../../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../../model/address.ts";
import type { Attempt, Draft, Refusal } from "../draft.ts";
import { sameParent, type Place } from "../place.ts";
import { sameDocument, type Version } from "../text.ts";

export interface Writer {
  readonly api: Forge;
  /** Who writes; undefined if the token doesn't tell whose it is. */
  readonly login: string | undefined;
  readonly account?: Account;
}

/** One text on its way. */
export interface Job extends Writer {
  readonly place: Place;
  readonly draft: Draft;
  readonly text: string;
  /** The attempts of other drafts. Ask after the server's list, so that whatever made an entry of it is among them. */
  readonly others: () => Promise<readonly Attempt[]>;
}

/** What a look for a text takes. */
export type LookJob = Omit<Job, "draft">;

/** What became of a text. */
export type Outcome = Sent | Refused;

export interface Sent {
  readonly sent: true;
  readonly thread: ThreadAddress;
  /** The comment; undefined for issues. */
  readonly comment: Id | undefined;
  /** More was typed while it was sent, and is kept as a draft. */
  readonly more: boolean;
  /** What the server left out without a word, by name. */
  readonly dropped: readonly string[];
  /** A second comment or issue with the same text: something on the way has repeated the POST. */
  readonly second: Id | undefined;
}

export interface Refused {
  readonly sent: false;
  readonly why: Refusal;
  readonly problem: Problem | undefined;
  readonly names: readonly string[];
  /** For a conflict: the server's version and its author. */
  readonly theirs: Theirs | undefined;
}

export interface Theirs extends Version {
  /** Undefined if the server doesn't say who changed it. */
  readonly author: string | undefined;
}

export function refuse(why: Refusal, more: Partial<Omit<Refused, "sent" | "why">> = {}): Refused {
  return { sent: false, why, problem: undefined, names: [], theirs: undefined, ...more };
}

/** What the server has of a text that was sent. */
export interface Arrived {
  /** The comment, or the number of the issue. */
  readonly id: Id;
  readonly comment?: Comment;
  readonly issue?: Issue;
}

/** Whether its text is known: of one that was confirmed before its window was killed, only the id is. */
export function isLoaded({ comment, issue }: Arrived): boolean {
  return comment !== undefined || issue !== undefined;
}

/** The version of it that the server has. */
export function toTheirs({ comment, issue }: Arrived): Theirs {
  const { body = "" } = issue ?? comment ?? {};
  return { title: issue?.title, body, version: issue?.version, author: comment?.author?.login };
}

/** The state of the server, loaded before sending. */
export interface Ready {
  /** The repository in its present name. */
  readonly repository: RepositoryAddress;
  /** The id by which the server knows the repository; undefined if it doesn't say. */
  readonly repositoryId: Id | undefined;
  readonly issue: Issue | undefined;
  /** From here on it can be found, should the answer be lost. */
  readonly mark: Pick<Attempt, "after" | "since">;
  /** The comments that were listed before it is sent. */
  readonly listed?: ReadonlySet<Id>;
  /** It is already there, after a lost response or because someone wrote the same text. */
  readonly there?: Arrived | undefined;
  /** A new issue, with what its head names by the ids of the server. */
  readonly named?: NewIssue;
}

/** A status has several reasons. The issue shows which one it was; the answer's text may be in any language. */
export function explainRefusal({ kind }: Problem, { issue }: Pick<Ready, "issue">): Refusal {
  if (kind === "archived") return "archived";
  if (kind === "notFound") return "missing";
  return kind === "forbidden" && issue?.locked === true ? "locked" : "problem";
}

/** Whether the issue belongs to a repository that took the name in the moment of sending. */
export function isOfAnother(issue: Issue | undefined, { repository }: Pick<Attempt, "repository">): boolean {
  const id = issue?.repository?.id;
  return id !== undefined && repository !== undefined && id !== repository;
}

/** What a look for it has shown. */
export type SearchResult = Arrived | "absent" | "unsure";

/** After an answer was lost, the server is asked after each of these: it may still be at work. */
const LOOKS_MS = [0, 1_000, 3_000];

/** Looks more than once, as a server that was cut off may still be at work. Throws if it could not look at all. */
export async function lookRepeatedly(find: () => Promise<SearchResult>, wait: Wait): Promise<SearchResult> {
  let last: SearchResult | undefined;
  let failure: unknown;
  for (const pause of LOOKS_MS) {
    await wait(pause);
    try {
      last = await find();
      if (typeof last === "object") return last;
    } catch (error) {
      failure = error;
    }
  }
  if (last === undefined) throw failure;
  return last;
}

/** What one more look shows after the server has confirmed a text. */
export interface Check {
  /** The same text twice, because something on the way repeated the request. "unknown" if that isn't clear yet. */
  readonly twice?: readonly [first: Id, second: Id] | "unknown" | undefined;
  /** Another repository took the name in the moment of sending, and the text is there. */
  readonly strayed?: boolean;
  /** Someone has overwritten it at the same moment. */
  readonly theirs?: Theirs | undefined;
  /** Comments as they are now. */
  readonly comments?: readonly Comment[];
}

/** A comment or issue that is newer than everything the attempt has seen. */
export interface Candidate {
  readonly id: Id;
  /** It has the attempt's text. */
  readonly matches: boolean;
}

/**
 * The candidates for an attempt's outcome: all that don't belong to another draft, and those with its text. Both in
 * order.
 */
export function findClaims<Each extends Candidate>(
  candidates: readonly Each[],
  attempt: Attempt,
  others: readonly Attempt[],
): { readonly all: readonly Each[]; readonly same: readonly Each[] } {
  const isSame = (other: Attempt): boolean => sameDocument(attempt.place.kind, other.text, attempt.text);
  const arrived = new Map(others.map((other) => [other.id, other]));
  const all = candidates
    .filter(({ id, matches }) => {
      const other = arrived.get(id);
      // A server that was restored from a backup gives ids out again: with another text it is another comment, and one
      // that the other draft had before this attempt began would have been seen.
      return other === undefined || (matches && (!isSame(other) || other.at < attempt.at));
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const same = all.filter(({ id, matches }) => {
    const other = arrived.get(id);
    return matches && (other === undefined || !isSame(other));
  });
  return { all, same };
}

/** What repeats a request on the way does so within this time. */
const MAX_REPEAT_MS = 5 * 60_000;

/** The comment or issue that an attempt has become, and the first other one with its text from about the same time. */
export function findCopies(
  candidates: readonly (Candidate & { readonly createdAt: number })[],
  attempt: Attempt,
  others: readonly Attempt[],
): Check["twice"] {
  const own = candidates.find(({ id }) => id === attempt.id);
  if (own === undefined) return undefined;
  // An open attempt with the same text may be what made the other one.
  if (findRivals(attempt, others).length > 0) return "unknown";
  const copy = findClaims(candidates, attempt, others).same.find(
    ({ id, createdAt }) => id !== own.id && Math.abs(createdAt - own.createdAt) <= MAX_REPEAT_MS,
  );
  if (copy === undefined) return undefined;
  return copy.id > own.id ? [own.id, copy.id] : [copy.id, own.id];
}

interface Authored {
  readonly author: Person | undefined;
}

/** Those by the writer. Without a login, which some tokens don't reveal, any author matches. */
export function by<Each extends Authored>(login: string | undefined, all: readonly Each[]): readonly Each[] {
  return all.filter(({ author }) => login === undefined || sameLogin(author?.login, login));
}

/** What a look means that found these. If it doesn't show everything, nothing is known to be absent. */
export async function decide(
  { api, login, others }: LookJob,
  attempt: Attempt,
  candidates: readonly (Candidate & Arrived & Authored)[],
  isWhole: boolean,
): Promise<SearchResult> {
  // Another text by the writer may be the one that arrived, edited on the web since.
  const found = claim(by(login, candidates), attempt, await others());
  // Without a login, someone else may have written the same.
  if (found !== undefined) return login === undefined ? "unsure" : found;
  if (!isWhole) return "unsure";
  if (!candidates.some(({ matches }) => matches)) return "absent";
  // The writer may have a new login, or have entered a wrong one.
  const user = await api.user().catch(() => undefined);
  return sameLogin(user?.login, login) ? "absent" : "unsure";
}

/** The candidate that the attempt has become; "unsure" if several or none may be it, undefined if there is none. */
export function claim<Each extends Candidate>(
  candidates: readonly Each[],
  attempt: Attempt,
  others: readonly Attempt[],
): Each | "unsure" | undefined {
  const { all, same } = findClaims(candidates, attempt, others);
  // If equal texts are being sent at the same time, each gets one in turn, and none while there are too few.
  const rivals = findRivals(attempt, others);
  const before = rivals.filter(({ at, draft }) => at < attempt.at || (at === attempt.at && draft < attempt.draft));
  if (same.length > rivals.length) return same[before.length];
  return all.length > 0 ? "unsure" : undefined;
}

/** Open attempts of other drafts with the same text, on the same thread or in the same repository. */
function findRivals({ place, text }: Attempt, others: readonly Attempt[]): readonly Attempt[] {
  return others.filter(
    (other) => other.id === undefined && sameParent(other.place, place) && sameDocument(place.kind, other.text, text),
  );
}

export interface Target {
  /** What is on the server now, to be compared and merged with; only of texts that replace another. */
  load?(writer: Writer, place: Place): Promise<Theirs | undefined>;
  /** Reads what decides whether the text may be sent. */
  prepare(job: Job): Promise<Ready | Refused>;
  /** Throws a `Problem` if the server refuses, or the answer is lost. */
  send(job: Job, ready: Ready): Promise<Arrived | Refused>;
  /** Looks for what an attempt has left on the server. */
  find(job: LookJob, attempt: Attempt): Promise<SearchResult>;
  /** Looks once more after it was sent. */
  check(job: LookJob, attempt: Attempt, arrived: Arrived): Promise<Check>;
  /** Why the server has refused, if `explainRefusal` doesn't know. */
  readonly explain?: (problem: Problem, ready: Ready) => Refusal;
  /** The draft of text that was typed during sending. */
  rest(draft: Draft, arrived: Arrived): Pick<Draft, "place" | "text" | "opened">;
}

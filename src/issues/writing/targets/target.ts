// The interface between the sender and each kind of text, and the search for a text whose outcome is unknown.
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
  /** The login of the account. Undefined if the server doesn't return the token's owner. */
  readonly login: string | undefined;
  readonly account?: Account;
}

/** A text that is being sent. */
export interface Job extends Writer {
  readonly place: Place;
  readonly draft: Draft;
  readonly text: string;
  /** Loads the attempts of other drafts. Call it after listing the server's entries, to include whatever made them. */
  readonly otherAttempts: () => Promise<readonly Attempt[]>;
}

/** What a search for a text needs. */
export type SearchJob = Omit<Job, "draft">;

export type Outcome = Sent | Refused;

export interface Sent {
  readonly sent: true;
  readonly thread: ThreadAddress;
  /** The comment's ID. Undefined for issues. */
  readonly comment: Id | undefined;
  /** More was typed during sending, and is kept as a draft. */
  readonly more: boolean;
  /** The names of labels, milestone and assignees that the server silently ignored. */
  readonly dropped: readonly string[];
  /** A second comment or issue with the same text, because a proxy or another window repeated the POST. */
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
  /** Undefined if the server doesn't return who changed the text. */
  readonly author: string | undefined;
}

export function refuse(why: Refusal, more: Partial<Omit<Refused, "sent" | "why">> = {}): Refused {
  return { sent: false, why, problem: undefined, names: [], theirs: undefined, ...more };
}

/** A text that was found on the server. */
export interface Arrived {
  /** The ID of the comment, or the number of the issue. */
  readonly id: Id;
  readonly comment?: Comment;
  readonly issue?: Issue;
}

/** Whether the text is known: if a window was killed after the server confirmed its send, only the ID is. */
export function hasText({ comment, issue }: Arrived): boolean {
  return comment !== undefined || issue !== undefined;
}

/** Returns the server's version of the text. */
export function toTheirs({ comment, issue }: Arrived): Theirs {
  const { body = "" } = issue ?? comment ?? {};
  return { title: issue?.title, body, version: issue?.version, author: comment?.author?.login };
}

/** The server's state, loaded before sending. */
export interface Ready {
  /** The repository with its current name. */
  readonly repository: RepositoryAddress;
  /** The server's ID of the repository. Undefined if the server doesn't return it. */
  readonly repositoryId: Id | undefined;
  readonly issue: Issue | undefined;
  /** Where to search from if the answer is lost. */
  readonly mark: Pick<Attempt, "after" | "since">;
  /** The comments that existed before the send. */
  readonly listed?: ReadonlySet<Id>;
  /** Set if the text is already there, after a lost answer or because someone else wrote the same. */
  readonly existing?: Arrived | undefined;
  /** A new issue, with the server's IDs for the names in its head. */
  readonly named?: NewIssue;
}

/** Explains a rejection. One status has several reasons. The issue shows which: messages may be in any language. */
export function explainRefusal({ kind }: Problem, { issue }: Pick<Ready, "issue">): Refusal {
  if (kind === "archived") return "archived";
  if (kind === "notFound") return "missing";
  return kind === "forbidden" && issue?.locked === true ? "locked" : "problem";
}

/** Whether the issue belongs to a repository that took the name during sending. */
export function isFromOtherRepository(issue: Issue | undefined, { repository }: Pick<Attempt, "repository">): boolean {
  const id = issue?.repository?.id;
  return id !== undefined && repository !== undefined && id !== repository;
}

/** The result of a search for a text. */
export type SearchResult = Arrived | "absent" | "unsure";

/** Waits before each search after a lost answer. The server may still be processing the request. */
const SEARCH_DELAYS_MS = [0, 1_000, 3_000];

/** Searches several times, because the server may still be processing the request. Throws if every search failed. */
export async function searchRepeatedly(search: () => Promise<SearchResult>, wait: Wait): Promise<SearchResult> {
  let last: SearchResult | undefined;
  let failure: unknown;
  for (const pause of SEARCH_DELAYS_MS) {
    await wait(pause);
    try {
      last = await search();
      if (typeof last === "object") return last;
    } catch (error) {
      failure = error;
    }
  }
  if (last === undefined) throw failure;
  return last;
}

/** The result of the check after the server confirmed a text. */
export interface Check {
  /** The two copies if the text arrived twice. "unknown" if that isn't clear yet. */
  readonly twice?: readonly [first: Id, second: Id] | "unknown" | undefined;
  /** Another repository took the name during sending, and has the text. */
  readonly strayed?: boolean;
  /** The server's version, if someone overwrote the text at the same moment. */
  readonly theirs?: Theirs | undefined;
  /** The current state of comments. */
  readonly comments?: readonly Comment[];
}

/** A comment or issue that is newer than everything known when the attempt began. */
export interface Candidate {
  readonly id: Id;
  /** Whether it has the attempt's text. */
  readonly matches: boolean;
}

/** Returns the candidates that don't belong to another draft, and those among them with the attempt's text, sorted. */
export function findClaims<Each extends Candidate>(
  candidates: readonly Each[],
  attempt: Attempt,
  otherAttempts: readonly Attempt[],
): { readonly all: readonly Each[]; readonly same: readonly Each[] } {
  const isSame = (other: Attempt): boolean => sameDocument(attempt.place.kind, other.text, attempt.text);
  const arrived = new Map(otherAttempts.map((other) => [other.id, other]));
  const all = candidates
    .filter(({ id, matches }) => {
      const other = arrived.get(id);
      // A server that was restored from a backup assigns IDs again. If the other draft had another text, or had arrived
      // before this attempt began (which would have seen it), the candidate is a new comment with the same ID.
      return other === undefined || (matches && (!isSame(other) || other.at < attempt.at));
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const same = all.filter(({ id, matches }) => {
    const other = arrived.get(id);
    return matches && (other === undefined || !isSame(other));
  });
  return { all, same };
}

/** Proxies repeat requests only within this time. */
const MAX_REPEAT_MS = 5 * 60_000;

/** Returns an attempt's comment or issue and the first other one with its text from about the same time, in order. */
export function findCopies(
  candidates: readonly (Candidate & { readonly createdAt: number })[],
  attempt: Attempt,
  otherAttempts: readonly Attempt[],
): Check["twice"] {
  const own = candidates.find(({ id }) => id === attempt.id);
  if (own === undefined) return undefined;
  // Another open attempt with the same text may have made the second one.
  if (findRivals(attempt, otherAttempts).length > 0) return "unknown";
  const copy = findClaims(candidates, attempt, otherAttempts).same.find(
    ({ id, createdAt }) => id !== own.id && Math.abs(createdAt - own.createdAt) <= MAX_REPEAT_MS,
  );
  if (copy === undefined) return undefined;
  return copy.id > own.id ? [own.id, copy.id] : [copy.id, own.id];
}

interface Authored {
  readonly author: Person | undefined;
}

/** Returns the entries by this author. Without a login, which some tokens don't reveal, every author matches. */
export function filterByAuthor<Each extends Authored>(
  login: string | undefined,
  all: readonly Each[],
): readonly Each[] {
  return all.filter(({ author }) => login === undefined || sameLogin(author?.login, login));
}

/** Turns the candidates of a search into its result. An incomplete search can't show that a text is absent. */
export async function toSearchResult(
  { api, login, otherAttempts }: SearchJob,
  attempt: Attempt,
  candidates: readonly (Candidate & Arrived & Authored)[],
  isWhole: boolean,
): Promise<SearchResult> {
  // A comment with another text may be the one that arrived, edited on the web since.
  const found = claim(filterByAuthor(login, candidates), attempt, await otherAttempts());
  // Without a login, someone else may have written the same text.
  if (found !== undefined) return login === undefined ? "unsure" : found;
  if (!isWhole) return "unsure";
  if (!candidates.some(({ matches }) => matches)) return "absent";
  // The writer may have a new login, or have entered a wrong one.
  const user = await api.user().catch(() => undefined);
  return sameLogin(user?.login, login) ? "absent" : "unsure";
}

/** Returns the attempt's candidate, "unsure" if it can't be identified, or undefined if there are none. */
export function claim<Each extends Candidate>(
  candidates: readonly Each[],
  attempt: Attempt,
  otherAttempts: readonly Attempt[],
): Each | "unsure" | undefined {
  const { all, same } = findClaims(candidates, attempt, otherAttempts);
  // If equal texts are sent at the same time, each attempt gets one in turn, but only once there are enough for all.
  const rivals = findRivals(attempt, otherAttempts);
  const before = rivals.filter(({ at, draft }) => at < attempt.at || (at === attempt.at && draft < attempt.draft));
  if (same.length > rivals.length) return same[before.length];
  return all.length > 0 ? "unsure" : undefined;
}

/** Open attempts of other drafts with the same text, on the same thread or in the same repository. */
function findRivals({ place, text }: Attempt, otherAttempts: readonly Attempt[]): readonly Attempt[] {
  return otherAttempts.filter(
    (other) => other.id === undefined && sameParent(other.place, place) && sameDocument(place.kind, other.text, text),
  );
}

export interface Target {
  /** Loads the server's version, to compare and merge with. Only for texts that change an existing one. */
  load?(writer: Writer, place: Place): Promise<Theirs | undefined>;
  /** Loads what decides whether the text may be sent. */
  prepare(job: Job): Promise<Ready | Refused>;
  /** Throws a `Problem` if the server rejects the text or the answer is lost. */
  send(job: Job, ready: Ready): Promise<Arrived | Refused>;
  /** Searches for the text of an attempt. */
  find(job: SearchJob, attempt: Attempt): Promise<SearchResult>;
  /** Checks an arrived text for copies and overwrites. */
  check(job: SearchJob, attempt: Attempt, arrived: Arrived): Promise<Check>;
  /** Replaces `explainRefusal` for this kind of text. */
  readonly explain?: (problem: Problem, ready: Ready) => Refusal;
  /** Returns the new draft for text that was typed during sending. `sent` is what was sent. */
  toRemainder(draft: Draft, arrived: Arrived, sent: string): Pick<Draft, "place" | "text" | "opened">;
}

// The interface between the sender and each kind of text, and the search for a text whose outcome is unknown.
import type { Problem } from "../../../base/problem.ts";
import type { Account } from "../../../workbench/accounts/accounts.ts";
import type { Forge } from "../../api/forge.ts";
import { sameLogin, type Comment, type Id, type Issue, type Person } from "../../model/entities.ts";
import type { RepositoryAddress } from "../../model/address.ts";
import type { ReviewComment } from "../../model/review.ts";
import type { Attempt, Draft, Refusal } from "../drafts/draft.ts";
import { sameParent, type Place } from "../drafts/place.ts";
import { sameDocument } from "../drafts/draft-document.ts";
import { refuse, type Refused, type Remainder, type Theirs } from "../drafts/outcome.ts";

export interface Writer {
  readonly api: Forge;
  /** The login of the account. Undefined if the server doesn't return the token's owner. */
  readonly login: string | undefined;
  readonly account?: Account;
}

/** A text that is being sent. */
export interface Job extends Writer {
  readonly draft: Draft;
  readonly text: string;
}

/** A text that was found on the server. */
export interface Arrived {
  /** The ID of the comment or review, or the number of the issue. */
  readonly id: Id;
  readonly comment?: Comment;
  /** A comment on a line of a pull request. */
  readonly lineComment?: ReviewComment;
  readonly issue?: Issue;
}

/** Returns undefined if only the ID is known, because a window was killed after the server confirmed its send. */
export function toOpened(arrived: Arrived): Theirs | undefined {
  return (arrived.comment ?? arrived.lineComment ?? arrived.issue) === undefined ? undefined : toTheirs(arrived);
}

export function toTheirs({ comment, issue, lineComment }: Arrived): Theirs {
  const { body = "" } = issue ?? comment ?? lineComment ?? {};
  return { title: issue?.title, body, version: issue?.version, author: (comment ?? lineComment)?.author?.login };
}

/** The server's state, loaded before sending. After a lost answer, the search starts from `after` and `since`. */
export interface Ready extends Pick<Attempt, "after" | "since"> {
  /** The repository with its current name. */
  readonly repository: RepositoryAddress;
  /** The server's ID of the repository. Undefined if the server doesn't return it. */
  readonly repositoryId: Id | undefined;
  readonly issue?: Issue;
  /** Set if the text is already there, after a lost answer or because someone else wrote the same. */
  readonly existing?: Arrived | undefined;
  /** Throws a `Problem` if the server rejects the text or the answer is lost. */
  readonly send: () => Promise<Arrived | Refused>;
}

/** Explains a rejection. One status has several reasons. The issue shows which: messages may be in any language. */
export function explainRefusal({ kind }: Problem, issue?: Issue): Refusal {
  if (kind === "archived") return "archived";
  if (kind === "notFound") return "missing";
  return kind === "forbidden" && issue?.locked === true ? "locked" : "problem";
}

/** Whether the issue belongs to a repository that took the name during sending. */
export function isFromOtherRepository(issue: Issue | undefined, { repository }: Pick<Attempt, "repository">): boolean {
  const id = issue?.repository?.id;
  return id !== undefined && repository !== undefined && id !== repository;
}

export type SearchResult = Arrived | "absent" | "unsure";

/** The result of the check after the server confirmed a text. */
export interface Check {
  /** The ID of the text and of a second copy. Undefined if it isn't clear yet whether there is one. */
  readonly copies?: { readonly id: Id; readonly checked: { readonly second: Id | undefined } } | undefined;
  /**
   * Set if another repository has the text, which took the name during sending, if someone overwrote the text, or if the
   * server confirmed a text that isn't there.
   */
  readonly refused?: Refused | undefined;
  /** The current state of comments. */
  readonly comments?: readonly Comment[];
  /** The drafts of `listParts` that the server doesn't have. */
  readonly absent?: readonly string[];
}

/** A draft that is sent together with another one. */
export type Part = Pick<Attempt, "draft" | "text">;

/** A listed comment or issue that is newer than everything known when the attempt began. */
export interface Entry extends Arrived {
  /** Whether it has the attempt's text. */
  readonly matches: boolean;
  readonly author: Person | undefined;
  readonly createdAt: number;
}

/** Returns the candidates that don't belong to another draft, and those among them with the attempt's text, sorted. */
export function findClaims(
  candidates: readonly Entry[],
  attempt: Attempt,
  others: readonly Attempt[],
): { readonly all: readonly Entry[]; readonly same: readonly Entry[] } {
  const isSame = (other: Attempt): boolean => sameDocument(attempt.place.kind, other.text, attempt.text);
  const arrived = new Map(others.map((other) => [other.id, other]));
  const all = candidates
    .filter(({ id, matches }) => {
      const other = arrived.get(id);
      // A server that was restored from a backup assigns IDs again. If the other draft had another text, or had arrived
      // before this attempt began (which would have seen it), the candidate is a new comment with the same ID.
      return other === undefined || (matches && (!isSame(other) || other.at < attempt.at));
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const same = new Set([...arrived.values()].filter(isSame).map(({ id }) => id));
  return { all, same: all.filter(({ id, matches }) => matches && !same.has(id)) };
}

/** Far more than the clocks of a server's parts differ. */
const MAX_CLOCK_DIFFERENCE_MS = 24 * 60 * 60_000;

/** Whether a new text can be by this author and from this time, both if known. If not, the answer may be wrong. */
export function isBy(
  { author, createdAt }: Pick<Entry, "author" | "createdAt">,
  { login, servedAt }: { readonly login: string | undefined; readonly servedAt: number | undefined },
): boolean {
  const isInTime = servedAt === undefined || Math.abs(createdAt - servedAt) <= MAX_CLOCK_DIFFERENCE_MS;
  return isInTime && (login === undefined || sameLogin(author?.login, login));
}

/** Proxies repeat requests only within this time. */
const MAX_REPEAT_MS = 5 * 60_000;

/** Finds an attempt's comment or issue and the first other one with its text from about the same time. */
export function findCopies(
  attempt: Attempt & Pick<Arrived, "id">,
  entries: readonly Entry[],
  others: readonly Attempt[],
): Check["copies"] {
  const candidates = filterByAuthor(attempt.by, entries);
  const own = candidates.find(({ id }) => id === attempt.id);
  if (own === undefined) return { id: attempt.id, checked: { second: undefined } };
  // Another open attempt with the same text may have made the second one.
  if (findRivals(attempt, others).length > 0) return undefined;
  const copy = findClaims(candidates, attempt, others).same.find(
    ({ id, createdAt }) => id !== own.id && Math.abs(createdAt - own.createdAt) <= MAX_REPEAT_MS,
  );
  const [id, second] = copy !== undefined && copy.id < own.id ? [copy.id, own.id] : [own.id, copy?.id];
  return { id, checked: { second } };
}

/** Returns the entries by this author. Without a login, which some tokens don't reveal, every author matches. */
function filterByAuthor(login: string | undefined, all: readonly Entry[]): readonly Entry[] {
  return all.filter(({ author }) => login === undefined || sameLogin(author?.login, login));
}

/**
 * Finds what a send created if the server returned something else: it may have changed the text, or a proxy may have
 * returned another comment or issue. `returned` is the ID in the answer.
 */
export async function findCreated(
  { api, login }: Writer,
  returned: Id,
  entries: readonly Entry[],
): Promise<Arrived | Refused> {
  const own = filterByAuthor(login, entries);
  const found = own.find(({ id }) => id === returned) ?? own.find(({ matches }) => matches);
  if (found !== undefined) return found;
  // The writer may have a new login, or have entered a wrong one.
  const other = entries.find(({ id, matches }) => matches && id === returned);
  if (other === undefined) return refuse("unsure");
  const present = (await api.user().catch(() => undefined))?.login ?? other.author?.login;
  return sameLogin(present, other.author?.login) ? other : refuse("unsure");
}

/**
 * Whether a confirmed text is on the server, with the author that the server named. The list may lack it, so
 * `loadEntry` loads it by its ID, and returns undefined if it doesn't exist.
 */
export async function isThere(
  { by, id }: Pick<Attempt, "by" | "id">,
  entries: readonly Entry[],
  loadEntry: () => Promise<Entry | undefined>,
): Promise<boolean> {
  const listed = entries.find((each) => each.id === id);
  if (listed !== undefined) return filterByAuthor(by, [listed]).length > 0;
  return (await loadEntry())?.matches === true;
}

/** Turns a list of the server into the result of a search. An incomplete list can't show that a text is absent. */
export async function toSearchResult(
  api: Forge,
  attempt: Attempt,
  { entries, isWhole }: { readonly entries: readonly Entry[]; readonly isWhole: boolean },
  others: readonly Attempt[],
): Promise<SearchResult> {
  const login = attempt.by;
  // A comment with another text may be the one that arrived, edited on the web since.
  const found = claim(filterByAuthor(login, entries), attempt, others);
  // Without a login, someone else may have written the same text.
  if (found !== undefined) return login === undefined ? "unsure" : found;
  if (!isWhole) return "unsure";
  if (!entries.some(({ matches }) => matches)) return "absent";
  // The writer may have a new login, or have entered a wrong one.
  const user = await api.user().catch(() => undefined);
  return sameLogin(user?.login, login) ? "absent" : "unsure";
}

/** Returns the attempt's candidate, "unsure" if it can't be identified, or undefined if there are none. */
export function claim(
  candidates: readonly Entry[],
  attempt: Attempt,
  others: readonly Attempt[],
): Entry | "unsure" | undefined {
  const { all, same } = findClaims(candidates, attempt, others);
  // If equal texts are sent at the same time, each attempt gets one in turn, but only once there are enough for all.
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
  /** Loads the server's version, to compare and merge with. Only for texts that change an existing one. */
  load?(api: Forge, place: Place): Promise<Theirs | undefined>;
  /** Loads what decides whether the text may be sent. */
  prepare(job: Job): Promise<Ready | Refused>;
  /** Searches for the text of an attempt. */
  find(api: Forge, attempt: Attempt): Promise<SearchResult>;
  /** Checks whether an arrived text is really there, for copies and overwrites. */
  check(api: Forge, attempt: Attempt, arrived: Arrived): Promise<Check>;
  /** Returns the other drafts that are sent with a text. */
  listParts?(text: string): readonly Part[];
  /** Replaces `explainRefusal` for this kind of text. */
  readonly explain?: typeof explainRefusal | undefined;
  /** Returns what changes in a draft with text that was typed during sending. `sent` is what was sent. */
  toRemainder(draft: Draft, arrived: Arrived, sent: string): Remainder;
}

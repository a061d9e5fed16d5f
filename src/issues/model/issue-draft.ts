import type { ProblemKind } from "../../base/problem.ts";
import type { Id, RepositoryName } from "./entities.ts";
import { sameText } from "./entities.ts";
import { repositoryKey } from "./address.ts";
import type { RepositoryAddress } from "./address.ts";
import { readIssueText } from "./issue-text.ts";

/** What a text is for: an issue that is to be made, or what one says of itself. */
export type IssueTarget =
  { readonly kind: "new"; readonly slot: number } | { readonly kind: "issue"; readonly number: Id };

export interface IssuePlace {
  readonly repository: RepositoryAddress;
  readonly target: IssueTarget;
}

/** Title and text as they stood when the issue was opened. */
export interface OpenedIssue {
  readonly title: string;
  readonly body: string;
  readonly version: Id | undefined;
}

/** A POST that was begun. As long as it stands there, nobody knows whether the issue exists. */
export interface IssueAttempt {
  readonly title: string;
  readonly body: string;
  /** Who wrote it, where that was known: by now another account may be the one for the repository. */
  readonly by: string | undefined;
  /** The highest number of the repository before it; the new issue has a higher one. */
  readonly after: Id;
  readonly at: number;
}

/** Why an issue was not sent. */
export type IssueRefusal =
  | "noHead"
  | "noTitle"
  /** The head names what the repository does not have. */
  | "unknownName"
  | "archived"
  | "otherRepository"
  | "missing"
  /** Somebody changed title or text meanwhile. */
  | "conflict"
  /** The answer was lost, and the issue was not found. */
  | "lost"
  /** It is being sent already, from here or from another window. */
  | "underWay"
  | "problem";

export interface IssueFailure {
  readonly at: number;
  /** What was to be sent: by itself nothing else is sent later. */
  readonly asked: string | undefined;
  readonly why: IssueRefusal;
  readonly kind: ProblemKind | undefined;
  readonly names: readonly string[];
}

export interface IssueDraft {
  readonly place: IssuePlace;
  /** As it was last saved. */
  readonly text: string;
  /** As it was last typed, where that was not saved yet. */
  readonly unsaved: string | undefined;
  readonly keptAt: number;
  readonly savedAt: number;
  /** The text that the document began with; what is still that is no draft. */
  readonly begun: string;
  readonly opened: OpenedIssue | undefined;
  /** The repository that was meant; another one may come to have its name. */
  readonly repository: Id | undefined;
  readonly attempt: IssueAttempt | undefined;
  readonly failure: IssueFailure | undefined;
}

export function issueTextOf(draft: IssueDraft): string {
  return draft.unsaved ?? draft.text;
}

export function titleOf(draft: IssueDraft): string {
  return readIssueText(issueTextOf(draft)).form.title;
}

/** Whether there is something that was not sent: a document that was only opened is no draft. */
export function isUnsentIssue(draft: IssueDraft): boolean {
  return draft.attempt !== undefined || !sameText(issueTextOf(draft), draft.begun);
}

export function issuePlaceKey({ repository, target }: IssuePlace): string {
  return `${repositoryKey(repository)} ${target.kind === "new" ? `new ${target.slot}` : `issue ${target.number}`}`;
}

/** The server may cut a long title, and says so by an ellipsis. */
export function sameTitle(theirs: string, mine: string): boolean {
  return theirs === mine.trim() || (theirs.endsWith("…") && mine.trim().startsWith(theirs.slice(0, -1)));
}

/**
 * Where the draft stands as a file: `/codeberg.org/lantern/almanac/issues/12/issue/NAME.md`, `…/issues/new/1/NAME.md`.
 * The name is for the reader's eye and means nothing.
 */
export function issuePath({ repository, target }: IssuePlace, name: string): string {
  const { base, owner, name: repo } = repository;
  const { protocol, host, pathname } = new URL(base);
  const server = `${protocol === "https:" ? "" : protocol}${host}${pathname.replace(/\/$/, "")}`;
  const folder = target.kind === "new" ? `new/${target.slot}` : `${target.number}/issue`;
  return `/${server}/${owner}/${repo}/issues/${folder}/${name.replaceAll("/", "∕")}.md`;
}

export function parseIssuePath(path: string): IssuePlace | undefined {
  const found =
    /^\/(http:)?([^/]+(?:\/[^/]+)*?)\/([^/]+)\/([^/]+)\/issues\/(?:new\/(\d{1,4})|(\d{1,19})\/issue)\/[^/]+\.md$/.exec(
      path,
    );
  if (found === null) return undefined;
  const [, protocol, server = "", owner = "", name = "", slot, number = ""] = found;
  const base = `${protocol ?? "https:"}//${server}`;
  if (!URL.canParse(base)) return undefined;
  const target: IssueTarget =
    slot === undefined ? { kind: "issue", number: BigInt(number) } : { kind: "new", slot: Number(slot) };
  return { repository: { base, owner, name }, target };
}

/** The same draft, after the repository was renamed. */
export function renamedIssue(place: IssuePlace, { owner, name }: RepositoryName): IssuePlace {
  return { ...place, repository: { ...place.repository, owner, name } };
}

// Decides which actions are possible, and why others aren't.
import { sameLogin, type Comment, type Issue, type Repository } from "./entities.ts";

/** What a token allows, as far as checks with the server have shown. Undefined if unknown. */
export interface TokenGrants {
  /** Reads its user: needs `read:user`, and a token that isn't limited to specific repositories. */
  readonly tellsName: boolean | undefined;
  /** Lists the user's repositories: needs `read:user` and `read:repository`. */
  readonly listsRepositories: boolean | undefined;
  /** Needs `read:issue`. */
  readonly readsIssues: boolean | undefined;
  /** Needs `write:issue`. */
  readonly writesIssues: boolean | undefined;
  /** Reads notifications: needs `read:notification`. */
  readonly notifies: boolean | undefined;
}

/** Everything that is known about an action before it is tried. */
export interface ActionContext {
  /** Undefined if the user isn't signed in. The login is undefined if the token can't read its user. */
  readonly account: { readonly login: string | undefined; readonly grants?: TokenGrants | undefined } | undefined;
  /** Undefined if the repository could not be loaded. */
  readonly repository: (Pick<Repository, "archived" | "mayPush"> & Partial<Repository>) | undefined;
  /** True if the server has accepted changes to issues of others in this repository. */
  readonly hasChanged?: boolean | undefined;
  readonly issue?: Pick<Issue, "author" | "locked"> | undefined;
  /** The comment to edit or delete. */
  readonly comment?: Pick<Comment, "author"> | undefined;
}

export type Act =
  | "comment"
  | "editComment"
  | "deleteComment"
  | "react"
  | "createIssue"
  | "createPull"
  /** Changes the title, text or state. */
  | "changeIssue"
  /** Changes the labels, milestone or assignees. */
  | "sortIssue";

/** Why an action is not possible. */
export type DenialReason =
  | "signedOut"
  | "scope"
  | "archived"
  | "noIssues"
  | "noPulls"
  | "locked"
  | "notYours"
  | "notWriter";

/** `perhaps` means that only the server can tell, so the action is offered. */
export type Right = { readonly may: "yes" | "perhaps" } | { readonly may: "no"; readonly why: DenialReason };

/**
 * Reasons that may be wrong: a team of an organization can have write access to the issues only. Servers report write
 * access to the code (`permissions.push`), and list teams only to tokens that may read organizations.
 */
const UNCERTAIN: ReadonlySet<DenialReason> = new Set(["locked", "notYours", "notWriter"]);

/** True if the server may accept the action nevertheless. */
export function isUncertain(why: DenialReason): boolean {
  return UNCERTAIN.has(why);
}

/** The only actions that Forgejo and Gitea reject in archived repositories. */
const REJECTED_IF_ARCHIVED: ReadonlySet<Act> = new Set(["comment", "editComment", "createIssue", "createPull"]);

/**
 * Checks whether an action is possible, as far as that can be known before it is tried. Write access to the code counts
 * as write access to issues, because servers report only the former. Only an attempt shows that a user is blocked.
 */
export function checkRight(act: Act, context: ActionContext): Right {
  const { account, repository, issue, comment } = context;
  if (account === undefined) return deny("signedOut");
  if (account.grants?.writesIssues === false) return deny("scope");
  if (repository?.archived === true && REJECTED_IF_ARCHIVED.has(act)) return deny("archived");
  const writer = context.hasChanged === true || repository?.mayPush;
  switch (act) {
    case "comment":
    case "react":
      return issue?.locked === true ? asWriter(writer, "locked") : YES;
    case "createIssue":
      return repository?.hasIssues === false || repository?.externalTracker !== undefined ? deny("noIssues") : YES;
    case "createPull":
      return repository?.hasPulls === false ? deny("noPulls") : YES;
    case "editComment":
    case "deleteComment":
      return asOwner(account.login, comment?.author?.login, writer);
    case "changeIssue":
      return asOwner(account.login, issue?.author?.login, writer);
    case "sortIssue":
      return asWriter(writer, "notWriter");
  }
}

export function isOffered({ may }: Right): boolean {
  return may !== "no";
}

const YES: Right = { may: "yes" };
const PERHAPS: Right = { may: "perhaps" };

function deny(why: DenialReason): Right {
  return { may: "no", why };
}

function asWriter(writer: boolean | undefined, otherwise: DenialReason): Right {
  if (writer === undefined) return PERHAPS;
  return writer ? YES : deny(otherwise);
}

function asOwner(login: string | undefined, owner: string | undefined, writer: boolean | undefined): Right {
  if (sameLogin(login, owner) || writer === true) return YES;
  return login === undefined || writer === undefined ? PERHAPS : deny("notYours");
}

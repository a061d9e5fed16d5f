// Decides which actions to offer, and why the others are not available.
import { sameLogin, type Comment, type Issue, type Repository } from "./entities.ts";

/** What a token allows, as far as the server has shown. Undefined if that isn't known. */
export interface TokenGrants {
  /** Can read its user: `read:user`, and not limited to single repositories. */
  readonly tellsName: boolean | undefined;
  /** Lists the user's repositories: `read:user` and `read:repository`. */
  readonly listsRepositories: boolean | undefined;
  /** `read:issue`. */
  readonly readsIssues: boolean | undefined;
  /** `write:issue`. */
  readonly writesIssues: boolean | undefined;
  /** `read:notification`. */
  readonly notifies: boolean | undefined;
}

/** The account, repository, issue and comment of an action: everything that is known before it is tried. */
export interface ActionContext {
  /** Undefined if not signed in. Without a login, the token's user is unknown. */
  readonly account: { readonly login: string | undefined; readonly grants?: TokenGrants | undefined } | undefined;
  /** Undefined if it could not be loaded. */
  readonly repository: Pick<Repository, "archived" | "mayPush"> | undefined;
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
  /** Its title, text and state. */
  | "changeIssue"
  /** Its labels, milestone and assignees. */
  | "sortIssue";

/** Why an action is not possible. */
export type Bar = "signedOut" | "scope" | "archived" | "locked" | "notYours" | "notWriter";

/** With `perhaps`, the action is offered and the server decides. */
export type Right = { readonly may: "yes" | "perhaps" } | { readonly may: "no"; readonly why: Bar };

/** Archived repositories reject only these; both kinds of server accept the rest. */
const CLOSED_BY_ARCHIVE: ReadonlySet<Act> = new Set(["comment", "editComment", "createIssue"]);

/**
 * Whether an action is possible, as far as that can be known beforehand. Write access to the code counts as write
 * access to issues, as servers only report the first. Only an attempt shows that a user is blocked.
 */
export function checkRight(act: Act, standing: ActionContext): Right {
  const { account, repository, issue, comment } = standing;
  if (account === undefined) return deny("signedOut");
  if (account.grants?.writesIssues === false) return deny("scope");
  if (repository?.archived === true && CLOSED_BY_ARCHIVE.has(act)) return deny("archived");
  const writer = repository?.mayPush;
  switch (act) {
    case "comment":
    case "react":
      return issue?.locked === true ? asWriter(writer, "locked") : YES;
    case "createIssue":
      return YES;
    case "editComment":
    case "deleteComment":
      return asOwner(account.login, comment?.author?.login, writer);
    case "changeIssue":
      return asOwner(account.login, issue?.author?.login, writer);
    case "sortIssue":
      return asWriter(writer, "notWriter");
  }
}

/** Whether to offer the action. */
export function isOffered({ may }: Right): boolean {
  return may !== "no";
}

const YES: Right = { may: "yes" };
const PERHAPS: Right = { may: "perhaps" };

function deny(why: Bar): Right {
  return { may: "no", why };
}

function asWriter(writer: boolean | undefined, otherwise: Bar): Right {
  if (writer === undefined) return PERHAPS;
  return writer ? YES : deny(otherwise);
}

function asOwner(login: string | undefined, owner: string | undefined, writer: boolean | undefined): Right {
  if (sameLogin(login, owner) || writer === true) return YES;
  return login === undefined || writer === undefined ? PERHAPS : deny("notYours");
}

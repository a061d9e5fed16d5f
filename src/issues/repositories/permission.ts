// Checks whether an action is allowed before the user types anything, and says what is missing.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Account } from "../../workbench/accounts.ts";
import type { Dialogs } from "../../workbench/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { fullName, formatHost, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { Comment, Issue } from "../model/entities.ts";
import type { Act, Bar } from "../model/rights.ts";
import type { Access } from "./access.ts";

export interface PermissionParts {
  readonly dialogs: Pick<Dialogs, "message">;
  readonly access: Pick<Access, "accountAt" | "refusedRead" | "checkRight">;
  /** Asks for an account; returns none if the user cancels. */
  readonly signIn: (base: string) => Promise<Account | undefined>;
  /** The issue as it was loaded last, if it was. */
  readonly issueAt: (thread: ThreadAddress) => Issue | undefined;
  readonly now: () => number;
}

/** What can be written about an issue or repository that was never loaded, so that no refusal has shown yet. */
const NEW_TEXTS: ReadonlySet<Act> = new Set(["comment", "createIssue"]);

export class Permission {
  readonly #parts: PermissionParts;

  constructor(parts: PermissionParts) {
    this.#parts = parts;
  }

  /** Whether it may be tried. What can't be known beforehand is left to the server. */
  async check(
    act: Act,
    address: RepositoryAddress & { readonly number?: bigint },
    comment?: Comment,
  ): Promise<boolean> {
    const { access, dialogs, issueAt, now, signIn } = this.#parts;
    const { base, number } = address;
    if (access.accountAt(address) === undefined && (await signIn(base)) === undefined) return false;
    const issue = number === undefined ? undefined : issueAt({ ...address, number });
    const right = access.checkRight(act, address, { issue, comment });
    const again = { label: l10n.t("Sign In Again…"), run: () => signIn(base) };
    if (right.may !== "no") {
      const problem = NEW_TEXTS.has(act) && issue === undefined ? await access.refusedRead(address) : undefined;
      if (problem !== undefined) void dialogs.message("warning", describeProblem(problem, now()).sentence, [again]);
      return problem === undefined;
    }
    // Its author isn't known until it is loaded.
    if (right.why === "notYours" && comment === undefined && issue === undefined) return true;
    void dialogs.message("warning", describeBar(right.why, address), right.why === "scope" ? [again] : []);
    return false;
  }
}

function describeBar(why: Bar, address: RepositoryAddress): string {
  const name = fullName(address);
  const words: Readonly<Record<Bar, string>> = {
    signedOut: l10n.t("Sign in to {0} first.", formatHost(address.base)),
    scope: l10n.t("The token for {0} can only read. To write, it needs write:issue.", formatHost(address.base)),
    archived: l10n.t("{0} is archived (read-only).", name),
    locked: l10n.t("This issue is locked. Only people with write access to {0} can comment.", name),
    notYours: l10n.t("Only its author and people with write access to {0} can change this.", name),
    notWriter: l10n.t("Only people with write access to {0} can set this.", name),
  };
  return words[why];
}

// Checks whether an action is allowed before the user types anything, and explains what is missing.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import type { Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { fullName, formatHost, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { Comment, Issue } from "../model/entities.ts";
import { isUncertain, type Act, type DenialReason } from "../model/rights.ts";
import type { Access } from "./access.ts";

export interface PermissionDependencies {
  readonly dialogs: Pick<Dialogs, "message">;
  readonly access: Pick<Access, "accountAt" | "findReadRefusal" | "checkPresentRight">;
  /** Asks for an account. Returns undefined if the user cancels. */
  readonly signIn: (base: string) => Promise<Account | undefined>;
  /** Returns the issue as it was last loaded, if it was. */
  readonly issueAt: (thread: ThreadAddress) => Issue | undefined;
  readonly now: () => number;
}

/** Actions that are possible before the issue or repository was loaded, so that no request has been rejected yet. */
const NEW_TEXTS: ReadonlySet<Act> = new Set(["comment", "createIssue", "createPull"]);

export class Permission {
  readonly #dependencies: PermissionDependencies;

  constructor(dependencies: PermissionDependencies) {
    this.#dependencies = dependencies;
  }

  /** True if the action may be tried. What can't be known before is left to the server, after a question. */
  async check(
    act: Act,
    address: RepositoryAddress & { readonly number?: bigint },
    comment?: Pick<Comment, "author">,
  ): Promise<boolean> {
    const { access, dialogs, issueAt, now, signIn } = this.#dependencies;
    const { base, number } = address;
    if (access.accountAt(address) === undefined && (await signIn(base)) === undefined) return false;
    const issue = number === undefined ? undefined : issueAt({ ...address, number });
    const right = await access.checkPresentRight(act, address, { issue, comment });
    const again = { label: l10n.t("Sign In Again…"), run: () => signIn(base) };
    if (right.may !== "no") {
      const problem = NEW_TEXTS.has(act) && issue === undefined ? await access.findReadRefusal(address) : undefined;
      if (problem !== undefined) void dialogs.message("warning", describeProblem(problem, now()).sentence, [again]);
      return problem === undefined;
    }
    // The author is unknown until the issue is loaded.
    if (right.why === "notYours" && comment === undefined && issue === undefined) return true;
    const sentence = describeDenial(right.why, address);
    if (isUncertain(right.why)) {
      let tries = false;
      await dialogs.message("warning", sentence, [{ label: l10n.t("Try Anyway"), run: () => void (tries = true) }]);
      return tries;
    }
    void dialogs.message("warning", sentence, right.why === "scope" ? [again] : []);
    return false;
  }
}

function describeDenial(why: DenialReason, address: RepositoryAddress): string {
  const name = fullName(address);
  const sentences: Readonly<Record<DenialReason, string>> = {
    signedOut: l10n.t("Sign in to {0} first.", formatHost(address.base)),
    scope: l10n.t("The token for {0} can only read. To write, it needs write:issue.", formatHost(address.base)),
    archived: l10n.t("{0} is archived (read-only).", name),
    noIssues: l10n.t("Issues of {0} are turned off or in another tracker.", name),
    noPulls: l10n.t("Pull requests of {0} are turned off.", name),
    locked: l10n.t("This issue is locked. Only people with write access to {0} can comment.", name),
    notYours: l10n.t("Only its author and people with write access to {0} can change this.", name),
    notWriter: l10n.t("Only people with write access to {0} can set this.", name),
  };
  return sentences[why];
}

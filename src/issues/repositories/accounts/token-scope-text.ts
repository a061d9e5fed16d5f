// Explains what a token can do, and which scopes it lacks.
import { l10n } from "../../../workbench/text/l10n.ts";
import { format } from "../../../workbench/text/format.ts";
import type { TokenGrants } from "../../model/rights.ts";

/** The scopes that a token needs for all features. */
export const SCOPES = ["read:user", "write:repository", "read:organization", "write:issue", "write:notification"];

/** Those that are enough to read. Reviews belong to the repository. */
export const READING_SCOPES = ["read:issue", "read:repository"];

/** Returns a sentence about what the token can do and one about what it can't, as far as known. */
export function describeTokenScopes(grants: TokenGrants): readonly string[] {
  const { listsRepositories, notifies, readsIssues, tellsName, writesIssues } = grants;
  const can = [
    readsIssues === true && l10n.t("read issues"),
    writesIssues === true && l10n.t("write comments and issues"),
    listsRepositories === true && l10n.t("list your repositories"),
    notifies === true && l10n.t("read notifications"),
  ].filter((part) => part !== false);
  const cannot = [
    readsIssues === false && l10n.t("read issues (read:issue)"),
    writesIssues === false && l10n.t("write (write:issue)"),
    tellsName === false && l10n.t("read your user name (read:user)"),
    listsRepositories === false && l10n.t("list your repositories (read:user, read:repository)"),
    notifies === false && l10n.t("read notifications (write:notification)"),
  ].filter((part) => part !== false);
  const isLimited = tellsName === false && writesIssues === true;
  return [
    can.length > 0 && l10n.t("This token can {0}.", format.list(can)),
    cannot.length > 0 &&
      (can.length > 0
        ? l10n.t("It can't {0}.", format.list(cannot))
        : l10n.t("This token can't {0}.", format.list(cannot))),
    isLimited && l10n.t("This is normal for a token limited to specific repositories."),
  ].filter((part) => part !== false);
}

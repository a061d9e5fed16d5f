// Explains what a token can do, and which scopes it lacks.
import { l10n } from "../../../workbench/text/l10n.ts";
import { formatList } from "../../../workbench/format.ts";
import type { TokenGrants } from "../../model/rights.ts";

/** The scopes that a token needs for all features. */
export const SCOPES = ["read:user", "read:repository", "write:issue", "write:notification"];

/** A sentence for what the token can do and one for what it can't, as far as that is known. */
export function describeTokenScopes(grants: TokenGrants): readonly string[] {
  const can = [
    grants.readsIssues === true ? l10n.t("read issues") : "",
    grants.writesIssues === true ? l10n.t("write comments and issues") : "",
    grants.listsRepositories === true ? l10n.t("list your repositories") : "",
    grants.notifies === true ? l10n.t("read notifications") : "",
  ].filter((part) => part !== "");
  const cannot = [
    grants.readsIssues === false ? l10n.t("read issues (read:issue)") : "",
    grants.writesIssues === false ? l10n.t("write (write:issue)") : "",
    grants.tellsName === false ? l10n.t("read your user name (read:user)") : "",
    grants.listsRepositories === false ? l10n.t("list your repositories (read:user, read:repository)") : "",
    grants.notifies === false ? l10n.t("read notifications (write:notification)") : "",
  ].filter((part) => part !== "");
  return [
    can.length === 0 ? "" : l10n.t("This token can {0}.", formatScopes(can)),
    cannot.length === 0 ? "" : l10n.t("It can't {0}.", formatScopes(cannot)),
    grants.tellsName === false && grants.writesIssues === true
      ? l10n.t("This is normal for a token limited to specific repositories.")
      : "",
  ].filter((part) => part !== "");
}

function formatScopes(parts: readonly string[]): string {
  return formatList(parts);
}

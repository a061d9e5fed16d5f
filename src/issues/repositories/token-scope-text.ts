import { l10n } from "../../workbench/text/l10n.ts";
import { formatList } from "../../workbench/words.ts";
import type { TokenGrants } from "../model/rights.ts";

/** The scopes that a token needs for everything that is offered here. */
export const SCOPES = ["read:user", "read:repository", "write:issue", "write:notification"];

/** What a token can do, and what it cannot and why: a sentence for each, as far as it was seen. */
export function describeTokenScopes(powers: TokenGrants): readonly string[] {
  const can = [
    powers.readsIssues === true ? l10n.t("read issues") : "",
    powers.writesIssues === true ? l10n.t("write comments and issues") : "",
    powers.listsRepositories === true ? l10n.t("list your repositories") : "",
    powers.notifies === true ? l10n.t("bring notifications") : "",
  ].filter((part) => part !== "");
  const cannot = [
    powers.readsIssues === false ? l10n.t("read issues (read:issue)") : "",
    powers.writesIssues === false ? l10n.t("write (write:issue)") : "",
    powers.tellsName === false ? l10n.t("say whose it is (read:user)") : "",
    powers.listsRepositories === false ? l10n.t("list your repositories (read:user, read:repository)") : "",
    powers.notifies === false ? l10n.t("bring notifications (write:notification)") : "",
  ].filter((part) => part !== "");
  return [
    can.length === 0 ? "" : l10n.t("It can {0}.", listed(can)),
    cannot.length === 0 ? "" : l10n.t("It cannot {0}.", listed(cannot)),
    powers.tellsName === false && powers.writesIssues === true
      ? l10n.t("A token that was made for some repositories alone is like that, and all that is needed for these.")
      : "",
  ].filter((part) => part !== "");
}

function listed(parts: readonly string[]): string {
  return formatList(parts);
}

// Describes an account as a session for VS Code's Accounts menu.
import type { AuthenticationSession } from "vscode";
import { l10n } from "../../../workbench/text/l10n.ts";
import { accountKey, type Account } from "../../../workbench/accounts/accounts.ts";
import { formatHost } from "../../model/address.ts";

export function toSession(account: Account): AuthenticationSession {
  const { base, name } = account;
  const key = accountKey(account);
  return {
    id: key,
    accessToken: "",
    account: { id: key, label: l10n.t("{0} at {1}", name, formatHost(base)) },
    scopes: [],
  };
}

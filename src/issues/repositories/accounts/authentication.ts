// Lists the wing's accounts in VS Code's Accounts menu.
import {
  authentication,
  CancellationError,
  EventEmitter,
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent as Change,
  type AuthenticationProviderSessionOptions as Options,
  type AuthenticationSession,
  type Disposable,
  type Event,
} from "vscode";
import { l10n } from "../../../workbench/text/l10n.ts";
import { accountKey, type Account } from "../../../workbench/accounts/accounts.ts";
import type { Shared } from "../../../workbench/shared.ts";
import { formatHost } from "../../model/address.ts";

/** The provider's id in the manifest. */
const ID = "triptych";

type Loaded = Pick<Shared, "accounts">;

export interface AuthenticationParts {
  /** Whether any account exists. VS Code asks at every start, and without an account nothing is loaded. */
  readonly hasAny: () => boolean;
  readonly load: () => Promise<Loaded>;
  readonly onDidLoad: Event<{ readonly shared: Loaded }>;
  /** Asks for an account. */
  readonly add: () => Promise<Account | undefined>;
}

/**
 * Registers the provider. An extension that requests a session learns who is signed in to which server, but gets no
 * token: tokens are sent only to their own server.
 */
export function offerAuthentication({ add, hasAny, load, onDidLoad }: AuthenticationParts): Disposable {
  const changed = new EventEmitter<Change>();
  const owned: Disposable[] = [changed];
  const provider: AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    getSessions: async (_scopes, options?: Options) => {
      if (!hasAny()) return [];
      const sessions = toSessions((await load()).accounts.list("issues"));
      const wanted = options?.account?.id;
      return sessions.filter(({ account }) => wanted === undefined || account.id === wanted);
    },
    createSession: async () => {
      const account = await add();
      if (account === undefined) throw new CancellationError();
      return toSession(account);
    },
    // VS Code asks for confirmation before it calls this.
    removeSession: async (id) => {
      const { accounts } = await load();
      const account = accounts.list("issues").find((each) => toSession(each).id === id);
      if (account !== undefined) await accounts.remove(account);
    },
  };
  owned.push(
    onDidLoad(({ shared: { accounts } }) => {
      const listening = accounts.onDidChange(({ added, removed, changed: others }) =>
        changed.fire({ added: toSessions(added), removed: toSessions(removed), changed: toSessions(others) }),
      );
      owned.push(listening);
    }),
    authentication.registerAuthenticationProvider(ID, l10n.t("Forgejo and Gitea"), provider, {
      supportsMultipleAccounts: true,
    }),
  );
  return { dispose: () => owned.forEach((each) => each.dispose()) };
}

function toSessions(accounts: readonly Account[]): AuthenticationSession[] {
  return accounts.filter(({ service }) => service === "issues").map(toSession);
}

function toSession(account: Account): AuthenticationSession {
  const { base, name } = account;
  const key = accountKey(account);
  return {
    id: key,
    accessToken: "",
    account: { id: key, label: l10n.t("{0} at {1}", name, formatHost(base)) },
    scopes: [],
  };
}

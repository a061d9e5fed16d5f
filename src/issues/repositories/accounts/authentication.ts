// Lists the wing's accounts in VS Code's Accounts menu.
import {
  authentication,
  CancellationError,
  EventEmitter,
  type AuthenticationProvider,
  type AuthenticationProviderAuthenticationSessionsChangeEvent as Change,
  type AuthenticationProviderSessionOptions as Options,
  type Disposable,
  type Event,
} from "vscode";
import type { Account } from "../../../workbench/accounts/accounts.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import type { toSession } from "./sessions.ts";

/** The provider's id in the manifest. */
const ID = "triptych";

interface Loaded extends Pick<Shared, "accounts"> {
  readonly toSession: typeof toSession;
}

export interface AuthenticationDependencies {
  /** Whether any account exists. VS Code asks at every start, and without an account nothing is loaded. */
  readonly hasAny: () => boolean;
  readonly load: () => Promise<Loaded>;
  readonly onDidLoad: Event<{ readonly shared: Pick<Shared, "accounts"> }>;
  /** Asks for an account. */
  readonly add: () => Promise<Account | undefined>;
}

/**
 * Registers the provider. An extension that requests a session learns who is signed in to which server, but gets no
 * token: tokens are sent only to their own server.
 */
export function offerAuthentication({ add, hasAny, load, onDidLoad }: AuthenticationDependencies): Disposable {
  const changed = new EventEmitter<Change>();
  const owned: Disposable[] = [changed];
  const provider: AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    getSessions: async (_scopes, options?: Options) => {
      if (!hasAny()) return [];
      const { accounts, toSession } = await load();
      const sessions = accounts.list("issues").map((each) => toSession(each));
      const wanted = options?.account?.id;
      return sessions.filter(({ account }) => wanted === undefined || account.id === wanted);
    },
    createSession: async () => {
      const account = await add();
      if (account === undefined) throw new CancellationError();
      return (await load()).toSession(account);
    },
    // VS Code asks for confirmation before it calls this.
    removeSession: async (id) => {
      const { accounts, toSession } = await load();
      const account = accounts.list("issues").find((each) => toSession(each).id === id);
      if (account !== undefined) await accounts.remove(account);
    },
  };
  owned.push(
    onDidLoad(({ shared: { accounts } }) => {
      const listening = accounts.onDidChange(async ({ added, removed, changed: others }) => {
        const { toSession } = await load();
        const sessions = (each: readonly Account[]) =>
          each.filter(({ service }) => service === "issues").map((account) => toSession(account));
        changed.fire({ added: sessions(added), removed: sessions(removed), changed: sessions(others) });
      });
      owned.push(listening);
    }),
    authentication.registerAuthenticationProvider(ID, "Forgejo/Gitea", provider, {
      supportsMultipleAccounts: true,
    }),
  );
  return { dispose: () => owned.forEach((each) => each.dispose()) };
}

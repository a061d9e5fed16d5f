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
import type { Shared } from "../../../workbench/shared.ts";

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

const loadSessions = () => import("./sessions.ts");

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
      const [{ accounts }, { toSessions }] = await Promise.all([load(), loadSessions()]);
      const sessions = toSessions(accounts.list("issues"));
      const wanted = options?.account?.id;
      return sessions.filter(({ account }) => wanted === undefined || account.id === wanted);
    },
    createSession: async () => {
      const account = await add();
      if (account === undefined) throw new CancellationError();
      return (await loadSessions()).toSession(account);
    },
    // VS Code asks for confirmation before it calls this.
    removeSession: async (id) => {
      const [{ accounts }, { toSession }] = await Promise.all([load(), loadSessions()]);
      const account = accounts.list("issues").find((each) => toSession(each).id === id);
      if (account !== undefined) await accounts.remove(account);
    },
  };
  owned.push(
    onDidLoad(({ shared: { accounts } }) => {
      const listening = accounts.onDidChange(async ({ added, removed, changed: others }) => {
        const { toSessions } = await loadSessions();
        changed.fire({ added: toSessions(added), removed: toSessions(removed), changed: toSessions(others) });
      });
      owned.push(listening);
    }),
    authentication.registerAuthenticationProvider(ID, "Forgejo/Gitea", provider, {
      supportsMultipleAccounts: true,
    }),
  );
  return { dispose: () => owned.forEach((each) => each.dispose()) };
}

import { authentication, EventEmitter } from "vscode";
import type {
  AuthenticationProvider,
  AuthenticationProviderAuthenticationSessionsChangeEvent as Change,
  AuthenticationProviderSessionOptions as Options,
  AuthenticationSession,
  Disposable,
} from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { Problem } from "../../base/problem.ts";
import type { Account } from "../../workbench/accounts.ts";
import type { Shared } from "../../workbench/shared.ts";
import { hostOf } from "../model/address.ts";

/** The provider's id in the manifest. */
const ID = "triptych";

/**
 * The accounts in VS Code's own Accounts menu. Another extension that asks for a session is given who is signed in where,
 * and no token: those go to their own server alone.
 */
export class Authentication implements AuthenticationProvider, Disposable {
  readonly #shared: Pick<Shared, "accounts">;
  readonly #add: () => Promise<Account | undefined>;
  readonly #changed = new EventEmitter<Change>();
  readonly #owned: readonly Disposable[];
  readonly onDidChangeSessions = this.#changed.event;

  /** `add` asks for an account. */
  constructor(shared: Pick<Shared, "accounts">, add: () => Promise<Account | undefined>) {
    this.#shared = shared;
    this.#add = add;
    this.#owned = [
      shared.accounts.onDidChange(({ added, removed, changed }) => {
        const sessions = (accounts: readonly Account[]) =>
          accounts.filter(({ service }) => service === "issues").map(sessionOf);
        this.#changed.fire({ added: sessions(added), removed: sessions(removed), changed: sessions(changed) });
      }),
      authentication.registerAuthenticationProvider(ID, l10n.t("Forgejo and Gitea"), this, {
        supportsMultipleAccounts: true,
      }),
    ];
  }

  getSessions(_scopes?: readonly string[], options?: Options): Promise<AuthenticationSession[]> {
    const wanted = options?.account?.id;
    const sessions = this.#shared.accounts.list("issues").map(sessionOf);
    return Promise.resolve(sessions.filter(({ account }) => wanted === undefined || account.id === wanted));
  }

  async createSession(): Promise<AuthenticationSession> {
    const account = await this.#add();
    if (account === undefined) throw new Problem("cancelled");
    return sessionOf(account);
  }

  /** VS Code has asked already. */
  async removeSession(id: string): Promise<void> {
    const account = this.#shared.accounts.list("issues").find((each) => sessionOf(each).id === id);
    if (account !== undefined) await this.#shared.accounts.remove(account);
  }

  dispose(): void {
    for (const owned of this.#owned) owned.dispose();
    this.#changed.dispose();
  }
}

function sessionOf({ base, id, name, origin }: Account): AuthenticationSession {
  const key = JSON.stringify([origin, id]);
  return {
    id: key,
    accessToken: "",
    account: { id: key, label: l10n.t("{0} at {1}", name, hostOf(base)) },
    scopes: [],
  };
}

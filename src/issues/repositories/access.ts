// Who the reader is at each server, and what they may do there.
import type { Event } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Account } from "../../workbench/accounts.ts";
import { Emitter } from "../../workbench/events.ts";
import type { RepositoryAddress } from "../model/address.ts";
import type { Comment, Issue } from "../model/entities.ts";
import { checkRight, isOffered, type Act, type Right, type TokenGrants } from "../model/rights.ts";
import type { RepositoryNames } from "./repository-names.ts";
import type { Servers, Where } from "./servers.ts";
import { isNameless } from "./accounts/nameless.ts";
import type { TokenScopes } from "./accounts/token-scopes.ts";

/** A server that is slower than this doesn't keep anyone from typing. */
const CHECK_TIMEOUT_MS = 3_000;

/** The login of an account, if its token can read its user. */
export function getLogin(account: Account | undefined): string | undefined {
  return account === undefined || isNameless(account.id) ? undefined : account.id;
}

export class Access {
  readonly #servers: Servers;
  readonly #scopes: TokenScopes;
  readonly #names: RepositoryNames;
  readonly #chosen = new Emitter<RepositoryAddress>();
  /** Another account is the one for the repository. */
  readonly onDidChoose: Event<RepositoryAddress> = this.#chosen.event;

  constructor(servers: Servers, scopes: TokenScopes, names: RepositoryNames) {
    this.#servers = servers;
    this.#scopes = scopes;
    this.#names = names;
  }

  /** The account for a server, or for a repository if there are several. */
  accountAt(where: Where): Account | undefined {
    return this.#servers.accountFor(where);
  }

  accountsAt(base: string): readonly Account[] {
    return this.#servers.accountsAt(base);
  }

  /** Who the reader is there, as far as that is known. */
  loginAt(where: Where): string | undefined {
    return getLogin(this.accountAt(where));
  }

  /** From now on this account is the one for the repository. */
  async choose(address: RepositoryAddress, account: Account): Promise<void> {
    await this.#servers.choices.choose(address, account);
    this.#chosen.fire(address);
  }

  /** What the token of an account allows, as far as that is known. */
  getGrants(account: Account): TokenGrants | undefined {
    return this.#scopes.of(account);
  }

  /** What is known about a right before it is tried. */
  checkRight(
    act: Act,
    address: RepositoryAddress,
    about: { readonly issue?: Issue | undefined; readonly comment?: Comment | undefined } = {},
  ): Right {
    const account = this.accountAt(address);
    const standing = account === undefined ? undefined : { login: getLogin(account), grants: this.getGrants(account) };
    return checkRight(act, { account: standing, repository: this.#names.getKnown(address), ...about });
  }

  /**
   * Why the server doesn't show the account an issue, or the issues of a repository: it may be missing, or the token may
   * be limited to public or to certain repositories, which no token says of itself. Undefined if the server shows it, or
   * can't be asked soon.
   */
  async refusedRead(address: RepositoryAddress & { readonly number?: bigint }): Promise<Problem | undefined> {
    const { number } = address;
    if (number === undefined && this.#names.getKnown(address) !== undefined) return undefined;
    const api = this.#servers.for(address).withDeadline(performance.now() + CHECK_TIMEOUT_MS);
    // A token that can't read the repository itself may read its issues.
    const first = { state: "all", page: 1, limit: 1 } as const;
    const reading = number === undefined ? api.issues(address, first) : api.issue(address, number);
    const problem = await reading.then(() => undefined, asProblem);
    return problem?.kind === "forbidden" || problem?.kind === "notFound" ? problem : undefined;
  }

  /** Whether to offer the action. If it can't be known whether it is allowed, it is offered, and the server decides. */
  offers(...asked: Parameters<Access["checkRight"]>): boolean {
    return isOffered(this.checkRight(...asked));
  }

  dispose(): void {
    this.#chosen.dispose();
  }
}

// Knows the user's account for each server and repository, and what it may do there.
import type { Event } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import { Emitter } from "../../workbench/events.ts";
import { fullName, type RepositoryAddress } from "../model/address.ts";
import { sameLogin, type Comment, type Issue } from "../model/entities.ts";
import { checkRight, isOffered, type Act, type Right, type TokenGrants } from "../model/rights.ts";
import type { RepositoryNames } from "./repository-names.ts";
import type { Servers, ServerOrRepository } from "./servers.ts";
import { isNameless } from "./nameless-accounts.ts";
import type { TokenScopes } from "./token-scopes.ts";

/** A check that takes longer is skipped, so that a slow server doesn't keep the user from typing. */
const CHECK_TIMEOUT_MS = 3_000;

/** Returns the login of an account. Undefined if its token can't read its user and the user didn't enter a name. */
export function getLogin(account: Account | undefined): string | undefined {
  return account === undefined || isNameless(account.id) ? undefined : account.id;
}

function formatPlace({ id }: Account, address: RepositoryAddress): string {
  return `${id} ${address.base} ${fullName(address)}`;
}

export class Access {
  readonly #servers: Servers;
  readonly #scopes: TokenScopes;
  readonly #names: RepositoryNames;
  /** Repositories in which the server has accepted changes to issues of others, with the account. */
  readonly #changed = new Set<string>();
  readonly #chosen = new Emitter<RepositoryAddress>();
  /** Fires with a repository for which the user chose another account. */
  readonly onDidChoose: Event<RepositoryAddress> = this.#chosen.event;

  constructor(servers: Servers, scopes: TokenScopes, names: RepositoryNames) {
    this.#servers = servers;
    this.#scopes = scopes;
    this.#names = names;
  }

  /** Returns the account for a server or repository. */
  accountAt(where: ServerOrRepository): Account | undefined {
    return this.#servers.accountFor(where);
  }

  accountsAt(base: string): readonly Account[] {
    return this.#servers.accountsAt(base);
  }

  /** Returns the login of the account for a server or repository, if known. */
  loginAt(where: ServerOrRepository): string | undefined {
    return getLogin(this.accountAt(where));
  }

  /** Uses this account for the repository from now on. */
  async choose(address: RepositoryAddress, account: Account): Promise<void> {
    await this.#servers.choices.choose(address, account);
    this.#chosen.fire(address);
  }

  /** Returns what the token of an account allows, if known. */
  getGrants(account: Account): TokenGrants | undefined {
    return this.#scopes.of(account);
  }

  /** Checks whether the account for a repository may do something there, as far as that is known. */
  checkRight(
    act: Act,
    address: RepositoryAddress,
    about: { readonly issue?: Issue | undefined; readonly comment?: Pick<Comment, "author"> | undefined } = {},
  ): Right {
    const account = this.accountAt(address);
    const login = getLogin(account);
    const known = account === undefined ? undefined : { login, grants: this.getGrants(account) };
    const hasChanged = account !== undefined && this.#changed.has(formatPlace(account, address));
    return checkRight(act, { account: known, repository: this.#names.getKnown(address), hasChanged, ...about });
  }

  /** Call when the server has accepted or forbidden a change to an issue, which shows whether the user may make others. */
  noteChange(address: RepositoryAddress, issue: Pick<Issue, "author">, outcome: "accepted" | "forbidden"): void {
    const account = this.accountAt(address);
    if (account === undefined) return;
    const place = formatPlace(account, address);
    if (outcome === "forbidden") this.#changed.delete(place);
    else if (!sameLogin(issue.author?.login, getLogin(account))) this.#changed.add(place);
  }

  /**
   * Like `checkRight`, but asks the server again before it says no: rights may have been granted since the repository and
   * the issue were loaded.
   */
  async checkPresentRight(
    act: Act,
    address: RepositoryAddress & { readonly number?: bigint },
    about: { readonly issue?: Issue | undefined; readonly comment?: Pick<Comment, "author"> | undefined },
  ): Promise<Right> {
    const right = this.checkRight(act, address, about);
    if (right.may !== "no" || right.why === "signedOut" || right.why === "scope") return right;
    const { number } = address;
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const [issue] = await Promise.all([
      number === undefined
        ? undefined
        : this.#servers
            .for(address)
            .issue(address, number, { signal })
            .catch(() => undefined),
      this.#names.read(address, signal).catch(() => undefined),
    ]);
    return this.checkRight(act, address, { ...about, issue: issue ?? about.issue });
  }

  /**
   * Returns why the account can't read an issue, or the issues of a repository: it may not exist, or the token may be
   * limited to public or specific repositories, which only a request shows. Returns undefined if the account can read
   * it, or the server doesn't respond in time.
   */
  async findReadRefusal(address: RepositoryAddress & { readonly number?: bigint }): Promise<Problem | undefined> {
    const { number } = address;
    if (number === undefined && this.#names.getKnown(address) !== undefined) return undefined;
    const api = this.#servers.for(address).withDeadline(performance.now() + CHECK_TIMEOUT_MS);
    // Requests the issues, because a token that can't read the repository itself may be able to read its issues.
    const first = { state: "all", page: 1, limit: 1 } as const;
    const request = number === undefined ? api.issues(address, first) : api.issue(address, number);
    const problem = await request.then(() => undefined, asProblem);
    return problem?.isDenial === true ? problem : undefined;
  }

  /** True if the action should be offered. If only the server can tell whether it is allowed, it is offered. */
  offers(...asked: Parameters<Access["checkRight"]>): boolean {
    return isOffered(this.checkRight(...asked));
  }

  dispose(): void {
    this.#chosen.dispose();
  }
}

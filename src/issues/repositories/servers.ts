// Opens the API of each server with the right account, dialect and budget. If a token is rejected, reads continue
// without it.
import type { Event } from "vscode";
import type { Answer, Call } from "../../base/http/call.ts";
import type { Budget } from "../../base/http/budget.ts";
import { Client, type Credential } from "../../base/http/client.ts";
import type { Purpose } from "../../base/http/contacts.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import { REQUEST_HANG_MS } from "../../base/tasks/shared-read.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import { accountKey, type Account } from "../../workbench/accounts/accounts.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { openBudget } from "../../workbench/storage/shared-budget.ts";
import { logHttp } from "../../workbench/log/log-problems.ts";
import { USER_AGENT } from "../../workbench/user-agent.ts";
import type { Dialects } from "../api/dialects.ts";
import { TOKENS_PATH, type Dialect, type Forge, type TokenWish } from "../api/forge.ts";
import type { Sender } from "../api/caller.ts";
import { isAtServer, sameBase, type RepositoryAddress } from "../model/address.ts";
import { AccountChoices } from "./account-choices.ts";
import { ServerDialects, type Identified } from "./server-dialects.ts";
import { StoredAnswers } from "./stored-answers.ts";

/** Forgejo and Gitea have no rate limit of their own, but a proxy in front of a public server may. */
const RULES = [{ id: "requests", capacity: 40, perSecond: 10 }];

/** How long a stored version is valid. Updates are rare, and timelines load correctly even after one. */
const DAY_MS = 86_400_000;
/** The default page size of servers. Few of them allow less. */
const USUAL_PAGE_SIZE = 30;

type ServersDependencies = Pick<Shared, "accounts" | "cache" | "contacts" | "folder" | "log" | "now" | "state"> & {
  readonly dialects: Dialects;
  readonly wait: Wait;
};

/** A server, by its URL, or a repository, for which the user may have chosen one of several accounts. */
export type ServerOrRepository = string | RepositoryAddress;

export class Servers {
  readonly choices: AccountChoices;
  readonly #dependencies: ServersDependencies;
  readonly #apis = new Map<string, Forge>();
  readonly #budgets = new Map<string, Budget>();
  readonly #dialects: ServerDialects;
  readonly #stored = new Map<string, StoredAnswers>();
  readonly #pageSizes = new Map<string, number>();
  /** Problems of accounts whose token was rejected. */
  readonly #rejected = new Map<string, Problem>();
  /** How often each account had a new token or was removed, because a late response may be to its previous token. */
  readonly #tokenChanges = new Map<string, number>();
  /** Accounts whose rejection was reported. */
  readonly #reported = new Set<string>();
  readonly #wasRejected = new Emitter<Account>();
  /** Fires once for each token that a server rejects. */
  readonly onDidReject: Event<Account> = this.#wasRejected.event;
  readonly #rejectedChanged = new Emitter<void>();
  /** Fires when the accounts with a rejected token changed. */
  readonly onDidChangeRejected: Event<void> = this.#rejectedChanged.event;
  readonly #answered = new Emitter<string>();
  /** Fires with the origin of a server that has responded, which shows that it can be reached. */
  readonly onDidAnswer: Event<string> = this.#answered.event;

  constructor(dependencies: ServersDependencies) {
    this.#dependencies = dependencies;
    this.choices = new AccountChoices(dependencies.state);
    this.#dialects = new ServerDialects(dependencies.state, dependencies.dialects);
  }

  accountsAt(base: string): readonly Account[] {
    return this.#dependencies.accounts.list("issues").filter((account) => sameBase(account.base, base));
  }

  /** Returns the account for a server or repository: the chosen one, or else the first. */
  accountFor(where: ServerOrRepository): Account | undefined {
    const accounts = this.accountsAt(typeof where === "string" ? where : where.base);
    const chosen = typeof where === "string" ? undefined : this.choices.find(where, accounts);
    return chosen ?? accounts[0];
  }

  /** Returns the API of a server as its account sees it, or as anyone does if it has no account. */
  for(where: ServerOrRepository): Forge {
    const base = typeof where === "string" ? where : where.base;
    return this.#as(this.accountFor(where), base, this.#dialects.of(base));
  }

  /** Returns the API of a server as this account sees it. */
  as(account: Account, base = account.base): Forge {
    return this.#as(account, base, this.#dialects.of(base));
  }

  /** Returns the API of a server for a token that isn't stored yet. */
  withToken(base: string, token: string | undefined, dialect = this.#dialects.of(base)): Forge {
    const { origin } = new URL(base);
    const credential = token === undefined ? undefined : { origin, scheme: "token", value: token };
    return dialect.open(this.#client(base, dialect, () => Promise.resolve(credential)));
  }

  /** Checks, without an account, that a server of a known kind runs at this URL. Throws otherwise. */
  async identify(base: string, signal?: AbortSignal): Promise<void> {
    const open = (dialect: Dialect): Forge => this.#openForVersion(base, dialect, this.#client(base, dialect));
    await this.#dialects.identify(base, open, { signal, maxAgeMs: 0 });
  }

  /** True if the server returns timelines in pages. Requested once. */
  async pagesTimeline(where: ServerOrRepository, signal?: AbortSignal): Promise<boolean> {
    const identified = await this.#identified(where, signal);
    // Loading page by page works on all servers.
    return identified === undefined || identified.dialect.pagesTimeline(identified.version);
  }

  /** True if the server's API can mark conversations as resolved. */
  async resolvesConversations(where: ServerOrRepository, signal?: AbortSignal): Promise<boolean> {
    const identified = await this.#identified(where, signal);
    return identified?.dialect.resolvesConversations(identified.version) ?? false;
  }

  /** Returns the URL of the page that creates a token, filled in if the server can do that. */
  async tokenPage(base: string, wish: TokenWish): Promise<string> {
    // A server that doesn't respond must not keep the page from opening.
    const identified = await this.#identified(base, AbortSignal.timeout(REQUEST_HANG_MS)).catch(() => undefined);
    return `${base}${identified?.dialect.tokenPath(identified.version, wish) ?? TOKENS_PATH}`;
  }

  /** Returns the server's dialect and version. Requested once. Undefined if its administrator hides the version. */
  async #identified(where: ServerOrRepository, signal?: AbortSignal): Promise<Identified | undefined> {
    const base = typeof where === "string" ? where : where.base;
    const account = this.accountFor(where);
    const open = (each: Dialect): Forge => this.#openForVersion(base, each, this.#sender(account, base, each));
    const identified = this.#dialects.getIdentified(base);
    if (identified !== undefined) return identified;
    try {
      return await this.#dialects.identify(base, open, { signal, maxAgeMs: DAY_MS });
    } catch (error) {
      if (!isHidden(asProblem(error))) throw error;
      return undefined;
    }
  }

  /** Returns the dialect of a server, or the most common one if unknown. */
  dialectAt(base: string): Dialect {
    return this.#dialects.of(base);
  }

  /** Returns the server's maximum page size, but at most `wanted`. Requested once. */
  async pageSize(where: ServerOrRepository, wanted: number, signal?: AbortSignal): Promise<number> {
    const base = typeof where === "string" ? where : where.base;
    const known = this.#pageSizes.get(base);
    if (known !== undefined) return Math.min(wanted, known);
    const limits = this.for(where).limits({ signal });
    const { itemsPerPage } = await limits.catch((error: unknown) => {
      if (!isHidden(asProblem(error))) throw error;
      return { itemsPerPage: USUAL_PAGE_SIZE };
    });
    this.#pageSizes.set(base, itemsPerPage);
    return Math.min(wanted, itemsPerPage);
  }

  /** True if the server rejected the account's token, until the token is tried again. */
  isRejected(account: Account): boolean {
    return this.#rejected.has(accountKey(account));
  }

  /** Returns the accounts whose token was rejected. */
  rejectedAccounts(): readonly Account[] {
    return this.#dependencies.accounts.list("issues").filter((account) => this.isRejected(account));
  }

  /** Tries rejected tokens again. If they are rejected again, the user isn't notified again. */
  tryAgain(): void {
    const hadRejected = this.#rejected.size > 0;
    this.#rejected.clear();
    if (hadRejected) this.#rejectedChanged.fire();
  }

  /** Call when an account has a new token or was removed. Resolves when none of its responses are stored. */
  async forget(account: Account): Promise<void> {
    const key = accountKey(account);
    this.#tokenChanges.set(key, (this.#tokenChanges.get(key) ?? 0) + 1);
    this.#accept(key);
    this.#reported.delete(key);
    await this.#storedAnswers(account.base, account).clear();
  }

  dispose(): void {
    this.#wasRejected.dispose();
    this.#rejectedChanged.dispose();
    this.#answered.dispose();
  }

  #as(account: Account | undefined, base: string, dialect: Dialect): Forge {
    const key = JSON.stringify([base, account?.id ?? "", dialect.name]);
    return getOrCreate(this.#apis, key, () =>
      dialect.open(this.#storedAnswers(base, account).wrap(this.#sender(account, base, dialect))),
    );
  }

  #sender(account: Account | undefined, base: string, dialect: Dialect): Sender {
    return account === undefined ? this.#client(base, dialect) : this.#guard(base, dialect, account);
  }

  /** Stores the version without an account, because it is the same for all accounts. */
  #openForVersion(base: string, dialect: Dialect, sender: Sender): Forge {
    return dialect.open(this.#storedAnswers(base, undefined).wrap(sender));
  }

  #storedAnswers(base: string, account: Account | undefined): StoredAnswers {
    const key = JSON.stringify([base, account?.id ?? ""]);
    const mayStore = (): boolean => account === undefined || !this.isRejected(account);
    return getOrCreate(
      this.#stored,
      key,
      () => new StoredAnswers(this.#dependencies.cache, key, this.#dependencies.now, mayStore),
    );
  }

  /**
   * Sends with the account's token. Servers reject an invalid token even for public content, so after a rejection,
   * reads are sent without it, and only private content is missing.
   */
  #guard(base: string, dialect: Dialect, account: Account): Sender {
    const { origin } = new URL(base);
    const authenticated = this.#client(base, dialect, () => this.#dependencies.accounts.credentialFor(origin, account));
    const anonymous = this.#client(base, dialect);
    const key = accountKey(account);
    const sendAnonymously = async (call: Call, refusal: Problem): Promise<Answer> => {
      try {
        return await anonymous.request(call);
      } catch (error) {
        const problem = asProblem(error);
        throw ["unauthorized", "forbidden", "notFound"].includes(problem.kind) ? refusal : problem;
      }
    };
    const request = async (call: Call): Promise<Answer> => {
      const isRead = (call.method ?? "GET") === "GET";
      const rejection = this.#rejected.get(key);
      if (isRead && rejection !== undefined) return await sendAnonymously(call, rejection);
      const tokenChanges = this.#tokenChanges.get(key);
      try {
        const answer = await authenticated.request(call);
        this.#accept(key);
        return answer;
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind !== "unauthorized") throw problem;
        if (this.#tokenChanges.get(key) !== tokenChanges) return await request(call);
        this.#reject(account, problem);
        if (!isRead) throw problem;
        return await sendAnonymously(call, problem);
      }
    };
    return { origin: authenticated.origin, request };
  }

  #accept(key: string): void {
    if (this.#rejected.delete(key)) this.#rejectedChanged.fire();
  }

  #reject(account: Account, problem: Problem): void {
    const key = accountKey(account);
    // The account was removed, so the request was sent without a token.
    if (!this.#dependencies.accounts.list("issues").some((each) => accountKey(each) === key)) return;
    const isNew = !this.#rejected.has(key);
    this.#rejected.set(key, problem);
    if (isNew) this.#rejectedChanged.fire();
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#dependencies.log.warn("The server rejected a token", { origin: account.origin, account: account.name });
    this.#wasRejected.fire(account);
  }

  /**
   * Opens a client for requests outside the API, such as for images, with the same budget and log. It sends the token
   * of the repository's account only to the account's own server.
   */
  plainClient(url: string, repository: RepositoryAddress): Client {
    const account = isAtServer(url, repository.base) ? this.accountFor(repository) : undefined;
    const { origin } = new URL(url);
    const credential = async () =>
      account === undefined ? undefined : await this.#dependencies.accounts.credentialFor(origin, account);
    return this.#open(origin, "images", credential);
  }

  #client(base: string, { apiPath }: Dialect, credential?: () => Promise<Credential | undefined>): Sender {
    const client = this.#open(`${base}${apiPath}`, "threads", credential);
    const request = (call: Call): Promise<Answer> =>
      client.request(call).catch((error: unknown) => {
        const { kind, facts } = asProblem(error);
        // A 401 of a proxy or of a network's sign-in page says nothing about the token.
        const isForeign = kind === "unauthorized" && facts.json !== true;
        throw isForeign ? new Problem("malformed", { ...facts, webPage: true }) : error;
      });
    return { origin: client.origin, request };
  }

  #open(base: string, purpose: Purpose, credential?: () => Promise<Credential | undefined>): Client {
    const { contacts, log, wait } = this.#dependencies;
    const { origin } = new URL(base);
    return new Client({
      base,
      userAgent: USER_AGENT,
      contacts,
      purpose,
      budget: getOrCreate(this.#budgets, origin, () => openBudget(origin, RULES, this.#dependencies)),
      wait,
      credential,
      observe: (event) => {
        logHttp(log, event);
        if (event.kind === "answered" && (event.status ?? 0) < 500) this.#answered.fire(origin);
      },
    });
  }
}

function getOrCreate<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const value = known.get(key) ?? make();
  known.set(key, value);
  return value;
}

/** True for a failure that means that this server hides an endpoint, though it may answer everything else. */
function isHidden({ kind }: Problem): boolean {
  return kind === "notFound" || kind === "forbidden";
}

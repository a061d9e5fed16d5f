// What waits for the user in all repositories of a server: assigned issues and pull requests, and requested reviews.
import type { Event } from "vscode";
import { asProblem } from "../../base/problem.ts";
import { accountKey, type Account } from "../../workbench/accounts/accounts.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Listed } from "../api/caller.ts";
import type { Forge, IssueSearch } from "../api/forge.ts";
import type { Issue } from "../model/entities.ts";
import type { Polled } from "./inbox.ts";

/** A list of one account that isn't empty. */
export interface OwnList {
  readonly account: Account;
  readonly kind: "assigned" | "reviews";
  readonly count: number;
}

interface Known extends OwnList {
  /** Changes with the list's newest issue. */
  readonly newest: string;
}

const QUERIES: Readonly<Record<OwnList["kind"], IssueSearch>> = {
  assigned: { state: "open", isAssigned: true },
  reviews: { state: "open", type: "pulls", isReviewRequested: true },
};
const KINDS = ["reviews", "assigned"] as const;

const PAGE_SIZE = 50;

/** Keeps the sizes of the lists of all accounts. Their issues are loaded when the user expands a list. */
export class OwnLists {
  readonly #accounts: () => readonly Account[];
  readonly #api: (account: Account) => Forge;
  readonly #known = new Map<string, readonly Known[]>();
  /** Accounts whose token can't search issues. They aren't polled until the user refreshes. */
  readonly #unreadable = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;
  /** Counts new tokens and removed accounts, because responses to earlier requests don't reflect them. */
  #changes = 0;

  constructor(accounts: () => readonly Account[], api: (account: Account) => Forge) {
    this.#accounts = accounts;
    this.#api = api;
  }

  list(): readonly OwnList[] {
    return this.#accounts().flatMap((account) => this.#known.get(accountKey(account)) ?? []);
  }

  /** Asks each server how much waits. Returns whether anything changed, and the outcome for each account. */
  async check({ whole = false, signal }: { readonly whole?: boolean; readonly signal?: AbortSignal } = {}): Promise<{
    readonly fresh: boolean;
    readonly polled: readonly Polled[];
  }> {
    if (whole) this.#unreadable.clear();
    const all = this.#accounts().filter((account) => !this.#unreadable.has(accountKey(account)));
    const results = await Promise.allSettled(all.map((account) => this.#checkOne(account, signal)));
    const fresh = results.some((result) => result.status === "fulfilled" && result.value);
    if (fresh) this.#changed.fire();
    const problems = results.map((result) => (result.status === "rejected" ? asProblem(result.reason) : undefined));
    return { fresh, polled: all.map(({ origin }, place) => ({ origin, problem: problems[place] })) };
  }

  async read({ account, kind }: OwnList, page: number, signal: AbortSignal): Promise<Listed<Issue>> {
    return await this.#api(account).searchIssues({ ...QUERIES[kind], page, limit: PAGE_SIZE, signal });
  }

  /** Call when an account is removed or has a new token. */
  forget(account: Account): void {
    this.#changes += 1;
    this.#unreadable.delete(accountKey(account));
    if (this.#known.delete(accountKey(account))) this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #checkOne(account: Account, signal: AbortSignal | undefined): Promise<boolean> {
    const key = accountKey(account);
    const before = this.#known.get(key) ?? [];
    const changes = this.#changes;
    try {
      const found = await Promise.all(KINDS.map((kind) => this.#count(account, kind, signal)));
      if (changes !== this.#changes) return false;
      const now = found.filter(({ count }) => count > 0);
      this.#known.set(key, now);
      return fingerprint(now) !== fingerprint(before);
    } catch (error) {
      const problem = asProblem(error);
      if (!problem.isDenial || changes !== this.#changes) throw problem;
      this.#unreadable.add(key);
      return this.#known.delete(key) && before.length > 0;
    }
  }

  async #count(account: Account, kind: OwnList["kind"], signal: AbortSignal | undefined): Promise<Known> {
    const query = { ...QUERIES[kind], page: 1, limit: 1, signal };
    const { skipped, total, values } = await this.#api(account).searchIssues(query);
    const newest = values.map(({ number, repository, updatedAt }) =>
      [String(repository?.id), number, updatedAt].join(" "),
    );
    return { account, kind, count: total ?? values.length + skipped, newest: newest.join() };
  }
}

function fingerprint(lists: readonly Known[]): string {
  return lists.map(({ count, kind, newest }) => [kind, count, newest].join(" ")).join();
}

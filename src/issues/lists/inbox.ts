// Loads unread notifications and marks them as read.
import type { Event } from "vscode";
import { asProblem, type Problem } from "../../base/problem.ts";
import { accountKey, type Account } from "../../workbench/accounts/accounts.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Forge } from "../api/forge.ts";
import { fullName, type ThreadAddress } from "../model/address.ts";
import type { Notification } from "../model/entities.ts";

/** The unread notifications of one account. */
export interface InboxState {
  readonly account: Account;
  readonly unread: readonly Notification[];
  /** The server's number of unread notifications, which may exceed the loaded ones. */
  readonly count: number;
  readonly skipped: number;
}

/** The outcome of a request to a server. */
export interface Polled {
  readonly origin: string;
  readonly problem: Problem | undefined;
}

interface CheckOptions {
  readonly whole?: boolean;
  readonly signal?: AbortSignal;
}

const PAGE_SIZE = 50;

/** Keeps the unread notifications of all accounts. */
export class Inbox {
  readonly #accounts: () => readonly Account[];
  readonly #api: (account: Account) => Forge;
  readonly #states = new Map<string, InboxState>();
  /** Accounts whose token can't read notifications. They aren't polled until the user refreshes. */
  readonly #unreadable = new Set<string>();
  /** The notifications that were marked with their threads. */
  readonly #tried = new Set<string>();
  /** Counts uses of Mark as Read and new tokens, because responses to earlier requests don't reflect them. */
  #changes = 0;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;

  /** `accounts` returns the accounts to load notifications for. */
  constructor(accounts: () => readonly Account[], api: (account: Account) => Forge) {
    this.#accounts = accounts;
    this.#api = api;
  }

  /** Returns the inboxes that have unread notifications. */
  list(): readonly InboxState[] {
    const present = new Set(this.#accounts().map(accountKey));
    return [...this.#states.values()].filter(({ account, count }) => count > 0 && present.has(accountKey(account)));
  }

  get count(): number {
    return this.list().reduce((sum, { count }) => sum + count, 0);
  }

  /**
   * Checks each account. The first time, and if `whole` is true, loads the whole list. Otherwise loads only the number
   * and the newest notification, and the list only if one of them changed. Returns whether anything changed, and the
   * outcome for each account.
   */
  async check({ whole = false, signal }: CheckOptions = {}): Promise<{
    readonly fresh: boolean;
    readonly polled: readonly Polled[];
  }> {
    if (whole) this.#unreadable.clear();
    const all = this.#accounts().filter((account) => !this.#unreadable.has(accountKey(account)));
    const results = await Promise.allSettled(all.map((account) => this.#checkOne(account, whole, signal)));
    const fresh = results.some((result) => result.status === "fulfilled" && result.value);
    if (fresh) this.#changed.fire();
    const problems = results.map((result) => (result.status === "rejected" ? asProblem(result.reason) : undefined));
    return { fresh, polled: all.map(({ origin }, place) => ({ origin, problem: problems[place] })) };
  }

  async markRead(account: Account, { id }: Notification): Promise<void> {
    await this.#api(account).notifications.mark(id, "read");
    this.#changes += 1;
    const state = this.#states.get(accountKey(account));
    if (state === undefined) return;
    const unread = state.unread.filter((each) => each.id !== id);
    const count = Math.max(0, state.count - (state.unread.length - unread.length));
    this.#states.set(accountKey(account), { ...state, unread, count });
    this.#changed.fire();
  }

  /**
   * Marks the notification of a thread as read, if there is one. `fresh` asks the server for new notifications first.
   * Each version of a notification is tried only once, because a token may not be allowed to mark it.
   */
  async markThreadRead(
    account: Account,
    { owner, name, number }: ThreadAddress,
    { fresh = false }: { readonly fresh?: boolean } = {},
  ): Promise<void> {
    const key = accountKey(account);
    const isChecked = fresh && !this.#unreadable.has(key) && this.#accounts().some((each) => accountKey(each) === key);
    if (isChecked && (await this.#checkOne(account, false, undefined))) this.#changed.fire();
    const found = (this.#states.get(key)?.unread ?? []).filter(
      (each) =>
        each.number === number &&
        each.repository !== undefined &&
        fullName(each.repository).toLowerCase() === fullName({ owner, name }).toLowerCase() &&
        !this.#tried.has(`${key} ${fingerprint(each)}`),
    );
    for (const each of found) this.#tried.add(`${key} ${fingerprint(each)}`);
    await Promise.all(found.map((each) => this.markRead(account, each)));
  }

  /** Marks everything up to the newest shown notification as read. The user hasn't seen later ones. */
  async markAllRead(account: Account): Promise<void> {
    const state = this.#states.get(accountKey(account));
    if (state === undefined || state.unread.length === 0) return;
    const newest = Math.max(...state.unread.map(({ updatedAt }) => updatedAt));
    await this.#api(account).notifications.markAllRead(new Date(newest).toISOString().replace(/\.\d+Z$/, "Z"));
    this.#changes += 1;
    await this.#read(account, undefined);
    this.#changed.fire();
  }

  /** Call when an account is removed or has a new token. */
  forget(account: Account): void {
    this.#changes += 1;
    this.#unreadable.delete(accountKey(account));
    if (this.#states.delete(accountKey(account))) this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #checkOne(account: Account, whole: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    const before = this.#states.get(accountKey(account));
    const changes = this.#changes;
    try {
      if (whole || before === undefined) return await this.#read(account, signal);
      const { total, values } = await this.#api(account).notifications.list(["unread"], { page: 1, limit: 1, signal });
      // If one notification was read elsewhere and another one arrived, the number stays the same.
      const isKnown = total === before.count && sameNewest(values, before.unread);
      return isKnown ? false : await this.#read(account, signal);
    } catch (error) {
      const problem = asProblem(error);
      if (!problem.isDenial || changes !== this.#changes) throw problem;
      this.#unreadable.add(accountKey(account));
      return this.#states.delete(accountKey(account));
    }
  }

  async #read(account: Account, signal: AbortSignal | undefined): Promise<boolean> {
    const paged = { page: 1, limit: PAGE_SIZE, signal };
    const changes = this.#changes;
    const { values, total, skipped } = await this.#api(account).notifications.list(["unread"], paged);
    if (changes !== this.#changes) return await this.#read(account, signal);
    const before = this.#states.get(accountKey(account));
    const state = { account, unread: values, count: total ?? values.length + skipped, skipped };
    this.#states.set(accountKey(account), state);
    const fingerprints = (list: readonly Notification[]) => list.map(fingerprint).join();
    return (before?.count ?? 0) !== state.count || fingerprints(before?.unread ?? []) !== fingerprints(values);
  }
}

/** A notification keeps its id when its thread changes again, so the time is part of its fingerprint. */
function fingerprint({ id, updatedAt }: Notification): string {
  return `${id} ${updatedAt}`;
}

function sameNewest([one]: readonly Notification[], [other]: readonly Notification[]): boolean {
  return (one && fingerprint(one)) === (other && fingerprint(other));
}

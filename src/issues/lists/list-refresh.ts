// Polls the servers for changes while the view is visible, and redraws the changed rows.
import type { Disposable } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import { inLine } from "../../workbench/text/encode.ts";
import { asProblem } from "../../base/problem.ts";
import { Poller, type After, type Outcome } from "../../workbench/poller.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { View } from "../../workbench/wings/views.ts";
import { repositoryKey, threadKey, type RepositoryAddress } from "../model/address.ts";
import type { Polled } from "./inbox.ts";
import { inboxId } from "./inbox-row.ts";
import { ownListId } from "./own-list-rows.ts";
import { listId, type ListRows } from "./list-rows.ts";
import type { Access } from "../repositories/access.ts";
import type { ListBrowser } from "./list-browser.ts";
import type { Repositories } from "../repositories/repositories.ts";
import type { Threads } from "../thread/threads.ts";

/** How often to check for changes while the view is visible; while nothing changes, up to five times less often. */
const MIN_INTERVAL_MS = 60_000;
const MAX_INTERVAL_MS = 300_000;

/** The members of the view that polling uses. */
export type ShownView = Pick<
  View,
  "badge" | "describe" | "isWatched" | "onDidChangeWatched" | "recover" | "redraw" | "refresh"
>;

export interface ListRefreshDependencies {
  readonly services: {
    readonly access: Access;
    readonly lists: ListBrowser;
    readonly repositories: Repositories;
    readonly threads: Threads;
  };
  readonly rows: ListRows;
  readonly view: ShownView;
  readonly shared: Pick<Shared, "accounts" | "log" | "now">;
  readonly after: After;
}

export class ListRefresh implements Disposable {
  readonly #dependencies: ListRefreshDependencies;
  readonly #poller: Poller;
  readonly #disposables: readonly Disposable[];
  /** The number of threads with something new, by repository. Stays known while the lists are reloaded. */
  readonly #news = new Map<string, number>();
  #isInboxDue = false;

  constructor(dependencies: ListRefreshDependencies) {
    const { services, shared, view } = dependencies;
    this.#dependencies = dependencies;
    const getIntervals = () => ({ shortest: MIN_INTERVAL_MS, longest: MAX_INTERVAL_MS });
    const poll = (signal: AbortSignal) => this.refreshAll(signal);
    this.#poller = new Poller({
      ask: poll,
      getIntervals,
      now: shared.now,
      after: dependencies.after,
      random: Math.random,
    });
    const { inbox, own, seen } = services.lists;
    this.#disposables = [
      view.onDidChangeWatched(() => this.#watch()),
      inbox.onDidChange(() => {
        // The root rows change because an inbox has a row only while it has notifications.
        view.redraw();
        for (const state of inbox.list()) view.redraw(inboxId(state));
        this.#showCounts();
      }),
      own.onDidChange(() => {
        view.redraw();
        this.#refreshOwn();
      }),
      seen.onDidChange((address) => this.redraw(address)),
      services.threads.onDidChange((thread) => {
        const { problem, reading } = services.threads.at(thread);
        const isGone = !reading && problem?.kind === "notFound" && problem.facts.json === true;
        if (isGone && services.lists.remove(thread)) this.redraw(thread);
      }),
      services.lists.onDidLoad((address) => this.#count(address)),
      services.repositories.onDidChange(() => this.#news.clear()),
      // The other accounts may not see what is counted.
      shared.accounts.onDidChange(({ removed }) => {
        if (removed.some(({ service }) => service === "issues")) this.#news.clear();
      }),
      services.access.onDidChoose((address) => {
        this.#news.delete(repositoryKey(address));
        this.#showCounts();
      }),
    ];
    this.#watch();
  }

  /** Call after the first rows, which don't wait for notifications. Loads them once the user can see them. */
  checkInbox(): void {
    this.#isInboxDue = true;
    this.#watch();
  }

  /** Asks each server for changes, and redraws the changed rows. */
  async refreshAll(signal: AbortSignal): Promise<Outcome> {
    const { lists } = this.#dependencies.services;
    // At the same time, so that a server that doesn't respond doesn't delay the others.
    const [inbox, own, ...checked] = await Promise.all([
      lists.inbox.check({ signal }),
      lists.own.check({ signal }),
      ...lists.repositories().map((address) => this.#check(address, signal)),
    ]);
    const isChanged = checked.some((each) => each.fresh);
    if (isChanged && !own.fresh) this.#refreshOwn();
    const fresh = inbox.fresh || own.fresh || isChanged;
    return { fresh, notBefore: findRetryTime([...inbox.polled, ...own.polled, ...checked]) };
  }

  async #check(address: RepositoryAddress, signal: AbortSignal): Promise<Polled & { readonly fresh: boolean }> {
    const { rows: known, services, shared, view } = this.#dependencies;
    const { origin } = new URL(address.base);
    try {
      const changes = await services.lists.check(address, signal);
      if (changes.length > 0) this.redraw(address);
      const commented = changes.filter(({ before, now }) => before?.comments !== now.comments);
      const rows = commented.flatMap(({ now }) => known.findThreadRows(threadKey({ ...address, number: now.number })));
      if (commented.length > 0) rows.push(listId(address, "recent"));
      for (const row of rows) view.refresh(row);
      return { origin, problem: undefined, fresh: changes.length > 0 };
    } catch (error) {
      const problem = asProblem(error);
      if (problem.kind === "canceled") throw problem;
      // The loaded data stays on screen. A manual refresh shows the problem.
      shared.log.debug("Could not check for new issues and notifications", { problem: problem.message });
      return { origin, problem, fresh: false };
    }
  }

  /** Redraws the lists of a repository from the loaded data. */
  redraw(address: RepositoryAddress): void {
    for (const row of this.#dependencies.rows.findListRows(address)) this.#dependencies.view.redraw(row);
    this.#count(address);
  }

  /** Call when the filter, order or grouping of a repository's lists changed, and with it their rows. */
  rebuild(address: RepositoryAddress): void {
    this.#dependencies.view.redraw(repositoryKey(address));
    this.redraw(address);
  }

  /** Call when the user refreshed the view. */
  wasRefreshed(): void {
    this.#poller.postpone();
    void this.#dependencies.services.lists.inbox.check({ whole: true });
    void this.#dependencies.services.lists.own.check({ whole: true });
    this.#showCounts();
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
    this.#poller.dispose();
  }

  #watch(): void {
    const { services, view } = this.#dependencies;
    this.#poller.watch(view.isWatched);
    if (!view.isWatched || !this.#isInboxDue) return;
    this.#isInboxDue = false;
    void services.lists.inbox.check();
    void services.lists.own.check();
  }

  /** Loads again what the user has expanded of these lists. */
  #refreshOwn(): void {
    const { services, view } = this.#dependencies;
    for (const list of services.lists.own.list()) view.refresh(ownListId(list));
  }

  /** Counts the threads with something new, unless the lists of the repository are being reloaded. */
  #count(address: RepositoryAddress): void {
    const { lists } = this.#dependencies.services;
    const key = repositoryKey(address);
    if (lists.repositories().some((each) => repositoryKey(each) === key)) this.#news.set(key, lists.countNew(address));
    this.#showCounts();
  }

  #showCounts(): void {
    const { lists } = this.#dependencies.services;
    const threads = [...this.#news.values()].reduce((sum, each) => sum + each, 0);
    const unread = lists.inbox.count;
    const news = threads === 0 ? "" : l10n.plural(threads, "{0} updated thread", "{0} updated threads");
    this.#dependencies.view.describe(inLine(news));
    this.#dependencies.view.badge(unread, () =>
      inLine(l10n.plural(unread, "{0} unread notification", "{0} unread notifications")),
    );
  }
}

/** Returns when the first server may be asked again, if all of them limit requests. */
function findRetryTime(polled: readonly Polled[]): number | undefined {
  const times = new Map<string, number>();
  for (const { origin, problem } of polled)
    times.set(origin, Math.max(times.get(origin) ?? 0, problem?.facts.retryAt ?? 0));
  const earliest = Math.min(...times.values());
  return times.size === 0 || earliest === 0 ? undefined : earliest;
}

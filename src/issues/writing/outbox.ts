// Sends drafts that wait for the connection, and resolves attempts that killed windows left open.
import type { Disposable } from "vscode";
import { asProblem } from "../../base/problem.ts";
import { isWaiting } from "./drafts/draft.ts";
import { getOrigin, placeKey, type Place } from "./drafts/place.ts";
import type { Recovery, RecoveryDependencies } from "./recovery.ts";

export interface OutboxDependencies extends Pick<RecoveryDependencies, "drafts" | "log" | "sender"> {
  readonly recovery: Recovery;
}

/** Waiting drafts are retried after this delay, which doubles with each failure. */
const FIRST_DELAY_MS = 20_000;
const LONGEST_DELAY_MS = 10 * 60_000;
/** Gives a server that answers again time to start up. All windows notice it at the same moment. */
const BACK_DELAY_MS = 2_000;

export class Outbox implements Disposable {
  readonly #dependencies: OutboxDependencies;
  readonly #disposables: Disposable;
  /** Origins that waiting drafts could not reach in the last run. */
  readonly #unreachable = new Set<string>();
  #isBusy: ((place: Place) => boolean) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;
  #delay = FIRST_DELAY_MS;
  #running: Promise<void> | undefined;

  constructor(dependencies: OutboxDependencies) {
    this.#dependencies = dependencies;
    this.#disposables = dependencies.drafts.onDidChange(() => this.#schedule(this.#delay));
  }

  /** Starts sending waiting drafts, except those that the user is editing. */
  start(isBusy: (place: Place) => boolean = () => false): void {
    this.#isBusy = isBusy;
    this.#schedule(BACK_DELAY_MS);
  }

  /** Call when a server has answered. */
  heard(origin: string): void {
    if (this.#running !== undefined || !this.#unreachable.delete(origin)) return;
    this.#delay = FIRST_DELAY_MS;
    this.#schedule(BACK_DELAY_MS * (0.5 + Math.random()));
  }

  /** Runs the outbox now and waits for it. A run in progress may have started before the server was back. */
  async run(): Promise<void> {
    if (this.#running !== undefined) await this.#running.catch(() => undefined);
    await (this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    }));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#isBusy = undefined;
    this.#disposables.dispose();
  }

  async #work(): Promise<void> {
    const { drafts, log, recovery, sender } = this.#dependencies;
    await recovery.run();
    for (const { place } of (await drafts.list()).filter(isWaiting)) {
      if (this.#isBusy?.(place) === false) await sender.send(place, { automatic: true });
    }
    await recovery.findDuplicates();
    this.#unreachable.clear();
    const left = (await drafts.list()).filter(isWaiting);
    for (const { place } of left) this.#unreachable.add(getOrigin(place));
    const hasPending = left.length > 0 || (await recovery.hasPending());
    if (hasPending) this.#scheduleLater();
    else this.#delay = FIRST_DELAY_MS;
    log.debug("Tried to send the outbox", { waiting: left.map(({ place }) => placeKey(place)) });
  }

  #scheduleLater(): void {
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY_MS);
    this.#schedule(this.#delay);
  }

  /** Schedules the next run, unless an earlier one is scheduled. */
  #schedule(delay: number): void {
    const due = Date.now() + delay * (0.75 + Math.random() / 2);
    if (this.#isBusy === undefined || due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      void this.run().catch((error: unknown) => {
        this.#dependencies.log.warn("Could not send the outbox", { problem: asProblem(error).message });
        this.#scheduleLater();
      });
    }, due - Date.now());
    this.#timer.unref();
  }
}

// The downloaded list of all apps of an instance.
import * as v from "valibot";
import { whole } from "../../base/decode.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { ListProgress } from "../api/exodus-api.ts";
import { logSkipped, type ExodusInstance } from "../connection/exodus-instance.ts";
import type { AppList, ListForm } from "../model/app-list/app-list.ts";
import { FILE_VERSION, readListFile, writeListFile } from "../model/app-list/list-file.ts";

/** A download in progress. */
export interface ListDownload {
  readonly form: ListForm;
  readonly since: number;
  /** Undefined until the server starts to send. */
  readonly progress: ListProgress | undefined;
}

/** Facts about the saved list that can be read without opening it. */
export type SavedListInfo = v.InferOutput<typeof savedListInfo>;
const savedListInfo = v.object({ form: v.picklist(["short", "full"]), readAt: whole, skipped: whole, count: whole });
const FACTS_VERSION = 1;

type Parts = Pick<Shared, "cache" | "log" | "now">;

/** Minimum time between two progress events. */
const PROGRESS_INTERVAL_MS = 500;
const TICK_MS = 1000;

/** The list of all apps of one instance: downloaded only on request, and saved on disk. */
export class AppListStore {
  readonly #instance: ExodusInstance;
  readonly #parts: Parts;
  readonly #changed: () => void;
  #list: AppList | undefined;
  #opening: Promise<AppList | undefined> | undefined;
  #facts: SavedListInfo | undefined;
  #readingFacts: Promise<void> | undefined;
  #running: { readonly form: ListForm; readonly abort: AbortController; readonly work: Promise<AppList> } | undefined;
  #progress: ListDownload | undefined;
  #problem: Problem | undefined;

  constructor(instance: ExodusInstance, parts: Parts, changed: () => void) {
    this.#instance = instance;
    this.#parts = parts;
    this.#changed = changed;
  }

  /** The list, if it has been downloaded or opened. */
  get known(): AppList | undefined {
    return this.#list;
  }

  get activeDownload(): ListDownload | undefined {
    return this.#progress;
  }

  /** Why the last download failed. An older list stays in use. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Facts about the saved list, once `facts()` has read them. */
  get knownFacts(): SavedListInfo | undefined {
    return this.#facts;
  }

  /** Form, size and date of the saved list, without opening it. */
  async facts(): Promise<SavedListInfo | undefined> {
    this.#readingFacts ??= this.#readFacts();
    await this.#readingFacts;
    // Another window may download a list later, so the next call looks again.
    if (this.#facts === undefined) this.#readingFacts = undefined;
    return this.#facts;
  }

  /** Opens the saved list, whichever window saved it. */
  async open(): Promise<AppList | undefined> {
    this.#opening ??= this.#open();
    await this.#opening;
    if (this.#list === undefined) this.#opening = undefined;
    return this.#list;
  }

  /** Downloads the list. Concurrent calls share one download; a call for another form cancels it first. */
  async download(form: ListForm): Promise<AppList> {
    while (this.#running !== undefined && this.#running.form !== form) {
      const { abort, work } = this.#running;
      abort.abort();
      await work.catch(() => undefined);
    }
    if (this.#running === undefined) {
      const abort = new AbortController();
      const work = this.#download(form, abort.signal).finally(() => {
        this.#running = undefined;
        this.#progress = undefined;
        this.#changed();
      });
      this.#running = { form, abort, work };
    }
    return await this.#running.work;
  }

  /** Cancels the current download. */
  cancel(): void {
    this.#running?.abort.abort();
  }

  /** Deletes the list. Cancels a download first, which would save it again. */
  async remove(): Promise<void> {
    this.cancel();
    await Promise.allSettled([this.#running?.work, this.#opening, this.#readingFacts]);
    await Promise.all([this.#parts.cache.remove(this.#key), this.#parts.cache.remove(this.#factsKey)]);
    this.#list = undefined;
    this.#facts = undefined;
    this.#problem = undefined;
    this.#changed();
  }

  async #readFacts(): Promise<void> {
    const found = await this.#parts.cache.read(this.#factsKey, FACTS_VERSION);
    if (found === undefined || this.#facts !== undefined) return;
    try {
      const read = v.safeParse(savedListInfo, JSON.parse(new TextDecoder().decode(found.bytes)));
      this.#facts = read.success ? read.output : undefined;
    } catch {
      this.#facts = undefined;
    }
  }

  async #open(): Promise<AppList | undefined> {
    const { cache } = this.#parts;
    const found = await cache.read(this.#key, FILE_VERSION);
    if (this.#list !== undefined) return this.#list;
    const list = found === undefined ? undefined : readListFile(found.bytes);
    if (found !== undefined && list === undefined) await cache.setAside(this.#key);
    // Facts without a list would keep showing a row for a list that can't be opened.
    if (list === undefined && this.#facts !== undefined) await cache.remove(this.#factsKey);
    this.#list = list;
    this.#facts = list === undefined ? undefined : { ...list.facts, count: list.count };
    this.#changed();
    return list;
  }

  async #download(form: ListForm, signal: AbortSignal): Promise<AppList> {
    const { cache, log, now } = this.#parts;
    const since = now();
    this.#setDownload({ form, since, progress: undefined });
    let reportedAt = 0;
    // While the server prepares the list, only the elapsed time changes.
    const ticking = setInterval(this.#changed, TICK_MS);
    ticking.unref();
    try {
      const answer = await this.#instance.requestUnqueued((api) =>
        api.allApplications(form, {
          signal,
          progress: (progress) => {
            this.#progress = { form, since, progress };
            if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
            reportedAt = performance.now();
            this.#changed();
          },
        }),
      );
      logSkipped(log, answer);
      const list = await answer.builder.list({ form, skipped: answer.skipped, readAt: now() });
      if (signal.aborted) throw new Problem("canceled");
      // An empty list would replace a usable one on disk.
      if (list.count === 0)
        throw new Problem("malformed", {
          origin: this.#instance.origin,
          detail: "application list: no app can be read",
        });
      this.#list = list;
      this.#facts = { ...list.facts, count: list.count };
      this.#problem = undefined;
      this.#changed();
      await cache.write(this.#key, FILE_VERSION, writeListFile(list));
      await cache.write(this.#factsKey, FACTS_VERSION, Buffer.from(JSON.stringify(this.#facts)));
      return list;
    } catch (error) {
      const problem = asProblem(error);
      this.#problem = problem.kind === "canceled" ? this.#problem : problem;
      throw problem;
    } finally {
      clearInterval(ticking);
    }
  }

  #setDownload(state: ListDownload): void {
    this.#progress = state;
    this.#changed();
  }

  get #factsKey(): string {
    return `apps facts ${this.#instance.base}`;
  }

  get #key(): string {
    return `apps ${this.#instance.base}`;
  }
}

// The downloaded list of all apps of an instance. A thread holds and searches it.
import * as v from "valibot";
import { asProblem, Problem } from "../../base/problem.ts";
import { WorkerThread } from "../../base/tasks/worker-thread.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { FILE_VERSION, listFacts, type ListFacts } from "../app-list/list-file.ts";
import type { ListReply, ListRequest } from "../app-list/messages.ts";
import type { FoundApp } from "../app-list/search.ts";
import type { ExodusInstance } from "./exodus-instance.ts";
import type { ListedApp, ListForm } from "../model/report.ts";

/** A download in progress. */
export interface ListDownload {
  readonly form: ListForm;
  readonly since: number;
  /** Undefined until the server starts to send. */
  readonly progress: ListProgress | undefined;
}

export interface ListProgress {
  readonly bytes: number;
  /** Total size in bytes, if the server sent it. */
  readonly total: number | undefined;
}

/** The facts have their own file, so that a view can show them without opening the list. */
const FACTS_VERSION = 1;

type AppListsDependencies = Pick<Shared, "cache" | "log" | "now"> & {
  /** Path of the thread's script. */
  readonly program: string;
};

type ListThread = WorkerThread<ListRequest, ListReply>;

/** Minimum time between two progress events. */
const PROGRESS_INTERVAL_MS = 500;
const TICK_MS = 1000;
/** The thread ends after this time without a search, which frees its memory. */
const IDLE_MS = 300_000;

/** The list of all apps of one instance: downloaded only on request, and saved on disk. */
export class AppListStore {
  readonly #instance: ExodusInstance;
  readonly #dependencies: AppListsDependencies;
  readonly #changed: () => void;
  /** Holds the list, or has ended since. */
  #thread: ListThread | undefined;
  #opening: Promise<void> | undefined;
  #facts: ListFacts | undefined;
  #readingFacts: Promise<void> | undefined;
  #running: { readonly form: ListForm; readonly abort: AbortController; readonly work: Promise<ListFacts> } | undefined;
  #progress: ListDownload | undefined;
  #problem: Problem | undefined;
  #isDisposed = false;

  constructor(instance: ExodusInstance, dependencies: AppListsDependencies, changed: () => void) {
    this.#instance = instance;
    this.#dependencies = dependencies;
    this.#changed = changed;
  }

  get activeDownload(): ListDownload | undefined {
    return this.#progress;
  }

  /** Why the last download failed. An older list stays in use. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Facts about the saved list, once `facts()` has read them. */
  get knownFacts(): ListFacts | undefined {
    return this.#facts;
  }

  /** Form, size and date of the saved list, without opening it. */
  async facts(): Promise<ListFacts | undefined> {
    this.#readingFacts ??= this.#readFacts();
    await this.#readingFacts;
    // Another window may download a list later, so the next call looks again.
    if (this.#facts === undefined) this.#readingFacts = undefined;
    return this.#facts;
  }

  /** Starts the thread with the saved list, whichever window saved it. */
  async open(): Promise<ListFacts | undefined> {
    if (this.#thread?.isRunning !== true) {
      this.#opening ??= this.#open().finally(() => (this.#opening = undefined));
      await this.#opening;
    }
    return this.#thread === undefined ? undefined : this.#facts;
  }

  /** The best matches; none without a list. */
  async search(typed: string): Promise<readonly FoundApp[]> {
    await this.open();
    return (await this.#thread?.ask({ kind: "search", typed }))?.found ?? [];
  }

  /** Some rows of the list, in the server's order. */
  async page(from: number, to: number): Promise<readonly ListedApp[]> {
    await this.open();
    return (await this.#thread?.ask({ kind: "page", from, to }))?.page ?? [];
  }

  /** Downloads the list. Concurrent calls share one download; a call for another form cancels it first. */
  async download(form: ListForm): Promise<ListFacts> {
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
    await Promise.all([this.#dependencies.cache.remove(this.#key), this.#dependencies.cache.remove(this.#factsKey)]);
    this.#thread?.end();
    this.#thread = undefined;
    this.#facts = undefined;
    this.#problem = undefined;
    this.#changed();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.cancel();
    this.#thread?.end();
  }

  async #readFacts(): Promise<void> {
    const found = await this.#dependencies.cache.read(this.#factsKey, FACTS_VERSION);
    if (found === undefined || this.#facts !== undefined) return;
    try {
      const read = v.safeParse(listFacts, JSON.parse(new TextDecoder().decode(found.bytes)));
      this.#facts = read.success ? read.output : undefined;
    } catch {
      this.#facts = undefined;
    }
  }

  async #open(): Promise<void> {
    const { cache } = this.#dependencies;
    const thread = this.#createThread();
    const found = await cache.read(this.#key, FILE_VERSION);
    const { facts } =
      found === undefined
        ? {}
        : await thread.ask({ kind: "open", file: found.bytes }, { transfer: [found.bytes.buffer] });
    if (this.#thread?.isRunning === true || this.#isDisposed) {
      // A download has ended first.
      thread.end();
      return;
    }
    if (facts === undefined) thread.end();
    if (found !== undefined && facts === undefined) await cache.setAside(this.#key);
    // Facts without a list would keep showing a row for a list that can't be opened.
    if (facts === undefined && this.#facts !== undefined) await cache.remove(this.#factsKey);
    this.#thread = facts === undefined ? undefined : thread;
    this.#facts = facts;
    this.#changed();
  }

  async #download(form: ListForm, signal: AbortSignal): Promise<ListFacts> {
    const { cache, log, now } = this.#dependencies;
    const since = now();
    this.#progress = { form, since, progress: undefined };
    this.#changed();
    let reportedAt = 0;
    // While the server prepares the list, only the elapsed time changes.
    const ticking = setInterval(this.#changed, TICK_MS);
    ticking.unref();
    // Another thread, so that the older list can be searched until this one is complete.
    const thread = this.#createThread();
    try {
      const progress = (bytes: number, total: number | undefined): void => {
        this.#progress = { form, since, progress: { bytes, total } };
        if (performance.now() - reportedAt < PROGRESS_INTERVAL_MS) return;
        reportedAt = performance.now();
        this.#changed();
      };
      const { facts, file, reasons } = await this.#instance.requestUnqueued(async (api) => {
        // Only the extension host has the proxy and the certificates of VS Code's settings.
        for await (const chunk of await api.allApplications(form, { signal, progress })) {
          const bytes = new Uint8Array(chunk);
          thread.post({ kind: "chunk", bytes }, [bytes.buffer]);
        }
        const reply = await thread.ask({ kind: "finish", form, readAt: now() }, { signal });
        // An empty list would replace a usable one on disk.
        if (reply.facts === undefined || reply.facts.count === 0)
          throw new Problem("malformed", { detail: "application list: no app can be read" });
        return { ...reply, facts: reply.facts };
      });
      if (facts.skipped > 0) log.warn(`Skipped ${facts.skipped} malformed items`, { first: reasons });
      if (this.#isDisposed) throw new Problem("canceled");
      this.#thread?.end();
      this.#thread = thread;
      this.#facts = facts;
      this.#problem = undefined;
      this.#changed();
      if (file !== undefined) await cache.write(this.#key, FILE_VERSION, file);
      await cache.write(this.#factsKey, FACTS_VERSION, Buffer.from(JSON.stringify(facts)));
      return facts;
    } catch (error) {
      thread.end();
      const problem = signal.aborted ? new Problem("canceled") : asProblem(error);
      this.#problem = problem.kind === "canceled" ? this.#problem : problem;
      throw problem;
    } finally {
      clearInterval(ticking);
    }
  }

  #createThread(): ListThread {
    return new WorkerThread(this.#dependencies.program, "triptych-apps", IDLE_MS);
  }

  get #factsKey(): string {
    return `apps facts ${this.#instance.base}`;
  }

  get #key(): string {
    return `apps ${this.#instance.base}`;
  }
}

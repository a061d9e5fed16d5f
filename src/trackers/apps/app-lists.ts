import * as v from "valibot";
import { whole } from "../../base/decode.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { ListProgress } from "../api/exodus-api.ts";
import { logSkipped } from "../connection/exodus-instance.ts";
import type { Service } from "../connection/exodus-instance.ts";
import type { AppList, Form } from "../model/app-list/app-list.ts";
import { FILE_VERSION, listOf, written } from "../model/app-list/file.ts";

/** A list that is being read. */
export interface ListReading {
  readonly form: Form;
  readonly since: number;
  /** Undefined as long as the service thinks. */
  readonly progress: ListProgress | undefined;
}

/** What is told of the kept list without opening it. */
export type KeptFacts = v.InferOutput<typeof keptFacts>;
const keptFacts = v.object({ form: v.picklist(["short", "full"]), readAt: whole, skipped: whole, count: whole });
const FACTS_VERSION = 1;

type Parts = Pick<Shared, "cache" | "log" | "now">;

/** Who looks at the progress hears of it so often, in milliseconds. */
const SAID_EVERY = 500;
const TICK_MS = 1000;

/** The list of all applications of one service: read only when it is asked for, and kept on disk. */
export class Apps {
  readonly #service: Service;
  readonly #parts: Parts;
  readonly #changed: () => void;
  #list: AppList | undefined;
  #opening: Promise<AppList | undefined> | undefined;
  #facts: KeptFacts | undefined;
  #readingFacts: Promise<void> | undefined;
  #reading: { readonly abort: AbortController; readonly work: Promise<AppList> } | undefined;
  #state: ListReading | undefined;
  #problem: Problem | undefined;

  constructor(service: Service, parts: Parts, changed: () => void) {
    this.#service = service;
    this.#parts = parts;
    this.#changed = changed;
  }

  /** The list, where it has been read or opened. */
  get known(): AppList | undefined {
    return this.#list;
  }

  get reading(): ListReading | undefined {
    return this.#state;
  }

  /** Why the last reading failed; what was known before stays. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** What is kept, once it has been asked for. */
  get knownFacts(): KeptFacts | undefined {
    return this.#facts;
  }

  /** Which list is kept, of how many applications and of when, without opening it. */
  async facts(): Promise<KeptFacts | undefined> {
    this.#readingFacts ??= this.#readFacts();
    await this.#readingFacts;
    return this.#facts;
  }

  /** The list as it was kept by any window, if it was. */
  async open(): Promise<AppList | undefined> {
    this.#opening ??= this.#open();
    await this.#opening;
    return this.#list;
  }

  /** Asks the service for all of them; whoever asks meanwhile waits for the same. */
  async read(form: Form): Promise<AppList> {
    if (this.#reading === undefined) {
      const abort = new AbortController();
      const work = this.#read(form, abort.signal).finally(() => {
        this.#reading = undefined;
        this.#state = undefined;
        this.#changed();
      });
      this.#reading = { abort, work };
    }
    return await this.#reading.work;
  }

  /** Gives up the reading that is under way. */
  stop(): void {
    this.#reading?.abort.abort();
  }

  async forget(): Promise<void> {
    this.#list = undefined;
    this.#facts = undefined;
    this.#problem = undefined;
    await Promise.all([this.#parts.cache.remove(this.#key), this.#parts.cache.remove(this.#factsKey)]);
    this.#changed();
  }

  async #readFacts(): Promise<void> {
    const found = await this.#parts.cache.read(this.#factsKey, FACTS_VERSION);
    if (found === undefined || this.#facts !== undefined) return;
    try {
      const read = v.safeParse(keptFacts, JSON.parse(new TextDecoder().decode(found.bytes)));
      this.#facts = read.success ? read.output : undefined;
    } catch {
      this.#facts = undefined;
    }
  }

  async #open(): Promise<AppList | undefined> {
    const { cache } = this.#parts;
    const found = await cache.read(this.#key, FILE_VERSION);
    if (this.#list !== undefined) return this.#list;
    const list = found === undefined ? undefined : listOf(found.bytes);
    if (found !== undefined && list === undefined) await cache.setAside(this.#key);
    this.#list = list;
    this.#facts = list === undefined ? undefined : { ...list.facts, count: list.count };
    this.#changed();
    return list;
  }

  async #read(form: Form, signal: AbortSignal): Promise<AppList> {
    const { cache, log, now } = this.#parts;
    const since = now();
    this.#tell({ form, since, progress: undefined });
    let said = 0;
    // While the service prepares the list, only the time goes on.
    const ticking = setInterval(this.#changed, TICK_MS);
    ticking.unref();
    try {
      const answer = await this.#service.askApart((api) =>
        api.allApplications(form, {
          signal,
          progress: (progress) => {
            this.#state = { form, since, progress };
            if (performance.now() - said < SAID_EVERY) return;
            said = performance.now();
            this.#changed();
          },
        }),
      );
      logSkipped(log, answer);
      const list = await answer.builder.list({ form, skipped: answer.skipped, readAt: now() });
      if (signal.aborted) throw new Problem("cancelled");
      this.#list = list;
      this.#facts = { ...list.facts, count: list.count };
      this.#problem = undefined;
      this.#changed();
      await cache.write(this.#key, FILE_VERSION, written(list));
      await cache.write(this.#factsKey, FACTS_VERSION, Buffer.from(JSON.stringify(this.#facts)));
      return list;
    } catch (error) {
      const problem = asProblem(error);
      this.#problem = problem.kind === "cancelled" ? this.#problem : problem;
      throw problem;
    } finally {
      clearInterval(ticking);
    }
  }

  #tell(state: ListReading): void {
    this.#state = state;
    this.#changed();
  }

  get #factsKey(): string {
    return `apps facts ${this.#service.base}`;
  }

  get #key(): string {
    return `apps ${this.#service.base}`;
  }
}

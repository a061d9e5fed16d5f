import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Disposable, Event } from "vscode";
import type { Problem } from "../../base/problem.ts";
import { SharedState } from "../../base/shared-state.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Shared } from "../../workbench/shared.ts";
import { glimpseOfLatest, glimpsesOf, newsOf, readAnew } from "../model/news.ts";
import type { Glimpse, News, Watched } from "../model/news.ts";
import type { AppState } from "../reports/lookups.ts";
import type { Knowledge } from "../reports/read-app.ts";
import type { Store } from "../store.ts";
import { changeWatched, keptWatched } from "./saved-watches.ts";

const DAY = 86_400_000;

/** After these there is no sense in asking for the next application. */
const STOPS: ReadonlySet<Problem["kind"]> = new Set([
  "offline",
  "timeout",
  "rateLimited",
  "unauthorized",
  "forbidden",
  "redirected",
  "insecure",
]);

export interface Round {
  /** How many were read. */
  readonly read: number;
  readonly all: number;
  /** Why it ended before all were. */
  readonly problem: Problem | undefined;
}

type Parts = Pick<Shared, "folder" | "log" | "now" | "state">;

/** The applications that the reader follows, and what is new of them. */
export class WatchList implements Disposable {
  readonly #store: Store;
  readonly #parts: Parts;
  readonly #changed = new Emitter<string | undefined>();
  readonly #listening: Disposable;
  #round: Promise<Round> | undefined;
  #problem: Problem | undefined;
  /** What was taken up already, of whatever is told more than once. */
  readonly #taken = new WeakSet<Knowledge>();
  /** Tells which application has changed, or none where any may have. */
  readonly onDidChange: Event<string | undefined> = this.#changed.event;

  constructor(store: Store, parts: Parts) {
    this.#store = store;
    this.#parts = parts;
    this.#listening = store.onDidChange((change) => {
      if (change.about === "app") void this.#take(change.handle, store.app(change.handle));
      if (change.about === "service") this.#changed.fire(undefined);
    });
  }

  list(): readonly Watched[] {
    return keptWatched(this.#parts.state, this.#store.base);
  }

  get(handle: string): Watched | undefined {
    return this.list().find((each) => each.handle === handle);
  }

  has(handle: string): boolean {
    return this.get(handle) !== undefined;
  }

  /** What the reader has not seen of it. */
  news(handle: string): readonly News[] {
    const watched = this.get(handle);
    return watched === undefined ? [] : newsOf(watched, this.#parts.now());
  }

  /** How many applications have something new. */
  get fresh(): number {
    return this.list().filter((each) => newsOf(each, this.#parts.now()).length > 0).length;
  }

  /** Whether they are being read, all one after the other. */
  get reading(): boolean {
    return this.#round !== undefined;
  }

  /** Why the last round ended before all were read. */
  get problem(): Problem | undefined {
    return this.#problem;
  }

  /** Follows an application from what is known of it now. */
  async watch(handle: string): Promise<void> {
    if (this.has(handle)) return;
    await this.#change((list) => [...list, { handle, seen: [], newest: [] }], handle);
    await this.#take(handle, this.#store.app(handle));
    void this.#store.look(handle);
  }

  async unwatch(handle: string): Promise<void> {
    await this.#change((list) => list.filter((each) => each.handle !== handle), handle);
  }

  /** What is known now counts as seen. */
  async see(handle: string): Promise<void> {
    if (this.news(handle).length === 0) return;
    await this.#edit(handle, (watched) => ({ ...watched, seen: watched.newest }));
  }

  /** Reads all of them anew, one after the other; a second call waits for the same round. */
  refresh(signal?: AbortSignal, progress?: (read: number, all: number) => void): Promise<Round> {
    this.#round ??= this.#go(signal, progress).finally(() => {
      this.#round = undefined;
      this.#changed.fire(undefined);
    });
    return this.#round;
  }

  /** Reads all of them where no window of this machine has done so for a day. */
  async refreshDaily(): Promise<Round | undefined> {
    if (this.list().length === 0) return undefined;
    const now = this.#parts.now();
    const before = await this.#lastRound().change((content) => {
      const last = typeof content === "number" ? content : 0;
      const due = Math.abs(now - last) >= DAY;
      return { content: due ? now : last, result: due ? last : undefined };
    });
    if (before === undefined) return undefined;
    const round = await this.refresh();
    // Nothing was asked of anyone, so that another try is no second time.
    if (round.read === 0 && round.problem?.kind === "offline") await this.#mark(before);
    return round;
  }

  dispose(): void {
    this.#listening.dispose();
    this.#changed.dispose();
  }

  async #go(signal: AbortSignal | undefined, progress: ((read: number, all: number) => void) | undefined) {
    const { base } = this.#store;
    const list = this.list();
    this.#problem = undefined;
    this.#changed.fire(undefined);
    let read = 0;
    for (const { handle } of list) {
      if (signal?.aborted === true || base !== this.#store.base) break;
      progress?.(read, list.length);
      await this.#store.look(handle, { anew: true });
      const { problem } = this.#store.app(handle);
      if (problem === undefined) read += 1;
      else {
        this.#parts.log.warn(`A watched app could not be read: ${problem.message}`, { handle });
        this.#problem = problem;
        if (STOPS.has(problem.kind)) break;
      }
    }
    if (read > 0) await this.#mark(this.#parts.now());
    return { read, all: list.length, problem: this.#problem };
  }

  /** Takes up whatever was read of a watched application, by whoever asked for it. */
  async #take(handle: string, { reading, knowledge }: AppState): Promise<void> {
    if (reading || knowledge === undefined) return;
    const before = this.get(handle);
    if (before === undefined || (before.readAt !== undefined && this.#taken.has(knowledge))) return;
    this.#taken.add(knowledge);
    const found = glimpses(knowledge);
    // An application that vanished from the service keeps what was known of it.
    if (found.length === 0 && before.newest.length > 0) return;
    await this.#edit(handle, (watched) => readAnew(watched, found, nameOf(knowledge), knowledge.readAt));
  }

  async #edit(handle: string, edit: (watched: Watched) => Watched): Promise<void> {
    await this.#change((list) => list.map((each) => (each.handle === handle ? edit(each) : each)), handle);
  }

  async #change(edit: (list: readonly Watched[]) => readonly Watched[], handle: string): Promise<void> {
    await changeWatched(this.#parts.state, this.#store.base, edit);
    this.#changed.fire(handle);
  }

  #lastRound(): SharedState {
    const { folder } = this.#parts;
    const name = createHash("sha256").update(this.#store.base).digest("hex").slice(0, 16);
    return new SharedState(join(folder, "watched", name));
  }

  async #mark(at: number): Promise<void> {
    await this.#lastRound().change(() => ({ content: at, result: undefined }));
  }
}

function glimpses(knowledge: Knowledge): readonly Glimpse[] {
  switch (knowledge.kind) {
    case "app":
      return glimpsesOf(knowledge.app);
    case "newest":
      return glimpseOfLatest(knowledge.latest, knowledge.match);
    case "unknown":
      return [];
  }
}

function nameOf(knowledge: Knowledge): string | undefined {
  switch (knowledge.kind) {
    case "app":
      return knowledge.app.name;
    case "newest":
      return knowledge.match?.name ?? knowledge.latest?.name;
    case "unknown":
      return undefined;
  }
}

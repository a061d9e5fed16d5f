// Loads apps by package name. Everything that shows an app shares one request.
import { Backoff } from "../../base/http/backoff.ts";
import { LruMap } from "../../base/lru.ts";
import type { Problem } from "../../base/problem.ts";
import { SharedRead } from "../../base/tasks/shared-read.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { ExodusInstance } from "./exodus-instance.ts";
import { getAppName, isProvisional, loadApp, type Knowledge } from "./read-app.ts";

export interface AppState {
  readonly reading: boolean;
  readonly knowledge: Knowledge | undefined;
  /** Why the last request failed. Earlier data stays. */
  readonly problem: Problem | undefined;
}

export interface LoadOptions {
  /** Loads the app again even if its report is final. */
  readonly refresh?: boolean;
  /** Ends this caller's wait. The request ends when no one waits for it. */
  readonly signal?: AbortSignal | undefined;
}

/** How many apps to keep that are not shown. */
const MAX_APPS = 30;
const NOTHING: AppState = { reading: false, knowledge: undefined, problem: undefined };

interface Listeners {
  readonly isShown: (handle: string) => boolean;
  readonly changed: (handle: string) => void;
}

export class AppLookups {
  readonly #instance: ExodusInstance;
  readonly #parts: Pick<Shared, "log" | "now">;
  readonly #listeners: Listeners;
  readonly #states: LruMap<string, AppState>;
  readonly #reads = new Map<string, SharedRead<void>>();
  readonly #recoveries = new Map<string, Backoff>();
  #isClosed = false;

  constructor(instance: ExodusInstance, parts: Pick<Shared, "log" | "now">, listeners: Listeners) {
    this.#instance = instance;
    this.#parts = parts;
    this.#listeners = listeners;
    this.#states = new LruMap(MAX_APPS, (handle, { reading }) => reading || listeners.isShown(handle));
  }

  state(handle: string): AppState {
    return this.#states.peek(handle) ?? NOTHING;
  }

  /** Loaded apps, most recent first. */
  listLoaded(): readonly { readonly handle: string; readonly name: string | undefined }[] {
    return this.#states
      .entries()
      .toReversed()
      .filter(([, { knowledge }]) => knowledge !== undefined && knowledge.kind !== "unknown")
      .map(([handle, { knowledge }]) => ({ handle, name: getAppName(knowledge) }));
  }

  /** Loads an app unless it is loaded. Concurrent calls share one request. */
  async load(handle: string, { refresh = false, signal }: LoadOptions = {}): Promise<void> {
    const current = this.#reads.get(handle);
    if (current === undefined) {
      const { knowledge } = this.state(handle);
      const isFinal = knowledge !== undefined && !isProvisional(knowledge, this.#parts.now());
      if (isFinal && !refresh) return;
    } else if (refresh) current.refresh();
    const read = current ?? this.#startLoading(handle);
    // Callers read the outcome, including a failure, from the state.
    await read.get(signal).catch(() => undefined);
  }

  /** Reloads shown apps whose request failed for a reason that no longer applies. */
  recover(isResolved: (problem: Problem) => boolean): void {
    for (const [handle, { problem, reading }] of this.#states.entries()) {
      if (problem === undefined || reading || !isResolved(problem) || !this.#listeners.isShown(handle)) continue;
      const recovery = this.#recoveries.get(handle) ?? new Backoff();
      this.#recoveries.set(handle, recovery);
      if (recovery.isDue(this.#parts.now())) void this.load(handle, { refresh: true });
    }
  }

  /** Drops apps beyond the limit. Call it when an app is no longer shown. */
  trim(): void {
    this.#states.trim();
  }

  /** Cancels all requests after the instance or key changed. */
  close(): void {
    this.#isClosed = true;
    for (const read of this.#reads.values()) read.cancel();
  }

  #startLoading(handle: string): SharedRead<void> {
    const read: SharedRead<void> = new SharedRead((signal) => this.#read(handle, read, signal), this.#parts.now);
    this.#reads.set(handle, read);
    return read;
  }

  async #read(handle: string, read: SharedRead<void>, signal: AbortSignal): Promise<void> {
    const settle = (outcome: Partial<AppState>): void => {
      // After a refresh, only the newer request counts.
      if (signal.aborted && read.isReading) return;
      this.#reads.delete(handle);
      this.#put(handle, { ...this.state(handle), ...outcome, reading: false });
    };
    const onAbort = (): void => settle({});
    signal.addEventListener("abort", onAbort, { once: true });
    this.#put(handle, { ...this.state(handle), reading: true });
    const outcome = await loadApp(this.#instance, handle, { ...this.#parts, signal }).then(
      (knowledge) => ({ knowledge, problem: undefined }),
      (error: unknown) => ({ problem: this.#instance.toProblem(error) }),
    );
    signal.removeEventListener("abort", onAbort);
    if (signal.aborted) return;
    settle(outcome);
    if (!("knowledge" in outcome)) return;
    this.#recoveries.delete(handle);
    if (outcome.knowledge.kind === "app") this.recover(({ kind }) => kind === "unauthorized");
  }

  #put(handle: string, state: AppState): void {
    if (this.#isClosed) return;
    this.#states.set(handle, state);
    this.#listeners.changed(handle);
  }
}

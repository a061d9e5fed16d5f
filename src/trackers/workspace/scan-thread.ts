// The worker thread that scans files.
import { Worker } from "node:worker_threads";
import type { Disposable } from "vscode";
import { Semaphore } from "../../base/tasks/semaphore.ts";
import { Problem } from "../../base/problem.ts";
import type { SignedTracker } from "../scan/signatures.ts";
import type { WorkerRequest, Scanned, WorkerMessage } from "../scan/worker-messages.ts";

/** The worker ends after this idle time and drops its cache. */
const IDLE_MS = 300_000;

/** Runs scans in a worker thread, started on first use. */
export class ScanThread implements Disposable {
  readonly #program: string;
  readonly #queue = new Semaphore(1);
  #worker: Worker | undefined;
  #trackers: readonly SignedTracker[] | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /** `program` is the path of the worker script. */
  constructor(program: string) {
    this.#program = program;
  }

  /** Whether the worker still has its cache, which it loses when it ends or receives other trackers. */
  hasCacheFor(trackers: readonly SignedTracker[]): boolean {
    return this.#worker !== undefined && this.#trackers === trackers;
  }

  /** Sends a request. Requests run one at a time, and an abort terminates the worker. */
  request(
    request: WorkerRequest,
    trackers: readonly SignedTracker[],
    options: {
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: (done: number, of: number) => void;
    } = {},
  ): Promise<Scanned> {
    return this.#queue.run(() => this.#send(request, trackers, options), options.signal);
  }

  dispose(): void {
    clearTimeout(this.#idleTimer);
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#trackers = undefined;
  }

  async #send(
    request: WorkerRequest,
    trackers: readonly SignedTracker[],
    { signal, onProgress }: NonNullable<Parameters<ScanThread["request"]>[2]>,
  ): Promise<Scanned> {
    clearTimeout(this.#idleTimer);
    const worker = (this.#worker ??= new Worker(this.#program, { name: "triptych-scan", execArgv: [] }));
    if (this.#trackers !== trackers) worker.postMessage({ type: "signatures", trackers } satisfies WorkerRequest);
    this.#trackers = trackers;
    let removeListeners = (): void => undefined;
    try {
      return await new Promise<Scanned>((resolve, reject) => {
        const onMessage = (message: WorkerMessage): void => {
          if (message.type === "found") resolve(message);
          else onProgress?.(message.done, message.of);
        };
        const fail = (error: Error): void =>
          reject(new Problem("unexpected", { detail: error.message }, { cause: error }));
        const onExit = (code: number): void => fail(new Error(`the thread ended with ${code}`));
        const onAbort = (): void => reject(new Problem("canceled"));
        worker.on("message", onMessage).once("error", fail).once("exit", onExit);
        signal?.addEventListener("abort", onAbort, { once: true });
        removeListeners = () => {
          worker.off("message", onMessage).off("error", fail).off("exit", onExit);
          signal?.removeEventListener("abort", onAbort);
        };
        worker.postMessage(request);
      });
    } catch (error) {
      this.dispose();
      throw error;
    } finally {
      removeListeners();
      this.#idleTimer = setTimeout(() => this.dispose(), IDLE_MS).unref();
    }
  }
}

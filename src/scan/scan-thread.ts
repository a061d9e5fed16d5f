// The worker thread that scans files.
import { Semaphore } from "../base/tasks/semaphore.ts";
import { WorkerThread } from "../base/tasks/worker-thread.ts";
import type { SignedTracker } from "./signatures/signatures.ts";
import type { Scanned, ScanProgress, ScanRequest } from "./worker-messages.ts";

/** The thread ends after this idle time and drops its cache. */
const IDLE_MS = 300_000;

/** Runs scans in a thread, which keeps the trackers and a cache of scanned files. */
export class ScanThread {
  readonly #thread: WorkerThread<ScanRequest, Scanned, ScanProgress>;
  /** The trackers of a request are sent right before it. */
  readonly #queue = new Semaphore(1);
  #trackers: readonly SignedTracker[] | undefined;

  /** `program` is the path of the thread's script. */
  constructor(program: string) {
    this.#thread = new WorkerThread(program, "triptych-scan", IDLE_MS);
  }

  /** Whether the thread still has its cache, which it loses when it ends or receives other trackers. */
  hasCacheFor(trackers: readonly SignedTracker[]): boolean {
    return this.#thread.isRunning && this.#trackers === trackers;
  }

  /** Sends a request. Requests run one at a time, and an abort ends the thread. */
  request(
    request: ScanRequest,
    trackers: readonly SignedTracker[],
    options: {
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: (done: number, of: number) => void;
    } = {},
  ): Promise<Scanned> {
    const { signal, onProgress } = options;
    const send = async (): Promise<Scanned> => {
      if (!this.hasCacheFor(trackers)) this.#thread.post({ type: "signatures", trackers });
      this.#trackers = trackers;
      return await this.#thread.ask(request, { signal, onProgress: ({ done, of }) => onProgress?.(done, of) });
    };
    return this.#queue.run(send, signal);
  }

  dispose(): void {
    this.#thread.end();
  }
}

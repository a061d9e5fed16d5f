// The worker thread that reads apps.
import { WorkerThread } from "../../base/tasks/worker-thread.ts";
import type { SignedTracker } from "../signatures/signatures.ts";
import type { ApkReport } from "./apk-report.ts";

/** The thread keeps nothing that the next app needs. */
const IDLE_MS = 10_000;
/** For names and tables. What is unpacked is outside of this, and has limits of its own. */
const MAX_MEMORY_MB = 1024;

export interface ApkRequest {
  readonly path: string;
  /** The other files, if the app is a set of splits. */
  readonly splits?: readonly string[] | undefined;
  readonly trackers: readonly SignedTracker[];
}

/** Bytes that are read, and to be read in total. */
export interface ApkProgress {
  readonly done: number;
  readonly of: number;
}

export class ApkThread {
  readonly #thread: WorkerThread<ApkRequest, ApkReport, ApkProgress>;

  /** `program` is the path of the thread's script. */
  constructor(program: string) {
    this.#thread = new WorkerThread(program, "triptych-apk", IDLE_MS, MAX_MEMORY_MB);
  }

  /** Reads one app at a time. An abort ends the thread. */
  read(
    request: ApkRequest,
    options: {
      readonly signal?: AbortSignal | undefined;
      readonly onProgress?: ((progress: ApkProgress) => void) | undefined;
    },
  ): Promise<ApkReport> {
    return this.#thread.ask(request, options);
  }

  dispose(): void {
    this.#thread.end();
  }
}

// Shares one read among all its callers. It is canceled when no caller waits for it, and a refresh replaces one that
// hangs.
import { Problem } from "../problem.ts";
import { unlessCanceled } from "./wait.ts";

/** A request that has taken this long may hang. A refresh then starts a new one instead of waiting for it. */
export const REQUEST_HANG_MS = 3_000;
/** The same for reads of many requests, which would never end if each refresh replaced them that soon. */
export const LONG_READ_HANG_MS = 10_000;

/** The result that all callers wait for. A refresh replaces the call behind it. */
interface PendingRead<Result> {
  readonly result: Promise<Result>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  abort: AbortController;
  startedAt: number;
  waiting: number;
}

export class SharedRead<Result> {
  readonly #read: (signal: AbortSignal) => Promise<Result>;
  readonly #now: () => number;
  readonly #hangMs: number;
  #reading: PendingRead<Result> | undefined;

  constructor(read: (signal: AbortSignal) => Promise<Result>, now: () => number = Date.now, hangMs = REQUEST_HANG_MS) {
    this.#read = read;
    this.#now = now;
    this.#hangMs = hangMs;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /**
   * Joins the current read, or starts one. The signal ends this caller's wait, and the read once no other caller waits.
   */
  async get(signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted === true) throw new Problem("canceled");
    const reading = this.#reading ?? this.#start();
    reading.waiting += 1;
    try {
      return await unlessCanceled(reading.result, signal);
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0 && this.#reading === reading) this.cancel();
    }
  }

  /** Waits until no read is in progress, without keeping it from being canceled. */
  async ended(): Promise<void> {
    while (this.#reading !== undefined) await this.#reading.result.catch(() => undefined);
  }

  /** Starts a new call if the current one may hang. All waiting callers get the result of the new one. */
  refresh(): void {
    if (this.#reading !== undefined && this.#now() - this.#reading.startedAt >= this.#hangMs) this.restart();
  }

  /** Starts a new call in place of the current one, whose result may be out of date. */
  restart(): void {
    const reading = this.#reading;
    if (reading === undefined) return;
    const previous = reading.abort;
    reading.abort = new AbortController();
    this.#call(reading);
    previous.abort();
  }

  cancel(): void {
    const reading = this.#reading;
    this.#reading = undefined;
    reading?.reject(new Problem("canceled"));
    reading?.abort.abort();
  }

  #start(): PendingRead<Result> {
    let resolve: PendingRead<Result>["resolve"] = () => undefined;
    let reject: PendingRead<Result>["reject"] = () => undefined;
    const result = new Promise<Result>((give, fail) => {
      resolve = give;
      reject = fail;
    });
    // Waiting callers handle the failure. Without any, it would be an unhandled rejection.
    result.catch(() => undefined);
    const reading = { result, resolve, reject, abort: new AbortController(), startedAt: 0, waiting: 0 };
    this.#reading = reading;
    this.#call(reading);
    return reading;
  }

  #call(reading: PendingRead<Result>): void {
    const { abort } = reading;
    reading.startedAt = this.#now();
    const end = (): boolean => {
      if (this.#reading !== reading || reading.abort !== abort) return false;
      this.#reading = undefined;
      return true;
    };
    const call = async (): Promise<Result> => await this.#read(abort.signal);
    // `call` is async, so that an error thrown synchronously ends the read too.
    call().then(
      (result) => void (end() && reading.resolve(result)),
      (error: unknown) => void (end() && reading.reject(error)),
    );
  }
}

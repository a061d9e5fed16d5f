// One read at a time for everyone who asks: it ends when no one waits for it, and a refresh replaces it when it hangs.
import { Problem } from "./problem.ts";
import { unlessCanceled } from "./wait.ts";

/** A read that has taken this long may hang; a refresh begins a new one instead of waiting for it. */
const HANG_TIMEOUT_MS = 3_000;

/** What everyone who asked is waiting for; a refresh exchanges the call behind it. */
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
  #reading: PendingRead<Result> | undefined;

  constructor(read: (signal: AbortSignal) => Promise<Result>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Joins the read that is under way, or begins one. The signal ends only this caller's wait, and the read after the last. */
  async get(signal?: AbortSignal): Promise<Result> {
    if (signal?.aborted === true) throw new Problem("canceled");
    const reading = this.#reading ?? this.#begin();
    reading.waiting += 1;
    try {
      return await unlessCanceled(reading.result, signal);
    } finally {
      reading.waiting -= 1;
      if (reading.waiting === 0 && this.#reading === reading) this.cancel();
    }
  }

  /** Starts a new call if the current one may hang; everyone who waits gets the result of the new one. */
  refresh(): void {
    if (this.#reading !== undefined && this.#now() - this.#reading.startedAt >= HANG_TIMEOUT_MS) this.restart();
  }

  /** Starts a new call in place of the current one, whose result may be out of date. */
  restart(): void {
    const reading = this.#reading;
    if (reading === undefined) return;
    const former = reading.abort;
    reading.abort = new AbortController();
    this.#call(reading);
    former.abort();
  }

  /** Gives up the read that is under way. */
  cancel(): void {
    const reading = this.#reading;
    this.#reading = undefined;
    reading?.reject(new Problem("canceled"));
    reading?.abort.abort();
  }

  #begin(): PendingRead<Result> {
    let resolve: PendingRead<Result>["resolve"] = () => undefined;
    let reject: PendingRead<Result>["reject"] = () => undefined;
    const result = new Promise<Result>((give, fail) => {
      resolve = give;
      reject = fail;
    });
    // Those who still wait get the failure.
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
    // What is thrown at once ends the read as well.
    call().then(
      (result) => void (end() && reading.resolve(result)),
      (error: unknown) => void (end() && reading.reject(error)),
    );
  }
}

import { Worker } from "node:worker_threads";
import type { Disposable } from "vscode";
import { Semaphore } from "../../base/semaphore.ts";
import { Problem } from "../../base/problem.ts";
import type { SignedTracker } from "../scan/signatures.ts";
import type { Asked, Scanned, Told } from "../scan/worker-messages.ts";

/** So long after the last work the thread ends, and with it what it remembers of files. */
const IDLE = 300_000;

/** The thread in which files are read and matched; it is started when it is first asked. */
export class Thread implements Disposable {
  readonly #program: string;
  readonly #atOnce = new Semaphore(1);
  #worker: Worker | undefined;
  #trackers: readonly SignedTracker[] | undefined;
  #idle: NodeJS.Timeout | undefined;

  /** `program` is the path of the built worker. */
  constructor(program: string) {
    this.#program = program;
  }

  /** Whether it remembers what it has read. */
  get remembers(): boolean {
    return this.#worker !== undefined;
  }

  /** One thing after the other. An abort ends the thread, whatever it is at. */
  ask(
    asked: Asked,
    trackers: readonly SignedTracker[],
    options: { readonly signal?: AbortSignal | undefined; readonly told?: (done: number, of: number) => void } = {},
  ): Promise<Scanned> {
    return this.#atOnce.run(() => this.#answer(asked, trackers, options), options.signal);
  }

  dispose(): void {
    clearTimeout(this.#idle);
    void this.#worker?.terminate();
    this.#worker = undefined;
    this.#trackers = undefined;
  }

  async #answer(
    asked: Asked,
    trackers: readonly SignedTracker[],
    { signal, told }: NonNullable<Parameters<Thread["ask"]>[2]>,
  ): Promise<Scanned> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= new Worker(this.#program, { name: "triptych-scan", execArgv: [] }));
    if (this.#trackers !== trackers) worker.postMessage({ type: "signatures", trackers } satisfies Asked);
    this.#trackers = trackers;
    let over = (): void => undefined;
    try {
      return await new Promise<Scanned>((resolve, reject) => {
        const hear = (message: Told): void => {
          if (message.type === "found") resolve(message);
          else told?.(message.done, message.of);
        };
        const fail = (error: Error): void =>
          reject(new Problem("unexpected", { detail: error.message }, { cause: error }));
        const end = (code: number): void => fail(new Error(`the thread ended with ${code}`));
        const stop = (): void => reject(new Problem("cancelled"));
        worker.on("message", hear).once("error", fail).once("exit", end);
        signal?.addEventListener("abort", stop, { once: true });
        over = () => {
          worker.off("message", hear).off("error", fail).off("exit", end);
          signal?.removeEventListener("abort", stop);
        };
        worker.postMessage(asked);
      });
    } catch (error) {
      this.dispose();
      throw error;
    } finally {
      over();
      this.#idle = setTimeout(() => this.dispose(), IDLE).unref();
    }
  }
}

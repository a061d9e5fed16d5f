// A worker thread that answers requests, so that long work never blocks the extension host.
import { parentPort, Worker, type Transferable } from "node:worker_threads";
import { asProblem, Problem, type ProblemFacts, type ProblemKind } from "../problem.ts";
import { Semaphore } from "./semaphore.ts";

/** A message from the thread. */
type Message<Reply, Progress> =
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "reply"; readonly reply: Reply }
  | { readonly kind: "failed"; readonly problem: ProblemKind; readonly facts: ProblemFacts };

interface AskOptions<Progress> {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly transfer?: readonly Transferable[];
}

/** Starts on first use, and ends after an idle time, which frees its memory. */
export class WorkerThread<Request, Reply, Progress = never> {
  readonly #program: string;
  readonly #name: string;
  readonly #idleMs: number;
  readonly #maxMemoryMb: number | undefined;
  readonly #queue = new Semaphore(1);
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  /**
   * `program` is the path of the script, which uses `answerRequests`. A thread that needs more memory than
   * `maxMemoryMb` ends, and its request fails.
   */
  constructor(program: string, name: string, idleMs: number, maxMemoryMb?: number) {
    this.#program = program;
    this.#name = name;
    this.#idleMs = idleMs;
    this.#maxMemoryMb = maxMemoryMb;
  }

  /** False before the first request, and after the thread has ended. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Sends a request that has no reply. */
  post(request: Request, transfer: readonly Transferable[] = []): void {
    this.#start().postMessage(request, transfer);
  }

  /** Sends a request. Requests run one at a time, and an abort ends the thread. */
  ask(request: Request, options: AskOptions<Progress> = {}): Promise<Reply> {
    return this.#queue.run(() => this.#ask(request, options), options.signal);
  }

  end(): void {
    clearTimeout(this.#idleTimer);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): Worker {
    clearTimeout(this.#idleTimer);
    if (this.#worker !== undefined) return this.#worker;
    const limits = this.#maxMemoryMb === undefined ? {} : { maxOldGenerationSizeMb: this.#maxMemoryMb };
    const worker = new Worker(this.#program, {
      name: this.#name,
      workerData: this.#name,
      execArgv: [],
      resourceLimits: limits,
    });
    // Without a listener, an error between two requests would end the extension host.
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (this.#worker === worker) this.end();
    });
    this.#worker = worker;
    return worker;
  }

  async #ask(request: Request, { signal, onProgress, transfer = [] }: AskOptions<Progress>): Promise<Reply> {
    if (signal?.aborted === true) throw new Problem("canceled");
    const worker = this.#start();
    let removeListeners = (): void => undefined;
    try {
      return await new Promise<Reply>((resolve, reject) => {
        const onMessage = (message: Message<Reply, Progress>): void => {
          if (message.kind === "reply") resolve(message.reply);
          else if (message.kind === "progress") onProgress?.(message.progress);
          else reject(new Problem(message.problem, message.facts));
        };
        const fail = (error: Error): void => {
          if (this.#worker === worker) this.end();
          reject(new Problem("unexpected", { detail: error.message }, { cause: error }));
        };
        const onExit = (code: number): void => fail(new Error(`the thread ended with ${code}`));
        const onAbort = (): void => {
          this.end();
          reject(new Problem("canceled"));
        };
        worker.on("message", onMessage).once("error", fail).once("exit", onExit);
        signal?.addEventListener("abort", onAbort, { once: true });
        removeListeners = () => {
          worker.off("message", onMessage).off("error", fail).off("exit", onExit);
          signal?.removeEventListener("abort", onAbort);
        };
        worker.postMessage(request, transfer);
      });
    } finally {
      removeListeners();
      if (this.#worker === worker) this.#idleTimer = setTimeout(() => this.end(), this.#idleMs).unref();
    }
  }
}

/** How a thread answers a request. */
export interface Answering<Reply, Progress = never> {
  readonly reply: (reply: Reply, transfer?: readonly Transferable[]) => void;
  readonly report: (progress: Progress) => void;
}

/** Returns the listener for the requests of a `WorkerThread`, which the script of the thread adds to its port. */
export function answerRequests<Request, Reply, Progress = never>(
  serve: (request: Request, answering: Answering<Reply, Progress>) => void,
): (request: Request) => void {
  const send = (message: Message<Reply, Progress>, transfer: readonly Transferable[] = []): void =>
    parentPort?.postMessage(message, transfer);
  return (request) => {
    try {
      serve(request, {
        reply: (reply, transfer) => send({ kind: "reply", reply }, transfer),
        report: (progress) => send({ kind: "progress", progress }),
      });
    } catch (error) {
      const { kind, facts } = asProblem(error);
      send({ kind: "failed", problem: kind, facts });
    }
  };
}

// Named locks across the tasks and processes of one machine, released as soon as the holding process ends.
import { hostname } from "node:os";
import * as v from "valibot";
import {
  deleteSocketFile,
  isAlive,
  openAliveSocket,
  socketPlaces,
  type AliveSocket,
  type SocketPlaces,
} from "./alive-socket.ts";
import { asProblem, type Problem } from "../problem.ts";
import { SharedState } from "./shared-state.ts";

const MAX_FOREIGN_HOLD_MS = 10 * 60_000;

const Holder = v.object({
  /** The socket of the process. */
  address: v.string(),
  host: v.string(),
  since: v.number(),
});
type Holder = v.InferOutput<typeof Holder>;

/** The holders by the names of their locks. */
const Holders = v.record(v.string(), Holder);

/** What a task may rely on while it runs. */
export interface HeldLock {
  /** False if locks don't work here, so another process may run the same task. */
  readonly exclusive: boolean;
}

export interface MachineLockOptions {
  /** A folder that all processes share and nothing else uses. */
  readonly folder: string;
  /**
   * How long a lock counts as held if its holder is on another host or in another container that shares the folder,
   * where its socket can't be reached. Ten minutes by default.
   */
  readonly maxForeignHoldMs?: number | undefined;
  /** Called if the folder or sockets can't be used, so locks don't work. */
  readonly onAlone?: (reason: Problem) => void;
  /** Tests replace the system's places for sockets. */
  readonly places?: SocketPlaces;
  readonly now?: () => number;
}

/** Named locks. Each holder listens on a socket, so that other processes can check whether it is alive. */
export class MachineLock {
  readonly #state: SharedState;
  readonly #maxForeignHoldMs: number;
  readonly #onAlone: ((reason: Problem) => void) | undefined;
  readonly #places: SocketPlaces;
  readonly #now: () => number;
  /** The names that tasks of this process hold or ask for. */
  readonly #own = new Set<string>();

  constructor({ folder, maxForeignHoldMs, onAlone, places, now }: MachineLockOptions) {
    this.#maxForeignHoldMs = maxForeignHoldMs ?? MAX_FOREIGN_HOLD_MS;
    this.#state = new SharedState(folder);
    this.#onAlone = onAlone;
    this.#places = places ?? socketPlaces(folder);
    this.#now = now ?? Date.now;
  }

  /**
   * Runs the task while holding the lock. Returns undefined, without running the task, if another task holds the lock.
   * If locks don't work across processes here, runs the task with `exclusive` false, and the task decides what to do.
   */
  async tryHold<Result>(
    name: string,
    task: (hold: HeldLock) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    if (this.#own.has(name)) return undefined;
    this.#own.add(name);
    return await this.#tryHold(name, task).finally(() => this.#own.delete(name));
  }

  async #tryHold<Result>(
    name: string,
    task: (hold: HeldLock) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    let socket: AliveSocket | undefined;
    let isTaken: boolean;
    try {
      socket = await openAliveSocket(this.#places);
      isTaken = await this.#acquire(name, socket.address);
    } catch (error) {
      await socket?.close();
      this.#onAlone?.(asProblem(error));
      return { result: await task({ exclusive: false }) };
    }
    try {
      if (!isTaken) return undefined;
      return { result: await task({ exclusive: true }) };
    } finally {
      // Removing the record frees the lock. If that fails, closing the socket frees it too.
      if (isTaken) await this.#release(name, socket.address).catch(() => undefined);
      await socket.close();
    }
  }

  async #acquire(name: string, address: string): Promise<boolean> {
    const dead = new Set<string>();
    const own: Holder = { address, host: hostname(), since: this.#now() };
    for (;;) {
      const other = await this.#state.change((content) => {
        const holders = readHolders(content);
        const holder = holders[name];
        if (holder !== undefined && !dead.has(holder.address)) return { content: holders, result: holder };
        return { content: { ...holders, [name]: own }, result: undefined };
      });
      if (other === undefined) break;
      if (await this.#isHolding(other)) return false;
      dead.add(other.address);
    }
    await Promise.all([...dead].map((each) => deleteSocketFile(each)));
    return true;
  }

  async #isHolding({ address, host, since }: Holder): Promise<boolean> {
    if (host === hostname()) return await isAlive(address);
    return Math.abs(this.#now() - since) < this.#maxForeignHoldMs;
  }

  async #release(name: string, address: string): Promise<void> {
    await this.#state.change((content) => {
      const { [name]: holder, ...others } = readHolders(content);
      const remaining = holder === undefined || holder.address === address ? others : { ...others, [name]: holder };
      return { content: remaining, result: undefined };
    });
  }
}

function readHolders(content: unknown): Readonly<Record<string, Holder>> {
  const read = v.safeParse(Holders, content);
  return read.success ? read.output : {};
}

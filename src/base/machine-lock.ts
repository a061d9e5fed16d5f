// Named locks across the processes of one machine, released as soon as the holding process ends.
import { hostname } from "node:os";
import * as v from "valibot";
import {
  forgetSocket,
  isAlive,
  openAliveSocket,
  socketPlaces,
  type AliveSocket,
  type SocketPlaces,
} from "./alive-socket.ts";
import { asProblem, type Problem } from "./problem.ts";
import { SharedState } from "./shared-state.ts";

const MAX_FOREIGN_HOLD_MS = 10 * 60_000;

const Holder = v.object({
  /** The socket of the process. */
  address: v.string(),
  host: v.string(),
  since: v.number(),
});
type Holder = v.InferOutput<typeof Holder>;

/** The holder of each name. */
const Holders = v.record(v.string(), Holder);

/** What the work may rely on. */
export interface Hold {
  /** False if no lock can be had here: then another process may be at the same work. */
  readonly exclusive: boolean;
}

export interface MachineLockOptions {
  /** A folder that all processes share and nothing else uses. */
  readonly folder: string;
  /**
   * Sockets of another host or container can't be reached, so the holders there can't be asked: a lock held from one that
   * shares the folder counts as held for this long, ten minutes unless the caller knows better.
   */
  readonly maxForeignHoldMs?: number | undefined;
  /** Called when the folder or sockets can't be used, so that no lock can be had. */
  readonly onAlone?: (reason: Problem) => void;
  /** Replaces the system's places for sockets, for tests. */
  readonly places?: SocketPlaces;
  readonly now?: () => number;
}

/** A lock per name. Its holder listens on its own socket, so that others can tell whether it is alive. */
export class MachineLock {
  readonly #state: SharedState;
  readonly #maxForeignHoldMs: number;
  readonly #onAlone: ((reason: Problem) => void) | undefined;
  readonly #places: SocketPlaces;
  readonly #now: () => number;

  constructor({ folder, maxForeignHoldMs, onAlone, places, now }: MachineLockOptions) {
    this.#maxForeignHoldMs = maxForeignHoldMs ?? MAX_FOREIGN_HOLD_MS;
    this.#state = new SharedState(folder);
    this.#onAlone = onAlone;
    this.#places = places ?? socketPlaces(folder);
    this.#now = now ?? Date.now;
  }

  /**
   * Runs the task while it holds the name. Returns undefined, without running it, if another process holds it. If no
   * lock can be had, the task runs with `exclusive` false and decides itself what to do.
   */
  async tryHold<Result>(
    name: string,
    work: (hold: Hold) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    let socket: AliveSocket | undefined;
    let isTaken: boolean;
    try {
      socket = await openAliveSocket(this.#places);
      isTaken = await this.#take(name, socket.address);
    } catch (error) {
      await socket?.close();
      this.#onAlone?.(asProblem(error));
      return { result: await work({ exclusive: false }) };
    }
    try {
      if (!isTaken) return undefined;
      return { result: await work({ exclusive: true }) };
    } finally {
      // The name is free without a record, and without a socket as well.
      if (isTaken) await this.#release(name, socket.address).catch(() => undefined);
      await socket.close();
    }
  }

  async #take(name: string, address: string): Promise<boolean> {
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
    await Promise.all([...dead].map((each) => forgetSocket(each)));
    return true;
  }

  async #isHolding({ address, host, since }: Holder): Promise<boolean> {
    if (host === hostname()) return await isAlive(address);
    return Math.abs(this.#now() - since) < this.#maxForeignHoldMs;
  }

  async #release(name: string, address: string): Promise<void> {
    await this.#state.change((content) => {
      const { [name]: holder, ...others } = readHolders(content);
      const kept = holder === undefined || holder.address === address ? others : { ...others, [name]: holder };
      return { content: kept, result: undefined };
    });
  }
}

function readHolders(content: unknown): Readonly<Record<string, Holder>> {
  const read = v.safeParse(Holders, content);
  return read.success ? read.output : {};
}

import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { asProblem } from "./problem.ts";
import type { Problem } from "./problem.ts";
import { SharedState } from "./shared-state.ts";

/** Under each name, the sign of life of whoever holds it. */
const Holders = v.record(v.string(), v.string());

export interface MachineLockOptions {
  /** A folder that all processes share and nothing else uses. */
  readonly folder: string;
  /** Hears that the folder or the signs of life cannot be used, so that nothing is held against other processes. */
  readonly onAlone?: (reason: Problem) => void;
}

/**
 * Lets one process of the machine at a time do something. Who holds a name listens on a socket of its own as long as it
 * works: the system closes that with the process, however it ends, so the next one finds it dead and takes the name.
 */
export class MachineLock {
  readonly #state: SharedState;
  readonly #onAlone: ((reason: Problem) => void) | undefined;

  constructor({ folder, onAlone }: MachineLockOptions) {
    this.#state = new SharedState(folder);
    this.#onAlone = onAlone;
  }

  /** Does the work while nobody else holds the name. Gives nothing where somebody does: then nothing was done. */
  async tryHold<Result>(name: string, work: () => Promise<Result>): Promise<{ readonly result: Result } | undefined> {
    let life: SignOfLife | undefined;
    let holder: string | undefined;
    try {
      life = await SignOfLife.begin();
      holder = await this.#take(name, life.address);
    } catch (error) {
      await life?.end();
      // A folder that cannot be used must not keep anybody from working.
      this.#onAlone?.(asProblem(error));
      return { result: await work() };
    }
    try {
      if (holder !== undefined) return undefined;
      return { result: await work() };
    } finally {
      // Without the record the name is free, and without the sign of life as well.
      if (holder === undefined) await this.#release(name, life.address).catch(() => undefined);
      await life.end();
    }
  }

  /** Takes the name, or gives who holds it and lives. */
  async #take(name: string, address: string): Promise<string | undefined> {
    const dead = new Set<string>();
    for (;;) {
      const holder = await this.#state.change((content) => {
        const holders = holdersOf(content);
        const other = holders[name];
        if (other !== undefined && !dead.has(other)) return { content: holders, result: other };
        return { content: { ...holders, [name]: address }, result: undefined };
      });
      if (holder === undefined) break;
      if (await isAlive(holder)) return holder;
      dead.add(holder);
    }
    await Promise.all([...dead].map((each) => forget(each)));
    return undefined;
  }

  async #release(name: string, address: string): Promise<void> {
    await this.#state.change((content) => {
      const { [name]: holder, ...others } = holdersOf(content);
      const kept = holder === undefined || holder === address ? others : { ...others, [name]: holder };
      return { content: kept, result: undefined };
    });
  }
}

function holdersOf(content: unknown): Readonly<Record<string, string>> {
  const read = v.safeParse(Holders, content);
  return read.success ? read.output : {};
}

/** A socket that lives as long as the process does, or until it is ended. */
class SignOfLife {
  readonly address: string;
  readonly #server: Server;

  private constructor(address: string, server: Server) {
    this.address = address;
    this.#server = server;
  }

  static async begin(): Promise<SignOfLife> {
    const address = freshAddress();
    // Whoever connects has learnt all there is to learn.
    const server = createServer((socket) => socket.destroy());
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(address, () => resolve());
    });
    server.unref();
    return new SignOfLife(address, server);
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

function freshAddress(): string {
  const name = `triptych-${randomBytes(12).toString("hex")}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.alive`);
}

/** Dead is only what the system says is dead: a process that is busy, stopped or somebody else's counts as alive. */
async function isAlive(address: string): Promise<boolean> {
  return await new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code !== "ENOENT" && error.code !== "ECONNREFUSED");
    });
  });
}

/** The file of a socket stays behind when its process is killed. */
async function forget(address: string): Promise<void> {
  if (process.platform !== "win32" && address.endsWith(".alive"))
    await rm(address, { force: true }).catch(() => undefined);
}

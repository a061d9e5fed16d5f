// The right to work on a draft, for one window at a time: a file that only one window can create.
import { createHash, randomBytes } from "node:crypto";
import { readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { readForeignFile } from "../../../base/foreign-file.ts";
import { tryParseJson } from "../../../base/json/json.ts";
import { errorCode } from "../../../base/problem.ts";
import { once } from "../../../workbench/lazy-value.ts";
import { makeFolder } from "../../../workbench/storage/shared-files.ts";

/** Work on a draft ends within this time. */
const MAX_HOLD_MS = 60_000;
/** A suspended machine continues its work later, so a process that still runs gets more time. */
const MAX_LIVING_HOLD_MS = 10 * 60_000;
const MARGIN_MS = 15_000;
/** Windows that meet try again after different times. */
const MAX_RETRY_DELAY_MS = 20;
/** The share of the time that is reserved for the check after the write. */
const CHECK_TIME_SHARE = 0.25;

/** A turn in progress. Times are by `performance.now()`. */
export interface Hold {
  /** The write and its preparation end by this time. */
  readonly writeBy: number;
  /** All work ends by this time. Other windows may send from then on. */
  readonly endsAt: number;
  /** False if another window took this one for killed. Check it immediately before sending. */
  readonly isHeld: () => Promise<boolean>;
}

const MAX_HOLDER_BYTES = 10_000;
const Holder = v.object({ machine: v.string(), process: v.number() });

export class Turns {
  readonly #folder: string;
  readonly #maxHoldMs: number;
  /** The keys that this window is working on. */
  readonly #own = new Set<string>();
  readonly #machine = once(findMachine);

  constructor(folder: string, maxHoldMs = MAX_HOLD_MS) {
    this.#folder = folder;
    this.#maxHoldMs = maxHoldMs;
  }

  /** Runs `work` while no other window works on the same. Returns undefined if one does. */
  async hold<Result>(key: string, work: (hold: Hold) => Promise<Result>): Promise<Result | undefined> {
    if (this.#own.has(key)) return undefined;
    this.#own.add(key);
    try {
      return await this.#hold(createHash("sha256").update(key).digest("hex").slice(0, 32), work);
    } finally {
      this.#own.delete(key);
    }
  }

  /** Like `hold`, for several turns at once. */
  async holdAll<Result>(
    [key, next, ...more]: readonly [string, ...string[]],
    work: (hold: Hold) => Promise<Result>,
  ): Promise<Result | undefined> {
    return await this.hold(key, async (outer) => {
      if (next === undefined) return await work(outer);
      return await this.holdAll([next, ...more], ({ isHeld }) =>
        // The outer turn ends first.
        work({ ...outer, isHeld: async () => (await outer.isHeld()) && (await isHeld()) }),
      );
    });
  }

  async #hold<Result>(prefix: string, work: (hold: Hold) => Promise<Result>): Promise<Result | undefined> {
    await makeFolder(this.#folder);
    const holder = JSON.stringify({ machine: await this.#machine(), process: process.pid, turn: randomName() });
    // Windows that meet give way to each other, and the last of them to try again finds no other.
    for (;;) {
      const before = await this.#list(prefix);
      if (!(await this.#areOver(before))) return undefined;
      const number = 1 + Math.max(0, ...before.map(toNumber));
      const own = join(this.#folder, `${prefix}.${number}.turn`);
      const isHeld = async () => (await readHolder(own)) === holder;
      if (await create(own, holder)) {
        try {
          // A window that listed the folder earlier may hold another number by now.
          const rivals = (await this.#list(prefix)).filter((each) => toNumber(each) !== number);
          if (await this.#areOver(rivals)) {
            for (const rival of rivals) await rm(join(this.#folder, rival), { force: true });
            const endsAt = performance.now() + this.#maxHoldMs;
            return await work({ writeBy: endsAt - this.#maxHoldMs * CHECK_TIME_SHARE, endsAt, isHeld });
          }
        } finally {
          if (await isHeld()) await rm(own, { force: true }).catch(() => undefined);
        }
      }
      await wait(Math.random() * MAX_RETRY_DELAY_MS);
    }
  }

  async #list(prefix: string): Promise<readonly string[]> {
    return (await readdir(this.#folder)).filter((name) => name.startsWith(prefix) && name.endsWith(".turn"));
  }

  /** Whether the holders of these turns were killed. */
  async #areOver(turns: readonly string[]): Promise<boolean> {
    for (const turn of turns) {
      const path = join(this.#folder, turn);
      const holder = v.safeParse(Holder, tryParseJson((await readHolder(path)) ?? ""));
      const isHere = holder.success && holder.output.machine === (await this.#machine());
      if (isHere && !isRunning(holder.output.process)) continue;
      const found = await stat(path).catch(() => undefined);
      const maxMs = MARGIN_MS + (isHere ? Math.max(MAX_LIVING_HOLD_MS, this.#maxHoldMs) : this.#maxHoldMs);
      if (found !== undefined && (await this.#fileSystemNow()) - found.mtimeMs <= maxMs) return false;
    }
    return true;
  }

  /** The time by the clock that dates files. Those of windows differ. */
  async #fileSystemNow(): Promise<number> {
    const probe = join(this.#folder, `${randomName()}.now`);
    try {
      await writeFile(probe, "", { flag: "wx", mode: 0o600 });
      return (await stat(probe)).mtimeMs;
    } finally {
      await rm(probe, { force: true });
    }
  }
}

/** Returns false if another window has created the file. */
async function create(path: string, content: string): Promise<boolean> {
  try {
    await writeFile(path, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // The file may have been created before the disk was full.
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

function randomName(): string {
  return randomBytes(6).toString("hex");
}

async function readHolder(turn: string): Promise<string | undefined> {
  return (await readForeignFile(turn, { within: undefined, maxBytes: MAX_HOLDER_BYTES }))?.toString("utf8");
}

function toNumber(name: string): number {
  return Number(name.split(".").at(-2));
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** Names the machine. Containers can share a host name, but not the space of process IDs. */
async function findMachine(): Promise<string> {
  return `${hostname()} ${await readlink("/proc/self/ns/pid").catch(() => "")}`;
}

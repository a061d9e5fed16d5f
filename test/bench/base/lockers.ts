// Triptych's lock and its peer, behind the same function.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { lock } from "proper-lockfile";
import { MachineLock } from "../../../src/base/processes/machine-lock.ts";

export const LOCKERS = ["MachineLock", "proper-lockfile"] as const;
export type LockerName = (typeof LOCKERS)[number];

/** When proper-lockfile considers a lock abandoned. This is its minimum; its default is 10 seconds. */
const PEER_STALE_MS = 2000;

/** Whether the work ran: "alone" means without a lock, because none could be taken. */
export type Outcome = "held" | "refused" | "alone";

export type TryHold = (name: string, work: () => Promise<void>) => Promise<Outcome>;

export function openLocker(locker: LockerName, folder: string): TryHold {
  return locker === "MachineLock" ? machineLock(folder) : properLockfile(folder);
}

function machineLock(folder: string): TryHold {
  const machine = new MachineLock({ folder });
  return async (name, work) => {
    const done = await machine.tryHold(name, async ({ exclusive }): Promise<Outcome> => {
      if (!exclusive) return "alone";
      await work();
      return "held";
    });
    return done?.result ?? "refused";
  };
}

function properLockfile(folder: string): TryHold {
  return async (name, work) => {
    let release: () => Promise<void>;
    try {
      await mkdir(folder, { recursive: true });
      release = await lock(join(folder, name), {
        realpath: false,
        stale: PEER_STALE_MS,
        onCompromised: () => undefined,
      });
    } catch (error) {
      return error instanceof Error && "code" in error && error.code === "ELOCKED" ? "refused" : "alone";
    }
    await work();
    await release().catch(() => undefined);
    return "held";
  };
}

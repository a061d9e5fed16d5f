// The lock that a send holds on its draft, and the record of its start. The record has its own file because typing in
// another window rewrites the draft's file.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MachineLock } from "../../base/processes/machine-lock.ts";
import type { Problem } from "../../base/problem.ts";
import { filesIn, readText, writeText } from "../../workbench/storage/files.ts";
import { decodeRecord, encodeRecord } from "../../workbench/storage/records.ts";
import { repositoryKey } from "../model/address.ts";
import { Attempt, FORMAT_VERSION } from "./draft.ts";
import type { Place } from "./place.ts";

/** Work on a draft ends within this time of locking it. */
const MAX_HOLD_MS = 60_000;
/** The clocks of machines that share the folder may differ by this much. */
const CLOCK_MARGIN_MS = 15_000;
/** The share of the time that is reserved for the check after the write. */
const CHECK_TIME_SHARE = 0.25;

/** A held lock. Times are by `performance.now()`. */
export interface Hold {
  /** True if locking doesn't work here, so another window may be sending the same draft. */
  readonly alone: boolean;
  /** The write and its preparation end by this time. */
  readonly writeBy: number;
  /** All work ends by this time. Other windows may send from then on. */
  readonly endsAt: number;
}

/** Per-draft lock, held across windows. */
export class DraftLock {
  readonly #locked = new Set<string>();
  readonly #lock: MachineLock;
  readonly #maxHoldMs: number;

  constructor(folder: string, onAlone: (reason: Problem) => void, maxHoldMs = MAX_HOLD_MS) {
    this.#lock = new MachineLock({ folder, onAlone, maxForeignHoldMs: maxHoldMs + CLOCK_MARGIN_MS });
    this.#maxHoldMs = maxHoldMs;
  }

  /** Runs `work` while no other window of this machine works on the draft. Returns undefined if one does. */
  async hold<Result>(draft: string, work: (hold: Hold) => Promise<Result>): Promise<Result | undefined> {
    if (this.#locked.has(draft)) return undefined;
    this.#locked.add(draft);
    try {
      const held = await this.#lock.tryHold(`draft ${draft}`, ({ exclusive }) => {
        const endsAt = performance.now() + this.#maxHoldMs;
        return work({ alone: !exclusive, writeBy: endsAt - this.#maxHoldMs * CHECK_TIME_SHARE, endsAt });
      });
      return held?.result;
    } finally {
      this.#locked.delete(draft);
    }
  }
}

/** "damaged" if the record can't be decoded, so the outcome of the attempt is unknown. */
export type StoredAttempt = Attempt | "damaged" | undefined;

/** The last attempt to send each draft. */
export class Attempts {
  readonly #folder: string;
  readonly #present: (place: Place) => Place;

  constructor(folder: string, present: (place: Place) => Place) {
    this.#folder = folder;
    this.#present = present;
  }

  async get(draft: string): Promise<StoredAttempt> {
    const text = await readText(this.#path(draft));
    if (text === undefined) return undefined;
    const attempt = decodeRecord(FORMAT_VERSION, Attempt, text);
    return attempt === undefined ? "damaged" : { ...attempt, place: this.#present(attempt.place) };
  }

  async list(): Promise<readonly Attempt[]> {
    const names = await filesIn(this.#folder, ".json");
    const found = await Promise.all(names.map((name) => this.get(name.slice(0, -".json".length))));
    return found.filter((attempt) => attempt !== undefined && attempt !== "damaged");
  }

  /**
   * Returns the attempts of other drafts that may have created a comment or issue found for this one. Call it after
   * listing those, to include whatever made them.
   */
  async listOthers({ draft, place }: Attempt): Promise<readonly Attempt[]> {
    const namespace = idNamespace(place);
    return (await this.list()).filter((other) => other.draft !== draft && idNamespace(other.place) === namespace);
  }

  /** Resolves once the record is flushed to disk. */
  async put(attempt: Attempt): Promise<void> {
    await writeText(this.#path(attempt.draft), encodeRecord(FORMAT_VERSION, attempt));
  }

  async remove(draft: string): Promise<void> {
    await rm(this.#path(draft), { force: true });
  }

  #path(draft: string): string {
    return join(this.#folder, `${draft}.json`);
  }
}

/** Comment IDs are unique on their server, issue numbers only in their repository. */
function idNamespace({ number, repository }: Place): string {
  return number === undefined ? repositoryKey(repository) : repository.base;
}

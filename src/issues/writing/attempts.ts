// The state of sends: the lock that one of them holds on its draft, and the file that records its start. The
// file is apart from the draft, as typing in another window rewrites the draft and must not rewrite this with it.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { MachineLock } from "../../base/machine-lock.ts";
import type { Problem } from "../../base/problem.ts";
import { filesIn, readText, writeText } from "../../workbench/files.ts";
import { decodeRecord, encodeRecord } from "../../workbench/records.ts";
import { repositoryKey } from "../model/address.ts";
import { Attempt, FORM } from "./draft.ts";
import { getThread, type Place } from "./place.ts";

/** Everything done with a draft while its lock is held ends by then. */
const MAX_HOLD_MS = 60_000;
/** Clocks of machines that share a folder differ a little. */
const CLOCK_MARGIN_MS = 15_000;
/** Share of the time that is kept for the check after a write has used up the rest. */
const CHECK_TIME_SHARE = 0.25;

/** A lock that is held. Times are by the clock of `performance`. */
export interface Hold {
  /** No lock can be had, so another window may be sending the same draft. */
  readonly alone: boolean;
  /** Nothing is sent after this time. */
  readonly writeBy: number;
  /** By then everything is over, and other windows may send. */
  readonly endsAt: number;
}

/** Per-draft lock, held across windows. */
export class DraftLock {
  readonly #underWay = new Set<string>();
  readonly #lock: MachineLock;
  readonly #maxHoldMs: number;

  constructor(folder: string, onAlone: (reason: Problem) => void, maxHoldMs = MAX_HOLD_MS) {
    this.#lock = new MachineLock({ folder, onAlone, maxForeignHoldMs: maxHoldMs + CLOCK_MARGIN_MS });
    this.#maxHoldMs = maxHoldMs;
  }

  /** Works with the draft while no other window of the machine does; returns nothing if one does. */
  async hold<Result>(draft: string, work: (hold: Hold) => Promise<Result>): Promise<Result | undefined> {
    if (this.#underWay.has(draft)) return undefined;
    this.#underWay.add(draft);
    try {
      const held = await this.#lock.tryHold(`draft ${draft}`, ({ exclusive }) => {
        const endsAt = performance.now() + this.#maxHoldMs;
        return work({ alone: !exclusive, writeBy: endsAt - this.#maxHoldMs * CHECK_TIME_SHARE, endsAt });
      });
      return held?.result;
    } finally {
      this.#underWay.delete(draft);
    }
  }
}

/** The last attempt to send each draft. */
export class Attempts {
  readonly #folder: string;
  readonly #present: (place: Place) => Place;

  /** `present` returns a place under the present name of its repository. */
  constructor(folder: string, present: (place: Place) => Place) {
    this.#folder = folder;
    this.#present = present;
  }

  /** "damaged" if there was one that can't be read, so that its outcome isn't known. */
  async get(draft: string): Promise<Attempt | "damaged" | undefined> {
    const text = await readText(this.#path(draft));
    if (text === undefined) return undefined;
    const attempt = decodeRecord(FORM, Attempt, text);
    return attempt === undefined ? "damaged" : { ...attempt, place: this.#present(attempt.place) };
  }

  async list(): Promise<readonly Attempt[]> {
    const names = await filesIn(this.#folder, ".json");
    const found = await Promise.all(names.map((name) => this.get(name.slice(0, -".json".length))));
    return found.filter((attempt) => attempt !== undefined && attempt !== "damaged");
  }

  /** The attempts of other drafts that a text found at this place may be of. */
  async othersAt(draft: string, place: Place): Promise<readonly Attempt[]> {
    return (await this.list()).filter((attempt) => attempt.draft !== draft && shareIds(attempt.place, place));
  }

  /** It is on the disk itself before this returns. */
  async put(attempt: Attempt): Promise<void> {
    await writeText(this.#path(attempt.draft), encodeRecord(FORM, attempt));
  }

  async remove(draft: string): Promise<void> {
    await rm(this.#path(draft), { force: true });
  }

  #path(draft: string): string {
    return join(this.#folder, `${draft}.json`);
  }
}

/** Comments have ids of their server, issues have numbers of their repository. */
function shareIds(one: Place, other: Place): boolean {
  const areIssues = getThread(one) === undefined;
  if (areIssues !== (getThread(other) === undefined)) return false;
  return areIssues
    ? repositoryKey(one.repository) === repositoryKey(other.repository)
    : one.repository.base === other.repository.base;
}

// The lock that a send holds on its draft, and the record of its start. The record has its own file because typing in
// another window rewrites the draft's file.
import { MachineLock } from "../../base/processes/machine-lock.ts";
import type { Problem } from "../../base/problem.ts";
import { RecordFolder } from "../../workbench/storage/records.ts";
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
  readonly #lock: MachineLock;
  readonly #maxHoldMs: number;

  constructor(folder: string, onAlone: (reason: Problem) => void, maxHoldMs = MAX_HOLD_MS) {
    this.#lock = new MachineLock({ folder, onAlone, maxForeignHoldMs: maxHoldMs + CLOCK_MARGIN_MS });
    this.#maxHoldMs = maxHoldMs;
  }

  /** Runs `work` while nothing else on this machine works on the draft. Returns undefined if something does. */
  async hold<Result>(draft: string, work: (hold: Hold) => Promise<Result>): Promise<Result | undefined> {
    const held = await this.#lock.tryHold(`draft ${draft}`, ({ exclusive }) => {
      const endsAt = performance.now() + this.#maxHoldMs;
      return work({ alone: !exclusive, writeBy: endsAt - this.#maxHoldMs * CHECK_TIME_SHARE, endsAt });
    });
    return held?.result;
  }
}

/** "damaged" if the record can't be decoded, so the outcome of the attempt is unknown. */
export type StoredAttempt = Attempt | "damaged" | undefined;

/** The last attempt to send each draft. */
export class Attempts {
  readonly #records: RecordFolder<Attempt>;
  readonly #present: (place: Place) => Place;

  constructor(folder: string, present: (place: Place) => Place) {
    this.#records = new RecordFolder(folder, FORMAT_VERSION, Attempt);
    this.#present = present;
  }

  async get(draft: string): Promise<StoredAttempt> {
    const stored = await this.#records.read(this.#records.path(draft));
    return typeof stored === "object" ? { ...stored, place: this.#present(stored.place) } : stored;
  }

  async list(): Promise<readonly Attempt[]> {
    const found = await Promise.all((await this.#records.names()).map((draft) => this.get(draft)));
    return found.filter((attempt) => typeof attempt === "object");
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
    await this.#records.write(this.#records.path(attempt.draft), attempt);
  }

  async remove(draft: string): Promise<void> {
    await this.#records.remove(this.#records.path(draft));
  }
}

/** Comment IDs are unique on their server, issue numbers only in their repository. */
function idNamespace({ number, repository }: Place): string {
  return number === undefined ? repositoryKey(repository) : repository.base;
}

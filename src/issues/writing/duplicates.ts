// Finds second copies of what was sent, made by a proxy that repeats requests or by a window without a lock. An attempt
// stays on record until one complete look has succeeded and the reader has seen the notice.
import { asProblem } from "../../base/problem.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Id } from "../model/entities.ts";
import type { Hold } from "./attempts.ts";
import { isUnchecked } from "./draft.ts";
import type { Attempt } from "./draft.ts";
import { threadOf } from "./place.ts";
import type { Place } from "./place.ts";
import { STILL_AT_WORK_MS } from "./sender.ts";
import type { SenderParts } from "./sender.ts";

export interface Duplicate {
  readonly text: string;
  /** The thread, or the first of two issues. */
  readonly thread: ThreadAddress;
  /** Whether the ids are those of comments; otherwise they are numbers of issues. */
  readonly comment: boolean;
  readonly first: Id;
  readonly second: Id;
}

export interface DuplicatesParts extends Pick<
  SenderParts,
  "attempts" | "lock" | "targets" | "writerAt" | "log" | "now" | "wait"
> {
  readonly present: (place: Place) => Place;
}

/** A notice that was on screen for so long was seen. */
const NOTICE_SEEN_MS = 10_000;
/** Triptych keeps looking by itself for so long; after that, whenever the outbox runs for another reason. */
const LOOK_FOR_MS = 10 * 60_000;
/** A server that hasn't answered for so long won't. */
const MAX_RECORD_AGE_MS = 30 * 24 * 60 * 60_000;

export class Duplicates {
  readonly #parts: DuplicatesParts;
  #show: ((duplicate: Duplicate) => Promise<void>) | undefined;

  constructor(parts: DuplicatesParts) {
    this.#parts = parts;
  }

  /** `show` resolves once the reader has dismissed the notice. */
  open(show: (duplicate: Duplicate) => Promise<void>): void {
    this.#show = show;
  }

  /** Looks at everything that is unchecked, and shows what it finds without waiting for the reader. */
  async run(): Promise<void> {
    const { attempts } = this.#parts;
    const before = (await attempts.list()).filter(isUnchecked);
    for (const { draft, checked } of before) {
      if (checked === undefined) await this.#hold(draft, (attempt, hold) => this.#look(attempt, hold));
    }
    const found = (await attempts.list()).filter(({ checked }) => checked?.second !== undefined);
    for (const { draft } of found) {
      await new Promise<void>((resolve) => {
        void this.#hold(draft, (attempt) => this.#tell(attempt, resolve)).finally(resolve);
      });
    }
  }

  async isLooking(): Promise<boolean> {
    const unchecked = (await this.#parts.attempts.list()).filter(isUnchecked);
    return unchecked.some(({ at }) => Math.abs(this.#parts.now() - at) <= LOOK_FOR_MS);
  }

  /** One window at a time looks and tells. */
  async #hold(draft: string, work: (attempt: Attempt, hold: Hold) => Promise<void>): Promise<void> {
    const { attempts, lock, log } = this.#parts;
    const held = lock.hold(draft, async (hold) => {
      const attempt = await attempts.get(draft);
      if (attempt !== undefined && attempt !== "damaged" && isUnchecked(attempt)) await work(attempt, hold);
    });
    await held.catch((error: unknown) => {
      log.debug("Could not check for a second copy", { problem: asProblem(error).message });
    });
  }

  async #look(attempt: Attempt, { alone, endsAt }: Hold): Promise<void> {
    const { attempts, now, present, targets, writerAt } = this.#parts;
    const { at, by, draft, id, text } = attempt;
    const place = present(attempt.place);
    const age = Math.abs(now() - at);
    if (id === undefined || age > MAX_RECORD_AGE_MS) {
      await attempts.remove(draft);
      return;
    }
    const writer = writerAt(place.repository, by) ?? writerAt(place.repository);
    if (writer === undefined || (alone && age <= STILL_AT_WORK_MS)) return;
    const others = () => attempts.othersAt(draft, place);
    const job = { api: writer.api.before(endsAt), login: by, place, text, others };
    const { twice } = await targets[place.kind].check(job, attempt, { id });
    if (twice === "unknown") return;
    const [first, second] = twice ?? [id, undefined];
    await attempts.put({ ...attempt, id: first, checked: { second } });
  }

  async #tell({ checked, draft, id, place, text }: Attempt, shown: () => void): Promise<void> {
    const { attempts, present, wait } = this.#parts;
    const second = checked?.second;
    if (id === undefined || second === undefined || this.#show === undefined) return;
    const there = present(place);
    const thread = threadOf(there);
    const duplicate = { text, comment: thread !== undefined, first: id, second };
    const notice = this.#show({ thread: thread ?? { ...there.repository, number: id }, ...duplicate });
    shown();
    await Promise.race([notice, wait(NOTICE_SEEN_MS)]);
    const attempt = await attempts.get(draft);
    // Without a lock another window may have sent it again in the meantime.
    if (attempt === undefined || attempt === "damaged" || attempt.checked?.second !== second) return;
    await attempts.put({ ...attempt, checked: { second: undefined } });
  }
}

// Finds second copies of sent texts, made by a proxy that repeats requests or by a window without a lock. An attempt
// stays on record until one complete look has succeeded and the reader has seen the notice.
import type { Id } from "../model/entities.ts";
import type { Hold } from "./attempts.ts";
import { isUnchecked, type Attempt } from "./draft.ts";
import type { Place } from "./place.ts";
import { STILL_AT_WORK_MS, type Sender, type SenderParts } from "./sender.ts";
import type { LookJob } from "./targets/target.ts";

export interface Duplicate {
  readonly text: string;
  readonly place: Place;
  /** The ids of comments or the numbers of issues. */
  readonly first: Id;
  readonly second: Id;
}

export interface DuplicatesParts extends Pick<SenderParts, "attempts" | "targets" | "now" | "wait"> {
  readonly sender: Sender;
}

/** A notice that was on screen for so long was seen. */
const NOTICE_SEEN_MS = 10_000;
/** Triptych looks by itself for this long; after that, whenever the outbox runs for another reason. */
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
    const { attempts, sender } = this.#parts;
    const before = (await attempts.list()).filter(isUnchecked);
    for (const { draft, checked } of before) {
      if (checked === undefined) await sender.revisit(draft, isUnchecked, this.#look.bind(this));
    }
    const found = (await attempts.list()).filter(({ checked }) => checked?.second !== undefined);
    for (const { draft } of found) {
      await new Promise<void>((resolve) => {
        void sender.revisit(draft, isUnchecked, (attempt) => this.#tell(attempt, resolve)).finally(resolve);
      });
    }
  }

  async isLooking(): Promise<boolean> {
    const unchecked = (await this.#parts.attempts.list()).filter(isUnchecked);
    return unchecked.some(({ at }) => Math.abs(this.#parts.now() - at) <= LOOK_FOR_MS);
  }

  async #look(attempt: Attempt, { alone }: Hold, job: LookJob | undefined): Promise<void> {
    const { attempts, now, targets } = this.#parts;
    const { at, draft, id, place } = attempt;
    const age = Math.abs(now() - at);
    if (id === undefined || age > MAX_RECORD_AGE_MS) {
      await attempts.remove(draft);
      return;
    }
    if (job === undefined || (alone && age <= STILL_AT_WORK_MS)) return;
    const { twice } = await targets[place.kind].check(job, attempt, { id });
    if (twice === "unknown") return;
    const [first, second] = twice ?? [id, undefined];
    await attempts.put({ ...attempt, id: first, checked: { second } });
  }

  async #tell({ checked, draft, id, place, text }: Attempt, shown: () => void): Promise<void> {
    const { attempts, wait } = this.#parts;
    const second = checked?.second;
    if (id === undefined || second === undefined || this.#show === undefined) return;
    const notice = this.#show({ text, place, first: id, second });
    shown();
    await Promise.race([notice, wait(NOTICE_SEEN_MS)]);
    const attempt = await attempts.get(draft);
    // Without a lock another window may have sent it again in the meantime.
    if (attempt === undefined || attempt === "damaged" || attempt.checked?.second !== second) return;
    await attempts.put({ ...attempt, checked: { second: undefined } });
  }
}

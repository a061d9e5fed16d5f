// Finds out what became of sends that were started and not finished, by this window or one that was killed, and whether
// a text arrived twice: a proxy may repeat requests, and a window without a lock may send as well. Sends nothing.
import { Problem } from "../../base/problem.ts";
import { replaceLoneSurrogates, type Id } from "../model/entities.ts";
import type { Hold } from "./attempts.ts";
import type { Deletion } from "./deletion.ts";
import { isLeaving, isUnchecked, isWaiting, getText, type Attempt, type Draft, type Refusal } from "./draft.ts";
import type { Place } from "./place.ts";
import { STILL_AT_WORK_MS, type Sender, type SenderParts } from "./sender.ts";
import { refuse, type LookJob } from "./targets/target.ts";
import { sameDocument } from "./text.ts";

/** A text that is on the server a second time. */
export interface Duplicate {
  readonly text: string;
  readonly place: Place;
  /** The ids of comments or the numbers of issues. */
  readonly first: Id;
  readonly second: Id;
}

export interface RecoveryParts extends Pick<SenderParts, "drafts" | "attempts" | "targets" | "now" | "wait"> {
  readonly deletion: Deletion;
  readonly sender: Sender;
}

/** For so long after an attempt Triptych looks by itself; after that, when it is sent again or the outbox runs anyway. */
const LOOK_FOR_MS = 10 * 60_000;
/** For so long another window may send what this one has sent, from an editor that doesn't know yet. */
const REMEMBER_MS = 60_000;
/** A notice that was on screen for so long was seen. */
const NOTICE_SEEN_MS = 10_000;
/** A server that hasn't answered for so long won't. */
const MAX_RECORD_AGE_MS = 30 * 24 * 60 * 60_000;

export class Recovery {
  readonly #parts: RecoveryParts;
  #show: ((duplicate: Duplicate) => Promise<void>) | undefined;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** `show` resolves once the reader has dismissed the notice. */
  open(show: (duplicate: Duplicate) => Promise<void>): void {
    this.#show = show;
  }

  /** Looks for what isn't known to have arrived. */
  async run(): Promise<void> {
    const { attempts, deletion, sender } = this.#parts;
    const started = await attempts.list();
    // An arrived comment is remembered while another text is looked for that could be mistaken for it.
    const isOpen = started.some((attempt) => !attempt.settled || isUnchecked(attempt));
    if (!isOpen) await this.#forget(started.filter((attempt) => this.#getAge(attempt) > REMEMBER_MS));
    for (const attempt of started) {
      if (attempt.settled || !(await this.#isPending(attempt))) continue;
      await sender.revisit(attempt.draft, ({ settled }) => !settled, this.#findOut.bind(this));
    }
    await deletion.recover();
  }

  /** Looks for second copies of all texts that arrived, and shows them without waiting for the reader. */
  async findDuplicates(): Promise<void> {
    const { attempts, sender } = this.#parts;
    for (const attempt of await attempts.list()) {
      if (isUnchecked(attempt) && attempt.checked === undefined)
        await sender.revisit(attempt.draft, isUnchecked, this.#look.bind(this));
    }
    for (const { draft, checked } of await attempts.list()) {
      if (checked?.second === undefined) continue;
      await new Promise<void>((resolve) => {
        void sender.revisit(draft, isUnchecked, (attempt) => this.#tell(attempt, resolve)).finally(resolve);
      });
    }
  }

  /** Whether it isn't known of something what became of it. */
  async isLooking(): Promise<boolean> {
    const { attempts, drafts } = this.#parts;
    for (const attempt of await attempts.list()) if (await this.#isPending(attempt)) return true;
    return (await drafts.list()).some(isLeaving);
  }

  /** Whether Triptych looks for it by itself. */
  async #isPending(attempt: Attempt): Promise<boolean> {
    const isYoung = this.#getAge(attempt) <= LOOK_FOR_MS;
    if (attempt.settled) return isYoung && isUnchecked(attempt);
    return isYoung || (await this.#findDraft(attempt))?.failure === undefined;
  }

  /** A window that is killed while it moves a draft leaves a copy, which comes back later and must not be sent again. */
  async #forget(settled: readonly Attempt[]): Promise<void> {
    const { attempts, drafts } = this.#parts;
    for (const id of await drafts.findGone(settled.map(({ draft }) => draft))) await attempts.remove(id);
  }

  async #findDraft({ draft: id, place }: Attempt): Promise<Draft | undefined> {
    const draft = await this.#parts.drafts.get(place);
    return draft?.id === id ? draft : undefined;
  }

  async #findOut(attempt: Attempt, { alone }: Hold, job: LookJob | undefined): Promise<void> {
    const { attempts, drafts, sender, targets } = this.#parts;
    const { place } = attempt;
    if (job === undefined) return;
    const draft = await this.#findDraft(attempt);
    const target = targets[place.kind];
    const found = attempt.id === undefined ? await target.find(job, attempt) : { id: attempt.id };
    const isOver = this.#getAge(attempt) > STILL_AT_WORK_MS;
    if (typeof found === "object") {
      const outcome = await sender.arrived(job, attempt, found, { automatic: true, alone });
      if (!outcome.sent && draft !== undefined) await this.#fail(draft, attempt, outcome.why);
    } else if (draft === undefined) {
      // No draft is left to send again.
      if (isOver) await attempts.remove(attempt.draft);
    } else if (found === "unsure") {
      if (draft.failure?.why !== "unsure") await this.#fail(draft, attempt, "unsure");
    } else if (isOver) {
      const refused = draft.failure !== undefined && draft.failure.why !== "lost" && draft.failure.why !== "unsure";
      if (refused && !isWaiting(draft)) await attempts.remove(attempt.draft);
      // The user sent it and the server doesn't have it: from now on it waits in the outbox.
      else if (
        draft.failure === undefined &&
        sameDocument(place.kind, replaceLoneSurrogates(getText(draft)), attempt.text)
      ) {
        await this.#fail(draft, attempt, "lost");
        if (target.load !== undefined) await attempts.remove(attempt.draft);
      }
    }
    await drafts.lookAgain();
  }

  async #fail({ place }: Draft, { account, text }: Attempt, why: Refusal): Promise<void> {
    await this.#parts.drafts.fail(place, refuse(why, { problem: new Problem("offline") }), text, account);
  }

  async #look(attempt: Attempt, { alone }: Hold, job: LookJob | undefined): Promise<void> {
    const { attempts, targets } = this.#parts;
    const { draft, id, place } = attempt;
    const age = this.#getAge(attempt);
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

  #getAge({ at }: Attempt): number {
    return Math.abs(this.#parts.now() - at);
  }
}

// Finds out what became of sends that this window or a killed one started but didn't finish, and whether a text arrived
// twice: a proxy may repeat requests, and a window without a lock may send the same draft. Sends nothing.
import { Problem } from "../../base/problem.ts";
import type { Id } from "../model/entities.ts";
import type { Hold } from "./attempts.ts";
import type { Deletion } from "./deletion.ts";
import {
  isDeletionPending,
  isUnchecked,
  isWaiting,
  toSentText,
  type Attempt,
  type Draft,
  type Refusal,
} from "./draft.ts";
import type { Place } from "./place.ts";
import { SERVER_PROCESSING_MS, type Sender, type SenderParts } from "./sender.ts";
import { refuse, type SearchJob } from "./targets/target.ts";
import { sameDocument } from "./text.ts";

/** A text that is on the server twice. */
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

/** For this long after an attempt, Triptych checks by itself; later, only if the draft is sent or the outbox runs. */
const SEARCH_PERIOD_MS = 10 * 60_000;
/** For this long, another window's editor may not know that the draft was sent, and send it again. */
const REMEMBER_MS = 60_000;
/** A notice that was visible this long counts as seen. */
const NOTICE_SEEN_MS = 10_000;
/** After this time, the search for a second copy is given up. */
const MAX_RECORD_AGE_MS = 30 * 24 * 60 * 60_000;

export class Recovery {
  readonly #parts: RecoveryParts;
  #show: ((duplicate: Duplicate) => Promise<void>) | undefined;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  /** Sets how to show duplicates. `show` resolves once the user dismisses the notice. */
  open(show: (duplicate: Duplicate) => Promise<void>): void {
    this.#show = show;
  }

  /** Checks attempts and deletions whose outcome is unknown. */
  async run(): Promise<void> {
    const { attempts, deletion, sender } = this.#parts;
    const started = await attempts.list();
    // Arrived texts are remembered while another text is searched for that could be mistaken for one of them.
    const isOpen = started.some((attempt) => !attempt.settled || isUnchecked(attempt));
    if (!isOpen) await this.#forget(started.filter((attempt) => this.#getAge(attempt) > REMEMBER_MS));
    for (const attempt of started) {
      if (attempt.settled || !(await this.#isPending(attempt))) continue;
      await sender.revisit(attempt.draft, ({ settled }) => !settled, this.#resolve.bind(this));
    }
    await deletion.recover();
  }

  /** Searches for second copies of all texts that arrived, and shows them without waiting for the user. */
  async findDuplicates(): Promise<void> {
    const { attempts, sender } = this.#parts;
    for (const attempt of await attempts.list()) {
      if (isUnchecked(attempt) && attempt.checked === undefined)
        await sender.revisit(attempt.draft, isUnchecked, this.#searchCopy.bind(this));
    }
    for (const { draft, checked } of await attempts.list()) {
      if (checked?.second === undefined) continue;
      await new Promise<void>((resolve) => {
        void sender.revisit(draft, isUnchecked, (attempt) => this.#notify(attempt, resolve)).finally(resolve);
      });
    }
  }

  /** Whether the outcome of any send or deletion is still unknown. */
  async hasPending(): Promise<boolean> {
    const { attempts, drafts } = this.#parts;
    for (const attempt of await attempts.list()) if (await this.#isPending(attempt)) return true;
    return (await drafts.list()).some(isDeletionPending);
  }

  /** Whether Triptych checks this attempt by itself. */
  async #isPending(attempt: Attempt): Promise<boolean> {
    const isYoung = this.#getAge(attempt) <= SEARCH_PERIOD_MS;
    if (attempt.settled) return isYoung && isUnchecked(attempt);
    return isYoung || (await this.#findDraft(attempt))?.failure === undefined;
  }

  /** Forgets attempts whose draft is gone. A killed window may leave one that comes back and must not be sent again. */
  async #forget(settled: readonly Attempt[]): Promise<void> {
    const { attempts, drafts } = this.#parts;
    for (const id of await drafts.findGone(settled.map(({ draft }) => draft))) await attempts.remove(id);
  }

  async #findDraft({ draft: id, place }: Attempt): Promise<Draft | undefined> {
    const draft = await this.#parts.drafts.get(place);
    return draft?.id === id ? draft : undefined;
  }

  async #resolve(attempt: Attempt, { alone }: Hold, job: SearchJob | undefined): Promise<void> {
    const { attempts, drafts, sender, targets } = this.#parts;
    const { place } = attempt;
    if (job === undefined) return;
    const draft = await this.#findDraft(attempt);
    const target = targets[place.kind];
    const found = attempt.id === undefined ? await target.find(job, attempt) : { id: attempt.id };
    const isOver = this.#getAge(attempt) > SERVER_PROCESSING_MS;
    if (typeof found === "object") {
      const outcome = await sender.arrived(job, attempt, found, { automatic: true, alone });
      if (!outcome.sent && draft !== undefined) await this.#fail(draft, attempt, outcome.why);
    } else if (draft === undefined) {
      // Without a draft, nothing can be sent again.
      if (isOver) await attempts.remove(attempt.draft);
    } else if (found === "unsure") {
      if (draft.failure?.why !== "unsure") await this.#fail(draft, attempt, "unsure");
    } else if (isOver) {
      const refused = draft.failure !== undefined && draft.failure.why !== "lost" && draft.failure.why !== "unsure";
      if (refused && !isWaiting(draft)) await attempts.remove(attempt.draft);
      // The user sent this text and the server doesn't have it, so it waits in the outbox from now on.
      else if (draft.failure === undefined && sameDocument(place.kind, toSentText(draft), attempt.text)) {
        await this.#fail(draft, attempt, "lost");
        if (target.load !== undefined) await attempts.remove(attempt.draft);
      }
    }
    await drafts.reportChanges();
  }

  async #fail({ place }: Draft, { account, text }: Attempt, why: Refusal): Promise<void> {
    await this.#parts.drafts.fail(place, refuse(why, { problem: new Problem("offline") }), text, account);
  }

  async #searchCopy(attempt: Attempt, { alone }: Hold, job: SearchJob | undefined): Promise<void> {
    const { attempts, targets } = this.#parts;
    const { draft, id, place } = attempt;
    const age = this.#getAge(attempt);
    if (id === undefined || age > MAX_RECORD_AGE_MS) {
      await attempts.remove(draft);
      return;
    }
    if (job === undefined || (alone && age <= SERVER_PROCESSING_MS)) return;
    const { twice } = await targets[place.kind].check(job, attempt, { id });
    if (twice === "unknown") return;
    const [first, second] = twice ?? [id, undefined];
    await attempts.put({ ...attempt, id: first, checked: { second } });
  }

  async #notify({ checked, draft, id, place, text }: Attempt, shown: () => void): Promise<void> {
    const { attempts, wait } = this.#parts;
    const second = checked?.second;
    if (id === undefined || second === undefined || this.#show === undefined) return;
    const notice = this.#show({ text, place, first: id, second });
    shown();
    await Promise.race([notice, wait(NOTICE_SEEN_MS)]);
    const attempt = await attempts.get(draft);
    // Without a lock, another window may have sent the draft again since then.
    if (attempt === undefined || attempt === "damaged" || attempt.checked?.second !== second) return;
    await attempts.put({ ...attempt, checked: { second: undefined } });
  }

  #getAge({ at }: Attempt): number {
    return Math.abs(this.#parts.now() - at);
  }
}

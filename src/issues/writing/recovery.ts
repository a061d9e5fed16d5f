// Finds out what became of sends that were started and not finished, by this window or one that was killed. Sends nothing.
import { replaceLoneSurrogates } from "../model/entities.ts";
import type { Hold } from "./attempts.ts";
import { isUnchecked, isWaiting, getText, type Attempt, type Draft, type Refusal } from "./draft.ts";
import { STILL_AT_WORK_MS, type Sender, type SenderParts } from "./sender.ts";
import type { LookJob } from "./targets/target.ts";
import { sameDocument } from "./text.ts";

export interface RecoveryParts extends Pick<SenderParts, "drafts" | "attempts" | "targets" | "now"> {
  readonly sender: Sender;
}

/** For so long after an attempt Triptych looks for it without being asked; after that, when it is sent again. */
const LOOK_FOR_MS = 10 * 60_000;
/** For so long another window may send what this one has sent, from an editor that doesn't know yet. */
const REMEMBER_MS = 60_000;

export class Recovery {
  readonly #parts: RecoveryParts;

  constructor(parts: RecoveryParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { attempts, sender } = this.#parts;
    const started = await attempts.list();
    // An arrived comment is remembered while another text is looked for that could be mistaken for it.
    const isOpen = started.some((attempt) => !attempt.settled || isUnchecked(attempt));
    if (!isOpen) await this.#forget(started.filter((attempt) => this.#getAge(attempt) > REMEMBER_MS));
    for (const attempt of started.filter(({ settled }) => !settled)) {
      if ((await this.#findDraft(attempt))?.failure !== undefined && this.#getAge(attempt) > LOOK_FOR_MS) continue;
      await sender.revisit(attempt.draft, ({ settled }) => !settled, this.#findOut.bind(this));
    }
  }

  /** A window that is killed while it moves a draft leaves a copy, which comes back later and must not be sent again. */
  async #forget(settled: readonly Attempt[]): Promise<void> {
    const { attempts, drafts } = this.#parts;
    for (const id of await drafts.findGone(settled.map(({ draft }) => draft))) await attempts.remove(id);
  }

  /** Whether it isn't known of something what became of it. */
  async isLooking(): Promise<boolean> {
    for (const attempt of await this.#parts.attempts.list()) {
      if (attempt.settled) continue;
      const draft = await this.#findDraft(attempt);
      if (draft?.failure === undefined || this.#getAge(attempt) <= LOOK_FOR_MS) return true;
    }
    return false;
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

  async #fail({ place }: Draft, { by, text }: Attempt, why: Refusal): Promise<void> {
    await this.#parts.drafts.fail(place, { why, kind: "offline", asked: text, by, names: [] });
  }

  #getAge({ at }: Attempt): number {
    return Math.abs(this.#parts.now() - at);
  }
}

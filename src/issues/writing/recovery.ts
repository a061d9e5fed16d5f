// Finds out what became of sends that were started and not finished, by this window or one that was killed. Sends nothing.
import { asProblem } from "../../base/problem.ts";
import { wellFormed } from "../model/entities.ts";
import type { Hold } from "./attempts.ts";
import { isUnchecked, isWaiting, textOf } from "./draft.ts";
import type { Attempt, Draft, Refusal } from "./draft.ts";
import { STILL_AT_WORK_MS } from "./sender.ts";
import type { Sender, SenderParts } from "./sender.ts";
import { sameDocument } from "./text.ts";

export interface RecoveryParts extends Pick<
  SenderParts,
  "drafts" | "attempts" | "lock" | "targets" | "writerAt" | "log" | "now"
> {
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
    const { attempts, lock, log } = this.#parts;
    const started = await attempts.list();
    const open = started.some((attempt) => !attempt.settled || isUnchecked(attempt));
    for (const attempt of started) {
      const age = this.#ageOf(attempt);
      if (attempt.settled) {
        // What has arrived is remembered as long as something else is looked for, which it could be taken for.
        if (!open && age > REMEMBER_MS) await attempts.remove(attempt.draft);
        continue;
      }
      if ((await this.#draftOf(attempt))?.failure !== undefined && age > LOOK_FOR_MS) continue;
      await lock
        .hold(attempt.draft, async (hold) => {
          // Another window may have sent it since the list was read.
          const present = await attempts.get(attempt.draft);
          if (present === undefined || present === "damaged" || present.settled) return;
          await this.#findOut(present, await this.#draftOf(present), hold);
        })
        .catch((error: unknown) => {
          log.debug("What became of a text could not be found out", { problem: asProblem(error).message });
        });
    }
  }

  /** Whether it isn't known of something what became of it. */
  async isLooking(): Promise<boolean> {
    for (const attempt of await this.#parts.attempts.list()) {
      if (attempt.settled) continue;
      const draft = await this.#draftOf(attempt);
      if (draft?.failure === undefined || this.#ageOf(attempt) <= LOOK_FOR_MS) return true;
    }
    return false;
  }

  async #draftOf({ draft: id, place }: Attempt): Promise<Draft | undefined> {
    const draft = await this.#parts.drafts.get(place);
    return draft?.id === id ? draft : undefined;
  }

  async #findOut(attempt: Attempt, draft: Draft | undefined, { alone, endsAt }: Hold): Promise<void> {
    const { attempts, drafts, sender, targets, writerAt } = this.#parts;
    const { place } = attempt;
    const writer = writerAt(place.repository, attempt.by) ?? writerAt(place.repository);
    if (writer === undefined) return;
    const target = targets[place.kind];
    const others = () => attempts.othersAt(attempt.draft, place);
    const job = { api: writer.api.before(endsAt), login: attempt.by, place, text: attempt.text, others };
    const finding =
      attempt.id === undefined
        ? await target.find(job, attempt)
        : ({ is: "there", arrived: { id: attempt.id } } as const);
    const isOver = this.#ageOf(attempt) > STILL_AT_WORK_MS;
    if (finding.is === "there") {
      const outcome = await sender.arrived(job, target, attempt, finding.arrived, { automatic: true, alone });
      if (!outcome.sent && draft !== undefined) await this.#fail(draft, attempt, outcome.why);
    } else if (draft === undefined) {
      // Nothing is left that could be sent again.
      if (isOver) await attempts.remove(attempt.draft);
    } else if (finding.is === "unsure") {
      if (draft.failure?.why !== "unsure") await this.#fail(draft, attempt, "unsure");
    } else if (isOver) {
      const refused = draft.failure !== undefined && draft.failure.why !== "lost" && draft.failure.why !== "unsure";
      if (refused && !isWaiting(draft)) await attempts.remove(attempt.draft);
      // It was asked for and is not there: from now on it waits, and says so.
      else if (draft.failure === undefined && sameDocument(place.kind, wellFormed(textOf(draft)), attempt.text)) {
        await this.#fail(draft, attempt, "lost");
        if (target.load !== undefined) await attempts.remove(attempt.draft);
      }
    }
    await drafts.lookAgain();
  }

  async #fail({ place }: Draft, { by, text }: Attempt, why: Refusal): Promise<void> {
    await this.#parts.drafts.fail(place, { why, kind: "offline", asked: text, by, names: [] });
  }

  #ageOf({ at }: Attempt): number {
    return Math.abs(this.#parts.now() - at);
  }
}

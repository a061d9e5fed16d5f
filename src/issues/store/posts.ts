import type { Wait } from "../../base/wait.ts";
import { sameText } from "../model/entities.ts";
import type { Id } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Attempt, DraftPlace } from "../model/draft.ts";
import { arrivedOf, leaveOne, lookFor } from "./arrivals.ts";
import type { Writer } from "./arrivals.ts";
import type { Attempts } from "./attempts.ts";
import type { Drafts } from "./drafts.ts";
import type { Outcome } from "./refusals.ts";

export interface PostsParts {
  readonly drafts: Drafts;
  readonly attempts: Attempts;
  /** Whoever writes in a thread, or the one of this name, where they are signed in. */
  readonly writerAt: (thread: ThreadAddress, login?: string) => Writer;
  readonly wait: Wait;
  readonly now: () => number;
}

/** So soon after an attempt whose answer is not known, the server may still be at work on it; in milliseconds. */
export const STILL_AT_WORK = 15_000;

/** Another window may send the same text a moment after this one, from an editor that does not know yet; in milliseconds. */
export const SAME_MOMENT = 60_000;

/** What becomes of posts: from the attempt to the one comment that stands there. Used by whoever has the turn. */
export class Posts {
  readonly #parts: PostsParts;

  constructor(parts: PostsParts) {
    this.#parts = parts;
  }

  /** What is known by now of the last attempt, with all that was doubled on the way put in order. */
  async resolve(place: DraftPlace, thread: ThreadAddress): Promise<Attempt | undefined> {
    const { attempts, now, wait, writerAt } = this.#parts;
    let attempt: Attempt | undefined = await attempts.get(place);
    if (attempt === undefined) return undefined;
    const writer: Writer = { ...writerAt(thread, attempt.by), login: attempt.by };
    if (attempt.id === undefined) {
      const young = Math.abs(now() - attempt.at) < STILL_AT_WORK;
      const found = young
        ? await lookFor(writer, thread, attempt, wait)
        : (await arrivedOf(writer, thread, attempt))[0];
      if (found === undefined) return attempt;
      attempt = { ...attempt, id: found.id };
      await attempts.put(place, attempt);
    }
    if (attempt.once || attempt.id === undefined) return attempt;
    if (!(await leaveOne(writer, thread, attempt, attempt.id))) return attempt;
    attempt = { ...attempt, once: true };
    await attempts.put(place, attempt);
    return attempt;
  }

  /** Whether a draft with this text is what the attempt has sent already. */
  isOf({ text: sent, settled, at }: Attempt, text: string): boolean {
    // What arrived is taken from the draft before the rest of it is sent.
    if (!settled) return true;
    return sameText(sent, text) && Math.abs(this.#parts.now() - at) < SAME_MOMENT;
  }

  /** The comment is there. Whether it is there once can be seen later, if not now. */
  async arrived(place: DraftPlace, writer: Writer, thread: ThreadAddress, begun: Attempt, id: Id): Promise<Outcome> {
    const attempt = { ...begun, id };
    await this.#parts.attempts.put(place, attempt);
    const once = await leaveOne(writer, thread, attempt, id).catch(() => false);
    return this.settle(place, { ...attempt, once }, id);
  }

  async settle(place: DraftPlace, attempt: Attempt, id: Id): Promise<Outcome> {
    const more = await this.#parts.drafts.settle(place, attempt.text, undefined);
    await this.#parts.attempts.put(place, { ...attempt, id, settled: true });
    return { sent: true, id, more };
  }
}

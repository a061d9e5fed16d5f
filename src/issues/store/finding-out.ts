import { sameText, wellFormed } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { textOf } from "../model/draft.ts";
import type { Attempt, Draft, DraftPlace } from "../model/draft.ts";
import { Posts, SAME_MOMENT, STILL_AT_WORK } from "./posts.ts";
import { standing } from "./refusals.ts";
import type { WritingParts } from "./writing.ts";

/**
 * Finds out what became of what was begun and not ended, by this window or by one that was killed: of a POST or a
 * change whether it arrived, of a deletion whether it took place. Sends nothing.
 */
export class FindingOut {
  readonly #parts: WritingParts;
  readonly #posts: Posts;

  constructor(parts: WritingParts) {
    this.#parts = parts;
    this.#posts = new Posts(parts);
  }

  /** What is not known the end of. */
  async open(): Promise<readonly DraftPlace[]> {
    const { attempts, drafts } = this.#parts;
    const [begun, all] = await Promise.all([attempts.list(), drafts.list()]);
    const leaving = all.filter(({ place, deletedAt }) => place.target.kind === "deleted" && deletedAt === undefined);
    return [...begun.filter((attempt) => !isOver(attempt)), ...leaving].map(({ place }) => place);
  }

  /** What is remembered only so that another window does not send it again. */
  async over(): Promise<readonly DraftPlace[]> {
    const { attempts, now } = this.#parts;
    const begun = await attempts.list();
    return begun
      .filter((attempt) => isOver(attempt) && Math.abs(now() - attempt.at) > SAME_MOMENT)
      .map(({ place }) => place);
  }

  async findOut(place: DraftPlace): Promise<void> {
    const { drafts, turns } = this.#parts;
    await turns.holding(place, async () => {
      const draft = await drafts.get(place);
      const meant = await turns.meant(place.thread, draft?.repository);
      if (meant === undefined) return;
      const { kind } = place.target;
      if (kind === "comment") await this.#change(place, meant.thread, draft);
      else if (kind === "deleted" && draft !== undefined && draft.deletedAt === undefined) {
        await this.#deletion(draft, place.target.id, meant.thread);
      } else await this.#post(place, meant.thread, draft);
    });
  }

  async #post(place: DraftPlace, thread: ThreadAddress, draft: Draft | undefined): Promise<void> {
    const { attempts, now } = this.#parts;
    const attempt = await this.#posts.resolve(place, thread);
    if (attempt === undefined) return;
    if (attempt.id === undefined) await this.#leaveWaiting(place, attempt, draft);
    else if (!attempt.settled) await this.#posts.settle(place, attempt, attempt.id);
    else if (attempt.once && Math.abs(now() - attempt.at) > SAME_MOMENT) await attempts.remove(place);
  }

  async #change(place: DraftPlace, thread: ThreadAddress, draft: Draft | undefined): Promise<void> {
    const { attempts, drafts, now, writerAt } = this.#parts;
    const attempt = await attempts.get(place);
    if (attempt === undefined) return;
    const there = await standing(writerAt(thread).api, thread, attempt.after);
    if ("sent" in there) {
      if (there.why !== "problem") await attempts.remove(place);
    } else if (sameText(there.body, attempt.text)) {
      await drafts.settle(place, attempt.text, attempt.text);
      await attempts.remove(place);
    } else if (Math.abs(now() - attempt.at) > STILL_AT_WORK) await this.#leaveWaiting(place, attempt, draft);
  }

  async #deletion({ place, text, keptAt }: Draft, id: bigint, thread: ThreadAddress): Promise<void> {
    const { drafts, now, writerAt } = this.#parts;
    const there = await standing(writerAt(thread).api, thread, id);
    if ("sent" in there) {
      if (there.why === "missing") await drafts.keepDeleted(place, text, {}, now());
    } else if (Math.abs(now() - keptAt) > STILL_AT_WORK) await drafts.remove(place);
  }

  /** It was asked for and is not there: from now on it waits, and says so. */
  async #leaveWaiting(place: DraftPlace, { text }: Attempt, draft: Draft | undefined): Promise<void> {
    const { attempts, drafts } = this.#parts;
    if (place.target.kind === "comment" || draft === undefined) await attempts.remove(place);
    if (draft === undefined || draft.failure !== undefined || !sameText(wellFormed(textOf(draft)), text)) return;
    await drafts.fail(place, { why: "lost", kind: "offline", asked: text });
  }
}

/** It stands there once, and its draft is gone. */
function isOver({ id, settled, once }: Attempt): boolean {
  return id !== undefined && settled && once;
}

import { asProblem } from "../../base/problem.ts";
import { sameText, wellFormed } from "../model/entities.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { textOf } from "../model/draft.ts";
import type { Attempt, Draft, DraftPlace } from "../model/draft.ts";
import { lookFor, readBefore } from "./arrivals.ts";
import { changeComment } from "./changing.ts";
import { Posts } from "./posts.ts";
import type { PostsParts } from "./posts.ts";
import { readComment } from "../thread/read-thread.ts";
import { isMissing, refused, standing, whyRefused } from "./refusals.ts";
import type { Outcome, Refused } from "./refusals.ts";
import type { Turns } from "./turns.ts";

/** How the text got here, for those who write. */
export interface WritingParts extends PostsParts {
  readonly turns: Turns;
  /** The comments of the thread as they were read last. */
  readonly known: (thread: ThreadAddress) => readonly Comment[];
}

/**
 * Sends what was written, so that it is there once. A draft is on the disk before it is sent and goes when the server
 * has confirmed it; an answer that was lost is looked for in the thread.
 */
export class Writing {
  readonly #parts: WritingParts;
  readonly #posts: Posts;

  constructor(parts: WritingParts) {
    this.#parts = parts;
    this.#posts = new Posts(parts);
  }

  send(place: DraftPlace): Promise<Outcome> {
    return place.target.kind === "comment" ? this.change(place, place.target.id) : this.post(place);
  }

  /** Posts a new comment, or one that was deleted. */
  post(place: DraftPlace): Promise<Outcome> {
    return this.#guarded(place, async (draft, text) => {
      const { attempts, known, now, wait } = this.#parts;
      const writer = this.#parts.writerAt(place.thread);
      const meant = await this.#home(place, draft);
      if ("sent" in meant) return meant;
      const { thread } = meant;
      const stays = await this.#stays(draft, thread);
      if (stays !== undefined) return stays;
      const earlier = await this.#posts.resolve(place, thread);
      if (earlier?.id !== undefined && this.#posts.isOf(earlier, text)) {
        return this.#posts.settle(place, earlier, earlier.id);
      }
      const open = earlier !== undefined && earlier.id === undefined && sameText(earlier.text, text);
      // What is still open may arrive late, so what is looked for afterwards begins where that did.
      const { after, since } = open ? earlier : await readBefore(writer.api, thread, known(place.thread));
      const fresh = { at: now(), id: undefined, settled: false, once: false };
      const attempt: Attempt = { text, by: writer.login, after, since, ...fresh };
      await attempts.put(place, attempt);
      let comment: Comment;
      try {
        comment = await writer.api.createComment(thread, thread.number, text);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.facts.wrote === "no") {
          if (!open) await attempts.remove(place);
          return refused(await whyRefused(problem, writer.api, thread), problem);
        }
        const found = await lookFor(writer, thread, attempt, wait);
        if (found !== undefined) return this.#posts.arrived(place, writer, thread, attempt, found.id);
        return refused((await isMissing(problem, writer.api, thread)) ? "missing" : "lost", problem);
      }
      const login = comment.author?.login ?? writer.login;
      return this.#posts.arrived(place, { ...writer, login }, thread, { ...attempt, by: login }, comment.id);
    });
  }

  /** Sends the changed text of a comment, if that is still the one that was opened. */
  change(place: DraftPlace, id: Id): Promise<Outcome> {
    return this.#guarded(place, async (draft, text) => {
      const { attempts, now } = this.#parts;
      const { api, login } = this.#parts.writerAt(place.thread);
      const meant = await this.#home(place, draft);
      if ("sent" in meant) return meant;
      const { thread } = meant;
      const theirs = await standing(api, thread, id);
      if ("sent" in theirs) return theirs;
      // An answer that was lost before, or somebody who wrote the same.
      if (sameText(theirs.body, text)) return this.#changed(place, id, text);
      if (draft.opened === undefined || !sameText(theirs.body, draft.opened)) {
        return { ...refused("conflict"), theirs };
      }
      const fresh = { at: now(), id: undefined, settled: false, once: true };
      const begun: Attempt = { text, by: login, after: id, since: undefined, ...fresh };
      await attempts.put(place, begun);
      try {
        const changed = await changeComment(api, thread, id, text);
        if (changed !== undefined) return await this.#changed(place, id, text);
        await attempts.remove(place);
        return refused("notPlain");
      } catch (error) {
        const problem = asProblem(error);
        if (problem.facts.wrote === "no") {
          await attempts.remove(place);
          return refused(await whyRefused(problem, api, thread), problem);
        }
        const there = await readComment(api, thread, id).catch(() => undefined);
        if (there !== undefined && sameText(there.body, text)) return this.#changed(place, id, text);
        return refused("lost", problem);
      }
    });
  }

  /** One sending at a time for each draft, and every refusal written down beside it. */
  async #guarded(place: DraftPlace, send: (draft: Draft, text: string) => Promise<Outcome>): Promise<Outcome> {
    const { drafts, turns } = this.#parts;
    const held = await turns.holding(place, async () => {
      const draft = await drafts.get(place);
      // A new comment has no draft before anything is written; the others begin with one.
      if (draft === undefined) return refused(place.target.kind === "new" ? "empty" : "gone");
      const text = wellFormed(textOf(draft));
      if (text.trim() === "") return refused("empty");
      const outcome = await send(draft, text).catch((error: unknown) => refused("problem", asProblem(error)));
      if (!outcome.sent) await drafts.fail(place, { why: outcome.why, kind: outcome.problem?.kind, asked: text });
      return outcome;
    });
    return held === undefined ? refused("underWay") : held.result;
  }

  /** The repository that the draft is for, if it is still the one that was meant, and can be written to. */
  async #home({ thread }: DraftPlace, draft: Draft): Promise<{ readonly thread: ThreadAddress } | Refused> {
    const meant = await this.#parts.turns.meant(thread, draft.repository);
    if (meant === undefined) return refused("otherRepository");
    return meant.home.archived ? refused("archived") : meant;
  }

  /** Why a text may not be posted again: the deletion of its comment was never certain, and did not take place so far. */
  async #stays({ place: { target }, deletedAt }: Draft, thread: ThreadAddress): Promise<Refused | undefined> {
    if (target.kind !== "deleted" || deletedAt !== undefined) return undefined;
    const there = await standing(this.#parts.writerAt(thread).api, thread, target.id);
    if (!("sent" in there)) return refused("standing");
    return there.why === "missing" ? undefined : there;
  }

  async #changed(place: DraftPlace, id: Id, text: string): Promise<Outcome> {
    const more = await this.#parts.drafts.settle(place, text, text);
    await this.#parts.attempts.remove(place);
    return { sent: true, id, more };
  }
}

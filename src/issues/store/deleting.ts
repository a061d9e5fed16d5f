import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Forge as Api } from "../api/forge.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { DraftPlace } from "../model/draft.ts";
import { deleteComment } from "./changing.ts";
import { refused, standing, whyRefused } from "./refusals.ts";
import type { Refused } from "./refusals.ts";
import type { WritingParts } from "./writing.ts";

/** Deletes comments, and keeps their texts. */
export class Deleting {
  readonly #parts: WritingParts;

  constructor(parts: WritingParts) {
    this.#parts = parts;
  }

  /** Deletes a plain comment and keeps its text, so that it can be posted again. */
  async remove(thread: ThreadAddress, id: Id): Promise<Refused | undefined> {
    const place: DraftPlace = { thread, target: { kind: "deleted", id } };
    const held = await this.#parts.turns.holding(place, () => this.#remove(place, id));
    return held === undefined ? refused("underWay") : held.result;
  }

  async #remove(place: DraftPlace, id: Id): Promise<Refused | undefined> {
    const { drafts, turns, writerAt } = this.#parts;
    const { api } = writerAt(place.thread);
    const meant = await turns.meant(place.thread, undefined).catch(asProblem);
    if (meant === undefined) return refused("otherRepository");
    if (meant instanceof Error) return refused("problem", meant);
    const { home, thread } = meant;
    // As it stands there now: what somebody else has written into it meanwhile is kept as well.
    const comment = await standing(api, thread, id);
    if ("sent" in comment) return comment;
    const beginning = { opened: comment.body, author: comment.author?.login, repository: home.id };
    await drafts.keepDeleted(place, comment.body, beginning, undefined);
    const problem = await deleteComment(api, thread, id).then(
      () => undefined,
      (error: unknown) => asProblem(error),
    );
    if (problem === undefined || problem.kind === "notFound" || problem.facts.wrote === "unknown") {
      return this.#see(place, comment, thread, api, problem);
    }
    await drafts.remove(place);
    return refused(await whyRefused(problem, api, thread), problem);
  }

  /** The answer is the same for what cannot be deleted, and it may be lost: only the comment itself tells. */
  async #see(
    place: DraftPlace,
    { id, body }: Comment,
    thread: ThreadAddress,
    api: Api,
    problem: Problem | undefined,
  ): Promise<Refused | undefined> {
    const { drafts, now } = this.#parts;
    const left = await standing(api, thread, id);
    if ("sent" in left && left.why === "missing") {
      await drafts.keepDeleted(place, body, {}, now());
      return undefined;
    }
    // It may be deleted after all, and until that is found out its text stays.
    if (problem !== undefined || "sent" in left) {
      return refused("lost", problem ?? ("sent" in left ? left.problem : undefined));
    }
    await drafts.remove(place);
    return refused("notPlain");
  }
}

// Deletes comments at the user's request, and keeps their texts as drafts.
import { asProblem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Comment, Id } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { findExistingComment } from "./targets/comment-targets.ts";
import type { LoadLineComment } from "./targets/changed-targets.ts";
import { isDeletionPending, toBeginning, type Anchor } from "./drafts/draft.ts";
import type { RepositoryIdentity } from "../repositories/repository-identity.ts";
import { getCommentId, places, threadAt, type Place } from "./drafts/place.ts";
import { SERVER_PROCESSING_MS, type SenderDependencies } from "./sender.ts";
import { explainRefusal } from "./targets/target.ts";
import { refuse, type Refused } from "./drafts/outcome.ts";

export interface DeletionDependencies extends Pick<SenderDependencies, "drafts" | "turns" | "now"> {
  readonly identity: RepositoryIdentity;
  readonly apiAt: (address: RepositoryAddress) => Forge;
  readonly loadLineComment: LoadLineComment;
}

/** A comment as it is on the server. */
interface Existing {
  readonly comment: Pick<Comment, "author" | "body">;
  /** The ID of its review, for a comment on a line. */
  readonly review: Id | undefined;
}

export class Deletion {
  readonly #dependencies: DeletionDependencies;

  constructor(dependencies: DeletionDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Deletes a comment and keeps its text, so that the user can post it again. For a comment on a line, that is the one
   * in `anchor`.
   */
  async remove(thread: ThreadAddress, id: Id, anchor?: Anchor): Promise<Refused | undefined> {
    try {
      const work = async (api: Forge) => ({ refusal: await this.#remove(api, thread, id, anchor) });
      const held = await this.#hold(thread, id, work);
      return held === undefined ? refuse("underWay") : held.refusal;
    } catch (error) {
      return refuse("problem", { problem: asProblem(error) });
    }
  }

  /** Finds out what became of deletions whose answer was lost, except those still in progress. */
  async recover(): Promise<void> {
    for (const { place } of (await this.#dependencies.drafts.list()).filter(isDeletionPending))
      await this.#hold(threadAt(place), getCommentId(place), (api) => this.#resolve(api, place));
  }

  /** Runs `work` unless another window works on the same deletion. */
  #hold<Result>(thread: ThreadAddress, id: Id, work: (api: Forge) => Promise<Result>): Promise<Result | undefined> {
    const { apiAt, turns } = this.#dependencies;
    return turns.hold(`deletion ${thread.base} ${id}`, ({ endsAt }) => work(apiAt(thread).withDeadline(endsAt)));
  }

  async #resolve(api: Forge, place: Place): Promise<void> {
    const { drafts, now } = this.#dependencies;
    const thread = threadAt(place);
    const draft = await drafts.get(place);
    // Another window may have finished this first.
    if (draft === undefined || !isDeletionPending(draft)) return;
    const found = await this.#find(api, thread, getCommentId(place));
    if ("sent" in found) {
      const isGone = found.why === "missing" && (await this.#isReadable(api, thread, draft.repository));
      if (isGone) await drafts.keepDeleted(place, draft.text, {}, now());
    } else if (Math.abs(now() - draft.keptAt) > SERVER_PROCESSING_MS) await drafts.remove(place);
  }

  /** Loads the current version of a comment, or returns why it can't be deleted. */
  async #find(api: Forge, thread: ThreadAddress, id: Id): Promise<Existing | Refused> {
    const found = await findExistingComment(api, thread, id);
    if (!("sent" in found)) return { comment: found, review: undefined };
    if (found.why !== "notPlain") return found;
    try {
      return (await this.#dependencies.loadLineComment(api, thread, id)) ?? found;
    } catch (error) {
      return refuse("problem", { problem: asProblem(error) });
    }
  }

  async #remove(api: Forge, address: ThreadAddress, id: Id, anchor: Anchor | undefined): Promise<Refused | undefined> {
    const { drafts, identity, now } = this.#dependencies;
    const place = places.deletedComment(address, id);
    const found = await identity.issue(api, address);
    if (found === undefined) return refuse("otherRepository");
    const { issue, thread } = found;
    // Keeps the server's current text, which includes other people's latest edits.
    const existing = await this.#find(api, thread, id);
    if ("sent" in existing) return existing;
    const { comment, review } = existing;
    const { body } = comment;
    const repository = issue.repository?.id;
    const beginning = { ...toBeginning(comment), repository, anchor };
    await drafts.keepDeleted(place, body, beginning, undefined);
    const removing =
      review === undefined
        ? api.removeComment(thread, thread.number, id)
        : api.reviews.removeComment(thread, thread.number, { id, review });
    const problem = await removing.then(() => undefined, asProblem);
    // Servers give the same answer for what can't be deleted, and the answer may be lost or wrong. Only loading the
    // comment again shows the outcome.
    const remaining = await this.#find(api, thread, id);
    const isRejected = problem?.facts.wrote === "no";
    if ("sent" in remaining && remaining.why === "missing") {
      if (problem === undefined || (await this.#isReadable(api, thread, repository))) {
        // If this can't be saved, `recover` checks the comment again.
        await drafts.keepDeleted(place, body, {}, now()).catch(() => undefined);
        return undefined;
      }
      if (isRejected) {
        await drafts.remove(place);
        return remaining;
      }
    }
    // The server may still delete the comment, so its text stays until the outcome is known. Saving restarts the wait.
    if ("sent" in remaining || problem?.facts.wrote === "unknown")
      await drafts.keepDeleted(place, body, beginning, undefined).catch(() => undefined);
    if ("sent" in remaining) return refuse(isRejected ? "problem" : "lost", { problem: problem ?? remaining.problem });
    if (problem?.facts.wrote === "unknown") return refuse("lost", { problem });
    await drafts.remove(place);
    return problem === undefined ? refuse("notPlain") : refuse(explainRefusal(problem), { problem });
  }

  /** A missing comment was deleted only if its thread is readable: an inaccessible repository hides all comments. */
  async #isReadable(api: Forge, thread: ThreadAddress, repository: Id | undefined): Promise<boolean> {
    return (await this.#dependencies.identity.issue(api, thread, repository).catch(() => undefined)) !== undefined;
  }
}

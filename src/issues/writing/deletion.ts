// Deletes comments at the user's request, and keeps their texts as drafts.
import { asProblem } from "../../base/problem.ts";
import type { Forge } from "../api/forge.ts";
import type { Id } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { findExistingComment } from "./targets/comment-targets.ts";
import { isDeletionPending, toBeginning } from "./draft.ts";
import type { RepositoryIdentity } from "../repositories/repository-identity.ts";
import { places, getThread, type Place } from "./place.ts";
import { SERVER_PROCESSING_MS, type SenderParts } from "./sender.ts";
import { explainRefusal, refuse, type Refused } from "./targets/target.ts";

export interface DeletionParts extends Pick<SenderParts, "drafts" | "lock" | "now"> {
  readonly identity: RepositoryIdentity;
  readonly apiAt: (address: RepositoryAddress) => Forge;
}

export class Deletion {
  readonly #parts: DeletionParts;

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  /** Deletes a plain comment and keeps its text, so that the user can post it again. */
  async remove(thread: ThreadAddress, id: Id): Promise<Refused | undefined> {
    const place = places.deletedComment(thread, id);
    let refusal: Refused | undefined = refuse("underWay");
    await this.#withLock(thread, id, async (endsAt) => {
      refusal = await this.#remove(place, thread, id, endsAt);
    });
    return refusal;
  }

  /** Finds out what became of deletions whose answer was lost, except those still in progress. */
  async recover(): Promise<void> {
    for (const { place } of (await this.#parts.drafts.list()).filter(isDeletionPending)) {
      const { id } = place;
      const thread = getThread(place);
      if (thread === undefined || id === undefined) continue;
      await this.#withLock(thread, id, (endsAt) => this.#resolve(place, thread, id, endsAt));
    }
  }

  /** Runs `work` unless another window works on the same deletion. */
  async #withLock(thread: ThreadAddress, id: Id, work: (endsAt: number) => Promise<void>): Promise<void> {
    await this.#parts.lock.hold(`deletion ${thread.base} ${id}`, ({ endsAt }) => work(endsAt));
  }

  async #resolve(place: Place, thread: ThreadAddress, id: Id, endsAt: number): Promise<void> {
    const { apiAt, drafts, now } = this.#parts;
    const draft = await drafts.get(place);
    // Another window may have finished this first.
    if (draft === undefined || !isDeletionPending(draft)) return;
    const api = apiAt(thread).withDeadline(endsAt);
    const comment = await findExistingComment(api, thread, id);
    if ("sent" in comment) {
      const isGone = comment.why === "missing" && (await this.#isReadable(api, thread, draft.repository));
      if (isGone) await drafts.keepDeleted(place, draft.text, {}, now());
    } else if (Math.abs(now() - draft.keptAt) > SERVER_PROCESSING_MS) await drafts.remove(place);
  }

  async #remove(place: Place, address: ThreadAddress, id: Id, endsAt: number): Promise<Refused | undefined> {
    const { apiAt, drafts, identity, now } = this.#parts;
    const api = apiAt(address).withDeadline(endsAt);
    const found = await identity.issue(api, address).catch(asProblem);
    if (found === undefined) return refuse("otherRepository");
    if (found instanceof Error) return refuse("problem", { problem: found });
    const { thread } = found;
    // Keeps the server's current text, which includes other people's latest edits.
    const comment = await findExistingComment(api, thread, id);
    if ("sent" in comment) return comment;
    const { body } = comment;
    const repository = found.issue.repository?.id;
    const beginning = { ...toBeginning(comment), repository };
    const keepProblem = await drafts.keepDeleted(place, body, beginning, undefined).then(() => undefined, asProblem);
    if (keepProblem !== undefined) return refuse("problem", { problem: keepProblem });
    const problem = await api.removeComment(thread, thread.number, id).then(() => undefined, asProblem);
    // Servers give the same answer for what can't be deleted, and the answer may be lost or wrong. Only loading the
    // comment again shows the outcome.
    const remaining = await findExistingComment(api, thread, id);
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
    return problem === undefined ? refuse("notPlain") : refuse(explainRefusal(problem, found), { problem });
  }

  /** A missing comment was deleted only if its thread is readable: an inaccessible repository hides all comments. */
  async #isReadable(api: Forge, thread: ThreadAddress, repository: Id | undefined): Promise<boolean> {
    return (await this.#parts.identity.issue(api, thread, repository).catch(() => undefined)) !== undefined;
  }
}

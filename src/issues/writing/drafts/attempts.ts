// The last attempt to send each draft, from its start to its outcome.
import { repositoryKey } from "../../model/address.ts";
import type { Attempt } from "./draft.ts";
import type { DraftState } from "./fold.ts";
import type { Journal } from "./journal.ts";
import { isReview, type Place } from "./place.ts";

/** "damaged" if the record can't be read, so the outcome of the attempt is unknown. */
export type StoredAttempt = DraftState["attempt"];

export class Attempts {
  readonly #journal: Journal;
  readonly #present: (place: Place) => Place;

  constructor(journal: Journal, present: (place: Place) => Place) {
    this.#journal = journal;
    this.#present = present;
  }

  async get(draft: string): Promise<StoredAttempt> {
    return this.#toPresent((await this.#journal.readDraft(draft)).attempt);
  }

  async list(): Promise<readonly Attempt[]> {
    const states = [...(await this.#journal.read()).values()];
    return states.map(({ attempt }) => this.#toPresent(attempt)).filter((attempt) => typeof attempt === "object");
  }

  /**
   * Returns the attempts of other drafts that may have created a comment, issue or review found for this one. Call it after
   * listing those, to include whatever made them.
   */
  async listOthers({ draft, place }: Pick<Attempt, "draft" | "place">): Promise<readonly Attempt[]> {
    const namespace = idNamespace(place);
    return (await this.list()).filter((other) => other.draft !== draft && idNamespace(other.place) === namespace);
  }

  /** Resolves once the record is flushed to disk. */
  async put(attempt: Attempt): Promise<void> {
    await this.#journal.write(attempt.draft, "attempt", { attempt });
  }

  /** Call once nothing depends on the outcome of the attempt anymore. */
  async remove(draft: string): Promise<void> {
    const state = await this.#journal.readDraft(draft);
    if (state.draft === undefined) await this.#journal.forget(draft);
    else if (state.attempt !== undefined) await this.#journal.write(draft, "attempt", {});
  }

  #toPresent(attempt: StoredAttempt): StoredAttempt {
    return typeof attempt === "object" ? { ...attempt, place: this.#present(attempt.place) } : attempt;
  }
}

/** Comment IDs and those of reviews are unique on their server, issue numbers only in their repository. */
function idNamespace(place: Place): string {
  const { number, repository } = place;
  if (isReview(place)) return `reviews ${repository.base}`;
  return number === undefined ? repositoryKey(repository) : repository.base;
}

import type { MachineLock } from "../../base/machine-lock.ts";
import type { Id, Repository } from "../model/entities.ts";
import type { RepositoryAddress, ThreadAddress } from "../model/address.ts";
import { draftKey } from "../model/draft.ts";
import type { DraftPlace } from "../model/draft.ts";

export interface TurnsParts {
  /** Held by the draft's name while it is sent, against all windows of the machine. */
  readonly lock: MachineLock;
  /** The repository as it is now, under its present name. */
  readonly repository: (address: RepositoryAddress) => Promise<Repository>;
  /** The id that the name was known by, before it was just read. */
  readonly rememberedId: (address: RepositoryAddress) => Id | undefined;
}

/** Whose turn it is with a draft, and whether its repository is still the one that was meant. */
export class Turns {
  readonly #parts: TurnsParts;
  readonly #underWay = new Set<string>();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** Whether this window is at work with the draft. */
  isUnderWay(place: DraftPlace): boolean {
    return this.#underWay.has(draftKey(place));
  }

  /** Works with the draft while no other window of the machine does; gives nothing where one does. */
  async holding<Result>(
    place: DraftPlace,
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    const key = draftKey(place);
    if (this.#underWay.has(key)) return undefined;
    this.#underWay.add(key);
    try {
      return await this.#parts.lock.tryHold(key, work);
    } finally {
      this.#underWay.delete(key);
    }
  }

  /** The thread in its repository's present name; nothing where another repository has taken the name. */
  async meant(
    thread: ThreadAddress,
    id: Id | undefined,
  ): Promise<{ readonly home: Repository; readonly thread: ThreadAddress } | undefined> {
    const remembered = id ?? this.#parts.rememberedId(thread);
    const home = await this.#parts.repository(thread);
    if (remembered !== undefined && remembered !== home.id) return undefined;
    return { home, thread: { ...thread, owner: home.owner, name: home.name } };
  }
}

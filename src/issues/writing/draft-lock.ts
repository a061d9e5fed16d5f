// Per-draft lock, held across windows.
import type { MachineLock } from "../../base/machine-lock.ts";

export class DraftLock {
  readonly #underWay = new Set<string>();
  readonly #lock: MachineLock;

  constructor(lock: MachineLock) {
    this.#lock = lock;
  }

  /**
   * Works with the draft while no other window of the machine does; gives nothing if one does. If no lock can be had,
   * the work is told that it is alone: another window may be sending the same draft.
   */
  async hold<Result>(
    draft: string,
    work: (how: { readonly alone: boolean }) => Promise<Result>,
  ): Promise<Result | undefined> {
    if (this.#underWay.has(draft)) return undefined;
    this.#underWay.add(draft);
    try {
      const held = await this.#lock.tryHold(`draft ${draft}`, ({ exclusive }) => work({ alone: !exclusive }));
      return held?.result;
    } finally {
      this.#underWay.delete(draft);
    }
  }
}

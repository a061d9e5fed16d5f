import type { Issue } from "../model/entities.ts";
import { threadKey } from "../model/address.ts";
import type { ThreadAddress } from "../model/address.ts";

/** How long an issue is taken to be what it was, in milliseconds: a pointer comes back to the same word. */
const FRESH = 60_000;
const MOST = 200;

/** Issues that are only looked at in passing. */
export class IssueCache {
  readonly #read: (address: ThreadAddress, signal: AbortSignal) => Promise<Issue>;
  readonly #now: () => number;
  readonly #seen = new Map<string, { readonly issue: Issue; readonly at: number }>();

  constructor(read: (address: ThreadAddress, signal: AbortSignal) => Promise<Issue>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  async at(address: ThreadAddress, signal: AbortSignal): Promise<Issue> {
    const key = threadKey(address);
    const seen = this.#seen.get(key);
    if (seen !== undefined && this.#now() - seen.at < FRESH) return seen.issue;
    const issue = await this.#read(address, signal);
    if (this.#seen.size >= MOST) this.#seen.clear();
    this.#seen.set(key, { issue, at: this.#now() });
    return issue;
  }

  /** It was changed here. */
  forget(address: ThreadAddress): void {
    this.#seen.delete(threadKey(address));
  }
}

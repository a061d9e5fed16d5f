// Remembers up to when the user has seen each thread, so that only later changes count as new.
import * as v from "valibot";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";
import type { Issue } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";

const KEY = "triptych.issues.seen";
/** How many threads are remembered per repository. */
const MAX_THREADS = 300;

const marks = v.object({
  /** Changes up to this time aren't new. */
  from: v.number(),
  /** For each thread number: the last change that the user has seen, and the number of comments at that time. */
  threads: v.record(v.string(), v.tuple([v.number(), v.number()])),
});
const table = v.record(v.string(), marks);

type Marks = v.InferOutput<typeof marks>;

/** What is new in a thread since the user last saw it. */
export interface UnreadSince {
  /** The number of new comments. Undefined if unknown. */
  readonly comments: number | undefined;
  /** When the user last saw the thread, by the server's clock. */
  readonly since: number;
}

/** Up to when a repository has been loaded, and the issues with later times, which are ahead of the server's clock. */
export interface Newest {
  readonly at: number;
  readonly later: readonly Issue[];
}

/** Stored on this machine only. */
export class ReadMarks {
  readonly #marks: StoredValue<Readonly<Record<string, Marks>>>;
  readonly #changed = new Emitter<RepositoryAddress>();
  readonly onDidChange: Event<RepositoryAddress> = this.#changed.event;

  constructor(state: State) {
    this.#marks = new StoredValue(state, KEY, table, {});
  }

  /** Starts marking changes in a repository as new, except those up to `newest`. Does nothing if it started before. */
  async begin(address: RepositoryAddress, newest: Newest): Promise<void> {
    if (this.#getMarks(address) === undefined) await this.#store(address, marksUpTo(newest));
  }

  /** Returns what is new in an issue. Undefined if nothing is, or if marking hasn't started in its repository. */
  findNews(address: RepositoryAddress, issue: Issue): UnreadSince | undefined {
    const known = this.#getMarks(address);
    if (known === undefined) return undefined;
    const [at, comments] = known.threads[String(issue.number)] ?? [];
    const since = Math.max(known.from, at ?? 0);
    if (issue.updatedAt <= since) return undefined;
    return { comments: comments === undefined ? undefined : Math.max(0, issue.comments - comments), since };
  }

  /** Returns up to when the user has seen the thread, by the server's clock. Undefined if unknown. */
  getSeenUntil(address: ThreadAddress): number | undefined {
    const known = this.#getMarks(address);
    if (known === undefined) return undefined;
    const [at] = known.threads[String(address.number)] ?? [];
    return Math.max(known.from, at ?? 0);
  }

  /** Marks this version of a thread as seen. */
  async markSeen(
    address: ThreadAddress,
    { updatedAt, comments }: Pick<Issue, "updatedAt" | "comments">,
  ): Promise<void> {
    const known = this.#getMarks(address);
    if (known === undefined) return;
    const key = String(address.number);
    const [at, before] = known.threads[key] ?? [];
    if (at !== undefined && at >= updatedAt && before === comments) return;
    if (at === undefined && updatedAt <= known.from && before === comments) return;
    // Another window may have seen a later version.
    const until = Math.max(at ?? 0, updatedAt);
    await this.#store(address, { ...known, threads: { ...known.threads, [key]: [until, comments] } });
    this.#changed.fire(address);
  }

  /** Remembers the number of comments before a change, so that new comments can be counted. */
  async remember(address: RepositoryAddress, before: Issue): Promise<void> {
    const known = this.#getMarks(address);
    const key = String(before.number);
    if (known === undefined || known.threads[key] !== undefined || before.updatedAt > known.from) return;
    await this.#store(address, { ...known, threads: { ...known.threads, [key]: [before.updatedAt, before.comments] } });
  }

  /** Copies the marks to the new name of a repository, unless that has marks already. */
  async rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const known = this.#getMarks(from);
    if (known !== undefined && this.#getMarks(to) === undefined) await this.#store(to, known);
  }

  async markAllSeen(address: RepositoryAddress, newest: Newest): Promise<void> {
    await this.#store(address, marksUpTo(newest));
    this.#changed.fire(address);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #getMarks(address: RepositoryAddress): Marks | undefined {
    return this.#marks.get()[repositoryKey(address)];
  }

  async #store(address: RepositoryAddress, { from, threads }: Marks): Promise<void> {
    const newest = Object.entries(threads).sort(([, [one]], [, [other]]) => other - one);
    const kept = Object.fromEntries(newest.slice(0, MAX_THREADS));
    // Otherwise, threads whose marks are dropped would be new again.
    const [, [dropped] = [from]] = newest[MAX_THREADS] ?? [];
    const next = { from: Math.max(from, dropped), threads: kept };
    await this.#marks.update((all) => ({ ...all, [repositoryKey(address)]: next }));
  }
}

function marksUpTo({ at, later }: Newest): Marks {
  const threads = later.map(({ comments, number, updatedAt }) => [String(number), [updatedAt, comments] as const]);
  return { from: at, threads: Object.fromEntries(threads) };
}

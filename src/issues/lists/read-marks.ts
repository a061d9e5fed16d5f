// Remembers how far the user has read each thread, so that only what is newer is marked as new.
import * as v from "valibot";
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/stored-value.ts";
import type { Issue } from "../model/entities.ts";
import { repositoryKey, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";

const KEY = "triptych.issues.seen";
/** How many threads per repository are remembered. */
const MAX_THREADS = 300;

const marks = v.object({
  /** Nothing that last changed before this time is new. */
  from: v.number(),
  /** The thread's last change that the user has seen, and its number of comments then, by thread number. */
  threads: v.record(v.string(), v.tuple([v.number(), v.number()])),
});
const table = v.record(v.string(), marks);

type Marks = v.InferOutput<typeof marks>;

/** What is new in a thread since the user last saw it. */
export interface UnreadSince {
  /** The number of comments. Undefined if that isn't known. */
  readonly comments: number | undefined;
  /** Since when, by the server's time. */
  readonly since: number;
}

/** The newest time of a repository, and what has one that the server's clock hasn't reached. */
export interface Newest {
  readonly at: number;
  readonly later: readonly Issue[];
}

/** Stored on this machine; servers are not informed. */
export class ReadMarks {
  readonly #marks: StoredValue<Readonly<Record<string, Marks>>>;
  readonly #changed = new Emitter<RepositoryAddress>();
  readonly onDidChange: Event<RepositoryAddress> = this.#changed.event;

  constructor(state: State) {
    this.#marks = new StoredValue(state, KEY, table, {});
  }

  /** Starts to mark changes of this repository as new, except those up to this time. */
  async begin(address: RepositoryAddress, newest: Newest): Promise<void> {
    if (this.#of(address) === undefined) await this.#keep(address, marksUpTo(newest));
  }

  findNews(address: RepositoryAddress, issue: Issue): UnreadSince | undefined {
    const known = this.#of(address);
    if (known === undefined) return undefined;
    const [at, comments] = known.threads[String(issue.number)] ?? [];
    const since = Math.max(known.from, at ?? 0);
    if (issue.updatedAt <= since) return undefined;
    return { comments: comments === undefined ? undefined : Math.max(0, issue.comments - comments), since };
  }

  /** How far the user has read the thread, in the server's time. Undefined if that isn't known. */
  getSeenUntil(address: ThreadAddress): number | undefined {
    const known = this.#of(address);
    if (known === undefined) return undefined;
    const [at] = known.threads[String(address.number)] ?? [];
    return Math.max(known.from, at ?? 0);
  }

  /** Remembers that the user has seen the thread in this version. */
  async markSeen(
    address: ThreadAddress,
    { updatedAt, comments }: Pick<Issue, "updatedAt" | "comments">,
  ): Promise<void> {
    const known = this.#of(address);
    if (known === undefined) return;
    const key = String(address.number);
    const [at, before] = known.threads[key] ?? [];
    if (at !== undefined && at >= updatedAt && before === comments) return;
    if (at === undefined && updatedAt <= known.from && before === comments) return;
    await this.#keep(address, { ...known, threads: { ...known.threads, [key]: [updatedAt, comments] } });
    this.#changed.fire(address);
  }

  /** Remembers an issue as it was before a change, to count its new comments later. */
  async remember(address: RepositoryAddress, before: Issue): Promise<void> {
    const known = this.#of(address);
    const key = String(before.number);
    if (known === undefined || known.threads[key] !== undefined || before.updatedAt > known.from) return;
    await this.#keep(address, { ...known, threads: { ...known.threads, [key]: [before.updatedAt, before.comments] } });
  }

  /** Call when the repository was renamed, or is found again under its old name. */
  async rename(from: RepositoryAddress, to: RepositoryAddress): Promise<void> {
    const known = this.#of(from);
    if (known !== undefined && this.#of(to) === undefined) await this.#keep(to, known);
  }

  async markAllSeen(address: RepositoryAddress, newest: Newest): Promise<void> {
    await this.#keep(address, marksUpTo(newest));
    this.#changed.fire(address);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #of(address: RepositoryAddress): Marks | undefined {
    return this.#marks.get()[repositoryKey(address)];
  }

  async #keep(address: RepositoryAddress, { from, threads }: Marks): Promise<void> {
    const newest = Object.entries(threads).sort(([, [one]], [, [other]]) => other - one);
    const kept = Object.fromEntries(newest.slice(0, MAX_THREADS));
    await this.#marks.update((all) => ({ ...all, [repositoryKey(address)]: { from, threads: kept } }));
  }
}

function marksUpTo({ at, later }: Newest): Marks {
  const threads = later.map(({ comments, number, updatedAt }) => [String(number), [updatedAt, comments] as const]);
  return { from: at, threads: Object.fromEntries(threads) };
}

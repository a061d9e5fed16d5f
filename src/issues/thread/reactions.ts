// Loads and changes reactions to comments, and loads which reactions each server allows.
import type { Event } from "vscode";
import { LruMap } from "../../base/lru.ts";
import { asProblem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Log } from "../../workbench/log/log.ts";
import type { Forge } from "../api/forge.ts";
import { sameLogin, type Id, type ReactionSubject, type Reaction, type ServerEmoji } from "../model/entities.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";

/** The people who chose the same reaction. */
export interface ReactionGroup {
  readonly name: string;
  /** The other users. Undefined for a user whom the server doesn't name. */
  readonly people: readonly (string | undefined)[];
  readonly own: boolean;
}

/** The target of a reaction. Without a comment, it is the issue itself. */
export interface ReactionTarget {
  readonly thread: ThreadAddress;
  readonly comment: Id | undefined;
}

interface Known {
  /** The login that loaded the reactions, which decides which ones are the user's own. */
  readonly login: string | undefined;
  readonly groups: readonly ReactionGroup[];
  readonly readAt: number;
  /** The sequence number of the load, because an older load may end after a newer one. */
  readonly load: number;
}

/** What shows the reactions to a thread's comments: its panel, or the files of a pull request. */
type Viewer = "files" | "panel";

export interface ReactionDependencies {
  readonly log: Log;
  readonly now: () => number;
  apiAt(thread: ThreadAddress): Forge;
  loginAt(thread: ThreadAddress): string | undefined;
  /** Returns the thread under its repository's current name. Undefined if another repository has taken the name. */
  findPresent(thread: ThreadAddress): Promise<{ readonly thread: ThreadAddress } | undefined>;
}

/** Servers don't include reactions in a thread, so they are loaded comment by comment, a few at a time. */
const MAX_PARALLEL_REQUESTS = 3;

/** Older reactions are loaded again when they become visible. */
const MAX_AGE_MS = 120_000;

/** A server's emoji change only when its administrator changes them. */
const DAY_MS = 86_400_000;

/** The number of comments whose reactions are cached. */
const MAX_COMMENTS = 2000;

/** Loads the reactions to visible comments, and adds and removes the user's own. */
export class Reactions {
  readonly #dependencies: ReactionDependencies;
  readonly #known = new LruMap<string, Known>(MAX_COMMENTS);
  readonly #changed = new Emitter<ReactionTarget>();
  readonly onDidChange: Event<ReactionTarget> = this.#changed.event;
  #waiting: readonly (ReactionTarget & { readonly viewer: Viewer })[] = [];
  readonly #loading = new Set<string>();
  #loads = 0;

  constructor(dependencies: ReactionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns undefined if the reactions aren't loaded. */
  of(target: ReactionTarget): readonly ReactionGroup[] | undefined {
    return this.#get(target)?.groups;
  }

  /** Loads missing and outdated reactions. Replaces the viewer's earlier requests for the thread that have not started. */
  look(thread: ThreadAddress, comments: readonly (Id | undefined)[], viewer: Viewer = "panel"): void {
    const key = threadKey(thread);
    const others = this.#waiting.filter((each) => threadKey(each.thread) !== key || each.viewer !== viewer);
    const stale = comments.map((comment) => ({ thread, comment, viewer })).filter((target) => !this.#isFresh(target));
    this.#waiting = [...others, ...stale];
    this.#next();
  }

  /** Call when a comment was just posted: it can't have any reactions yet. */
  begin(target: ReactionTarget): void {
    if (this.of(target) === undefined)
      this.#keep(target, { groups: [], login: this.#dependencies.loginAt(target.thread), load: 0 });
  }

  /** Marks the reactions of a thread as outdated, so that they are loaded again when they become visible. */
  age(thread: ThreadAddress): void {
    for (const [key, known] of this.#known.entries()) {
      if (key.startsWith(`${threadKey(thread)} `)) this.#known.set(key, { ...known, readAt: 0 });
    }
  }

  /** Adds or removes the user's reaction, then loads all reactions again. */
  async toggle(target: ReactionTarget, name: string, on: boolean): Promise<"otherRepository" | undefined> {
    const api = this.#dependencies.apiAt(target.thread).reactions;
    const to = toSubject(target);
    const present = await this.#dependencies.findPresent(target.thread);
    if (present === undefined) return "otherRepository";
    try {
      await (on ? api.add(present.thread, to, name) : api.remove(present.thread, to, name));
    } finally {
      await this.#read(target);
    }
    return undefined;
  }

  dispose(): void {
    this.#waiting = [];
    this.#changed.dispose();
  }

  /** Undefined if the reactions were loaded for another account. */
  #get(target: ReactionTarget): Known | undefined {
    const known = this.#known.get(toKey(target));
    return known?.login === this.#dependencies.loginAt(target.thread) ? known : undefined;
  }

  #isFresh(target: ReactionTarget): boolean {
    const known = this.#get(target);
    return known !== undefined && this.#dependencies.now() - known.readAt <= MAX_AGE_MS;
  }

  #next(): void {
    while (this.#loading.size < MAX_PARALLEL_REQUESTS) {
      // A target that is being loaded waits, because the account may have changed since that load began.
      const target = this.#waiting.find((each) => !this.#loading.has(toKey(each)));
      if (target === undefined) return;
      this.#waiting = this.#waiting.filter((each) => each !== target);
      if (this.#isFresh(target)) continue;
      const key = toKey(target);
      this.#loading.add(key);
      void this.#read(target).finally(() => {
        this.#loading.delete(key);
        this.#next();
      });
    }
  }

  async #read(target: ReactionTarget): Promise<void> {
    const dependencies = this.#dependencies;
    const load = (this.#loads += 1);
    const login = dependencies.loginAt(target.thread);
    try {
      const { values } = await dependencies.apiAt(target.thread).reactions.list(target.thread, toSubject(target));
      this.#keep(target, { groups: groupReactions(values, login), login, load });
    } catch (error) {
      // A thread works without reactions, so they aren't requested again right away, whatever the problem.
      dependencies.log.debug("Could not load reactions", {
        thread: threadKey(target.thread),
        problem: asProblem(error).message,
      });
      this.#keep(target, { groups: this.of(target) ?? [], login, load });
    }
  }

  #keep(target: ReactionTarget, loaded: Omit<Known, "readAt">): void {
    const before = this.#known.get(toKey(target));
    if (before !== undefined && before.load > loaded.load) return;
    this.#known.set(toKey(target), { ...loaded, readAt: this.#dependencies.now() });
    // Another account's reactions aren't shown, even if they are the same.
    const isOther = before !== undefined && before.login !== loaded.login;
    if (isOther || JSON.stringify(before?.groups ?? []) !== JSON.stringify(loaded.groups)) this.#changed.fire(target);
  }
}

/** Groups people by reaction, in the order in which the reactions first appear. */
function groupReactions(reactions: readonly Reaction[], login: string | undefined): readonly ReactionGroup[] {
  const groups = new Map<string, { readonly people: (string | undefined)[]; own: boolean }>();
  for (const { name, author } of reactions) {
    const group = groups.get(name) ?? { people: [], own: false };
    groups.set(name, group);
    if (sameLogin(author?.login, login)) group.own = true;
    else group.people.push(author?.login);
  }
  return [...groups].map(([name, { people, own }]) => ({ name, people, own }));
}

function toSubject({ thread, comment }: ReactionTarget): ReactionSubject {
  return comment === undefined ? { issue: thread.number } : { comment };
}

function toKey({ thread, comment }: ReactionTarget): string {
  return comment === undefined ? `${threadKey(thread)} issue` : `${threadKey(thread)} ${comment}`;
}

/** The default of both kinds of servers. */
const DEFAULT_EMOJI: ServerEmoji = {
  reactions: ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"],
  custom: [],
};

/** Each server's custom emoji and allowed reactions. */
export class EmojiCatalog {
  readonly #known = new Map<string, ServerEmoji>();

  at(base: string): ServerEmoji {
    return this.#known.get(base) ?? DEFAULT_EMOJI;
  }

  /** Loads a server's emoji, or takes an answer that is less than a day old. After a failure, the known ones stay. */
  async read(base: string, api: Forge, signal?: AbortSignal): Promise<void> {
    const emoji = await api.emoji({ signal, maxAgeMs: DAY_MS }).catch(() => undefined);
    if (emoji !== undefined) this.#known.set(base, emoji);
  }
}

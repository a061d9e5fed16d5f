// Loads and changes reactions to comments, and loads which reactions each server allows.
import type { Event } from "vscode";
import { LruMap } from "../../base/lru.ts";
import { asProblem } from "../../base/problem.ts";
import { Emitter } from "../../workbench/events.ts";
import type { Log } from "../../workbench/log.ts";
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
export interface ReactedThing {
  readonly thread: ThreadAddress;
  readonly comment: Id | undefined;
}

interface Known {
  readonly groups: readonly ReactionGroup[];
  readonly readAt: number;
  /** The sequence number of the load, because an older load may end after a newer one. */
  readonly load: number;
}

export interface ReactionParts {
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
  readonly #parts: ReactionParts;
  readonly #known = new LruMap<string, Known>(MAX_COMMENTS);
  readonly #changed = new Emitter<ReactedThing>();
  readonly onDidChange: Event<ReactedThing> = this.#changed.event;
  #waiting: readonly ReactedThing[] = [];
  readonly #underWay = new Set<string>();
  #loads = 0;

  constructor(parts: ReactionParts) {
    this.#parts = parts;
  }

  /** Returns undefined if the reactions aren't loaded. */
  of(thing: ReactedThing): readonly ReactionGroup[] | undefined {
    return this.#known.get(toKey(thing))?.groups;
  }

  /** Loads missing and outdated reactions. Replaces earlier requests for the thread that have not started. */
  look(thread: ThreadAddress, comments: readonly (Id | undefined)[]): void {
    const key = threadKey(thread);
    const others = this.#waiting.filter((each) => threadKey(each.thread) !== key);
    const stale = comments.map((comment) => ({ thread, comment })).filter((thing) => !this.#isFresh(thing));
    this.#waiting = [...others, ...stale];
    this.#next();
  }

  /** Call when a comment was just posted: it can't have any reactions yet. */
  begin(thing: ReactedThing): void {
    if (this.of(thing) === undefined) this.#known.set(toKey(thing), { groups: [], readAt: this.#parts.now(), load: 0 });
  }

  /** Marks the reactions of a thread as outdated, so that they are loaded again when they become visible. */
  age(thread: ThreadAddress): void {
    for (const [key, known] of this.#known.entries()) {
      if (key.startsWith(`${threadKey(thread)} `)) this.#known.set(key, { ...known, readAt: 0 });
    }
  }

  /** Adds or removes the user's reaction, then loads all reactions again. */
  async toggle(thing: ReactedThing, name: string, on: boolean): Promise<"otherRepository" | undefined> {
    const api = this.#parts.apiAt(thing.thread).reactions;
    const to = reactedBy(thing);
    const meant = await this.#parts.findPresent(thing.thread);
    if (meant === undefined) return "otherRepository";
    try {
      await (on ? api.add(meant.thread, to, name) : api.takeBack(meant.thread, to, name));
    } finally {
      await this.#read(thing);
    }
    return undefined;
  }

  dispose(): void {
    this.#waiting = [];
    this.#changed.dispose();
  }

  #isFresh(thing: ReactedThing): boolean {
    const known = this.#known.get(toKey(thing));
    return known !== undefined && this.#parts.now() - known.readAt <= MAX_AGE_MS;
  }

  #next(): void {
    while (this.#underWay.size < MAX_PARALLEL_REQUESTS) {
      const [thing, ...others] = this.#waiting;
      if (thing === undefined) return;
      this.#waiting = others;
      const key = toKey(thing);
      if (this.#underWay.has(key)) continue;
      this.#underWay.add(key);
      void this.#read(thing).finally(() => {
        this.#underWay.delete(key);
        this.#next();
      });
    }
  }

  async #read(thing: ReactedThing): Promise<void> {
    const parts = this.#parts;
    const load = (this.#loads += 1);
    try {
      const { values } = await parts.apiAt(thing.thread).reactions.list(thing.thread, reactedBy(thing));
      this.#keep(thing, groupReactions(values, parts.loginAt(thing.thread)), load);
    } catch (error) {
      // A thread works without reactions, so they aren't requested again right away, whatever the problem.
      parts.log.debug("Could not load reactions", {
        thread: threadKey(thing.thread),
        problem: asProblem(error).message,
      });
      this.#keep(thing, this.of(thing) ?? [], load);
    }
  }

  #keep(thing: ReactedThing, groups: readonly ReactionGroup[], load: number): void {
    const before = this.#known.get(toKey(thing));
    if (before !== undefined && before.load > load) return;
    this.#known.set(toKey(thing), { groups, readAt: this.#parts.now(), load });
    if (JSON.stringify(before?.groups ?? []) !== JSON.stringify(groups)) this.#changed.fire(thing);
  }
}

/** Groups people by reaction, in the order in which the reactions first appear. */
function groupReactions(reactions: readonly Reaction[], login: string | undefined): readonly ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const { name, author } of reactions) {
    const { people, own } = groups.get(name) ?? { people: [], own: false };
    const mine = sameLogin(author?.login, login);
    groups.set(name, { name, people: mine ? people : [...people, author?.login], own: own || mine });
  }
  return [...groups.values()];
}

function reactedBy({ thread, comment }: ReactedThing): ReactionSubject {
  return comment === undefined ? { issue: thread.number } : { comment };
}

function toKey({ thread, comment }: ReactedThing): string {
  return comment === undefined ? `${threadKey(thread)} issue` : `${threadKey(thread)} ${comment}`;
}

/** The default of both kinds of servers. */
const USUAL: ServerEmoji = {
  reactions: ["+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"],
  custom: [],
};

/** Each server's custom emoji and allowed reactions. */
export class EmojiCatalog {
  readonly #known = new Map<string, ServerEmoji>();

  at(base: string): ServerEmoji {
    return this.#known.get(base) ?? USUAL;
  }

  /** Loads a server's emoji once, or takes an answer that is less than a day old. Failures leave the default. */
  async read(base: string, api: Forge, signal?: AbortSignal): Promise<void> {
    if (this.#known.has(base)) return;
    const emoji = await api.emoji({ signal, maxAgeMs: DAY_MS }).catch(() => undefined);
    if (emoji !== undefined) this.#known.set(base, emoji);
  }
}

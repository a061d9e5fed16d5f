// The map behind all in-memory caches, which keeps them from growing without limit.

/** A map that keeps the most recently used entries: beyond `limit`, the least recently used one is dropped. */
export class LruMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #limit: number;
  readonly #isInUse: ((key: Key, value: Value) => boolean) | undefined;

  /** @param isInUse true for an entry that is shown: it is never dropped and doesn't count */
  constructor(limit: number, isInUse?: (key: Key, value: Value) => boolean) {
    this.#limit = limit;
    this.#isInUse = isInUse;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Counts as a use. */
  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** Does not count as a use. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.trim();
  }

  /** Drops entries beyond the limit. Must be called when an entry is released. */
  trim(): void {
    const isInUse = this.#isInUse;
    if (isInUse === undefined) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined && this.#entries.size > this.#limit) this.#entries.delete(oldest);
      return;
    }
    const droppable = this.entries().filter(([key, value]) => !isInUse(key, value));
    for (const [key] of droppable.slice(0, Math.max(0, droppable.length - this.#limit))) this.#entries.delete(key);
  }

  delete(key: Key): boolean {
    return this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  /** The least recently used key comes first. */
  keys(): readonly Key[] {
    return [...this.#entries.keys()];
  }

  values(): readonly Value[] {
    return [...this.#entries.values()];
  }

  entries(): readonly (readonly [Key, Value])[] {
    return [...this.#entries];
  }
}

// Stores the small state of all wings across restarts, and keeps damaged state from them.
import * as v from "valibot";

/** The part of VS Code's `Memento` that a stored value needs. */
export interface State {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/**
 * A value in the extension's state. It is validated whenever it has changed, because other versions of Triptych write
 * it too.
 */
export class StoredValue<Value> {
  readonly #state: State;
  readonly #key: string;
  readonly #schema: v.GenericSchema<unknown, Value>;
  readonly #fallback: Value;
  /** Caches the decoded value: rows read it hundreds of times, and VS Code returns the same object until it changes. */
  #cached: { readonly raw: unknown; readonly value: Value } | undefined;

  /** @param fallback the value if nothing is stored, or if the stored value doesn't fit the schema */
  constructor(state: State, key: string, schema: v.GenericSchema<unknown, Value>, fallback: Value) {
    this.#state = state;
    this.#key = key;
    this.#schema = schema;
    this.#fallback = fallback;
  }

  get(): Value {
    const raw = this.#state.get(this.#key);
    if (this.#cached === undefined || this.#cached.raw !== raw) {
      const stored = v.safeParse(this.#schema, raw);
      this.#cached = { raw, value: stored.success ? stored.output : this.#fallback };
    }
    return this.#cached.value;
  }

  async set(value: Value): Promise<void> {
    await this.#state.update(this.#key, value);
  }

  /** Changes the value that a window last stored. */
  async update(change: (value: Value) => Value): Promise<void> {
    await this.set(change(this.get()));
  }
}

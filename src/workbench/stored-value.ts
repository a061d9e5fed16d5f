// A value that survives restarts. Every wing keeps its small state this way, so that damaged state never gets further than here.
import * as v from "valibot";

/** As much of VS Code's Memento as a stored value needs. */
export interface State {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A value under a key of the extension's state, checked whenever it has changed: other versions of Triptych write there too. */
export class StoredValue<Value> {
  readonly #state: State;
  readonly #key: string;
  readonly #schema: v.GenericSchema<unknown, Value>;
  readonly #fallback: Value;
  /** The last decoded value. A list of rows asks hundreds of times, and VS Code keeps the object until it changes. */
  #known: { readonly raw: unknown; readonly value: Value } | undefined;

  /** @param fallback the value if nothing is stored, or if what is stored doesn't fit the schema */
  constructor(state: State, key: string, schema: v.GenericSchema<unknown, Value>, fallback: Value) {
    this.#state = state;
    this.#key = key;
    this.#schema = schema;
    this.#fallback = fallback;
  }

  get(): Value {
    const raw = this.#state.get(this.#key);
    if (this.#known === undefined || this.#known.raw !== raw) {
      const stored = v.safeParse(this.#schema, raw);
      this.#known = { raw, value: stored.success ? stored.output : this.#fallback };
    }
    return this.#known.value;
  }

  async set(value: Value): Promise<void> {
    await this.#state.update(this.#key, value);
  }

  /** Changes the value as the last window left it. */
  async update(change: (value: Value) => Value): Promise<void> {
    await this.set(change(this.get()));
  }
}

// Stores which blocks the user has pinned.
import type { Disposable, Event } from "vscode";
import * as v from "valibot";
import { Emitter } from "../../workbench/events.ts";
import { StoredValue, type State } from "../../workbench/storage/stored-value.ts";

const KEY = "triptych.blocks.pinned";
/** Numbers are stored as text, because JSON would round large ones. */
const storedPin = v.object({ network: v.string(), number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)) });

/** A pinned block. */
export interface Pin {
  readonly network: string;
  readonly number: bigint;
}

/** The pinned blocks of all networks, kept across restarts. */
export class Pins implements Disposable {
  readonly #stored: StoredValue<readonly unknown[]>;
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange: Event<undefined> = this.#changed.event;

  constructor(state: State) {
    this.#stored = new StoredValue(state, KEY, v.array(v.unknown()), []);
  }

  /** The pinned blocks of a network, the most recently pinned first. */
  of(network: string): readonly bigint[] {
    return this.#all()
      .filter((pin) => pin.network === network)
      .map(({ number }) => number);
  }

  has({ network, number }: Pin): boolean {
    return this.of(network).includes(number);
  }

  async add(pin: Pin): Promise<void> {
    await this.#store([pin, ...this.#without(pin)]);
  }

  async remove(pin: Pin): Promise<void> {
    await this.#store(this.#without(pin));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #without({ network, number }: Pin): readonly Pin[] {
    return this.#all().filter((pin) => pin.network !== network || pin.number !== number);
  }

  #all(): readonly Pin[] {
    return this.#stored.get().flatMap((stored) => {
      const pin = v.safeParse(storedPin, stored);
      return pin.success ? [{ ...pin.output, number: BigInt(pin.output.number) }] : [];
    });
  }

  async #store(pins: readonly Pin[]): Promise<void> {
    await this.#stored.set(pins.map(({ network, number }) => ({ network, number: String(number) })));
    this.#changed.fire(undefined);
  }
}

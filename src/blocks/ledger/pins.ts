import type { Disposable, Event, Memento } from "vscode";
import { Emitter } from "../../workbench/events.ts";

const KEY = "triptych.blocks.pinned";

/** A block that the reader keeps at hand. */
export interface Pin {
  readonly network: string;
  readonly number: bigint;
}

/** The pinned blocks of all networks, over restarts. */
export class Pins implements Disposable {
  readonly #state: Pick<Memento, "get" | "update">;
  readonly #changed = new Emitter<undefined>();
  readonly onDidChange: Event<undefined> = this.#changed.event;

  constructor(state: Pick<Memento, "get" | "update">) {
    this.#state = state;
  }

  /** Those of a network, the one pinned last first. */
  of(network: string): readonly bigint[] {
    return this.#all()
      .filter((pin) => pin.network === network)
      .map(({ number }) => number);
  }

  has({ network, number }: Pin): boolean {
    return this.of(network).includes(number);
  }

  async add(pin: Pin): Promise<void> {
    await this.#keep([pin, ...this.#without(pin)]);
  }

  async remove(pin: Pin): Promise<void> {
    await this.#keep(this.#without(pin));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #without({ network, number }: Pin): readonly Pin[] {
    return this.#all().filter((pin) => pin.network !== network || pin.number !== number);
  }

  #all(): readonly Pin[] {
    const kept = this.#state.get<unknown>(KEY);
    return Array.isArray(kept) ? kept.map(pinOf).filter((pin) => pin !== undefined) : [];
  }

  /** Numbers are kept as text: JSON would round some of them. */
  async #keep(pins: readonly Pin[]): Promise<void> {
    const texts = pins.map(({ network, number }) => ({ network, number: String(number) }));
    await this.#state.update(KEY, texts);
    this.#changed.fire(undefined);
  }
}

function pinOf(kept: unknown): Pin | undefined {
  if (typeof kept !== "object" || kept === null || !("network" in kept) || !("number" in kept)) return undefined;
  const { network, number } = kept;
  return typeof network === "string" && typeof number === "string" && /^\d{1,19}$/.test(number)
    ? { network, number: BigInt(number) }
    : undefined;
}

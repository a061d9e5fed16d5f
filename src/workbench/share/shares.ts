// Lets wings share with each other without knowing of each other.
import type { Disposable } from "vscode";
import type { Choice, Dialogs } from "../dialogs.ts";

/** What one wing gives away for any other to take up. */
export interface Parcel {
  /** One line that says what it is. */
  readonly title: string;
  readonly markdown: string;
}

/** A place that takes parcels. */
export interface Receiver {
  readonly id: string;
  /** "Comment on an Issue…" */
  readonly label: string;
  readonly detail?: string;
  take(parcel: Parcel): void | Promise<void>;
}

export class Shares {
  readonly #dialogs: Dialogs;
  readonly #always: readonly Receiver[];
  readonly #receivers = new Set<Receiver>();

  /** `always` are the places that take a parcel where no wing does. */
  constructor(dialogs: Dialogs, always: readonly Receiver[]) {
    this.#dialogs = dialogs;
    this.#always = always;
  }

  /** Takes parcels from now on. Who came first is offered first. */
  receive(receiver: Receiver): Disposable {
    this.#receivers.add(receiver);
    return { dispose: () => void this.#receivers.delete(receiver) };
  }

  /** Asks where the parcel shall go and brings it there; it is made only when there is a place. */
  async share(title: string, parcel: () => Parcel | Promise<Parcel>): Promise<void> {
    const receiver = await this.#dialogs.pick(title, [...this.#receivers, ...this.#always].map(asChoice));
    await receiver?.take(await parcel());
  }
}

function asChoice(receiver: Receiver): Choice<Receiver> {
  const { label, detail } = receiver;
  return detail === undefined ? { label, value: receiver } : { label, detail, value: receiver };
}

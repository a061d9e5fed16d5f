// Lets wings share content with each other without importing each other.
import type { Disposable } from "vscode";
import type { Choice, Dialogs } from "../dialogs/dialogs.ts";

/** Content that one wing shares and any wing can receive. */
export interface SharedContent {
  /** Describes the content in one line. */
  readonly title: string;
  readonly markdown: string;
}

/** A place that receives parcels. */
export interface Receiver {
  readonly id: string;
  /** "Comment on an Issue…" */
  readonly label: string;
  readonly detail?: string;
  take(parcel: SharedContent): void | Promise<void>;
}

export class Shares {
  readonly #dialogs: Dialogs;
  readonly #always: readonly Receiver[];
  readonly #receivers = new Set<Receiver>();

  /** `always` are the places that don't belong to a wing. */
  constructor(dialogs: Dialogs, always: readonly Receiver[]) {
    this.#dialogs = dialogs;
    this.#always = always;
  }

  /** Registers a place. Places are offered in the order of registration. */
  receive(receiver: Receiver): Disposable {
    this.#receivers.add(receiver);
    return { dispose: () => void this.#receivers.delete(receiver) };
  }

  /** Asks for a place and delivers the parcel there. Creates the parcel only after a place was chosen. */
  async share(title: string, parcel: () => SharedContent | Promise<SharedContent>): Promise<void> {
    const receiver = await this.#dialogs.pick(title, [...this.#receivers, ...this.#always].map(asChoice));
    await receiver?.take(await parcel());
  }
}

function asChoice(receiver: Receiver): Choice<Receiver> {
  const { label, detail } = receiver;
  return detail === undefined ? { label, value: receiver } : { label, detail, value: receiver };
}

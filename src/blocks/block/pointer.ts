// Opens a block's panel at a certain tab, transaction or log search, even if the panel isn't open yet.
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import type { BlockAddress } from "../model/addresses.ts";

/** The part of a block's panel to show. */
export interface BlockTarget extends BlockAddress {
  readonly tab: "transactions" | "block";
  /** Only transactions of this type, as the node names it. */
  readonly type?: string | undefined;
  /** The transaction of this consensus time, as the node writes it. */
  readonly time?: string | undefined;
  /** The search in the block's logs, as it was typed. */
  readonly search?: string | undefined;
}

/** Points at something in a panel that is open, or will be. */
export class Pointer {
  readonly #pointed = new Emitter<BlockTarget>();
  #last: BlockTarget | undefined;
  readonly onDidPoint: Event<BlockTarget> = this.#pointed.event;

  point(pointed: BlockTarget): void {
    this.#last = pointed;
    this.#pointed.fire(pointed);
  }

  /** Returns the last target in this panel, and only once. */
  take({ network, block }: BlockAddress): BlockTarget | undefined {
    const last = this.#last;
    if (last?.network !== network || last.block !== block) return undefined;
    this.#last = undefined;
    return last;
  }
}

// Takes a block's panel to a tab, a transaction or a log search, even if the panel isn't open yet.
import type { Event } from "vscode";
import { Emitter } from "../../workbench/events.ts";
import type { BlockAddress } from "../model/addresses.ts";

/** The part of a block's panel to show. */
export interface BlockTarget extends BlockAddress {
  readonly tab: "transactions" | "block";
  /** The node's name of the type of transactions to show. */
  readonly type?: string | undefined;
  /** The consensus time of the transaction to show, in the node's format. */
  readonly time?: string | undefined;
  /** The text to search for in the block's logs, as typed. */
  readonly search?: string | undefined;
}

/** Passes a target to the panel of its block, which may open later. */
export class Pointer {
  readonly #pointed = new Emitter<BlockTarget>();
  #last: BlockTarget | undefined;
  readonly onDidPoint: Event<BlockTarget> = this.#pointed.event;

  point(pointed: BlockTarget): void {
    this.#last = pointed;
    this.#pointed.fire(pointed);
  }

  /** Returns the last target if it is in this block, but only once. */
  take({ network, block }: BlockAddress): BlockTarget | undefined {
    const last = this.#last;
    if (last?.network !== network || last.block !== block) return undefined;
    this.#last = undefined;
    return last;
  }
}

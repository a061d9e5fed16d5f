// Runs the check of a range's chain for its panel, one run at a time, and reports its progress.
import { asProblem } from "../../base/problem.ts";
import { fromMilliseconds } from "../../base/time.ts";
import type { Banner } from "../../panels/kit/page/model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/format.ts";
import type { Store } from "../ledger/store.ts";
import { getRangeLength, type BlockRange } from "../model/block-range.ts";
import type { Network } from "../model/network.ts";
import type { RangeAct, Verification } from "./range-state.ts";
import { verdictContent, type Checked } from "./verdict.ts";
import { countRequests, countTransactions, verify } from "./verify.ts";

/** What a check needs from its caller. */
export interface Around {
  readonly store: Store;
  readonly now: () => number;
  readonly failure: (start: string, error: unknown) => Banner<RangeAct>;
  /** Called when there is something new to show. */
  readonly changed: () => void;
}

/** The check of one range: running, its result, or why it failed. */
export class RangeCheck {
  readonly #around: Around;
  #checked: Checked | undefined;
  #shown: Verification = { is: "idle" };
  #abort = new AbortController();

  constructor(around: Around) {
    this.#around = around;
  }

  get shown(): Verification {
    return this.#shown;
  }

  /** Verifies the chain with blocks loaded again from the node, not with those loaded before. */
  async verify(network: Network, range: BlockRange): Promise<void> {
    await this.#run(async (signal) => {
      const { now, store } = this.#around;
      const startedAt = now();
      const all = getRangeLength(range);
      const tell = (done: bigint): void => {
        const sentence = l10n.t("Verifying… {0} of {1} blocks, valid so far", count(done), count(all));
        this.#show({ is: "running", sentence, share: Number(done) / Number(all) });
      };
      tell(0n);
      const verdict = await verify(store, network, range, { signal, tell });
      const at = now();
      this.#checked = { range, verdict, at, took: at - startedAt, counted: undefined };
    });
  }

  /** Compares the verified blocks' own counts of transactions with the transactions that the node lists. */
  async count(network: Network): Promise<void> {
    const checked = this.#checked;
    if (checked === undefined) return;
    const { blocks } = checked.verdict;
    await this.#run(async (signal) => {
      const { now, store } = this.#around;
      const tell = (done: bigint): void => {
        const sentence = l10n.t("Counting… {0} of {1} blocks", count(done), count(blocks.length));
        this.#show({ is: "running", sentence, share: Number(done) / Math.max(1, blocks.length) });
      };
      tell(0n);
      const walk = { signal, tell };
      const counted = await countTransactions(store, network, blocks, fromMilliseconds(now()), walk);
      this.#checked = { ...checked, counted };
    });
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** Starts over for another range, to which the result doesn't apply. */
  forget(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#checked = undefined;
    this.#shown = { is: "idle" };
  }

  /** Cancels a run that is under way. A canceled run leaves the earlier result in place. */
  async #run(look: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    let banner: Banner<RangeAct> | undefined;
    try {
      await look(signal);
    } catch (error) {
      const isCanceled = asProblem(error).kind === "canceled";
      if (!isCanceled) banner = this.#around.failure(l10n.t("Could not verify the range."), error);
    }
    if (signal === this.#abort.signal) this.#show(banner === undefined ? this.#verdict() : { is: "failed", banner });
  }

  #verdict(): Verification {
    const checked = this.#checked;
    return checked === undefined ? { is: "idle" } : verdictContent(checked, countRequests(checked.verdict.blocks));
  }

  #show(shown: Verification): void {
    this.#shown = shown;
    this.#around.changed();
  }
}

// Verifies the chain of a range for its panel, one run at a time, and reports progress.
import { fromMilliseconds } from "../../base/time.ts";
import type { Banner } from "../../panels/kit/content/content-model.ts";
import { Load } from "../../workbench/panels/panel-load.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { Store } from "../store/store.ts";
import { getRangeLength, type BlockRange } from "../model/block-range.ts";
import type { Network } from "../model/network.ts";
import type { RangeAct, Verification } from "./protocol.ts";
import { verdictContent, type FinishedCheck } from "./verdict.ts";
import { countRequests, formatTransactionCount, verify } from "./verify-chain.ts";

/** The dependencies of a check. */
export interface RangeCheckDependencies {
  readonly store: Pick<Store, "walk"> & { readonly transactions: Pick<Store["transactions"], "walk"> };
  readonly now: () => number;
  readonly failure: (start: string, error: unknown) => Banner<RangeAct>;
  /** Called when there is something new to show. */
  readonly changed: () => void;
}

/** The check of one range: running, its result, or why it failed. */
export class RangeCheck {
  readonly #dependencies: RangeCheckDependencies;
  #load: Load;
  #progress = { sentence: "", share: 0 };
  #checked: FinishedCheck | undefined;
  /** What runs, or ran last. */
  #task: "verify" | "count" = "verify";

  constructor(dependencies: RangeCheckDependencies) {
    this.#dependencies = dependencies;
    this.#load = new Load(dependencies.changed);
  }

  get shown(): Verification {
    const { isRunning, problem } = this.#load;
    if (isRunning) return { kind: "running", ...this.#progress };
    if (problem !== undefined && this.failed !== undefined) {
      const start =
        this.failed === "count" ? l10n.t("Could not count the transactions.") : l10n.t("Could not verify the range.");
      return { kind: "failed", banner: this.#dependencies.failure(start, problem) };
    }
    const checked = this.#checked;
    return checked === undefined ? { kind: "idle" } : verdictContent(checked, countRequests(checked.verdict.blocks));
  }

  /** What failed, if anything. A canceled run leaves the earlier result in place. */
  get failed(): "verify" | "count" | undefined {
    const { isRunning, problem } = this.#load;
    return isRunning || problem === undefined || problem.kind === "canceled" ? undefined : this.#task;
  }

  /** Verifies the chain with blocks loaded again from the node, not with those loaded before. */
  async verify(network: Network, range: BlockRange): Promise<void> {
    const { now, store } = this.#dependencies;
    const startedAt = now();
    this.#task = "verify";
    const all = getRangeLength(range);
    const report = (done: bigint): void => {
      const sentence =
        all === 1n
          ? l10n.t("Verifying… {0} of 1 block, valid so far", format.count(done))
          : l10n.t("Verifying… {0} of {1} blocks, valid so far", format.count(done), format.count(all));
      this.#report(sentence, Number(done) / Number(all));
    };
    await this.#load.run(async (signal) => {
      report(0n);
      const verdict = await verify(store, network, range, { signal, report });
      // The panel may have moved to another range.
      if (signal.aborted) return;
      const at = now();
      this.#checked = { range, verdict, at, took: at - startedAt, counted: undefined };
    });
  }

  /** Compares the verified blocks' own counts of transactions with the transactions that the node lists. */
  async count(network: Network): Promise<void> {
    const { now, store } = this.#dependencies;
    const checked = this.#checked;
    if (checked === undefined) return;
    const { blocks } = checked.verdict;
    this.#task = "count";
    const report = (done: bigint): void => {
      const sentence =
        blocks.length === 1
          ? l10n.t("Counting… {0} of 1 block", format.count(done))
          : l10n.t("Counting… {0} of {1} blocks", format.count(done), format.count(blocks.length));
      this.#report(sentence, Number(done) / Math.max(1, blocks.length));
    };
    await this.#load.run(async (signal) => {
      report(0n);
      const walk = { signal, report };
      const counted = await formatTransactionCount(store, network, blocks, fromMilliseconds(now()), walk);
      if (!signal.aborted) this.#checked = { ...checked, counted };
    });
  }

  cancel(): void {
    this.#load.cancel();
  }

  /** Drops the result, which doesn't apply to another range. */
  forget(): void {
    this.#load.dispose();
    this.#load = new Load(this.#dependencies.changed);
    this.#checked = undefined;
  }

  #report(sentence: string, share: number): void {
    this.#progress = { sentence, share };
    this.#dependencies.changed();
  }
}

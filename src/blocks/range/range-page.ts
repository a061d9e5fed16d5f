// An open panel of a range of blocks, which moves from range to range.
import { env, type Disposable } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Banner, Page } from "../../panels/kit/page/model.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import type { PagePort, PageSource } from "../../workbench/panels/page-panel.ts";
import { receive } from "../../workbench/panels/receive.ts";
import { failureBanner } from "../../workbench/panels/remedies.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/format.ts";
import { beginSearch, finishSearch, type LogSearch } from "../block/log-search.ts";
import type { BlockPanel } from "../block/panel.ts";
import { describeLoading } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import { toAddress, rangeAddress, readRange, type RangeAddress } from "../model/addresses.ts";
import { parseBlockName } from "../model/block-name.ts";
import { getRangeLength, checkRange, type BlockRange } from "../model/block-range.ts";
import { HIGHEST_BLOCK, type Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { goneNetworkBanner, createWays } from "../page-parts.ts";
import { RangeCheck } from "./range-check.ts";
import { BLOCK_PLACES, blockPlaces, bloomContent, rangePage } from "./content.ts";
import { rangeExport } from "./export.ts";
import { rangeMessages, type LogHits, type RangeAct, type RangeState } from "./range-state.ts";
import { describeMissing, describeRangeFault, rangeTitle } from "./range-text.ts";
import { readBlocks, shareRange } from "./load-range.ts";
import { verdictMarkdown } from "./verdict.ts";

export type Parts = Pick<Shared, "exports" | "log" | "now" | "openSettings" | "shares"> & {
  readonly panels: Pick<Shared["panels"], "show">;
};

export interface Behind {
  readonly store: Store;
  readonly blockPanel: BlockPanel;
  readonly parts: Parts;
}

/** Places of the charts, both ends included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** One open panel; it loads its range at once. */
export class RangePage implements PageSource {
  readonly #port: PagePort<RangeAddress>;
  readonly #behind: Behind;
  readonly #closed: () => void;
  readonly #check: RangeCheck;
  readonly #ways: Ways;
  readonly receive: PageSource["receive"];
  #address: RangeAddress;
  #blocks: readonly Block[] = [];
  /** The block before the range, from whose end the first interval is counted. */
  #before: Block | undefined;
  #state: RangeState = { is: "loaded", note: undefined };
  #hits: LogHits = { typed: "", answer: "", blocks: [] };
  /** Chosen in the charts; all of the range if undefined. */
  #stretch: Stretch | undefined;
  #reading = new AbortController();
  readonly #listening: Disposable;

  constructor(address: RangeAddress, port: PagePort<RangeAddress>, behind: Behind, closed: () => void) {
    const { store, parts } = behind;
    this.#address = address;
    this.#port = port;
    this.#behind = behind;
    this.#closed = closed;
    this.#ways = createWays(parts, () => this.#read());
    this.#check = new RangeCheck({
      store,
      now: parts.now,
      failure: (start, error) => this.#failure(start, error),
      changed: () => port.update(),
    });
    this.receive = receive(rangeMessages, {
      show: ({ from, to }) => this.#showTyped(from, to),
      move: ({ to }) => this.#move(to),
      open: ({ at }) => {
        const block = this.#blocks[at];
        if (block !== undefined) this.#open(block.number);
      },
      openBlock: ({ number }) => this.#open(BigInt(number)),
      choose: ({ from, to }) => {
        this.#stretch = from === undefined || to === undefined ? undefined : { from, to };
      },
      refresh: () => void this.#read(),
      cancel: () => this.#reading.abort(),
      remedy: async ({ remedy }) => void (await this.#ways[remedy]?.()),
      verify: () => this.verify(),
      count: () => {
        if (this.#network !== undefined) void this.#check.count(this.#network);
      },
      cancelVerify: () => this.#check.cancel(),
      openBoth: () => this.#openBoth(),
      copyReport: () => this.#copyReport(),
      searchLogs: ({ typed }) => this.#searchLogs(typed),
      export: () => parts.exports.export(this.#exportable()),
      share: () => shareRange(this.#exportable(), parts),
    });
    this.#listening = store.onDidStartOver(({ name }) => {
      if (name !== this.#address.network) return;
      this.#check.forget();
      void this.#read();
    });
    void this.#read();
  }

  get address(): RangeAddress {
    return this.#address;
  }

  page(): Page<RangeAct> {
    const { network: name } = this.#address;
    return rangePage({
      name,
      network: this.#network,
      range: this.#range,
      blocks: this.#blocks,
      state: this.#state,
      verification: this.#check.shown,
      hits: this.#hits,
    });
  }

  ready(): void {
    // Charts that are drawn again have no choice in them.
    this.#stretch = undefined;
    this.#sendBlocks(0);
  }

  verify(): void {
    if (this.#network !== undefined) void this.#check.verify(this.#network, this.#range);
  }

  dispose(): void {
    this.#reading.abort();
    this.#check.cancel();
    this.#listening.dispose();
    this.#closed();
  }

  get #network(): Network | undefined {
    return this.#behind.store.networkNamed(this.#address.network);
  }

  get #range(): BlockRange {
    const address = readRange(this.#address);
    if (address === undefined) throw new Problem("malformed", { detail: "no range was named" });
    return address.range;
  }

  /** Loads the range; the earlier content stays until the first new blocks arrive. */
  async #read(): Promise<void> {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const range = this.#range;
    const network = this.#network;
    if (network === undefined) {
      const start = l10n.t("Could not load the range");
      this.#become({ is: "failed", banner: goneNetworkBanner(start, this.#address.network, this.#ways) });
      return;
    }
    const title = rangeTitle(range);
    this.#become({ is: "loading", sentence: describeLoading(title), share: 0 });
    let read: readonly Block[] = [];
    let skipped = 0;
    try {
      for await (const so of readBlocks(this.#behind.store, network, range, { signal })) {
        const at = read.length;
        ({ blocks: read, skipped } = so);
        this.#before = so.before;
        this.#blocks = read;
        const share = read.length / Number(getRangeLength(range));
        const sentence = l10n.t("Loading {0}: {1} of {2}…", title, count(read.length), count(getRangeLength(range)));
        this.#become({ is: "loading", sentence, share });
        this.#sendBlocks(at);
      }
      if (read.length === 0) this.#clear();
      this.#become({ is: "loaded", note: describeMissing(range, read.length, skipped) });
    } catch (error) {
      // That it was canceled is shown, unless another range is shown by now.
      if (signal === this.#reading.signal) {
        this.#become({ is: "failed", banner: this.#failure(l10n.t("Could not load {0}", title), error) });
      }
    }
  }

  #showTyped(from: string, to: string): void {
    const [first, last] = [parseBlockName(from), parseBlockName(to)];
    const range =
      "number" in first && "number" in last ? checkRange(first.number, last.number) : { fault: "unknown" as const };
    if (!("fault" in range)) {
      this.#goTo(range);
      return;
    }
    const start = l10n.t("Not a range of blocks.");
    const banner = { kind: "banner", tone: "failed", start, sentence: describeRangeFault(range) } as const;
    this.#become({ is: "failed", banner });
  }

  #move(to: "earlier" | "later"): void {
    const range = this.#range;
    const step = getRangeLength(range);
    if (to === "earlier" && range.from === 0n) return;
    const from = to === "later" ? range.from + step : range.from < step ? 0n : range.from - step;
    const last = from + step - 1n;
    if (last <= HIGHEST_BLOCK) this.#goTo({ from, to: last });
  }

  #goTo(range: BlockRange): void {
    const address = rangeAddress(this.#address.network, range);
    if (!this.#port.move(address)) return;
    this.#address = address;
    this.#stretch = undefined;
    this.#check.forget();
    this.#hits = { ...this.#hits, answer: "", blocks: [] };
    void this.#read();
  }

  #open(number: bigint): void {
    const { parts, blockPanel } = this.#behind;
    parts.panels.show(blockPanel, toAddress(this.#address.network, { number }));
  }

  #openBoth(): void {
    const { shown } = this.#check;
    const at = shown.is === "done" ? shown.at : undefined;
    if (at === undefined) return;
    if (at > 0n) this.#open(at - 1n);
    this.#open(at);
  }

  async #copyReport(): Promise<void> {
    const { shown } = this.#check;
    if (shown.is !== "done") return;
    await env.clipboard.writeText(verdictMarkdown(rangeTitle(this.#range), this.#address.network, shown));
  }

  /** The EVM address of an entity comes a little later. */
  async #searchLogs(typed: string): Promise<void> {
    const show = (search: LogSearch): void => {
      this.#hits = bloomContent(typed, search, this.#blocks, this.#behind.parts.now());
      this.#port.update();
    };
    const initial = beginSearch(typed);
    show(initial);
    if (initial.is !== "lookingUp" || this.#network === undefined) return;
    const found = await finishSearch(this.#behind.store, this.#network, typed);
    if (typed === this.#hits.typed) show(found);
  }

  #exportable(): Exportable {
    const stretch = this.#stretch;
    const blocks = stretch === undefined ? this.#blocks : this.#blocks.slice(stretch.from, stretch.to + 1);
    const before = stretch === undefined || stretch.from === 0 ? this.#before : this.#blocks[stretch.from - 1];
    return rangeExport(this.#address.network, blocks, before);
  }

  #become(state: RangeState): void {
    this.#state = state;
    this.#port.update();
  }

  #clear(): void {
    this.#blocks = [];
    this.#sendBlocks(0);
  }

  #failure(start: string, error: unknown): Banner<RangeAct> {
    return failureBanner(start, asProblem(error), this.#ways, this.#behind.parts.now());
  }

  /** Sends the blocks from a place on; those before are there already. */
  #sendBlocks(from: number): void {
    const before = from === 0 ? this.#before : this.#blocks[from - 1];
    const places = blockPlaces(this.#blocks.slice(from), before);
    this.#port.send({ type: "places", id: BLOCK_PLACES, from, places });
  }
}

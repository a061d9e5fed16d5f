// An open panel of a block range, which can move to other ranges.
import { env, type Disposable } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Banner, PanelContent } from "../../panels/kit/content/content-model.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import type { ContentPort, ContentSource } from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import { failureBanner, receiveRemedies } from "../../workbench/panels/remedies.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { beginSearch, finishSearch, type LogSearch } from "../block/log-search.ts";
import type { BlockPanels } from "../block/panel.ts";
import type { Store } from "../store/store.ts";
import { toAddress, rangeAddress, readRange, type RangeAddress } from "../model/saved-names.ts";
import { parseBlockName } from "../model/block-name.ts";
import { getRangeLength, checkRange, type BlockRange } from "../model/block-range.ts";
import { HIGHEST_BLOCK, type Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { exportThing, shareThing, type ExportServices } from "../parts/export-actions.ts";
import { missingNetworkBanner, remedyActionsFor, type ShowsPanels } from "../parts/content-parts.ts";
import { describeLoading } from "../wording/block-text.ts";
import { BLOCK_PLACES, blockPlaces, bloomContent, rangePage } from "./content.ts";
import { rangeExport } from "./export.ts";
import { readBlocks } from "./load-range.ts";
import { RangeCheck } from "./range-check.ts";
import { rangeMessages, type LogHits, type RangeAct, type RangeState } from "./protocol.ts";
import { describeMissing, describeRangeFault, rangeTitle } from "./range-text.ts";
import { verdictMarkdown } from "./verdict.ts";

export type RangePanelServices = ExportServices &
  Pick<Shared, "allowServer" | "log" | "now" | "openSettings"> &
  ShowsPanels & { readonly blocks: Pick<BlockPanels, "show"> };

/** An open panel of a range. It loads its range at once. */
export class OpenRange implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #port: ContentPort<RangeAddress>;
  readonly #store: Store;
  readonly #services: RangePanelServices;
  readonly #closed: () => void;
  readonly #check: RangeCheck;
  readonly #listening: Disposable;
  #address: RangeAddress;
  #blocks: readonly Block[] = [];
  /** The range of the loaded blocks. */
  #loadedAddress: RangeAddress | undefined;
  /** The block before the range, at whose end the first interval starts. */
  #before: Block | undefined;
  #state: RangeState = { kind: "loaded", note: undefined };
  #search: LogSearch = { kind: "nothing" };
  #hits: LogHits = { typed: "", answer: "", blocks: [] };
  /** The first and last place of the selection in the charts; undefined if nothing is selected. */
  #selection: { readonly from: number; readonly to: number } | undefined;
  #loading = new AbortController();

  constructor(
    first: RangeAddress,
    port: ContentPort<RangeAddress>,
    store: Store,
    services: RangePanelServices,
    closed: () => void,
  ) {
    this.#address = first;
    this.#port = port;
    this.#store = store;
    this.#services = services;
    this.#closed = closed;
    this.#check = new RangeCheck({
      store,
      now: services.now,
      failure: (start, error) => this.#failure(start, error),
      changed: () => this.#port.update(),
    });
    this.receive = receive(rangeMessages, {
      ...receiveRemedies(remedyActionsFor(services, () => this.#retry())),
      show: ({ from, to }) => this.#showTyped(from, to),
      move: ({ to }) => this.#move(to),
      open: ({ at }) => {
        const block = this.#blocks[at];
        if (block !== undefined) this.#openBlock(block.number);
      },
      openBlock: ({ number }) => this.#openBlock(BigInt(number)),
      choose: ({ from, to }) => {
        this.#selection = from === undefined || to === undefined ? undefined : { from, to };
      },
      refresh: () => void this.#load(),
      cancel: () => this.#loading.abort(),
      verify: () => this.verify(),
      count: () => this.#count(),
      cancelVerify: () => this.#check.cancel(),
      copyReport: async () => {
        const { shown } = this.#check;
        if (shown.kind !== "done") return;
        await env.clipboard.writeText(verdictMarkdown(rangeTitle(this.#range), this.#address.network, shown));
      },
      searchLogs: ({ typed }) => this.#searchLogs(typed),
      export: () => exportThing(this.#toExport(), services),
      share: () => shareThing(this.#toExport(), services),
    });
    this.#listening = store.onDidReplace(({ name }) => {
      if (name !== this.#address.network) return;
      this.#clear();
      this.#forget();
      void this.#load();
    });
    void this.#load();
  }

  isOf({ network, from, to }: RangeAddress): boolean {
    const shown = this.#address;
    return shown.network === network && shown.from === from && shown.to === to;
  }

  verify(): void {
    const network = this.#network;
    if (network !== undefined) void this.#check.verify(network, this.#range);
  }

  page(): PanelContent<RangeAct> {
    return rangePage({
      name: this.#address.network,
      network: this.#network,
      range: this.#range,
      blocks: this.#blocks,
      state: this.#state,
      verification: this.#check.shown,
      hits: this.#hits,
    });
  }

  ready(): void {
    // New charts start without a selection.
    this.#selection = undefined;
    this.#sendBlocks(0);
  }

  dispose(): void {
    this.#loading.abort();
    this.#check.cancel();
    this.#listening.dispose();
    this.#closed();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#address.network);
  }

  get #range(): BlockRange {
    const read = readRange(this.#address);
    if (read === undefined) throw new Problem("malformed", { detail: "no range was named" });
    return read.range;
  }

  #failure(start: string, error: unknown): Banner<RangeAct> {
    return failureBanner(start, asProblem(error), this.#services.now());
  }

  #setState(next: RangeState): void {
    this.#state = next;
    this.#port.update();
  }

  /** Sends the blocks from this place on. The page already has those before. */
  #sendBlocks(from: number): void {
    const places = blockPlaces(this.#blocks.slice(from), from === 0 ? this.#before : this.#blocks[from - 1]);
    this.#port.send({ type: "places", id: BLOCK_PLACES, from, places });
  }

  /** Replaces the blocks. The charts drop their selection if they get other places, but not if they get more. */
  #setBlocks(next: readonly Block[]): void {
    if (next.length < this.#blocks.length || next[0]?.number !== this.#blocks[0]?.number) this.#selection = undefined;
    this.#blocks = next;
  }

  #clear(): void {
    this.#setBlocks([]);
    this.#before = undefined;
    this.#sendBlocks(0);
  }

  /** Loads the range; the earlier content stays until the first new blocks arrive. */
  async #load(): Promise<void> {
    this.#loading.abort();
    this.#loading = new AbortController();
    const { signal } = this.#loading;
    const [address, network, range] = [this.#address, this.#network, this.#range];
    const title = rangeTitle(range);
    const failed = l10n.t("Could not load {0}", title);
    if (network === undefined)
      return this.#setState({ kind: "failed", banner: missingNetworkBanner(failed, address.network) });
    const length = getRangeLength(range);
    this.#setState({ kind: "loading", sentence: describeLoading(title), share: 0 });
    let [loaded, skipped] = [0, 0];
    try {
      for await (const soFar of readBlocks(this.#store, network, range, { signal })) {
        // The panel may have moved to another range just as this page arrived.
        if (signal !== this.#loading.signal) return;
        const at = loaded;
        this.#setBlocks(soFar.blocks);
        this.#before = soFar.before;
        this.#loadedAddress = address;
        loaded = soFar.blocks.length;
        skipped = soFar.skipped;
        const sentence = l10n.t("Loading {0}: {1} of {2}…", title, format.count(loaded), format.count(length));
        this.#setState({ kind: "loading", sentence, share: loaded / Number(length) });
        this.#sendBlocks(at);
      }
      if (signal !== this.#loading.signal) return;
      if (loaded === 0) this.#clear();
      this.#searchAgain();
      this.#setState({ kind: "loaded", note: describeMissing(range, loaded, skipped) });
    } catch (error) {
      // Shows a cancellation, too, unless the panel has moved to another range.
      if (signal !== this.#loading.signal) return;
      if (this.#loadedAddress !== address && this.#blocks.length > 0) this.#clear();
      this.#searchAgain();
      this.#setState({ kind: "failed", banner: this.#failure(failed, error) });
    }
  }

  #showTyped(from: string, to: string): void {
    const [one, other] = [parseBlockName(from), parseBlockName(to)];
    const range =
      "number" in one && "number" in other ? checkRange(one.number, other.number) : { fault: "unknown" as const };
    if (!("fault" in range)) return this.#goTo(range);
    const start = l10n.t("Not a range of blocks.");
    const banner = { kind: "banner", tone: "failed", start, sentence: describeRangeFault(range) } as const;
    this.#setState({ kind: "failed", banner });
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
    const next = rangeAddress(this.#address.network, range);
    if (!this.#port.move(next)) return;
    this.#address = next;
    this.#selection = undefined;
    this.#forget();
    void this.#load();
  }

  /** Drops what was found in the blocks before. */
  #forget(): void {
    this.#check.forget();
    this.#search = { kind: "nothing" };
    this.#hits = { ...this.#hits, answer: "", blocks: [] };
  }

  #openBlock(number: bigint): void {
    this.#services.blocks.show(toAddress(this.#address.network, { number }));
  }

  /** Searches the logs. A search for an entity first loads its EVM address. */
  async #searchLogs(typed: string): Promise<void> {
    const started = beginSearch(typed);
    this.#showSearch(typed, started);
    const network = this.#network;
    if (started.kind !== "lookingUp" || network === undefined) return;
    const found = await finishSearch(this.#store, network, started);
    if (this.#search === started) this.#showSearch(typed, found);
  }

  #showSearch(typed: string, search: LogSearch): void {
    this.#search = search;
    this.#hits = bloomContent(typed, search, this.#blocks, this.#services.now());
    this.#port.update();
  }

  /** An earlier search covered only the blocks that were loaded then. */
  #searchAgain(): void {
    if (this.#search.kind === "ready")
      this.#hits = bloomContent(this.#hits.typed, this.#search, this.#blocks, this.#services.now());
  }

  #toExport(): Exportable {
    const [{ network }, blocks, selection] = [this.#address, this.#blocks, this.#selection];
    if (selection === undefined) return rangeExport(network, blocks, this.#before);
    const { from, to } = selection;
    return rangeExport(network, blocks.slice(from, to + 1), from === 0 ? this.#before : blocks[from - 1]);
  }

  #count(): void {
    const network = this.#network;
    if (network !== undefined) void this.#check.count(network);
  }

  #retry(): void {
    if (this.#check.failed === "verify") this.verify();
    else if (this.#check.failed === "count") this.#count();
    if (this.#state.kind === "failed") void this.#load();
  }
}

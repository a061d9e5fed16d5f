// Runs the open panel of a block range, which can move to other ranges.
import { env } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Banner } from "../../panels/kit/page/model.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import type { PagePort, PageSource } from "../../workbench/panels/page-panel.ts";
import { receive } from "../../workbench/panels/receive.ts";
import { failureBanner } from "../../workbench/panels/remedies.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { beginSearch, finishSearch, type LogSearch } from "../block/log-search.ts";
import type { BlockPanel } from "../block/panel.ts";
import { exportThing, shareThing, type ExportServices } from "../parts/export-actions.ts";
import { describeLoading } from "../wording/format.ts";
import type { Store } from "../ledger/store.ts";
import { toAddress, rangeAddress, readRange, type RangeAddress } from "../model/addresses.ts";
import { parseBlockName } from "../model/block-name.ts";
import { getRangeLength, checkRange, type BlockRange } from "../model/block-range.ts";
import { HIGHEST_BLOCK, type Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { missingNetworkBanner, remedyActionsFor, receiveRemedies, type Shows } from "../parts/page-parts.ts";
import { RangeCheck } from "./range-check.ts";
import { BLOCK_PLACES, blockPlaces, bloomContent, rangePage } from "./content.ts";
import { rangeExport } from "./export.ts";
import { rangeMessages, type LogHits, type RangeAct, type RangeState } from "./range-state.ts";
import { describeMissing, describeRangeFault, rangeTitle } from "./range-text.ts";
import { readBlocks } from "./load-range.ts";
import { verdictMarkdown } from "./verdict.ts";

export type Parts = ExportServices & Pick<Shared, "log" | "now" | "openSettings"> & Shows;

export interface RangePage extends PageSource {
  readonly address: RangeAddress;
  verify(): void;
}

/** Opens one panel; it loads its range at once. */
export function openRangePage(
  first: RangeAddress,
  port: PagePort<RangeAddress>,
  store: Store,
  blockPanel: BlockPanel,
  parts: Parts,
): RangePage {
  let address = first;
  let blocks: readonly Block[] = [];
  /** The range of the loaded blocks. */
  let loadedAddress: RangeAddress | undefined;
  /** The block before the range, at whose end the first interval starts. */
  let before: Block | undefined;
  let state: RangeState = { is: "loaded", note: undefined };
  let search: LogSearch = { is: "nothing" };
  let hits: LogHits = { typed: "", answer: "", blocks: [] };
  /** The first and last place of the selection in the charts; undefined if nothing is selected. */
  let selection: { readonly from: number; readonly to: number } | undefined;
  let reading = new AbortController();
  const actions = remedyActionsFor(parts, () => retry());
  const check = new RangeCheck({ store, now: parts.now, failure, changed: () => port.update() });
  const listening = store.onDidReplace(({ name }) => {
    if (name !== address.network) return;
    clear();
    forget();
    void read();
  });

  function failure(start: string, error: unknown): Banner<RangeAct> {
    return failureBanner(start, asProblem(error), actions, parts.now());
  }

  function getNetwork(): Network | undefined {
    return store.networkNamed(address.network);
  }

  function getRange(): BlockRange {
    const read = readRange(address);
    if (read === undefined) throw new Problem("malformed", { detail: "no range was named" });
    return read.range;
  }

  function setState(next: RangeState): void {
    state = next;
    port.update();
  }

  /** Sends the blocks from this place on. The page already has those before. */
  function sendBlocks(from: number): void {
    const places = blockPlaces(blocks.slice(from), from === 0 ? before : blocks[from - 1]);
    port.send({ type: "places", id: BLOCK_PLACES, from, places });
  }

  /** Replaces the blocks. The charts drop their selection if they get other places, but not if they get more. */
  function show(next: readonly Block[]): void {
    if (next.length < blocks.length || next[0]?.number !== blocks[0]?.number) selection = undefined;
    blocks = next;
  }

  function clear(): void {
    show([]);
    before = undefined;
    sendBlocks(0);
  }

  /** Loads the range; the earlier content stays until the first new blocks arrive. */
  async function read(): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    const range = getRange();
    const network = getNetwork();
    const title = rangeTitle(range);
    const failed = l10n.t("Could not load {0}", title);
    if (network === undefined)
      return setState({ is: "failed", banner: missingNetworkBanner(failed, address.network, actions) });
    const length = getRangeLength(range);
    setState({ is: "loading", sentence: describeLoading(title), share: 0 });
    let [loaded, skipped] = [0, 0];
    try {
      for await (const soFar of readBlocks(store, network, range, { signal })) {
        // The panel may have moved to another range just as this page arrived.
        if (signal !== reading.signal) return;
        const at = loaded;
        show(soFar.blocks);
        ({ before, skipped } = soFar);
        loadedAddress = address;
        loaded = blocks.length;
        const sentence = l10n.t("Loading {0}: {1} of {2}…", title, format.count(loaded), format.count(length));
        setState({ is: "loading", sentence, share: loaded / Number(length) });
        sendBlocks(at);
      }
      if (signal !== reading.signal) return;
      if (loaded === 0) clear();
      searchAgain();
      setState({ is: "loaded", note: describeMissing(range, loaded, skipped) });
    } catch (error) {
      // Shows a cancellation, too, unless the panel has moved to another range.
      if (signal !== reading.signal) return;
      if (loadedAddress !== address && blocks.length > 0) clear();
      searchAgain();
      setState({ is: "failed", banner: failure(failed, error) });
    }
  }

  function showTyped(from: string, to: string): void {
    const [one, other] = [parseBlockName(from), parseBlockName(to)];
    const range =
      "number" in one && "number" in other ? checkRange(one.number, other.number) : { fault: "unknown" as const };
    if (!("fault" in range)) return goTo(range);
    const start = l10n.t("Not a range of blocks.");
    const banner = { kind: "banner", tone: "failed", start, sentence: describeRangeFault(range) } as const;
    setState({ is: "failed", banner });
  }

  function move(to: "earlier" | "later"): void {
    const range = getRange();
    const step = getRangeLength(range);
    if (to === "earlier" && range.from === 0n) return;
    const from = to === "later" ? range.from + step : range.from < step ? 0n : range.from - step;
    const last = from + step - 1n;
    if (last <= HIGHEST_BLOCK) goTo({ from, to: last });
  }

  function goTo(range: BlockRange): void {
    const next = rangeAddress(address.network, range);
    if (!port.move(next)) return;
    address = next;
    selection = undefined;
    forget();
    void read();
  }

  /** Drops what was found in the blocks before. */
  function forget(): void {
    check.forget();
    search = { is: "nothing" };
    hits = { ...hits, answer: "", blocks: [] };
  }

  function open(number: bigint): void {
    parts.panels.show(blockPanel, toAddress(address.network, { number }));
  }

  /** Searches the logs. A search for an entity first loads its EVM address. */
  async function searchLogs(typed: string): Promise<void> {
    const show = (next: LogSearch): void => {
      search = next;
      hits = bloomContent(typed, next, blocks, parts.now());
      port.update();
    };
    const initial = beginSearch(typed);
    show(initial);
    const network = getNetwork();
    if (initial.is !== "lookingUp" || network === undefined) return;
    const found = await finishSearch(store, network, initial);
    if (search === initial) show(found);
  }

  /** An earlier search covered only the blocks that were loaded then. */
  function searchAgain(): void {
    if (search.is === "ready") hits = bloomContent(hits.typed, search, blocks, parts.now());
  }

  function toExport(): Exportable {
    if (selection === undefined) return rangeExport(address.network, blocks, before);
    const { from, to } = selection;
    return rangeExport(address.network, blocks.slice(from, to + 1), from === 0 ? before : blocks[from - 1]);
  }

  function verify(): void {
    const network = getNetwork();
    if (network !== undefined) void check.verify(network, getRange());
  }

  function countAll(): void {
    const network = getNetwork();
    if (network !== undefined) void check.count(network);
  }

  function retry(): void {
    if (check.failed === "verify") verify();
    else if (check.failed === "count") countAll();
    if (state.is === "failed") void read();
  }

  void read();
  return {
    get address() {
      return address;
    },
    receive: receive(rangeMessages, {
      ...receiveRemedies(actions),
      show: ({ from, to }) => showTyped(from, to),
      move: ({ to }) => move(to),
      open: ({ at }) => {
        const block = blocks[at];
        if (block !== undefined) open(block.number);
      },
      openBlock: ({ number }) => open(BigInt(number)),
      choose: ({ from, to }) => {
        selection = from === undefined || to === undefined ? undefined : { from, to };
      },
      refresh: () => void read(),
      cancel: () => reading.abort(),
      verify,
      count: countAll,
      cancelVerify: () => check.cancel(),
      copyReport: async () => {
        const { shown } = check;
        if (shown.is !== "done") return;
        await env.clipboard.writeText(verdictMarkdown(rangeTitle(getRange()), address.network, shown));
      },
      searchLogs: ({ typed }) => searchLogs(typed),
      export: () => exportThing(toExport(), parts),
      share: () => shareThing(toExport(), parts),
    }),
    page: () =>
      rangePage({
        name: address.network,
        network: getNetwork(),
        range: getRange(),
        blocks,
        state,
        verification: check.shown,
        hits,
      }),
    ready: () => {
      // New charts start without a selection.
      selection = undefined;
      sendBlocks(0);
    },
    verify,
    dispose: () => {
      reading.abort();
      check.cancel();
      listening.dispose();
    },
  };
}

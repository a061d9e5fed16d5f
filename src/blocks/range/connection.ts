import { env } from "vscode";
import type { Disposable } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Blocks, Bloom, Failure, FromRange, Show, State, Stretch } from "../../panels/range/messages.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import type { Port } from "../../workbench/panels/kind.ts";
import type { ReceivingConnection, Receivers } from "../../workbench/panels/receivers.ts";
import { remedyLabel, describeProblem } from "../../workbench/problems.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count } from "../../workbench/words.ts";
import { beginSearch, finishSearch } from "../block/log-search.ts";
import type { LogSearch } from "../block/log-search.ts";
import type { BlockPanel } from "../block/panel.ts";
import { beingReadWords, hostOf } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import { addressOf, rangeAddress, readRange } from "../model/addresses.ts";
import type { RangeAddress } from "../model/addresses.ts";
import { understood } from "../model/block-name.ts";
import { lengthOf, rangeOf } from "../model/block-range.ts";
import type { BlockRange } from "../model/block-range.ts";
import { HIGHEST } from "../model/block.ts";
import type { Block } from "../model/block.ts";
import type { Network } from "../model/network.ts";
import { RangeCheck } from "./check.ts";
import {
  bloomContent,
  missingWords,
  rangeFaultWords,
  rangeTitle,
  rangeWords,
  rowsOf,
  underWords,
  verdictMarkdown,
} from "./content.ts";
import { rangeExport } from "./export.ts";
import { receiversOf } from "./receivers.ts";
import { readBlocks, shareRange } from "./take.ts";

export type Parts = Pick<Shared, "exports" | "log" | "now" | "openSettings" | "panels" | "shares">;

export interface Behind {
  readonly store: Store;
  readonly blockPanel: BlockPanel;
  readonly parts: Parts;
}

/** The extension side of one panel, which moves from range to range. */
export class RangeConnection implements ReceivingConnection<FromRange> {
  readonly #port: Port<Show | Blocks, RangeAddress>;
  readonly #behind: Behind;
  readonly #closed: () => void;
  readonly #check: RangeCheck;
  readonly receivers: Receivers<FromRange>;
  #address: RangeAddress;
  #blocks: readonly Block[] = [];
  /** The block before the range, from whose end the first interval is counted. */
  #before: Block | undefined;
  #state: State = { is: "read", note: undefined };
  #bloom: Bloom = { typed: "", answer: "", blocks: [] };
  #reading = new AbortController();
  readonly #listening: Disposable;

  constructor(address: RangeAddress, port: Port<Show | Blocks, RangeAddress>, behind: Behind, closed: () => void) {
    const { store, parts } = behind;
    this.#address = address;
    this.#port = port;
    this.#behind = behind;
    this.#closed = closed;
    this.#check = new RangeCheck({
      store,
      now: parts.now,
      failure: (heading, error) => this.#failure(heading, error),
      changed: () => this.#show(),
    });
    this.receivers = receiversOf({
      show: ({ from, to }) => this.#showTyped(from, to),
      move: ({ to }) => this.#move(to),
      open: ({ number }) => this.#open(BigInt(number)),
      refresh: () => void this.#read(),
      cancel: () => this.#reading.abort(),
      remedy: async ({ remedy }) => void (await this.#ways()[remedy]?.()),
      verify: () => this.verify(),
      count: () => {
        if (this.#network !== undefined) void this.#check.count(this.#network);
      },
      cancelVerify: () => this.#check.cancel(),
      openBoth: () => this.#openBoth(),
      copyReport: () => this.#copyReport(),
      look: ({ typed }) => this.#look(typed),
      export: ({ stretch }) => parts.exports.export(this.#exportable(stretch)),
      share: ({ stretch }) => shareRange(this.#exportable(stretch), parts),
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

  ready(): void {
    this.#show();
    this.#postRows(0);
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

  /** Reads the range; what was there stays until the first of the new blocks are. */
  async #read(): Promise<void> {
    this.#reading.abort();
    this.#reading = new AbortController();
    const { signal } = this.#reading;
    const range = this.#range;
    const network = this.#network;
    if (network === undefined) {
      this.#become(this.#nowhere());
      return;
    }
    const title = rangeTitle(range);
    this.#become({ is: "reading", sentence: beingReadWords(title), share: 0 });
    let read: readonly Block[] = [];
    let skipped = 0;
    try {
      for await (const so of readBlocks(this.#behind.store, network, range, { signal })) {
        const at = read.length;
        ({ blocks: read, skipped } = so);
        this.#before = so.before;
        this.#blocks = read;
        const share = read.length / Number(lengthOf(range));
        const sentence = l10n.t("Loading {0}: {1} of {2}…", title, count(read.length), count(lengthOf(range)));
        this.#become({ is: "reading", sentence, share });
        this.#postRows(at);
      }
      if (read.length === 0) this.#clear();
      this.#become({ is: "read", note: missingWords(range, read.length, skipped) });
    } catch (error) {
      // Who cancels sees that; who went on to another range does not.
      if (signal === this.#reading.signal) this.#become(this.#failure(l10n.t("Could not load {0}", title), error));
    }
  }

  #showTyped(from: string, to: string): void {
    const [first, last] = [understood(from), understood(to)];
    const range =
      "number" in first && "number" in last ? rangeOf(first.number, last.number) : { fault: "unknown" as const };
    if (!("fault" in range)) {
      this.#go(range);
      return;
    }
    const heading = l10n.t("Not a range of blocks.");
    this.#become({ is: "failed", heading, sentence: rangeFaultWords(range), remedies: [] });
  }

  #move(to: "earlier" | "later"): void {
    const range = this.#range;
    const step = lengthOf(range);
    if (to === "earlier" && range.from === 0n) return;
    const from = to === "later" ? range.from + step : range.from < step ? 0n : range.from - step;
    const last = from + step - 1n;
    if (last <= HIGHEST) this.#go({ from, to: last });
  }

  #go(range: BlockRange): void {
    const address = rangeAddress(this.#address.network, range);
    if (!this.#port.move(address)) return;
    this.#address = address;
    this.#check.forget();
    this.#bloom = { ...this.#bloom, answer: "", blocks: [] };
    void this.#read();
  }

  #open(number: bigint): void {
    const { parts, blockPanel } = this.#behind;
    parts.panels.show(blockPanel, addressOf(this.#address.network, { number }));
  }

  #openBoth(): void {
    const { shown } = this.#check;
    const at = shown.is === "done" ? shown.at : undefined;
    if (at === undefined) return;
    const number = BigInt(at);
    if (number > 0n) this.#open(number - 1n);
    this.#open(number);
  }

  async #copyReport(): Promise<void> {
    const { shown } = this.#check;
    if (shown.is !== "done") return;
    await env.clipboard.writeText(verdictMarkdown(rangeTitle(this.#range), this.#address.network, shown));
  }

  /** The EVM address of an entity comes a little later. */
  async #look(typed: string): Promise<void> {
    const show = (search: LogSearch): void => {
      this.#bloom = bloomContent(typed, search, this.#blocks, this.#behind.parts.now());
      this.#show();
    };
    const initial = beginSearch(typed);
    show(initial);
    if (initial.is !== "lookingUp" || this.#network === undefined) return;
    const found = await finishSearch(this.#behind.store, this.#network, typed);
    if (typed === this.#bloom.typed) show(found);
  }

  #exportable(stretch: Stretch | undefined): Exportable {
    const blocks = stretch === undefined ? this.#blocks : this.#blocks.slice(stretch.from, stretch.to + 1);
    const before = stretch === undefined || stretch.from === 0 ? this.#before : this.#blocks[stretch.from - 1];
    return rangeExport(this.#address.network, blocks, before);
  }

  #become(state: State): void {
    this.#state = state;
    this.#show();
  }

  #clear(): void {
    this.#blocks = [];
    this.#postRows(0);
  }

  #ways(): Ways {
    const { log, openSettings } = this.#behind.parts;
    return {
      retry: () => this.#read(),
      openSettings: () => openSettings("triptych.blocks"),
      showLog: () => log.show(),
    };
  }

  #failure(heading: string, error: unknown): Failure {
    const problem = asProblem(error);
    const { sentence } = describeProblem(problem, this.#behind.parts.now());
    return { is: "failed", heading, sentence, remedies: this.#buttons(problem.remedies) };
  }

  #nowhere(): Failure {
    const sentence = l10n.t("The network {0} is no longer in your settings.", this.#address.network);
    const remedies = this.#buttons(["openSettings", "retry"]);
    return { is: "failed", heading: l10n.t("Could not load the range"), sentence, remedies };
  }

  #buttons(remedies: Problem["remedies"]): Failure["remedies"] {
    const ways = this.#ways();
    const had = remedies.filter((remedy) => ways[remedy] !== undefined).slice(0, 2);
    return had.map((remedy) => ({ remedy, label: remedyLabel(remedy) }));
  }

  #show(): void {
    const range = this.#range;
    const title = rangeTitle(range);
    this.#port.retitle(title);
    this.#port.post({
      type: "show",
      network: this.#address.network,
      host: hostOf(this.#network),
      title,
      under: this.#blocks.length === 0 ? [] : underWords(this.#blocks),
      words: rangeWords(),
      from: count(range.from),
      to: count(range.to),
      state: this.#state,
      verification: this.#check.shown,
      bloom: this.#bloom,
    });
  }

  /** The rows from a place on; those before are there already. */
  #postRows(at: number): void {
    const before = at === 0 ? this.#before : this.#blocks[at - 1];
    this.#port.post({ type: "blocks", at, rows: rowsOf(this.#blocks.slice(at), before) });
  }
}

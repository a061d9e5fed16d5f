import type { Disposable } from "vscode";
import type { Act, FromPanel, ToPanel } from "../../panels/report/messages.ts";
import type { Connection, Port } from "../../workbench/panels/kind.ts";
import type { Shared } from "../../workbench/shared.ts";
import { sideOf } from "../model/changes.ts";
import type { Side, SideName } from "../model/changes.ts";
import type { News } from "../model/news.ts";
import type { App, Source } from "../model/report.ts";
import type { Store } from "../store.ts";
import { sides } from "../timeline/comparison-content.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { following, shown, sidesOf } from "./report-content.ts";
import type { Known } from "./report-frame.ts";
import { read } from "./report-state.ts";
import type { ReportThing } from "./report-state.ts";
import { picked } from "./versions.ts";
import type { Picked } from "./versions.ts";

/** What the buttons of a report do. */
export type Acts = Readonly<Record<Act, (open: OpenReport) => void | Promise<void>>>;

/** What the panel works with beyond its own report. */
export interface Surroundings {
  readonly acts: Acts;
  readonly watched: WatchList;
  show(thing: ReportThing): void;
  showTracker(tracker: number): Promise<void>;
  closed(): void;
}

/** What one looks at just now. */
export interface Looked extends Picked {
  readonly app: App;
}

/** One report that is open. */
export class OpenReport implements Connection<FromPanel> {
  readonly receivers: Connection<FromPanel>["receivers"];
  readonly #port: Port<ToPanel, ReportThing>;
  readonly #store: Store;
  readonly #parts: Pick<Shared, "log" | "now">;
  readonly #around: Surroundings;
  readonly #listening: readonly Disposable[];
  /** Ends what the panel waits for when it is closed. */
  readonly #closing = new AbortController();
  #thing: ReportThing;
  /** What was new when the reader saw it; it stays in sight until the panel is closed. */
  #seen: readonly News[] = [];

  constructor(
    thing: ReportThing,
    port: Port<ToPanel, ReportThing>,
    store: Store,
    parts: Pick<Shared, "log" | "now">,
    around: Surroundings,
  ) {
    this.#thing = thing;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.#around = around;
    this.receivers = {
      act: { decode: read.act, handle: ({ act }) => around.acts[act](this) },
      chooseVersion: {
        decode: read.chooseVersion,
        handle: ({ report }) => this.#chooseVersion(report),
      },
      chooseSource: {
        decode: read.chooseSource,
        handle: ({ source }) => this.#chooseSource(source),
      },
      chooseTab: { decode: read.chooseTab, handle: ({ tab }) => this.choose({ tab }) },
      chooseSide: {
        decode: read.chooseSide,
        handle: ({ side, handle: of, report }) => this.#chooseSide(side, { handle: of, report }),
      },
      saw: { decode: read.saw, handle: () => this.#see() },
      openTracker: { decode: read.openTracker, handle: ({ tracker }) => around.showTracker(tracker) },
      openApp: { decode: read.openApp, handle: (message) => around.show({ handle: message.handle }) },
    };
    const following = store.onDidChange((change) => {
      if (change.about === "service") this.#look();
      if (change.about !== "app" || this.#handles().includes(change.handle)) this.#post();
    });
    const watching = around.watched.onDidChange((changed) => {
      if (changed === undefined || changed === this.handle) this.#post();
    });
    this.#listening = [following, watching, store.keep(() => this.#handles())];
  }

  get handle(): string {
    return this.#thing.handle;
  }

  ready(): void {
    this.#post();
    this.#look();
    // Without the list the report has no names; who failed to read it says so beside the report.
    this.#store.anyTrackers(this.#closing.signal).catch((error: unknown) => {
      if (this.#closing.signal.aborted) return;
      this.#parts.log.warn("The tracker list could not be read for a report", { error: String(error) });
      this.#post();
    });
  }

  /** The version that is shown, where one is. */
  looked(): Looked | undefined {
    const { handle, source, report } = this.#thing;
    const { knowledge } = this.#store.app(handle);
    if (knowledge?.kind !== "app") return undefined;
    const found = picked(knowledge.app, source, report);
    return found === undefined ? undefined : { app: knowledge.app, ...found };
  }

  /** The two versions that are compared, where both are known. */
  compared(): { readonly from: Side; readonly to: Side } | undefined {
    const looked = this.looked();
    return looked === undefined
      ? undefined
      : sides({ ...sidesOf(this.#thing, looked), stateOf: (handle) => this.#store.app(handle) });
  }

  /** Shows something else of the same application. */
  choose(picked: Partial<ReportThing>): void {
    const { handle } = this;
    this.#thing = { ...this.#thing, ...picked, handle };
    this.#port.move(this.#thing);
    this.#look();
    this.#post();
  }

  #chooseVersion(report: number): void {
    const looked = this.looked();
    if (looked === undefined) return;
    const { handle } = this;
    const isShown = (side: SideName): boolean =>
      side.handle === handle && sideOf(looked.app, side)?.version === looked.version;
    const compare = following(this.#thing.compare, isShown, { handle, report });
    this.choose({ source: looked.versions.source, report, compare });
  }

  /** Another source is another history: a comparison within the one before it ends, one with another app goes on. */
  #chooseSource(source: Source): void {
    const { handle } = this;
    const { compare } = this.#thing;
    const isOwn = (side: SideName): boolean => side.handle === handle;
    const foreign = compare !== undefined && !(isOwn(compare.from) && isOwn(compare.to));
    const own = { handle, source };
    const kept = foreign
      ? { from: isOwn(compare.from) ? own : compare.from, to: isOwn(compare.to) ? own : compare.to }
      : undefined;
    this.choose({ source, report: undefined, compare: kept });
  }

  async refresh(): Promise<void> {
    await Promise.all(
      this.#handles().map((handle) => this.#store.look(handle, { anew: true, signal: this.#closing.signal })),
    );
  }

  swap(): void {
    const looked = this.looked();
    if (looked === undefined) return;
    const { from, to } = sidesOf(this.#thing, looked);
    this.choose({ compare: { from: to, to: from } });
  }

  /** Compares what is shown with another application, its newest version of the same source where it has one. */
  compareWith(other: string): void {
    const looked = this.looked();
    if (looked === undefined) return;
    const { handle } = this;
    const from: SideName = { handle, report: looked.version.id };
    this.choose({ tab: "timeline", compare: { from, to: { handle: other, source: looked.versions.source } } });
  }

  dispose(): void {
    this.#closing.abort();
    for (const each of this.#listening) each.dispose();
    this.#around.closed();
  }

  /** Shows what changed from what the reader had seen to what is new. */
  showNews(): void {
    const { handle } = this;
    const news = this.#news().find(({ from, changes }) => from !== undefined && changes !== undefined);
    if (news?.from === undefined) return;
    const { from, to } = news;
    const compare = { from: { handle, report: from.report }, to: { handle, report: to.report } };
    this.choose({ tab: "timeline", source: to.source, report: to.report, compare });
  }

  #news(): readonly News[] {
    const unseen = this.#around.watched.news(this.handle);
    return unseen.length > 0 ? unseen : this.#seen;
  }

  async #see(): Promise<void> {
    const unseen = this.#around.watched.news(this.handle);
    if (unseen.length === 0) return;
    this.#seen = unseen;
    await this.#around.watched.see(this.handle);
  }

  #chooseSide(side: "from" | "to", name: SideName): void {
    const looked = this.looked();
    if (looked === undefined) return;
    this.choose({ compare: { ...sidesOf(this.#thing, looked), [side]: name } });
  }

  /** The applications that are shown. */
  #handles(): readonly string[] {
    const { handle, compare } = this.#thing;
    return [...new Set([handle, ...(compare === undefined ? [] : [compare.from.handle, compare.to.handle])])];
  }

  #look(): void {
    for (const handle of this.#handles()) void this.#store.look(handle, { signal: this.#closing.signal });
  }

  #post(): void {
    const whole = shown(this.#known());
    this.#port.retitle(whole.title);
    this.#port.post(whole);
  }

  #known(): Known {
    const { handle, source, report, tab, compare } = this.#thing;
    const store = this.#store;
    return {
      handle,
      source,
      report,
      tab: tab ?? "report",
      compare,
      watched: this.#around.watched.has(handle),
      news: this.#news(),
      unseen: this.#around.watched.news(handle).length > 0,
      state: store.app(handle),
      stateOf: (of) => store.app(of),
      list: store.knownTrackers,
      base: store.base,
      host: store.host,
      now: this.#parts.now(),
    };
  }
}

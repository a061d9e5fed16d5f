// An open report panel: what it shows, and what its messages do.
import type { Disposable } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import type { ContentPort, ContentSource } from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { findSide, type Between, type Side, type SideName } from "../model/changes.ts";
import type { News } from "../model/news.ts";
import type { Level } from "../../scan/index.ts";
import type { App, Source } from "../model/report.ts";
import type { Store } from "../store/store.ts";
import { findSides } from "../timeline/comparison-content.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { followVersion, reportPage, comparedSides } from "./content.ts";
import type { CertificateState } from "../report-content/certificate-facts.ts";
import type { ReportInputs } from "../report-content/report-frame.ts";
import type { receiveCommon } from "../parts/content-parts.ts";
import { reportMessages, type buttonMessages, type ReportAct, type ReportState } from "../report-content/protocol.ts";
import { pickVersion, type PickedVersion } from "../report-content/versions.ts";

/** What the buttons of a report do. */
export type ReportActions = (
  open: OpenReport,
) => ReturnType<typeof receiveCommon> & Readonly<Record<keyof typeof buttonMessages, () => void | Promise<void>>>;

/** Data that a report panel needs besides its report. */
export interface ReportContext {
  readonly actions: ReportActions;
  readonly watched: WatchList;
  show(state: ReportState): void;
  showTracker(tracker: number): Promise<void>;
  closed(): void;
}

/** The version shown, with its app. */
export interface ShownReport extends PickedVersion {
  readonly app: App;
}

/** An open report panel. */
export class OpenReport implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #port: ContentPort<ReportState>;
  readonly #store: Store;
  readonly #parts: Pick<Shared, "log" | "now">;
  readonly #context: ReportContext;
  readonly #listening: readonly Disposable[];
  /** Aborted when the panel closes. */
  readonly #closing = new AbortController();
  #state: ReportState;
  /** Certificates that the user asked for, by report ID. */
  readonly #certificates = new Map<number, CertificateState>();
  /** News marked as seen, and its instance. The panel shows it until it closes. */
  #seen: { readonly base: string; readonly news: readonly News[] } | undefined;
  readonly #unfolded = new Set<Level>();
  #showsUnchanged = false;
  #isVisible = false;

  constructor(
    state: ReportState,
    port: ContentPort<ReportState>,
    store: Store,
    parts: Pick<Shared, "log" | "now">,
    context: ReportContext,
  ) {
    this.#state = state;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.#context = context;
    this.receive = receive(reportMessages, {
      ...context.actions(this),
      chooseVersion: ({ report }) => this.#chooseVersion(report),
      chooseSource: ({ source }) => this.#chooseSource(source),
      chooseTab: ({ tab }) => this.choose({ tab }),
      chooseSide: ({ side, handle, report }) => this.#chooseSide(side, { handle, report }),
      openTracker: ({ tracker }) => context.showTracker(tracker),
      openApp: ({ handle }) => context.show({ handle }),
      togglePermissions: ({ level }) => this.#togglePermissions(level),
    });
    const storeListener = store.onDidChange((change) => {
      if (change.about === "service") {
        this.#certificates.clear();
        this.#load();
      }
      if (change.about === "app" ? this.#listHandles().includes(change.handle) : change.about !== "icon")
        this.#update();
    });
    const watchListener = context.watched.onDidChange((changed) => {
      if (changed === undefined || changed === this.handle) this.#update();
    });
    this.#listening = [storeListener, watchListener, store.retainApps(() => this.#listHandles())];
  }

  get handle(): string {
    return this.#state.handle;
  }

  page(): PanelContent<ReportAct> {
    return reportPage(this.#gatherInputs());
  }

  ready(): void {
    this.#isVisible = true;
    void this.#markSeen();
    this.#load();
    // Without the tracker list, the report has no names. The view shows why loading failed.
    this.#store.anyTrackers(this.#closing.signal).catch((error: unknown) => {
      if (this.#closing.signal.aborted) return;
      this.#parts.log.warn("Could not read the tracker list for a report", { error: String(error) });
      this.#update();
    });
  }

  hidden(): void {
    this.#isVisible = false;
  }

  /** The version shown, if any. */
  shownReport(): ShownReport | undefined {
    const { handle, source, report } = this.#state;
    const { knowledge } = this.#store.app(handle);
    if (knowledge?.kind !== "app") return undefined;
    const found = pickVersion(knowledge.app, source, report);
    return found && { app: knowledge.app, ...found };
  }

  /** The compared versions, if both are loaded. */
  getCompared(): Between<Side> | undefined {
    const shown = this.shownReport();
    return shown && findSides(comparedSides(this.#state, shown), (handle) => this.#store.app(handle));
  }

  /** Changes what the panel shows about the app. */
  choose(picked: Partial<ReportState>): void {
    const { handle } = this;
    this.#state = { ...this.#state, ...picked, handle };
    this.#port.move(this.#state);
    this.#load();
    this.#update();
  }

  #chooseVersion(report: number): void {
    const shown = this.shownReport();
    if (shown === undefined) return;
    const { handle } = this;
    const isShown = (side: SideName): boolean =>
      side.handle === handle && findSide(shown.app, side)?.version === shown.version;
    const compare = followVersion(this.#state.compare, isShown, { handle, report });
    this.choose({ source: shown.versions.source, report, compare });
  }

  /** Ends a comparison within the old source, as each source has its own history, but keeps one with another app. */
  #chooseSource(source: Source): void {
    const { handle } = this;
    const { compare } = this.#state;
    const isOwn = (side: SideName): boolean => side.handle === handle;
    const moveSide = (side: SideName): SideName => (isOwn(side) ? { handle, source } : side);
    const hasOtherApp = compare !== undefined && !(isOwn(compare.from) && isOwn(compare.to));
    const moved = hasOtherApp ? { from: moveSide(compare.from), to: moveSide(compare.to) } : undefined;
    this.choose({ source, report: undefined, compare: moved });
  }

  async refresh(): Promise<void> {
    await Promise.all(
      this.#listHandles().map((handle) => this.#store.loadApp(handle, { refresh: true, signal: this.#closing.signal })),
    );
  }

  /** Loads the certificate of the shown version. */
  async showCertificate(): Promise<void> {
    const report = this.shownReport()?.version.id;
    if (report === undefined || this.#certificates.get(report)?.kind === "loading") return;
    const { signal } = this.#closing;
    const loading: CertificateState = { kind: "loading" };
    const settle = (state: CertificateState): void => {
      // The instance or key changed while the certificate was loading.
      if (signal.aborted || this.#certificates.get(report) !== loading) return;
      this.#certificates.set(report, state);
      this.#update();
    };
    this.#certificates.set(report, loading);
    this.#update();
    await this.#store.certificate(report, signal).then(
      (certificate) => settle({ kind: "loaded", certificate }),
      (error: unknown) => settle({ kind: "failed", problem: asProblem(error) }),
    );
  }

  swap(): void {
    const shown = this.shownReport();
    if (shown === undefined) return;
    const { from, to } = comparedSides(this.#state, shown);
    this.choose({ compare: { from: to, to: from } });
  }

  /** Compares the shown version with the latest version of another app, preferably from the same source. */
  compareWith(other: string): void {
    const shown = this.shownReport();
    if (shown === undefined) return;
    const { handle } = this;
    const from: SideName = { handle, report: shown.version.id };
    this.choose({ tab: "timeline", compare: { from, to: { handle: other, source: shown.versions.source } } });
  }

  dispose(): void {
    this.#closing.abort();
    for (const each of this.#listening) each.dispose();
    this.#context.closed();
  }

  /** Shows what changed since the user last looked. */
  showNews(): void {
    const { handle } = this;
    const news = this.#news().find(({ from, changes }) => from !== undefined && changes !== undefined);
    if (news?.from === undefined) return;
    const { from, to } = news;
    const compare = { from: { handle, report: from.report }, to: { handle, report: to.report } };
    this.choose({ tab: "timeline", source: to.source, report: to.report, compare });
  }

  #news(): readonly News[] {
    const unseen = this.#context.watched.news(this.handle);
    if (unseen.length > 0) return unseen;
    return this.#seen?.base === this.#store.base ? this.#seen.news : [];
  }

  /** Marks news as seen once the page shows it. */
  async #markSeen(): Promise<void> {
    const unseen = this.#context.watched.news(this.handle);
    if (unseen.length === 0 || this.#store.app(this.handle).knowledge === undefined) return;
    this.#seen = { base: this.#store.base, news: unseen };
    await this.#context.watched.markSeen(this.handle);
  }

  toggleUnchanged(): void {
    this.#showsUnchanged = !this.#showsUnchanged;
    this.#update();
  }

  #togglePermissions(level: Level): void {
    if (!this.#unfolded.delete(level)) this.#unfolded.add(level);
    this.#update();
  }

  #chooseSide(side: keyof Between<Side>, name: SideName): void {
    const shown = this.shownReport();
    if (shown === undefined) return;
    this.choose({ compare: { ...comparedSides(this.#state, shown), [side]: name } });
  }

  /** Package names of the apps shown. */
  #listHandles(): readonly string[] {
    const { handle, compare } = this.#state;
    return [...new Set([handle, ...(compare === undefined ? [] : [compare.from.handle, compare.to.handle])])];
  }

  #load(): void {
    const { signal } = this.#closing;
    const loading = this.#listHandles().map((handle) => this.#store.loadApp(handle, { signal }));
    // The report comes first.
    void Promise.all(loading).then(() => this.#loadIcon());
  }

  /** Requests the icon only from a server that sent the report, so the server learns nothing new. */
  async #loadIcon(): Promise<void> {
    const { icons } = this.#store;
    const { knowledge } = this.#store.app(this.handle);
    if (knowledge === undefined || knowledge.kind === "unknown" || this.#closing.signal.aborted) return;
    const before = icons.getLoaded(this.handle);
    await icons.load(this.handle, this.#closing.signal);
    if (icons.getLoaded(this.handle) !== before && !this.#closing.signal.aborted) this.#update();
  }

  #update(): void {
    this.#port.update();
    if (this.#isVisible) void this.#markSeen();
  }

  #gatherInputs(): ReportInputs {
    const { handle } = this;
    const store = this.#store;
    const shown = this.shownReport();
    return {
      ...this.#state,
      icon: store.icons.getLoaded(handle),
      certificate: shown && this.#certificates.get(shown.version.id),
      watched: this.#context.watched.has(handle),
      news: this.#news(),
      unfolded: this.#unfolded,
      showsUnchanged: this.#showsUnchanged,
      state: store.app(handle),
      getState: (of) => store.app(of),
      list: store.knownTrackers,
      base: store.base,
      host: store.host,
      now: this.#parts.now(),
    };
  }
}

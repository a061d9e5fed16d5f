// Tracker panels: state, messages and loading.
import * as v from "valibot";
import { commands, env, type Disposable } from "vscode";
import { Backoff } from "../../base/http/backoff.ts";
import { decode, whole } from "../../base/decode.ts";
import { asProblem, type Problem } from "../../base/problem.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { trackerParcel } from "../export/tracker-share.ts";
import { pages } from "../model/exodus-urls.ts";
import type { ShortApplication } from "../model/report.ts";
import type { TrackerUsage } from "../model/tracker.ts";
import { receiveCommon } from "../parts/content-parts.ts";
import type { Store } from "../store/store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import type { AppsWithTracker } from "../store/apps-by-tracker.ts";
import { APPS_TABLE, appRows } from "./tracker-apps.ts";
import { trackerPage } from "./content.ts";
import { trackerMessages, type TrackerAct, type TrackerInputs } from "./protocol.ts";
import type { Placement } from "../../workbench/placement.ts";

/** Which tracker a panel shows, by ID. */
export interface TrackerState {
  readonly tracker: number;
}

const savedState = v.object({ tracker: whole });

/** Rows are sent in batches, so a list of 100,000 apps does not block the extension host. */
const ROWS_PER_MESSAGE = 5000;

/** A list that was sent to the page, and the watched apps marked in it. */
interface SentApps {
  readonly appsWithTracker: AppsWithTracker | undefined;
  readonly watched: readonly string[];
}

type TrackerPanelDependencies = Pick<
  Shared,
  "allowServer" | "dialogs" | "log" | "now" | "openSettings" | "panels" | "shares"
> & {
  showReport(app: Pick<ShortApplication, "handle" | "source">): void;
};

/** The tracker panels, one per tracker. */
export class TrackerPanels {
  readonly kind: ContentPanel<TrackerState>;
  readonly #panels: TrackerPanelDependencies["panels"];

  constructor(store: Store, watched: WatchList, dependencies: TrackerPanelDependencies) {
    this.#panels = dependencies.panels;
    this.kind = contentPanel({
      id: "triptych.tracker",
      icon: "tracker",
      toKey: ({ tracker }) => String(tracker),
      decodeSubject: (saved) => decode(savedState, saved, "saved tracker"),
      open: (state, port) => new OpenTracker(state, port, store, watched, dependencies),
    });
  }

  show(state: TrackerState, placement?: Placement): void {
    this.#panels.show(this.kind, state, placement);
  }
}

/** An open tracker panel. */
class OpenTracker implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #id: number;
  readonly #port: ContentPort<TrackerState>;
  readonly #store: Store;
  readonly #watched: WatchList;
  readonly #dependencies: TrackerPanelDependencies;
  readonly #listening: readonly Disposable[];
  #problem: Problem | undefined;
  #appsProblem: Problem | undefined;
  #loadingApps: AbortController | undefined;
  #usage: TrackerUsage | undefined;
  /** Aborted when the panel closes, or the key or instance changes. */
  #ending = new AbortController();
  readonly #recovery = new Backoff();
  /** The list that the page received last. */
  #sent: SentApps | undefined;

  constructor(
    { tracker }: TrackerState,
    port: ContentPort<TrackerState>,
    store: Store,
    watched: WatchList,
    dependencies: TrackerPanelDependencies,
  ) {
    this.#id = tracker;
    this.#port = port;
    this.#store = store;
    this.#watched = watched;
    this.#dependencies = dependencies;
    this.receive = receive(trackerMessages, {
      cancel: () => this.#loadingApps?.abort(),
      copyName: async () => {
        await env.clipboard.writeText(this.page().title);
      },
      findInWorkspace: async () => {
        await commands.executeCommand("triptych.trackers.findInWorkspace", { tracker });
      },
      share: () => this.#share(),
      ...receiveCommon(dependencies, () => this.#refresh()),
      openOnWeb: async () => void (await dependencies.dialogs.openExternal(pages(store.base).tracker(tracker))),
      openApp: ({ at }) => {
        const app = this.#sent?.appsWithTracker?.list.values[at];
        if (app !== undefined) dependencies.showReport({ handle: app.handle, source: app.source });
      },
    });
    const storeListener = store.onDidChange((change) => {
      if (change.about === "service") this.#startOver();
      if (change.about === "carriers" ? change.tracker === tracker : !("handle" in change)) this.#update();
    });
    this.#listening = [
      storeListener,
      store.onDidAnswer((origin) => this.#recover(origin)),
      watched.onDidChange(() => this.#update()),
      store.retainAppsWith(tracker),
    ];
  }

  ready(): void {
    this.#sent = undefined;
    this.#sendApps();
    void this.#load();
  }

  dispose(): void {
    this.#sent = undefined;
    for (const each of this.#listening) each.dispose();
    this.#ending.abort();
    this.#loadingApps?.abort();
  }

  page(): PanelContent<TrackerAct> {
    return trackerPage(this.#gatherInputs());
  }

  async #refresh(): Promise<void> {
    this.#store.refresh();
    await this.#load();
  }

  async #share(): Promise<void> {
    const { knownTrackers: list, base } = this.#store;
    const tracker = list?.trackers.get(this.#id);
    if (tracker === undefined) return;
    const shared = { tracker, apps: this.#store.knownAppsWith(this.#id)?.handles };
    await this.#dependencies.shares.share(l10n.t("Share Tracker"), () =>
      trackerParcel(shared, { list, base, now: this.#dependencies.now() }),
    );
  }

  /** Retries failed requests when the server is reachable again. */
  #recover(origin: string): void {
    const isLost = [this.#problem, this.#appsProblem].some((problem) => problem?.isUnreachable(origin) === true);
    if (isLost && this.#loadingApps === undefined && this.#recovery.isDue(this.#dependencies.now())) void this.#load();
  }

  /** Drops the data and problems of the former instance or key, and loads everything again. */
  #startOver(): void {
    this.#ending.abort();
    this.#ending = new AbortController();
    this.#loadingApps?.abort();
    this.#loadingApps = undefined;
    this.#problem = undefined;
    this.#appsProblem = undefined;
    this.#usage = undefined;
    void this.#load();
  }

  async #load(): Promise<void> {
    await Promise.all([this.#loadList(), this.#loadApps()]);
  }

  async #loadList(): Promise<void> {
    const { signal } = this.#ending;
    let problem: Problem | undefined;
    try {
      await this.#store.trackers();
    } catch (error) {
      problem = asProblem(error);
    }
    if (signal.aborted) return;
    this.#problem = problem;
    if (problem === undefined) this.#recovery.reset();
    this.#update();
  }

  async #loadApps(): Promise<void> {
    if (!this.#store.hasKey || this.#loadingApps !== undefined) return;
    const { signal } = this.#ending;
    const reading = new AbortController();
    this.#loadingApps = reading;
    this.#update();
    let problem: Problem | undefined;
    try {
      await this.#store.appsWith(this.#id, reading.signal);
      // Without the counts, only the share of all apps is missing.
      await this.#store.counts().catch((error: unknown) => {
        this.#dependencies.log.warn("Could not load the number of all apps", { error: String(error) });
      });
    } catch (error) {
      problem = asProblem(error);
    }
    if (signal.aborted) return;
    this.#loadingApps = undefined;
    this.#appsProblem = problem;
    this.#update();
    if (problem === undefined) await this.#loadUsage();
  }

  /** Loads the usage. If that fails, only one figure is missing. */
  async #loadUsage(): Promise<void> {
    const { signal } = this.#ending;
    try {
      this.#usage = await this.#store.usage(this.#id, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#dependencies.log.warn("Could not load the share of latest versions", { error: String(error) });
    }
    this.#update();
  }

  #gatherInputs(): TrackerInputs {
    const store = this.#store;
    const appsWithTracker = store.hasKey ? store.knownAppsWith(this.#id) : undefined;
    return {
      id: this.#id,
      list: store.knownTrackers,
      problem: this.#problem,
      counts: store.knownCounts,
      appsWithTracker,
      appsProblem: this.#appsProblem,
      watched: this.#watched.list(),
      usage: this.#usage,
      isLoadingApps: this.#loadingApps !== undefined && appsWithTracker === undefined,
      hasKey: store.hasKey,
      base: store.base,
      host: store.host,
      now: this.#dependencies.now(),
    };
  }

  #update(): void {
    this.#port.update();
    this.#sendApps();
  }

  #sendApps(): void {
    const { appsWithTracker, watched } = this.#gatherInputs();
    const handles = watched.map(({ handle }) => handle);
    const isSame = this.#sent !== undefined && handles.join(" ") === this.#sent.watched.join(" ");
    if (appsWithTracker === this.#sent?.appsWithTracker && (isSame || appsWithTracker === undefined)) return;
    void this.#send({ appsWithTracker, watched: handles });
  }

  async #send(list: SentApps): Promise<void> {
    this.#sent = list;
    const apps = list.appsWithTracker?.list.values ?? [];
    const watched = new Set(list.watched);
    for (let from = 0; from === 0 || from < apps.length; from += ROWS_PER_MESSAGE) {
      const rows = appRows(apps.slice(from, from + ROWS_PER_MESSAGE), watched);
      this.#port.send({ type: "rows", id: APPS_TABLE, from, rows });
      await new Promise(setImmediate);
      // A newer list or a restored panel starts from the first batch.
      if (this.#sent !== list) return;
    }
  }
}

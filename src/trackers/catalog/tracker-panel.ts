// Tracker panels: state, messages and loading.
import * as v from "valibot";
import { commands, env } from "vscode";
import type { Disposable } from "vscode";
import { Backoff } from "../../base/backoff.ts";
import { decode, whole } from "../../base/decode.ts";
import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Act, FromPanel, ToPanel } from "../../panels/tracker/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import type { Port } from "../../workbench/panels/kind.ts";
import { receivingKind } from "../../workbench/panels/receivers.ts";
import type { ReceivingConnection, ReceivingKind } from "../../workbench/panels/receivers.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { trackerParcel } from "../export/tracker-share.ts";
import { ABOUT_KEYS, pages } from "../model/exodus-urls.ts";
import { sourceName } from "../source-names.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import type { AppsWithTracker } from "./apps-by-tracker.ts";
import { trackerContent, trackerTitle } from "./tracker-content.ts";

/** Which tracker a panel shows, by ID. */
export interface TrackerState {
  readonly tracker: number;
}

type Kind = ReceivingKind<TrackerState, FromPanel, ToPanel>;

const thingForm = v.object({ tracker: whole });

const ACTS = [
  "refresh",
  "copyName",
  "findInWorkspace",
  "share",
  "setKey",
  "howToGetKey",
  "web",
  "log",
  "settings",
] as const satisfies readonly Act[];

const forms = {
  act: v.object({ type: v.literal("act"), act: v.picklist(ACTS) }),
  stop: v.object({ type: v.literal("stop") }),
  openApp: v.object({ type: v.literal("openApp"), handle: v.pipe(v.string(), v.nonEmpty()), source: v.string() }),
};

/** Rows are sent in batches, so a list of 100,000 apps does not block the extension host. */
const ROWS_PER_MESSAGE = 5000;

type Parts = Pick<Shared, "dialogs" | "log" | "now" | "openSettings" | "panels" | "shares">;

/** The tracker panels, one per tracker. */
export class TrackerPanels {
  readonly kind: Kind;
  readonly #panels: Parts["panels"];

  constructor(store: Store, watched: WatchList, parts: Parts) {
    this.#panels = parts.panels;
    this.kind = receivingKind({
      id: "triptych.tracker",
      script: "tracker",
      icon: "tracker",
      keyOf: ({ tracker }) => String(tracker),
      decodeThing: (kept) => decode(thingForm, kept, "kept tracker"),
      paint: ({ tracker }) => {
        const title = trackerTitle({ id: tracker, list: store.knownTrackers });
        return {
          title,
          body: html`<main class="panel">
            <triptych-head><h1>${title}</h1></triptych-head>
            <triptych-busy>${l10n.t("Loading the tracker list from {0}…", store.host)}</triptych-busy>
          </main>`,
        };
      },
      connect: (thing, port) => new OpenTracker(thing, port, store, watched, parts),
    });
  }

  show(thing: TrackerState): void {
    this.#panels.show(this.kind, thing);
  }
}

/** An open tracker panel. */
class OpenTracker implements ReceivingConnection<FromPanel> {
  readonly receivers: ReceivingConnection<FromPanel>["receivers"];
  readonly #id: number;
  readonly #port: Port<ToPanel, TrackerState>;
  readonly #store: Store;
  readonly #watched: WatchList;
  readonly #parts: Parts;
  readonly #listening: readonly Disposable[];
  #problem: Problem | undefined;
  #carriersProblem: Problem | undefined;
  #reading: AbortController | undefined;
  readonly #recovery = new Backoff();
  /** The list last sent to the panel. */
  #sent: AppsWithTracker | undefined;

  constructor(
    { tracker }: TrackerState,
    port: Port<ToPanel, TrackerState>,
    store: Store,
    watched: WatchList,
    parts: Parts,
  ) {
    this.#id = tracker;
    this.#port = port;
    this.#store = store;
    this.#watched = watched;
    this.#parts = parts;
    this.receivers = {
      act: {
        decode: (body) => decode(forms.act, body, "message"),
        handle: async ({ act }) => void (await this.#acts[act]()),
      },
      stop: {
        decode: (body) => decode(forms.stop, body, "message"),
        handle: () => this.#reading?.abort(),
      },
      openApp: {
        decode: (body) => decode(forms.openApp, body, "message"),
        handle: async ({ handle, source }) => {
          await commands.executeCommand("triptych.trackers.openReport", { handle, source });
        },
      },
    };
    const following = store.onDidChange((change) => {
      if (change.about === "service") {
        this.#reading?.abort();
        void this.#read();
      }
      if (change.about === "carriers" ? change.tracker === tracker : change.about !== "app") this.#post();
    });
    this.#listening = [
      following,
      store.onDidAnswer((origin) => this.#recover(origin)),
      watched.onDidChange(() => this.#post()),
      store.retainAppsWith(tracker),
    ];
  }

  ready(): void {
    this.#sent = undefined;
    this.#post();
    void this.#read();
  }

  dispose(): void {
    for (const each of this.#listening) each.dispose();
    this.#reading?.abort();
  }

  readonly #acts: Readonly<Record<Act, () => unknown>> = {
    refresh: async () => {
      this.#store.refresh();
      await this.#read();
    },
    copyName: () => env.clipboard.writeText(trackerTitle({ id: this.#id, list: this.#store.knownTrackers })),
    findInWorkspace: () => commands.executeCommand("triptych.trackers.findInWorkspace", { tracker: this.#id }),
    share: async () => {
      const { knownTrackers: list, base } = this.#store;
      const tracker = list?.trackers.get(this.#id);
      if (tracker === undefined) return;
      const shared = { tracker, carriers: this.#store.knownAppsWith(this.#id)?.handles };
      await this.#parts.shares.share(l10n.t("Share Tracker"), () =>
        trackerParcel(shared, { list, base, now: this.#parts.now() }),
      );
    },
    setKey: () => commands.executeCommand("triptych.trackers.setKey"),
    howToGetKey: () => this.#parts.dialogs.openExternal(ABOUT_KEYS),
    web: () => this.#parts.dialogs.openExternal(pages(this.#store.base).tracker(this.#id)),
    log: () => this.#parts.log.show(),
    settings: () => this.#parts.openSettings("triptych.trackers"),
  };

  /** When the server is reachable again, loads what could not be loaded. */
  #recover(origin: string): void {
    const isLost = [this.#problem, this.#carriersProblem].some((problem) => problem?.isUnreachable(origin) === true);
    if (isLost && this.#reading === undefined && this.#recovery.isDue(this.#parts.now())) void this.#read();
  }

  async #read(): Promise<void> {
    await Promise.all([this.#readList(), this.#readCarriers()]);
  }

  async #readList(): Promise<void> {
    try {
      await this.#store.trackers();
      this.#problem = undefined;
      this.#recovery.reset();
    } catch (error) {
      this.#problem = asProblem(error);
    }
    this.#post();
  }

  async #readCarriers(): Promise<void> {
    if (!this.#store.hasKey || this.#reading !== undefined) return;
    const reading = new AbortController();
    this.#reading = reading;
    this.#post();
    try {
      await this.#store.appsWith(this.#id, reading.signal);
      this.#carriersProblem = undefined;
      // Without the counts, only the share of all apps is missing.
      await this.#store.counts().catch((error: unknown) => {
        this.#parts.log.warn("The counts could not be read for a tracker", { error: String(error) });
      });
    } catch (error) {
      this.#carriersProblem = asProblem(error);
    } finally {
      this.#reading = undefined;
    }
    this.#post();
  }

  #post(): void {
    const store = this.#store;
    const carriers = store.hasKey ? store.knownAppsWith(this.#id) : undefined;
    const known = {
      id: this.#id,
      list: store.knownTrackers,
      problem: this.#problem,
      counts: store.knownCounts,
      carriers,
      carriersProblem: this.#carriersProblem,
      watched: this.#watched.list(),
      readingCarriers: this.#reading !== undefined && carriers === undefined,
      hasKey: store.hasKey,
      base: store.base,
      host: store.host,
      now: this.#parts.now(),
    };
    this.#port.retitle(trackerTitle(known));
    this.#port.post(trackerContent(known));
    if (carriers !== this.#sent) void this.#send(carriers);
  }

  async #send(carriers: AppsWithTracker | undefined): Promise<void> {
    this.#sent = carriers;
    const rows = carriers?.list.values ?? [];
    const names = [...new Set(rows.map(({ source }) => source))];
    const places = new Map(names.map((source, place) => [source, place]));
    const sources = names.map((source) => ({ source, name: sourceName(source) }));
    for (let from = 0; from === 0 || from < rows.length; from += ROWS_PER_MESSAGE) {
      const portion = rows.slice(from, from + ROWS_PER_MESSAGE);
      this.#port.post({
        type: "carriers",
        from,
        handles: portion.map(({ handle }) => handle),
        cameFrom: portion.map(({ source }) => places.get(source) ?? 0),
        sources,
      });
      await new Promise(setImmediate);
      // A newer list or a restored panel starts from the first batch.
      if (this.#sent !== carriers) return;
    }
  }
}

import { l10n } from "vscode";
import type { Disposable } from "vscode";
import * as v from "valibot";
import { decode, maybe, whole } from "../base/decode.ts";
import type { Act, FromPanel, ToPanel } from "../panels/report/messages.ts";
import { html } from "../workbench/panels/html.ts";
import type { Connection, PanelKind, Port } from "../workbench/panels/kind.ts";
import type { Shared } from "../workbench/shared.ts";
import { actsOf } from "./panel/acts.ts";
import type { Acts } from "./panel/acts.ts";
import { picked, shown, titleOf } from "./panel/shown.ts";
import type { Store } from "./store.ts";

/** The application that a report is about, with what the reader picked of it. */
export interface ReportThing {
  readonly handle: string;
  readonly source?: string | undefined;
  /** The id of a version's report. */
  readonly report?: number | undefined;
}

type Kind = PanelKind<ReportThing, FromPanel, ToPanel>;
type ReportPort = Port<ToPanel, ReportThing>;

const thingForm = v.object({
  handle: v.pipe(v.string(), v.nonEmpty()),
  source: maybe(v.string()),
  report: maybe(whole),
});

const ACTS = [
  "refresh",
  "find",
  "setKey",
  "howToGetKey",
  "analyse",
  "web",
  "log",
  "settings",
] as const satisfies readonly Act[];

const forms = {
  act: v.object({ type: v.literal("act"), act: v.picklist(ACTS) }),
  chooseVersion: v.object({ type: v.literal("chooseVersion"), report: whole }),
  chooseSource: v.object({ type: v.literal("chooseSource"), source: v.string() }),
  openApp: v.object({ type: v.literal("openApp"), handle: v.pipe(v.string(), v.nonEmpty()) }),
};

type Parts = Pick<Shared, "dialogs" | "log" | "now" | "openSettings" | "panels">;

/** The report panels: one an application. */
export class Reports {
  readonly kind: Kind;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly #acts: Acts;
  readonly #open = new Map<string, OpenReport>();

  constructor(store: Store, parts: Parts) {
    this.#store = store;
    this.#parts = parts;
    this.#acts = actsOf(parts, store);
    this.kind = {
      id: "triptych.report",
      script: "report",
      icon: "report",
      keyOf: ({ handle }) => handle,
      decodeThing: (kept) => decode(thingForm, kept, "kept report"),
      paint: (thing) => this.#paint(thing),
      connect: (thing, port) => this.#connect(thing, port),
    };
  }

  /** Shows the report of an application; in one that is open already, the source that is asked for. */
  show(thing: ReportThing): void {
    this.#parts.panels.show(this.kind, thing);
    if (thing.source !== undefined) this.#open.get(thing.handle)?.choose({ source: thing.source });
  }

  /** What is seen before the script runs: which application it is, and that it is being read. */
  #paint({ handle }: ReportThing): ReturnType<Kind["paint"]> {
    const title = titleOf({ handle, state: this.#store.app(handle) });
    return {
      title,
      body: html`<main class="panel">
        <triptych-head>
          <span slot="mark" aria-hidden="true">${initial(title)}</span>
          <h1>${title}</h1>
          <span slot="under" class="mono">${handle}</span>
        </triptych-head>
        <triptych-busy>${l10n.t("Reading what {0} knows of {1}…", this.#store.host, handle)}</triptych-busy>
      </main>`,
    };
  }

  #connect(thing: ReportThing, port: ReportPort): Connection<FromPanel> {
    const open = new OpenReport(thing, port, this.#store, this.#parts, {
      acts: this.#acts,
      show: (other) => this.show(other),
      closed: () => this.#open.delete(thing.handle),
    });
    this.#open.set(thing.handle, open);
    return open;
  }
}

/** One report that is open. */
class OpenReport implements Connection<FromPanel> {
  readonly receivers: Connection<FromPanel>["receivers"];
  readonly #port: ReportPort;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly #closed: () => void;
  readonly #listening: Disposable;
  #thing: ReportThing;

  constructor(
    thing: ReportThing,
    port: ReportPort,
    store: Store,
    parts: Parts,
    ways: { readonly acts: Acts; readonly show: (thing: ReportThing) => void; readonly closed: () => void },
  ) {
    const { handle } = thing;
    this.#thing = thing;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.#closed = ways.closed;
    this.receivers = {
      act: {
        decode: (body) => decode(forms.act, body, "message"),
        handle: async ({ act }) => {
          if (act === "refresh") await store.look(handle, { anew: true });
          else await ways.acts[act](handle, this.#shownReport());
        },
      },
      chooseVersion: {
        decode: (body) => decode(forms.chooseVersion, body, "message"),
        handle: ({ report }) => this.choose({ source: this.#shownSource(), report }),
      },
      chooseSource: {
        decode: (body) => decode(forms.chooseSource, body, "message"),
        handle: ({ source }) => this.choose({ source }),
      },
      openApp: {
        decode: (body) => decode(forms.openApp, body, "message"),
        handle: (message) => ways.show({ handle: message.handle }),
      },
    };
    this.#listening = store.onDidChange((change) => {
      if (change.about === "service") void store.look(handle);
      if (change.about !== "app" || change.handle === handle) this.#post();
    });
  }

  ready(): void {
    this.#post();
    void this.#store.look(this.#thing.handle);
    // Without the list the report has no names; who failed to read it says so beside the report.
    this.#store.anyTrackers().catch((error: unknown) => {
      this.#parts.log.warn("The tracker list could not be read for a report", { error: String(error) });
      this.#post();
    });
  }

  choose(picked: Pick<ReportThing, "source" | "report">): void {
    this.#thing = { handle: this.#thing.handle, ...picked };
    this.#port.move(this.#thing);
    this.#post();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#closed();
  }

  #shownReport(): number | undefined {
    return this.#picked()?.version.id;
  }

  #shownSource(): string | undefined {
    return this.#picked()?.versions.source;
  }

  #picked() {
    const { handle, source, report } = this.#thing;
    const { knowledge } = this.#store.app(handle);
    return knowledge?.kind === "app" ? picked(knowledge.app, source, report) : undefined;
  }

  #post(): void {
    const { handle, source, report } = this.#thing;
    const store = this.#store;
    const whole = shown({
      handle,
      source,
      report,
      state: store.app(handle),
      list: store.knownTrackers,
      base: store.base,
      host: store.host,
      now: this.#parts.now(),
    });
    this.#port.retitle(whole.title);
    this.#port.post(whole);
  }
}

/** The letter in the picture of an application; no picture is fetched, as that would tell who reads. */
function initial(title: string): string {
  const [first = ""] = title.trim();
  return first.toLocaleUpperCase();
}

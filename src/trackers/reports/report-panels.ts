import { commands } from "vscode";
import type { FromPanel, ToPanel } from "../../panels/report/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import type { Connection, PanelKind, Port } from "../../workbench/panels/kind.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { OpenReport } from "./open-report.ts";
import type { Acts } from "./open-report.ts";
import { actsOf } from "./report-actions.ts";
import { titleOf } from "./report-content.ts";
import { thingIn } from "./report-state.ts";
import type { ReportThing } from "./report-state.ts";

type Kind = PanelKind<ReportThing, FromPanel, ToPanel>;
type Parts = Pick<Shared, "dialogs" | "exports" | "log" | "now" | "openSettings" | "panels" | "shares">;

/** The report panels: one an application. */
export class Reports {
  readonly kind: Kind;
  readonly #store: Store;
  readonly #watched: WatchList;
  readonly #parts: Parts;
  readonly #acts: Acts;
  readonly #open = new Map<string, OpenReport>();

  constructor(store: Store, watched: WatchList, parts: Parts) {
    this.#store = store;
    this.#watched = watched;
    this.#parts = parts;
    this.#acts = actsOf(parts, store, watched);
    this.kind = {
      id: "triptych.report",
      script: "report",
      icon: "report",
      keyOf: ({ handle }) => handle,
      decodeThing: thingIn,
      paint: (thing) => this.#paint(thing),
      connect: (thing, port) => this.#connect(thing, port),
    };
  }

  /** Shows the report of an application; in one that is open already, what is asked for of it. */
  show(thing: ReportThing): void {
    const open = this.#open.get(thing.handle);
    this.#parts.panels.show(this.kind, thing);
    const { handle: _, ...asked } = thing;
    if (open !== undefined && Object.values(asked).some((each) => each !== undefined)) open.choose(asked);
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

  #connect(thing: ReportThing, port: Port<ToPanel, ReportThing>): Connection<FromPanel> {
    const open = new OpenReport(thing, port, this.#store, this.#parts, {
      acts: this.#acts,
      watched: this.#watched,
      show: (other) => this.show(other),
      showTracker: async (tracker) => {
        await commands.executeCommand("triptych.trackers.openTracker", { tracker });
      },
      closed: () => this.#open.delete(thing.handle),
    });
    this.#open.set(thing.handle, open);
    return open;
  }
}

/** The letter in the picture of an application; no picture is fetched, as that would tell who reads. */
function initial(title: string): string {
  const [first = ""] = title.trim();
  return first.toLocaleUpperCase();
}

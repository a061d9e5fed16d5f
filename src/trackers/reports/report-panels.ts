// Opens and restores report panels.
import { commands } from "vscode";
import type { FromPanel, ToPanel } from "../../panels/report/messages.ts";
import { html } from "../../workbench/panels/html.ts";
import type { Port } from "../../workbench/panels/kind.ts";
import { receivingKind } from "../../workbench/panels/receivers.ts";
import type { ReceivingConnection, ReceivingKind } from "../../workbench/panels/receivers.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { OpenReport } from "./open-report.ts";
import type { ReportActions } from "./open-report.ts";
import { reportActions } from "./report-actions.ts";
import { reportTitle } from "./report-content.ts";
import { decodeReportState } from "./report-state.ts";
import type { ReportState } from "./report-state.ts";

type Kind = ReceivingKind<ReportState, FromPanel, ToPanel>;
type Parts = Pick<Shared, "dialogs" | "exports" | "log" | "now" | "openSettings" | "panels" | "shares">;

/** The report panels, one per app. */
export class ReportPanels {
  readonly kind: Kind;
  readonly #store: Store;
  readonly #watched: WatchList;
  readonly #parts: Parts;
  readonly #acts: ReportActions;
  readonly #open = new Map<string, OpenReport>();

  constructor(store: Store, watched: WatchList, parts: Parts) {
    this.#store = store;
    this.#watched = watched;
    this.#parts = parts;
    this.#acts = reportActions(parts, store, watched);
    this.kind = receivingKind({
      id: "triptych.report",
      script: "report",
      icon: "report",
      keyOf: ({ handle }) => handle,
      decodeThing: decodeReportState,
      paint: (thing) => this.#paint(thing),
      connect: (thing, port) => this.#connect(thing, port),
    });
  }

  /** Opens the report of an app, or updates an open one. */
  show(thing: ReportState): void {
    const open = this.#open.get(thing.handle);
    this.#parts.panels.show(this.kind, thing);
    const { handle: _, ...asked } = thing;
    if (open !== undefined && Object.values(asked).some((each) => each !== undefined)) open.choose(asked);
  }

  /** First paint, before the script runs. */
  #paint({ handle }: ReportState): ReturnType<Kind["paint"]> {
    const title = reportTitle({ handle, state: this.#store.app(handle) });
    return {
      title,
      body: html`<main class="panel">
        <triptych-head>
          <span slot="mark" aria-hidden="true">${initial(title)}</span>
          <h1>${title}</h1>
          <span slot="under" class="mono">${handle}</span>
        </triptych-head>
        <triptych-busy>${l10n.t("Loading {1} from {0}…", this.#store.host, handle)}</triptych-busy>
      </main>`,
    };
  }

  #connect(thing: ReportState, port: Port<ToPanel, ReportState>): ReceivingConnection<FromPanel> {
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

/** Letter used instead of an icon: loading one would tell the server who reads the report. */
function initial(title: string): string {
  const [first = ""] = title.trim();
  return first.toLocaleUpperCase();
}

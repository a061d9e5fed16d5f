// Opens and restores report panels.
import { commands } from "vscode";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Store } from "../store/store.ts";
import type { WatchList } from "../watch/watch-list.ts";
import { OpenReport, type ReportActions } from "./open-report.ts";
import { reportActions } from "./button-actions.ts";
import { decodeReportState, type ReportState } from "../report-content/protocol.ts";
import type { Placement } from "../../workbench/placement.ts";

type ReportPanelDependencies = Pick<
  Shared,
  "allowServer" | "dialogs" | "exports" | "log" | "now" | "openSettings" | "panels" | "shares"
>;

/** The report panels, one per app. */
export class ReportPanels {
  readonly kind: ContentPanel<ReportState>;
  readonly #store: Store;
  readonly #watched: WatchList;
  readonly #dependencies: ReportPanelDependencies;
  readonly #actions: ReportActions;
  readonly #open = new Map<string, OpenReport>();

  constructor(store: Store, watched: WatchList, dependencies: ReportPanelDependencies) {
    this.#store = store;
    this.#watched = watched;
    this.#dependencies = dependencies;
    this.#actions = reportActions(dependencies, store, watched);
    this.kind = contentPanel({
      id: "triptych.report",
      icon: "report",
      toKey: ({ handle }) => handle,
      decodeSubject: decodeReportState,
      open: (state, port) => this.#openReport(state, port),
    });
  }

  /** Opens the report of an app, or updates an open one. */
  show(state: ReportState, placement?: Placement): void {
    const open = this.#open.get(state.handle);
    this.#dependencies.panels.show(this.kind, state, placement);
    const { handle: _, ...picked } = state;
    if (open !== undefined && Object.values(picked).some((each) => each !== undefined)) open.choose(picked);
  }

  #openReport(state: ReportState, port: ContentPort<ReportState>): ContentSource {
    const open = new OpenReport(state, port, this.#store, this.#dependencies, {
      actions: this.#actions,
      watched: this.#watched,
      show: (other) => this.show(other),
      showTracker: async (tracker) => {
        await commands.executeCommand("triptych.trackers.openTracker", { tracker });
      },
      closed: () => this.#open.delete(state.handle),
    });
    this.#open.set(state.handle, open);
    return open;
  }
}

// Commands on the row of an app: open its report, its web page, copy its package name.
import { env } from "vscode";
import { on } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { appArgument } from "../apps/app-argument.ts";
import { trackerIn } from "../catalog/tracker-commands.ts";
import { pages } from "../model/exodus-urls.ts";
import type { Store } from "../store.ts";
import type { ReportPanels } from "./report-panels.ts";
import type { ReportState } from "./report-state.ts";

export function openReport(reports: Pick<ReportPanels, "show">): Command<[ReportState], void> {
  return on(appArgument, (app) => reports.show(app));
}

/** Opens the web page of a tracker, of an app or of all trackers. */
export function openOnWeb({ dialogs }: Shared, store: Store): Command<[string], boolean> {
  return on(
    (given) => {
      const page = pages(store.base);
      const tracker = trackerIn(given);
      const app = appArgument(given);
      if (tracker !== undefined) return page.tracker(tracker.id);
      return app === undefined ? page.trackers : page.app(app.handle);
    },
    (address) => dialogs.openExternal(address),
  );
}

export function copyHandle(): Command<[ReportState], void> {
  return on(appArgument, async ({ handle }) => {
    await env.clipboard.writeText(handle);
  });
}

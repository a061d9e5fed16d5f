import { env } from "vscode";
import { on } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { appIn } from "../apps/app-argument.ts";
import { trackerIn } from "../catalog/tracker-commands.ts";
import { pages } from "../model/exodus-urls.ts";
import type { Store } from "../store.ts";
import type { Reports } from "./report-panels.ts";
import type { ReportThing } from "./report-state.ts";

export function openReport(reports: Pick<Reports, "show">): Command<[ReportThing], void> {
  return on(appIn, (app) => reports.show(app));
}

/** The page of a tracker, of an application or of all trackers, in the reader's browser. */
export function openOnWeb({ dialogs }: Shared, store: Store): Command<[string], boolean> {
  return on(
    (given) => {
      const page = pages(store.base);
      const tracker = trackerIn(given);
      const app = appIn(given);
      if (tracker !== undefined) return page.tracker(tracker.id);
      return app === undefined ? page.trackers : page.app(app.handle);
    },
    (address) => dialogs.openExternal(address),
  );
}

export function copyHandle(): Command<[ReportThing], void> {
  return on(appIn, async ({ handle }) => {
    await env.clipboard.writeText(handle);
  });
}

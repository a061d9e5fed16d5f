import { commands } from "vscode";
import type { Act } from "../../panels/report/messages.ts";
import type { Shared } from "../../workbench/shared.ts";
import { ABOUT_KEYS, pages } from "../model.ts";
import type { Store } from "../store.ts";

/** What the buttons of a report do beyond the report itself. */
export type Acts = Readonly<Record<Exclude<Act, "refresh">, (handle: string, report: number | undefined) => unknown>>;

export function actsOf(
  { dialogs, log, openSettings }: Pick<Shared, "dialogs" | "log" | "openSettings">,
  store: Store,
): Acts {
  return {
    find: () => commands.executeCommand("triptych.trackers.findApp"),
    setKey: () => commands.executeCommand("triptych.trackers.setKey"),
    howToGetKey: () => dialogs.openExternal(ABOUT_KEYS),
    analyse: (handle) => dialogs.openExternal(pages(store.base).analysis(handle)),
    web: (handle, report) => {
      const page = pages(store.base);
      return dialogs.openExternal(report === undefined ? page.app(handle) : page.report(report));
    },
    log: () => log.show(),
    settings: () => openSettings("triptych.trackers"),
  };
}

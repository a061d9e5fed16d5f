// Determines the app of a command: from its argument, or by asking the user.
import { getFields } from "../../base/json/is-table.ts";
import { Problem } from "../../base/problem.ts";
import { selectedRows, type Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import type { App, AppTarget } from "../model/report.ts";
import type { Store } from "../store/store.ts";

/** Reads the app from a row or a command argument, with the version if the row is a version. */
export function appArgument(given: unknown): AppTarget | undefined {
  const subject = getSubject(given);
  if (typeof subject !== "object" || subject === null || !("handle" in subject)) return undefined;
  const { handle } = subject;
  if (typeof handle !== "string" || handle === "") return undefined;
  return {
    handle,
    ...("source" in subject && typeof subject.source === "string" ? { source: subject.source } : {}),
    ...("report" in subject && typeof subject.report === "number" ? { report: subject.report } : {}),
  };
}

/** A command on the app of a row, or without a row (as in the Command Palette) on an app that the user picks. */
export function appCommand(
  pickHandle: () => Promise<string | undefined>,
  run: (app: AppTarget) => Promise<void>,
): Command<[AppTarget | undefined], void> {
  return {
    accepts: ([given]) => {
      if (given === undefined) return [undefined];
      const app = appArgument(given);
      return app === undefined ? undefined : [app];
    },
    run: async (given) => {
      const handle = given === undefined ? await pickHandle() : undefined;
      const app = given ?? (handle === undefined ? undefined : { handle });
      if (app !== undefined) await run(app);
    },
  };
}

/** Like `appCommand`, but for all apps selected in the view. */
export function appsCommand(
  pickHandle: () => Promise<string | undefined>,
  run: (apps: readonly AppTarget[]) => Promise<void>,
): Command<readonly AppTarget[], void> {
  return {
    accepts: ([given, selected]) => {
      if (given === undefined || isWatchedGroup(getSubject(given))) return [];
      return appArgument(given) === undefined ? undefined : selectedApps(given, selected);
    },
    run: async (...given) => {
      const handle = given.length === 0 ? await pickHandle() : undefined;
      const apps = handle === undefined ? given : [{ handle }];
      if (apps.length > 0) await run(apps);
    },
  };
}

/** Whether this is the row above all watched apps, on which a command asks for an app. */
function isWatchedGroup(subject: unknown): boolean {
  return getFields(subject)["kind"] === "watched";
}

/** The apps of the selected rows, each once. */
export function selectedApps(given: unknown, selected: unknown): readonly AppTarget[] {
  const apps = selectedRows(given, selected).flatMap((each) => appArgument(each) ?? []);
  return apps.filter(({ handle }, index) => apps.findIndex((each) => each.handle === handle) === index);
}

/** Loads an app. If it has no reports, shows a message and returns undefined. */
export async function loadReport(
  { dialogs }: Pick<Shared, "dialogs">,
  store: Store,
  handle: string,
): Promise<App | undefined> {
  await dialogs.progress(l10n.t("Loading {1} from {0}…", store.host, handle), (_report, signal) =>
    store.loadApp(handle, { signal }),
  );
  const { knowledge, problem } = store.app(handle);
  if (knowledge?.kind === "app" && knowledge.app.sources.length > 0) return knowledge.app;
  if (knowledge === undefined) throw problem ?? new Problem("canceled");
  const sentence =
    knowledge.kind === "unknown"
      ? l10n.t("No app found with the package name {0}.", handle)
      : knowledge.kind === "app"
        ? l10n.t("{0} has not been analyzed yet.", knowledge.app.name ?? handle)
        : `${l10n.t("Only counts are available without an API key.")} ${l10n.t("Set a key to see the names of trackers and permissions, versions and sources.")}`;
  await dialogs.message("info", sentence);
  return undefined;
}

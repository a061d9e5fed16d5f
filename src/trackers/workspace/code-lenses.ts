import type { CodeLens, Range, TextDocument } from "vscode";
import type { CommandId } from "../../workbench/commands.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { codeLens } from "../../workbench/text/sinks.ts";
import { count } from "../../workbench/words.ts";
import { appsOf } from "../gradle/app-ids.ts";
import { permission } from "../model/permissions.ts";
import { scanFile } from "../scan/scan-file.ts";
import { rangeOf } from "./diagnostics.ts";
import { trackersIn } from "./scan-result.ts";
import type { Found } from "./scan-result.ts";
import { pathOf } from "./workspace-scan.ts";

/** Longer scripts are made by tools. */
const LONGEST = 60_000;
const NOTHING = { hint: undefined, byName: () => [], byHost: () => [], byVendor: () => [] };

/** Above each id of an app: its report, and what was found in the workspace. Nothing is asked of anybody. */
export function lensesOf(document: TextDocument, found: Found | undefined): CodeLens[] {
  const text = document.getText();
  if (text.length > LONGEST) return [];
  const path = pathOf(document.uri);
  const facts = scanFile(path, text, NOTHING);
  // What other files tell of its ids is known once they have been looked at.
  const own = appsOf([[path, facts]]).apps;
  const told = (found?.findings.apps ?? []).filter(
    ({ file, handle }) => file === path && !own.some((each) => each.handle === handle),
  );
  return [...own, ...told]
    .filter(({ build }) => !build)
    .flatMap((app) => {
      const range = rangeOf(app);
      const report: CommandId = "triptych.trackers.openReport";
      const title = app.of.length === 0 ? l10n.t("Open Report") : l10n.t("Open Report of {0}", app.handle);
      const lens = codeLens(range, title, report, { handle: app.handle });
      return app.of.length === 0 ? [lens, second(range, found)] : [lens];
    });
}

function second(range: Range, found: Found | undefined): CodeLens {
  const scan: CommandId = "triptych.trackers.scanWorkspace";
  if (found === undefined) return codeLens(range, l10n.t("Look for Trackers in This Workspace"), scan);
  const trackers = trackersIn(found).size;
  const dangerous = new Set(
    found.findings.permissions.map(({ name }) => name).filter((name) => permission(name).level === "dangerous"),
  ).size;
  const title =
    dangerous === 0
      ? trackerCount(trackers)
      : l10n.t("{0}, {1} dangerous permissions", trackerCount(trackers), count(dangerous));
  return codeLens(range, title, "triptych.trackers.focus");
}

/** "3 trackers in this workspace". */
function trackerCount(trackers: number): string {
  return trackers === 0
    ? l10n.t("No known trackers in this workspace")
    : trackers === 1
      ? l10n.t("1 tracker in this workspace")
      : l10n.t("{0} trackers in this workspace", count(trackers));
}

// Builds everything of the wing except its rows, on first use.
import type { Shared } from "../workbench/shared.ts";
import type { View } from "../workbench/views.ts";
import type { Wing as AnyWing } from "../workbench/wing.ts";
import { TrackerPanels } from "./catalog/tracker-panel.ts";
import { commandTable } from "./command-table.ts";
import { ReportPanels } from "./reports/report-panels.ts";
import type { Rows } from "./wing-rows.ts";
import { FindingMarkers } from "./workspace/diagnostics.ts";
import type { WorkspacePart } from "./workspace/workspace-part.ts";

export interface Wing extends AnyWing {
  readonly files: WorkspacePart;
}

export function build(shared: Shared, { store, arrangement, watched, files }: Rows, view: View): Wing {
  const { panels, settings } = shared;
  const reports = new ReportPanels(store, watched, shared);
  const trackers = new TrackerPanels(store, watched, { ...shared, showReport: (app) => reports.show(app) });
  const markers = new FindingMarkers(files.workspace, store, settings);
  return {
    files,
    commands: commandTable({ shared, view, store, arrangement, watched, reports, trackers, files }),
    panels: {
      "triptych.report": panels.serializer(reports.kind),
      "triptych.tracker": panels.serializer(trackers.kind),
    },
    dispose: () => markers.dispose(),
  };
}

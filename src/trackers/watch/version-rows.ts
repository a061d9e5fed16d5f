// Rows of the versions of a watched app, which open their report and can be compared.
import { l10n } from "../../workbench/text/l10n.ts";
import { trackerCount } from "../counts.ts";
import type { Source, Version } from "../model/report.ts";
import { shortLabels } from "../reports/versions.ts";
import type { Row } from "../rows.ts";
import { shortSourceName } from "../source-names.ts";
import type { Store } from "../store.ts";

/** Whether there may be several versions: one that is the only one is described in the app's own row. */
export function hasSeveralVersions(handle: string, store: Store): boolean {
  if (!store.hasKey) return false;
  const { knowledge } = store.app(handle);
  if (knowledge === undefined) return true;
  return knowledge.kind === "app" && knowledge.app.sources.flatMap(({ versions }) => versions).length > 1;
}

/** Of each source the newest version first. Loads the app if it isn't known. */
export async function versionRows(handle: string, store: Store, signal: AbortSignal): Promise<readonly Row[]> {
  if (store.app(handle).knowledge === undefined) await store.loadApp(handle, { signal });
  const { knowledge, problem } = store.app(handle);
  if (knowledge === undefined && problem !== undefined) throw problem;
  if (knowledge?.kind !== "app") return [];
  const { sources } = knowledge.app;
  return sources.flatMap(({ source, versions }) => {
    const label = shortLabels(versions);
    return versions.map((version) => versionRow(handle, source, version, label(version), sources.length > 1));
  });
}

function versionRow(handle: string, source: Source, version: Version, label: string, namesSource: boolean): Row {
  const subject = { kind: "version", handle, source, report: version.id } as const;
  const trackers = trackerCount(version.trackers.length);
  return {
    id: `watched ${handle} version ${version.id}`,
    subject,
    label,
    description: namesSource ? l10n.t("{0} · {1}", trackers, shortSourceName(source)) : trackers,
    icon: { name: "versions" },
    contextValue: "version",
    click: { command: "triptych.trackers.openReport", title: l10n.t("Open Report"), given: [subject] },
  };
}

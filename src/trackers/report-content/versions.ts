// Picks versions, and names them.
import { toMilliseconds } from "../../base/time.ts";
import type { Option } from "../../panels/kit/content/control-model.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import {
  isUnresolved,
  type App,
  type Report,
  type Source,
  type SourceVersions,
  type Version,
} from "../model/report.ts";
import type { ReportAct } from "./protocol.ts";

/** The picked source and version, or the first of each. */
export function pickVersion(
  app: App,
  source: Source | undefined,
  report: number | undefined,
): PickedVersion | undefined {
  const versions = app.sources.find((each) => each.source === source) ?? app.sources[0];
  const version = versions?.versions.find(({ id }) => id === report) ?? versions?.versions[0];
  return versions === undefined || version === undefined ? undefined : { versions, version };
}

export interface PickedVersion {
  readonly versions: SourceVersions;
  readonly version: Version;
}

/** Display name of a version. The analysis sometimes stores a resource ID instead of the name. */
export function versionName({ version }: Pick<Report, "version">): string {
  if (version === undefined) return l10n.t("unnamed version");
  return isUnresolved(version) ? l10n.t("unresolved version {0}", version) : version;
}

/** "8.4 (80400) · 19 Nov 2026". */
export function versionLabel(version: Version): string {
  const code = version.versionCode === undefined ? "" : ` (${version.versionCode})`;
  const created = version.created === undefined ? l10n.t("no date") : format.day(toMilliseconds(version.created));
  return l10n.t("{0} · {1}", `${versionName(version)}${code}`, created);
}

/** Labels without version codes, unless names repeat: "8.4 · 19 Nov 2026". */
export function shortLabels(versions: readonly Version[]): (version: Version) => string {
  const counts = new Map<string, number>();
  for (const name of versions.map(versionName)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return (version) => {
    const name = versionName(version);
    if ((counts.get(name) ?? 0) > 1) return versionLabel(version);
    return version.created === undefined
      ? name
      : l10n.t("{0} · {1}", name, format.day(toMilliseconds(version.created)));
  };
}

/** The versions of a source to choose from. */
export function versionOptions({ versions }: SourceVersions, shown: Version): readonly Option<ReportAct>[] {
  return versions.map((each) => ({
    label: versionLabel(each),
    chosen: each === shown,
    act: { type: "chooseVersion", report: each.id },
  }));
}

/** "2 newer reports from this source" */
export function describeAge({ versions }: SourceVersions, version: Version): string {
  const newer = versions.indexOf(version);
  return newer === 0
    ? l10n.t("Latest report from this source")
    : l10n.plural(newer, "{0} newer report from this source", "{0} newer reports from this source");
}

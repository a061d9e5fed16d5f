import { toMilliseconds } from "../../base/time.ts";
import type { Shown } from "../../panels/report/messages.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, day } from "../../workbench/words.ts";
import { isUnresolved } from "../model/report.ts";
import type { App, Report, Source, SourceVersions, Version } from "../model/report.ts";

/** The source and the version that are picked, or the first of each. */
export function picked(app: App, source: Source | undefined, report: number | undefined): Picked | undefined {
  const versions = app.sources.find((each) => each.source === source) ?? app.sources[0];
  const version = versions?.versions.find(({ id }) => id === report) ?? versions?.versions[0];
  return versions === undefined || version === undefined ? undefined : { versions, version };
}

export interface Picked {
  readonly versions: SourceVersions;
  readonly version: Version;
}

/** A version as people call it. The analysis sometimes keeps the address of its name instead of the name. */
export function versionName({ version }: Pick<Report, "version">): string {
  if (version === undefined) return l10n.t("unnamed version");
  return isUnresolved(version) ? l10n.t("version {0}, not resolved", version) : version;
}

/** "8.4 (80400) · 19 Nov 2026". */
export function versionLabel(version: Version): string {
  const code = version.versionCode === undefined ? "" : ` (${version.versionCode})`;
  const created = version.created === undefined ? l10n.t("no date") : day(toMilliseconds(version.created));
  return l10n.t("{0} · {1}", `${versionName(version)}${code}`, created);
}

/** Without its code, unless another version is called the same: "8.4 · 19 Nov 2026". */
export function shortLabels(versions: readonly Version[]): (version: Version) => string {
  const called = new Map<string, number>();
  for (const name of versions.map(versionName)) called.set(name, (called.get(name) ?? 0) + 1);
  return (version) => {
    const name = versionName(version);
    if ((called.get(name) ?? 0) > 1) return versionLabel(version);
    return version.created === undefined ? name : l10n.t("{0} · {1}", name, day(toMilliseconds(version.created)));
  };
}

export function versionCount(versions: number): string {
  return versions === 1 ? l10n.t("one version") : l10n.t("{0} versions", count(versions));
}

export function versionPick({ versions }: SourceVersions, version: Version): NonNullable<Shown["versions"]> {
  const newer = versions.indexOf(version);
  return {
    label: l10n.t("Version"),
    options: versions.map((each) => ({
      value: String(each.id),
      label: versionLabel(each),
      chosen: each === version,
    })),
    note:
      newer === 0
        ? l10n.t("Newest report from this source")
        : newer === 1
          ? l10n.t("One report from this source is newer")
          : l10n.t("{0} reports from this source are newer", count(newer)),
  };
}

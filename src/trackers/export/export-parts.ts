// Parts that all exports share: attribution, trackers, permissions, versions.
import { formatIso, type Nanoseconds } from "../../base/time.ts";
import { link, text } from "../../workbench/export/markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import { OFFICIAL, pages } from "../model/exodus-urls.ts";
import { permission } from "../model/permissions.ts";
import type { Source, Version } from "../model/report.ts";
import type { Tracker } from "../model/tracker.ts";
import { sourceName } from "../source-names.ts";

/** What an export needs besides the report. */
export interface ExportContext {
  readonly list: TrackerList | undefined;
  /** URL of the instance. */
  readonly base: string;
  readonly now: number;
}

const LICENSE = { name: "Open Database License 1.0", address: "https://opendatacommons.org/licenses/odbl/1-0/" };

/** Source and license of the data, as the license requires for redistribution. */
export function attribution({ base }: Pick<ExportContext, "base">): string {
  const name = base === OFFICIAL ? "εxodus" : new URL(base).host;
  return `${l10n.t("Data:")} ${link(name, base)}, ${link(LICENSE.name, LICENSE.address)}.`;
}

export function attributionJson({ base }: Pick<ExportContext, "base">) {
  return { service: base, license: LICENSE.name, licenseAddress: LICENSE.address };
}

function iso(time: Nanoseconds | undefined): string | undefined {
  return time === undefined ? undefined : formatIso(time);
}

/** A tracker by ID, with its data from the list. */
export function trackerJson(id: number, { list, base }: ExportContext) {
  const tracker = list?.trackers.get(id);
  return {
    id,
    name: tracker?.name ?? null,
    categories: tracker?.categories ?? [],
    codeSignature: tracker?.codeSignature ?? null,
    networkSignature: tracker?.networkSignature ?? null,
    website: tracker?.website ?? null,
    page: pages(base).tracker(id),
  };
}

export function permissionJson(name: string) {
  const { level, group } = permission(name);
  return { name, level, group: group ?? null };
}

/** The fields that identify a version. */
export function versionJson(version: Version, source: Source, { base }: ExportContext) {
  const { details } = version;
  return {
    source: source === "" ? null : source,
    version: version.version ?? null,
    versionCode: version.versionCode ?? null,
    report: version.id,
    page: pages(base).report(version.id),
    created: iso(version.created) ?? null,
    updated: iso(version.updated) ?? null,
    downloads: version.downloads ?? null,
    creator: details?.creator ?? null,
    apkSha256: details?.apkHash ?? null,
    appUid: details?.uid ?? null,
    iconHash: details?.iconHash ?? null,
  };
}

export function trackerName(id: number, { list }: Pick<ExportContext, "list">): string {
  return findTracker(id, list)?.name ?? l10n.t("Tracker {0}", id);
}

export function findTracker(id: number, list: TrackerList | undefined): Tracker | undefined {
  return list?.trackers.get(id);
}

/** Sorted by name, so the same report always exports the same text. */
export function byTrackerName(ids: readonly number[], context: Pick<ExportContext, "list">): readonly number[] {
  return ids.toSorted(
    (one, other) => trackerName(one, context).localeCompare(trackerName(other, context), "en") || one - other,
  );
}

export function sourceMarkdown(source: Source): string {
  return text(sourceName(source));
}

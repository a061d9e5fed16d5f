import { formatIso } from "../../base/time.ts";
import type { Nanoseconds } from "../../base/time.ts";
import { link, text } from "../../workbench/export/markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { TrackerList } from "../catalog/tracker-catalog.ts";
import { OFFICIAL, pages } from "../model/exodus-urls.ts";
import { permission } from "../model/permissions.ts";
import type { Source, Version } from "../model/report.ts";
import type { Tracker } from "../model/tracker.ts";
import { sourceName } from "../source-names.ts";

/** What is needed beside the report itself. */
export interface Given {
  readonly list: TrackerList | undefined;
  /** The address of the service. */
  readonly base: string;
  readonly now: number;
}

const LICENCE = { name: "Open Database License 1.0", address: "https://opendatacommons.org/licenses/odbl/1-0/" };

/** Whose the data is and on which terms, as their licence asks of whoever passes it on. */
export function attribution({ base }: Pick<Given, "base">): string {
  const name = base === OFFICIAL ? "εxodus" : new URL(base).host;
  return `${l10n.t("Data:")} ${link(name, base)}, ${link(LICENCE.name, LICENCE.address)}.`;
}

export function attributionJson({ base }: Pick<Given, "base">) {
  return { service: base, licence: LICENCE.name, licenceAddress: LICENCE.address };
}

function iso(time: Nanoseconds | undefined): string | undefined {
  return time === undefined ? undefined : formatIso(time);
}

/** A tracker by its id, with what is known of it. */
export function trackerJson(id: number, { list, base }: Given) {
  const known = list?.trackers.get(id);
  return {
    id,
    name: known?.name ?? null,
    categories: known?.categories ?? [],
    codeSignature: known?.codeSignature ?? null,
    networkSignature: known?.networkSignature ?? null,
    website: known?.website ?? null,
    page: pages(base).tracker(id),
  };
}

export function permissionJson(name: string) {
  const { level, group } = permission(name);
  return { name, level, group: group ?? null };
}

/** What tells one version from all others. */
export function versionJson(version: Version, source: Source, { base }: Given) {
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

export function trackerName(id: number, { list }: Pick<Given, "list">): string {
  return known(id, list)?.name ?? l10n.t("Tracker {0}", id);
}

export function known(id: number, list: TrackerList | undefined): Tracker | undefined {
  return list?.trackers.get(id);
}

/** By name, so that the same report is written the same way twice. */
export function byTrackerName(ids: readonly number[], given: Pick<Given, "list">): readonly number[] {
  return ids.toSorted(
    (one, other) => trackerName(one, given).localeCompare(trackerName(other, given), "en") || one - other,
  );
}

export function sourceWords(source: Source): string {
  return text(sourceName(source));
}

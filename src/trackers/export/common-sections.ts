// Parts that all exports share: attribution, trackers, permissions, versions.
import { formatIso, type Nanoseconds } from "../../base/time.ts";
import { link, table } from "../../workbench/export/export-markdown.ts";
import type { Exportable } from "../../workbench/export/exports.ts";
import type { SharedContent } from "../../workbench/share/shares.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import { pages } from "../model/exodus-urls.ts";
import { OFFICIAL, permission } from "../../scan/index.ts";
import type { App, Version } from "../model/report.ts";
import { trackerName } from "../wording/tracker-names.ts";

/** Data that an export needs besides the report. */
export interface ExportContext {
  readonly list: TrackerList | undefined;
  /** URL of the instance. */
  readonly base: string;
  readonly now: number;
}

/** An export that needs no loading. */
export interface TrackersExport extends Exportable {
  markdown(): string;
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

function iso(time: Nanoseconds | undefined): string | null {
  return time === undefined ? null : formatIso(time);
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

/** The app, and the fields that identify its version. */
export function versionJson({ handle, name }: App, version: Version, { base }: ExportContext) {
  const { source, details } = version;
  return {
    handle,
    name: name ?? null,
    source: source === "" ? null : source,
    version: version.version ?? null,
    versionCode: version.versionCode ?? null,
    report: version.id,
    page: pages(base).report(version.id),
    created: iso(version.created),
    updated: iso(version.updated),
    downloads: version.downloads ?? null,
    creator: details?.creator ?? null,
    apkSha256: details?.apkHash ?? null,
    appUid: details?.uid ?? null,
    iconHash: details?.iconHash ?? null,
  };
}

/** The name of a tracker as a link to its page. */
export function trackerLink(id: number, { list, base }: ExportContext): string {
  return link(trackerName(id, list), pages(base).tracker(id));
}

/** A heading, a sentence, and a table unless it is empty. */
export function section(
  heading: string,
  note: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[] = [],
): readonly (string | undefined)[] {
  return [`### ${heading}`, note, rows.length === 0 ? undefined : table(columns, rows)];
}

/** "org.example-google-8.4" */
export function exportFileName({ handle }: App, { source, version, id }: Version): string {
  return [handle, source, version ?? id].filter((each) => each !== "").join("-");
}

/** The Markdown of an export, to share in an issue. */
export function toParcel(exported: TrackersExport): SharedContent {
  return { title: exported.title, markdown: exported.markdown() };
}

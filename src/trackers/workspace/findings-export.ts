// Export of the findings in the workspace.
import { workspace } from "vscode";
import type { Exportable } from "../../workbench/export/exports.ts";
import { blocks, code, link, table, text } from "../../workbench/export/export-markdown.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { fileCount } from "../wording/counts.ts";
import { type FoundTracker, type InFile, permission, toSarif, trackerPage } from "../../scan/index.ts";
import { describeLevel } from "../wording/permission-labels.ts";
import type { Store } from "../store/store.ts";
import { trackerName } from "../wording/tracker-names.ts";
import { describeApiLevels, describeLeftOut, shortPath, withScope } from "./finding-text.ts";
import type { WorkspaceFindings } from "./scan-result.ts";

/** Exports findings as Markdown, CSV, JSON and SARIF. */
export function findingsExport(found: WorkspaceFindings, store: Store): Exportable {
  const { apps, unknownIds, trackers, hosts, permissions } = found.findings;
  const list = store.knownTrackers;
  const listPlaces = (all: readonly FoundTracker[]) =>
    all.flatMap((each) =>
      each.trackers.map(({ tracker, signature }) => ({
        name: trackerName(tracker, list),
        tracker,
        signature,
        kind: each.kind,
        text: each.text,
        ...place(each),
        scope: each.scope,
        variants: each.variants,
      })),
    );
  const places = listPlaces(trackers);
  const mentioned = listPlaces(hosts);
  const unknown = unknownIds.map(place);
  const appPlaces = apps.map((each) => Object.assign({ handle: each.handle, of: each.of }, place(each)));
  const requested = permissions.map((each) =>
    Object.assign({ name: each.name, level: permission(each.name).level, maxSdk: each.maxSdk ?? null }, place(each), {
      scope: each.scope,
    }),
  );
  const listRows = (kind: string, all: typeof places) =>
    all.map(({ name, text: what, signature, file, line, scope }) => [kind, name, what, signature, file, line, scope]);
  const missed = describeMissed(found);
  return {
    title: l10n.t("Findings in {0}", workspace.name ?? l10n.t("This Workspace")),
    fileName: `${workspace.name ?? "workspace"}-trackers`,
    markdown: () =>
      blocks(
        `# ${text(l10n.t("Trackers in {0}", workspace.name ?? ""))}`,
        l10n.t("{0} scanned on {1}.", fileCount(found.files), format.dayAndTime(found.readAt)),
        missed
          .filter((each) => each !== withoutList())
          .map((each) => `- ${text(each)}`)
          .join("\n"),
        ...section(l10n.t("Apps"), l10n.t("App"), l10n.t("Variant"), [
          ...appPlaces.map((each) => [code(each.handle), text(each.of.join(", ")), where(each)]),
          ...unknown.map((each) => [text(l10n.t("unknown")), "", where(each)]),
        ]),
        ...(places.length === 0 || found.listProblem !== undefined
          ? [
              `## ${l10n.t("Trackers")}`,
              found.listProblem === undefined ? l10n.t("No known trackers found.") : withoutList(),
            ]
          : section(
              l10n.t("Trackers"),
              l10n.t("Tracker"),
              l10n.t("Found as"),
              places.map((each) => [text(each.name), withScope(code(each.text), each), where(each)]),
            )),
        ...section(
          l10n.t("Hosts Mentioned"),
          l10n.t("Host"),
          l10n.t("Trackers"),
          mentioned.map((each) => [code(each.text), text(each.name), where(each)]),
          l10n.t("Companies that run trackers own these hosts. Most mentions are plain links."),
        ),
        ...section(
          l10n.t("Permissions"),
          l10n.t("Permission"),
          l10n.t("Level"),
          permissions.map((each) => [
            code(each.name),
            text(
              withScope([describeLevel(permission(each.name).level).name, ...describeApiLevels(each)].join(", "), each),
            ),
            where(place(each)),
          ]),
        ),
        l10n.t(
          "Data: {0}, Open Database License 1.0. Presence in the code does not mean a tracker is active.",
          link(store.host, store.base),
        ),
      ),
    table: () => ({
      columns: ["what", "name", "found as", "level or signature", "file", "line", "scope"],
      rows: [
        ...appPlaces.map(({ handle, of, file, line }) => ["app", handle, of.join(" "), "", file, line, "app"]),
        ...unknown.map(({ file, line }) => ["app", "unknown", "", "", file, line, "app"]),
        ...listRows("tracker", places),
        ...listRows("host", mentioned),
        ...requested.map(({ name, level, maxSdk, file, line, scope }) => {
          const limit = maxSdk === null ? "" : `maxSdkVersion=${maxSdk}`;
          return ["permission", name, limit, level, file, line, scope];
        }),
        ...missed.map((each) => ["missed", each, "", "", "", null, null]),
      ],
    }),
    sarif: () =>
      toSarif({
        places: trackers,
        getTrackerName: (tracker) => trackerName(tracker, list),
        relative: (file) => shortPath({ file }),
        trackerPage: (tracker) => trackerPage(store.base, tracker),
        missed,
      }),
    json: () => ({
      readAt: new Date(found.readAt).toISOString(),
      files: found.files,
      passedOver: found.passedOver,
      notScanned: listFailed(found),
      missed,
      trackersScanned: found.listProblem === undefined,
      trackersNotRead: found.skippedTrackers,
      apps: appPlaces,
      unknownApps: unknown,
      trackers: places,
      hosts: mentioned,
      permissions: requested,
      refusedSignatures: found.refused,
      source: { service: store.base, license: "ODbL 1.0" },
    }),
  };
}

function place(found: InFile) {
  return { file: shortPath(found), line: found.spot.line + 1 };
}

function where({ file, line }: ReturnType<typeof place>): string {
  return code(`${file}:${line}`);
}

/** A heading and a table with places in its last column, or nothing if there are no rows. */
function section(
  heading: string,
  what: string,
  about: string,
  rows: readonly (readonly string[])[],
  note?: string,
): readonly (string | undefined)[] {
  return rows.length === 0 ? [] : [`## ${heading}`, note, table([what, about, l10n.t("File")], rows)];
}

function withoutList(): string {
  return l10n.t("The tracker list could not be loaded, so the scan did not look for trackers.");
}

function listFailed({ failed }: WorkspaceFindings): readonly string[] {
  return failed.map((file) => shortPath({ file }));
}

function describeMissed(found: WorkspaceFindings): readonly string[] {
  return [
    ...(found.listProblem === undefined ? [] : [withoutList()]),
    ...listFailed(found).map((file) => l10n.t("{0} could not be scanned", file)),
    ...describeLeftOut(found),
  ];
}

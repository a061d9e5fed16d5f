// The section that compares what the source of an app, its file and εxodus say.
import { toMilliseconds } from "../../base/time.ts";
import type { Problem } from "../../base/problem.ts";
import type { Fact, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Cell, Column, Row, Sort } from "../../panels/kit/content/table-model.ts";
import type { Button, Span, Text } from "../../panels/kit/content/text-model.ts";
import { remedyButtons } from "../../workbench/panels/remedies.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { byLevel, shortPermissionName, type ApkReport, type Where } from "../../scan/index.ts";
import { isUnfinished, newestVersion, type App } from "../model/report.ts";
import { keyButtons, setKeyLabel } from "../parts/content-parts.ts";
import { trackerLink } from "../report-content/report-sections.ts";
import { versionName } from "../report-content/versions.ts";
import { trackerCount } from "../wording/counts.ts";
import { sourceName } from "../wording/source-names.ts";
import { byTrackerName } from "../wording/tracker-names.ts";
import type { WorkspaceFindings } from "../workspace/scan-result.ts";
import type { ApkAct, ApkInputs } from "./protocol.ts";
import {
  comparePermissions,
  compareTrackers,
  type InFile,
  type InSource,
  type Reason,
  type Witnesses,
  type WitnessRow,
} from "./witnesses.ts";

interface WitnessInputs extends Pick<ApkInputs, "source" | "exodus" | "host" | "list" | "base" | "now"> {
  readonly report: ApkReport;
  readonly hasTrackers: boolean;
}

/** Without a package name, there is nothing to ask the others about. */
export function witnessSection(inputs: WitnessInputs): readonly Section<ApkAct>[] {
  const handle = inputs.report.manifest?.packageName ?? "";
  if (handle === "") return [];
  const { report: file, hasTrackers, now, list, base } = inputs;
  const own = findSource(inputs, handle);
  const app = inputs.exodus.knowledge?.kind === "app" ? inputs.exodus.knowledge.app : undefined;
  const exodus = app !== undefined && newestVersion(app) !== undefined ? app : undefined;
  const witnesses: Witnesses = { source: own.found, file, hasTrackers, exodus, now };
  const trackers = compareTrackers(witnesses);
  const permissions = comparePermissions(witnesses);
  const hasOthers = own.found !== undefined || exodus !== undefined;
  const differences = [...trackers, ...permissions].filter(({ differs }) => differs).length;
  const asked = describeExodus(inputs, handle);
  const buttons = [...own.buttons, ...asked.buttons];
  const order = new Map(
    byTrackerName(
      trackers.map(({ thing }) => thing),
      list,
    ).map((id, at) => [id, at]),
  );
  const byName = trackers.toSorted(
    (a, b) => Number(b.differs) - Number(a.differs) || (order.get(a.thing) ?? 0) - (order.get(b.thing) ?? 0),
  );
  return [
    {
      kind: "section",
      heading: l10n.t("Source, file and εxodus"),
      count: hasOthers
        ? differences === 0
          ? l10n.t("no differences")
          : l10n.plural(differences, "{0} difference", "{0} differences")
        : "",
      live: true,
      parts: [
        {
          kind: "facts",
          facts: [
            { name: l10n.t("In the source"), value: own.text, wide: true },
            { name: l10n.t("In this file"), value: describeFile(inputs), wide: true },
            { name: l10n.t("On εxodus"), value: asked.text, wide: true },
          ] satisfies readonly Fact<ApkAct>[],
        },
        ...(buttons.length === 0
          ? []
          : [{ kind: "controls", items: buttons.map((button) => ({ button: { ...button, worded: true } })) } as const]),
        ...(hasOthers
          ? [
              ...comparison(l10n.t("Trackers by source, file and εxodus"), l10n.t("Tracker"), byName, witnesses, (id) =>
                trackerLink(id, list, base),
              ),
              ...comparison(
                l10n.t("Permissions by source, file and εxodus"),
                l10n.t("Permission"),
                byLevelOf(permissions),
                witnesses,
                (name) => [{ text: shortPermissionName(name), tip: name, looks: ["mono"] }],
              ),
            ]
          : []),
      ],
    },
  ];
}

function byLevelOf(rows: readonly WitnessRow<string>[]): readonly WitnessRow<string>[] {
  const names = byLevel(rows.map(({ thing }) => thing)).flatMap(({ permissions }) => permissions);
  const order = new Map(names.map(({ name }, at) => [name, at]));
  return rows.toSorted(
    (a, b) => Number(b.differs) - Number(a.differs) || (order.get(a.thing) ?? 0) - (order.get(b.thing) ?? 0),
  );
}

interface Described {
  readonly text: Text<ApkAct>;
  readonly buttons: readonly Button<ApkAct>[];
}

/** The findings of the open folders, if one of their apps has this package name, and what to do if there are none. */
function findSource(
  { source: { hasFolder, isScanning, found, hasFailed }, now }: WitnessInputs,
  handle: string,
): Described & { readonly found?: WorkspaceFindings } {
  const scan: Button<ApkAct> = { act: { type: "scanSource" }, label: l10n.t("Scan This Workspace"), icon: "search" };
  if (!hasFolder)
    return {
      text: l10n.t("No local folder is open. Open the project of this app to compare its source."),
      buttons: [{ act: { type: "openFolder" }, label: l10n.t("Open Folder…"), icon: "folder" }],
    };
  if (isScanning) return { text: [{ icon: "loading", text: ` ${l10n.t("Scanning this workspace…")}` }], buttons: [] };
  if (found === undefined)
    return hasFailed
      ? { text: failure(l10n.t("Could not scan this workspace. See the log for details.")), buttons: [scan] }
      : { text: l10n.t("Not scanned yet. The scan only reads files on this machine."), buttons: [scan] };
  const { apps, unknownIds } = found.findings;
  const own = apps.find((app) => app.handle === handle);
  if (own === undefined)
    return {
      text:
        unknownIds.length > 0
          ? l10n.t("No app with this package name found in this workspace. Some application IDs are set by the build.")
          : l10n.t("No app with this package name found in this workspace."),
      buttons: [],
    };
  const others = new Set(apps.filter(({ build }) => !build).map((app) => app.handle));
  others.delete(handle);
  return {
    found,
    text: [
      l10n.t("This workspace, scanned {0}", format.clockTime(found.readAt, now)),
      ...(found.listProblem === undefined ? [] : [l10n.t("trackers unknown: the tracker list could not be loaded")]),
      ...(others.size === 0 || own.build ? [] : [l10n.t("its other apps are included")]),
    ].join(" · "),
    buttons: [],
  };
}

function describeFile({ report: { manifest }, hasTrackers }: WitnessInputs): string {
  const { versionName: version, isDebuggable = false } = manifest ?? {};
  return [
    version === undefined ? l10n.t("unnamed version") : l10n.t("Version {0}", version),
    ...(isDebuggable ? [l10n.t("debuggable")] : []),
    ...(hasTrackers ? [] : [l10n.t("trackers unknown: the tracker list could not be loaded")]),
  ].join(" · ");
}

function failure(sentence: string): readonly Span[] {
  return [{ icon: "error", tone: "bad", text: ` ${sentence}` }];
}

/** What εxodus says, or what to do to learn it. Only a click sends a request. */
function describeExodus(
  { exodus: { knowledge, problem, reading }, host, now }: WitnessInputs,
  handle: string,
): Described {
  const compare: Button<ApkAct> = {
    act: { type: "compareExodus" },
    label: l10n.t("Compare with εxodus"),
    icon: "globe",
    hint: l10n.t("Sends the package name {0} to {1}", handle, host),
  };
  if (reading)
    return { text: [{ icon: "loading", text: ` ${l10n.t("Loading {1} from {0}…", host, handle)}` }], buttons: [] };
  if (knowledge === undefined) {
    if (problem === undefined)
      return {
        text: l10n.t("Not compared yet. Comparing sends the package name to {0}, and nothing of the file.", host),
        buttons: [compare],
      };
    const others = remedyButtons(problem, setKeyLabel()).filter(
      ({ act }) => act.remedy !== "retry" && act.remedy !== "showLog",
    );
    return { text: failure(describeProblem(problem, now).sentence), buttons: [compare, ...others] };
  }
  switch (knowledge.kind) {
    case "unknown":
      return { text: l10n.t("{0} has no app with this package name.", host), buttons: [] };
    case "newest": {
      const count = knowledge.match?.trackers;
      return {
        text: [
          ...(count === undefined ? [] : [l10n.t("{0} in the latest report.", trackerCount(count))]),
          l10n.t("Set a key to see the names of trackers and permissions, versions and sources."),
        ].join(" "),
        buttons: keyButtons(),
      };
    }
    case "app":
      return { text: describeReport(knowledge.app, knowledge.detailsProblem, now, host), buttons: [] };
  }
}

function describeReport(app: App, detailsProblem: Problem | undefined, now: number, host: string): string {
  const latest = newestVersion(app);
  if (latest === undefined) return l10n.t("{0} has no report of this app yet.", host);
  const { source, created } = latest;
  return [
    l10n.t("Version {0}", versionName(latest)),
    sourceName(source),
    ...(created === undefined ? [] : [l10n.t("report of {0}", format.day(toMilliseconds(created)))]),
    ...(isUnfinished(latest, now) ? [l10n.t("analysis may still be running")] : []),
    ...(detailsProblem === undefined ? [] : [l10n.t("permissions unknown")]),
  ].join(" · ");
}

/** A table without rows is left out: there is nothing to compare. */
function comparison<Thing>(
  label: string,
  name: string,
  rows: readonly WitnessRow<Thing>[],
  witnesses: Witnesses,
  describe: (thing: Thing) => Cell<ApkAct>,
): readonly Part<ApkAct>[] {
  if (rows.length === 0) return [];
  const answers = rows.map(({ source, file, exodus }) => ({
    source: answerSource(source),
    file: answerFile(file),
    exodus: exodus === undefined ? unknown() : yesOrNo(exodus),
  }));
  return [
    {
      kind: "table",
      label,
      columns: [
        { name, width: "minmax(0, 2fr)" },
        answerColumn(
          l10n.t("In the source"),
          answers.map(({ source }) => source),
        ),
        answerColumn(
          l10n.t("In this file"),
          answers.map(({ file }) => file),
        ),
        answerColumn(
          l10n.t("On εxodus"),
          answers.map(({ exodus }) => exodus),
        ),
        { name: l10n.t("Why they may differ"), width: "minmax(0, 3fr)" },
      ],
      rows: rows.map(({ thing, reasons }, at): Row<ApkAct> => ({
        cells: [
          describe(thing),
          ...Object.values(answers[at] ?? {}).map(({ label: answer }) => answer),
          reasons.map((reason) => describeReason(reason, witnesses)).join(" "),
        ],
      })),
    },
  ];
}

/** A column as wide as its longest answer. */
function answerColumn(name: string, answers: readonly Sort[]): Column {
  return { name, short: true, fits: true, sorts: Object.fromEntries(answers.map((each) => [each.label, each])) };
}

function yesOrNo(has: boolean): Sort {
  return has ? yes(l10n.t("yes")) : { icon: "close", tone: "", quiet: true, label: l10n.t("no") };
}

function yes(label: string): Sort {
  return { icon: "check", tone: "", label };
}

function unknown(): Sort {
  return { icon: "question", tone: "", quiet: true, label: l10n.t("unknown") };
}

function answerSource(source: InSource | undefined): Sort {
  if (source === undefined) return unknown();
  return source === "absent" ? yesOrNo(false) : yes(describeWhere(source));
}

function describeWhere(where: Where): string {
  if (where.scope === "tests") return l10n.t("tests only");
  const builds = limitedBuilds(where);
  return builds.length === 0 ? l10n.t("yes") : l10n.t("{0} builds only", format.list(builds));
}

/** The builds that a thing is limited to; none if it is in all of them. */
function limitedBuilds({ scope, variants }: Where): readonly string[] {
  return variants.length === 0 && scope === "debug" ? ["debug"] : variants;
}

function answerFile(file: InFile | undefined): Sort {
  if (file === undefined) return unknown();
  return file === "mentioned" ? yes(l10n.t("only mentioned")) : yesOrNo(file === "found");
}

function describeReason(reason: Reason, { exodus, file }: Witnesses): string {
  const latest = exodus && newestVersion(exodus);
  switch (reason.kind) {
    case "scope":
      return reason.where.scope === "tests"
        ? l10n.t("Only tests use it, and they aren't in the app.")
        : l10n.t("Only {0} builds have it.", format.list(limitedBuilds(reason.where)));
    case "hinted":
      return l10n.t("The manifest or a file names it, but no class does: its code may be obfuscated.");
    case "obfuscated":
      return l10n.t(
        "Its code may be obfuscated, as {0} of the class names are, or removed as unused.",
        format.percent(file.obfuscated / Math.max(1, file.classes), 0),
      );
    case "removed":
      return l10n.t("The build may remove it, or the source is of another version.");
    case "library":
      return l10n.t("A library may bring it along.");
    case "version":
      return l10n.t(
        "εxodus analyzed version {0}, and this file is version {1}.",
        latest === undefined ? "?" : versionName(latest),
        file.manifest?.versionName ?? file.manifest?.versionCode ?? "?",
      );
    case "sameVersion":
      return l10n.t("εxodus analyzed this version, but another file, or with an older list of trackers.");
    case "sameFile":
      return l10n.t("εxodus analyzed this very file: the list of trackers may have changed since then.");
    case "store":
      return l10n.t("The latest version from {0} agrees with this file.", sourceName(reason.source));
    case "fileIncomplete":
      return l10n.t("Parts of this file could not be read.");
    case "sourceIncomplete":
      return l10n.t("Parts of the source could not be scanned.");
  }
}

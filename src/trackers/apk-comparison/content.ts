// Content of the page that compares the files of two apps.
import type { Banner, PanelContent, Part, Section } from "../../panels/kit/content/content-model.ts";
import type { Row } from "../../panels/kit/content/table-model.ts";
import { failureBanner, remedyButton } from "../../workbench/panels/remedies.ts";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { isIncomplete, type ApkReport } from "../../scan/index.ts";
import { describeFailure, namePart } from "../apk/content.ts";
import { compareSets, type Between, type Difference } from "../model/changes.ts";
import { setKeyLabel } from "../parts/content-parts.ts";
import {
  appDifferences,
  markChange,
  changeSection,
  listedKinds,
  versionDifferences,
} from "../timeline/comparison-changes.ts";
import { describeTotals } from "../wording/change-summary.ts";
import {
  areDifferentPackages,
  compareCertificates,
  compareParts,
  compareReports,
  describeCertificateChange,
} from "./apk-changes.ts";
import type { ApkComparisonAct, ApkComparisonInputs, ApkComparisonScan, ComparedApk } from "./protocol.ts";

type Scanned = Extract<ApkComparisonScan, { readonly kind: "scanned" }>;

export function apkComparisonContent(inputs: ApkComparisonInputs): PanelContent<ApkComparisonAct> {
  const { scan } = inputs;
  const names = scan.kind === "scanned" ? { from: scan.files.from.name, to: scan.files.to.name } : inputs.names;
  return {
    title: l10n.t("{0} ↔ {1}", names.from, names.to),
    head: {
      toolbar: {
        label: l10n.t("Comparison"),
        buttons: [
          { act: { type: "openFile", side: "from" }, label: l10n.t("Open A"), icon: "file", hint: names.from },
          { act: { type: "swap" }, label: l10n.t("Swap"), icon: "arrow-swap", hint: l10n.t("Swap A and B") },
          { act: { type: "openFile", side: "to" }, label: l10n.t("Open B"), icon: "file", hint: names.to },
          { act: { type: "refresh" }, label: l10n.t("Scan Again"), icon: "refresh" },
        ],
      },
    },
    parts: parts(inputs),
    foot: scan.kind === "scanned" ? l10n.t("Scanned on this machine. Nothing was uploaded.") : undefined,
  };
}

function parts(inputs: ApkComparisonInputs): readonly Part<ApkComparisonAct>[] {
  const { scan } = inputs;
  switch (scan.kind) {
    case "scanning":
      return [
        { kind: "busy", sentence: l10n.t("Scanning {0}…", scan.name), share: scan.share, cancel: { type: "cancel" } },
      ];
    case "failed": {
      const isCanceled = scan.problem.kind === "canceled";
      return [
        {
          kind: "empty",
          level: 2,
          icon: isCanceled ? "circle-slash" : "error",
          ...(isCanceled ? {} : ({ tone: "bad", alert: true } as const)),
          heading: isCanceled ? l10n.t("Scan canceled") : l10n.t("Could not scan {0}", scan.name),
          sentence: describeFailure(scan.problem),
          buttons: [{ act: { type: "refresh" }, label: l10n.t("Scan Again") }, remedyButton("showLog")],
        },
      ];
    }
    case "scanned":
      return comparisonParts(inputs, scan);
  }
}

function comparisonParts(
  inputs: ApkComparisonInputs,
  { files, listProblem }: Scanned,
): readonly Part<ApkComparisonAct>[] {
  const reports = { from: files.from.report, to: files.to.report };
  if (reports.from.sha256 === reports.to.sha256)
    return [
      {
        kind: "empty",
        level: 2,
        icon: "arrow-swap",
        heading: l10n.t("Nothing to compare"),
        sentence: l10n.t("A and B are identical, byte by byte."),
      },
    ];
  const areDifferent = areDifferentPackages(reports);
  return [
    ...(listProblem === undefined
      ? []
      : [failureBanner(l10n.t("Could not load the tracker list."), listProblem, inputs.now, setKeyLabel())]),
    ...(areDifferent ? [] : certificateBanner(files)),
    ...[files.from, files.to].flatMap(incompleteBanner),
    factsSection(files),
    {
      kind: "section",
      heading: areDifferent ? l10n.t("Differences") : l10n.t("Changes"),
      parts: areDifferent
        ? appDifferences({ from: "A", to: "B" }, compareReports(reports), inputs)
        : versionDifferences(
            compareReports(reports),
            listProblem === undefined ? undefined : l10n.t("Unknown: the tracker list could not be loaded."),
            inputs,
          ),
    },
    certificatesSection(reports),
    sizesSection(files),
    ...librariesSection(reports, inputs.showsUnchanged),
  ];
}

/** A changed certificate is the most important difference: an update with another one isn't installed. */
function certificateBanner({ from, to }: Between<ComparedApk>): readonly Banner[] {
  switch (describeCertificateChange({ from: from.report, to: to.report })) {
    case "same":
    case "unsigned":
      return [];
    case "changed":
      return [
        {
          kind: "banner",
          tone: "failed",
          start: l10n.t("A and B are signed with different certificates."),
          sentence: l10n.t(
            "Android doesn't update one with the other. Unless one is a debug build, a bundle or from another store, someone else may have signed it.",
          ),
        },
      ];
    case "some":
      return [
        {
          kind: "banner",
          tone: "caution",
          start: l10n.t("Some certificates differ."),
          sentence: l10n.t("Compare the fingerprints with those that the app's developer publishes."),
        },
      ];
    case "onlyFrom":
      return [unsignedBanner(to.name)];
    case "onlyTo":
      return [unsignedBanner(from.name)];
  }
}

function unsignedBanner(name: string): Banner {
  return {
    kind: "banner",
    tone: "caution",
    start: l10n.t("{0} isn't signed.", name),
    sentence: l10n.t("No one can tell whether both are from the same developer."),
  };
}

function incompleteBanner({ name, report: { notes } }: ComparedApk): readonly Banner[] {
  if (!notes.some(isIncomplete)) return [];
  const sentence = l10n.t("Parts of {0} could not be read, so trackers can be missing.", name);
  return [{ kind: "banner", tone: "caution", sentence }];
}

function factsSection({ from, to }: Between<ComparedApk>): Section {
  const heading = l10n.t("Facts");
  const row = (name: string, value: (report: ApkReport) => string | undefined): Row => {
    const [before, after] = [value(from.report), value(to.report)];
    return { cells: [name, before ?? null, after ?? null, describeChange(before !== after)] };
  };
  return {
    kind: "section",
    heading,
    parts: [
      {
        kind: "table",
        label: heading,
        columns: [
          { name: l10n.t("Fact"), width: "minmax(0, 4fr)" },
          { name: l10n.t("A: {0}", from.name), short: true, width: "minmax(0, 6fr)" },
          { name: l10n.t("B: {0}", to.name), short: true, width: "minmax(0, 6fr)" },
          { name: l10n.t("Change"), short: true, width: "minmax(0, 4fr)" },
        ],
        rows: [
          row(l10n.t("Package name"), ({ manifest }) => manifest?.packageName),
          row(l10n.t("Version"), ({ manifest }) => manifest?.versionName),
          row(l10n.t("Version code"), ({ manifest }) => manifest?.versionCode),
          row(l10n.t("Minimum SDK"), ({ manifest }) => manifest?.minSdk),
          row(l10n.t("Target SDK"), ({ manifest }) => manifest?.targetSdk),
          row(l10n.t("Debuggable"), ({ manifest }) =>
            manifest === undefined ? undefined : manifest.isDebuggable ? l10n.t("yes") : l10n.t("no"),
          ),
          row(l10n.t("Classes"), ({ classes }) => format.count(classes)),
          row(l10n.t("Obfuscated classes"), ({ obfuscated }) => format.count(obfuscated)),
          row(l10n.t("Files"), ({ entries }) => format.count(entries)),
        ],
      },
    ],
  };
}

function describeChange(isChanged: boolean): Row["cells"][number] {
  return isChanged
    ? [{ icon: "arrow-right", text: ` ${l10n.t("changed")}`, looks: ["strong"] }]
    : [{ text: l10n.t("same"), looks: ["quiet"] }];
}

function certificatesSection(reports: Between<ApkReport>): Section {
  const changes = compareCertificates(reports);
  const all = [...reports.from.certificates, ...reports.to.certificates];
  return changeSection(
    l10n.t("Certificates"),
    describeTotals(changes, areDifferentPackages(reports)),
    describeCertificateChange(reports) === "unsigned" ? l10n.t("Neither A nor B is signed.") : undefined,
    listedKinds(true).flatMap((kind) =>
      changes[kind].map((sha256) =>
        markChange(kind, {
          name: all.find((each) => each.sha256 === sha256)?.subject ?? "",
          under: [{ text: sha256, looks: ["mono", "small"] }],
        }),
      ),
    ),
  );
}

function sizesSection({ from, to }: Between<ComparedApk>): Section {
  const heading = l10n.t("Size by part");
  const row = (name: string, before: number, after: number): Row => ({
    cells: [name, format.bytes(before), format.bytes(after), describeGrowth(after - before)],
  });
  return {
    kind: "section",
    heading,
    parts: [
      {
        kind: "table",
        label: heading,
        columns: [
          { name: l10n.t("Part"), width: "minmax(0, 2fr)" },
          { name: "A", short: true, look: "number" },
          { name: "B", short: true, look: "number" },
          { name: l10n.t("Change"), short: true, look: "number" },
        ],
        rows: [
          ...compareParts({ from: from.report, to: to.report }).map((part) =>
            row(namePart(part.part), part.from, part.to),
          ),
          row(l10n.t("Whole file"), from.report.size, to.report.size),
        ],
      },
    ],
  };
}

/** "+1.2 MB" */
function describeGrowth(bytes: number): string {
  if (bytes === 0) return "0";
  return `${bytes > 0 ? "+" : "−"}${format.bytes(Math.abs(bytes))}`;
}

function librariesSection(reports: Between<ApkReport>, showsUnchanged: boolean): readonly Section[] {
  const libraries = ({ libraries: all }: ApkReport): readonly string[] =>
    all.flatMap(({ name, abis }) => abis.map((abi) => `${abi}/${name}`));
  const changes: Difference<string> = compareSets(libraries(reports.from), libraries(reports.to));
  if (changes.added.length + changes.removed.length + changes.same.length === 0) return [];
  return [
    changeSection(
      l10n.t("Native libraries"),
      describeTotals(changes, areDifferentPackages(reports)),
      undefined,
      listedKinds(showsUnchanged).flatMap((kind) =>
        changes[kind].map((name) => markChange(kind, { name: [{ text: name, looks: ["mono"] }], under: "" })),
      ),
    ),
  ];
}

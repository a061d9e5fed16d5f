// Content of the page that shows what is in an app's file.
import type { Problem } from "../../base/problem.ts";
import type { Banner, Fact, PanelContent, Part, Section, Under } from "../../panels/kit/content/content-model.ts";
import type { Row } from "../../panels/kit/content/table-model.ts";
import type { Text } from "../../panels/kit/content/text-model.ts";
import { failureBanner, remedyButton } from "../../workbench/panels/remedies.ts";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import {
  isIncomplete,
  permission,
  type ApkCertificate,
  type ApkPart,
  type ApkReport,
  type FoundInApk,
} from "../../scan/index.ts";
import { setKeyLabel } from "../parts/content-parts.ts";
import { permissionsLabel } from "../report-content/report-figures.ts";
import {
  copiedFact,
  hashFact,
  permissionGroups,
  trackerLink,
  trackersSection,
} from "../report-content/report-sections.ts";
import { byTrackerName } from "../wording/tracker-names.ts";
import { describeNote, listClasses, nameHint } from "./apk-wording.ts";
import type { ApkAct, ApkInputs, ApkScan } from "./protocol.ts";
import { witnessSection } from "./witness-section.ts";

type Scanned = ApkScan & { readonly kind: "scanned" };

export function apkContent(inputs: ApkInputs): PanelContent<ApkAct> {
  const { name, isSet, scan } = inputs;
  const manifest = scan.kind === "scanned" ? scan.report.manifest : undefined;
  const initial = manifest?.packageName.split(".").at(-1) ?? name;
  return {
    title: name,
    head: {
      mark: initial.slice(0, 1).toLocaleUpperCase(),
      toolbar: {
        label: l10n.t("App"),
        buttons: [
          ...(manifest === undefined
            ? []
            : [{ act: { type: "openReport" }, label: l10n.t("Open εxodus Report"), icon: "globe" } as const]),
          ...(isSet
            ? []
            : [
                {
                  act: { type: "compareApk" },
                  label: l10n.t("Compare with Another APK…"),
                  icon: "arrow-swap",
                } as const,
              ]),
          ...(scan.kind === "scanned"
            ? ([
                { act: { type: "share" }, label: l10n.t("Share…"), icon: "share" },
                { act: { type: "export" }, label: l10n.t("Export…"), icon: "export" },
              ] as const)
            : []),
          { act: { type: "refresh" }, label: l10n.t("Scan Again"), icon: "refresh" },
        ],
      },
      under: scan.kind === "scanned" ? describeVersion(scan.report) : [],
    },
    parts: parts(inputs),
    foot: scan.kind === "scanned" ? l10n.t("Scanned on this machine. Nothing was uploaded.") : undefined,
  };
}

function describeVersion({ manifest, label = "" }: ApkReport): readonly Under[] {
  if (manifest === undefined) return [];
  const { packageName, versionName, isDebuggable } = manifest;
  return [
    ...(label === "" ? [] : [{ text: label }]),
    { text: packageName, looks: ["mono"], copies: l10n.t("Package name") },
    ...(versionName === undefined ? [] : [{ text: l10n.t("Version {0}", versionName) }]),
    ...(isDebuggable ? [{ text: l10n.t("debuggable"), looks: ["tag"] } as const] : []),
  ];
}

function parts(inputs: ApkInputs): readonly Part<ApkAct>[] {
  const { scan, name } = inputs;
  switch (scan.kind) {
    case "scanning": {
      const { done = 0, of = 1 } = scan.progress ?? {};
      const sentence = l10n.t("Scanning {0}…", name);
      return [{ kind: "busy", sentence, share: done / Math.max(1, of), cancel: { type: "cancel" } }];
    }
    case "failed":
      return [
        {
          kind: "empty",
          level: 2,
          icon: scan.problem.kind === "canceled" ? "circle-slash" : "error",
          ...(scan.problem.kind === "canceled" ? {} : ({ tone: "bad", alert: true } as const)),
          heading: scan.problem.kind === "canceled" ? l10n.t("Scan canceled") : l10n.t("Could not scan this file"),
          sentence: describeFailure(scan.problem),
          buttons: [{ act: { type: "refresh" }, label: l10n.t("Scan Again") }, remedyButton("showLog")],
        },
      ];
    case "scanned":
      return reportParts(inputs, scan);
  }
}

/** Sentences for the problems of files. Those of servers are about something else. */
export function describeFailure({ kind }: Problem): string {
  if (kind === "canceled") return l10n.t("Only a complete scan is shown.");
  if (kind === "malformed") return l10n.t("The file isn't an Android app, or it is damaged.");
  if (kind === "tooLarge") return l10n.t("The file has more contents than Triptych can read.");
  if (kind === "invalid") return l10n.t("Only files on disk can be scanned.");
  return l10n.t("The file can't be read. See the log for details.");
}

function reportParts(inputs: ApkInputs, { report, listProblem }: Scanned): readonly Part<ApkAct>[] {
  const { trackers, permissions } = report;
  const dangerous = permissions.filter(({ name }) => permission(name).level === "dangerous").length;
  return [
    ...(listProblem === undefined
      ? []
      : [failureBanner(l10n.t("Could not load the tracker list."), listProblem, inputs.now, setKeyLabel())]),
    ...incompleteBanner(report),
    {
      kind: "figures",
      figures: [
        { value: format.count(trackers.length), word: l10n.plural(trackers.length, "tracker", "trackers") },
        { value: format.count(permissions.length), word: permissionsLabel(permissions.length) },
        { value: format.count(dangerous), word: l10n.t("dangerous") },
        { value: format.count(report.classes), word: l10n.plural(report.classes, "class", "classes") },
        { value: format.bytes(report.size), word: l10n.t("in size") },
      ],
    },
    foundSection(inputs, report),
    ...hintsSection(inputs, report),
    ...witnessSection({ ...inputs, report, hasTrackers: listProblem === undefined }),
    {
      kind: "section",
      heading: l10n.t("Permissions"),
      count: format.count(permissions.length),
      parts:
        permissions.length === 0
          ? [note(l10n.t("None"))]
          : permissionGroups(
              permissions.map(({ name }) => name),
              inputs.unfolded,
              () => "",
            ),
    },
    factsSection(report),
    certificatesSection(report.certificates),
    sizesSection(report),
    ...librariesSection(report),
    ...nestedSection(report),
    ...notesSection(report),
  ];
}

function incompleteBanner({ notes, refused }: ApkReport): readonly Banner<ApkAct>[] {
  if (!notes.some(isIncomplete) && refused.length === 0) return [];
  const sentence = notes.some(isIncomplete)
    ? l10n.t("Parts of the file could not be read, so trackers can be missing. They are listed at the end.")
    : l10n.plural(refused.length, "{0} code signature can't be used.", "{0} code signatures can't be used.");
  return [{ kind: "banner", tone: "caution", sentence }];
}

function note(text: string): Part {
  return { kind: "text", text, quiet: true };
}

function foundSection({ list, base }: ApkInputs, { trackers, classes, obfuscated }: ApkReport): Section<ApkAct> {
  const found = new Map(trackers.map((each) => [each.tracker, each]));
  const obfuscation =
    obfuscated === 0
      ? []
      : [
          note(
            l10n.t(
              "{0} of the app's own class names are obfuscated. Trackers whose names are obfuscated are not found.",
              format.percent(obfuscated / classes, 0),
            ),
          ),
        ];
  if (trackers.length === 0)
    return {
      kind: "section",
      heading: l10n.t("Trackers"),
      parts: [
        {
          kind: "empty",
          level: 3,
          icon: "pass",
          heading: l10n.t("No known trackers found"),
          sentence: l10n.t(
            "No class name matches a code signature. Trackers can still be there: code can be obfuscated or loaded later.",
          ),
        },
        ...obfuscation,
      ],
    };
  const section = trackersSection([...found.keys()], list, base, () => undefined, {
    name: l10n.t("Classes"),
    isCode: false,
    describe: (id) => describeClasses(found.get(id)),
  });
  return { ...section, parts: [...section.parts, ...obfuscation] };
}

function describeClasses(found: FoundInApk | undefined): Text {
  const { names, notes } = listClasses(found);
  const rest = notes.map((text) => ({ text: `\n${text}` }));
  return [{ text: names.join("\n"), looks: ["mono"] }, ...rest];
}

function hintsSection({ list, base }: ApkInputs, { hints }: ApkReport): readonly Section<ApkAct>[] {
  if (hints.length === 0) return [];
  const heading = l10n.t("Hints");
  const ids = byTrackerName(new Set(hints.map(({ tracker }) => tracker)), list);
  return [
    {
      kind: "section",
      heading,
      count: format.count(ids.length),
      parts: [
        {
          kind: "table",
          label: heading,
          columns: [
            { name: l10n.t("Tracker"), width: "minmax(0, 10fr)" },
            { name: l10n.t("Found in"), width: "minmax(0, 6fr)" },
            { name: l10n.t("Name"), width: "minmax(0, 16fr)", look: "mono" },
          ],
          rows: ids.flatMap((id) =>
            hints
              .filter(({ tracker }) => tracker === id)
              .map(({ kind, text }): Row<ApkAct> => ({ cells: [trackerLink(id, list, base), nameHint(kind), text] })),
          ),
        },
        note(l10n.t("εxodus doesn't count these: the manifest or a file names the tracker, but no class does.")),
      ],
    },
  ];
}

function factsSection({ manifest, sha256, sha1, md5, uaid, dexFiles, entries }: ApkReport): Section<ApkAct> {
  return {
    kind: "section",
    heading: l10n.t("Facts"),
    parts: [
      {
        kind: "facts",
        facts: [
          copiedFact(l10n.t("Version code"), manifest?.versionCode),
          { name: l10n.t("Minimum SDK"), value: manifest?.minSdk },
          { name: l10n.t("Target SDK"), value: manifest?.targetSdk },
          { name: l10n.t("Files"), value: format.count(entries) },
          { name: l10n.t("DEX files"), value: format.count(dexFiles.length) },
          hashFact(l10n.t("SHA-256"), sha256),
          hashFact(l10n.t("SHA-1"), sha1),
          hashFact(l10n.t("MD5"), md5),
          hashFact(l10n.t("App UID"), uaid),
        ],
      },
    ],
  };
}

function certificatesSection(certificates: readonly ApkCertificate[]): Section<ApkAct> {
  return {
    kind: "section",
    heading: l10n.t("Certificates"),
    count: format.count(certificates.length),
    parts:
      certificates.length === 0
        ? [note(l10n.t("The app isn't signed."))]
        : [
            ...certificates.map((each): Part => ({ kind: "facts", facts: certificateFacts(each) })),
            note(l10n.t("Triptych shows the certificates, and doesn't verify the signatures.")),
          ],
  };
}

function certificateFacts(certificate: ApkCertificate): readonly Fact[] {
  const { schemes, subject, issuer, serial, sha1, sha256, validFrom, validTo } = certificate;
  return [
    { name: l10n.t("Subject"), value: subject, wide: true },
    ...(issuer === subject ? [] : [{ name: l10n.t("Issuer"), value: issuer, wide: true }]),
    { name: l10n.t("Signature scheme"), value: schemes.join(", ") },
    { name: l10n.t("Valid"), value: l10n.t("{0} to {1}", toDay(validFrom), toDay(validTo)) },
    hashFact(l10n.t("Certificate SHA-256"), sha256),
    hashFact(l10n.t("Certificate SHA-1"), sha1),
    hashFact(l10n.t("Serial number"), serial),
  ];
}

function toDay(time: number): string {
  return Number.isNaN(time) ? "?" : format.day(time);
}

function sizesSection({ parts, size }: ApkReport): Section<ApkAct> {
  const heading = l10n.t("Size by part");
  return {
    kind: "section",
    heading,
    count: format.bytes(size),
    parts: [
      {
        kind: "table",
        label: heading,
        columns: [
          { name: l10n.t("Part"), width: "minmax(0, 2fr)" },
          { name: l10n.t("Files"), short: true, look: "number" },
          { name: l10n.t("In the file"), short: true, look: "number" },
          { name: l10n.t("Share"), short: true, look: "number" },
          { name: l10n.t("Unpacked"), short: true, look: "number" },
        ],
        rows: parts.map(({ part, files, compressed, size: unpacked }) => ({
          cells: [
            namePart(part),
            format.count(files),
            format.bytes(compressed),
            format.percent(Math.min(1, compressed / Math.max(1, size))),
            format.bytes(unpacked),
          ],
        })),
      },
    ],
  };
}

export function namePart(part: ApkPart): string {
  switch (part) {
    case "code":
      return l10n.t("Code");
    case "native":
      return l10n.t("Native libraries");
    case "resources":
      return l10n.t("Resources");
    case "assets":
      return l10n.t("Assets");
    case "apps":
      return l10n.t("Apps inside");
    case "signature":
      return l10n.t("Signature");
    case "other":
      return l10n.t("Other files");
  }
}

function librariesSection({ libraries }: ApkReport): readonly Section<ApkAct>[] {
  if (libraries.length === 0) return [];
  const heading = l10n.t("Native libraries");
  return [
    {
      kind: "section",
      heading,
      count: format.count(libraries.length),
      parts: [
        {
          kind: "table",
          label: heading,
          columns: [
            { name: l10n.t("Name"), width: "minmax(0, 2fr)", look: "mono" },
            { name: l10n.t("Processors"), width: "minmax(0, 3fr)" },
          ],
          rows: libraries.map(({ name, abis }) => ({ cells: [name, abis.join(", ")] })),
        },
      ],
    },
  ];
}

function nestedSection({ nested, manifest }: ApkReport): readonly Section<ApkAct>[] {
  if (nested.length === 0) return [];
  const isSet = nested.every(({ packageName }) => packageName === manifest?.packageName);
  const heading = isSet ? l10n.t("Parts of the app") : l10n.t("Apps inside");
  return [
    {
      kind: "section",
      heading,
      count: format.count(nested.length),
      parts: [
        {
          kind: "table",
          label: heading,
          columns: [
            { name: l10n.t("Path"), width: "minmax(0, 3fr)", look: "mono" },
            { name: l10n.t("Package name"), width: "minmax(0, 3fr)", look: "mono" },
            { name: l10n.t("Split"), width: "minmax(0, 2fr)", look: "mono" },
          ],
          rows: nested.map(({ path, packageName, split }) => ({ cells: [path, packageName ?? null, split ?? ""] })),
        },
      ],
    },
  ];
}

function notesSection({ notes }: ApkReport): readonly Section<ApkAct>[] {
  if (notes.length === 0) return [];
  const heading = l10n.t("Unreadable or unusual");
  return [
    {
      kind: "section",
      heading,
      count: format.count(notes.length),
      parts: [
        {
          kind: "table",
          label: heading,
          columns: [
            { name: l10n.t("Problem"), width: "minmax(0, 3fr)" },
            { name: l10n.t("Path"), width: "minmax(0, 5fr)", look: "mono" },
          ],
          rows: notes.map((each) => ({ cells: [describeNote(each), each.path] })),
        },
      ],
    },
  ];
}

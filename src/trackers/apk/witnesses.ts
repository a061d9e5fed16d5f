// What the source of an app, its file and εxodus say about the same tracker or permission, and why they may differ.
import { isIncomplete, joinPlaces, type ApkReport, type Where } from "../../scan/index.ts";
import { knownPermissions, isUnfinished, newestVersion, type App, type Version } from "../model/report.ts";
import { isComplete, type WorkspaceFindings } from "../workspace/scan-result.ts";

/** Where the source has a thing: `absent` if nowhere. */
export type InSource = Where | "absent";
/** Whether the file's own classes match, or only definitions of other classes mention them. */
export type InFile = "found" | "mentioned" | "absent";

/** A thing that at least one of the three has. What they don't know is undefined. */
export interface WitnessRow<Thing> {
  readonly thing: Thing;
  readonly source: InSource | undefined;
  readonly file: InFile | undefined;
  readonly exodus: boolean | undefined;
  /** Whether two of them say different things. */
  readonly differs: boolean;
  readonly reasons: readonly Reason[];
}

/**
 * Why they may differ.
 * - `scope`: the source has it in some builds or in tests only
 * - `hinted`: the manifest or a file names the tracker, but no class does
 * - `obfuscated`: classes of this file have obfuscated names
 * - `removed`: a build can leave out what the source names
 * - `library`: a library can bring along what the source doesn't name
 * - `version`, `sameVersion`, `sameFile`: what εxodus analyzed
 * - `store`: the report of this other source agrees with the file
 * - `fileIncomplete`, `sourceIncomplete`: not everything could be read
 */
export type Reason =
  | { readonly kind: "scope"; readonly where: Where }
  | { readonly kind: "store"; readonly source: string }
  | {
      readonly kind:
        | "hinted"
        | "obfuscated"
        | "removed"
        | "library"
        | "version"
        | "sameVersion"
        | "sameFile"
        | "fileIncomplete"
        | "sourceIncomplete";
    };

/** What the source, the file and εxodus know about trackers or about permissions; undefined if nothing. */
interface Testimony<Thing> {
  readonly source: ReadonlyMap<Thing, Where> | undefined;
  readonly file: ReadonlyMap<Thing, Exclude<InFile, "absent">> | undefined;
  readonly exodus: ReadonlySet<Thing> | undefined;
}

export interface Witnesses {
  /** The findings of the open project that has this app, if it has been scanned. */
  readonly source: WorkspaceFindings | undefined;
  readonly file: ApkReport;
  /** Whether the file's trackers were looked for. */
  readonly hasTrackers: boolean;
  /** The app at εxodus, if it has been loaded. Its latest report is compared. */
  readonly exodus: App | undefined;
  readonly now: number;
}

export function compareTrackers(witnesses: Witnesses): readonly WitnessRow<number>[] {
  const { source, file, hasTrackers, exodus, now } = witnesses;
  const places = new Map<number, Where[]>();
  for (const { trackers, scope, variants } of source?.findings.trackers ?? [])
    for (const { tracker } of trackers) places.set(tracker, [...(places.get(tracker) ?? []), { scope, variants }]);
  const latest = exodus && newestVersion(exodus);
  return compare(
    {
      source: source === undefined || source.listProblem !== undefined ? undefined : joinAll(places),
      file: hasTrackers
        ? new Map(file.trackers.map((each) => [each.tracker, each.isOnlyMentioned ? "mentioned" : "found"]))
        : undefined,
      exodus: latest === undefined || isUnfinished(latest, now) ? undefined : new Set(latest.trackers),
    },
    witnesses,
    ({ trackers }, tracker) => trackers.includes(tracker),
    (tracker) => {
      if (file.hints.some((hint) => hint.tracker === tracker)) return { kind: "hinted" };
      return { kind: file.obfuscated > 0 ? "obfuscated" : "removed" };
    },
  );
}

export function comparePermissions(witnesses: Witnesses): readonly WitnessRow<string>[] {
  const { source, file, exodus, now } = witnesses;
  const places = new Map<string, Where[]>();
  for (const { name, scope, variants } of source?.findings.permissions ?? [])
    places.set(name, [...(places.get(name) ?? []), { scope, variants }]);
  const latest = exodus && newestVersion(exodus);
  const permissions = latest && knownPermissions(latest, now);
  return compare(
    {
      source: source && joinAll(places),
      file: file.manifest && new Map(file.permissions.map(({ name }) => [name, "found"])),
      exodus: permissions && new Set(permissions),
    },
    witnesses,
    ({ details }, permission) => details?.permissions.includes(permission),
    () => ({ kind: "removed" }),
  );
}

function joinAll<Thing>(places: ReadonlyMap<Thing, readonly Where[]>): ReadonlyMap<Thing, Where> {
  return new Map([...places].map(([thing, each]) => [thing, joinPlaces(each)]));
}

/** Things on which they differ come first. */
function compare<Thing>(
  { source, file, exodus }: Testimony<Thing>,
  witnesses: Witnesses,
  has: (version: Version, thing: Thing) => boolean | undefined,
  whyMissing: (thing: Thing) => Reason,
): readonly WitnessRow<Thing>[] {
  const things = new Set([...(source?.keys() ?? []), ...(file?.keys() ?? []), ...(exodus ?? [])]);
  const rows = [...things].map((thing): WitnessRow<Thing> => {
    const inSource = source && (source.get(thing) ?? "absent");
    const inFile = file && (file.get(thing) ?? "absent");
    const inReport = exodus?.has(thing);
    const said = new Set([inSource && inSource !== "absent", inFile && inFile !== "absent", inReport]);
    return {
      thing,
      source: inSource,
      file: inFile,
      exodus: inReport,
      differs: said.has(true) && said.has(false),
      reasons: [
        ...explainSource(inSource, inFile, witnesses, () => whyMissing(thing)),
        ...explainReport(inReport, inFile, witnesses, (version) => has(version, thing)),
      ],
    };
  });
  return rows.toSorted((a, b) => Number(b.differs) - Number(a.differs));
}

/** Why the file differs from the source. */
function explainSource(
  source: InSource | undefined,
  file: InFile | undefined,
  { source: found, file: report }: Witnesses,
  whyMissing: () => Reason,
): readonly Reason[] {
  if (source === undefined || file === undefined || found === undefined) return [];
  if (source === "absent") {
    if (file === "absent") return [];
    return [{ kind: "library" }, ...(isComplete(found) ? [] : [{ kind: "sourceIncomplete" } as const])];
  }
  const isLimited = source.scope !== "app" || source.variants.length > 0;
  const isForThis = source.scope === "debug" && report.manifest?.isDebuggable === true;
  if (file !== "absent") return source.scope === "app" || isForThis ? [] : [{ kind: "library" }];
  if (isLimited && !isForThis) return [{ kind: "scope", where: source }];
  return [whyMissing(), ...(report.notes.some(isIncomplete) ? [{ kind: "fileIncomplete" } as const] : [])];
}

/** Why εxodus differs from the file. */
function explainReport(
  inReport: boolean | undefined,
  file: InFile | undefined,
  { exodus, file: { manifest, sha256 } }: Witnesses,
  has: (version: Version) => boolean | undefined,
): readonly Reason[] {
  const inFile = file !== "absent";
  const latest = exodus && newestVersion(exodus);
  if (latest === undefined || inReport === undefined || file === undefined || inReport === inFile) return [];
  if (latest.details?.apkHash?.toLowerCase() === sha256) return [{ kind: "sameFile" }];
  const isSame =
    latest.versionCode === undefined || manifest?.versionCode === undefined
      ? latest.version === manifest?.versionName
      : latest.versionCode === manifest.versionCode;
  const agreeing = exodus?.sources.find(
    ({ source, versions: [first] }) => source !== latest.source && first !== undefined && has(first) === inFile,
  );
  return [
    { kind: isSame ? "sameVersion" : "version" },
    ...(agreeing === undefined ? [] : [{ kind: "store", source: agreeing.source } as const]),
  ];
}

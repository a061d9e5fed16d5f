// `node scan.cjs FOLDER --trackers LIST`: scans a folder or an app in a build, without VS Code.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { decode } from "../../base/decode.ts";
import { Client } from "../../base/http/client.ts";
import { Contacts } from "../../base/http/contacts.ts";
import { isPrivate, parseBase } from "../../base/origin.ts";
import { permission } from "../permissions.ts";
import type { FoundTracker } from "../file-facts.ts";
import { findFiles, listFolder, MAX_FILES } from "../files/find-files.ts";
import { toSlashes, withoutLastSlash } from "../files/folder-files.ts";
import { describeOnlyIn, toSarif } from "../sarif.ts";
import { OFFICIAL, signedTracker, trackerMap, trackerPage, type ListedTracker } from "../signed-trackers.ts";
import { FORMATS, toJson, toLine, type Format, type ScanInput, type ScanOutcome } from "./output.ts";
import { scanApp } from "./scan-app.ts";
import { Scanner } from "../scanner.ts";

const USAGE = `Usage: node scan.cjs FOLDER --trackers LIST [options]
       node scan.cjs APP [SPLIT…] --trackers LIST [options]

  APP                 an .apk, .aab, .apks or .xapk file
  SPLIT               the other APKs of the same app; those beside Android's base.apk are found
  --trackers LIST     a file with the tracker list of an εxodus instance, as returned by
                      /api/trackers; or the URL of an instance, which is asked for it once
  --fail-on LIST      exit with 1 if the app's code contains one of these: any, none, or a
                      comma-separated list of tracker names and numbers (default: none)
  --ignore LIST       leave out these trackers: a comma-separated list of names and numbers
  --format FORMAT     text, json or sarif (default: text)
  --output FILE       write to FILE instead of standard output
  --exclude PATTERN   leave out files and folders that match, as in a .gitignore; can be repeated.
                      files.exclude in FOLDER/.vscode/settings.json also counts
  --                  end of options; required before a path that begins with -

Exit codes: 0 after a complete scan, 1 if --fail-on applies, 2 if the scan can't run, such as
without the tracker list, 3 if the scan is incomplete.
`;

/** Exit codes. */
const EXIT_CLEAN = 0;
const EXIT_FAILED = 1;
export const EXIT_MISUSED = 2;
const EXIT_INCOMPLETE = 3;

interface Options {
  readonly path: string;
  readonly splits: readonly string[];
  readonly trackers: string;
  readonly ignored: readonly string[];
  readonly failOn: readonly string[];
  readonly format: Format;
  readonly output: string | undefined;
  readonly excluded: readonly string[];
}

/** Output and error streams. */
export interface Streams {
  out(text: string): void;
  error(text: string): void;
}

/**
 * Scans a folder or an app, and returns the exit code: 0 if clean, 1 if a tracker from --fail-on was found, 2 for invalid
 * arguments, 3 if some files could not be scanned, or some signatures or findings are left out.
 */
export async function runScan(args: readonly string[], streams: Streams, list = listFolder): Promise<number> {
  const end = args.indexOf("--");
  if (args.slice(0, end === -1 ? args.length : end).includes("--help")) {
    streams.out(USAGE);
    return EXIT_CLEAN;
  }
  try {
    const options = parseOptions(args);
    const { base, trackers: all } = await loadTrackers(options.trackers);
    const named = options.failOn.filter((each) => !isKeyword(each)).concat(options.ignored);
    const unknown = named.filter((each) => !all.some((tracker) => matchesTracker(tracker, each)));
    if (unknown.length > 0) throw new Error(`no tracker in the list is called ${unknown.join(", ")}`);
    const trackers = all.filter((tracker) => !options.ignored.some((each) => matchesTracker(tracker, each)));
    const names = new Map(trackers.map(({ id, name }) => [id, name]));
    const input = {
      path: toSlashes(resolve(options.path)),
      splits: options.splits.map((each) => toSlashes(resolve(each))),
      format: options.format,
      trackers: trackers.map(({ id, name, codeSignature: code, networkSignature: network }) => ({
        id,
        name,
        code,
        network,
      })),
      getTrackerName: (id: number): string => names.get(id) ?? `Tracker ${id}`,
      trackerPage: (id: number): string => trackerPage(base, id),
    };
    const isApp = statSync(options.path).isFile();
    if (!isApp && options.splits.length > 0) throw new Error("specify one folder, or the files of one app");
    const { text, inApp, missed } = isApp ? scanApp(input) : scanFolder(input, list, options.excluded);
    for (const each of missed) streams.error(toLine(each));
    if (options.output === undefined) streams.out(text);
    else writeFileSync(options.output, text);
    const failing = trackers.filter(
      (tracker) => inApp.has(tracker.id) && options.failOn.some((each) => matchesTracker(tracker, each)),
    );
    if (failing.length > 0 || (options.failOn.includes("any") && inApp.size > 0)) return EXIT_FAILED;
    return missed.length > 0 ? EXIT_INCOMPLETE : EXIT_CLEAN;
  } catch (error) {
    streams.error(`${toLine(error instanceof Error ? error.message : String(error))}\n${USAGE}`);
    return EXIT_MISUSED;
  }
}

function scanFolder(
  { path, format, trackers, getTrackerName, trackerPage: page }: ScanInput,
  list: typeof listFolder,
  excluded: readonly string[],
): ScanOutcome {
  const folder = withoutLastSlash(path);
  const scanner = new Scanner();
  scanner.use(trackers);
  const { paths, unread, more } = findFiles(folder, list, excluded);
  const scanned = scanner.scan([{ folder, paths }], () => undefined);
  const relative = (file: string): string => file.slice(folder.length + 1);
  const { trackers: places, apps, unknownIds, permissions } = scanned.findings;
  const { large, binary } = scanned.skippedFiles;
  const notScanned = [
    ...[...unread, ...scanned.failed].map(relative),
    ...countFiles(scanned.passedOver.unreadable, "that can't be read"),
    ...large.map((file) => `${relative(file)} (larger than 2 MB)`),
    ...binary.map((file) => `${relative(file)} (binary content)`),
  ];
  // Network signatures only lead to hints, so a build doesn't miss them.
  const unused = scanned.refused.filter(({ of }) => of === "code");
  const missed = [
    ...notScanned.map((each) => `Not scanned: ${each}`),
    ...(more ? [`Only the first ${MAX_FILES} files are scanned`] : []),
    ...unused.map(({ tracker, signature }) => `Signature not used: ${signature} of ${getTrackerName(tracker)}`),
    ...(scanned.findings.cut ? [`Only the first ${places.length} findings are listed`] : []),
  ];
  const inApp = new Set(scanned.findings.inApp);
  const text = formatResult(format, {
    apps: apps.map(({ handle }) => handle),
    unknownApps: unknownIds.length,
    permissions: permissions.map(({ name, maxSdk, file, spot, scope }) => ({
      name,
      level: permission(name).level,
      maxSdk: maxSdk ?? null,
      file: relative(file),
      line: spot.line + 1,
      scope,
    })),
    files: scanned.files,
    places,
    getTrackerName,
    trackerPage: page,
    relative,
    inApp: inApp.size,
    notScanned,
    missed,
  });
  return { text, inApp, missed };
}

const text = { type: "string" } as const;
const OPTIONS = { trackers: text, ignore: text, "fail-on": text, format: text, output: text, exclude: text };

function parseOptions(args: readonly string[]): Options {
  const { positionals, tokens } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const options = new Map<string, string>();
  const excluded: string[] = [];
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, index } = token;
    // After a single dash, `parseArgs` reads each letter as an option.
    if (!rawName.startsWith("--"))
      throw new Error(`unknown option ${args[index]}; write -- before a path that begins with -`);
    if (!Object.hasOwn(OPTIONS, name)) throw new Error(`unknown option ${rawName}`);
    // An unset variable of a build must not turn a check off.
    if (value === undefined || value.trim() === "") throw new Error(`${rawName} needs a value`);
    if (name === "exclude") {
      excluded.push(value);
      continue;
    }
    // A second list would silently turn off the checks of the first.
    if (options.has(name)) throw new Error(`${rawName} is given twice`);
    options.set(name, value);
  }
  const [path, ...splits] = positionals;
  const trackers = options.get("trackers");
  if (path === undefined) throw new Error("specify a folder or an app");
  if (trackers === undefined) throw new Error("--trackers is missing");
  const format = FORMATS.find((each) => each === (options.get("format") ?? "text"));
  if (format === undefined) throw new Error(`unknown format ${options.get("format")}`);
  const list = (name: "fail-on" | "ignore"): readonly string[] =>
    (options.get(name) ?? "")
      .split(",")
      .map((each) => each.trim())
      .filter((each) => each !== "");
  const output = options.get("output");
  return { path, splits, trackers, ignored: list("ignore"), failOn: list("fail-on"), format, output, excluded };
}

function isKeyword(wanted: string): boolean {
  return wanted === "any" || wanted === "none";
}

function matchesTracker({ id, name }: ListedTracker, wanted: string): boolean {
  return wanted === String(id) || wanted.toLowerCase() === name.toLowerCase();
}

/** The tracker list in a file, or of the εxodus instance with this URL, and the instance that has their pages. */
async function loadTrackers(
  from: string,
): Promise<{ readonly base: string; readonly trackers: readonly ListedTracker[] }> {
  if (!/^https?:/i.test(from)) {
    const text = readFileSync(from, "utf8").replace(/^\uFEFF/, "");
    return { base: OFFICIAL, trackers: parseTrackers(JSON.parse(text)) };
  }
  const url = parseBase(from);
  if (!isPrivate(url)) throw new Error("the tracker list is only loaded over https, or from this machine");
  // The route has a limit of three requests per minute, which retries would use up.
  const contacts = new Contacts({ now: Date.now });
  const client = new Client({ base: url.href, userAgent: "Triptych", contacts, purpose: "reports" });
  const { json } = await client.get("/api/trackers", { retries: 0 });
  return { base: url.href, trackers: parseTrackers(json) };
}

function parseTrackers(json: unknown): readonly ListedTracker[] {
  const { trackers } = decode(trackerMap, json, "tracker list");
  const entries = Object.entries(trackers ?? {});
  if (entries.length === 0) throw new Error("the tracker list is empty");
  return entries.map(([id, each]) =>
    decode(
      signedTracker,
      typeof each === "object" && each !== null ? { ...each, id: Number(id) } : each,
      "tracker list",
    ),
  );
}

/** "2 files larger than 2 MB", or nothing if there are none. */
function countFiles(files: number, which: string): readonly string[] {
  return files === 0 ? [] : [`${files === 1 ? "1 file" : `${files} files`} ${which}`];
}

interface Result {
  readonly apps: readonly string[];
  readonly unknownApps: number;
  readonly permissions: readonly object[];
  readonly files: number;
  readonly places: readonly FoundTracker[];
  readonly getTrackerName: (tracker: number) => string;
  readonly trackerPage: (tracker: number) => string;
  readonly relative: (file: string) => string;
  /** Number of trackers outside of tests and debug builds. */
  readonly inApp: number;
  /** Files and folders. */
  readonly notScanned: readonly string[];
  /** What the result lacks, one sentence each. */
  readonly missed: readonly string[];
}

function formatResult(format: Format, result: Result): string {
  const { apps, unknownApps, permissions, files, places, getTrackerName, relative, inApp, notScanned, missed } = result;
  if (format === "sarif")
    return toJson(toSarif({ places, getTrackerName, relative, trackerPage: result.trackerPage, missed }));
  const found = places.flatMap((each) =>
    each.trackers.map(({ tracker, signature }) => ({
      tracker,
      name: getTrackerName(tracker),
      kind: each.kind,
      text: each.text,
      signature,
      file: relative(each.file),
      line: each.spot.line + 1,
      scope: each.scope,
      variants: each.variants,
    })),
  );
  if (format === "json") return toJson({ apps, unknownApps, files, notScanned, missed, trackers: found, permissions });
  const lines = found.map(({ file, line, name, text, scope, variants }) =>
    toLine(`${file}:${line}: ${name}: ${text}${describeOnlyIn({ scope, variants })}`),
  );
  return `${lines.join("")}${inApp === 1 ? "1 tracker" : `${inApp} trackers`} in ${files === 1 ? "1 file" : `${files} files`}\n`;
}

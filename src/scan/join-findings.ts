// Joins the facts of files into findings.
import { findApps } from "./app-ids.ts";
import { normalAlias } from "./gradle/build-script.ts";
import { Catalogs } from "./catalog-uses.ts";
import { joinPlaces, type Where } from "./gradle/scope.ts";
import type { Findings, FoundPermission, FoundTracker, InFile, ManifestFacts, ReadFile } from "./file-facts.ts";
import { getParentFolder } from "./files/ignore-rules.ts";

const MAX_FINDINGS = 20_000;
/** No real name has more parts. */
const MAX_PARTS = 10;

/** Joins the facts of all files. A version catalog entry counts only if a build script uses it. */
export function joinFindings(scanned: readonly ReadFile[]): Findings {
  const files = withoutPrograms(scanned);
  const inFiles: FoundTracker[] = files.flatMap(([file, { hits }]) => hits.map((hit) => ({ ...hit, file })));
  const trackers = inFiles.filter(({ kind }) => kind !== "host").concat(catalogFindings(files));
  const hosts = inFiles.filter(({ kind }) => kind === "host");
  const manifests = files.flatMap(([file, { manifest }]) => (manifest === undefined ? [] : [{ file, manifest }]));
  return {
    ...findApps(files),
    trackers: sortByPlace(trackers).slice(0, MAX_FINDINGS),
    hosts: sortByPlace(hosts).slice(0, MAX_FINDINGS),
    permissions: sortByPlace(manifests.flatMap(listPermissions)).slice(0, MAX_FINDINGS),
    inApp: [...new Set(trackers.filter(({ scope }) => scope === "app").flatMap(listTrackers))],
    cut: trackers.length > MAX_FINDINGS || hosts.length > MAX_FINDINGS,
  };
}

/** Gradle plugins of programs for a server or desktop. */
const PROGRAM_PLUGIN = /^(?:application|war|io\.ktor\.plugin|org\.springframework\.boot)$/;

/** Drops what is in the modules of other programs. Catalogs and values beside their scripts serve the whole build. */
function withoutPrograms(files: readonly ReadFile[]): readonly ReadFile[] {
  /** Whether a module is a program, by its folder. */
  const programs = new Map<string, boolean>();
  for (const [file, { script }] of files) {
    if (script === undefined || !/\/build\.gradle(?:\.kts)?$/.test(file)) continue;
    const isAndroid = script.plugins.some((plugin) => /android/i.test(plugin));
    const isProgram = !isAndroid && script.plugins.some((plugin) => PROGRAM_PLUGIN.test(plugin));
    programs.set(getParentFolder(file), isProgram);
  }
  if (![...programs.values()].includes(true)) return files;
  const isInProgram = (file: string): boolean => {
    let folder = getParentFolder(file);
    while (folder !== "" && !programs.has(folder)) folder = getParentFolder(folder);
    return programs.get(folder) === true;
  };
  return files.map(([file, facts]) => {
    if (!isInProgram(file)) return [file, facts];
    return [file, { ...facts, hits: [], uses: [], script: undefined, manifest: undefined }];
  });
}

function listTrackers({ trackers }: FoundTracker): readonly number[] {
  return trackers.map(({ tracker }) => tracker);
}

function listPermissions({ file, manifest }: { readonly file: string; readonly manifest: ManifestFacts }) {
  return manifest.permissions.map((each): FoundPermission => ({ ...each, file }));
}

function catalogFindings(files: readonly ReadFile[]): readonly FoundTracker[] {
  const catalogs = new Catalogs(files);
  const found: FoundTracker[] = [];
  /** Used entries, with where they are used. */
  const usedEntries = new Map<FoundTracker, Where>();
  for (const [file, { uses }] of files) {
    for (const [{ spot, scope, variants }, entry] of catalogs.find(file, uses)) {
      const where = { scope, variants };
      usedEntries.set(entry, joinPlaces([where, usedEntries.get(entry) ?? where]));
      if (found.length <= MAX_FINDINGS) found.push({ ...entry, file, spot, ...where });
    }
  }
  for (const [entry, where] of usedEntries) found.push({ ...entry, ...where });
  return found.concat(usedLists(files));
}

/** A loop over a list or map, or a part of it, uses all of it. */
const WHOLE = /^(?:$|(?:each|foreach|all|any|map|filter|values|iterator|toset|tolist|toarray|collect)(?:\.|$))/;

/** Libraries in lists, maps and constants that a script uses, whatever object the script puts before their names. */
function usedLists(files: readonly ReadFile[]): readonly FoundTracker[] {
  const listed = files.flatMap(([file, { entries }]) =>
    entries.filter(({ kind }) => kind === "listed").map(({ alias, list, hit }) => ({ alias, list, hit, file })),
  );
  const names = new Set(listed.flatMap(({ alias, list }) => [alias, list ?? alias]));
  if (names.size === 0) return [];
  /** For each name that scripts use, what follows it there, and where. */
  const used = new Map<string, Map<string, Where>>();
  for (const [, { uses }] of files) {
    for (const { catalog, alias, scope, variants } of uses) {
      const where = { scope, variants };
      const path = catalog === undefined ? alias : `${normalAlias(catalog)}.${alias}`;
      for (const [name, rest] of splitPath(path)) {
        if (!names.has(name)) continue;
        const ends = used.get(name) ?? new Map<string, Where>();
        ends.set(rest, joinPlaces([where, ends.get(rest) ?? where]));
        used.set(name, ends);
      }
    }
  }
  const findPlaces = (name: string, isUse: (rest: string) => boolean): readonly Where[] =>
    [...(used.get(name) ?? [])].flatMap(([rest, where]) => (isUse(rest) ? [where] : []));
  return listed.flatMap(({ alias, list, hit, file }) => {
    const places =
      list === undefined
        ? findPlaces(alias, () => true)
        : findPlaces(list, (rest) => WHOLE.test(rest) || `.${rest}.`.includes(`.${alias}.`));
    return places.length === 0 ? [] : [{ ...hit, file, ...joinPlaces(places) }];
  });
}

/** Each name in a path, with the rest of the path. A name may have dots. */
function splitPath(path: string): readonly (readonly [name: string, rest: string])[] {
  const parts = path.split(".").slice(0, MAX_PARTS);
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, length) => {
      const end = from + length + 1;
      return [parts.slice(from, end).join("."), parts.slice(end).join(".")] as const;
    }),
  );
}

/** Sorts by file and location. */
function sortByPlace<Found extends InFile>(found: readonly Found[]): readonly Found[] {
  return found.toSorted((a, b) =>
    a.file === b.file ? a.spot.line - b.spot.line || a.spot.from - b.spot.from : a.file < b.file ? -1 : 1,
  );
}

// Joins the facts of files into findings.
import { findApps } from "../gradle/app-ids.ts";
import { Catalogs } from "../gradle/catalogs.ts";
import { findWidestScope, type Scope } from "../gradle/scope.ts";
import type { Findings, FoundPermission, FoundTracker, InFile, ManifestFacts, ReadFile } from "./file-facts.ts";
import { getParentFolder } from "./ignore-rules.ts";

const MAX_FINDINGS = 20_000;

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
  /** Used entries with their scopes. */
  const usedEntries = new Map<FoundTracker, Scope>();
  for (const [file, { uses }] of files) {
    for (const [{ spot, scope }, entry] of catalogs.find(file, uses)) {
      usedEntries.set(entry, findWidestScope([scope, usedEntries.get(entry) ?? scope]));
      if (found.length <= MAX_FINDINGS) found.push({ ...entry, file, spot, scope });
    }
  }
  for (const [entry, scope] of usedEntries) found.push({ ...entry, scope });
  return found.concat(usedConstants(files));
}

/** Constants of build code that a script uses, by their names, whatever object the script puts before them. */
function usedConstants(files: readonly ReadFile[]): readonly FoundTracker[] {
  const declared = files.flatMap(([file, { entries }]) =>
    entries.filter(({ kind }) => kind === "constant").map(({ alias, hit }) => ({ alias, hit, file })),
  );
  const constantNames = new Set(declared.map(({ alias }) => alias));
  if (constantNames.size === 0) return [];
  /** Names that are used, with their scopes. */
  const used = new Map<string, Scope>();
  for (const [, { uses }] of files) {
    for (const { alias, scope } of uses) {
      for (let at = 0; at !== -1; at = alias.indexOf(".", at + 1)) {
        const name = at === 0 ? alias : alias.slice(at + 1);
        if (constantNames.has(name)) used.set(name, findWidestScope([scope, used.get(name) ?? scope]));
      }
    }
  }
  return declared.flatMap(({ alias, hit, file }) => {
    const scope = used.get(alias);
    return scope === undefined ? [] : [{ ...hit, file, scope }];
  });
}

/** Sorts by file and location. */
function sortByPlace<Found extends InFile>(found: readonly Found[]): readonly Found[] {
  return found.toSorted((a, b) =>
    a.file === b.file ? a.spot.line - b.spot.line || a.spot.from - b.spot.from : a.file < b.file ? -1 : 1,
  );
}

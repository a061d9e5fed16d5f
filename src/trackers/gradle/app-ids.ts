// Finds the application IDs in build scripts and manifests.
import { isPackageName } from "../model/report.ts";
import type {
  Findings,
  FoundApp,
  IdFact,
  InFile,
  ManifestFacts,
  Named,
  ReadFile,
  ScriptFacts,
} from "../scan/file-facts.ts";
import { getParentFolder } from "../scan/ignore-rules.ts";
import type { LineRange } from "../scan/lines.ts";
import { GradleNames } from "./gradle-names.ts";

/** Combinations of flavors multiply. Longer lists are cut here. */
const MAX_VARIANTS = 50;

interface ManifestFile {
  readonly file: string;
  readonly manifest: ManifestFacts;
}

/** Finds the apps in build scripts and manifests, each ID once, and the locations of IDs that can't be resolved. */
export function findApps(files: readonly ReadFile[]): Pick<Findings, "apps" | "unknownIds"> {
  const names = new GradleNames(files);
  const unknownIds: InFile[] = [];
  const scripts = new Map<string, { readonly file: string; readonly script: ScriptFacts }>();
  const manifests: ManifestFile[] = [];
  /** Whether a convention plugin or another shared script sets an ID. */
  let isSetElsewhere = false;
  for (const [file, { script: read, manifest }] of files) {
    const script = read === undefined ? undefined : dropOverridden(resolveNames(read, names, getParentFolder(file)));
    for (const { what, spot, of } of script?.open ?? []) {
      if (what === "id" || (what === "suffix" && !isUnreleased(of))) unknownIds.push({ file, spot });
    }
    if (script !== undefined && /\/build\.gradle(?:\.kts)?$/.test(file))
      scripts.set(getParentFolder(file), { file, script });
    else if (script !== undefined) {
      const setsId = script.ids.length + script.branchIds.length > 0;
      if (setsId) scripts.set(file, { file, script });
      isSetElsewhere ||= setsId || script.open.some(({ what }) => what === "id");
    }
    if (manifest !== undefined && manifest.scope !== "tests") manifests.push({ file, manifest });
  }
  const found: FoundApp[] = [];
  const byModule = manifestsByModule(manifests);
  for (const [folder, { file, script }] of scripts)
    found.push(...listVariants(script, file, findBaseId(script, file, byModule.get(folder), isSetElsewhere)));
  for (const { file, manifest } of manifests) {
    if (manifest.name === undefined || !manifest.launches || scripts.has(getModuleFolder(file))) continue;
    found.push({ ...app(manifest.name), file });
  }
  const first = new Map<string, FoundApp>();
  for (const each of found) if (isId(each.handle) && !first.has(each.handle)) first.set(each.handle, each);
  return { apps: [...first.values()].sort((a, b) => (a.handle < b.handle ? -1 : 1)), unknownIds };
}

/**
 * Returns the ID without suffixes: the ID set for all flavors, or the namespace of an app that sets none. If an ID is set
 * elsewhere, it may be that of any app that doesn't apply Android's own plugin.
 */
function findBaseId(
  { ids, branchIds, open, plugins, namespace }: ScriptFacts,
  file: string,
  own: ManifestFile | undefined,
  isSetElsewhere: boolean,
): (Named & { readonly file: string }) | undefined {
  const set = ids.find(({ of }) => of === undefined) ?? branchIds[0];
  if (set !== undefined) return { ...set, file };
  if (ids.length > 0 || open.some(({ what }) => what !== "suffix")) return undefined;
  const isApp = plugins.some((plugin) => /(?:^|[.-])application(?:$|[.-])/.test(plugin));
  if (!isApp && own?.manifest.launches !== true) return undefined;
  if (isSetElsewhere && !plugins.some((plugin) => /^(?:com\.)?android\.application$/.test(plugin))) return undefined;
  if (namespace !== undefined) return { ...namespace, file };
  return own?.manifest.name === undefined ? undefined : { ...own.manifest.name, file: own.file };
}

/** Resolves names that other files define. Only the build itself knows the values that stay open. */
function resolveNames(script: ScriptFacts, names: GradleNames, folder: string): ScriptFacts {
  const ids = [...script.ids];
  const suffixes = [...script.suffixes];
  let { namespace } = script;
  const open = script.open.filter(({ what, parts, of, spot }) => {
    const value = names.text(parts, folder);
    if (value === undefined || (what !== "suffix" && !isId(value))) return true;
    if (what === "namespace") namespace ??= { value, spot };
    else (what === "id" ? ids : suffixes).push({ value, spot, of });
    return false;
  });
  return { ...script, ids, suffixes, namespace, open };
}

/** Drops all but the last of several values: it wins even if it can't be resolved. */
function dropOverridden({ ids, suffixes, open, ...rest }: ScriptFacts): ScriptFacts {
  const openAs = (kind: "id" | "suffix") => open.filter(({ what }) => what === kind);
  const isLast = { id: matchLast([...ids, ...openAs("id")]), suffix: matchLast([...suffixes, ...openAs("suffix")]) };
  return {
    ...rest,
    ids: ids.filter(isLast.id),
    suffixes: suffixes.filter(isLast.suffix),
    open: open.filter((each) => each.what === "namespace" || isLast[each.what](each)),
  };
}

type PlacedFact = Pick<IdFact, "of" | "spot">;

/** Returns a test for the last fact of a flavor, of a build type, or of the whole app. */
function matchLast(facts: readonly PlacedFact[]): (fact: PlacedFact) => boolean {
  const key = ({ of }: PlacedFact): string => `${of?.kind ?? ""} ${of?.name ?? ""}`;
  const last = new Map<string, LineRange>();
  for (const each of facts) {
    const known = last.get(key(each));
    if (known === undefined || isBefore(known, each.spot)) last.set(key(each), each.spot);
  }
  return (fact) => !isBefore(fact.spot, last.get(key(fact)) ?? fact.spot);
}

function isBefore(a: LineRange, b: LineRange): boolean {
  return a.line === b.line ? a.from < b.from : a.line < b.line;
}

/** The IDs that a script defines: the base ID, and those of flavors and build types. */
function listVariants(
  { ids, branchIds, suffixes, flavors }: ScriptFacts,
  file: string,
  base: (Named & { readonly file: string }) | undefined,
): readonly FoundApp[] {
  const always = suffixes.filter(({ of }) => of === undefined);
  const release = suffixes.filter(({ of }) => of?.kind === "type" && !isUnreleased(of));
  const withSuffixes = ({ value }: Named, ends: readonly Named[]): string =>
    [...always, ...ends].reduce((id, end) => withSuffix(id, end.value), value);
  const found: FoundApp[] =
    base === undefined ? [] : [{ ...app(base), handle: withSuffixes(base, []), file: base.file }];
  for (const each of branchIds) found.push({ ...app(each), handle: withSuffixes(each, []), file });
  const dimensions = new Map<string | undefined, string[]>();
  for (const { name, dimension } of flavors) {
    const names = dimensions.get(dimension) ?? [];
    names.push(name);
    dimensions.set(dimension, names);
  }
  let combinations: readonly (readonly string[])[] = [[]];
  for (const names of dimensions.values()) {
    combinations = combinations
      .flatMap((combination) => names.map((name) => combination.concat(name)))
      .slice(0, MAX_VARIANTS);
  }
  for (const combination of combinations) {
    const inCombination = (facts: ScriptFacts["ids"]) =>
      combination.flatMap((name) => facts.filter((each) => each.of?.kind === "flavor" && each.of.name === name));
    const id = inCombination(ids)[0] ?? base;
    const ends = inCombination(suffixes);
    const owner = inCombination(ids)[0] ?? ends[0];
    if (id === undefined || owner === undefined) continue;
    found.push({
      handle: withSuffixes(id, [...ends, ...release]),
      of: combination,
      build: false,
      file,
      spot: owner.spot,
    });
  }
  for (const each of suffixes) {
    if (each.of?.kind !== "type" || base === undefined) continue;
    const handle = withSuffixes(base, [each]);
    found.push({ handle, of: [each.of.name], build: isUnreleased(each.of), file, spot: each.spot });
  }
  return found;
}

/** Whether it belongs to a build type that no store has. */
function isUnreleased(of: IdFact["of"]): boolean {
  return of?.kind === "type" && of.name !== "release";
}

/** Gradle adds a dot if the suffix has none. */
function withSuffix(id: string, suffix: string): string {
  return suffix === "" || suffix.startsWith(".") ? `${id}${suffix}` : `${id}.${suffix}`;
}

function app({ value, spot }: Named): Omit<FoundApp, "file"> {
  return { handle: value, spot, of: [], build: false };
}

/** Android allows letters, digits and `_` in at least two parts separated by dots. */
function isId(handle: string): boolean {
  return isPackageName(handle) && /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(handle);
}

/** The manifest of each module: its main one, or else the first of a flavor or build type. */
function manifestsByModule(manifests: readonly ManifestFile[]): ReadonlyMap<string, ManifestFile> {
  const byModule = new Map<string, ManifestFile>();
  for (const each of manifests) {
    const module = getModuleFolder(each.file);
    const known = byModule.get(module);
    if (known === undefined || (isMainManifest(each) && !isMainManifest(known))) byModule.set(module, each);
  }
  return byModule;
}

function isMainManifest({ file }: ManifestFile): boolean {
  const folder = getParentFolder(file);
  return folder.endsWith("/src/main") || folder === getModuleFolder(file);
}

/** Folder of the manifest's build script. */
function getModuleFolder(manifest: string): string {
  return getParentFolder(manifest).replace(/\/src\/\w+$/, "");
}

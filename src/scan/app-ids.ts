// Finds the application IDs in build scripts and manifests.
import type { Findings, FoundApp, IdFact, InFile, ManifestFacts, Named, ReadFile, ScriptFacts } from "./file-facts.ts";
import { getParentFolder } from "./files/ignore-rules.ts";
import type { LineRange } from "./files/lines.ts";
import type { Owner } from "./gradle/assignments.ts";
import { GradleNames } from "./gradle-values.ts";

/** Combinations of flavors multiply. Longer lists are cut here. */
const MAX_VARIANTS = 50;

interface ManifestFile {
  readonly file: string;
  readonly manifest: ManifestFacts;
}

/** A value with the file that sets it. */
type InScript<Fact extends Named> = Fact & { readonly file: string };

/** What the scripts of one module, or one shared script, define about an app. */
interface Build extends Omit<ScriptFacts, "ids" | "branchIds" | "variantIds" | "suffixes" | "namespace"> {
  readonly file: string;
  readonly ids: readonly InScript<IdFact>[];
  readonly branchIds: readonly InScript<Named>[];
  readonly variantIds: readonly InScript<Named>[];
  readonly suffixes: readonly InScript<IdFact>[];
  readonly namespace: InScript<Named> | undefined;
}

/** Finds the apps in build scripts and manifests, each ID once, and the locations of IDs that can't be resolved. */
export function findApps(files: readonly ReadFile[]): Pick<Findings, "apps" | "unknownIds"> {
  const names = new GradleNames(files);
  const unknownIds: InFile[] = [];
  const modules = new Map<string, Build>();
  const shared: Build[] = [];
  const manifests: ManifestFile[] = [];
  for (const [file, { script: read, manifest }] of files) {
    if (read !== undefined) {
      const build = dropOverridden(resolveNames(read, names, file));
      for (const { kind, spot, of } of build.open) {
        if (kind !== "namespace" && !isUnreleased(of)) unknownIds.push({ file, spot });
      }
      if (/\/build\.gradle(?:\.kts)?$/.test(file)) modules.set(getParentFolder(file), build);
      else shared.push(build);
    }
    if (manifest !== undefined && manifest.scope !== "tests") manifests.push({ file, manifest });
  }
  const scripts = new SharedScripts(shared, [...modules.values()], names);
  const builds = [...modules].map(([folder, build]) => ({ folder, build: scripts.addApplied(build) }));
  const unapplied = scripts.unapplied().filter(({ ids, branchIds }) => ids.length + branchIds.length > 0);
  /** Whether a script that no module is known to apply sets an ID. */
  const isSetElsewhere =
    unapplied.length > 0 || scripts.unapplied().some(({ open }) => open.some(({ kind }) => kind === "id"));
  const byModule = manifestsByModule(manifests);
  const found = builds.flatMap(({ folder, build }) =>
    listVariants(build, findBaseId(build, byModule.get(folder), isSetElsewhere)),
  );
  for (const build of unapplied) found.push(...listVariants(build, findBaseId(build, undefined, isSetElsewhere)));
  for (const { file, manifest } of manifests) {
    if (manifest.name === undefined || !manifest.launches || modules.has(getModuleFolder(file))) continue;
    found.push(toApp({ ...manifest.name, file }));
  }
  const first = new Map<string, FoundApp>();
  for (const each of found.sort((a, b) => Number(a.build) - Number(b.build)))
    if (isId(each.handle) && !first.has(each.handle)) first.set(each.handle, each);
  return { apps: [...first.values()].sort((a, b) => (a.handle < b.handle ? -1 : 1)), unknownIds };
}

/** Scripts and build code that several modules can apply, as plugins or with `apply from`. */
class SharedScripts {
  /** By the ID of the plugin, or the name of the script. */
  readonly #byName = new Map<string, Build>();
  /** Other code of the builds that make the plugins, by their folder. */
  readonly #helpers = new Map<string, Build[]>();
  readonly #all: readonly Build[];
  readonly #applied = new Set<Build>();

  constructor(shared: readonly Build[], modules: readonly Build[], names: GradleNames) {
    this.#all = shared;
    const idsByClass = new Map(
      modules.flatMap(({ ownPlugins }) => ownPlugins.map(({ id, className }) => [className, names.pluginId(id)])),
    );
    for (const build of shared) {
      const name = build.file.slice(build.file.lastIndexOf("/") + 1);
      const plugin = /\.gradle(?:\.kts)?$/.test(name)
        ? name.replace(/\.gradle(?:\.kts)?$/, "")
        : idsByClass.get(name.replace(/\.\w+$/, ""));
      if (plugin !== undefined) this.#byName.set(plugin, build).set(name, build);
      else {
        const folder = getBuildFolder(build.file);
        this.#helpers.set(folder, [...(this.#helpers.get(folder) ?? []), build]);
      }
    }
  }

  /** Adds what the scripts define that the script applies. Its own values come last, so they count. */
  addApplied(own: Build): Build {
    const applied = new Set<Build>();
    const add = ({ plugins, applied: files }: Build): void => {
      for (const name of [...plugins, ...files]) {
        const build = this.#byName.get(name);
        for (const each of build === undefined
          ? []
          : [...(this.#helpers.get(getBuildFolder(build.file)) ?? []), build]) {
          if (applied.has(each)) continue;
          applied.add(each);
          this.#applied.add(each);
          add(each);
        }
      }
    };
    add(own);
    return [...applied].reduce(mergeBuilds, own);
  }

  /** The scripts that no module applies, as far as their names show. */
  unapplied(): readonly Build[] {
    return this.#all.filter((build) => !this.#applied.has(build));
  }
}

/** The folder of the build, or of the project in it, that a source file belongs to. */
function getBuildFolder(file: string): string {
  const source = file.lastIndexOf("/src/");
  return source === -1 ? getParentFolder(file) : file.slice(0, source);
}

/** Adds the values of a shared script that the module's own scripts don't set. */
function mergeBuilds(own: Build, other: Build): Build {
  const isOwn = (facts: readonly PlacedFact[]): ((fact: PlacedFact) => boolean) => {
    const keys = new Set(facts.map(ownerKey));
    return (fact) => keys.has(ownerKey(fact));
  };
  const openAs = (kind: "id" | "suffix") => own.open.filter((each) => each.kind === kind);
  const hasId = isOwn([...own.ids, ...openAs("id")]);
  const hasSuffix = isOwn([...own.suffixes, ...openAs("suffix")]);
  const flavors = new Map([...other.flavors, ...own.flavors].map((flavor) => [flavor.name, flavor]));
  for (const { name, dimension } of other.flavors) {
    if (flavors.get(name)?.dimension === undefined) flavors.set(name, { name, dimension });
  }
  return {
    ...own,
    ids: [...own.ids, ...other.ids.filter((each) => !hasId(each))],
    branchIds: [...own.branchIds, ...other.branchIds],
    variantIds: [...own.variantIds, ...other.variantIds],
    suffixes: [...own.suffixes, ...other.suffixes.filter((each) => !hasSuffix(each))],
    open: [
      ...own.open,
      ...other.open.filter((each) => (each.kind === "id" ? !hasId(each) : each.kind === "suffix" && !hasSuffix(each))),
    ],
    flavors: [...flavors.values()],
    dimensions: [...new Set([...other.dimensions, ...own.dimensions])],
    types: [...new Set([...other.types, ...own.types])],
    copies: [...own.copies, ...other.copies],
    removed: [...own.removed, ...other.removed],
    plugins: [...own.plugins, ...other.plugins],
  };
}

/**
 * Returns the ID without suffixes: the ID set for all flavors, or the namespace of an app that sets none. If an ID is set
 * elsewhere, it may be that of any app that doesn't apply Android's own plugin.
 */
function findBaseId(
  { ids, branchIds, open, plugins, namespace }: Build,
  own: ManifestFile | undefined,
  isSetElsewhere: boolean,
): InScript<Named> | undefined {
  const set = ids.find(({ of }) => of === undefined) ?? branchIds[0];
  if (set !== undefined) return set;
  if (ids.length > 0 || open.some(({ kind }) => kind === "id" || kind === "branch" || kind === "namespace"))
    return undefined;
  const isApp = plugins.some((plugin) => /(?:^|[.-])application(?:$|[.-])/.test(plugin));
  if (!isApp && own?.manifest.launches !== true) return undefined;
  if (isSetElsewhere && !plugins.some((plugin) => /^(?:com\.)?android\.application$/.test(plugin))) return undefined;
  if (namespace !== undefined) return namespace;
  return own?.manifest.name === undefined ? undefined : { ...own.manifest.name, file: own.file };
}

/** Resolves names that other files define. Only the build itself knows the values that stay open. */
function resolveNames(script: ScriptFacts, names: GradleNames, file: string): Build {
  const inFile = <Fact extends Named>(fact: Fact): InScript<Fact> => ({ ...fact, file });
  const found = {
    id: script.ids.map(inFile),
    branch: script.branchIds.map(inFile),
    variant: script.variantIds.map(inFile),
    suffix: script.suffixes.map(inFile),
    namespace: script.namespace === undefined ? [] : [inFile(script.namespace)],
  };
  const open = script.open.filter(({ kind, parts, of, spot }) => {
    const value = names.text(parts, getParentFolder(file));
    if (value === undefined || (kind !== "suffix" && !isId(value))) return true;
    found[kind].push({ value, spot, of, file });
    return false;
  });
  const { id: ids, branch: branchIds, variant: variantIds, suffix: suffixes } = found;
  const plugins = script.plugins.map((plugin) => names.pluginId(plugin));
  return { ...script, file, plugins, ids, branchIds, variantIds, suffixes, namespace: found.namespace[0], open };
}

/** Drops all but the last of several values: it wins even if it can't be resolved. */
function dropOverridden({ ids, suffixes, open, ...rest }: Build): Build {
  const openAs = (kind: "id" | "suffix") => open.filter((each) => each.kind === kind);
  const isLast = { id: matchLast([...ids, ...openAs("id")]), suffix: matchLast([...suffixes, ...openAs("suffix")]) };
  return {
    ...rest,
    ids: ids.filter(isLast.id),
    suffixes: suffixes.filter(isLast.suffix),
    open: open.filter((each) => (each.kind === "id" || each.kind === "suffix" ? isLast[each.kind](each) : true)),
  };
}

type PlacedFact = Pick<IdFact, "of" | "spot">;

function ownerKey({ of }: Pick<IdFact, "of">): string {
  return `${of?.kind ?? ""} ${of?.name ?? ""}`;
}

/** Returns a test for the last fact of a flavor, of a build type, or of the whole app. */
function matchLast(facts: readonly PlacedFact[]): (fact: PlacedFact) => boolean {
  const last = new Map<string, LineRange>();
  for (const each of facts) {
    const known = last.get(ownerKey(each));
    if (known === undefined || isBefore(known, each.spot)) last.set(ownerKey(each), each.spot);
  }
  return (fact) => !isBefore(fact.spot, last.get(ownerKey(fact)) ?? fact.spot);
}

function isBefore(a: LineRange, b: LineRange): boolean {
  return a.line === b.line ? a.from < b.from : a.line < b.line;
}

/** What a flavor or a build type changes; undefined for one or more that change nothing and need no name. */
interface Change {
  readonly name: string;
  readonly id: InScript<Named> | undefined;
  readonly suffix: InScript<Named> | undefined;
}

/** The IDs of all variants: each combination of flavors with each build type. */
function listVariants(build: Build, base: InScript<Named> | undefined): readonly FoundApp[] {
  const { branchIds, variantIds, suffixes } = build;
  const always = suffixes.find(({ of }) => of === undefined);
  const types = listChanges(build, "type", ["release", "debug", ...build.types]);
  const bases = base === undefined ? [undefined] : [base, ...branchIds.filter(({ value }) => value !== base.value)];
  const found: FoundApp[] = [];
  for (const flavors of combineFlavors(build)) {
    for (const each of bases) {
      const id = flavors.find((flavor) => flavor.id !== undefined)?.id ?? each;
      if (id === undefined) continue;
      for (const type of types) {
        const all = type === undefined ? flavors : [...flavors, type];
        if (isRemoved(build, all)) continue;
        const changes = all.filter(changesId);
        const suffixesInOrder = [always, ...changes.map(({ suffix }) => suffix)];
        const handle = suffixesInOrder.reduce<string>((value, end) => withSuffix(value, end), id.value);
        const [change] = changes;
        const { file, spot } = change?.id ?? change?.suffix ?? id;
        const isBuild = type !== undefined && isUnreleased({ kind: "type", name: type.name });
        found.push({ handle, of: changes.map(({ name }) => name), build: isBuild, file, spot });
      }
    }
  }
  return found.concat(variantIds.map(toApp));
}

/** Whether the script removes the variant, as far as it names it. */
function isRemoved({ removed }: Build, all: readonly Change[]): boolean {
  const names = all.map(({ name }) => name);
  const variant = names.map((name, index) =>
    index === 0 ? name : `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
  );
  const known = new Set([...names, variant.join("")]);
  return removed.some((each) => each.every((name) => known.has(name)));
}

function changesId({ id, suffix }: Change): boolean {
  return id !== undefined || (suffix?.value ?? "") !== "";
}

/** The changes of the flavors or types of these names, and undefined if one of them changes nothing. */
function listChanges(
  { ids, suffixes, copies, open, removed }: Build,
  kind: Owner["kind"],
  names: readonly string[],
): readonly (Change | undefined)[] {
  const isOf = (name: string, { of }: Pick<IdFact, "of">): boolean => of?.kind === kind && of.name === name;
  const find = (
    name: string,
    facts: readonly InScript<IdFact>[],
    kind: "id" | "suffix",
  ): InScript<Named> | undefined => {
    const seen = new Set<string>();
    for (let owner = name; !seen.has(owner);) {
      const of = owner;
      const own = facts.find((fact) => isOf(of, fact));
      if (own !== undefined || open.some((each) => each.kind === kind && isOf(of, each))) return own;
      seen.add(of);
      owner = copies.find((copy) => isOf(of, copy))?.from ?? of;
    }
    return undefined;
  };
  const changes = [...new Set(names)].slice(0, MAX_VARIANTS).flatMap((name) => {
    if (open.some((each) => each.kind === "id" && isOf(name, each))) return [];
    const change = { name, id: find(name, ids, "id"), suffix: find(name, suffixes, "suffix") };
    // Removed variants are known by all their names.
    return removed.length === 0 && !changesId(change) ? [undefined] : [change];
  });
  return changes.filter((change, index) => change !== undefined || changes.indexOf(undefined) === index);
}

/** One flavor of each dimension, in every combination. The first dimension decides on the ID. */
function combineFlavors(build: Build): readonly (readonly Change[])[] {
  const [only] = build.dimensions;
  const dimensions = new Map<string | undefined, string[]>(build.dimensions.map((dimension) => [dimension, []]));
  for (const { name, dimension = build.dimensions.length === 1 ? only : undefined } of build.flavors) {
    const names = dimensions.get(dimension) ?? [];
    names.push(name);
    dimensions.set(dimension, names);
  }
  let combinations: readonly (readonly Change[])[] = [[]];
  for (const names of dimensions.values()) {
    if (names.length === 0) continue;
    const changes = listChanges(build, "flavor", names);
    combinations = combinations
      .flatMap((combination) => changes.map((each) => combination.concat(each ?? [])))
      .slice(0, MAX_VARIANTS);
  }
  return combinations;
}

/** Whether it belongs to a build type that no store has. */
function isUnreleased(of: IdFact["of"]): boolean {
  return of?.kind === "type" && of.name !== "release";
}

/** Gradle adds a dot if the suffix has none. */
function withSuffix(id: string, suffix: Named | undefined): string {
  if (suffix === undefined || suffix.value === "") return id;
  return suffix.value.startsWith(".") ? `${id}${suffix.value}` : `${id}.${suffix.value}`;
}

function toApp({ value, spot, file }: InScript<Named>): FoundApp {
  return { handle: value, spot, file, of: [], build: false };
}

/** Android allows letters, digits and `_` in at least two parts separated by dots. */
/** A longer text is not an ID. */
const MAX_ID_CHARS = 255;

function isId(handle: string): boolean {
  return handle.length <= MAX_ID_CHARS && /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(handle);
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

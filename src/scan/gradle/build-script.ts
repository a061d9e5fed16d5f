// Reads dependencies, plugins and application IDs from Gradle build scripts.
import { findDeclared, readValue, withoutPath, type Owner, type Placed, type Value } from "./assignments.ts";
import { parseCoordinate, type Dependency } from "./coordinates.ts";
import { findKey, findList, withoutVersions, type ListedLibrary } from "./listed-libraries.ts";
import { codeBefore, isIn, parseStatements, type Block, type Statement } from "./outline.ts";
import { findRemovedVariants, isVariantFilter, type RemovedVariants } from "./removed-variants.ts";
import { addsToApp, EVERYWHERE, findWhere, type Where } from "./scope.ts";
import type { Literal, Source } from "./source.ts";
import { findDefinitions, parseValue, type Definitions, type Part } from "./values.ts";

/** A plugin applied by ID. */
export interface Plugin extends Placed {
  readonly id: string;
}

/** A version catalog entry, by the accessor that Gradle generates from its name. */
export interface CatalogAccess extends Placed, Where {
  readonly kind: "library" | "bundle" | "plugin";
  /** The name of the catalog; undefined if the script leaves it out. */
  readonly catalog: string | undefined;
  /** The alias with dots, without the name of the catalog. */
  readonly alias: string;
}

/** A value defined elsewhere, or computed at run time. */
export interface OpenValue extends Placed {
  readonly kind: "id" | "branch" | "variant" | "suffix" | "namespace";
  /** Undefined if only the build can compute it. */
  readonly parts: readonly Part[] | undefined;
  readonly of: Value["of"];
}

/** A flavor or build type that starts as a copy of another one: `initWith(getByName("debug"))`. */
interface Copy {
  readonly of: Owner;
  readonly from: string;
}

/** A plugin that the build itself contains. */
interface OwnPlugin {
  /** Its ID, or the alias of its catalog entry. */
  readonly id: string;
  /** The name of its class without the package. */
  readonly className: string;
}

export interface BuildScript {
  readonly dependencies: readonly Dependency[];
  readonly listed: readonly ListedLibrary[];
  readonly plugins: readonly Plugin[];
  readonly uses: readonly CatalogAccess[];
  readonly ids: readonly Value[];
  /** IDs in the branches of a condition, each of which may count. */
  readonly branchIds: readonly Value[];
  /** IDs of single variants, which replace those of their flavors and build types. */
  readonly variantIds: readonly Value[];
  readonly suffixes: readonly Value[];
  readonly namespace: Value | undefined;
  /** IDs, suffixes and namespaces that the script does not contain as plain text. */
  readonly open: readonly OpenValue[];
  /** Values that other scripts can use. */
  readonly shared: Definitions["shared"];
  readonly flavors: readonly { readonly name: string; readonly dimension: string | undefined }[];
  /** The dimensions in their order, which decides which ID counts and how suffixes follow each other. */
  readonly dimensions: readonly string[];
  /** The build types that the script mentions. */
  readonly types: readonly string[];
  readonly copies: readonly Copy[];
  /** Variants that the script removes from the build. */
  readonly removed: readonly RemovedVariants[];
  /** The names of other scripts that the script applies, without their folders. */
  readonly applied: readonly string[];
  readonly ownPlugins: readonly OwnPlugin[];
  /** The plugins of a catalog in the settings. */
  readonly catalogPlugins: readonly { readonly alias: string; readonly id: string }[];
  /** URLs that the build uses, not the app. */
  readonly addresses: ReadonlySet<Literal>;
}

const DEPENDENCIES = /^dependencies$/;
const BRANCH = /^(?:if|else|when|switch)$/;
/** The code right before a string that is the group or the name of a coordinate. */
const GROUP = /\bgroup['"]?\s*[:=]\s*['"]{1,3}$/;
const NAME = /\bname['"]?\s*[:=]\s*['"]{1,3}$/;

const ID = /^(?:applicationId|setApplicationId)$/;
const SUFFIX = /^(?:applicationIdSuffix|setApplicationIdSuffix)$/;
/** Blocks for single variants, with the name that they give to one. */
const VARIANTS = /\b(?:onVariants|applicationVariants)\b/;
/** Declares a variable, which may have any name. */
const DECLARATION = /^(?:(?:private|public|internal|const|final|static|override) )*(?:val|var|def|String|fun) /;

const NOT_APPLIED = /\bapply ?\(? ?false/;

/** Reads what a build script states literally, without running it. */
export function parseBuildScript(source: Source): BuildScript {
  const statements = parseStatements(source);
  const { own: values, shared } = findDefinitions(statements);
  const open: OpenValue[] = [];
  const dependencies: Dependency[] = [];
  const listed: ListedLibrary[] = [];
  const plugins: Plugin[] = [];
  const uses: CatalogAccess[] = [];
  const ids: Value[] = [];
  const branchIds: Value[] = [];
  const variantIds: Value[] = [];
  const suffixes: Value[] = [];
  const flavors = new Map<string, { name: string; dimension: string | undefined }>();
  const dimensions = new Set<string>();
  const types = new Set<string>();
  const copies: Copy[] = [];
  const removed: RemovedVariants[] = [];
  const applied: string[] = [];
  const ownPlugins = new Map<Block, { id?: string; className?: string }>();
  const catalogPlugins: { alias: string; id: string }[] = [];
  const addresses = new Set<Literal>();
  const namespaces: Value[] = [];
  const readInto = (kind: OpenValue["kind"], into: Value[], statement: Statement, of: Value["of"]): void => {
    const found = readValue(statement, values, of);
    into.push(...found);
    if (found.length > 0) return;
    const parts = parseValue(statement)?.map((part) => {
      const text = "name" in part ? values.get(part.name) : undefined;
      return text === undefined ? part : { text };
    });
    const { start, code, word } = statement;
    open.push({ kind, parts, of, from: start + code.indexOf(word), to: start + code.trimEnd().length });
  };
  for (const original of statements) {
    const { statement, of } = withoutPath(original);
    // A filter of variants names flavors and build types, but declares none.
    const declared = original.blocks.some(isVariantFilter) ? undefined : (findDeclared(original) ?? of);
    if (declared?.kind === "type") types.add(declared.name);
    if (declared?.kind === "flavor") {
      const before = flavors.get(declared.name);
      const dimension = /^(?:d|setD)imension$/.test(statement.word) ? statement.literals[0]?.text : undefined;
      flavors.set(declared.name, { name: declared.name, dimension: dimension ?? before?.dimension });
    }
    if (statement.word === "flavorDimensions" || statement.word === "flavorDimensionList")
      for (const { text } of statement.literals) dimensions.add(text);
    if (statement.word === "initWith" && of !== undefined) {
      const from = statement.literals[0]?.text ?? /(\w+) ?\)?$/.exec(statement.flat.slice(-100))?.[1];
      if (from !== undefined) copies.push({ of, from });
    }
    if (!DECLARATION.test(statement.flat)) {
      if (ID.test(statement.word)) {
        const isForVariant = statement.blocks.some(({ head }) => VARIANTS.test(head));
        if (isForVariant && of === undefined) {
          if (/^\w+(?:\.set ?\(| ?=)/.test(statement.flat)) readInto("variant", variantIds, statement, of);
        } else if (of?.kind === "flavor") readInto("id", ids, statement, of);
        else if (of === undefined && isInDefaults(original))
          if (isIn(statement, BRANCH)) readInto("branch", branchIds, statement, of);
          else readInto("id", ids, statement, of);
      }
      if (SUFFIX.test(statement.word)) readInto("suffix", suffixes, statement, of);
      if (/^(?:namespace|setNamespace)$/.test(statement.word)) readInto("namespace", namespaces, statement, undefined);
    }
    removed.push(...findRemovedVariants(statement));
    readOwnPlugin(statement, ownPlugins);
    if (statement.word === "plugin" && isIn(statement, /^versionCatalogs$/)) {
      const [alias, id] = statement.literals;
      if (alias !== undefined && id !== undefined) catalogPlugins.push({ alias: normalAlias(alias.text), id: id.text });
    }
    if (statement.word === "apply" && /\bfrom ?[:=]/.test(statement.flat)) {
      const name = statement.literals[0]?.text.split("/").at(-1);
      if (name !== undefined) applied.push(name);
    }
    const { flat, start, code } = statement;
    // Kotlin has words for Gradle's own plugins.
    if (/^(?:application|war)$/.test(flat) && isIn(statement, /^plugins$/))
      plugins.push({ id: flat, from: start + code.indexOf(flat), to: start + code.trimEnd().length });
    // Most statements are only braces.
    if (statement.literals.length === 0 && !statement.code.includes(".") && !isIn(statement, DEPENDENCIES)) continue;
    if (
      isIn(statement, /^(?:repositories|pluginManagement|buildscript)$/) ||
      /^(?:maven|url|uri)$/.test(statement.word)
    )
      for (const literal of statement.literals) addresses.add(literal);
    plugins.push(...readPlugins(statement));
    const list = findList(statement);
    if (!addsToApp(statement, list !== undefined)) continue;
    // Not `push(...)`: a statement of a generated file may have more of them than a call can take as arguments.
    const indexes = new Map(list === undefined ? [] : statement.literals.map(({ start }, index) => [start, index]));
    for (const each of readDependencies(statement)) {
      if (list === undefined) dependencies.push(each);
      else listed.push({ ...each, ...list, key: findKey(statement, indexes.get(each.from) ?? 0) });
    }
    for (const each of readCatalogAccesses(statement)) uses.push(each);
  }
  const namespace = namespaces.at(-1);
  return {
    dependencies,
    listed,
    plugins,
    uses,
    ids,
    branchIds,
    variantIds,
    suffixes,
    namespace,
    open,
    shared,
    flavors: [...flavors.values()],
    dimensions: [...dimensions],
    types: [...types],
    copies,
    removed,
    applied,
    ownPlugins: [...ownPlugins.values()].flatMap(({ id, className }) =>
      id === undefined || className === undefined ? [] : [{ id, className }],
    ),
    catalogPlugins,
    addresses,
  };
}

/** Whether the statement sets something for all flavors and build types, and not in a block of something else. */
function isInDefaults({ blocks, flat }: Statement): boolean {
  return [...blocks.map(({ head }) => head.slice(-100)), flat.slice(0, 100)].some((head) =>
    /[dD]efaultConfig\b/.test(head),
  );
}

/** Reads the ID or the class of a plugin in a `gradlePlugin` block. */
function readOwnPlugin(
  { word, flat, blocks, literals }: Statement,
  into: Map<Block, { id?: string; className?: string }>,
) {
  const block = blocks.at(-1);
  if (block === undefined || !blocks.some((each) => each.word === "gradlePlugin")) return;
  const [value] = literals;
  const plugin = into.get(block) ?? {};
  if (word === "id") {
    const [of, get] = /\bplugins\.([\w.]+)/.exec(flat)?.[1]?.split(/\.(get)\b/) ?? [];
    const id = value?.text ?? (get === undefined ? undefined : of);
    if (id !== undefined) plugin.id = id;
  } else if (word === "implementationClass" && value !== undefined) {
    plugin.className = value.text.slice(value.text.lastIndexOf(".") + 1);
  }
  into.set(block, plugin);
}

/** Coordinates in build code, such as `object Libraries`. */
export function parseCoordinates(literals: readonly Literal[], where: Where = EVERYWHERE): readonly Dependency[] {
  return literals.flatMap((literal) => {
    const coordinate = parseCoordinate(literal.text);
    return coordinate === undefined ? [] : [{ coordinate, from: literal.start, to: literal.end, ...where }];
  });
}

function readDependencies(statement: Statement): readonly Dependency[] {
  const literals = statement.literals.filter((literal) => !/\bexclude\b[^)]*$/.test(codeBefore(statement, literal)));
  if (literals.length === 0) return [];
  const where = findWhere(statement);
  const found = parseCoordinates(literals, where);
  if (found.length > 0) return found;
  const parts = literals.filter(({ text }) => /^[\w.-]+$/.test(text));
  const positional = /(?:Implementation|implementation|[aA]pi|Only|[cC]ompile)$/.test(statement.word)
    ? parts
    : statement.word === "library"
      ? parts.slice(1) // A catalog in the settings: `library("alias", "group", "name")`.
      : [];
  const named = (key: RegExp, index: number): readonly Literal[] => {
    const keyed = literals.filter((literal) => key.test(codeBefore(statement, literal)));
    return keyed.length > 0 ? keyed : positional.slice(index, index + 1);
  };
  const names = named(NAME, 1);
  // A list of maps has several groups, each with its name.
  return named(GROUP, 0).flatMap((group, index) => {
    const name = names[index];
    if (name === undefined || group === name || !group.text.includes(".")) return [];
    const isOnOtherLine = statement.code
      .slice(group.end - statement.start, name.start - statement.start)
      .includes("\n");
    const to = isOnOtherLine ? group.end : Math.max(group.end, name.end);
    return [{ coordinate: { group: group.text, name: name.text }, from: group.start, to, ...where }];
  });
}

function readPlugins(statement: Statement): readonly Plugin[] {
  const { word, flat, literals } = statement;
  const [first] = literals;
  if (first === undefined || NOT_APPLIED.test(flat)) return [];
  if (isIn(statement, /^(?:pluginManagement|buildscript|gradlePlugin)$/)) return [];
  const applied =
    (word === "id" && isIn(statement, /^plugins$/)) ||
    (word === "apply" && /\bplugin ?[:=]/.test(flat)) ||
    /\b(?:plugins|pluginManager|getPlugins ?\( ?\)|getPluginManager ?\( ?\)) ?\. ?apply ?\(/.test(flat) ||
    (word === "apply" &&
      statement.blocks.some(({ head }) => /\b(?:plugins|pluginManager) ?\)?$/.test(head.slice(-100))));
  return applied && !first.filled ? [{ id: first.text, from: first.start, to: first.end }] : [];
}

function readCatalogAccesses(statement: Statement): readonly CatalogAccess[] {
  const { flat, start, literals } = statement;
  const code = withoutVersions(statement.code, start, literals);
  const where = findWhere(statement);
  const found: CatalogAccess[] = [];
  if (isIn(statement, DEPENDENCIES)) {
    for (const { 1: alias = "", index } of code.matchAll(/(?<![\w.])([A-Za-z_]\w*)(?!\s*[\w.("'{:=[])/g))
      found.push({
        kind: "library",
        catalog: undefined,
        alias: normalAlias(alias),
        from: start + index,
        to: start + index,
        ...where,
      });
  }
  const applied = !NOT_APPLIED.test(flat) && (isIn(statement, /^plugins$/) || /\bapply\b/.test(flat));
  for (const match of code.matchAll(/\b[A-Za-z]\w*(?:\s*\.\s*[A-Za-z]\w*)+(?!\w|\s*\.\s*\w|\s*\+?=(?!=))/g)) {
    const parts = match[0].split(".").map((part) => part.trim());
    const [catalog, kind = ""] = parts;
    const rest = parts.slice(kind === "bundles" || kind === "plugins" ? 2 : 1);
    const alias = rest.join(".").replace(/\.(?:get|asProvider|toString|orNull)$/, "");
    const from = start + match.index;
    // `projects` are the modules of the build.
    if (alias === "" || catalog === "projects" || (kind === "plugins" && !applied)) continue;
    found.push({
      kind: kind === "bundles" ? "bundle" : kind === "plugins" ? "plugin" : "library",
      catalog,
      alias: normalAlias(alias),
      from,
      to: from + match[0].length,
      ...where,
    });
  }
  for (const literal of literals) {
    const [, map] = /\b(\w+)\s*\[\s*["']+$/.exec(codeBefore(statement, literal)) ?? [];
    const after = code.slice(literal.end - start, literal.end - start + 40);
    if (map !== undefined && !/^["']+\s*\]\s*\+?=(?!=)/.test(after)) {
      const alias = normalAlias(literal.text);
      found.push({ kind: "library", catalog: map, alias, from: literal.start, to: literal.end, ...where });
    }
    const [, catalog, kind] =
      /(?:\b(\w+)\s*\.\s*)?\bfind(Library|Bundle|Plugin)\s*\(\s*["']+$/.exec(codeBefore(statement, literal)) ?? [];
    if (kind === undefined) continue;
    const of = kind === "Library" ? "library" : kind === "Bundle" ? "bundle" : "plugin";
    found.push({ kind: of, catalog, alias: normalAlias(literal.text), from: literal.start, to: literal.end, ...where });
  }
  return found;
}

/** Gradle turns these characters into dots. */
export function normalAlias(alias: string): string {
  return alias.replace(/[-_.]+/g, ".").toLowerCase();
}

// Reads dependencies, plugins and application IDs from Gradle build scripts.
import { OTHER_PLATFORM } from "../scan/files.ts";
import { readValue, withoutPath, type Placed, type Value } from "./assignments.ts";
import { parseCoordinate, type Coordinate } from "./coordinates.ts";
import { codeBefore, isIn, parseStatements, type Statement } from "./outline.ts";
import { findNarrowestScope, parseScope, type Scope } from "./scope.ts";
import type { Literal, Source } from "./source.ts";
import { findDefinitions, isInExtra, parseValue, type Definitions, type Part } from "./values.ts";

/** A library dependency by coordinate. */
export interface Dependency extends Placed {
  readonly coordinate: Coordinate;
  readonly scope: Scope;
}

/** A plugin applied by ID. */
export interface Plugin extends Placed {
  readonly id: string;
}

/** A version catalog entry, by the accessor that Gradle generates from its name. */
export interface CatalogAccess extends Placed {
  readonly kind: "library" | "bundle" | "plugin";
  /** The name of the catalog; undefined if the script leaves it out. */
  readonly catalog: string | undefined;
  /** The alias with dots, without the name of the catalog. */
  readonly alias: string;
  readonly scope: Scope;
}

/** A value defined elsewhere, or computed at run time. */
export interface OpenValue extends Placed {
  readonly what: "id" | "suffix" | "namespace";
  /** Undefined if only the build can compute it. */
  readonly parts: readonly Part[] | undefined;
  readonly of: Value["of"];
}

export interface BuildScript {
  readonly dependencies: readonly Dependency[];
  readonly plugins: readonly Plugin[];
  readonly uses: readonly CatalogAccess[];
  readonly ids: readonly Value[];
  /** IDs in the branches of a condition, each of which may count. */
  readonly branchIds: readonly Value[];
  readonly suffixes: readonly Value[];
  readonly namespace: Value | undefined;
  /** IDs, suffixes and namespaces that the script does not contain as plain text. */
  readonly open: readonly OpenValue[];
  /** Values that other scripts can use. */
  readonly shared: Definitions["shared"];
  /** Flavors with their dimensions, in the order of the dimensions. */
  readonly flavors: readonly { readonly name: string; readonly dimension: string | undefined }[];
  /** URLs that the build uses, not the app. */
  readonly addresses: ReadonlySet<Literal>;
}

/** Statements that add nothing to the app. */
const IGNORED_STATEMENT =
  /^(?:exclude|force|failOnVersionConflict|classpath|module|substitute|resolutionStrategy|components|withModule|replacedBy|because|using|with|url|uri|maven|version|kapt\w*|ksp\w*|annotationProcessor|lintChecks|detektPlugins|coreLibraryDesugaring|provided|\w*[cC]ompileOnly(?:Api)?)$/;
const IGNORED_BLOCK =
  /^(?:constraints|exclude|resolutionStrategy|dependencySubstitution|buildscript|pluginManagement|modules|components|componentSelection|capabilitiesResolution)$/;
const DEPENDENCIES = /^dependencies$/;
const BRANCH = /^(?:if|else|when|switch)$/;
/** A source set of Kotlin Multiplatform, or a test suite. */
const SCOPED_BLOCK = /^(?:\w+(?:Test|Debug)|testing)$/;

/** The code right before a string that is the group or the name of a coordinate. */
const GROUP = /\bgroup['"]?\s*[:=]\s*['"]{1,3}$/;
const NAME = /\bname['"]?\s*[:=]\s*['"]{1,3}$/;

const NOT_APPLIED = /\bapply ?\(? ?false/;

/** Reads what a build script states literally, without running it. */
export function parseBuildScript(source: Source): BuildScript {
  const statements = parseStatements(source);
  const { own: values, shared } = findDefinitions(statements);
  const open: OpenValue[] = [];
  const dependencies: Dependency[] = [];
  const plugins: Plugin[] = [];
  const uses: CatalogAccess[] = [];
  const ids: Value[] = [];
  const branchIds: Value[] = [];
  const suffixes: Value[] = [];
  const flavors = new Map<string, { name: string; dimension: string | undefined }>();
  /** The dimensions with their positions. */
  const dimensions = new Map<string, number>();
  const addresses = new Set<Literal>();
  const namespaces: Value[] = [];
  const readInto = (what: OpenValue["what"], into: Value[], statement: Statement, of: Value["of"]): void => {
    const found = readValue(statement, values, of);
    into.push(...found);
    if (found.length > 0) return;
    const parts = parseValue(statement)?.map((part) => {
      const text = "name" in part ? values.get(part.name) : undefined;
      return text === undefined ? part : { text };
    });
    const { start, code, word } = statement;
    open.push({ what, parts, of, from: start + code.indexOf(word), to: start + code.trimEnd().length });
  };
  for (const original of statements) {
    const { statement, of } = withoutPath(original);
    if (of?.kind === "flavor") {
      const before = flavors.get(of.name);
      const dimension = statement.word === "dimension" ? statement.literals[0]?.text : undefined;
      flavors.set(of.name, { name: of.name, dimension: dimension ?? before?.dimension });
    }
    if (statement.word === "flavorDimensions" || statement.word === "flavorDimensionList")
      for (const { text } of statement.literals) dimensions.set(text, dimensions.size);
    if (/^(?:applicationId|setApplicationId)$/.test(statement.word) && !isInExtra(statement))
      readInto("id", of === undefined && isIn(statement, BRANCH) ? branchIds : ids, statement, of);
    if (/^(?:applicationIdSuffix|setApplicationIdSuffix)$/.test(statement.word))
      readInto("suffix", suffixes, statement, of);
    if (/^(?:namespace|setNamespace)$/.test(statement.word)) readInto("namespace", namespaces, statement, undefined);
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
    if (IGNORED_STATEMENT.test(statement.word) || isIn(statement, IGNORED_BLOCK) || isIn(statement, OTHER_PLATFORM))
      continue;
    // Not `push(...)`: a statement of a generated file may have more of them than a call can take as arguments.
    for (const each of readDependencies(statement)) dependencies.push(each);
    for (const each of readCatalogAccesses(statement)) uses.push(each);
  }
  const namespace = namespaces.at(-1);
  // The order of the dimensions, not of the flavors, decides which ID counts and how suffixes follow each other.
  const flavorList = [...flavors.values()].sort(
    (a, b) => (dimensions.get(a.dimension ?? "") ?? 0) - (dimensions.get(b.dimension ?? "") ?? 0),
  );
  return {
    dependencies,
    plugins,
    uses,
    ids,
    branchIds,
    suffixes,
    namespace,
    open,
    shared,
    flavors: flavorList,
    addresses,
  };
}

/** Coordinates in build code, such as `object Libraries`. */
export function parseCoordinates(literals: readonly Literal[], scope: Scope = "app"): readonly Dependency[] {
  return literals.flatMap((literal) => {
    const coordinate = parseCoordinate(literal.text);
    return coordinate === undefined ? [] : [{ coordinate, from: literal.start, to: literal.end, scope }];
  });
}

const CONSTANT = /\b(?:val|var|String)\s+(\w+)\s*(?::\s*String\s*)?=\s*"{1,3}$/;

/**
 * Finds strings that are constants, and returns their names by offset. Leaves out constants that the file mentions
 * again, because it may use them in any way.
 */
export function parseConstants({ code, literals }: Source): ReadonlyMap<number, string> {
  const mentioned = new Set(
    Array.from(withoutVersions(code, 0, literals).matchAll(/(?<!\b(?:val|var|String) )\b\w+/g), ([word]) => word),
  );
  const names = new Map<number, string>();
  for (const { start } of literals) {
    const [, name] = CONSTANT.exec(code.slice(Math.max(0, start - 120), start)) ?? [];
    if (name !== undefined && !mentioned.has(name)) names.set(start, normalAlias(name));
  }
  return names;
}

/** Blanks coordinates with interpolations, which insert versions rather than libraries. */
function withoutVersions(code: string, start: number, literals: readonly Literal[]): string {
  let result = "";
  let from = 0;
  for (const literal of literals) {
    if (!literal.filled || !/^[\w.-]+:[\w.-]+/.test(literal.text.slice(0, 200))) continue;
    const [at, end] = [literal.start - start, literal.end - start];
    if (at < from) continue;
    result += code.slice(from, at) + " ".repeat(end - at);
    from = end;
  }
  return result + code.slice(from);
}

function readDependencies(statement: Statement): readonly Dependency[] {
  const literals = statement.literals.filter((literal) => !/\bexclude\b[^)]*$/.test(codeBefore(statement, literal)));
  if (literals.length === 0) return [];
  const scope = findScope(statement);
  const found = parseCoordinates(literals, scope);
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
    return [{ coordinate: { group: group.text, name: name.text }, from: group.start, to, scope }];
  });
}

function findScope({ word, blocks, literals }: Statement): Scope {
  const names = blocks.flatMap((block) => [block.word, block.name ?? ""]).filter((name) => SCOPED_BLOCK.test(name));
  const configurations = literals.flatMap(({ text }) => (/^\w+Implementation$/.test(text) ? text : []));
  return findNarrowestScope(
    [word, ...configurations, ...names].map((name) => (name === "testing" ? "tests" : parseScope(name))),
  );
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
  const scope = findScope(statement);
  const found: CatalogAccess[] = [];
  if (isIn(statement, DEPENDENCIES)) {
    for (const { 1: alias = "", index } of code.matchAll(/(?<![\w.])([A-Za-z_]\w*)(?!\s*[\w.("'{:=])/g))
      found.push({
        kind: "library",
        catalog: undefined,
        alias: normalAlias(alias),
        from: start + index,
        to: start + index,
        scope,
      });
  }
  const applied = !NOT_APPLIED.test(flat);
  for (const match of code.matchAll(/\b[A-Za-z]\w*(?:\s*\.\s*[A-Za-z]\w*)+/g)) {
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
      scope,
    });
  }
  for (const literal of literals) {
    const [, catalog, kind] =
      /(?:\b(\w+)\s*\.\s*)?\bfind(Library|Bundle|Plugin)\s*\(\s*["']+$/.exec(codeBefore(statement, literal)) ?? [];
    if (kind === undefined) continue;
    const of = kind === "Library" ? "library" : kind === "Bundle" ? "bundle" : "plugin";
    found.push({ kind: of, catalog, alias: normalAlias(literal.text), from: literal.start, to: literal.end, scope });
  }
  return found;
}

/** Gradle turns these characters into dots. */
export function normalAlias(alias: string): string {
  return alias.replace(/[-_.]+/g, ".").toLowerCase();
}

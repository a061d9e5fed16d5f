// Decides what counts as in the app: what a library or code is a part of (the app of every build, its debug builds only,
// or tests only), and which statements of a build script add nothing to it.
import { isIn, type Statement } from "./outline.ts";

/** The widest first. */
const SCOPES = ["app", "debug", "tests"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scope of a configuration: that of "debugUnitTestRuntimeClasspath" is tests, but not that of "testnet". */
export function parseScope(configuration: string): Scope {
  if (/^test(?![a-z])|Test(?![a-z])/.test(configuration)) return "tests";
  return /^debug(?![a-z])|Debug(?![a-z])/.test(configuration) ? "debug" : "app";
}

/** Where something counts. */
export interface Where {
  readonly scope: Scope;
  /** The only flavors, build types or variants that have it; empty for all. */
  readonly variants: readonly string[];
}

export const EVERYWHERE: Where = { scope: "app", variants: [] };

/** Statements that add nothing to the app. */
const IGNORED_STATEMENT =
  /^(?:exclude|force|failOnVersionConflict|classpath|module|substitute|resolutionStrategy|components|withModule|replacedBy|because|using|with|url|uri|maven|version|kapt\w*|ksp\w*|annotationProcessor|lintChecks|detektPlugins|coreLibraryDesugaring|provided|\w*[cC]ompileOnly(?:Api)?)$/;
const IGNORED_BLOCK =
  /^(?:constraints|exclude|resolutionStrategy|dependencySubstitution|buildscript|pluginManagement|modules|components|componentSelection|capabilitiesResolution)$/;

/** A source set of another platform in Kotlin Multiplatform. */
const OTHER_PLATFORM = /^(?:apple|desktop|ios|js|jvm|linux|macos|mingw|tvos|wasm|watchos)\w*Main$/;

/** A source set of Kotlin Multiplatform, or a test suite. */
const SCOPED_BLOCK = /^(?:\w+(?:Test|Debug)|testing)$/;

/** A configuration in quotes. */
const CONFIGURATION = /^\w+(?:Implementation|Api|RuntimeOnly)$/;

/**
 * Whether what a statement of a build script names may be in the app. A block that adds nothing to the app can still
 * set a list that others use: `buildscript { ext.libraries = […] }`.
 */
export function addsToApp(statement: Statement, isList: boolean): boolean {
  if (IGNORED_STATEMENT.test(statement.word) || isIn(statement, OTHER_PLATFORM)) return false;
  return isList || !isIn(statement, IGNORED_BLOCK);
}

/** Where what a statement of a build script adds counts. */
export function findWhere({ word, blocks, literals }: Statement): Where {
  const names = blocks.flatMap((block) => [block.word, block.name ?? ""]).filter((name) => SCOPED_BLOCK.test(name));
  const configurations = [word, ...literals.flatMap(({ text }) => (CONFIGURATION.test(text) ? text : []))];
  return {
    scope: findNarrowestScope(
      [...configurations, ...names].map((name) => (name === "testing" ? "tests" : parseScope(name))),
    ),
    variants: configurations.flatMap(parseVariants),
  };
}

/** Where what is in a file counts, by the source set of its path. */
export function findWhereOfFile(path: string): Where {
  return { scope: findScopeOfFile(path), variants: findSourceSet(path) };
}

function findScopeOfFile(path: string): Scope {
  if (/(?:^|\/)src\/(?:(?:test|androidTest)(?:[A-Z]\w*)?|\w+Test)\//.test(path)) return "tests";
  return /(?:^|\/)src\/(?:debug|\w+Debug)\//.test(path) ? "debug" : "app";
}

/** Whether a file is code of another platform than Android. */
export function isOfOtherPlatform(path: string): boolean {
  const [, sourceSet = ""] = /(?:^|\/)src\/(\w+)\//.exec(path) ?? [];
  return OTHER_PLATFORM.test(sourceSet);
}

/** The flavor, build type or variant of a configuration: "free" for "freeImplementation", none for "implementation". */
function parseVariants(configuration: string): readonly string[] {
  const [, name] = /^(\w+?)(?:Implementation|Api|RuntimeOnly|Compile)$/.exec(configuration) ?? [];
  return name === undefined || isOther(name) ? [] : [name];
}

/** The flavor, build type or variant of a source set; none for the main one. */
function findSourceSet(path: string): readonly string[] {
  const [, name] = /(?:^|\/)src\/(\w+)\/(?:(?:java|kotlin|res|assets|aidl)\/|AndroidManifest\.xml$)/.exec(path) ?? [];
  return name === undefined || isOther(name) ? [] : [name];
}

/** Whether the name is of tests, or of a source set of Kotlin Multiplatform. */
function isOther(name: string): boolean {
  return parseScope(name) === "tests" || /^(?:main|android|common)$|Main$/.test(name);
}

/** Where something counts that is at several places: as widely as the widest. */
export function joinPlaces(places: readonly Where[]): Where {
  const scope = findWidestScope(places.map((each) => each.scope));
  const widest = places.filter((each) => each.scope === scope);
  const isInAll = widest.some(({ variants }) => variants.length === 0);
  return { scope, variants: isInAll ? [] : [...new Set(widest.flatMap(({ variants }) => variants))] };
}

/** The scope of something that several places use. */
export function findWidestScope(scopes: readonly Scope[]): Scope {
  return SCOPES.find((scope) => scopes.includes(scope)) ?? "app";
}

/** The scope of something inside of others. */
export function findNarrowestScope(scopes: readonly Scope[]): Scope {
  return SCOPES.findLast((scope) => scopes.includes(scope)) ?? "app";
}

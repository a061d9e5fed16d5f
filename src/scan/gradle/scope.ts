// What a library or code is a part of: the app of every build, its debug builds only, or tests only.

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

/** The flavor, build type or variant of a configuration: "free" for "freeImplementation", none for "implementation". */
export function parseVariants(configuration: string): readonly string[] {
  const [, name] = /^(\w+?)(?:Implementation|Api|RuntimeOnly|Compile)$/.exec(configuration) ?? [];
  return name === undefined || isOther(name) ? [] : [name];
}

/** The flavor, build type or variant of a source set; none for the main one. */
export function findSourceSet(path: string): readonly string[] {
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

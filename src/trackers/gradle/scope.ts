// What a library or code is a part of: the app of every build, its debug builds only, or tests only.

/** The widest first. */
const SCOPES = ["app", "debug", "tests"] as const;
export type Scope = (typeof SCOPES)[number];

/** The scope of a configuration: that of "debugUnitTestRuntimeClasspath" is tests, but not that of "testnet". */
export function parseScope(configuration: string): Scope {
  if (/^test(?![a-z])|Test(?![a-z])/.test(configuration)) return "tests";
  return /^debug(?![a-z])|Debug(?![a-z])/.test(configuration) ? "debug" : "app";
}

/** The scope of something that several places use. */
export function findWidestScope(scopes: readonly Scope[]): Scope {
  return SCOPES.find((scope) => scopes.includes(scope)) ?? "app";
}

/** The scope of something inside of others. */
export function findNarrowestScope(scopes: readonly Scope[]): Scope {
  return SCOPES.findLast((scope) => scopes.includes(scope)) ?? "app";
}

// Reads the libraries that Gradle resolved, transitive ones included, from lock files.
import type { Dependency } from "./coordinates.ts";
import { findWidestScope, parseScope } from "./scope.ts";

/** A library that Gradle resolved, transitive ones included. */
export type LockedLibrary = Dependency;

/** A longer line can't be a coordinate with its configurations. */
const MAX_LINE_CHARS = 20_000;

/** One library per line: `group:name:version=debugRuntimeClasspath,releaseRuntimeClasspath`. Skips build tools. */
export function parseLockFile(text: string): readonly LockedLibrary[] {
  const found: LockedLibrary[] = [];
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const library = end - at > MAX_LINE_CHARS ? undefined : parseLockLine(text.slice(at, end), at);
    if (library !== undefined) found.push(library);
    at = end + 1;
  }
  return found;
}

function parseLockLine(line: string, offset: number): LockedLibrary | undefined {
  const equals = line.indexOf("=");
  const [group = "", name = "", version] = line.slice(0, Math.max(0, equals)).split(":");
  if (version === undefined || !group.includes(".") || line.startsWith("#")) return undefined;
  const classpaths = line
    .slice(equals + 1)
    .trim()
    .split(",")
    .filter((configuration) => /(?:compile|runtime)Classpath$/i.test(configuration.slice(-40)));
  if (classpaths.length === 0) return undefined;
  const scope = findWidestScope(classpaths.map((configuration) => parseScope(configuration.slice(0, 200))));
  return {
    coordinate: { group, name },
    from: offset,
    to: offset + group.length + 1 + name.length,
    scope,
    variants: [],
  };
}

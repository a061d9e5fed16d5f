// Reads Gradle version catalogs.
import type { Placed } from "./assignments.ts";
import { normalAlias } from "./build-script.ts";
import { parseCoordinate, type Coordinate } from "./coordinates.ts";

interface Entry extends Placed {
  readonly alias: string;
}

/** A version catalog, such as `gradle/libs.versions.toml`. */
export interface VersionCatalog {
  readonly libraries: readonly (Entry & { readonly coordinate: Coordinate })[];
  readonly plugins: readonly (Entry & { readonly id: string })[];
  readonly bundles: readonly (Entry & { readonly members: readonly string[] })[];
  /** Plain versions by alias; some builds define their ID there. */
  readonly versions: readonly (readonly [alias: string, value: string])[];
}

type PartialCoordinate = { readonly [Field in keyof Coordinate]?: string | undefined };

const KEY = /^[ \t]*(?:([\w-]+(?:\.[\w-]+)*)|"([^"\n]*)"|'([^'\n]*)')[ \t]*=[ \t]*/;

/** Reads the subset of TOML that version catalogs use. */
export function parseVersionCatalog(text: string): VersionCatalog {
  const bare = withoutComments(text);
  const libraries: VersionCatalog["libraries"][number][] = [];
  const plugins: VersionCatalog["plugins"][number][] = [];
  const bundles: VersionCatalog["bundles"][number][] = [];
  const versions: VersionCatalog["versions"][number][] = [];
  /** Groups and names of libraries that have the two on separate lines. */
  const halves = new Map<string, PartialCoordinate>();
  /** Closing brackets missing from the rest of the file; each is searched only once. */
  const missing = new Set<string>();
  let table = "";
  let at = 0;
  while (at < bare.length) {
    const newline = bare.indexOf("\n", at);
    let end = newline === -1 ? bare.length : newline;
    const line = bare.slice(at, end);
    const heading = parseHeading(line);
    const key = heading === undefined ? KEY.exec(line) : null;
    if (heading !== undefined) table = heading.replace(/["' ]/g, "");
    if (key !== null) {
      const name = key[1] ?? key[2] ?? key[3] ?? "";
      // A list or inline table continues to its closing bracket.
      const open = line.slice(key[0].length).trimStart()[0];
      if (open === "[" || open === "{") {
        const bracket = open === "[" ? "]" : "}";
        const close = missing.has(bracket) ? -1 : bare.indexOf(bracket, at + key[0].length);
        if (close === -1) missing.add(bracket);
        if (close > end) end = lineEnd(bare, close);
      }
      const value = bare.slice(at + key[0].length, end).trim();
      const [kind = "", ...under] = table.split(".");
      // `[libraries.name]` with one field per line, or `name.module = "…"`, but not `"name.module" = …`.
      const isPath = key[1] !== undefined && open !== "{";
      const field = under.length > 0 ? name : isPath ? lastPart(name) : "";
      const location = {
        alias: normalAlias(under.length > 0 ? under.join(".") : isPath ? toAlias(name) : name),
        from: at + key[0].search(/\S/),
        to: at + key[0].search(/\S/) + name.length,
      };
      if (kind === "libraries") {
        if (field === "group" || field === "name")
          halves.set(location.alias, { ...halves.get(location.alias), [field]: parseText(value) });
        const coordinate = parseLibrary(value, field) ?? toCoordinate(halves.get(location.alias));
        if (coordinate !== undefined) {
          libraries.push({ ...location, coordinate });
          halves.delete(location.alias);
        }
      } else if (kind === "plugins") {
        const id = parsePlugin(value, field);
        if (id !== undefined) plugins.push({ ...location, id });
      } else if (kind === "versions" && under.length === 0) {
        const version = parseText(value);
        if (version !== undefined) versions.push([location.alias, version]);
      } else if (kind === "bundles") {
        const members = [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, doubleQuoted, singleQuoted]) =>
          normalAlias(doubleQuoted ?? singleQuoted ?? ""),
        );
        bundles.push({ ...location, members });
      }
    }
    at = end + 1;
  }
  return { libraries, plugins, bundles, versions };
}

const FIELDS = /\.(?:module|group|name|version(?:\.ref)?|id)$/;

/** `crashlytics` of `crashlytics.module`. */
function toAlias(name: string): string {
  return name.replace(FIELDS, "");
}

function lastPart(name: string): string {
  return FIELDS.exec(name)?.[0].slice(1) ?? "";
}

function parseLibrary(value: string, key: string): Coordinate | undefined {
  const whole = parseText(value);
  if (whole !== undefined && (key === "" || key === "module" || !/^(?:group|name|version|id)/.test(key)))
    return parseCoordinate(whole);
  const module = parseField(value, "module");
  if (module !== undefined) return parseCoordinate(module);
  return toCoordinate({ group: parseField(value, "group"), name: parseField(value, "name") });
}

function toCoordinate({ group, name }: PartialCoordinate = {}): Coordinate | undefined {
  return group === undefined || name === undefined || !group.includes(".") ? undefined : { group, name };
}

function parsePlugin(value: string, key: string): string | undefined {
  const whole = parseText(value);
  if (whole !== undefined) return key.startsWith("version") ? undefined : whole.split(":")[0];
  return parseField(value, "id");
}

function parseText(value: string): string | undefined {
  const [, doubleQuoted, singleQuoted] = /^(?:"([^"]*)"|'([^']*)')$/.exec(value) ?? [];
  return doubleQuoted ?? singleQuoted;
}

const VALUES = {
  module: /[{,]\s*module\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  group: /[{,]\s*group\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  name: /[{,]\s*name\s*=\s*(?:"([^"]*)"|'([^']*)')/,
  id: /[{,]\s*id\s*=\s*(?:"([^"]*)"|'([^']*)')/,
};

function parseField(value: string, field: keyof typeof VALUES): string | undefined {
  const [, doubleQuoted, singleQuoted] = VALUES[field].exec(value) ?? [];
  return doubleQuoted ?? singleQuoted;
}

/** `libraries` of `[libraries]`. */
function parseHeading(line: string): string | undefined {
  const text = line.trim();
  const inner = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1).trim() : "";
  return /^[\w.\-"' ]+$/.test(inner) ? inner : undefined;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Same length, with comments blanked. */
function withoutComments(text: string): string {
  return text.replace(/"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|#[^\n]*/g, (part) =>
    part.startsWith("#") ? " ".repeat(part.length) : part,
  );
}

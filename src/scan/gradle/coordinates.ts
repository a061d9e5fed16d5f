// Matches Maven coordinates with trackers.
import type { Placed } from "./assignments.ts";
import type { Where } from "./scope.ts";
import type { Matcher } from "../signatures/signatures.ts";
import type { Match } from "../signatures/vendors.ts";
import sources from "./library-packages.json" with { type: "json" };

/** Group and name of a library. */
export interface Coordinate {
  readonly group: string;
  readonly name: string;
}

/** A library dependency by coordinate. */
export interface Dependency extends Placed, Where {
  readonly coordinate: Coordinate;
}

/** Parses `group:name`, with optional version and classifier. A version may be a range: `[6.0, 7.0)`. */
export function parseCoordinate(text: string): Coordinate | undefined {
  const [, group, name] = /^([\w.-]+):([\w.-]+)(?:@\w+)?(?::(?:[^:\s]*|[[(\]][^:]*)){0,2}$/.exec(text) ?? [];
  return group === undefined || name === undefined || !group.includes(".") ? undefined : { group, name };
}

/** Trackers in a library. Not in the app: a Gradle plugin, which build code depends on, and a list of versions. */
export function matchLibrary({ group, name }: Coordinate, signatures: Matcher): readonly Match[] {
  if (/(?:^|[-.])(?:bom|gradle(?:[-.]plugin)?)$/.test(name.slice(-100))) return [];
  const found = new Map<number, Match>();
  for (const each of likelyPackages(group, name)) {
    for (const match of signatures.byName(each)) if (!found.has(match.tracker)) found.set(match.tracker, match);
  }
  return found.size > 0 || isKnown(group, name) ? [...found.values()] : signatures.byVendor(group, name);
}

/** Libraries with known packages, for which the vendor must not be guessed. */
function isKnown(group: string, name: string): boolean {
  return KNOWN_GROUPS.has(group) || PACKAGES.has(`${group}:${name}`);
}

/** Guesses the packages and classes of a library, which its coordinate does not name. */
function likelyPackages(group: string, name: string): readonly string[] {
  const plain = name.replace(/-(ktx|kotlin|android|ndk|java|compose)$/, "");
  const known = PACKAGES.get(`${group}:${plain}`) ?? PACKAGES.get(`${group}:*`);
  if (known !== undefined) return known;
  const dotted = (text: string): string => text.replace(/[-_]/g, ".").toLowerCase();
  const last = group.slice(group.lastIndexOf(".") + 1);
  const rest = plain.startsWith(`${last}-`) ? plain.slice(last.length + 1) : plain;
  // Ends in a star, because a signature may name a class in the package.
  const base = dotted(group);
  return [...new Set([group, base, `${base}.${dotted(rest)}`, `${base}.${dotted(plain)}`])].map((each) => `${each}.*`);
}

/** Libraries whose packages differ from their coordinates; `*` means all other libraries of the group. */
const PACKAGES: ReadonlyMap<string, readonly string[]> = new Map(
  sources.flatMap(({ libraries }) => Object.entries(libraries)),
);

const KNOWN_GROUPS: ReadonlySet<string> = new Set([...PACKAGES.keys()].map((key) => key.slice(0, key.indexOf(":"))));

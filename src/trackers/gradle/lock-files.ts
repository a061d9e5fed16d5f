// The libraries that Gradle has resolved, transitive ones included, as its lock files and verification metadata list them.
import type { Document } from "../scan/xml.ts";
import type { Coordinate } from "./coordinates.ts";

export interface LockedLibrary {
  readonly coordinate: Coordinate;
  readonly from: number;
  readonly to: number;
  /** Only tests are built with it. */
  readonly test: boolean;
}

/** Longer lines are no coordinate with its configurations. */
const MAX_LINE_LENGTH = 20_000;

/** `group:name:version=debugRuntimeClasspath,releaseRuntimeClasspath`, a library a line; tools of the build are left out. */
export function lockedIn(text: string): readonly LockedLibrary[] {
  const found: LockedLibrary[] = [];
  for (let at = 0; at < text.length;) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline;
    const library = end - at > MAX_LINE_LENGTH ? undefined : lockedLine(text.slice(at, end), at);
    if (library !== undefined) found.push(library);
    at = end + 1;
  }
  return found;
}

function lockedLine(line: string, offset: number): LockedLibrary | undefined {
  const equals = line.indexOf("=");
  const [group = "", name = "", version] = line.slice(0, Math.max(0, equals)).split(":");
  if (version === undefined || !group.includes(".") || line.startsWith("#")) return undefined;
  const classpaths = line
    .slice(equals + 1)
    .trim()
    .split(",")
    .filter((configuration) => /(?:compile|runtime)Classpath$/i.test(configuration.slice(-40)));
  if (classpaths.length === 0) return undefined;
  const test = classpaths.every((configuration) => /test/i.test(configuration.slice(0, 200)));
  return { coordinate: { group, name }, from: offset, to: offset + group.length + 1 + name.length, test };
}

/** The components whose checksums are kept, without the plugins that only the build itself runs. */
export function verifiedIn({ elements }: Document): readonly LockedLibrary[] {
  return elements.flatMap(({ name: element, attributes }) => {
    if (element !== "component") return [];
    const group = attributes.find(({ name }) => name === "group");
    const name = attributes.find((each) => each.name === "name");
    if (group === undefined || name === undefined || !group.value.includes(".")) return [];
    if (/(?:^|[-.])gradle(?:[-.]plugin)?$/.test(name.value.slice(-100))) return [];
    const coordinate = { group: group.value, name: name.value };
    return [{ coordinate, from: group.from, to: name.to, test: false }];
  });
}

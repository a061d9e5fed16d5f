// Finds folders of `src` that import each other in a circle.
import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path/posix";

/** The text of each file, by its path in `src`. */
export async function readSources(): Promise<ReadonlyMap<string, string>> {
  const names = (await readdir("src", { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const sources = names.filter((name) => name.endsWith(".ts"));
  return new Map(
    await Promise.all(sources.map(async (name) => [name, await readFile(join("src", name), "utf8")] as const)),
  );
}

/** The paths in `src` that a file imports. */
export function listImports(file: string, text: string): readonly string[] {
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g);
  return [...imports].map(([, path = ""]) => join(dirname(file), path));
}

/** The shortest circle through each import between two folders, such as "blocks/block → blocks/tree → blocks/block". */
export function findCircles(sources: ReadonlyMap<string, string>): readonly string[] {
  const imports = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    const folder = dirname(file);
    const imported = imports.get(folder) ?? new Set();
    imports.set(folder, imported);
    for (const path of listImports(file, text)) if (dirname(path) !== folder) imported.add(dirname(path));
  }
  const circles = [...imports].flatMap(([from, all]) =>
    [...all].flatMap((to) => {
      const back = findPath(imports, to, from);
      return back === undefined ? [] : [describeCircle([from, ...back.slice(0, -1)])];
    }),
  );
  return [...new Set(circles)].sort();
}

/** The shortest path, with both of its ends. */
function findPath(
  imports: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): readonly string[] | undefined {
  const paths: (readonly [string, ...(readonly string[])])[] = [[from]];
  const seen = new Set([from]);
  for (const path of paths) {
    const [last] = path;
    if (last === to) return path.toReversed();
    for (const next of [...(imports.get(last) ?? [])].sort()) {
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([next, ...path]);
    }
  }
  return undefined;
}

/** Begins with the first folder by name, so that a circle has one description. */
function describeCircle(folders: readonly string[]): string {
  const first = folders.indexOf([...folders].sort()[0] ?? "");
  const ordered = [...folders.slice(first), ...folders.slice(0, first)];
  return [...ordered, ordered[0]].join(" → ");
}

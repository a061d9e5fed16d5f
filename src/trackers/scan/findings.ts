import { appsOf } from "../gradle/app-ids.ts";
import type { Findings, FoundPermission, FoundTracker, InFile, ManifestFacts, ReadFile } from "./file-facts.ts";

const MOST = 20_000;

/** Joins what the files say: an entry of a version catalogue counts where a build script asks for it. */
export function findingsIn(files: readonly ReadFile[]): Findings {
  const inFiles: FoundTracker[] = files.flatMap(([file, { hits }]) => hits.map((hit) => ({ ...hit, file })));
  const trackers = inFiles.filter(({ kind }) => kind !== "host").concat(fromCatalogues(files));
  const hosts = inFiles.filter(({ kind }) => kind === "host");
  const manifests = files.flatMap(([file, { manifest }]) => (manifest === undefined ? [] : [{ file, manifest }]));
  return {
    ...appsOf(files),
    trackers: sorted(trackers).slice(0, MOST),
    hosts: sorted(hosts).slice(0, MOST),
    permissions: sorted(manifests.flatMap(permissionsIn)).slice(0, MOST),
    cut: trackers.length > MOST || hosts.length > MOST,
  };
}

function permissionsIn({ file, manifest }: { readonly file: string; readonly manifest: ManifestFacts }) {
  return manifest.permissions.map((each): FoundPermission => ({ ...each, file }));
}

function fromCatalogues(files: readonly ReadFile[]): readonly FoundTracker[] {
  const entries = new Map<string, FoundTracker>();
  const bundles = new Map<string, readonly string[]>();
  for (const [file, facts] of files) {
    for (const { kind, alias, hit } of facts.entries) entries.set(`${kind} ${alias}`, { ...hit, file });
    for (const [alias, members] of facts.bundles) bundles.set(alias, members);
  }
  if (entries.size === 0) return [];
  const found: FoundTracker[] = [];
  /** Whether each is asked for, and by tests alone. */
  const asked = new Map<FoundTracker, boolean>();
  for (const [file, { uses }] of files) {
    for (const { kind, alias, spot, test } of uses) {
      const keys =
        kind === "bundle" ? (bundles.get(alias) ?? []).map((each) => `library ${each}`) : [`${kind} ${alias}`];
      for (const entry of keys.map((key) => entries.get(key)).filter((each) => each !== undefined)) {
        asked.set(entry, (asked.get(entry) ?? true) && test);
        if (found.length <= MOST) found.push({ ...entry, file, spot, test });
      }
    }
  }
  for (const [entry, test] of asked) found.push({ ...entry, test });
  return found;
}

/** By file and place. */
function sorted<Found extends InFile>(found: readonly Found[]): readonly Found[] {
  return found.toSorted((one, other) =>
    one.file === other.file
      ? one.spot.line - other.spot.line || one.spot.from - other.spot.from
      : one.file < other.file
        ? -1
        : 1,
  );
}

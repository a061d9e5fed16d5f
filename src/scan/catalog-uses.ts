// Finds the entries of version catalogs that build scripts use.
import type { CatalogEntry, CatalogUse, FileFacts, FoundTracker, ReadFile } from "./file-facts.ts";

const EXTENSION = ".versions.toml";

/**
 * The version catalogs of a workspace. A script uses the nearest one with the name that it mentions. A build may name a
 * catalog differently from its file, so a name that no file has stands for any catalog in the folders above the script.
 */
export class Catalogs {
  readonly #folders = new Map<string, Folder>();
  readonly #everywhere = new Folder();

  constructor(files: readonly ReadFile[]) {
    for (const [path, facts] of files) {
      if (!path.endsWith(EXTENSION)) continue;
      const slash = path.lastIndexOf("/");
      const parent = path.slice(0, slash).replace(/\/gradle$/, "");
      const folder = this.#folders.get(parent) ?? new Folder();
      this.#folders.set(parent, folder);
      const name = toName(path.slice(slash + 1, -EXTENSION.length));
      const entries = facts.entries.map(
        ({ kind, alias, hit }) => [toKey(kind, alias), { ...hit, file: path }] as const,
      );
      for (const each of [folder, this.#everywhere]) each.add(name, entries, facts.bundles);
    }
  }

  /** Finds the entries that a build script uses. */
  find(file: string, uses: readonly CatalogUse[]): readonly (readonly [use: CatalogUse, entry: FoundTracker])[] {
    if (this.#folders.size === 0 || uses.length === 0) return [];
    const nearby = this.#foldersAbove(file);
    const unnamed = nearby.length > 0 ? nearby : [this.#everywhere];
    return uses.flatMap((use) => {
      const name = toName(use.catalog ?? "");
      const named = [...nearby, this.#everywhere].find((folder) => folder.byName.has(name))?.byName.get(name);
      const catalogs = named === undefined ? unnamed.map(({ all }) => all) : [named];
      const found = catalogs.map((each) => each.find(use)).find((entries) => entries.length > 0) ?? [];
      return found.map((entry) => [use, entry] as const);
    });
  }

  /** Folders above the file that have catalogs, the nearest first. */
  #foldersAbove(file: string): readonly Folder[] {
    const nearby: Folder[] = [];
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const folder = this.#folders.get(file.slice(0, end));
      if (folder !== undefined) nearby.push(folder);
    }
    return nearby;
  }
}

class Folder {
  readonly byName = new Map<string, Catalog>();
  readonly all = new Catalog();

  add(name: string, ...contents: Parameters<Catalog["add"]>): void {
    const own = this.byName.get(name) ?? new Catalog();
    this.byName.set(name, own);
    for (const each of [own, this.all]) each.add(...contents);
  }
}

class Catalog {
  readonly #entries = new Map<string, FoundTracker>();
  readonly #bundles = new Map<string, readonly string[]>();

  add(entries: readonly (readonly [key: string, entry: FoundTracker])[], bundles: FileFacts["bundles"]): void {
    for (const [key, entry] of entries) this.#entries.set(key, entry);
    for (const [alias, members] of bundles) this.#bundles.set(alias, members);
  }

  find({ kind, alias }: CatalogUse): readonly FoundTracker[] {
    const keys =
      kind === "bundle"
        ? (this.#bundles.get(alias) ?? []).map((member) => toKey("library", member))
        : [toKey(kind, alias)];
    return keys.map((key) => this.#entries.get(key)).filter((entry) => entry !== undefined);
  }
}

function toKey(kind: CatalogEntry["kind"], alias: string): string {
  return `${kind} ${alias}`;
}

/** `androidX` and `android-x` are the same name. */
function toName(text: string): string {
  return text.replace(/[-_.]/g, "").toLowerCase();
}

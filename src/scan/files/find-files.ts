// Finds the files to scan in a folder, without VS Code.
import { readdirSync, type Dirent } from "node:fs";
import { readExclusions } from "./exclusions.ts";
import { detectKind } from "./file-kinds.ts";
import { SkipRules } from "./folder-files.ts";
import { GitIgnore } from "./ignore-rules.ts";

export const MAX_FILES = 100_000;

export function listFolder(path: string): readonly Dirent[] {
  return readdirSync(path, { withFileTypes: true });
}

/**
 * Finds the files to scan, up to the limit and in an order that doesn't depend on the disk, and the folders that can't
 * be read, each with the reason.
 */
export function findFiles(
  folder: string,
  list = listFolder,
  excluded: readonly string[] = [],
): { readonly paths: readonly string[]; readonly unread: readonly string[]; readonly more: boolean } {
  const rules = new SkipRules(folder);
  const exclusions = new GitIgnore(folder, (at) =>
    at === folder ? [...readExclusions(folder), ...excluded].join("\n") : undefined,
  );
  const paths: string[] = [];
  const unread: string[] = [];
  const pending = [folder];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    let entries: readonly Dirent[] = [];
    try {
      entries = list(`${at}/`);
    } catch (error) {
      if (at === folder || !(error instanceof Error)) throw error;
      unread.push(`${at}/ (${"code" in error ? String(error.code) : error.message})`);
    }
    for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
      const path = `${at}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!rules.folder(path) && !exclusions.folder(path)) pending.push(path);
      } else if (detectKind(path) !== undefined && !exclusions.file(path)) paths.push(path);
      if (paths.length > MAX_FILES) return { paths: paths.slice(0, MAX_FILES).sort(), unread, more: true };
    }
  }
  return { paths: paths.sort(), unread, more: false };
}

// Lists and reads the files of a folder to scan: without ignored files, build output and files outside the folder.
import { lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import { resolve, sep } from "node:path";
import { readForeignFileSync } from "../../base/foreign-file.ts";
import { GitIgnore, getParentFolder } from "./ignore-rules.ts";

/** Number of skipped files, by reason. */
export interface SkippedCounts {
  readonly ignored: number;
  readonly large: number;
  readonly binary: number;
  readonly unreadable: number;
}

/** A file to scan, with size and time to detect changes. */
export interface FileToScan {
  /** Path in the workspace, with `/` as separator. */
  readonly path: string;
  /** Path without links, which is inside the folder. */
  readonly realPath: string;
  readonly size: number;
  readonly changed: number;
}

/** Larger files are not written by hand. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Folders made by tools, skipped even without a `.gitignore`. */
const TOOL_FOLDERS = /\/(?:node_modules|\.git|\.gradle|\.idea|\.cxx)\//;

/**
 * Lists the files of a folder to scan, without ignored files, build output, files outside the folder, and duplicates
 * through links. `folder` has no slash at its end, not even the root of a drive.
 */
export function listFiles(
  folder: string,
  paths: readonly string[],
): {
  readonly files: readonly FileToScan[];
  readonly ignored: number;
  readonly large: readonly string[];
  readonly unreadable: number;
} {
  const realRoot = withoutLastSlash(resolveRealPath(`${folder}/`) ?? folder);
  const rules = new SkipRules(folder);
  const realParents = new Map<string, string | undefined>();
  const seen = new Set<string>();
  const files: FileToScan[] = [];
  const large: string[] = [];
  let ignored = 0;
  let unreadable = 0;
  for (const path of paths) {
    if (rules.file(path)) {
      ignored += 1;
      continue;
    }
    const parent = getParentFolder(path);
    if (!realParents.has(parent)) realParents.set(parent, resolveRealPath(parent));
    const realParent = realParents.get(parent);
    const found = realParent === undefined ? undefined : stats(path);
    if (realParent === undefined || found === undefined) {
      unreadable += 1;
      continue;
    }
    const name = path.slice(path.lastIndexOf("/"));
    const realPath = found.link ? resolveRealPath(path) : `${realParent}${name}`;
    if (realPath === undefined || seen.has(realPath) || !`${realPath}/`.startsWith(`${realRoot}/`)) {
      ignored += 1;
      continue;
    }
    seen.add(realPath);
    if (found.size > MAX_FILE_BYTES) large.push(path);
    else files.push({ path, realPath, size: found.size, changed: found.changed });
  }
  return { files, ignored, large, unreadable };
}

/** Only Windows separates names with backslashes; on other systems, a name may contain one. */
export function toSlashes(path: string): string {
  return sep === "\\" ? path.replaceAll("\\", "/") : path;
}

/** Removes the final slash, which only the root of a drive has. */
export function withoutLastSlash(folder: string): string {
  return folder.endsWith("/") ? folder.slice(0, -1) : folder;
}

/** The text of a file: empty for a binary file, undefined if unreadable. Links out of the folder are not followed. */
export function readText(
  path: string,
  within: string | undefined,
): { readonly text: string; readonly binary: boolean } | undefined {
  // With a slash, because the root of a drive has lost its own.
  const folder = within === undefined ? undefined : `${within}/`;
  const bytes = readForeignFileSync(path, { within: folder, maxBytes: MAX_FILE_BYTES });
  if (bytes === undefined) return undefined;
  if (bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0) bytes.swap16();
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: bytes.toString("utf16le", 2), binary: false };
  if (bytes.subarray(0, 8000).includes(0)) return { text: "", binary: true };
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return { text: bytes.toString("utf8", marked ? 3 : 0), binary: false };
}

/** What a scan of a folder skips: files that git ignores, build output, and folders made by tools. */
export class SkipRules {
  readonly #folder: string;
  readonly #ignored: GitIgnore;
  readonly #built = new Map<string, boolean>();

  constructor(folder: string) {
    this.#folder = folder;
    const repository = findRepository(folder);
    this.#ignored = new GitIgnore(repository, (at) => readRules(at, repository), ignoresCase(repository));
  }

  file(path: string): boolean {
    return this.#isGenerated(path) || this.#ignored.file(path);
  }

  folder(path: string): boolean {
    return this.#isGenerated(`${path}/`) || this.#ignored.folder(path);
  }

  #isGenerated(path: string): boolean {
    const inside = path.slice(this.#folder.length);
    return TOOL_FOLDERS.test(inside) || this.#isBuilt(inside);
  }

  /** A `build` folder beside a build script is Gradle's output. */
  #isBuilt(inside: string): boolean {
    for (let at = inside.indexOf("/build/"); at !== -1; at = inside.indexOf("/build/", at + 1)) {
      const module = inside.slice(0, at);
      let built = this.#built.get(module);
      if (built === undefined) {
        built = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"].some(
          (name) => stats(`${this.#folder}${module}/${name}`) !== undefined,
        );
        this.#built.set(module, built);
      }
      if (built) return true;
    }
    return false;
  }
}

/** The nearest folder with a `.git`, or else the folder itself, whose rules still apply. */
function findRepository(folder: string): string {
  for (let at = folder; at !== ""; at = getParentFolder(at)) if (stats(`${at}/.git`) !== undefined) return at;
  return folder;
}

/** Whether git ignores case here. It sets this option on the case-insensitive disks of Windows and macOS. */
function ignoresCase(repository: string): boolean {
  return /^[ \t]*ignorecase[ \t]*=[ \t]*true\b/im.test(readGitFile(repository, "config") ?? "");
}

/** Reads a setting or rule of a repository. In a worktree, `.git` is a file that points to their folder. */
function readGitFile(repository: string, name: string): string | undefined {
  const [, link] = /^gitdir: (.+)$/m.exec(readRule(`${repository}/.git`, repository) ?? "") ?? [];
  if (link === undefined) return readRule(`${repository}/.git/${name}`, repository);
  const folder = followLink(repository, link);
  const common = followLink(folder, readRule(`${folder}/commondir`, folder)?.trim() ?? "");
  return readRule(`${common}/${name}`, common);
}

/** Follows only local paths: Windows would sign in to any server that a network path names. */
function followLink(from: string, link: string): string {
  return /^[\\/]{2}/.test(link) ? from : resolve(from, link);
}

function readRules(folder: string, repository: string): string | undefined {
  const gitignore = readRule(`${folder}/.gitignore`, repository);
  if (stats(`${folder}/.git`) === undefined) return gitignore;
  return [readUserRules(), readGitFile(folder, "info/exclude"), gitignore].join("\n");
}

/** The rules for all repositories of the user, who may have linked them. */
function readUserRules(): string | undefined {
  const { HOME, USERPROFILE, XDG_CONFIG_HOME } = process.env;
  // Like git. Node's `homedir` throws if a build runs as a user without a home.
  const home = HOME ?? USERPROFILE ?? "";
  const config = `${XDG_CONFIG_HOME || `${home}/.config`}/git`;
  const settings = [`${home}/.gitconfig`, `${config}/config`].map((path) => readRule(path, undefined)).join("\n");
  const [, path = `${config}/ignore`] = /^[ \t]*excludesfile[ \t]*=[ \t]*"?([^"\r\n]+)/im.exec(settings) ?? [];
  return readRule(path.trim().replace(/^~(?=\/)/, home), undefined);
}

function readRule(path: string, within: string | undefined): string | undefined {
  return readText(path, within)?.text;
}

function stats(path: string): { readonly size: number; readonly changed: number; readonly link: boolean } | undefined {
  try {
    const entry = lstatSync(path);
    const link = entry.isSymbolicLink();
    const target: Stats = link ? statSync(path) : entry;
    // Reading a pipe or a device never ends.
    return target.isFile() || target.isDirectory() ? { size: target.size, changed: target.mtimeMs, link } : undefined;
  } catch {
    return undefined;
  }
}

function resolveRealPath(path: string): string | undefined {
  try {
    return toSlashes(realpathSync.native(path));
  } catch {
    return undefined;
  }
}

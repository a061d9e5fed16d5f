// Finds the files to scan in the open folders.
import { CancellationTokenSource, RelativePattern, workspace, type Uri } from "vscode";
import { Problem } from "../../base/problem.ts";
import { detectKind, type FolderFiles, getParentFolder, PATTERN, toSlashes } from "../../scan/index.ts";

/** More than any project has, apart from the folders of tools. */
export const MAX_FILES = 100_000;
/** A scan skips them anyway, but finding their files takes long and counts against the limit. */
export const TOOL_FOLDERS = "**/{node_modules,.gradle,build/intermediates}/**";

/** Uses VS Code's search, which respects `files.exclude` of each folder. */
export async function findScannedFiles(
  open: readonly Uri[],
  signal: AbortSignal | undefined,
  limit = MAX_FILES,
): Promise<{ readonly folders: readonly FolderFiles[]; readonly more: boolean }> {
  const source = new CancellationTokenSource();
  const stop = (): void => source.cancel();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const folders: FolderFiles[] = [];
    let left = limit;
    let more = false;
    for (const uri of open) {
      const found = await workspace.findFiles(new RelativePattern(uri, PATTERN), TOOL_FOLDERS, left + 1, source.token);
      if (signal?.aborted === true) throw new Problem("canceled");
      const folder = toPath(uri);
      // Their files are listed with them.
      const nested = open
        .map((each) => `${toPath(each)}/`)
        .filter((each) => each.startsWith(`${folder}/`) && each !== `${folder}/`);
      const paths = found
        .slice(0, left)
        .map(toPath)
        .filter((path) => detectKind(path) !== undefined && !nested.some((each) => path.startsWith(each)))
        .sort();
      folders.push({ folder, paths });
      more ||= found.length > left;
      left -= paths.length;
    }
    return { folders, more };
  } finally {
    signal?.removeEventListener("abort", stop);
    source.dispose();
  }
}

/** Lists all folders that contain these files, including the open ones. */
export function listParentFolders(open: readonly FolderFiles[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { folder, paths } of open) {
    for (const path of paths) {
      for (let at = getParentFolder(path); at.length >= folder.length && !folders.has(at); at = getParentFolder(at))
        folders.add(at);
    }
  }
  return folders;
}

/** Returns the path as the worker expects it. */
export function toPath({ fsPath }: Uri): string {
  return toSlashes(fsPath);
}

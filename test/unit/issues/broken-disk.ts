// Makes every attempt to create a file in a folder fail, as on a full or read-only disk.
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const { open } = promises;

/** No file can be created in the folder until the returned function is called. `failed` is called for each attempt. */
export function breakDisk(
  folder: string,
  code: "ENOSPC" | "EROFS" | "EACCES",
  failed: () => unknown = () => undefined,
): () => void {
  const failing: typeof open = async (path, flags, mode) => {
    if (typeof flags === "string" && flags.startsWith("w") && String(path).startsWith(folder)) {
      failed();
      throw Object.assign(new Error(`${code}: it could not be written, open '${String(path)}'`), { code });
    }
    return await open(path, flags, mode);
  };
  replaceOpen(failing);
  return () => replaceOpen(open);
}

function replaceOpen(replacement: typeof open): void {
  Object.assign(promises, { open: replacement });
  syncBuiltinESMExports();
}

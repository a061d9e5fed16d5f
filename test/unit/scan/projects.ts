// Lists the files of a project on disk, as a scan receives them.
import { readdirSync } from "node:fs";
import { detectKind } from "../../../src/scan/files/file-kinds.ts";

/** All files that are listed for a scan. */
export function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => `${each.parentPath.replaceAll("\\", "/")}/${each.name}`)
    .filter((path) => detectKind(path) !== undefined);
}

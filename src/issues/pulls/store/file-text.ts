// Tells which files of a pull request are shown as they are.
import type { FileContent } from "../../model/pull.ts";

/** A pointer of Git LFS, which is what the repository contains instead of the file. */
const LFS_POINTER = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n[^]*\bsize (\d{1,15})\n/;
const MAX_POINTER_BYTES = 1024;

/** Matches a pointer of Git LFS. Its group is the size of the file. */
export function matchLfsPointer(bytes: Uint8Array): RegExpExecArray | null {
  return bytes.length > MAX_POINTER_BYTES ? null : LFS_POINTER.exec(Buffer.from(bytes).toString("latin1"));
}

/** Returns the text of a file that is shown as it is. */
export function readText(content: FileContent | undefined): string | undefined {
  if (content?.kind !== "file" || content.bytes === undefined || matchLfsPointer(content.bytes) !== null)
    return undefined;
  return Buffer.from(content.bytes).toString();
}

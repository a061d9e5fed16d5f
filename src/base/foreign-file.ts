// Reads files that Triptych didn't write, such as those of a workspace. They may be anything: a link to another place,
// a pipe that no one writes to, or a file of the system that has no size and never ends.
import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, type Stats } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";

export interface ForeignFileLimits {
  /** Links that lead out of this folder are not followed. Undefined if anyone who can place a link here is trusted. */
  readonly within: string | undefined;
  /** Larger files are not read. */
  readonly maxBytes: number;
}

/** Doesn't follow a link that replaces the file, and doesn't wait until someone writes to a pipe. Windows ignores both. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The content of a regular file. Undefined if it can't be read, is larger than the limit or out of bounds. */
export async function readForeignFile(
  path: string,
  { within, maxBytes }: ForeignFileLimits,
): Promise<Buffer | undefined> {
  try {
    const realPath = await realpath(path);
    if (within !== undefined && !isInside(realPath, await realpath(within))) return undefined;
    const file = await open(realPath, FLAGS);
    try {
      let bytes = startBuffer(await file.stat(), maxBytes);
      for (let length = 0; bytes !== undefined; bytes = growBuffer(bytes, length, maxBytes)) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
        if (bytesRead === 0) return bytes.subarray(0, length);
        length += bytesRead;
      }
      return undefined;
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/** Like `readForeignFile`, for threads and programs that nothing else waits for. */
export function readForeignFileSync(path: string, { within, maxBytes }: ForeignFileLimits): Buffer | undefined {
  try {
    const realPath = realpathSync.native(path);
    if (within !== undefined && !isInside(realPath, realpathSync.native(within))) return undefined;
    const file = openSync(realPath, FLAGS);
    try {
      let bytes = startBuffer(fstatSync(file), maxBytes);
      for (let length = 0; bytes !== undefined; bytes = growBuffer(bytes, length, maxBytes)) {
        const bytesRead = readSync(file, bytes, length, bytes.length - length, null);
        if (bytesRead === 0) return bytes.subarray(0, length);
        length += bytesRead;
      }
      return undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}

/** A buffer with room for one byte more than the file has, so that the read that fills it isn't the last. */
function startBuffer(stats: Stats, maxBytes: number): Buffer | undefined {
  return stats.isFile() && stats.size <= maxBytes ? Buffer.allocUnsafe(stats.size + 1) : undefined;
}

/** The files of some systems have more bytes than their size says. */
function growBuffer(bytes: Buffer, length: number, maxBytes: number): Buffer | undefined {
  if (length > maxBytes) return undefined;
  return length < bytes.length ? bytes : Buffer.concat([bytes], Math.min(2 * length + 4096, maxBytes + 1));
}

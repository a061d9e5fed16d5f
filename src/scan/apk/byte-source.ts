// Reads ranges of bytes from a file, a part of a file, or memory.
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { Problem } from "../../base/problem.ts";

/** Bytes that are read by ranges, because a file can be larger than the memory. */
export interface ByteSource {
  readonly size: number;
  /** Returns exactly this range. A range that isn't inside throws a `malformed` problem. */
  read(offset: number, length: number): Buffer;
}

/** What is wrong with a file. */
export function damaged(detail: string): Problem {
  return new Problem("malformed", { detail });
}

function checkRange(size: number, offset: number, length: number): void {
  if (
    !Number.isSafeInteger(offset) ||
    !Number.isSafeInteger(length) ||
    offset < 0 ||
    length < 0 ||
    offset + length > size
  )
    throw damaged("an offset points outside of the file");
}

/** Doesn't wait until someone writes to a pipe. Windows ignores the flag. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK;

/** A file on disk. The caller closes it. */
export class FileSource implements ByteSource {
  readonly size: number;
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, FLAGS);
    const stats = fstatSync(this.#file);
    if (!stats.isFile()) {
      this.close();
      throw damaged("this is not a file");
    }
    this.size = stats.size;
  }

  read(offset: number, length: number): Buffer {
    checkRange(this.size, offset, length);
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const read = readSync(this.#file, bytes, done, length - done, offset + done);
      if (read === 0) throw damaged("the file became shorter while it was read");
      done += read;
    }
    return bytes;
  }

  close(): void {
    closeSync(this.#file);
  }
}

export function bufferSource(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => {
      checkRange(bytes.length, offset, length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** A range of another source, such as a file that is stored uncompressed in a ZIP file. */
export function rangeSource(source: ByteSource, from: number, size: number): ByteSource {
  checkRange(source.size, from, size);
  return {
    size,
    read: (offset, length) => {
      checkRange(size, offset, length);
      return source.read(from + offset, length);
    },
  };
}

// Caches large answers on disk, shared by all windows and limited in size.
import { createHash } from "node:crypto";
import { open, readdir, rename, rm, stat, utimes, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { getFields } from "../../base/json/is-table.ts";
import { errorCode } from "../../base/problem.ts";
import { makeFolder, UNFINISHED, unlessMissing, writeAtomic } from "./shared-files.ts";
import type { Log } from "../log/log.ts";
import type { Notify } from "../dialogs/notices.ts";

export interface Cached {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** When it was written, in epoch milliseconds. */
  readonly savedAt: number;
}

interface CacheDependencies {
  readonly folder: string;
  /** In bytes. */
  readonly limit: number;
  readonly now: () => number;
  readonly log: Log;
  readonly notify: Notify;
}

interface Head {
  readonly form: number;
  readonly version: number;
  readonly savedAt: number;
  readonly length: number;
  readonly sha256: string;
}

/** The format of the files. Their content has its own version, which the caller passes. */
const FILE_VERSION = 1;
/** Size of the head at the start of a file: JSON, padded with spaces. */
const HEADER_BYTES = 256;
const PIECE_BYTES = 1 << 20;
const HOUR_MS = 3_600_000;
const MAX_SET_ASIDE_FILES = 5;
/** Other windows write too, so each window measures the folder again after it has written 1/8 of the limit. */
const RECOUNTS_PER_LIMIT = 8;

/**
 * A cache that nothing depends on: a disk error is logged, and the cache then looks empty. A damaged file is moved
 * aside and reported.
 */
export class DiskCache {
  readonly #dependencies: CacheDependencies;
  readonly #asideFolder: string;
  /** Size of the folder when this window last measured it, and the bytes that it has written since then. */
  #measuredBytes: number | undefined;
  #writtenBytes = 0;
  #trimming: Promise<void> = Promise.resolve();

  constructor(dependencies: CacheDependencies) {
    this.#dependencies = dependencies;
    this.#asideFolder = join(dependencies.folder, "aside");
  }

  /** Reads the content of a key. Content of another version is ignored. */
  async read(key: string, version: number): Promise<Cached | undefined> {
    const path = this.#path(key);
    try {
      const file = await open(path);
      try {
        const head = await readHead(file);
        if (head !== undefined && head.form === FILE_VERSION && head.version !== version) return undefined;
        const bytes = head?.form === FILE_VERSION ? await readBody(file, head) : undefined;
        if (head !== undefined && bytes !== undefined) {
          await this.#touch(path);
          return { bytes, savedAt: head.savedAt };
        }
      } finally {
        await file.close();
      }
      await this.setAside(key);
    } catch (error) {
      if (errorCode(error) !== "ENOENT")
        this.#dependencies.log.warn("Could not read the cache", { entry: key, error: String(error) });
    }
    return undefined;
  }

  /** Stores the bytes, whole or in pieces. The old content stays readable until all bytes are written. */
  async write(key: string, version: number, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#path(key);
    try {
      const before = (await stat(path).catch(() => undefined))?.size ?? 0;
      const written = await writeAtomic(path, (file) => this.#writeContent(file, version, bytes), { durable: false });
      await this.#touch(path);
      this.#writtenBytes += written - before;
      await this.#keepWithinLimit();
    } catch (error) {
      this.#dependencies.log.warn("Could not write the cache", { entry: key, error: String(error) });
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
    this.#measuredBytes = undefined;
  }

  /** Moves the damaged file of a key aside, and reports it. */
  async setAside(key: string): Promise<void> {
    const aside = join(this.#asideFolder, `${hashKey(key)}-${this.#dependencies.now()}`);
    try {
      await makeFolder(this.#asideFolder);
      await rename(this.#path(key), aside);
      this.#measuredBytes = undefined;
      this.#dependencies.notify({ about: "cache", key, aside });
      const all = await listByAge(this.#asideFolder);
      for (const old of all.slice(0, -MAX_SET_ASIDE_FILES)) await rm(old.path, { force: true });
    } catch (error) {
      // Another window may have already moved and reported it.
      if (errorCode(error) !== "ENOENT")
        this.#dependencies.log.warn("Could not move the damaged cache aside", { entry: key, error: String(error) });
    }
  }

  async #writeContent(
    file: FileHandle,
    version: number,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
  ): Promise<number> {
    const hash = createHash("sha256");
    let at = HEADER_BYTES;
    for await (const piece of splitIntoPieces(bytes)) {
      hash.update(piece);
      await writeAll(file, piece, at);
      at += piece.byteLength;
    }
    const head: Head = {
      form: FILE_VERSION,
      version,
      savedAt: this.#dependencies.now(),
      length: at - HEADER_BYTES,
      sha256: hash.digest("hex"),
    };
    await writeAll(file, Buffer.from(JSON.stringify(head).padEnd(HEADER_BYTES)), 0);
    return at;
  }

  /**
   * Deletes the least recently used files until the rest fits. Runs one at a time, so that no size is counted twice.
   */
  async #keepWithinLimit(): Promise<void> {
    const total = this.#measuredBytes ?? Infinity;
    if (
      total + this.#writtenBytes <= this.#dependencies.limit &&
      this.#writtenBytes <= this.#dependencies.limit / RECOUNTS_PER_LIMIT
    )
      return;
    const trimmed = this.#trimming.then(() => this.#trim());
    this.#trimming = trimmed.catch(() => undefined);
    await trimmed;
  }

  async #trim(): Promise<void> {
    const files = [...(await listByAge(this.#asideFolder)), ...(await listByAge(this.#dependencies.folder))];
    let total = 0;
    for (const file of files) total += file.size;
    for (const file of files) {
      const leftover = file.path.endsWith(UNFINISHED);
      if (leftover ? this.#dependencies.now() - file.at < HOUR_MS : total <= this.#dependencies.limit) continue;
      await rm(file.path, { force: true });
      total -= file.size;
    }
    this.#measuredBytes = total;
    this.#writtenBytes = 0;
  }

  /** Sets the time of last use, which decides which file is deleted first. Failing to set it does no harm. */
  async #touch(path: string): Promise<void> {
    const at = new Date(this.#dependencies.now());
    await utimes(path, at, at).catch(() => undefined);
  }

  #path(key: string): string {
    return join(this.#dependencies.folder, hashKey(key));
  }
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 40);
}

async function readHead(file: FileHandle): Promise<Head | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
  if (bytesRead < HEADER_BYTES) return undefined;
  try {
    const head: unknown = JSON.parse(buffer.toString("utf8"));
    return isHead(head) ? head : undefined;
  } catch {
    return undefined;
  }
}

function isHead(value: unknown): value is Head {
  const { form, version, savedAt, length, sha256 } = getFields(value);
  return [form, version, savedAt, length].every(Number.isSafeInteger) && typeof sha256 === "string";
}

/** Reads the body. Returns undefined if it doesn't match the head. */
async function readBody(file: FileHandle, head: Head): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { size } = await file.stat();
  if (size !== HEADER_BYTES + head.length) return undefined;
  const bytes = new Uint8Array(head.length);
  const hash = createHash("sha256");
  for (let at = 0; at < head.length;) {
    const { bytesRead } = await file.read(bytes, at, Math.min(PIECE_BYTES, head.length - at), HEADER_BYTES + at);
    if (bytesRead === 0) return undefined;
    hash.update(bytes.subarray(at, at + bytesRead));
    at += bytesRead;
  }
  return hash.digest("hex") === head.sha256 ? bytes : undefined;
}

/** Yields pieces that are small enough to hash without blocking the extension host. */
async function* splitIntoPieces(bytes: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (!(bytes instanceof Uint8Array)) return yield* bytes;
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.byteLength - at, position + at);
    at += bytesWritten;
  }
}

/** Lists the files of a folder, least recently used first. */
async function listByAge(folder: string): Promise<{ path: string; size: number; at: number }[]> {
  const found: { path: string; size: number; at: number }[] = [];
  for (const entry of await unlessMissing(readdir(folder, { withFileTypes: true }), [])) {
    if (!entry.isFile()) continue;
    const path = join(folder, entry.name);
    // Another window may have just deleted the file.
    const known = await stat(path).catch(() => undefined);
    if (known !== undefined) found.push({ path, size: known.size, at: known.mtimeMs });
  }
  return found.sort((one, other) => one.at - other.at);
}

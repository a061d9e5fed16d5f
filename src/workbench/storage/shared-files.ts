// Reads and writes files that several windows share.
import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readdir, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../base/problem.ts";

/** Suffix of unfinished files, so that leftovers of a crash are recognized and removed. */
export const UNFINISHED = ".unfinished";

/** Only the user may see what a folder contains. Windows ignores this. */
const PRIVATE = 0o700;

/** Creates a folder that only the user can read. */
export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE });
}

/** Creates a storage folder, or closes it and its folders to other users: earlier versions left them open. */
export async function protectFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  if (process.platform === "win32" || ((await stat(folder)).mode & 0o777) === PRIVATE) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), PRIVATE);
  await chmod(folder, PRIVATE);
}

/**
 * Writes a file whole or not at all: readers in any window see either the old or the new content. With `durable`, the
 * file has reached the disk before this resolves.
 */
export async function writeAtomic<Result>(
  path: string,
  write: (file: FileHandle) => Promise<Result>,
  { durable }: { durable: boolean },
): Promise<Result> {
  await makeFolder(dirname(path));
  const unfinished = join(dirname(path), `${basename(path)}.${randomBytes(6).toString("hex")}${UNFINISHED}`);
  try {
    const file = await open(unfinished, "wx", 0o600);
    let result: Result;
    try {
      result = await write(file);
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
    await replace(unfinished, path);
    return result;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Reads the text of a file. Returns undefined if the file does not exist. */
export async function readText(path: string): Promise<string | undefined> {
  return await unlessMissing(readFile(path, "utf8"), undefined);
}

/** Writes a text like `writeAtomic`. The text has reached the disk before this resolves. */
export async function writeText(path: string, text: string): Promise<void> {
  await writeAtomic(path, (file) => file.writeFile(text), { durable: true });
}

/** Renames a file over another one. Retries, because Windows can't replace a file while another window reads it. */
async function replace(from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (attempt === 5 || !["EPERM", "EACCES", "EBUSY"].includes(errorCode(error) ?? "")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 << attempt));
    }
  }
}

/** Returns the result, or the fallback if the file or folder does not exist. */
export async function unlessMissing<Result, Fallback>(
  work: Promise<Result>,
  fallback: Fallback,
): Promise<Result | Fallback> {
  try {
    return await work;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return fallback;
    throw error;
  }
}

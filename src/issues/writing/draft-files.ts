// How the file of a draft leaves and comes back, so that neither another window nor a process that is killed in between
// takes a text along.
import { randomBytes } from "node:crypto";
import { link, readdir, rename, rm, stat } from "node:fs/promises";
import { errorCode } from "../../workbench/files.ts";

/** A draft whose text is on the server is moved out of the way before it is deleted, as another window may write to it. */
export const LEAVING = ".leaving";
/** What was left on its way out for so long belongs to a process that was killed. */
const LEFT_BEHIND_MS = 60_000;

/** A process that was killed in between must not take a text along. */
export async function bringBack(leaving: string, now: number): Promise<void> {
  const found = await stat(leaving).catch(() => undefined);
  if (found === undefined || found.ctimeMs > now - LEFT_BEHIND_MS) return;
  await putBack(leaving, leaving.slice(0, leaving.lastIndexOf(".json.") + ".json".length));
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
}

/** A name of its own each time, so that what another window removes under it is never what stands there by now. */
export function leavingOf(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}${LEAVING}`;
}

/** False if there is nothing to move. */
export async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Puts a draft in its place, unless a newer one stands there by now, or another window was faster. */
export async function putBack(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Some file systems know no links.
    const newer = errorCode(error) === "EEXIST" || (await stat(to).catch(() => undefined)) !== undefined;
    if (!newer) return void (await moved(from, to));
  }
  await rm(from, { force: true });
}

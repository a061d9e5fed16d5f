// Moves files away before they are rewritten or deleted, and back if needed, so that neither another window nor a
// killed process loses their content.
import { randomBytes } from "node:crypto";
import { link, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { errorCode } from "../../base/problem.ts";
import { filesIn, unlessMissing } from "./files.ts";

const SUFFIX = ".leaving";
/** What moving adds to a path. The random part keeps a window from removing another one's file. */
const ADDITION = /\.[0-9a-f]+\.leaving$/;
/** A file that was moved away this long ago belongs to a killed process. */
const ABANDONED_AFTER_MS = 60_000;
/** Longer than a living window keeps a file away. */
const MAX_AWAY_MS = 100;

/** Moves a file away and returns its new path. Returns undefined if there is no file. */
export async function moveAway(path: string): Promise<string | undefined> {
  const moved = `${path}.${randomBytes(6).toString("hex")}${SUFFIX}`;
  return await unlessMissing(
    rename(path, moved).then(() => moved),
    undefined,
  );
}

/**
 * Moves a file back, unless another window moved it back first. Returns false, and leaves it moved away, if a newer file
 * exists by now.
 */
export async function moveBack(moved: string, path: string): Promise<boolean> {
  try {
    await link(moved, path);
  } catch (error) {
    if (errorCode(error) === "EEXIST" || (await exists(path))) return !(await exists(moved));
    // Some file systems have no hard links.
    await unlessMissing(rename(moved, path), undefined);
  }
  await rm(moved, { force: true });
  return true;
}

/** Returns the paths of the files that were moved away from a folder. */
export async function listMoved(folder: string): Promise<readonly string[]> {
  return (await filesIn(folder, SUFFIX)).map((name) => join(folder, name));
}

/** Moves back the files that killed processes moved away. */
export async function restoreAbandoned(
  folder: string,
  now: () => number,
  putBack: (moved: string, path: string) => Promise<unknown>,
): Promise<void> {
  const abandoned = await listAbandoned(folder, now);
  if (abandoned.length === 0) return;
  // This window's clock may be ahead. If it took a file that another window is moving, both would start over.
  await wait(MAX_AWAY_MS);
  const remaining = new Set(await listAbandoned(folder, now));
  for (const moved of abandoned.filter((each) => remaining.has(each)))
    await putBack(moved, moved.replace(ADDITION, ""));
}

async function listAbandoned(folder: string, now: () => number): Promise<readonly string[]> {
  const abandoned: string[] = [];
  for (const moved of await listMoved(folder)) {
    const found = await stat(moved).catch(() => undefined);
    if (found !== undefined && found.ctimeMs <= now() - ABANDONED_AFTER_MS) abandoned.push(moved);
  }
  return abandoned;
}

export async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

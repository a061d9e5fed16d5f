// Reads an app's file that a tool names. The file has to be in one of the folders, also after links are followed.
import { realpath } from "node:fs/promises";
import { basename, isAbsolute, join, sep } from "node:path";
import { asProblem, Problem } from "../../base/problem.ts";
import type { ApkReport, ApkThread } from "../../scan/index.ts";
import type { TrackersSource } from "./source.ts";

interface AppFile {
  readonly folders: readonly string[];
  readonly path: string;
}

export async function readAppFile(
  { folders, path }: AppFile,
  thread: Pick<ApkThread, "read">,
  store: Pick<TrackersSource["store"], "anyTrackers">,
  signal: AbortSignal,
): Promise<ApkReport> {
  if (!/\.(?:apk|aab|apks|xapk)$/i.test(path))
    throw new Problem("invalid", { detail: "The path of an app ends with .apk, .aab, .apks or .xapk." });
  const file = await findWithin(folders, path);
  const list = await store.anyTrackers(signal).catch((error: unknown) => {
    if (signal.aborted) throw asProblem(error);
    return undefined;
  });
  const trackers = [...(list?.trackers.values() ?? [])].map(
    ({ id, name, codeSignature: code, networkSignature: network }) => ({ id, name, code, network }),
  );
  return await thread.read({ path: file, trackers }, { signal });
}

async function findWithin(folders: readonly string[], path: string): Promise<string> {
  for (const folder of folders) {
    const root = await realpath(folder).catch(() => undefined);
    if (root === undefined) continue;
    // A path may begin with the folder's name, as in the answer of a scan.
    const named = path.startsWith(`${basename(root)}/`) ? [path.slice(basename(root).length + 1)] : [];
    const candidates = isAbsolute(path) ? [path] : [path, ...named].map((each) => join(root, each));
    for (const candidate of candidates) {
      const file = await realpath(candidate).catch(() => undefined);
      if (file?.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) === true) return file;
    }
  }
  throw new Problem("notFound", { detail: "None of the open folders has this file." });
}

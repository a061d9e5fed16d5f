// The tools about trackers, which read the folders that the user has named.
import { join } from "node:path";
import { asProblem, type Problem } from "../base/problem.ts";
import { offerTools, type OfferedTool } from "../base/tools/tool.ts";
import { ApkThread, findFiles, OFFICIAL, ScanThread, toSlashes, withoutLastSlash } from "../scan/index.ts";
import { Store } from "../trackers/store/store.ts";
import { readAppFile } from "../trackers/tools/app-file.ts";
import type { ScannedFiles } from "../trackers/tools/source.ts";
import { trackerTools } from "../trackers/tools/tools.ts";
import { INSTANCE_URL } from "../trackers/store/settings.ts";
import type { Options } from "./options.ts";
import type { HeadlessServices } from "./services.ts";

export function trackerSettings({ exodus }: Options): Readonly<Record<string, unknown>> {
  return { [INSTANCE_URL.id]: exodus?.url ?? OFFICIAL };
}

/** `dist` is the folder of the built code. */
export async function offerTrackers(
  { shared }: HeadlessServices,
  { exodus, folders }: Options,
  dist: string,
): Promise<readonly OfferedTool[]> {
  const store = new Store({ ...shared, program: join(dist, "trackers-app-list.cjs") });
  if (exodus?.token !== undefined) await store.saveKey(exodus.token);
  return offerTools(trackerTools, { store, now: shared.now, files: namedFolders(folders, store, dist) });
}

function namedFolders(named: readonly string[], store: Store, dist: string): ScannedFiles {
  const folders = named.map((each) => withoutLastSlash(toSlashes(each)));
  const scanThread = new ScanThread(join(dist, "scan.cjs"));
  const apkThread = new ApkThread(join(dist, "scan.cjs"));
  return {
    folders,
    scan: async (signal) => {
      let listProblem: Problem | undefined;
      const list = await store.anyTrackers(signal).catch((error: unknown) => {
        listProblem = asProblem(error);
        return undefined;
      });
      const trackers = [...(list?.trackers.values() ?? [])].map(
        ({ id, name, codeSignature: code, networkSignature: network }) => ({ id, name, code, network }),
      );
      const found = folders.map((folder) => Object.assign({ folder }, findFiles(folder)));
      const scanned = await scanThread.request({ type: "scan", folders: found }, trackers, { signal });
      return {
        ...scanned,
        failed: [...scanned.failed, ...found.flatMap(({ unread }) => unread)],
        listProblem,
        skippedTrackers: list?.skipped ?? 0,
        more: found.some(({ more }) => more),
        readAt: Date.now(),
      };
    },
    readApp: (path, signal) => readAppFile({ folders, path }, apkThread, store, signal),
  };
}

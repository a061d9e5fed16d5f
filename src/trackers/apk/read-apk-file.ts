// Reads the file of an app in the scan's thread, or its set of splits, with the trackers of the list.
import type { Uri } from "vscode";
import { asProblem, Problem } from "../../base/problem.ts";
import type { ApkProgress, ApkReport, ApkThread, SignedTracker } from "../../scan/index.ts";
import type { Store } from "../store/store.ts";

export interface ApkReader {
  readonly store: Pick<Store, "anyTrackers">;
  readonly thread: Pick<ApkThread, "read">;
}

export interface ApkFile {
  readonly report: ApkReport;
  /** Why trackers could not be looked for. */
  readonly listProblem: Problem | undefined;
}

/** Reads one app. Several files are a set of splits. */
export async function readApkFile(
  [first, ...others]: readonly [Uri, ...Uri[]],
  { store, thread }: ApkReader,
  options: { readonly signal: AbortSignal; readonly onProgress: (progress: ApkProgress) => void },
): Promise<ApkFile> {
  if ([first, ...others].some(({ scheme }) => scheme !== "file"))
    throw new Problem("invalid", { detail: "the file isn't on disk" });
  const { trackers, listProblem } = await loadTrackers(store, options.signal);
  const splits = others.map(({ fsPath }) => fsPath);
  return { report: await thread.read({ path: first.fsPath, splits, trackers }, options), listProblem };
}

/** Without the list, everything else is still worth a look. */
async function loadTrackers(
  store: ApkReader["store"],
  signal: AbortSignal,
): Promise<{ readonly trackers: readonly SignedTracker[]; readonly listProblem: Problem | undefined }> {
  try {
    const list = await store.anyTrackers(signal);
    const trackers = [...list.trackers.values()].map(
      ({ id, name, codeSignature: code, networkSignature: network }) => ({ id, name, code, network }),
    );
    return { trackers, listProblem: undefined };
  } catch (error) {
    if (signal.aborted) throw error;
    return { trackers: [], listProblem: asProblem(error) };
  }
}

// What the wing's tools read from, in VS Code and in the MCP server.
import type { ApkReport } from "../../scan/index.ts";
import type { Store } from "../store/store.ts";
import type { WorkspaceFindings } from "../workspace/scan-result.ts";

export interface TrackersSource {
  readonly store: Pick<Store, "anyTrackers" | "app" | "base" | "findSimilar" | "hasKey" | "loadApp">;
  readonly files: ScannedFiles;
  readonly now: () => number;
}

/** The folders that the user has opened, or has named to the server. */
export interface ScannedFiles {
  /** Paths of the folders, with `/` as separator. */
  readonly folders: readonly string[];
  scan(signal: AbortSignal): Promise<WorkspaceFindings>;
  /** Reads an app. The path is that of a file in one of the folders. */
  readApp(path: string, signal: AbortSignal): Promise<ApkReport>;
}

// Messages between the extension and the scan thread.
import type { Findings } from "./file-facts.ts";
import type { SkippedCounts } from "./files/folder-files.ts";
import type { RefusedSignature, SignedTracker } from "./signatures/signatures.ts";

/** A request to the thread. Only `signatures` has no reply. */
export type ScanRequest =
  | { readonly type: "signatures"; readonly trackers: readonly SignedTracker[] }
  /** Scans these files. Unchanged ones are not read again. */
  | { readonly type: "scan"; readonly folders: readonly FolderFiles[] }
  /** Scans these files again if they were scanned before. */
  | { readonly type: "changed"; readonly paths: readonly string[] }
  /** Scans the text of a file in an editor. */
  | { readonly type: "text"; readonly path: string; readonly text: string };

export interface FolderFiles {
  /** With `/` as separator, like all paths here. */
  readonly folder: string;
  readonly paths: readonly string[];
}

/** How many of the files are scanned. */
export interface ScanProgress {
  readonly done: number;
  readonly of: number;
}

export interface Scanned {
  readonly findings: Findings;
  readonly refused: readonly RefusedSignature[];
  /** Files scanned in total, and read in this scan. */
  readonly files: number;
  readonly read: number;
  readonly bytes: number;
  readonly passedOver: SkippedCounts;
  /** Files that could not be scanned. Their findings are missing. */
  readonly failed: readonly string[];
  /** Files that were skipped because they are too large or have binary content. */
  readonly skippedFiles: { readonly large: readonly string[]; readonly binary: readonly string[] };
}

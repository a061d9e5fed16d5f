import type { Findings } from "./file-facts.ts";
import type { PassedOver } from "./files.ts";
import type { Refused, SignedTracker } from "./signatures.ts";

/** What the worker is asked. */
export type Asked =
  | { readonly type: "signatures"; readonly trackers: readonly SignedTracker[] }
  /** Looks at these files, of which those that did not change are not read again. */
  | { readonly type: "scan"; readonly folders: readonly FolderFiles[] }
  /** Looks again at these, where they were looked at before. */
  | { readonly type: "changed"; readonly paths: readonly string[] }
  /** Looks at one file as it stands in an editor. */
  | { readonly type: "text"; readonly path: string; readonly text: string };

export interface FolderFiles {
  /** With `/` between its parts, as all paths here. */
  readonly folder: string;
  readonly paths: readonly string[];
}

/** What the worker answers. */
export type Told =
  { readonly type: "progress"; readonly done: number; readonly of: number } | ({ readonly type: "found" } & Scanned);

export interface Scanned {
  readonly findings: Findings;
  readonly refused: readonly Refused[];
  /** Looked at, and of these read just now. */
  readonly files: number;
  readonly read: number;
  readonly bytes: number;
  readonly passedOver: PassedOver;
  /** Files that could not be scanned; what they hold is missing from the findings. */
  readonly failed: readonly string[];
}

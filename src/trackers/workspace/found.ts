import type { Spot } from "./lines.ts";
import type { FileFacts, Hit, PermissionFact } from "./scan.ts";

/** A place in a file of the workspace. */
export interface InFile {
  /** The path of the file on this machine. */
  readonly file: string;
  readonly spot: Spot;
}

export type FoundTracker = Hit & InFile;
export type FoundPermission = PermissionFact & InFile;

export interface FoundApp extends InFile {
  readonly handle: string;
  /** The flavours or the build type that it is made of; none for the id that all of them begin with. */
  readonly of: readonly string[];
  /** It is one of a build type, such as a debug build, which no store has. */
  readonly build: boolean;
}

/** What the files of a workspace say together. */
export interface Findings {
  readonly apps: readonly FoundApp[];
  /** Where the id of an app stands that only a run of the build would tell. */
  readonly unknownIds: readonly InFile[];
  /** Evidence: a library, a plugin or code of the tracker. */
  readonly trackers: readonly FoundTracker[];
  /** Mentions of hosts of companies that run trackers, most of which are plain links: a hint, and no evidence. */
  readonly hosts: readonly FoundTracker[];
  readonly permissions: readonly FoundPermission[];
  /** More was found than is told. */
  readonly cut: boolean;
}

/** A file of the workspace and what it says; `path` is the one on this machine, with `/` between its parts. */
export type ReadFile = readonly [path: string, facts: FileFacts];

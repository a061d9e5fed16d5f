// Facts of scanned files, and the findings made from them.
import type { Owner } from "./gradle/assignments.ts";
import type { OpenValue, BuildScript } from "./gradle/build-script.ts";
import type { Scope, Where } from "./gradle/scope.ts";
import type { LineRange } from "./files/lines.ts";
import type { Match } from "./signatures/vendors.ts";

/** A location in a file of the workspace. */
export interface InFile {
  /** Absolute path of the file. */
  readonly file: string;
  readonly spot: LineRange;
}

export type FoundTracker = Hit & InFile;
export type FoundPermission = PermissionFact & InFile;

export interface FoundApp extends InFile {
  readonly handle: string;
  /** Its flavors or build type; empty for the base ID. */
  readonly of: readonly string[];
  /** Whether it is the ID of a build type such as debug, which no store has. */
  readonly build: boolean;
}

/** The findings of all files in a workspace. */
export interface Findings {
  readonly apps: readonly FoundApp[];
  /** Locations of application IDs that only the build can compute. */
  readonly unknownIds: readonly InFile[];
  /** Evidence: a library, plugin or code of a tracker. */
  readonly trackers: readonly FoundTracker[];
  /** Mentions of hosts of companies that run trackers. Most are plain links: hints, not evidence. */
  readonly hosts: readonly FoundTracker[];
  readonly permissions: readonly FoundPermission[];
  /** Trackers with evidence outside of tests and debug builds, even if the evidence was dropped. */
  readonly inApp: readonly number[];
  /** Whether findings were dropped. */
  readonly cut: boolean;
}

/** A scanned file by absolute path, with `/` as separator. */
export type ReadFile = readonly [path: string, facts: FileFacts];

/** How a tracker was found. */
export type FindingKind = "dependency" | "locked" | "plugin" | "code" | "host";

/** A location that matches trackers. Several trackers can share a signature. */
export interface Hit extends Where {
  readonly kind: FindingKind;
  readonly spot: LineRange;
  /** The matched text: a coordinate, plugin, qualified name or host. */
  readonly text: string;
  readonly trackers: readonly Match[];
}

/** A version catalog entry that a build script uses. */
export interface CatalogUse extends Where {
  readonly kind: "library" | "bundle" | "plugin";
  /** The name of the catalog; undefined if the script leaves it out. */
  readonly catalog: string | undefined;
  readonly alias: string;
  readonly spot: LineRange;
}

/** An entry of a version catalog, or of a list, map or constant, with trackers. It counts only if a script uses it. */
export interface CatalogEntry {
  readonly kind: "library" | "plugin" | "listed";
  readonly alias: string;
  /** The name of the map that has it under its alias. */
  readonly list: string | undefined;
  readonly hit: Hit;
}

export interface Named {
  readonly value: string;
  readonly spot: LineRange;
}

export interface IdFact extends Named {
  readonly of: Owner | undefined;
}

/** A value that other files define or that the build computes. */
export interface OpenFact extends Pick<OpenValue, "kind" | "parts" | "of"> {
  readonly spot: LineRange;
}

/** What a build script defines about its app. */
export interface ScriptFacts {
  readonly ids: readonly IdFact[];
  readonly branchIds: readonly Named[];
  readonly variantIds: readonly Named[];
  readonly suffixes: readonly IdFact[];
  readonly namespace: Named | undefined;
  readonly open: readonly OpenFact[];
  readonly flavors: BuildScript["flavors"];
  readonly dimensions: BuildScript["dimensions"];
  readonly types: BuildScript["types"];
  readonly copies: BuildScript["copies"];
  readonly removed: BuildScript["removed"];
  readonly applied: BuildScript["applied"];
  readonly ownPlugins: BuildScript["ownPlugins"];
  /** Plugin IDs and aliases, which say whether the module is an app or a library. */
  readonly plugins: readonly string[];
}

export interface PermissionFact extends Where {
  readonly name: string;
  readonly spot: LineRange;
  /** Highest Android API level that it is requested on. */
  readonly maxSdk: string | undefined;
}

export interface ManifestFacts {
  readonly name: Named | undefined;
  /** Whether it has a launcher activity, so it belongs to an app and not a library. */
  readonly launches: boolean;
  readonly scope: Scope;
  readonly permissions: readonly PermissionFact[];
}

/** Facts found in one file. */
export interface FileFacts {
  readonly hits: readonly Hit[];
  readonly uses: readonly CatalogUse[];
  readonly entries: readonly CatalogEntry[];
  /** The members of bundles, by alias. */
  readonly bundles: readonly (readonly [alias: string, members: readonly string[]])[];
  /** Literal values that build scripts can use. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly script: ScriptFacts | undefined;
  readonly manifest: ManifestFacts | undefined;
}

/** Facts of a file without findings. */
export const NO_FACTS: FileFacts = {
  hits: [],
  uses: [],
  entries: [],
  bundles: [],
  values: [],
  script: undefined,
  manifest: undefined,
};

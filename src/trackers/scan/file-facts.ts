import type { Open, Script } from "../gradle/build-script.ts";
import type { Spot } from "./lines.ts";
import type { Match } from "./signatures.ts";

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

/** How a tracker shows. */
export type Kind = "dependency" | "locked" | "plugin" | "code" | "host";

/** A place that belongs to trackers: several may have the same signature. */
export interface Hit {
  readonly kind: Kind;
  readonly spot: Spot;
  /** What stands there: a coordinate, a plugin, a qualified name, a host. */
  readonly text: string;
  readonly trackers: readonly Match[];
  /** It is in code or a dependency of tests, which is not in the app. */
  readonly test: boolean;
}

/** Something of a version catalogue that a build script asks for. */
export interface CatalogueUse {
  readonly kind: "library" | "bundle" | "plugin";
  readonly alias: string;
  readonly spot: Spot;
  readonly test: boolean;
}

/** What a version catalogue holds of trackers; it counts where a build script asks for it. */
export interface CatalogueEntry {
  readonly kind: "library" | "plugin";
  readonly alias: string;
  readonly hit: Hit;
}

export interface Named {
  readonly value: string;
  readonly spot: Spot;
}

export interface IdFact extends Named {
  readonly of: { readonly kind: "flavour" | "type"; readonly name: string } | undefined;
}

/** What a build script asks other files for, or leaves to be run. */
export interface OpenFact extends Pick<Open, "what" | "parts" | "of"> {
  readonly spot: Spot;
}

/** What a build script says of its app. */
export interface ScriptFacts {
  readonly ids: readonly IdFact[];
  readonly suffixes: readonly IdFact[];
  readonly namespace: Named | undefined;
  readonly open: readonly OpenFact[];
  readonly flavours: Script["flavours"];
  /** Ids and aliases of the plugins, as far as they say whether it makes an app or a library. */
  readonly plugins: readonly string[];
}

export interface PermissionFact {
  readonly name: string;
  readonly spot: Spot;
  /** The last version of Android that is asked for it. */
  readonly maxSdk: string | undefined;
  readonly test: boolean;
}

export interface ManifestFacts {
  readonly name: Named | undefined;
  /** It has an `application`, and not only what a library adds to one. */
  readonly launches: boolean;
  readonly permissions: readonly PermissionFact[];
}

/** What one file says. */
export interface FileFacts {
  readonly hits: readonly Hit[];
  readonly uses: readonly CatalogueUse[];
  readonly entries: readonly CatalogueEntry[];
  /** The members of bundles, by alias. */
  readonly bundles: readonly (readonly [alias: string, members: readonly string[]])[];
  /** What it names for build scripts, as far as it says it plainly. */
  readonly values: readonly (readonly [name: string, value: string])[];
  readonly script: ScriptFacts | undefined;
  readonly manifest: ManifestFacts | undefined;
}

/** What a file says that says nothing. */
export const NOTHING: FileFacts = {
  hits: [],
  uses: [],
  entries: [],
  bundles: [],
  values: [],
  script: undefined,
  manifest: undefined,
};

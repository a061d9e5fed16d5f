// What Triptych knows about an app from its file alone.
import type { RefusedSignature } from "../signatures/signatures.ts";
import type { ApkCertificate } from "./certificates.ts";
import type { TrackerHint } from "./hints.ts";
import type { ApkManifest } from "./manifest.ts";

/** What a part of an APK is for, in display order. */
export const APK_PARTS = ["code", "native", "resources", "assets", "apps", "signature", "other"] as const;

export type ApkPart = (typeof APK_PARTS)[number];

export interface PartSize {
  readonly part: ApkPart;
  readonly files: number;
  /** In the file, and unpacked. */
  readonly compressed: number;
  readonly size: number;
}

export interface NativeLibrary {
  readonly name: string;
  /** Processors that it is for, such as `arm64-v8a`. */
  readonly abis: readonly string[];
}

export interface DexFile {
  readonly path: string;
  readonly size: number;
  readonly classes: number;
}

/** A file of a set, or an APK inside of the file: a split, or an app that another one brings along. */
export interface NestedApk {
  readonly path: string;
  readonly packageName: string | undefined;
  readonly split: string | undefined;
}

export interface FoundInApk {
  readonly tracker: number;
  readonly signature: string;
  /** The number of classes that match, and the first of them, such as `com.example.Thing`. */
  readonly count: number;
  readonly names: readonly string[];
  /** Whether only definitions of other classes mention them: the tracker's own code isn't in the file. */
  readonly isOnlyMentioned: boolean;
}

/**
 * What the report lacks, or what is unusual about the file.
 * - `damaged`, `tooLarge`: a part could not be read
 * - `entries`, `nested`: more than the limit; the rest is left out
 * - `directory`: the list of files is damaged
 * - `duplicate`, `overlap`: files with the same name, or in the same bytes
 * - `manifest`: there is none
 * - `resources`: they are damaged, so the app's name and hints can be missing
 * - `listed`: the report has only the first permissions or native libraries
 * - `otherApp`: a file of a set is part of another app, whose package is the detail
 */
export interface ApkNote {
  readonly kind:
    | "damaged"
    | "tooLarge"
    | "entries"
    | "nested"
    | "directory"
    | "duplicate"
    | "overlap"
    | "manifest"
    | "resources"
    | "listed"
    | "otherApp";
  readonly path: string;
  readonly detail?: string;
}

/** Kinds of notes after which trackers can be missing from the report. */
const INCOMPLETE: ReadonlySet<ApkNote["kind"]> = new Set([
  "damaged",
  "tooLarge",
  "entries",
  "nested",
  "directory",
  "manifest",
  "otherApp",
]);

/** Whether a note means that something can be missing from the report. */
export function isIncomplete({ kind }: ApkNote): boolean {
  return INCOMPLETE.has(kind);
}

export interface ApkReport {
  /** Bytes of all files, and the hashes of the only one, or of the base, in hexadecimal. */
  readonly size: number;
  readonly sha256: string;
  readonly sha1: string;
  readonly md5: string;
  /** Of the app, or of the base if the file is a set of splits. */
  readonly manifest: ApkManifest | undefined;
  /** The app's name in no particular language, if the manifest or its resources have one. */
  readonly label: string | undefined;
  /** All permissions, those of splits too. */
  readonly permissions: ApkManifest["permissions"];
  /** The ID of the app at εxodus. */
  readonly uaid: string | undefined;
  readonly certificates: readonly ApkCertificate[];
  readonly entries: number;
  readonly parts: readonly PartSize[];
  readonly libraries: readonly NativeLibrary[];
  readonly dexFiles: readonly DexFile[];
  readonly nested: readonly NestedApk[];
  /** Classes that the app defines, and how many of them have obfuscated names. */
  readonly classes: number;
  readonly obfuscated: number;
  readonly trackers: readonly FoundInApk[];
  readonly hints: readonly TrackerHint[];
  readonly refused: readonly RefusedSignature[];
  readonly notes: readonly ApkNote[];
}

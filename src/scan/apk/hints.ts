// Hints at trackers that an app's classes don't show: components and meta-data in the manifest, files that build tools add
// for a library, and native libraries.
import libraryPackages from "../gradle/library-packages.json" with { type: "json" };
import type { Signatures } from "../signatures/signatures.ts";
import type { ApkManifest } from "./manifest.ts";

export type HintKind = "component" | "metaData" | "library" | "nativeLibrary";

export interface TrackerHint {
  readonly tracker: number;
  readonly kind: HintKind;
  /** The name of the component, of the meta-data or of the file. */
  readonly text: string;
}

/** Google's build tools leave a file with the version of each library at the top of the APK. */
const VERSION_FILE = /^((?:firebase|play-services)-[\w-]+)\.properties$/;
const GOOGLE_GROUPS: ReadonlySet<string> = new Set(["com.google.firebase", "com.google.android.gms"]);

/** The packages of libraries that have native code, by the names of their files in the published artifacts. */
const NATIVE: readonly (readonly [name: RegExp, packageName: string])[] = [
  [/^libcrashlytics(?:-\w+)?\.so$/, "com.google.firebase.crashlytics"],
  [/^libbugsnag-[\w-]+\.so$/, "com.bugsnag.android"],
  [/^libsentry(?:-android)?\.so$/, "io.sentry"],
  [/^libBugly(?:_Native)?\.so$/, "com.tencent.bugly"],
  [/^libapplovin-native-crash-reporter\.so$/, "com.applovin"],
  [/^libembrace-native\.so$/, "io.embrace.android"],
  [/^libflurrycrash\.so$/, "com.flurry.android"],
];

const MAX_HINTS = 200;

export function findHints(
  {
    manifest,
    paths,
    libraries,
  }: {
    readonly manifest: ApkManifest | undefined;
    readonly paths: readonly string[];
    readonly libraries: readonly string[];
  },
  signatures: Signatures,
  isKnown: (tracker: number) => boolean,
): readonly TrackerHint[] {
  const found = new Map<string, TrackerHint>();
  const add = (kind: HintKind, text: string, name: string): void => {
    for (const { tracker } of signatures.byName(name))
      if (!isKnown(tracker) && found.size < MAX_HINTS) found.set(`${tracker} ${kind} ${text}`, { tracker, kind, text });
  };
  for (const { name } of manifest?.components ?? []) add("component", name, name);
  for (const name of manifest?.metaData ?? []) add("metaData", name, name);
  for (const path of paths) {
    const artifact = VERSION_FILE.exec(path)?.[1];
    for (const name of artifact === undefined ? [] : googlePackages(artifact)) add("library", path, name);
  }
  for (const library of libraries)
    for (const [name, packageName] of NATIVE) if (name.test(library)) add("nativeLibrary", library, packageName);
  return [...found.values()];
}

function googlePackages(artifact: string): readonly string[] {
  return libraryPackages.flatMap(({ libraries }) =>
    Object.entries(libraries).flatMap(([coordinate, packages]) => {
      const [group = "", name] = coordinate.split(":");
      return name === artifact && GOOGLE_GROUPS.has(group) ? packages : [];
    }),
  );
}

// Hints at trackers that an app's classes don't show: components and meta-data in the manifest, files that build tools add
// for a library, native libraries and resources.
import libraryPackages from "../gradle/library-packages.json" with { type: "json" };
import type { Signatures } from "../signatures/signatures.ts";
import type { ApkManifest } from "./manifest.ts";

export type HintKind = "component" | "metaData" | "library" | "nativeLibrary" | "resource";

export interface TrackerHint {
  readonly tracker: number;
  readonly kind: HintKind;
  /** The name of the component, the meta-data, the file or the resource. */
  readonly text: string;
}

/** Google's build tools leave a file with the version of each library at the top of the APK, or of a bundle's module. */
export const VERSION_FILE = /^(?:[^/]+\/root\/)?((?:firebase|play-services)-[\w-]+)\.properties$/;
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

/** Names that begin with a package, such as `com_mixpanel_android_title` and `com.crashlytics.android.build_id`. */
const PACKAGE_LIKE = /^(?:ai|co|com|io|net|org)[._]\w+[._]/;

export function isPackageLike(resource: string): boolean {
  return PACKAGE_LIKE.test(resource);
}

export function findHints(
  {
    manifests,
    paths,
    libraries,
    resources,
  }: {
    readonly manifests: readonly ApkManifest[];
    readonly paths: readonly string[];
    readonly libraries: readonly string[];
    /** Names that begin like packages. */
    readonly resources: Iterable<string>;
  },
  signatures: Signatures,
  isKnown: (tracker: number) => boolean,
): readonly TrackerHint[] {
  const found = new Map<string, TrackerHint>();
  const add = (kind: HintKind, text: string, name: string): void => {
    for (const { tracker } of signatures.byName(name)) addTracker(kind, text, tracker);
  };
  const addTracker = (kind: HintKind, text: string, tracker: number): void => {
    if (!isKnown(tracker) && found.size < MAX_HINTS) found.set(`${tracker} ${kind} ${text}`, { tracker, kind, text });
  };
  for (const { components, metaData } of manifests) {
    for (const { name } of components) add("component", name, name);
    for (const name of metaData) add("metaData", name, name);
  }
  for (const path of paths) {
    const artifact = VERSION_FILE.exec(path)?.[1];
    for (const name of artifact === undefined ? [] : googlePackages(artifact)) add("library", path, name);
  }
  for (const library of libraries)
    for (const [name, packageName] of NATIVE) if (name.test(library)) add("nativeLibrary", library, packageName);
  const hinted = new Set<number>();
  for (const resource of resources) {
    // A library has dozens of them.
    for (const { tracker } of signatures.byName(resource.replaceAll("_", "."))) {
      if (!hinted.has(tracker)) addTracker("resource", resource, tracker);
      hinted.add(tracker);
    }
  }
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

// What the Trackers wing reads from projects, signatures and users, and words that it looks for.
import { parseCoordinate, matchLibrary } from "../../../src/scan/gradle/coordinates.ts";
import { parseLockFile } from "../../../src/scan/gradle/lock-files.ts";
import { parseProperties } from "../../../src/scan/gradle/values.ts";
import { parseVersionCatalog } from "../../../src/scan/gradle/version-catalog.ts";
import { pages, parseKey, storePage } from "../../../src/trackers/model/exodus-urls.ts";
import { permission, shortPermissionName } from "../../../src/scan/permissions.ts";
import { isPackageName, isUnresolved } from "../../../src/trackers/model/report.ts";
import { compareText, foldText, splitWords } from "../../../src/trackers/model/search-text.ts";
import { GitIgnore } from "../../../src/scan/files/ignore-rules.ts";
import { findHosts, findQualifiedNames } from "../../../src/scan/signatures/find-names.ts";
import { alternatives } from "../../../src/scan/signatures/signatures.ts";
import { toSarif } from "../../../src/scan/sarif.ts";
import { SIGNATURES } from "../scan/hostile-signatures.ts";
import type { Readers } from "../base/any-text.ts";

const MATCH = { tracker: 1, signature: "com.amplitude." };

export const TEXT_READERS: Readers = {
  "an API key": parseKey,
  "the handle of an app": (given) => [
    pages("https://exodus.example").app(given),
    pages("https://exodus.example").analysis(given),
    storePage(given, "google"),
    storePage(given, "fdroid"),
  ],
  "a package name": (given) => [isPackageName(given), isUnresolved(given)],
  "a permission": (given) => [permission(given), shortPermissionName(given)],
  "words of a search": (given) => [foldText(given), splitWords(given), compareText(given, given)],
  "a signature": alternatives,
  "a Maven coordinate": (given) => {
    const coordinate = parseCoordinate(given);
    return coordinate === undefined ? undefined : matchLibrary(coordinate, SIGNATURES);
  },
  "a lock file": parseLockFile,
  "a version catalog": parseVersionCatalog,
  "Gradle properties": parseProperties,
  "a .gitignore": (given) =>
    new GitIgnore("", (folder) => (folder === "" ? given : undefined)).file("/app/src/main/java/org/example/Main.java"),
  "the path of a file": (given) =>
    toSarif({
      places: [
        {
          kind: "code",
          text: given,
          file: given,
          spot: { line: 0, from: 0, to: 1 },
          scope: "app",
          variants: [],
          trackers: [MATCH],
        },
      ],
      getTrackerName: () => given,
      relative: (file) => file,
      trackerPage: () => "https://exodus.example/",
      missed: [],
    }),
  "names in code": (given) => [findQualifiedNames(given), findHosts(given)],
};

export const WORDS: readonly string[] = [
  "com.amplitude:android-sdk:1",
  "Token ",
  "android.permission.CAMERA",
  "com.amplitude.",
  "=releaseRuntimeClasspath\n",

  "[libraries]\n",
  "a = { module = ",
  '"',
  "<component group=",
  ">",
  "</",
  "&amp;",
  "<![CDATA[",
  "!",
  "**/",
  "\\ ",
  "|",
  "(?:",
];

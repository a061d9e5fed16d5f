// Transitive dependencies, from the files in which Gradle records what it resolved.
import assert from "node:assert/strict";
import { detectKind } from "../../../src/scan/files/file-kinds.ts";
import { scanFile } from "../../../src/scan/scan-file.ts";
import { Signatures } from "../../../src/scan/signatures/signatures.ts";
import { trackerList } from "../../services/trackers/list.js";

const LIST = trackerList();
const SIGNATURES = new Signatures(
  [...LIST.values()].map(({ id, name, code_signature: code, network_signature: network }) => ({
    id,
    name,
    code,
    network,
  })),
);
const found = (path: string, text: string) =>
  scanFile(path, text, SIGNATURES).hits.map(({ kind, text: what, scope, spot, trackers }) => [
    kind,
    what,
    scope,
    spot.line + 1,
    trackers.map(({ tracker }) => LIST.get(tracker)?.name).join(),
  ]);

const LOCK = `# This is a Gradle generated file for dependency locking.
com.adjust.sdk:adjust-android:4.38.0=releaseCompileClasspath,releaseRuntimeClasspath
com.squareup.okhttp3:okhttp:4.12.0=releaseRuntimeClasspath
com.bugsnag:bugsnag-android:6.1.0=debugUnitTestRuntimeClasspath
com.mixpanel.android:mixpanel-android:8.0.0=debugRuntimeClasspath,debugUnitTestRuntimeClasspath
com.flurry.android:analytics:14.4.0=kotlinCompilerPluginClasspath,lintTool
empty=annotationProcessor
`;

describe("Libraries resolved by Gradle", () => {
  it("belong to the app if a flavor's name starts with “test”", () => {
    const text = "com.adjust.sdk:adjust-android:4.38.0=testnetReleaseRuntimeClasspath\n";
    assert.deepEqual(found("app/gradle.lockfile", text), [
      ["locked", "com.adjust.sdk:adjust-android", "app", 1, "Adjust"],
    ]);
  });

  it("are read from a lock file, separate from tests and debug builds, and without build tools", () => {
    assert.deepEqual(found("app/gradle.lockfile", LOCK), [
      ["locked", "com.adjust.sdk:adjust-android", "app", 2, "Adjust"],
      ["locked", "com.bugsnag:bugsnag-android", "tests", 4, "Bugsnag"],
      ["locked", "com.mixpanel.android:mixpanel-android", "debug", 5, "MixPanel"],
    ]);
  });

  it("are not read from verification metadata, which names all that the build downloads, tools included", () => {
    const text =
      '<verification-metadata><components><component group="com.adjust.sdk" name="adjust-android" version="4.38.0"/></components></verification-metadata>';
    assert.equal(detectKind("gradle/verification-metadata.xml"), undefined);
    assert.deepEqual(found("gradle/verification-metadata.xml", text), []);
  });

  it("are read from these files, and from no others of the same kind", () => {
    assert.equal(detectKind("app/gradle.lockfile"), "lock");
    assert.equal(detectKind("app/src/main/res/verification-metadata.xml"), "xml");
    assert.equal(detectKind("poetry.lockfile"), undefined);
    assert.deepEqual(found("app/gradle.lockfile", `${"x".repeat(50_000)}\n:::=\n=a\na.b:c\n`), []);
  });
});

// A report of an app's file for tests, without anything in it.
import type { ApkReport } from "../../../../src/scan/index.ts";

/** Version 2.0 of an app, with these parts replaced. */
export function apkReport(
  given: Partial<ApkReport> = {},
  manifest: Partial<NonNullable<ApkReport["manifest"]>> = {},
): ApkReport {
  return {
    size: 1,
    sha256: "ab".repeat(32),
    sha1: "",
    md5: "",
    manifest: {
      packageName: "org.example.app",
      versionName: "2.0",
      versionCode: "20",
      minSdk: undefined,
      targetSdk: undefined,
      compileSdk: undefined,
      split: undefined,
      label: undefined,
      isDebuggable: false,
      permissions: [],
      libraries: [],
      components: [],
      metaData: [],
      ...manifest,
    },
    label: undefined,
    permissions: [],
    uaid: undefined,
    certificates: [],
    entries: 1,
    parts: [],
    libraries: [],
    dexFiles: [],
    nested: [],
    classes: 10,
    obfuscated: 0,
    trackers: [],
    hints: [],
    refused: [],
    notes: [],
    ...given,
  };
}

// What the source, the file and εxodus say about an app, and why they may differ.
import assert from "node:assert/strict";
import { fromMilliseconds } from "../../../../src/base/time.ts";
import type { ApkReport, FoundTracker } from "../../../../src/scan/index.ts";
import type { App, Version } from "../../../../src/trackers/model/report.ts";
import { comparePermissions, compareTrackers, type Witnesses } from "../../../../src/trackers/apk/witnesses.ts";
import { apkReport } from "./apk-report.ts";
import type { WorkspaceFindings } from "../../../../src/trackers/workspace/scan-result.ts";

const NOW = Date.parse("2026-11-25T10:00:00Z");
const DAY_MS = 86_400_000;
const SHA256 = apkReport().sha256;

function file(given: Partial<ApkReport> = {}, isDebuggable = false): ApkReport {
  return apkReport(given, { isDebuggable });
}

function inFile(tracker: number, isOnlyMentioned = false): ApkReport["trackers"][number] {
  return { tracker, signature: "com.example", count: 1, names: ["com.example.A"], isOnlyMentioned };
}

type Place = Pick<FoundTracker, "scope" | "variants">;

function source(
  places: Readonly<Record<number, Partial<Place>>>,
  given: Partial<WorkspaceFindings> = {},
): WorkspaceFindings {
  const spot = { line: 1, from: 0, to: 11 };
  const trackers = Object.entries(places).map(([id, { scope = "app", variants = [] }]): FoundTracker => ({
    kind: "dependency",
    file: "build.gradle",
    spot,
    text: "com.example",
    trackers: [{ tracker: Number(id), signature: "com.example" }],
    scope,
    variants,
  }));
  const permission = { name: "android.permission.CAMERA", maxSdk: undefined, scope: "app", variants: [] } as const;
  return {
    findings: {
      apps: [],
      unknownIds: [],
      trackers,
      hosts: [],
      permissions: [{ ...permission, file: "AndroidManifest.xml", spot }],
      inApp: [],
      cut: false,
    },
    files: 3,
    read: 3,
    bytes: 100,
    refused: [],
    failed: [],
    passedOver: { ignored: 0, large: 0, binary: 0, unreadable: 0 },
    skippedFiles: { large: [], binary: [] },
    readAt: NOW,
    listProblem: undefined,
    skippedTrackers: 0,
    more: false,
    ...given,
  };
}

function version(given: Partial<Version> = {}): Version {
  return {
    id: 1,
    source: "google",
    version: "1.0",
    versionCode: "10",
    created: fromMilliseconds(NOW - 30 * DAY_MS),
    updated: undefined,
    downloads: undefined,
    trackers: [],
    ...given,
  };
}

function app(...versions: readonly Version[]): App {
  const sources = versions.map((each) => ({ source: each.source, versions: [each] }));
  return { handle: "org.example.app", name: "App", creator: undefined, sources };
}

/** "1 app found false: library" */
function lines(given: Partial<Witnesses>): readonly string[] {
  const all = { source: undefined, file: file(), hasTrackers: true, exodus: undefined, now: NOW, ...given };
  return compareTrackers(all).map(({ thing, source: where, file: found, exodus, differs, reasons }) => {
    const scope = typeof where === "object" ? where.scope : where;
    return `${differs ? "≠" : "="} ${thing} ${scope} ${found} ${exodus}: ${reasons.map(({ kind }) => kind).join(" ")}`;
  });
}

describe("The source, the file and εxodus", () => {
  it("are compared tracker by tracker, differences first", () => {
    const rows = lines({
      source: source({ 1: {}, 2: {}, 5: {} }),
      file: file({ trackers: [inFile(1), inFile(3), inFile(4, true), inFile(5)] }),
      exodus: app(version({ trackers: [1, 3, 4] })),
    });
    assert.deepEqual(rows, [
      "≠ 2 app absent false: removed",
      "≠ 5 app found false: version",
      "≠ 3 absent found true: library",
      "≠ 4 absent mentioned true: library",
      "= 1 app found true: ",
    ]);
  });

  it("may differ because only debug builds, tests or flavors have a tracker", () => {
    const places = source({ 1: { scope: "debug" }, 2: { scope: "tests" }, 3: { variants: ["free"] } });
    assert.deepEqual(lines({ source: places }), [
      "≠ 1 debug absent undefined: scope",
      "≠ 2 tests absent undefined: scope",
      "≠ 3 app absent undefined: scope",
    ]);
    const debuggable = file({ trackers: [inFile(1)] }, true);
    assert.equal(lines({ source: places, file: debuggable })[2], "= 1 debug found undefined: ");
    // In a build for release, a library brings it along as well.
    assert.equal(
      lines({ source: places, file: file({ trackers: [inFile(1)] }) })[2],
      "= 1 debug found undefined: library",
    );
  });

  it("may differ because names are obfuscated, or parts could not be read", () => {
    const hints = [{ tracker: 1, kind: "component", text: "com.example.Service" }] as const;
    const notes = [{ kind: "damaged", path: "classes2.dex" }] as const;
    assert.deepEqual(lines({ source: source({ 1: {}, 2: {} }), file: file({ hints, notes, obfuscated: 7 }) }), [
      "≠ 1 app absent undefined: hinted fileIncomplete",
      "≠ 2 app absent undefined: obfuscated fileIncomplete",
    ]);
    const partly = source({}, { failed: ["app/build.gradle"] });
    assert.deepEqual(lines({ source: partly, file: file({ trackers: [inFile(1)] }) }), [
      "≠ 1 absent found undefined: library sourceIncomplete",
    ]);
  });

  it("may differ because εxodus analyzed another version, another source or the same file earlier", () => {
    const found = file({ trackers: [inFile(1)] });
    const details = { name: "App", creator: undefined, uid: undefined, iconHash: undefined, permissions: [] };
    const kinds = (...versions: readonly Version[]) => lines({ file: found, exodus: app(...versions) })[0];
    assert.equal(kinds(version()), "≠ 1 undefined found false: version");
    assert.equal(kinds(version({ versionCode: "20" })), "≠ 1 undefined found false: sameVersion");
    assert.equal(kinds(version({ versionCode: undefined, version: "2.0" })), "≠ 1 undefined found false: sameVersion");
    assert.equal(
      kinds(version({ details: { ...details, apkHash: SHA256.toUpperCase() } })),
      "≠ 1 undefined found false: sameFile",
    );
    const older = version({
      id: 2,
      source: "fdroid",
      created: fromMilliseconds(NOW - 60 * DAY_MS),
      trackers: [1],
    });
    assert.equal(kinds(version(), older), "≠ 1 undefined found false: version store");
  });

  it("say nothing about what they don't know", () => {
    const found = file({ trackers: [inFile(1)] });
    const today = version({ created: fromMilliseconds(NOW) });
    assert.deepEqual(lines({ file: found, exodus: app(today) }), ["= 1 undefined found undefined: "]);
    assert.deepEqual(lines({ file: found, hasTrackers: false, exodus: app(version({ trackers: [1] })) }), [
      "= 1 undefined undefined true: ",
    ]);
  });

  it("are compared permission by permission", () => {
    const details = { name: "App", creator: undefined, uid: undefined, iconHash: undefined, apkHash: undefined };
    const permissions = (...names: readonly string[]) => names.map((name) => ({ name, maxSdk: undefined }));
    const rows = comparePermissions({
      source: source({}),
      file: file({ permissions: permissions("android.permission.INTERNET", "android.permission.NFC") }),
      hasTrackers: false,
      exodus: app(version({ details: { ...details, permissions: ["android.permission.INTERNET"] } })),
      now: NOW,
    });
    assert.deepEqual(
      rows.map(({ thing, reasons }) => `${thing}: ${reasons.map(({ kind }) => kind).join(" ")}`),
      [
        "android.permission.CAMERA: removed",
        "android.permission.INTERNET: library",
        "android.permission.NFC: library version",
      ],
    );
  });
});

// Scans whole example projects, with and without trackers.
import assert from "node:assert/strict";
import { Scanner } from "../../../src/scan/scanner.ts";
import type { Scanned } from "../../../src/scan/worker-messages.ts";
import { trackerList } from "../../services/trackers/list.js";
import { ASKED, PLANTED, workspaceOf } from "../../workspaces/index.js";
import { pathsIn } from "./projects.ts";

const LIST = trackerList();

function scanned(folder: string): Scanned {
  const scanner = new Scanner();
  scanner.use(
    [...LIST.values()].map(({ id, code_signature: code, network_signature: network }) => ({ id, code, network })),
  );
  return scanner.scan([{ folder, paths: pathsIn(folder) }], () => undefined);
}

describe("A project of the workspace", () => {
  const carries = workspaceOf("carries");
  const relative = (path: string): string => path.slice(carries.length + 1);

  it("shows every tracker that it contains, and no other", () => {
    const { trackers: evidence, hosts } = scanned(carries).findings;
    assert.ok(evidence.every(({ kind }) => kind !== "host") && hosts.every(({ kind }) => kind === "host"));
    const found = evidence.concat(hosts).map(({ file, spot, text, trackers }) => {
      const names = trackers.map(({ tracker }) => LIST.get(tracker)?.name ?? "");
      return [relative(file), spot.line + 1, text].concat(names);
    });
    const key = (line: readonly unknown[]): string => JSON.stringify(line);
    assert.deepEqual(found.map(key).sort(), PLANTED.map(key).sort());
  });

  it("shows every permission in its manifests, without removed ones", () => {
    const { permissions } = scanned(carries).findings;
    assert.deepEqual(
      permissions.map(({ file, spot, name }) => [relative(file), spot.line + 1, name]),
      ASKED,
    );
    assert.equal(permissions[2]?.maxSdk, "32");
  });

  it("shows its apps with the IDs of their flavors and build types, and no library", () => {
    assert.deepEqual(
      scanned(carries).findings.apps.map(({ handle, of, file, spot }) => [handle, of, relative(file), spot.line + 1]),
      [
        ["org.example.kettle", [], "legacy/build.gradle", 15],
        ["org.example.kettle.dev", ["debug"], "legacy/build.gradle", 19],
        ["org.example.tramway", [], "app/build.gradle.kts", 13],
        ["org.example.tramway.debug", ["debug"], "app/build.gradle.kts", 28],
        ["org.example.tramway.libre", ["free"], "app/build.gradle.kts", 23],
        ["org.example.tramway.libre.debug", ["free", "debug"], "app/build.gradle.kts", 23],
      ],
    );
  });

  it("says which findings are only in tests", () => {
    const test = scanned(carries).findings.trackers.filter(({ scope }) => scope === "tests");
    assert.deepEqual(
      test.map(({ text }) => text),
      ["com.bugsnag:bugsnag-android", "com.bugsnag.android.Bugsnag"],
    );
  });

  it("shows nothing if it names trackers only in comments, excludes and other names", () => {
    const { findings } = scanned(workspaceOf("clean"));
    assert.deepEqual([findings.trackers, findings.hosts], [[], []]);
    assert.deepEqual(findings.permissions, []);
    assert.deepEqual(
      findings.apps.map(({ handle }) => handle),
      ["org.example.pantry"],
    );
  });
});

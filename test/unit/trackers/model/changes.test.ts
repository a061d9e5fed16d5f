// What changed between two versions or two apps.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { App, Version } from "../../../../src/trackers/model/report.ts";
import {
  olderFirst,
  previousVersion,
  versionChanges,
  compareSets,
  isUnchanged,
  findSide,
  type Side,
} from "../../../../src/trackers/model/changes.ts";

function version(id: number, trackers: readonly number[], permissions?: readonly string[]): Version {
  const nothing = { version: `${id}`, versionCode: undefined, created: undefined, updated: undefined };
  const details = { name: undefined, creator: undefined, uid: undefined, iconHash: undefined, apkHash: undefined };
  return {
    id,
    source: "google",
    downloads: undefined,
    ...nothing,
    trackers,
    ...(permissions === undefined ? {} : { details: { ...details, permissions } }),
  };
}

const app: App = {
  handle: "org.example.tramway",
  name: "Tramway",
  creator: undefined,
  sources: [
    { source: "google", versions: [version(9, [1, 2]), version(7, [1])] },
    { source: "fdroid", versions: [{ ...version(8, []), source: "fdroid" }] },
  ],
};

describe("Changes between two versions", () => {
  it("are what only one version has, in whatever order the server lists it", () => {
    const found = versionChanges(version(1, [3, 1, 2], ["A", "B"]), version(2, [2, 4, 3], ["B", "C"]));
    assert.deepEqual(found.trackers, { added: [4], removed: [1], same: [2, 3] });
    assert.deepEqual(found.permissions, { added: ["C"], removed: ["A"], same: ["B"] });
    assert.equal(isUnchanged(found), false);
    assert.equal(isUnchanged(versionChanges(version(1, [1, 2], ["A", "B"]), version(2, [2, 1], ["B", "A"]))), true);
  });

  it("leave out permissions if those of one version are unknown", () => {
    assert.equal(versionChanges(version(1, [1]), version(2, [1], ["A"])).permissions, undefined);
    assert.equal(versionChanges(version(1, [1], ["A"]), version(2, [1])).permissions, undefined);
    assert.deepEqual(versionChanges(version(1, [1], []), version(2, [1], [])).permissions, {
      added: [],
      removed: [],
      same: [],
    });
  });

  it("lead from the older version to the newer one, even if that has the lower ID", () => {
    const older: Side = { app, version: { ...version(9, []), created: 1n } };
    const newer: Side = { app, version: { ...version(7, []), created: 2n } };
    assert.deepEqual(olderFirst({ from: newer, to: older }), { from: older, to: newer });
    assert.deepEqual(olderFirst({ from: older, to: newer }), { from: older, to: newer });
    const undated: Side = { app, version: version(8, []) };
    assert.deepEqual(olderFirst({ from: older, to: undated }), { from: undated, to: older });
  });

  it("lead from one version to the other and back", () => {
    const ids = fc.uniqueArray(fc.nat(30));
    fc.assert(
      fc.property(ids, ids, (one, other) => {
        const { added, removed, same } = compareSets(one, other);
        assert.deepEqual(new Set([...same, ...added]), new Set(other));
        assert.deepEqual(new Set([...same, ...removed]), new Set(one));
        assert.deepEqual(new Set(compareSets(other, one).added), new Set(removed));
      }),
    );
  });
});

describe("A side of a comparison", () => {
  it("is found by its report, from any source", () => {
    assert.equal(findSide(app, { report: 8 })?.version.source, "fdroid");
    assert.equal(findSide(app, { report: 7 })?.version.id, 7);
    assert.equal(findSide(app, { report: 1 }), undefined);
  });

  it("is the latest of the named source, or of the first one if the source is unknown", () => {
    assert.equal(findSide(app, { source: "fdroid" })?.version.id, 8);
    assert.equal(findSide(app, { source: "apk" })?.version.id, 9);
    assert.equal(findSide(app, {})?.version.id, 9);
    assert.equal(findSide({ ...app, sources: [] }, {}), undefined);
  });

  it("is compared with the next older version of its own source, never of another", () => {
    const [google, fdroid] = app.sources;
    assert.ok(google !== undefined && fdroid !== undefined);
    const [newest, oldest] = google.versions;
    assert.ok(newest !== undefined && oldest !== undefined && fdroid.versions[0] !== undefined);
    assert.equal(previousVersion(google, newest)?.id, 7);
    assert.equal(previousVersion(google, oldest), undefined);
    assert.equal(previousVersion(fdroid, fdroid.versions[0]), undefined);
  });
});

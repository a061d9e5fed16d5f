// What exports say about a report whose analysis may still be running: εxodus adds its trackers last.
import assert from "node:assert/strict";
import { fromMilliseconds } from "../../../../src/base/time.ts";
import type * as Comparisons from "../../../../src/trackers/export/comparison-export.ts";
import type { ExportContext, TrackersExport } from "../../../../src/trackers/export/common-sections.ts";
import type * as Reports from "../../../../src/trackers/export/report-export.ts";
import type { Side } from "../../../../src/trackers/model/changes.ts";
import { importTexts } from "../../import-texts.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const HOUR_MS = 3_600_000;
const CONTEXT: ExportContext = { list: undefined, base: "https://reports.exodus-privacy.eu.org", now: NOW };

function side(id: number, hoursOld: number, trackers: readonly number[]): Side {
  const created = fromMilliseconds(NOW - hoursOld * HOUR_MS);
  const nothing = { name: undefined, creator: undefined, uid: undefined, iconHash: undefined, apkHash: undefined };
  const details = { ...nothing, permissions: [] };
  const named = { source: "google", version: `${id}.0`, versionCode: undefined, downloads: undefined };
  const app = { handle: "org.example.app", name: undefined, creator: undefined, sources: [] };
  return { app, version: { id, ...named, created, updated: created, trackers, details } };
}

async function read({ json, table }: TrackersExport): Promise<readonly [trackers: unknown, kinds: readonly unknown[]]> {
  const exported: unknown = JSON.parse(JSON.stringify(json()));
  assert.ok(typeof exported === "object" && exported !== null && "trackers" in exported);
  const { columns, rows } = await table();
  assert.ok(rows.every(({ length }) => length === columns.length));
  return [exported.trackers, rows.map((row) => row[columns.indexOf("kind")])];
}

describe("An export while an analysis may still be running", () => {
  const [finished, unfinished] = [side(1, 48, []), side(2, 1, [])];

  it("says of a report that its trackers and permissions are unknown, not that it has none", async () => {
    const { reportExport } = (await importTexts("src/trackers/export/report-export.ts", "en")) as typeof Reports;
    assert.deepEqual(await read(reportExport(finished, CONTEXT)), [[], []]);
    assert.deepEqual(await read(reportExport(unfinished, CONTEXT)), [
      null,
      ["trackers unknown", "permissions unknown"],
    ]);
  });

  it("says of a comparison that the changes are unknown, not that trackers were removed", async () => {
    const entry = "src/trackers/export/comparison-export.ts";
    const { comparisonExport } = (await importTexts(entry, "en")) as typeof Comparisons;
    const from = side(0, 72, [7]);
    const [trackers, kinds] = await read(comparisonExport({ from, to: finished }, CONTEXT));
    assert.notEqual(trackers, null);
    assert.deepEqual(kinds, ["tracker"]);
    assert.deepEqual(await read(comparisonExport({ from, to: unfinished }, CONTEXT)), [null, ["trackers unknown"]]);
  });
});

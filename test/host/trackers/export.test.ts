// What exports and shares of reports and comparisons contain, even with hostile names.
import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { comparisonExport } from "../../../src/trackers/export/comparison-export.ts";
import { toParcel, type ExportContext } from "../../../src/trackers/export/common-sections.ts";
import { reportExport } from "../../../src/trackers/export/report-export.ts";
import type { App } from "../../../src/trackers/model/report.ts";
import { findSide, type Side } from "../../../src/trackers/model/changes.ts";
import { pickVersion } from "../../../src/trackers/report-content/versions.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { csv } from "../../../src/workbench/export/csv.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";

const APP = "org.example.given";
const [CRASHLYTICS, FIREBASE] = [27, 49];
const HOSTILE = "=HYPERLINK(1) | @alice #12 [x](javascript:1) <img src=x>";

describe("The export of an app's trackers", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;

  before(async () => {
    trackers = await trackersService();
    await trackers.reset();
    const report = { handle: APP, name: HOSTILE, source: "google" };
    await trackers.act("addReport", {
      ...report,
      version: "1.0",
      created: Date.parse("2026-01-01T08:00:00Z"),
      trackers: [CRASHLYTICS],
      permissions: ["android.permission.CAMERA"],
    });
    await trackers.act("addReport", {
      ...report,
      version: "2.0",
      created: Date.parse("2026-03-01T08:00:00Z"),
      trackers: [FIREBASE, 9_999],
      permissions: ["android.permission.INTERNET", "android.permission.CAMERA", "+evil,permission"],
    });
  });
  beforeEach(async () => {
    home = await machine();
    ({ store } = home.open(trackers.origin));
    await store.saveKey(KEYS.good);
    await Promise.all([store.loadApp(APP), store.anyTrackers()]);
  });
  afterEach(async () => {
    await trackers.mend();
    await home.close();
  });
  after(() => trackers.reset());

  const given = (): ExportContext => ({
    list: store.knownTrackers,
    base: store.base,
    now: Date.parse("2026-11-21T00:00:00Z"),
  });
  function app(): App {
    const { knowledge } = store.app(APP);
    return knowledge?.kind === "app" ? knowledge.app : assert.fail("nothing is known");
  }
  function exported() {
    const found = pickVersion(app(), undefined, undefined) ?? assert.fail("no version");
    return { app: app(), ...found };
  }
  function between(): { from: Side; to: Side } {
    const [newest, oldest] = exported().versions.versions;
    const side = (report: number | undefined): Side => findSide(app(), { report }) ?? assert.fail("no side");
    return { from: side(oldest?.id), to: side(newest?.id) };
  }
  /** The elements that a reader would see. */
  const elements = (markdown: string): readonly string[] => [
    ...new Set([...new MarkdownIt({ html: true }).render(markdown).matchAll(/<(\w+)/g)].map(([, name = ""]) => name)),
  ];

  it("writes a report as Markdown: trackers, permissions by level, its page, and the data's source", async () => {
    const { markdown, title } = toParcel(reportExport(exported(), given()));
    assert.equal(title, `${HOSTILE} 2.0 from Google Play`);
    assert.match(markdown, /\| \[Google Firebase Analytics\]\(<http.*\/en\/trackers\/49\/>\) \| Analytics \| /);
    assert.match(markdown, /\| \[Tracker 9999\]/);
    assert.match(markdown, /\| `CAMERA` \| Dangerous \| Take pictures and record video \|/);
    assert.match(markdown, /\[report \d+\]\(<http.*\/en\/reports\/\d+\/>\)/);
    assert.match(markdown, /Data: \[.*\[Open Database License 1\.0\]/);
    assert.deepEqual(elements(markdown).toSorted(), "a code h2 h3 p table tbody td th thead tr".split(" "));
    assert.doesNotMatch(markdown, /@alice|#12/);
    assert.equal(reportExport(exported(), given()).markdown(), markdown);
  });

  it("writes a report as CSV: a row for each tracker and permission, and no formula", async () => {
    const table = await reportExport(exported(), given()).table();
    const text = csv(table);
    const lines = text.trimEnd().split("\r\n");
    assert.equal(lines.length, 1 + 2 + 3);
    for (const line of lines.slice(1)) assert.match(line, /^org\.example\.given,'=HYPERLINK/);
    assert.match(text, /,permission,,"'\+evil,permission",,,,unknown,\r\n/);
    assert.match(text, /,tracker,49,Google Firebase Analytics,Analytics,/);
    for (const row of table.rows) assert.equal(row.length, table.columns.length);
  });

  it("writes a report as JSON, with null for everything that is unknown", async () => {
    const json = JSON.parse(JSON.stringify(reportExport(exported(), given()).json())) as Record<string, unknown>;
    assert.equal(json["handle"], APP);
    assert.equal(json["version"], "2.0");
    assert.equal(json["created"], "2026-03-01T08:00:00Z");
    assert.equal((json["trackers"] as readonly unknown[]).length, 2);
    assert.deepEqual((json["permissions"] as readonly unknown[])[1], {
      name: "android.permission.CAMERA",
      level: "dangerous",
      group: "camera",
    });
    await trackers.fault({ kind: "html", status: 500, path: `${APP}/details` });
    await store.loadApp(APP, { refresh: true });
    const without = JSON.parse(JSON.stringify(reportExport(exported(), given()).json())) as Record<string, unknown>;
    assert.equal(without["permissions"], null);
    const table = await reportExport(exported(), given()).table();
    assert.equal(table.rows.filter((row) => row.includes("permissions unknown")).length, 1);
    assert.match(
      reportExport(exported(), given()).markdown(),
      /Unknown: the details of this report could not be loaded/,
    );
  });

  it("writes a comparison in the same three formats, and names both sides", async () => {
    const exported = comparisonExport(between(), given());
    assert.equal(exported.title, `${HOSTILE}: 1.0 to 2.0`);
    assert.equal(exported.fileName, "org.example.given-google-1.0-to-org.example.given-google-2.0");
    const markdown = exported.markdown();
    assert.equal(markdown, toParcel(comparisonExport(between(), given())).markdown);
    assert.match(markdown, /2 added, 1 removed, 0 unchanged\./);
    assert.match(markdown, /\| added \| \[Google Firebase Analytics\]/);
    assert.match(markdown, /\| removed \| \[Google CrashLytics\]/);
    assert.match(markdown, /\| added \| `INTERNET` \| Normal \|/);
    const { rows } = await exported.table();
    assert.deepEqual(
      rows.map(([kind, change, id, name]) => [kind, change, id, name]),
      [
        ["tracker", "added", 49, "Google Firebase Analytics"],
        ["tracker", "added", 9999, undefined],
        ["tracker", "removed", 27, "Google CrashLytics"],
        ["permission", "added", null, "+evil,permission"],
        ["permission", "added", null, "android.permission.INTERNET"],
        ["permission", "same", null, "android.permission.CAMERA"],
      ],
    );
    const json = JSON.parse(JSON.stringify(exported.json())) as {
      readonly from: { readonly version: string };
      readonly trackers: { readonly removed: readonly { readonly id: number }[] };
    };
    assert.equal(json.from.version, "1.0");
    assert.deepEqual(
      json.trackers.removed.map(({ id }) => id),
      [CRASHLYTICS],
    );
  });

  it("contains no key in any format", async () => {
    const report = reportExport(exported(), given());
    const comparison = comparisonExport(between(), given());
    for (const each of [report, comparison]) {
      const all = [each.markdown(), csv(await each.table()), JSON.stringify(each.json())].join("\n");
      assert.equal(all.includes(KEYS.good), false);
    }
  });
});

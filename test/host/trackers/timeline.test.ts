// The timeline of an app and the comparison of two versions or two apps.
import assert from "node:assert/strict";
import type { ChartPart, ChartPlace } from "../../../src/panels/kit/content/chart-model.ts";
import type { ContentMessage } from "../../../src/panels/kit/content/text-model.ts";
import type { SideName } from "../../../src/trackers/model/changes.ts";
import { reportPage } from "../../../src/trackers/report-panel/content.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { PageReader, words } from "../page.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";

const APP = "org.example.history";
const OTHER = "org.example.other";
const CAMERA = "android.permission.CAMERA";
const INTERNET = "android.permission.INTERNET";
const [CRASHLYTICS, FIREBASE, ADMOB] = [27, 49, 312];

describe("The text of an app's timeline", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  const ids = new Map<string, number>();

  before(async () => {
    trackers = await trackersService();
    await trackers.reset();
    const add = async (report: Readonly<Record<string, unknown>>): Promise<void> => {
      const { id } = (await trackers.act("addReport", { handle: APP, name: "History", ...report })) as { id: number };
      ids.set(String(report["version"]), id);
    };
    const day = (text: string): number => Date.parse(`${text}T08:00:00Z`);
    await add({ version: "1.0", created: day("2025-03-01"), trackers: [CRASHLYTICS], permissions: [INTERNET] });
    await add({
      version: "2.0",
      created: day("2025-09-01"),
      trackers: [CRASHLYTICS, FIREBASE],
      permissions: [INTERNET, CAMERA],
    });
    await add({
      version: "2.1",
      created: day("2026-01-01"),
      trackers: [FIREBASE, CRASHLYTICS],
      permissions: [CAMERA, INTERNET],
    });
    await add({ version: "3.0", created: day("2026-05-01"), trackers: [ADMOB, FIREBASE], permissions: [CAMERA] });
    await add({ version: "f3", source: "fdroid", created: day("2026-06-01"), trackers: [], permissions: [] });
    await add({
      handle: OTHER,
      name: "Other",
      version: "o1",
      created: day("2026-06-02"),
      trackers: [FIREBASE],
      permissions: [CAMERA, "android.permission.SYSTEM_ALERT_WINDOW"],
    });
  });
  beforeEach(async () => {
    home = await machine();
    ({ store } = home.open(trackers.origin));
    await store.saveKey(KEYS.good);
    await Promise.all([store.loadApp(APP), store.loadApp(OTHER), store.anyTrackers()]);
  });
  afterEach(async () => {
    await trackers.mend();
    await home.close();
  });
  after(() => trackers.reset());

  function seen(
    more: { compare?: { from: SideName; to: SideName }; source?: string; handle?: string } = {},
  ): PageReader {
    const { compare, source, handle = APP } = more;
    const page = reportPage({
      handle,
      source,
      report: undefined,
      tab: "timeline",
      compare,
      state: store.app(handle),
      getState: (of) => store.app(of),
      watched: false,
      news: [],
      unfolded: new Set(),
      showsUnchanged: false,
      list: store.knownTrackers,
      base: store.base,
      host: store.host,
      now: Date.parse("2026-11-21T12:00:00Z"),
    });
    return new PageReader(page);
  }
  const places = ({ chart }: PageReader): readonly ChartPlace<ContentMessage>[] =>
    "id" in chart.places ? assert.fail("versions come in portions") : chart.places;
  const values = (whole: PageReader, line: number) => places(whole).map((place) => place.values[line]);
  const marks = ({ chart }: PageReader): ChartPart<ContentMessage>["marks"] => chart.marks;
  const side = (version: string, handle = APP): SideName => ({ handle, report: ids.get(version) });
  const said = (whole: PageReader, heading = "Changes"): readonly string[] => {
    const linesUnder = (name: string): readonly string[] => {
      const section = whole.under(heading).under(name);
      return section.changes.map(({ spoken, name: called, under }) =>
        [spoken, words(called), words(under).trim()].filter((each) => each !== "").join(" | "),
      );
    };
    const count = (name: string): string => `${name}: ${whole.under(heading).count(name)}`;
    return ["Trackers", "Permissions"].flatMap((name) => [count(name)].concat(linesUnder(name)));
  };

  it("goes from the oldest version to the newest, with gaps for unknown values", () => {
    const whole = seen();
    assert.equal(whole.chart.count, "Google Play, 4 versions");
    assert.deepEqual(
      places(whole).map(({ name, under, cells }) => [name, under, cells?.[1]]),
      [
        ["1.0", "1 Mar 25", "First report"],
        ["2.0", "1 Sept 25", "1 tracker added; 1 permission added"],
        ["2.1", "1 Jan", "No changes"],
        ["3.0", "1 May", "1 tracker added, 1 removed; 1 permission removed"],
      ],
    );
    assert.deepEqual(
      whole.chart.plots
        .flatMap(({ lines }) => lines)
        .map(({ name, ending }, line) => [name, values(whole, line).join(" "), ending]),
      [
        ["trackers", "1 2 2 2", "2 trackers"],
        ["dangerous", "0 1 1 1", "1 dangerous"],
        ["permissions", "1 2 2 1", "1 in total"],
      ],
    );
  });

  it("has a row for each tracker, with the versions that contain it, and columns for the time", () => {
    const { grid } = seen().chart;
    assert.deepEqual(
      grid?.groups.map(({ name, rows }) => [name, rows.map((row) => [row.name, row.runs])]),
      [
        ["Advertisement", [["Google AdMob", [[3, 3]]]]],
        ["Analytics", [["Google Firebase Analytics", [[1, 3]]]]],
        ["Crash reporting", [["Google CrashLytics", [[0, 2]]]]],
      ],
    );
    assert.deepEqual(grid.groups[0]?.rows[0]?.act, { type: "openTracker", tracker: ADMOB });
    assert.deepEqual(grid.changes, [
      "First report",
      "Added: Google Firebase Analytics.",
      "No tracker added or removed",
      "Added: Google AdMob. Removed: Google CrashLytics.",
    ]);
    assert.equal(grid.times[1], Date.parse("2025-09-01T08:00:00Z"));
    assert.equal(grid.end, Date.parse("2026-11-21T12:00:00Z"));
  });

  it("compares the shown version with the previous one, until the user selects others", () => {
    const whole = seen();
    assert.deepEqual(marks(whole), [
      { at: 2, word: "A" },
      { at: 3, word: "B" },
    ]);
    assert.deepEqual(said(whole), [
      "Trackers: 1 added, 1 removed, 1 unchanged",
      "Added: | Google AdMob | Advertisement",
      "Removed: | Google CrashLytics | Crash reporting",
      "Permissions: 0 added, 1 removed, 1 unchanged",
      "Removed: | INTERNET | Normal · Full network access",
    ]);
    const chosen = seen({ compare: { from: side("3.0"), to: side("1.0") } });
    assert.equal(said(chosen)[0], "Trackers: 1 added, 2 removed, 0 unchanged");
    assert.deepEqual(marks(chosen), [
      { at: 3, word: "A" },
      { at: 0, word: "B" },
    ]);
  });

  it("names the sources if it lists versions of more than one", () => {
    const whole = seen({ compare: { from: side("3.0"), to: side("f3") } });
    assert.deepEqual(
      whole.select("To version").groups.map(({ name, options }) => [name, options.length]),
      [
        ["Google Play", 4],
        ["F-Droid", 1],
      ],
    );
    assert.equal(whole.chosen("To version"), "f3 · 1 Jun 2026 · F-Droid");
    assert.match(whole.chosen("From version") ?? "", /^3\.0 · /);
    // The timeline itself has only one source.
    assert.deepEqual(values(seen({ source: "fdroid" }), 0), ["0"]);
  });

  it("compares two apps, and says which of them has each item", () => {
    const found = seen({ compare: { from: side("3.0"), to: { handle: OTHER } } });
    assert.deepEqual([found.select("From version").name, found.select("To version").name], ["History", "Other"]);
    const column = (heading: string) =>
      found
        .under("Differences")
        .under(heading)
        .changes.map(({ icon, spoken, name }) => [icon, spoken, words(name)]);
    const item = (name: string) => [undefined, undefined, name];
    assert.deepEqual(column("Trackers only in History"), [item("Google AdMob")]);
    assert.deepEqual(column("Trackers in both"), [item("Google Firebase Analytics")]);
    assert.deepEqual(column("Trackers only in Other"), []);
    assert.deepEqual(column("Permissions only in History"), []);
    assert.deepEqual(column("Permissions in both"), [item("CAMERA")]);
    assert.deepEqual(column("Permissions only in Other"), [item("SYSTEM_ALERT_WINDOW")]);
    assert.deepEqual(found.controls, ["Swap", "This App Only", "Export…", "Share…"]);
  });

  it("says why the other app can't be compared", async () => {
    const against = (handle: string) => seen({ compare: { from: side("3.0"), to: { handle } } });
    assert.equal(against("org.example.unread").busy?.sentence, "Loading org.example.unread…");
    await store.loadApp("org.example.unknown");
    assert.equal(
      against("org.example.unknown").empty?.heading,
      "No app found with the package name org.example.unknown",
    );
    await trackers.fault({ kind: "html", status: 500, path: "org.example.broken" });
    await store.loadApp("org.example.broken");
    const broken = against("org.example.broken").empty;
    assert.equal(broken?.heading, "Could not load the other app");
    assert.match(broken.sentence, /The app may still have reports\.$/);
  });

  it("says that there is nothing to compare if there is only one version", async () => {
    const whole = seen({ handle: OTHER });
    assert.equal(whole.under("Changes").empty?.heading, "Nothing to compare");
    assert.deepEqual(marks(whole), []);
  });

  it("says that permissions are unknown if the details fail, never that they were removed", async () => {
    await trackers.fault({ kind: "html", status: 500, path: `${APP}/details` });
    await store.loadApp(APP, { refresh: true });
    const whole = seen();
    assert.deepEqual(values(whole, 2), [null, null, null, null]);
    assert.equal(places(whole)[3]?.cells?.[1], "1 tracker added, 1 removed; permissions unknown");
    assert.match(whole.under("Changes").under("Permissions").notes[0] ?? "", /^Unknown: the details/);
  });

  it("draws no line to zero for a new analysis whose trackers are still missing", async () => {
    const { id } = (await trackers.act("addReport", {
      handle: "org.example.fresh",
      trackers: [FIREBASE],
      version: "1",
      created: Date.parse("2026-01-01T00:00:00Z"),
    })) as { id: number };
    await trackers.act("addReport", {
      handle: "org.example.fresh",
      version: "2",
      created: Date.parse("2026-11-21T11:00:00Z"),
    });
    await store.loadApp("org.example.fresh");
    const whole = seen({ handle: "org.example.fresh" });
    assert.deepEqual(values(whole, 0), ["1", null]);
    assert.equal(places(whole)[1]?.cells?.[1], "trackers still being analyzed");
    // The grid doesn't say that the tracker was removed, either.
    assert.deepEqual(whole.chart.grid?.unknown, [1]);
    assert.deepEqual(whole.chart.grid.groups[0]?.rows[0]?.runs, [[0, 1]]);
    assert.match(whole.notes.at(1) ?? "", /may still be running/);
    assert.match(whole.under("Changes").under("Trackers").notes[0] ?? "", /may still be running/);
    assert.ok(id > 0);
  });

  it("marks trackers that are new since the previous version, and sums up what changed", () => {
    const page = reportPage({
      handle: APP,
      source: undefined,
      report: undefined,
      tab: "report",
      compare: undefined,
      state: store.app(APP),
      getState: (of) => store.app(of),
      watched: false,
      news: [],
      unfolded: new Set(),
      showsUnchanged: false,
      list: store.knownTrackers,
      base: store.base,
      host: store.host,
      now: Date.parse("2026-11-21T12:00:00Z"),
    });
    const whole = new PageReader(page);
    assert.deepEqual(
      whole.under("Trackers").tables.flatMap(({ label }) => whole.rows(label).map(([name]) => name)),
      ["Google AdMobNew in 3.0", "Google Firebase Analytics added in 2.0"],
    );
    assert.equal(whole.section("Trackers").link?.label, "Show Changes since 2.1");
    assert.equal(whole.figures.at(-1), "+1 −1 trackers since 2.1");
    assert.throws(() => whole.chart);
  });

  it("is ready at once for an app with hundreds of versions", async () => {
    const handle = "org.example.long";
    for (let place = 0; place < 600; place += 1) {
      await trackers.act("addReport", {
        handle,
        version: `1.${place}`,
        created: Date.parse("2020-01-01T00:00:00Z") + place * 86_400_000,
        trackers: [FIREBASE, CRASHLYTICS].slice(0, (place % 3) + 1),
        permissions: Array.from({ length: 40 }, (_, at) => `org.example.permission.P${(place + at) % 50}`),
      });
    }
    await store.loadApp(handle);
    const whole = seen({ handle });
    assert.equal(places(whole).length, 600);
    assert.equal(whole.options("To version").length, 600);
  });
});

// What a report says about an app, even if trackers, details or a key are missing.
import assert from "node:assert/strict";
import type { Empty } from "../../../src/panels/kit/content/content-model.ts";
import type { ContentMessage } from "../../../src/panels/kit/content/text-model.ts";
import { reportPage } from "../../../src/trackers/report-panel/content.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { PageReader, words } from "../page.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";

const TRAMWAY = "org.example.tramway";
const FIREBASE = "Google Firebase Analytics";
const JSON_TYPE = { "content-type": "application/json" };

describe("The text of a report", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;

  before(async () => {
    trackers = await trackersService();
  });
  beforeEach(async () => {
    await trackers.reset();
    home = await machine();
    ({ store } = home.open(trackers.origin));
    await store.saveKey(KEYS.good);
  });
  afterEach(async () => {
    await trackers.reset();
    await home.close();
  });

  /** The page that the panel receives once everything is loaded. */
  async function report(
    handle: string,
    { source, id, from = store }: { source?: string; id?: number; from?: Store } = {},
  ): Promise<PageReader> {
    await Promise.all([from.loadApp(handle), from.anyTrackers().catch(() => undefined)]);
    return now(handle, { source, id, from });
  }

  function now(
    handle: string,
    { source, id, from = store }: { source?: string | undefined; id?: number | undefined; from?: Store } = {},
  ): PageReader {
    const page = reportPage({
      handle,
      source,
      report: id,
      tab: "report",
      compare: undefined,
      state: from.app(handle),
      getState: (of) => from.app(of),
      watched: false,
      news: [],
      unfolded: new Set(),
      showsUnchanged: false,
      list: from.knownTrackers,
      base: from.base,
      host: from.host,
      now: Date.now(),
    });
    return new PageReader(page);
  }

  const figures = (whole: PageReader): string => whole.figures.join(", ");
  const values = (whole: PageReader) => new Map(whole.facts.map(({ name }) => [name, whole.value(name)]));

  it("lists trackers by category with their signatures, each under all of its categories", async () => {
    const whole = await report(TRAMWAY);
    assert.equal(whole.title, "Tramway");
    const { mark, under = [] } = whole.page.head;
    assert.equal(mark, "T");
    assert.deepEqual([under[0]?.text, under[0]?.copies, under[1]?.text], [TRAMWAY, "Package name", "Google Play"]);
    const section = whole.under("Trackers");
    const categories = section.tables.map(({ label }) => label);
    // A tracker that a later version added has that version after its name.
    const names = (category: string) =>
      section.rows(category).map(([name]) => String(name).replace(/(?: added|New) in .*$/, ""));
    for (const tracker of store.knownTrackers?.trackers.values() ?? []) {
      const headings = categories.filter((category) => names(category).includes(tracker.name));
      const expected = tracker.categories.length === 0 ? ["Uncategorized"] : tracker.categories;
      if (headings.length > 0) assert.deepEqual(headings.sort(), [...expected].sort());
    }
    const listed = categories.flatMap(names);
    assert.ok(new Set(listed).size < listed.length);
    const rows = section.tables.flatMap((table) => ("id" in table.rows ? [] : table.rows));
    const [name = [], signatures] = rows.find(({ cells }) => words(cells[0] ?? "").startsWith(FIREBASE))?.cells ?? [];
    assert.ok(signatures?.includes("com.google.firebase.analytics.FirebaseAnalytics"));
    assert.deepEqual((name ?? []).slice(0, 2), [
      { text: FIREBASE, act: { type: "openTracker", tracker: 49 } },
      {
        icon: "link-external",
        href: `${trackers.origin}/en/trackers/49/`,
        tip: `Open ${FIREBASE} on the web`,
        aside: true,
      },
    ]);
    assert.equal(categories.at(-1), "Uncategorized");
    assert.match(section.notes[0] ?? "", /does not mean it is active/);
  });

  it("lists permissions by level in plain words, dangerous ones first", async () => {
    await trackers.act("addReport", {
      handle: "org.example.asks",
      created: Date.now() - 2 * 86_400_000,
      permissions: [
        "android.permission.INTERNET",
        "android.permission.CAMERA",
        "android.permission.SYSTEM_ALERT_WINDOW",
        "com.google.android.gms.permission.AD_ID",
        "org.example.asks.permission.OWN",
        "android.permission.READ_LOGS",
      ],
    });
    const whole = await report("org.example.asks");
    const section = whole.under("Permissions");
    assert.deepEqual(
      section.tables.map(({ label }) => [label, section.count(label), section.rows(label).map((cells) => cells[1])]),
      [
        ["Dangerous", "1 · requested at run time", ["Take pictures and record video"]],
        ["Special access", "1 · granted in system settings", ["Display over other apps"]],
        ["Normal", "1 · granted automatically", ["Full network access"]],
        ["System", "1 · only for system apps", ["No description"]],
        ["Not defined by Android", "2 · defined by vendors or the app", ["Read the advertising ID", "No description"]],
      ],
    );
    assert.equal(figures(whole), "0 trackers, 6 permissions, 1 dangerous, 1 special access");
  });

  it("never mixes the versions of two sources", async () => {
    const google = await report(TRAMWAY);
    const fdroid = await report(TRAMWAY, { source: "fdroid" });
    const ids = (whole: PageReader): readonly unknown[] =>
      whole.select("Version").groups.flatMap(({ options }) => options.map(({ act }) => JSON.stringify(act)));
    assert.equal(ids(google).length, 8);
    assert.equal(new Set([...ids(google), ...ids(fdroid)]).size, 16);
    assert.deepEqual(
      google.rows("Sources").map(([name, , , versions]) => [name, versions]),
      [
        ["Google Play shown", "8"],
        ["F-Droid", "8"],
      ],
    );
    const { knowledge } = store.app(TRAMWAY);
    const id =
      knowledge?.kind === "app" ? knowledge.app.sources.find(({ source }) => source === "fdroid")?.versions[2]?.id : 0;
    const older = await report(TRAMWAY, { source: "fdroid", id: id ?? assert.fail("too few versions") });
    assert.equal(older.chosen("Version"), older.options("Version")[2]);
    assert.deepEqual(older.notes[0], "2 newer reports from this source");
    assert.equal(google.notes[0], "Latest report from this source");
  });

  it("shows hashes and IDs that can be copied, and says which ones are missing", async () => {
    const { facts } = await report(TRAMWAY);
    const copied = facts.filter(({ copy }) => copy !== undefined).map(({ name }) => name);
    assert.deepEqual(copied, ["Report", "Version code", "APK SHA-256", "App UID", "Icon hash"]);
    await trackers.act("addReport", { handle: "org.example.bare", creator: "", downloads: "" });
    const bare = await report("org.example.bare");
    const missing = bare.facts.filter(({ value }) => value === undefined).map(({ name }) => name);
    assert.deepEqual(missing, ["Downloads", "Creator", "App UID", "Icon hash"]);
  });

  it("names an app, its creator and its downloads once", async () => {
    const whole = await report(TRAMWAY);
    const head = whole.page.head.under?.map(({ text }) => text) ?? [];
    assert.deepEqual(head, [TRAMWAY, "Google Play", "Tomasz Łuczak", "100+ downloads"]);
    const facts = values(whole);
    assert.deepEqual([facts.has("Creator"), facts.has("Downloads")], [false, false]);
    const unknown = await report("org.example.tramwya");
    assert.equal(unknown.title, "org.example.tramwya");
    assert.deepEqual([unknown.page.head.mark, unknown.page.head.under], ["T", []]);
  });

  it("names the source of the data, its license, and when it was loaded", async () => {
    const { foot, page } = await report(TRAMWAY);
    const links = typeof page.foot === "string" ? [] : (page.foot?.filter(({ href }) => href !== undefined) ?? []);
    assert.equal(links[0]?.href, trackers.origin);
    assert.match(links[1]?.text ?? "", /Open Database License/);
    assert.match(foot, /\. Updated .*\d{4}/);
  });

  it("shows a different icon and text for each reason why there are no trackers", async () => {
    const pictures = new Map<string, Empty<ContentMessage>>();
    const keep = (why: string, { empty }: PageReader): void => {
      pictures.set(why, empty ?? assert.fail(`no picture for ${why}`));
    };
    keep("unknown", await report("org.example.tramwya"));
    await trackers.fault({
      kind: "status",
      status: 200,
      path: "/api/search/org.example.idle$",
      headers: JSON_TYPE,
      body: JSON.stringify({ "org.example.idle": { name: "Idle", creator: "", reports: [] } }),
    });
    keep("not analyzed", await report("org.example.idle"));
    const clean = { handle: "org.example.clean", name: "Clean", created: Date.parse("2026-01-02T03:04:05Z") };
    await trackers.act("addReport", clean);
    keep("none", await report("org.example.clean"));
    await trackers.act("addReport", { handle: "org.example.fresh", name: "Fresh", created: Date.now() });
    keep("provisional", await report("org.example.fresh"));
    await trackers.fault({ kind: "html", status: 500, path: "org.example.broken" });
    keep("failed", await report("org.example.broken"));
    assert.equal(new Set([...pictures.values()].map(({ icon }) => icon)).size, 5);
    assert.deepEqual(
      [...pictures].map(([why, { heading, buttons = [] }]) => [why, heading, buttons.map(({ label }) => label)]),
      [
        ["unknown", "App not found", ["Find App…", "Request an Analysis"]],
        ["not analyzed", "Not analyzed yet", ["Request an Analysis"]],
        ["none", "No known trackers found", []],
        ["provisional", "No trackers found yet", ["Refresh"]],
        ["failed", "Could not load the report", ["Retry", "Show Log"]],
      ],
    );
    assert.deepEqual(pictures.get("unknown")?.list?.items[0], [
      { text: TRAMWAY, looks: ["mono"], act: { type: "openApp", handle: TRAMWAY } },
      { text: " Tramway", looks: ["quiet"] },
    ]);
    assert.match(pictures.get("failed")?.sentence ?? "", /The app may still have reports\.$/);
    assert.match(pictures.get("none")?.sentence ?? "", /Clean 1\.0 from Google Play was analyzed on 2 January 2026\./);
  });

  it("shows the data of the search if the details fail, and permissions as unknown", async () => {
    await trackers.act("startAnalysis", { handle: TRAMWAY, version: "9.0", source: "google" });
    const whole = await report(TRAMWAY);
    assert.equal(whole.banners[0]?.start, "Could not load permissions and hashes.");
    const permissions = whole.under("Permissions");
    assert.match(permissions.notes[0] ?? "", /^Unknown: the details/);
    assert.deepEqual(permissions.tables, []);
    assert.equal(whole.options("Version").length, 9);
    assert.equal(whole.rows("Sources")[0]?.at(-1), "could not be loaded");
    const facts = values(whole);
    for (const name of ["Creator", "APK SHA-256", "App UID", "Icon hash"])
      assert.equal(facts.get(name), "could not be loaded", name);
    await trackers.act("addReport", { handle: "org.example.bare", iconHash: "", uid: "", creator: "" });
    const bare = values(await report("org.example.bare"));
    assert.equal(bare.get("Icon hash"), undefined, "the service has none, which is another thing");
  });

  it("reassures only if the latest version of every source has no known tracker", async () => {
    const handle = "org.example.twice";
    const versions = [
      { source: "google", version: "2.0", trackers: [49] },
      { source: "fdroid", version: "1.9", trackers: [] },
    ];
    for (const [day, each] of versions.entries())
      await trackers.act("addReport", { handle, created: Date.parse("2025-01-01") + day * 86_400_000, ...each });
    const { empty } = (await report(handle, { source: "fdroid" })).under("Trackers");
    assert.equal(empty?.heading, "No known trackers in this version");
    assert.match(empty.sentence, /Google Play 2\.0 has 1 tracker\.$/);
    assert.equal(empty.tone, "caution");
    assert.match(figures(await report(handle, { source: "google" })), /^1 tracker, /);
    await trackers.act("addReport", { handle, created: Date.parse("2025-02-01"), ...versions[0], trackers: [] });
    await store.loadApp(handle, { refresh: true });
    assert.equal(now(handle, { source: "fdroid" }).empty?.heading, "No known trackers found");
  });

  it("shows a failed refresh above the known report", async () => {
    const before = await report(TRAMWAY);
    await trackers.fault({ kind: "refuse", path: TRAMWAY });
    await store.loadApp(TRAMWAY, { refresh: true });
    const after = now(TRAMWAY);
    assert.deepEqual([after.banners[0]?.start, after.banners[0]?.icon], ["Offline.", "debug-disconnect"]);
    assert.match(after.banners[0]?.sentence ?? "", /Could not reach .*Showing data from \d\d:\d\d\.$/);
    assert.deepEqual(after.section("Trackers"), before.section("Trackers"));
    assert.deepEqual(after.section("Permissions"), before.section("Permissions"));
  });

  it("asks for another key if the current one was rejected", async () => {
    await store.saveKey("0".repeat(40));
    const { empty } = await report(TRAMWAY);
    assert.equal(empty?.buttons?.[0]?.label, "Set API Key…");
  });

  it("shows the counts of the latest report without a key, and how to get a key", async () => {
    const { store: keyless } = (await machineWithout()).open(trackers.origin);
    const whole = await report(TRAMWAY, { from: keyless });
    assert.match(figures(whole), /^\d+ trackers, \d+ permissions$/);
    assert.deepEqual(
      whole.banners[0]?.buttons?.map(({ label }) => label),
      ["Set API Key…", "How to Get a Key", "Show Names on the Web"],
    );
    assert.deepEqual(whole.headings, ["Latest report"]);
    await trackers.act("addReport", { handle: "org.example.fresh", name: "Fresh", created: Date.now() });
    assert.equal((await report("org.example.fresh", { from: keyless })).empty?.heading, "No trackers found yet");
  });

  it("does not reassure without a key, because other sources may have versions with trackers", async () => {
    const { store: keyless } = (await machineWithout()).open(trackers.origin);
    await trackers.act("addReport", { handle: "org.example.quiet", created: Date.parse("2025-01-01"), version: "2.0" });
    const { empty } = await report("org.example.quiet", { from: keyless });
    assert.deepEqual([empty?.tone, empty?.heading], [undefined, "No known trackers in the latest report"]);
    assert.match(empty?.sentence ?? "", /Versions from other sources are not included\.$/);
  });

  it("says what is loading before anything is known", () => {
    const { busy, empty, title } = now(TRAMWAY);
    assert.equal(busy?.sentence, `Loading ${TRAMWAY} from ${store.host}…`);
    assert.equal(empty, undefined);
    assert.equal(title, TRAMWAY);
  });

  it("shows a version without a name and an unlisted tracker as such", async () => {
    await trackers.act("addReport", { handle: "org.example.odd", version: "@7F060005", trackers: [9_999] });
    const whole = await report("org.example.odd");
    assert.match(whole.options("Version")[0] ?? "", /^unresolved version @7F060005 \(1\)/);
    assert.equal(whole.rows("Not in the list")[0]?.[0], "Tracker 9999");
  });

  /** Another machine, without a key. */
  async function machineWithout(): Promise<Awaited<ReturnType<typeof machine>>> {
    await home.close();
    home = await machine();
    return home;
  }
});

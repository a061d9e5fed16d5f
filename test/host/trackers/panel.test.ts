import assert from "node:assert/strict";
import type { Picture, Shown } from "../../../src/panels/report/messages.ts";
import { reportContent } from "../../../src/trackers/reports/report-content.ts";
import type { Store } from "../../../src/trackers/store.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { KEYS, trackersService } from "./service.ts";
import type { TrackersService } from "./service.ts";

const TRAMWAY = "org.example.tramway";
const JSON_TYPE = { "content-type": "application/json" };

describe("A report in words", () => {
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
    await store.keepKey(KEYS.good);
  });
  afterEach(async () => {
    await trackers.reset();
    await home.close();
  });

  /** What the panel is sent once all has been asked. */
  async function report(
    handle: string,
    { source, id, from = store }: { source?: string; id?: number; from?: Store } = {},
  ): Promise<Shown> {
    await Promise.all([from.loadApp(handle), from.anyTrackers().catch(() => undefined)]);
    return now(handle, { source, id, from });
  }

  function now(
    handle: string,
    { source, id, from = store }: { source?: string | undefined; id?: number | undefined; from?: Store } = {},
  ): Shown {
    return reportContent({
      handle,
      source,
      report: id,
      tab: "report",
      compare: undefined,
      state: from.app(handle),
      stateOf: (of) => from.app(of),
      watched: false,
      news: [],
      unseen: false,
      list: from.knownTrackers,
      base: from.base,
      host: from.host,
      now: Date.now(),
    });
  }

  const figures = ({ figures: all }: Shown): string => all.map(({ value, word }) => `${value} ${word}`).join(", ");

  it("has the trackers by category with their signatures, each under all of its categories", async () => {
    const { trackers: section, title, source } = await report(TRAMWAY);
    assert.equal(title, "Tramway");
    assert.equal(source?.name, "Google Play");
    const lines = section?.groups.flatMap((group) => group.lines) ?? [];
    for (const tracker of store.knownTrackers?.trackers.values() ?? []) {
      const headings = section?.groups.filter((group) => group.lines.some(({ name }) => name === tracker.name)) ?? [];
      const expected = tracker.categories.length === 0 ? ["Uncategorized"] : tracker.categories;
      if (headings.length > 0) assert.deepEqual(headings.map(({ name }) => name).sort(), [...expected].sort());
    }
    assert.ok(new Set(lines.map(({ name }) => name)).size < lines.length);
    const firebase = lines.find(({ name }) => name === "Google Firebase Analytics");
    assert.ok(firebase?.signatures.includes("com.google.firebase.analytics.FirebaseAnalytics"));
    assert.equal(firebase?.href, `${trackers.origin}/en/trackers/49/`);
    assert.equal(section?.groups.at(-1)?.name, "Uncategorized");
    assert.match(section.note ?? "", /does not mean it is active/);
  });

  it("has the permissions by level, said in words, the dangerous ones first", async () => {
    await trackers.act("addReport", {
      handle: "org.example.asks",
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
    assert.deepEqual(
      whole.permissions?.groups.map(({ name, count, lines }) => [name, count, lines.map((each) => each.allows)]),
      [
        ["Dangerous", "1 · requested at run time", ["Take pictures and record video"]],
        ["Special access", "1 · granted in system settings", ["Display over other apps"]],
        ["Normal", "1 · granted automatically", ["Full network access"]],
        ["System", "1 · only for system apps", [""]],
        ["Not defined by Android", "2 · defined by vendors or the app", ["Read the advertising ID", ""]],
      ],
    );
    assert.equal(figures(whole), "0 trackers, 6 permissions, 1 dangerous, 1 special access");
  });

  it("never mixes the versions of two sources", async () => {
    const google = await report(TRAMWAY);
    const fdroid = await report(TRAMWAY, { source: "fdroid" });
    const ids = (whole: Shown): string[] => (whole.versions?.options ?? []).map(({ value }) => value);
    assert.equal(ids(google).length, 8);
    assert.equal(new Set([...ids(google), ...ids(fdroid)]).size, 16);
    assert.deepEqual(
      google.table?.lines.map(({ name, shown: mark, versions }) => [name, mark, versions]),
      [
        ["Google Play", "shown", "8"],
        ["F-Droid", "", "8"],
      ],
    );
    const older = await report(TRAMWAY, { source: "fdroid", id: Number(ids(fdroid)[2]) });
    assert.equal(
      older.versions?.options.findIndex(({ chosen }) => chosen),
      2,
    );
    assert.equal(older.versions.note, "2 newer reports from this source");
    assert.equal(google.versions?.note, "Latest report from this source");
  });

  it("has hashes and ids that can be copied, and says what is not recorded", async () => {
    const { facts } = await report(TRAMWAY);
    const copied = facts?.lines.filter(({ copy }) => copy !== undefined).map(({ name }) => name);
    assert.deepEqual(copied, ["Report", "Version code", "APK SHA-256", "App UID", "Icon hash"]);
    await trackers.act("addReport", { handle: "org.example.bare", creator: "", downloads: "" });
    const bare = await report("org.example.bare");
    const missing = bare.facts?.lines.filter(({ value }) => value === undefined).map(({ name }) => name);
    assert.deepEqual(missing, ["Downloads", "Creator", "App UID", "Icon hash"]);
  });

  it("names the source of the data and its licence, and when it was read", async () => {
    const { foot } = await report(TRAMWAY);
    assert.equal(foot.links[0]?.href, trackers.origin);
    assert.match(foot.links[1]?.text ?? "", /Open Database License/);
    assert.match(foot.after, /^Updated .*\d{4}/);
  });

  it("is another picture, with other words, for each reason why there are no trackers", async () => {
    const pictures = new Map<string, Picture>();
    const keep = (why: string, picture: Picture | undefined): void => {
      pictures.set(why, picture ?? assert.fail(`no picture for ${why}`));
    };
    keep("unknown", (await report("org.example.tramwya")).picture);
    await trackers.fault({
      kind: "status",
      status: 200,
      path: "/api/search/org.example.idle$",
      headers: JSON_TYPE,
      body: JSON.stringify({ "org.example.idle": { name: "Idle", creator: "", reports: [] } }),
    });
    keep("not analysed", (await report("org.example.idle")).picture);
    const clean = { handle: "org.example.clean", name: "Clean", created: Date.parse("2026-01-02T03:04:05Z") };
    await trackers.act("addReport", clean);
    keep("none", (await report("org.example.clean")).trackers?.picture);
    await trackers.act("addReport", { handle: "org.example.fresh", name: "Fresh", created: Date.now() });
    keep("provisional", (await report("org.example.fresh")).trackers?.picture);
    await trackers.fault({ kind: "html", status: 500, path: "org.example.broken" });
    keep("failed", (await report("org.example.broken")).picture);
    assert.equal(new Set([...pictures.values()].map(({ icon }) => icon)).size, 5);
    assert.deepEqual(
      [...pictures].map(([why, { heading, buttons }]) => [why, heading, buttons.map(({ label }) => label)]),
      [
        ["unknown", "App not found", ["Find App…", "Request an Analysis"]],
        ["not analysed", "Not analyzed yet", ["Request an Analysis"]],
        ["none", "No known trackers found", []],
        ["provisional", "No trackers found yet", ["Refresh"]],
        ["failed", "Could not load the report", ["Retry", "Show Log"]],
      ],
    );
    assert.deepEqual(pictures.get("unknown")?.alike?.apps[0], { handle: TRAMWAY, name: "Tramway" });
    assert.match(pictures.get("failed")?.sentence ?? "", /The app may still have reports\.$/);
    assert.match(pictures.get("none")?.sentence ?? "", /Clean 1\.0 from Google Play was analyzed on 2 January 2026\./);
  });

  it("shows what the search knows where the details fail, and permissions as not known", async () => {
    await trackers.act("startAnalysis", { handle: TRAMWAY, version: "9.0", source: "google" });
    const whole = await report(TRAMWAY);
    assert.equal(whole.banners[0]?.start, "Could not load permissions and hashes.");
    assert.match(whole.permissions?.note ?? "", /^Unknown: the details/);
    assert.deepEqual(whole.permissions?.groups, []);
    assert.equal(whole.versions?.options.length, 9);
    assert.equal(whole.table?.lines[0]?.permissions, "could not be loaded");
    const facts = new Map(whole.facts?.lines.map(({ name, value }) => [name, value]));
    for (const name of ["Creator", "APK SHA-256", "App UID", "Icon hash"])
      assert.equal(facts.get(name), "could not be loaded", name);
    await trackers.act("addReport", { handle: "org.example.bare", iconHash: "", uid: "", creator: "" });
    const bare = new Map((await report("org.example.bare")).facts?.lines.map(({ name, value }) => [name, value]));
    assert.equal(bare.get("Icon hash"), undefined, "the service has none, which is another thing");
  });

  it("reassures only where the newest version of every source has no known tracker", async () => {
    const handle = "org.example.twice";
    const versions = [
      { source: "google", version: "2.0", trackers: [49] },
      { source: "fdroid", version: "1.9", trackers: [] },
    ];
    for (const [day, each] of versions.entries())
      await trackers.act("addReport", { handle, created: Date.parse("2025-01-01") + day * 86_400_000, ...each });
    const { trackers: section } = await report(handle, { source: "fdroid" });
    assert.equal(section?.picture?.heading, "No known trackers in this version");
    assert.match(section.picture.sentence, /Google Play 2\.0 has 1 tracker\.$/);
    assert.equal(section.picture.tone, "caution");
    assert.match(figures(await report(handle, { source: "google" })), /^1 tracker, /);
    await trackers.act("addReport", { handle, created: Date.parse("2025-02-01"), ...versions[0], trackers: [] });
    await store.loadApp(handle, { refresh: true });
    assert.equal(now(handle, { source: "fdroid" }).trackers?.picture?.heading, "No known trackers found");
  });

  it("puts a failed refresh over what was known", async () => {
    const before = await report(TRAMWAY);
    await trackers.fault({ kind: "refuse", path: TRAMWAY });
    await store.loadApp(TRAMWAY, { refresh: true });
    const after = now(TRAMWAY);
    assert.equal(after.banners[0]?.start, "Could not refresh.");
    assert.match(after.banners[0].sentence, /Could not reach .*Showing data from \d\d:\d\d\.$/);
    assert.deepEqual(after.trackers, before.trackers);
    assert.deepEqual(after.permissions, before.permissions);
  });

  it("asks for another key where the one there is was rejected", async () => {
    await store.keepKey("0".repeat(40));
    const { picture } = await report(TRAMWAY);
    assert.equal(picture?.buttons[0]?.label, "Set API Key…");
  });

  it("tells the counts of the newest report without a key, and how to get one", async () => {
    const { store: keyless } = (await machineWithout()).open(trackers.origin);
    const whole = await report(TRAMWAY, { from: keyless });
    assert.match(figures(whole), /^\d+ trackers, \d+ permissions$/);
    assert.deepEqual(
      whole.banners[0]?.buttons.map(({ label }) => label),
      ["Set API Key…", "How to Get a Key"],
    );
    assert.equal(whole.trackers, undefined);
    await trackers.act("addReport", { handle: "org.example.fresh", name: "Fresh", created: Date.now() });
    assert.equal((await report("org.example.fresh", { from: keyless })).picture?.heading, "No trackers found yet");
  });

  it("says what is being read before anything is known", () => {
    const { busy, picture, title } = now(TRAMWAY);
    assert.equal(busy, `Loading ${TRAMWAY} from ${store.host}…`);
    assert.equal(picture, undefined);
    assert.equal(title, TRAMWAY);
  });

  it("keeps a version whose name was not looked up and a tracker that is not listed for what they are", async () => {
    await trackers.act("addReport", { handle: "org.example.odd", version: "@7F060005", trackers: [9_999] });
    const { trackers: section, versions } = await report("org.example.odd");
    assert.match(versions?.options[0]?.label ?? "", /^unresolved version @7F060005 \(1\)/);
    assert.equal(section?.groups[0]?.name, "Not in the list");
    assert.equal(section.groups[0].lines[0]?.name, "Tracker 9999");
  });

  /** Another machine, on which no key was given. */
  async function machineWithout(): Promise<Awaited<ReturnType<typeof machine>>> {
    await home.close();
    home = await machine();
    return home;
  }
});

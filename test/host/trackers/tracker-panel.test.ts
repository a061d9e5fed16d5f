// What the panel of a tracker shows, and which apps it lists.
import assert from "node:assert/strict";
import { openTracker } from "../../../src/trackers/tracker/commands.ts";
import { asProblem, type Problem } from "../../../src/base/problem.ts";
import { TrackerPanels, type TrackerState } from "../../../src/trackers/tracker/panel.ts";
import { trackerPage } from "../../../src/trackers/tracker/content.ts";
import type { TrackerUsage } from "../../../src/trackers/model/tracker.ts";
import type { WatchedApp } from "../../../src/trackers/model/news.ts";
import { trackerParcel } from "../../../src/trackers/export/tracker-share.ts";
import { sourceName } from "../../../src/trackers/wording/source-names.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { WatchList } from "../../../src/trackers/watch/watch-list.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine, memento } from "../../unit/trackers/store-of.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage, PageReader } from "../page.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";

const CRASHLYTICS = 27;
const APPS = "Apps with this tracker";
const JSON_TYPE = { "content-type": "application/json" };

describe("The text of a tracker", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let folder: string;

  before(async () => {
    trackers = await trackersService();
  });
  beforeEach(async () => {
    await trackers.reset();
    home = await machine();
    ({ store, folder } = home.open(trackers.origin));
  });
  afterEach(async () => {
    await trackers.reset();
    await home.close();
  });

  const failed = async (work: Promise<unknown>): Promise<Problem | undefined> =>
    work.then(
      () => undefined,
      (error: unknown) => asProblem(error),
    );

  /** The page that the panel receives once everything is loaded. */
  async function tracker(id: number, watched: readonly WatchedApp[] = [], usage?: TrackerUsage): Promise<PageReader> {
    const problem = await failed(store.trackers());
    const appsProblem = store.hasKey ? await failed(store.appsWith(id)) : undefined;
    if (store.hasKey) await failed(store.counts());
    const page = trackerPage({
      id,
      list: store.knownTrackers,
      problem,
      counts: store.knownCounts,
      appsWithTracker: store.knownAppsWith(id),
      appsProblem,
      isLoadingApps: false,
      usage,
      watched,
      hasKey: store.hasKey,
      base: store.base,
      host: store.host,
      now: Date.now(),
    });
    return new PageReader(page);
  }

  /** A list with one tracker, which has these fields. */
  async function listed(id: number, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const body = JSON.stringify({ trackers: { [id]: { name: "One", ...fields } } });
    await trackers.fault({ kind: "status", status: 200, path: "/api/trackers$", headers: JSON_TYPE, body });
  }

  it("shows its categories, signatures, website, date and data source", async () => {
    const shown = await tracker(CRASHLYTICS);
    assert.equal(shown.title, "Google CrashLytics");
    const { crumb, under = [] } = shown.page.head;
    assert.match(crumb?.texts.join(" · ") ?? "", /^Tracker 27 · added \d+ \w+ \d{4}$/);
    const [category, website] = under;
    assert.deepEqual(category, { text: "Crash reporting", looks: ["tag"] });
    assert.match(website?.href ?? "", /^https?:/);
    assert.ok(shown.value("Code")?.split("\n").includes("io.fabric."));
    assert.match(shown.fact("Code")?.copy ?? "", /^io\.fabric\.\|/);
    assert.match(
      shown.foot,
      /^Data: \S+, under the Open Database License 1\.0\. Tracker list of .*, refreshed daily\.$/,
    );
  });

  it("says which signature is missing, and what that means", async () => {
    await listed(1, { code_signature: "", network_signature: null, documentation: ["", "javascript:alert(1)"] });
    const shown = await tracker(1);
    assert.equal(shown.value("Code"), "None. It can't be detected in apps.");
    assert.equal(shown.value("Network"), "None. It can't be detected from network traffic.");
    assert.deepEqual([shown.fact("Code")?.copy, shown.fact("Network")?.copy], [undefined, undefined]);
    assert.deepEqual(shown.fact("Documentation")?.value, [{ text: "None", looks: ["quiet"] }]);
    assert.deepEqual(shown.page.head.under, [{ text: "Uncategorized", looks: ["tag"] }]);
    assert.deepEqual(shown.under("Description").parts, [{ kind: "text", text: "No description", quiet: true }]);
  });

  it("keeps a description of forty thousand characters and a URL without its scheme", async () => {
    const description = `# Long\r\n${"x".repeat(40_822)}`;
    await listed(1, { description, website: "example.com/a", creation_date: "some day" });
    const shown = await tracker(1);
    assert.deepEqual(shown.under("Description").parts, [
      { kind: "prose", text: description, base: `${trackers.origin}/` },
    ]);
    assert.deepEqual(shown.page.head.under?.at(-1), { text: "example.com/a", href: "https://example.com/a" });
    assert.equal(shown.page.head.crumb?.texts[1], "added some day");
  });

  it("asks for a key instead of requesting the apps", async () => {
    const shown = await tracker(CRASHLYTICS);
    assert.equal(shown.under(APPS).empty?.heading, "Apps need an API key");
    assert.deepEqual(shown.figures, []);
    assert.deepEqual(
      (await trackers.journal()).map(({ target }) => target),
      ["/api/trackers"],
    );
  });

  it("counts the apps that ever contained it, each package name once, and their share of all", async () => {
    await store.saveKey(KEYS.good);
    for (const source of ["google", "fdroid"]) {
      await trackers.act("addReport", { handle: "org.example.both", source, trackers: [CRASHLYTICS] });
    }
    const shown = await tracker(CRASHLYTICS);
    const rows = (await store.appsWith(CRASHLYTICS)).values;
    const handles = new Set(rows.map(({ handle }) => handle)).size;
    assert.ok(handles < rows.length);
    const [number, share = ""] = shown.figures;
    assert.equal(number, `${handles} apps, in any version`);
    assert.match(share, /^\d+(\.\d)?% of 251 apps$/);
    assert.equal(shown.count(APPS), `${handles} apps, ${rows.length} rows (one per source)`);
  });

  it("shows how many apps contain it in their latest version, and explains the count", async () => {
    await store.saveKey(KEYS.good);
    await store.appsWith(CRASHLYTICS);
    const { onGoogle = 0 } = store.knownAppsWith(CRASHLYTICS) ?? {};
    const figure = async (apps: number, percent?: number) => {
      const { parts } = await tracker(CRASHLYTICS, [], { id: CRASHLYTICS, apps, percent });
      const [figures] = parts;
      return figures?.kind === "figures" ? figures.figures[2] : undefined;
    };
    const counted = `Apps on Google Play whose latest report contains this tracker, as counted by ${store.host}.`;
    assert.deepEqual(await figure(3, 2), {
      value: "3",
      word: `of ${onGoogle} on Google Play, latest versions`,
      tip: `${counted} 2% of all apps on Google Play.`,
    });
    // The server's number is older than its list.
    assert.deepEqual(await figure(onGoogle + 1), {
      value: String(onGoogle + 1),
      word: "on Google Play, latest versions",
      tip: counted,
    });
  });

  it("says how many watched apps contain it in their latest version, and which", async () => {
    const glimpse = { source: "google", report: 1, trackers: 1 };
    const watched: readonly WatchedApp[] = [
      { handle: "a.b", name: "Tramway", seen: [], newest: [{ ...glimpse, ids: [CRASHLYTICS] }] },
      { handle: "a.c", seen: [], newest: [{ ...glimpse, ids: [1] }] },
      // Only the number of its trackers is known, so it may or may not contain this tracker.
      { handle: "a.d", seen: [], newest: [glimpse] },
    ];
    const { parts } = await tracker(CRASHLYTICS, watched);
    assert.deepEqual(parts[0], {
      kind: "figures",
      figures: [{ value: "1", word: "of 2 watched apps, latest versions", tip: "Tramway" }],
    });
    assert.deepEqual((await tracker(CRASHLYTICS, watched.slice(2))).figures, []);
  });

  it("lists the apps in batches, marks the watched ones at once, and opens the report of a row", async () => {
    await store.saveKey(KEYS.good);
    const shared = await sharedParts();
    const watched = new WatchList(store, { folder, log: shared.log, now: Date.now, state: memento() });
    const opened: object[] = [];
    const { kind } = new TrackerPanels(store, watched, { ...shared, showReport: (app) => opened.push(app) });
    const { connection, loaded, rows, send } = openPage(kind, { tracker: CRASHLYTICS });
    connection.ready();
    await loaded();
    const { values } = await store.appsWith(CRASHLYTICS);
    await until("all rows are there", () => rows("apps").length === values.length);
    const [first = assert.fail("no apps")] = values;
    assert.deepEqual(rows("apps")[0], [first.handle, sourceName(first.source)]);
    await watched.watch(first.handle);
    await until("the watched app is marked", () => rows("apps")[0]?.[0] === `${first.handle}Watched`);
    await send({ type: "openApp", at: 0 });
    assert.deepEqual(opened, [{ handle: first.handle, source: first.source }]);
    await assert.rejects(send({ type: "openApp", at: "0" }), /malformed/);
    await assert.rejects(send({ type: "run" }), /malformed/);
    connection.dispose();
  });

  it("loads the apps with another key instead of saying that the user canceled", async () => {
    await store.saveKey(KEYS.good);
    const shared = await sharedParts();
    const watched = new WatchList(store, { folder, log: shared.log, now: Date.now, state: memento() });
    const { kind } = new TrackerPanels(store, watched, { ...shared, showReport: () => undefined });
    const path = "/api/applications\\?";
    await trackers.fault({ kind: "delay", ms: 600_000, path, times: 1 });
    const { connection, rows } = openPage(kind, { tracker: CRASHLYTICS });
    connection.ready();
    const areRequested = async () => (await trackers.journal()).some(({ target }) => new RegExp(path).test(target));
    await until("the apps are requested", areRequested);
    await store.saveKey(KEYS.good);
    await until("the apps are there", () => rows("apps").length > 0);
    connection.dispose();
  });

  it("is shared with its signatures and data source", async () => {
    const list = await store.trackers();
    const bugsnag = list.trackers.get(CRASHLYTICS) ?? assert.fail("not listed");
    const given = { list, base: store.base, now: Date.now() };
    const { title, markdown } = trackerParcel({ tracker: bugsnag, apps: 33 }, given);
    assert.equal(title, "Tracker Google CrashLytics");
    assert.match(markdown, /^## Google CrashLytics\n\n\[tracker 27\]\(\S+\/trackers\/27\/>?\) · .* · found in 33 apps/);
    assert.match(markdown, /- Code: `io\.fabric\.`, /);
    assert.match(markdown, /Open Database License/);
    const bare = { ...bugsnag, networkSignature: undefined, website: undefined };
    assert.match(trackerParcel({ tracker: bare, apps: undefined }, given).markdown, /Network: none/);
  });

  it("distinguishes an empty app list from a failed and an incomplete one", async () => {
    await store.saveKey(KEYS.good);
    const path = "/api/applications\\?";
    await trackers.fault({ kind: "status", status: 200, path, headers: JSON_TYPE, body: '{"applications": []}' });
    assert.equal((await tracker(1)).under(APPS).empty?.heading, "Not found in any app");
    await trackers.mend();
    await trackers.fault({ kind: "html", status: 500, path });
    const { empty } = (await tracker(2)).under(APPS);
    assert.equal(empty?.heading, "Could not load apps");
    assert.match(empty.sentence, /Apps may still contain this tracker\.$/);
    await trackers.mend();
    const body = JSON.stringify({ applications: [{ handle: "a.b", source: null }, { handle: 7 }] });
    await trackers.fault({ kind: "status", status: 200, path, headers: JSON_TYPE, body });
    assert.equal((await tracker(3)).under(APPS).banners[0]?.start, "1 app skipped.");
    await trackers.mend();
    await trackers.fault({ kind: "refuse", path });
    store.refresh();
    const again = await tracker(3);
    assert.equal(again.under(APPS).banners[0]?.start, "Offline.");
    assert.equal(again.count(APPS), "1 app");
  });

  it("distinguishes an unknown number from a list that could not be loaded", async () => {
    assert.equal((await tracker(999_999)).empty?.heading, "Tracker 999999 not found");
    await home.close();
    home = await machine();
    ({ store } = home.open(trackers.origin));
    await trackers.fault({ kind: "html", status: 200, path: "/api/trackers$" });
    const shown = await tracker(CRASHLYTICS);
    assert.equal(shown.empty?.heading, "Could not load the tracker list");
    assert.equal(shown.title, "Tracker 27");
  });

  it("opens by ID or by search, and for no other argument", async () => {
    const opened: TrackerState[] = [];
    const panels = { show: (thing: TrackerState): void => void opened.push(thing) };
    const open = openTracker(new ScriptedDialogs("google crashl"), store, panels);
    for (const given of [[{ tracker: 49 }], [27], []]) {
      await open.run(...(open.accepts(given) ?? assert.fail("not accepted")));
    }
    assert.deepEqual(
      opened.map((each) => each.tracker),
      [49, 27, CRASHLYTICS],
    );
    assert.equal(open.accepts([{ kind: "trackers" }]), undefined);
    assert.equal(open.accepts([{ tracker: "49" }]), undefined);
  });
});

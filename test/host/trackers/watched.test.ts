// The rows of watched apps, their news and their commands.
import assert from "node:assert/strict";
import type { Memento } from "vscode";
import { watchOrUnwatch } from "../../../src/trackers/watch/watch-commands.ts";
import { compareReports } from "../../../src/trackers/report-panel/compare-commands.ts";
import { exportReport, shareReport } from "../../../src/trackers/report-panel/export-commands.ts";
import { appArgument } from "../../../src/trackers/apps/app-argument.ts";
import type { ReportState } from "../../../src/trackers/report-content/protocol.ts";
import { newsBanner } from "../../../src/trackers/watch/news-text.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { roots } from "../../../src/trackers/top-rows.ts";
import { DEFAULT_ARRANGEMENT } from "../../../src/trackers/model/arrangement.ts";
import { watchedRow } from "../../../src/trackers/watch/watch-rows.ts";
import { WatchList } from "../../../src/trackers/watch/watch-list.ts";
import { Exports } from "../../../src/workbench/export/exports.ts";
import { Shares } from "../../../src/workbench/share/shares.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { moveUp } from "../../../src/workbench/tree/row-commands.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { sharedParts, until } from "../extension.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";
import { shown } from "../shown.ts";
import { noBusyRows } from "../no-busy-rows.ts";

const APP = "org.example.watched";
const OTHER = "org.example.beside";
const PICTURED = "org.example.pictured";
const [CRASHLYTICS, FIREBASE] = [27, 49];
const DAY_MS = 86_400_000;

describe("The watched apps", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let watched: WatchList;
  let shared: Shared;

  before(async () => {
    trackers = await trackersService();
  });
  beforeEach(async () => {
    await trackers.reset();
    const created = Date.parse("2026-01-01T00:00:00Z");
    const report = { name: "Watched", created, version: "1.0", trackers: [CRASHLYTICS] };
    await trackers.act("addReport", { handle: APP, ...report });
    await trackers.act("addReport", { handle: OTHER, ...report, name: "Beside", source: "fdroid" });
    home = await machine();
    const opened = home.open(trackers.origin);
    ({ store } = opened);
    await store.saveKey(KEYS.good);
    shared = await sharedParts();
    const kept = new Map<string, unknown>();
    const state: Memento = {
      keys: () => [...kept.keys()],
      get: <T>(key: string, fallback?: T) => (kept.get(key) as T | undefined) ?? (fallback as T),
      update: (key, value) => {
        kept.set(key, value);
        return Promise.resolve();
      },
    };
    watched = new WatchList(store, { folder: opened.folder, log: shared.log, now: Date.now, state });
  });
  afterEach(async () => {
    watched.dispose();
    await trackers.reset();
    await home.close();
  });

  const row = (): Node => watchedRow(watched, store, Date.now);
  async function under(node: Node): Promise<readonly Node[]> {
    return (await node.children?.(new AbortController().signal))?.nodes ?? assert.fail(`${node.label} has nothing`);
  }
  const described = ({ description }: Node): string | undefined =>
    typeof description === "function" ? description() : description;
  async function follow(handle: string): Promise<void> {
    await watched.watch(handle);
    await until(`${handle} is read`, () => (watched.get(handle)?.newest.length ?? 0) > 0);
  }
  /** A version with another tracker, older than a day. */
  async function newReport(): Promise<void> {
    await trackers.act("addReport", {
      handle: APP,
      version: "2.0",
      created: Date.now() - 2 * DAY_MS,
      trackers: [FIREBASE],
    });
    await watched.refresh();
  }

  it("offer to watch an app while there are none", () => {
    const { label, description, click, children } = row();
    assert.deepEqual([label, description], ["Watch App…", "to see new reports"]);
    assert.deepEqual([click?.command, children], ["triptych.trackers.watch", undefined]);
  });

  it("show their latest version and its number of trackers", async () => {
    await follow(APP);
    assert.equal(described(row()), "1");
    const [app] = await under(row());
    assert.deepEqual([app?.label, app && described(app)], ["Watched", "1.0 · 1 tracker"]);
    assert.deepEqual(app?.click?.args, [{ handle: APP, source: "google" }]);
    assert.equal(app.children, undefined);
  });

  it("show the latest version of each source if they differ", async () => {
    const created = Date.now() - 2 * DAY_MS;
    await trackers.act("addReport", { handle: APP, source: "fdroid", version: "1.1", created, trackers: [] });
    await follow(APP);
    const [app] = await under(row());
    assert.equal(app && described(app), "1.1 · 1 tracker from Play · 0 trackers from F-Droid");
  });

  it("show no count of trackers while the analysis may still be running", async () => {
    const fresh = "org.example.fresh";
    await trackers.act("startAnalysis", { handle: fresh, name: "Fresh", version: "0.1" });
    await follow(fresh);
    const [app] = await under(row());
    assert.equal(app && described(app), "0.1 · trackers still being analyzed");
    await trackers.act("addReport", { handle: APP, source: "fdroid", version: "1.1", trackers: [] });
    await follow(APP);
    const [, beside] = await under(row());
    assert.equal(beside && described(beside), "1.1 · 1 tracker from Play · F-Droid still being analyzed");
  });

  it("show news, with a row for each added or removed item", async () => {
    await follow(APP);
    await store.anyTrackers();
    await newReport();
    assert.equal(described(row()), "1 · 1 with news");
    const [app] = await under(row());
    assert.ok(app !== undefined);
    assert.deepEqual(
      (await under(app)).slice(0, 2).map((each) => [each.label, described(each), each.icon?.name]),
      [
        ["Google Firebase Analytics", "added in 2.0", "diff-added"],
        ["Google CrashLytics", "removed in 2.0", "diff-removed"],
      ],
    );
    assert.match(shown(await app.tooltip?.(new AbortController().signal)), /1 tracker added, 1 removed/);
    assert.equal(app.resource?.path, `/trackers/watched/${APP}`);
    const banner = newsBanner(watched.news(APP));
    assert.equal(banner.sentence, "2.0 from Google Play: 1 tracker added, 1 removed.");
    assert.deepEqual(
      banner.buttons?.map(({ act }) => act.type),
      ["showNews"],
    );
    await watched.markSeen(APP);
    assert.equal(described(row()), "1");
  });

  it("keep their news if their versions can't be loaded", async () => {
    await follow(APP);
    await newReport();
    const restarted = home.open(trackers.origin).store;
    await restarted.saveKey(KEYS.good);
    await trackers.fault({ kind: "html", status: 500, path: APP });
    const [app] = await under(watchedRow(watched, restarted, Date.now));
    const rows = await under(app ?? assert.fail("there is no row"));
    assert.ok(rows.length > 0);
    assert.ok(rows.every(({ contextValue }) => contextValue !== "version"));
  });

  it("list their versions if there are several, and compare two selected ones", async () => {
    await follow(APP);
    assert.equal((await under(row()))[0]?.children, undefined);
    await newReport();
    const [app] = await under(row());
    assert.ok(app !== undefined);
    const versions = (await under(app)).filter(({ contextValue }) => contextValue === "version");
    const [newest, oldest] = versions;
    assert.match(newest?.label ?? "", /^2\.0 · /);
    assert.deepEqual(
      versions.map((each) => [each.click?.command, each.label.slice(0, 3), described(each)]),
      [
        ["triptych.trackers.findApp", "2.0", "1 tracker"],
        ["triptych.trackers.findApp", "1.0", "1 tracker"],
      ],
    );
    const shown: ReportState[] = [];
    const reports = { show: (state: ReportState) => void shown.push(state) };
    assert.deepEqual(appArgument(newest?.click?.args[0]), appArgument(newest?.subject));
    const dialogs = new ScriptedDialogs(oldest?.label);
    const compare = compareReports({ shared: withExports(dialogs, []), store, watched, reports });
    const subjects = versions.map(({ subject }) => subject);
    await compare.run(...(compare.accepts([subjects[0], subjects]) ?? assert.fail("not accepted")));
    assert.deepEqual(dialogs.asked, []);
    await compare.run(...(compare.accepts([subjects[0]]) ?? assert.fail("not accepted")));
    assert.equal(dialogs.asked.length, 1, "the first version is the one of the row");
    const report = (subject: unknown) => appArgument(subject)?.report ?? assert.fail("no version");
    const [to, from] = subjects.map((subject) => ({ handle: APP, report: report(subject) }));
    assert.deepEqual(shown, [
      { handle: APP, source: "google", tab: "timeline", compare: { from, to } },
      { handle: APP, source: "google", tab: "timeline", compare: { from: to, to: from } },
    ]);
  });

  it("show their icon once it is loaded", async () => {
    const requests = async (): Promise<number> =>
      (await trackers.journal()).filter(({ target }) => target.endsWith(`/${PICTURED}/latest/icon/`)).length;
    await trackers.act("addReport", { handle: PICTURED, iconHash: "123", version: "1.2", trackers: [] });
    await follow(PICTURED);
    assert.deepEqual((await under(row()))[0]?.icon, { name: "device-mobile" });
    await until("the icon is loaded", () => store.icons.getLoaded(PICTURED) !== undefined);
    assert.match((await under(row()))[0]?.icon?.picture ?? "", /^data:image\/png;base64,/);
    assert.equal(await requests(), 1);
  });

  it("mark every row of the app, in any list", async () => {
    await follow(APP);
    const all = roots({
      store,
      arrangement: () => DEFAULT_ARRANGEMENT,
      now: Date.now,
      isWatched: (handle) => watched.has(handle),
      own: [row],
    });
    const { nodes } = await all(new AbortController().signal);
    const [group] = nodes;
    assert.ok(group !== undefined);
    const [app] = await under(group);
    const context = (): unknown => (typeof app?.contextValue === "function" ? app.contextValue() : app?.contextValue);
    assert.equal(context(), "app.watched");
    await watched.unwatch(APP);
    assert.equal(context(), "app");
  });

  it("are watched and unwatched from a row and from the palette", async () => {
    const dialogs = new ScriptedDialogs(OTHER, "Beside", "Beside");
    const watch = watchOrUnwatch({ ...shared, dialogs }, store, watched);
    const handles = (): readonly string[] => watched.list().map(({ handle }) => handle);
    await watch.run({ handle: APP });
    await watch.run();
    await until("its name is known", () => watched.get(OTHER)?.name === "Beside");
    assert.deepEqual(handles(), [APP, OTHER]);
    await watch.run({ handle: APP });
    assert.deepEqual(handles(), [OTHER]);
    await watch.run();
    assert.deepEqual(handles(), []);
  });

  it("are sorted by name until the user moves one; apps that are watched later follow", async () => {
    await trackers.act("addReport", { handle: "org.example.alpine", name: "Alpine", version: "1.0", trackers: [] });
    const provider = new RowProvider(() => under(row()).then((nodes) => ({ nodes })), {}, Date.now, noBusyRows);
    const draw = async () => {
      provider.tree.refresh();
      const rows = await provider.getChildren();
      return {
        items: rows.map((each) => provider.getTreeItem(each)).map(({ label, contextValue }) => [label, contextValue]),
        row: (label: string) => rows.find((each) => provider.getTreeItem(each).label === label) ?? assert.fail(label),
      };
    };
    for (const handle of [APP, OTHER]) await follow(handle);
    const sorted = await draw();
    assert.deepEqual(sorted.items, [
      ["Beside", "app.watched.first"],
      ["Watched", "app.watched.last"],
    ]);
    await provider.drop([sorted.row("Watched")], sorted.row("Beside"));
    await follow("org.example.alpine");
    const moved = await draw();
    assert.deepEqual(moved.items, [
      ["Watched", "app.watched.first"],
      ["Beside", "app.watched.middle"],
      ["Alpine", "app.watched.last"],
    ]);
    await moveUp.run(...(moveUp.accepts([moved.row("Alpine")]) ?? assert.fail("not accepted")));
    assert.equal(moveUp.accepts([APP]), undefined);
    assert.deepEqual(
      (await draw()).items.map(([label]) => label),
      ["Watched", "Alpine", "Beside"],
    );
    provider.dispose();
  });

  it("are watched from the row above them, which asks for an app", async () => {
    const command = watchOrUnwatch({ ...shared, dialogs: new ScriptedDialogs(OTHER, "Beside") }, store, watched);
    const given = command.accepts([row().subject]) ?? assert.fail("the command was refused on its own row");
    await command.run(...given);
    assert.deepEqual(
      watched.list().map(({ handle }) => handle),
      [OTHER],
    );
  });

  it("are watched, unwatched and compared together if several rows are selected", async () => {
    const rows = [APP, OTHER].map((handle) => ({ kind: "app", handle }));
    const [first] = rows;
    const dialogs = new ScriptedDialogs();
    const command = watchOrUnwatch({ ...shared, dialogs }, store, watched);
    await watched.watch(OTHER);
    for (const expected of [[OTHER, APP], []]) {
      await command.run(...(command.accepts([first, rows]) ?? assert.fail("not accepted")));
      assert.deepEqual(
        watched.list().map(({ handle }) => handle),
        expected,
      );
    }
    const shown: ReportState[] = [];
    const reports = { show: (state: ReportState) => void shown.push(state) };
    const compare = compareReports({ shared: withExports(dialogs, []), store, watched, reports });
    await compare.run(...(compare.accepts([first, rows]) ?? assert.fail("not accepted")));
    assert.deepEqual(
      shown.map(({ handle, compare: sides }) => [handle, sides?.to?.handle]),
      [[APP, OTHER]],
    );
    assert.deepEqual(dialogs.asked, []);
  });

  it("are compared, exported and shared like any other app, from a row or from the palette", async () => {
    await newReport();
    const shown: ReportState[] = [];
    const exported: string[] = [];
    const reports = { show: (thing: ReportState) => void shown.push(thing) };
    const label = (version: string, day: string): string => `${version} · ${day}`;
    const { knowledge } = (await store.loadApp(APP), store.app(APP));
    assert.equal(knowledge?.kind, "app");
    const [newest, oldest] = knowledge.kind === "app" ? (knowledge.app.sources[0]?.versions ?? []) : [];
    const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });
    const dialogs = new ScriptedDialogs(
      label("1.0", "1 Jan 2026"),
      label("2.0", format.format(Date.now() - 2 * DAY_MS)),
      "Another App…",
      OTHER,
      "Markdown",
      undefined,
    );
    const around = { shared: withExports(dialogs, exported), store, watched, reports };
    await compareReports(around).run({ handle: APP });
    assert.deepEqual(shown.pop()?.compare, {
      from: { handle: APP, report: oldest?.id },
      to: { handle: APP, report: newest?.id },
    });
    await compareReports(around).run({ handle: APP });
    assert.deepEqual(shown.pop()?.compare?.to, { handle: OTHER, source: "google" });
    await exportReport(around).run({ handle: OTHER });
    assert.match(exported.join(), /^## Beside 1\.0 from F-Droid\n/);
    await shareReport(around).run({ handle: OTHER });
    assert.match(dialogs.asked.at(-1) ?? "", /^Share Report: /);
    assert.deepEqual(shown, []);
  });

  it("show a failure of the server as such, not as an unknown app", async () => {
    await trackers.fault({ kind: "html", status: 500, path: "org.example.broken" });
    const around = {
      shared: withExports(new ScriptedDialogs(), []),
      store,
      watched,
      reports: { show: () => undefined },
    };
    await assert.rejects(Promise.resolve(exportReport(around).run({ handle: "org.example.broken" })), {
      name: "Problem",
      kind: "server",
    });
    const dialogs = new ScriptedDialogs();
    await exportReport({ ...around, shared: withExports(dialogs, []) }).run({ handle: "org.example.nobody" });
    assert.deepEqual(dialogs.shown, ["No app found with the package name org.example.nobody."]);
  });

  function withExports(dialogs: ScriptedDialogs, exported: string[]): Shared {
    return {
      ...shared,
      dialogs,
      exports: new Exports(
        dialogs,
        { redactRegistered: (text) => text },
        {
          open: (content) => Promise.resolve(void exported.push(content)),
          write: () => Promise.reject(new Error("no file is asked for")),
        },
      ),
      shares: new Shares(dialogs, []),
    };
  }
});

// What the rows of the Trackers view show, with and without a key, and when requests fail.
import assert from "node:assert/strict";
import { CancellationTokenSource, MarkdownString } from "vscode";
import { TrackerArrangement } from "../../../src/trackers/tracker/tracker-arrangement.ts";
import { DEFAULT_ARRANGEMENT } from "../../../src/trackers/model/arrangement.ts";
import { roots } from "../../../src/trackers/top-rows.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import { MoreRow, NodeRow, type Row } from "../../../src/workbench/tree/level-rows.ts";
import { machine, memento } from "../../unit/trackers/store-of.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";
import { builtFile } from "../extension.ts";
import { shown } from "../shown.ts";
import { noBusyRows } from "../no-busy-rows.ts";
import { onlyChildren } from "../only-children.ts";

const CRASHLYTICS = 27;

/** The command that a click on a row runs. */
const clickOn = (row: Row): string | undefined => (row instanceof NodeRow ? row.node.click?.command : undefined);

describe("The rows of trackers", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;

  before(async () => {
    trackers = await trackersService();
  });
  beforeEach(async () => {
    await trackers.reset();
    home = await machine({ program: builtFile("trackers-app-list.cjs") });
  });
  afterEach(async () => {
    await trackers.reset();
    await home.close();
  });

  async function view({ key, base = trackers.origin }: { key?: string; base?: string } = {}) {
    const { store } = home.open(base);
    if (key !== undefined) await store.saveKey(key);
    const signedIn: string[] = [];
    const arranging = new TrackerArrangement(memento());
    const rows = new RowProvider(
      roots({ store, arrangement: () => arranging.current, now: Date.now }),
      { showLog: () => undefined, openSettings: () => undefined, signIn: () => signedIn.push("asked") },
      Date.now,
      noBusyRows,
    );
    const under = async (row?: Row): Promise<Map<string, Row>> =>
      new Map((await rows.getChildren(row)).map((each) => [words(each), each]));
    const words = (row: Row): string => {
      const { label, description } = rows.getTreeItem(row);
      return [label, description].filter((each): each is string => typeof each === "string" && each !== "").join(" · ");
    };
    /** Expands rows along a path of label prefixes, and returns the last one. */
    const find = async (...path: readonly string[]): Promise<Row> => {
      let row: Row | undefined;
      for (const begin of path) {
        const here = await under(row);
        row = [...here].find(([each]) => each.startsWith(begin))?.[1];
        if (row === undefined) assert.fail(`no row "${begin}" in ${[...here.keys()].join(", ")}`);
      }
      return row ?? assert.fail("no path");
    };
    return { store, arranging, rows, under, find, signedIn, item: (row: Row) => rows.getTreeItem(row) };
  }

  it("no longer say that the server is offline once it has responded", async () => {
    const { rows, under, store, find } = await view();
    const recovering = store.onDidAnswer((origin) => rows.tree.recover(origin));
    await trackers.fault({ kind: "refuse" });
    const top = await find("Trackers");
    assert.deepEqual([...(await under(top)).keys()], ["Not loaded · Retry"]);
    assert.equal([...(await under()).keys()][0], "Offline · Retry");
    await trackers.mend();
    await store.findSimilar("tramway");
    assert.ok([...(await under(await find("Trackers"))).keys()].some((row) => row.startsWith("Analytics")));
    recovering.dispose();
    rows.dispose();
  });

  it("list the trackers by category without a key, and say what needs one", async () => {
    const { under, find, rows } = await view();
    const start = ["Find App… · by app or package name", "Set API Key… · to list apps"];
    assert.deepEqual([...(await under()).keys()], [...start, "Trackers"]);
    const categories = [...(await under(await find("Trackers"))).keys()];
    assert.equal(categories[0], "Advertisement · 119");
    assert.match(categories.at(-1) ?? "", /^Uncategorized · \d+$/);
    rows.tree.redraw();
    assert.deepEqual([...(await under()).keys()], [...start, "Trackers · 432 · by category"]);
    assert.deepEqual(
      [...(await under(await find("Trackers", "Crash reporting", "Bugsnag"))).keys()],
      ["Set API Key… · to list apps"],
    );
    for (const { target } of await trackers.journal()) assert.equal(target, "/api/trackers");
  });

  it("list the user's own rows first and the trackers last, with getting-started rows above until something is set up", async () => {
    const { store } = home.open(trackers.origin);
    let isWatching = false;
    const own = ["Watched Apps", "This Workspace"].map((label) => (): Node => ({ id: label, subject: {}, label }));
    const top = roots({
      store,
      arrangement: () => DEFAULT_ARRANGEMENT,
      now: Date.now,
      isWatching: () => isWatching,
      own,
    });
    const labels = async (): Promise<readonly string[]> =>
      (await top(new AbortController().signal)).nodes.map(({ label }) => label);
    assert.deepEqual(await labels(), ["Find App…", "Set API Key…", "Watched Apps", "This Workspace", "Trackers"]);
    isWatching = true;
    assert.deepEqual(await labels(), ["Watched Apps", "This Workspace", "Apps", "Trackers"]);
    isWatching = false;
    await store.saveKey(KEYS.good);
    assert.deepEqual(await labels(), ["Watched Apps", "This Workspace", "Apps", "Trackers"]);
  });

  it("group by letter or not at all, and sort by date, and remember the choice", async () => {
    const { arranging, rows, under, find } = await view();
    const labels = async (...path: readonly string[]): Promise<string[]> => [
      ...(await under(await find(...path))).keys(),
    ];
    arranging.change({ grouping: "letter" });
    rows.tree.redraw();
    const letters = await labels("Trackers");
    assert.match(letters[0] ?? "", /^A · \d+$/);
    assert.ok((await labels("Trackers", "B")).some((each) => each.startsWith("Bugsnag")));
    arranging.change({ grouping: "none", order: "date" });
    rows.tree.refresh();
    const newest = await labels("Trackers");
    assert.equal(newest.at(-1), "Load More · 50 of 432 shown");
    const dates = newest.slice(0, -1).map((each) => / · (\d{4}-\d\d-\d\d) · /.exec(each)?.[1] ?? assert.fail(each));
    assert.deepEqual(dates, dates.toSorted().toReversed());
    assert.equal([...(await under()).keys()].at(-1), "Trackers · 432 · newest first");
  });

  it("show filtered trackers in one list, show how many match, and clear the filter with a click", async () => {
    const { arranging, rows, under, find, item } = await view();
    await under(await find("Trackers"));
    arranging.change({ filter: "Crash goo" });
    rows.tree.redraw();
    rows.tree.redraw("trackers");
    const last = [...(await under()).values()].at(-1);
    const trackersRow = last ?? assert.fail("no row");
    assert.match(String(item(trackersRow).description), /^\d of 432 · “Crash goo”$/);
    assert.equal(item(trackersRow).contextValue, "trackers.filtered");
    assert.ok([...(await under(trackersRow)).keys()].some((each) => each.startsWith("Google CrashLytics")));
    arranging.change({ filter: "com.bugsnag" });
    rows.tree.redraw("trackers");
    assert.deepEqual([...(await under(trackersRow)).keys()], ["Bugsnag · com.bugsnag."]);
    arranging.change({ filter: "nothing has this" });
    rows.tree.redraw("trackers");
    const none = await find("Trackers", "No matching trackers");
    assert.equal(clickOn(none), "triptych.clearFilter");
  });

  it("show the signature of a tracker, or that it has none", async () => {
    const { find, item, rows } = await view();
    const bugsnag = item(await find("Trackers", "Crash reporting", "Bugsnag"));
    assert.equal(bugsnag.description, "com.bugsnag.");
    assert.equal(bugsnag.contextValue, "tracker");
    const row = await find("Trackers", "Crash reporting", "Google CrashLytics");
    assert.match(String(item(row).description), /^io\.fabric\. and \d more$/);
    const { tooltip } = await rows.resolveTreeItem(item(row), row, new CancellationTokenSource().token);
    assert.ok(tooltip instanceof MarkdownString);
    assert.match(shown(tooltip.value), /\*\*Google CrashLytics\*\*[^]*Code: `io\.fabric\./);
  });

  it("show counts with a key, and expand a tracker into the apps that ever contained it, in pages", async () => {
    for (let place = 10; place < 40; place += 1) {
      await trackers.act("addReport", { handle: `org.example.z.carrier${place}`, trackers: [CRASHLYTICS] });
    }
    const { store, under, find, item, rows } = await view({ key: KEYS.good });
    await under(await find("Apps"));
    await store.counts();
    rows.tree.redraw();
    assert.match([...(await under()).keys()][0] ?? "", /^Apps · 280 · \d+ reports$/);
    const tracker = await find("Trackers", "Crash reporting", "Google CrashLytics");
    const first = [...(await under(tracker)).values()];
    assert.equal(first.length, 51);
    const more = first.at(-1);
    assert.ok(more instanceof MoreRow);
    assert.equal(item(more).description, "50 of 66 shown");
    await more.loader.more();
    const all = [...(await under(tracker)).values()];
    assert.equal(all.length, 66);
    const last = item(all.at(-1) ?? assert.fail("no rows"));
    assert.equal(last.label, "org.example.z.carrier39");
    assert.equal(last.description, "Play");
    assert.equal(last.contextValue, "app");
    const [row] = last.command?.arguments ?? [];
    assert.deepEqual(row instanceof NodeRow && row.node.click?.args, [
      { handle: "org.example.z.carrier39", source: "google" },
    ]);
    rows.tree.redraw("category Crash reporting");
    const [again] = (await under(await find("Trackers", "Crash reporting"))).keys();
    assert.ok(again);
    assert.equal(item(await find("Trackers", "Crash reporting", "Google CrashLytics")).description, "63 apps");
  });

  it("offer to download the list of all apps, and list them in pages once it is saved, also in the next window", async () => {
    const first = await view({ key: KEYS.good });
    const offered = await first.find("Apps", "Download App List…");
    assert.equal(clickOn(offered), "triptych.trackers.readApps");
    await first.store.apps.download("full");
    const next = await view({ key: KEYS.good });
    const kept = await next.find("Apps", "All Apps · ");
    assert.match(String(next.item(kept).description), /^\d{3} · \d\d:\d\d$/);
    const rows = [...(await next.under(kept)).values()];
    assert.equal(rows.length, 51);
    assert.equal(next.item(rows[0] ?? assert.fail("no row")).contextValue, "app");
    assert.equal((await trackers.journal()).filter(({ target }) => target === "/api/applications").length, 1);
  });

  it("have no level with a single row, except where users need it", async () => {
    const trackerRows = ["tracker"];
    const levels = async (key?: string) => {
      const { store } = home.open(trackers.origin);
      if (key !== undefined) await store.saveKey(key);
      return await onlyChildren(roots({ store, arrangement: () => DEFAULT_ARRANGEMENT, now: Date.now }));
    };
    // The apps need a key, so the row that asks for it takes their place.
    assert.deepEqual(
      await levels(),
      trackerRows.map((row) => `${row} > key`),
    );
    // If no app contains a tracker, a row says so.
    assert.deepEqual(
      await levels(KEYS.good),
      trackerRows.map((row) => `${row} > hint`),
    );
  });

  it("keep each row in its place if the server's IDs change", async () => {
    const { store, rows, find } = await view({ key: KEYS.good });
    const path = ["Trackers", "Crash reporting", "Google CrashLytics", "net.example.balcony"] as const;
    const before = await find(...path);
    await trackers.act("shuffleIds", {});
    store.refresh();
    rows.tree.refresh();
    assert.equal(await find(...path), before);
  });

  it("say that the key was rejected, and ask for another on click", async () => {
    const { rows, under, find, item, signedIn } = await view({ key: "0".repeat(40) });
    const apps = await find("Apps");
    const rejected = new Promise((resolve) => rows.onDidChangeTreeData(resolve));
    await under(apps);
    await rejected;
    const [row, ...usable] = [...(await under(apps)).values()];
    const problem = item(row ?? assert.fail("no row"));
    assert.deepEqual([problem.label, problem.description], ["Token rejected", "Sign In…"]);
    assert.equal(usable.length, 2);
    assert.equal(problem.contextValue, "problem.unauthorized");
    assert.equal(problem.command?.command, "triptych.tree.open");
    assert.deepEqual(signedIn, []);
    // A rejected key does not affect public data.
    assert.ok((await under(await find("Trackers"))).size > 5);
  });

  it("distinguish offline, missing and malformed lists, each with its remedy", async () => {
    const problems: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
      [{ kind: "refuse" }, /^Offline · Retry > Not loaded · Retry$/],
      [{ kind: "html", status: 404 }, /^Not found · Retry$/],
      [{ kind: "html", status: 200 }, /^Bad response · Retry$/],
      [{ kind: "html", status: 500 }, /^Server error · Retry$/],
    ];
    for (const [fault, expected] of problems) {
      await trackers.reset();
      await trackers.fault({ ...fault, path: "/api/trackers$" });
      await home.close();
      home = await machine({ program: builtFile("trackers-app-list.cjs") });
      const { under, find } = await view();
      const level = [...(await under(await find("Trackers"))).keys()];
      const [top = ""] = [...(await under()).keys()];
      assert.match([...(top.startsWith("Offline") ? [top] : []), ...level].join(" > "), expected);
    }
  });

  it("keep the trackers if a refresh fails, with the problem and the list's time above them", async () => {
    const { store, rows, under, find } = await view();
    const before = [...(await under(await find("Trackers"))).keys()];
    await trackers.fault({ kind: "refuse", path: "/api/trackers$" });
    store.refresh();
    rows.tree.refresh();
    assert.deepEqual([...(await under(await find("Trackers"))).keys()], before);
    assert.match([...(await under()).keys()][0] ?? "", /^Offline · Retry · updated \d\d:\d\d$/);
  });

  it("count the trackers that could not be decoded", async () => {
    await trackers.fault({
      kind: "status",
      status: 200,
      path: "/api/trackers$",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ trackers: { 1: { name: "One" }, 2: {}, 3: null } }),
    });
    const { under, find } = await view();
    assert.deepEqual(
      [...(await under(await find("Trackers"))).keys()],
      ["Uncategorized · 1", "2 skipped · malformed · Show Log"],
    );
  });
});

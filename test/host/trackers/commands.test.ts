// Commands of the Trackers wing: setting API keys, finding apps, and opening web pages.
import assert from "node:assert/strict";
import { removeKey, setKey } from "../../../src/trackers/store/connection-commands.ts";
import { openOnWeb } from "../../../src/trackers/report-panel/app-commands.ts";
import { pickApp, type PickAppOptions } from "../../../src/trackers/apps/app-picker.ts";
import { findApp } from "../../../src/trackers/apps/find-app.ts";
import type { ReportPanels } from "../../../src/trackers/report-panel/panel.ts";
import type { ReportState } from "../../../src/trackers/report-content/protocol.ts";
import { openTracker } from "../../../src/trackers/tracker/commands.ts";
import type { TrackerState } from "../../../src/trackers/tracker/panel.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { manageAppList } from "../../../src/trackers/apps/app-list-commands.ts";
import type { Choice } from "../../../src/workbench/dialogs/dialogs.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { NodeRow } from "../../../src/workbench/tree/level-rows.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { builtFile, sharedParts, until } from "../extension.ts";
import { answering } from "./dialogs.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";

describe("The commands of Trackers", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let shared: Shared;

  before(async () => {
    trackers = await trackersService();
    shared = await sharedParts();
  });
  beforeEach(async () => {
    await trackers.reset();
    home = await machine({ program: builtFile("trackers-app-list.cjs") });
    ({ store } = home.open(trackers.origin));
  });
  afterEach(async () => {
    await home.close();
  });

  const withDialogs = (answers: Parameters<typeof answering>[0] = {}) => {
    const made = answering(answers);
    return { ...made, shared: { ...shared, dialogs: made.dialogs } };
  };

  it("accept a pasted key, check it against a route that requires it, and save it as a secret", async () => {
    const { shared: parts, shown } = withDialogs({ inputs: [` Token ${KEYS.good} `] });
    assert.equal(await setKey(parts, store).run(), true);
    assert.ok(store.hasKey);
    assert.deepEqual(shown, []);
    assert.deepEqual(
      (await trackers.journal()).map(({ target }) => target),
      ["/api/trackers/count"],
    );
    assert.deepEqual(
      [...home.secrets.values()].map((secret) => (JSON.parse(secret) as { value: string }).value),
      [KEYS.good],
    );
  });

  it("save no key that the server rejects, and say so below the input, where the user can enter another key", async () => {
    const wrong = withDialogs({ inputs: ["0".repeat(40)] });
    assert.equal(await setKey(wrong.shared, store).run(), false);
    assert.equal(home.secrets.size, 0);
    assert.match(wrong.faults[0] ?? "", /rejected this key\. Check that you copied all of it\.$/);
    const corrected = withDialogs({ inputs: ["0".repeat(40), KEYS.good] });
    assert.equal(await setKey(corrected.shared, store).run(), true);
    assert.ok(store.hasKey);
    assert.deepEqual([...wrong.shown, ...corrected.shown], []);
  });

  it("change nothing if the user enters nothing or the server is down", async () => {
    const { shared: parts, faults } = withDialogs({ inputs: ["a b", " ", KEYS.good] });
    assert.equal(await setKey(parts, home.open("http://127.0.0.1:9").store).run(), false);
    assert.match(faults[0] ?? "", /can't contain spaces/);
    assert.equal(faults[1], "Enter an API key");
    assert.match(faults[2] ?? "", /^Could not reach 127\.0\.0\.1:9\./);
    assert.equal(await setKey(withDialogs().shared, store).run(), false);
    assert.equal(home.secrets.size, 0);
  });

  it("send and save a key for no other server than the one they asked for", async () => {
    const moving = home.open(trackers.origin);
    const elsewhere = trackers.origin.replace("127.0.0.1", "localhost");
    for (const inputs of [[KEYS.good], ["0".repeat(40), KEYS.good]]) {
      moving.move(trackers.origin);
      await trackers.reset();
      await trackers.fault({ kind: "delay", ms: 500, times: 1 });
      const { shared: parts, shown, faults } = withDialogs({ inputs });
      const setting = setKey(parts, moving.store).run();
      await until("the key is sent", async () => (await trackers.journal()).length > 0);
      moving.move(elsewhere);
      assert.equal(await setting, false);
      assert.deepEqual([home.secrets.size, (await trackers.journal()).length], [0, 1]);
      assert.match(faults.at(-1) ?? "", /^The server has changed\./);
      assert.deepEqual(shown, []);
    }
  });

  it("ask before the key is removed", async () => {
    await store.saveKey(KEYS.good);
    assert.equal(await removeKey(withDialogs({ confirms: [false] }).shared, store).run(), false);
    assert.ok(store.hasKey);
    assert.equal(await removeKey(withDialogs({ confirms: [true] }).shared, store).run(), true);
    assert.equal(home.secrets.size, 0);
    const none = withDialogs();
    await removeKey(none.shared, store).run();
    assert.match(none.shown[0]?.sentence ?? "", /No API key is set/);
  });

  it("open the report of a typed or listed package name, whatever characters it contains", async () => {
    const { shown, find } = finding();
    await find("org.example.tramway").run(undefined);
    await trackers.act("addReport", { handle: "Odd handle/№ 7", name: "Oddly Named" });
    await find("oddly named").run(undefined);
    assert.deepEqual(shown.pop(), { handle: "Odd handle/№ 7" });
    await find().run(undefined);
    const open = find();
    await open.run(...(open.accepts([{ handle: "a.b", source: "" }]) ?? assert.fail("not accepted")));
    assert.deepEqual(open.accepts([{ handle: 7 }]), [undefined]);
    assert.deepEqual(shown, [{ handle: "org.example.tramway" }, { handle: "a.b", source: "" }]);
  });

  it("ask for an app or a tracker in the title of the view, whichever row has the focus", async () => {
    const row = (subject: unknown) => new NodeRow({ id: "focused", label: "Focused", subject });
    const { shown, find } = finding();
    const shownTrackers: number[] = [];
    const findTramway = find("org.example.tramway");
    await findTramway.run(
      ...(findTramway.accepts([row({ kind: "app", handle: "a.b", source: "" })]) ?? assert.fail("not accepted")),
    );
    const dialogs = new ScriptedDialogs("bugsnag");
    const open = openTracker(dialogs, store, { show: (thing) => void shownTrackers.push(thing.tracker) });
    const tracker = (await store.trackers()).trackers.get(27) ?? assert.fail("no tracker");
    await open.run(...(open.accepts([row({ kind: "tracker", tracker })]) ?? assert.fail("not accepted")));
    await open.run(...(open.accepts([{ tracker: 27 }]) ?? assert.fail("not accepted")));
    assert.equal(dialogs.asked.length, 1);
    assert.deepEqual(shown, [{ handle: "org.example.tramway" }]);
    assert.equal(shownTrackers.length, 2);
    assert.notEqual(shownTrackers[0], 27);
    assert.equal(shownTrackers[1], 27);
  });

  it("search the server for similar names, without a key", async () => {
    const { shown, find, dialogs } = finding();
    await find("tramway", "Tramway").run(undefined);
    assert.deepEqual(shown, [{ handle: "org.example.tramway" }]);
    assert.ok(dialogs.at(-1)?.shown.includes("Set API Key…"));
    assert.ok((await trackers.journal()).every(({ target }) => target === "/api/search"));
  });

  it("open the report of an app by its page in a store or at εxodus, without sending the URL", async () => {
    const { shown, find } = finding();
    for (const url of [
      "https://play.google.com/store/apps/details?hl=de&id=org.example.tramway&gl=DE",
      "market://details?id=org.example.tramway",
      "https://f-droid.org/de/packages/org.example.tramway/",
      `${trackers.origin}/en/reports/org.example.tramway/latest/`,
    ]) {
      await find(` ${url} `).run(undefined);
      assert.deepEqual(shown.splice(0), [{ handle: "org.example.tramway" }], url);
    }
    const sent = (await trackers.journal()).map(({ body }) => JSON.stringify(body));
    assert.ok(!sent.some((body) => body?.includes("//")), sent.join());
  });

  it("open a report or a tracker by its page at εxodus, in any language and without the scheme", async () => {
    await store.saveKey(KEYS.good);
    const { shown, shownTrackers, find, dialogs } = finding();
    const { host } = new URL(trackers.origin);
    for (const url of [`${trackers.origin}/en/reports/8/`, `${trackers.origin}/reports/8`, `${host}/fr/reports/8/#x`]) {
      await find(url).run(undefined);
      const [opened] = shown.splice(0);
      assert.equal(opened?.report, 8, url);
      assert.equal(dialogs.at(-1)?.shown[0], opened?.handle);
    }
    for (const url of [`${trackers.origin}/en/trackers/27/`, `${host}/trackers/27`]) {
      await find(url).run(undefined);
      assert.deepEqual(shownTrackers.splice(0), [{ tracker: 27 }], url);
      assert.equal(dialogs.at(-1)?.shown[0], "Google CrashLytics");
    }
    await find(`${trackers.origin}/en/reports/999999999/`).run(undefined);
    assert.match(dialogs.at(-1)?.shown.join() ?? "", /has no report 999999999/);
    await find("https://reports.exodus-privacy.eu.org/en/reports/8/").run(undefined);
    assert.match(dialogs.at(-1)?.shown.join() ?? "", /This page isn't from/);
    assert.deepEqual([shown, shownTrackers], [[], []]);
  });

  it("ask for a key to open a report by its ID, and refuse a tracker where an app is needed", async () => {
    const { shown, find } = finding();
    await find(`${trackers.origin}/en/reports/8/`, KEYS.good, `${trackers.origin}/en/reports/8/`).run(undefined);
    assert.deepEqual(
      shown.map(({ report }) => report),
      [8],
    );
    const dialogs = new ScriptedDialogs(`${trackers.origin}/en/trackers/27/`);
    assert.equal(await pickApp({ dialogs, now: Date.now }, store, { title: "Watch App" }), undefined);
    assert.deepEqual(dialogs.shown, ["This URL is of a tracker, not of an app"]);
  });

  it("offer typed text as a package name only if it has a dot, and say if no app matches", async () => {
    const { find, dialogs } = finding();
    await find("tramwey").run(undefined);
    assert.deepEqual(dialogs.at(-1)?.shown, ["Tramway", "Set API Key…"]);
    await find("org.example.nowhere").run(undefined);
    assert.ok(dialogs.at(-1)?.shown.includes("org.example.nowhere"));
    await find("zzqxv").run(undefined);
    assert.deepEqual(dialogs.at(-1)?.shown, ["No matching apps", "Set API Key…"]);
  });

  it("say how many apps a list has before it is downloaded", async () => {
    await store.saveKey(KEYS.good);
    const described: (string | undefined)[] = [];
    const dialogs = new ScriptedDialogs();
    dialogs.pick = (_title: string, choices: readonly Choice<unknown>[]) => {
      described.push(...choices.map(({ description }) => description?.toString()));
      return Promise.resolve(undefined);
    };
    const { applications } = await store.counts();
    await manageAppList({ dialogs, now: Date.now }, store).run();
    assert.deepEqual(described, [`${applications} apps`, `${applications} apps`]);
    store.refresh();
    const path = "/api/applications/count";
    const headers = { "content-type": "application/json" };
    await trackers.fault({ kind: "status", status: 200, path, headers, body: '{"count": 250000}' });
    await store.counts();
    await manageAppList({ dialogs, now: Date.now }, store).run();
    assert.deepEqual(described.slice(2), ["250,000 apps, about 32 MB", "250,000 apps, about 77 MB"]);
  });

  it("offer the server's best match first, and search for a name only once", async () => {
    const { shown, find, dialogs } = finding();
    for (let time = 0; time < 2; time += 1) await find("Tramwey").run(undefined);
    assert.deepEqual(shown, [{ handle: "org.example.tramway" }, { handle: "org.example.tramway" }]);
    const offered = dialogs.at(-1)?.shown ?? [];
    assert.deepEqual(offered.slice(0, 1), ["Tramway"]);
    assert.equal((await trackers.journal()).length, 1);
    await trackers.fault({ kind: "html", status: 400 });
    await find("org.example.alone").run(undefined);
    assert.match(dialogs.at(-1)?.shown.join() ?? "", /Could not search/);
  });

  it("download the list of all apps on request, search it by name, and delete it", async () => {
    await store.saveKey(KEYS.good);
    const read = new ScriptedDialogs("Package Names and App Names");
    assert.equal(await manageAppList({ dialogs: read, now: Date.now }, store).run(), true);
    assert.equal((await trackers.journal()).filter(({ target }) => target === "/api/applications").length, 1);
    const { shown, find, dialogs } = finding();
    await find("cafe raf").run(undefined);
    assert.equal(dialogs.at(-1)?.shown[0], "Café Ráfaga");
    assert.deepEqual(shown, [{ handle: "org.example.cafe.rafaga" }]);
    assert.match(dialogs.at(-1)?.asked[0] ?? "", /^Find App \(\d+ apps, list of \d\d:\d\d\)$/);
    await store.removeKey();
    const forget = new ScriptedDialogs("Delete");
    await manageAppList({ dialogs: forget, now: Date.now }, store).run();
    assert.equal(await store.apps.open(), undefined);
  });

  it("find an app by name to watch it or compare with it", async () => {
    await store.saveKey(KEYS.good);
    await manageAppList({ dialogs: new ScriptedDialogs("Package Names and App Names"), now: Date.now }, store).run();
    for (const [typed, without, wanted] of [
      ["cafe raf", "org.example.tramway", "org.example.cafe.rafaga"],
      ["org.example.cafe.rafaga", "org.example.tramway", "org.example.cafe.rafaga"],
    ] as const) {
      const dialogs = new ScriptedDialogs(typed);
      const parts = { dialogs, now: Date.now };
      const question = { title: "Watch App", offered: [{ handle: "org.example.cafe.x", name: undefined }], without };
      assert.equal(await pickApp(parts, store, question), wanted);
      assert.match(dialogs.asked[0] ?? "", /^Watch App \(\d+ apps, list of \d\d:\d\d\)$/);
    }
  });

  it("offer recent apps before the user types, and then only those that match", async () => {
    const offered = ["a.b", "a.c"].map((handle) => ({ handle, name: undefined }));
    const dialogs = new ScriptedDialogs("");
    assert.equal(await pickApp({ dialogs, now: Date.now }, store, { title: "Compare", suggestions: offered }), "a.b");
    const other = new ScriptedDialogs("a.d");
    const options: PickAppOptions = { title: "Compare", suggestions: offered, exclude: "a.d" };
    assert.equal(await pickApp({ dialogs: other, now: Date.now }, store, options), undefined);
  });

  it("ask for a key from the picker, and search again with it", async () => {
    const dialogs = new ScriptedDialogs("no such app", KEYS.good, "org.example.tramway");
    assert.equal(await pickApp({ dialogs, now: Date.now }, store, { title: "Find App" }), "org.example.tramway");
    assert.deepEqual(dialogs.asked, ["Find App", `API Key for ${store.host}`, "Find App"]);
    assert.ok(store.hasKey);
  });

  it("download no list without a key, and say that it needs one", async () => {
    const read = new ScriptedDialogs("Package Names Only");
    assert.equal(await manageAppList({ dialogs: read, now: Date.now }, store).run(), false);
    assert.match(read.shown[0] ?? "", /needs an API key/);
    assert.deepEqual(await trackers.journal(), []);
  });

  /** Runs Find App with these answers, and records what it opens. */
  function finding() {
    const shown: ReportState[] = [];
    const shownTrackers: TrackerState[] = [];
    const dialogs: ScriptedDialogs[] = [];
    const reports: Pick<ReportPanels, "show"> = { show: (thing) => void shown.push(thing) };
    const panels = { reports, trackers: { show: (thing: TrackerState) => void shownTrackers.push(thing) } };
    const find = (...answers: readonly string[]) => {
      const made = new ScriptedDialogs(...answers);
      dialogs.push(made);
      return findApp({ dialogs: made, now: Date.now }, store, panels, () => store.recentApps());
    };
    return { shown, shownTrackers, dialogs, find };
  }

  it("open the web page of a tracker, an app and the list", async () => {
    const { shared: parts, opened } = withDialogs();
    const { trackers: list } = await store.trackers();
    const command = openOnWeb(parts, store);
    const subjects = [
      { kind: "tracker", tracker: list.get(27) },
      { kind: "app", handle: "a.b", source: "" },
    ];
    for (const subject of subjects) await command.run(...(command.accepts([subject]) ?? assert.fail("not accepted")));
    assert.deepEqual(opened, [`${trackers.origin}/en/trackers/27/`, `${trackers.origin}/en/reports/a.b/latest/`]);
  });

  it("let the user pick a page about all trackers or all apps: the list, ETIP, most trackers, no trackers", async () => {
    const open = async (kind: "trackers" | "applications", label: string): Promise<readonly string[]> => {
      const dialogs = new ScriptedDialogs(label, undefined);
      const command = openOnWeb({ dialogs }, store);
      await command.run(...(command.accepts([{ kind }]) ?? assert.fail("not accepted")));
      return dialogs.opened;
    };
    assert.deepEqual(await open("trackers", "Trackers"), [`${trackers.origin}/en/trackers/`]);
    assert.deepEqual(await open("trackers", "ETIP"), ["https://etip.exodus-privacy.eu.org/"]);
    const list = `${trackers.origin}/en/reports/list/`;
    assert.deepEqual(await open("applications", "Apps with the Most Trackers"), [`${list}?filter=most_trackers`]);
    assert.deepEqual(await open("applications", "Apps without Trackers"), [`${list}?filter=no_trackers`]);
    assert.deepEqual(await open("applications", "nothing"), []);
  });
});

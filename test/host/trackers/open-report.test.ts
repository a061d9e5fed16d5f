// What an open report does when the user picks versions, expands lists or requests the certificate.
import assert from "node:assert/strict";
import { ReportPanels } from "../../../src/trackers/report-panel/panel.ts";
import type { Store } from "../../../src/trackers/store/store.ts";
import { WatchList } from "../../../src/trackers/watch/watch-list.ts";
import { machine, memento } from "../../unit/trackers/store-of.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage } from "../page.ts";
import { KEYS, trackersService, type TrackersService } from "./service.ts";

const APP = "org.example.picked";
const OTHER = "org.example.beside";
const day = (place: number): number => Date.parse("2025-01-01T00:00:00Z") + place * 86_400_000;

describe("An open report", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let watched: WatchList;
  let panels: ReportPanels;
  let open: ReturnType<typeof openPage>;
  const ids = new Map<string, number>();

  before(async () => {
    trackers = await trackersService();
    await trackers.reset();
    const reports = [
      ["google", "1.0", APP],
      ["google", "2.0", APP],
      ["google", "3.0", APP],
      ["fdroid", "f1", APP],
      ["fdroid", "f2", APP],
      ["google", "o1", OTHER],
    ] as const;
    for (const [place, [source, version, handle]] of reports.entries()) {
      const created = day(place);
      const { id } = (await trackers.act("addReport", { handle, source, version, created, trackers: [49] })) as {
        id: number;
      };
      ids.set(version, id);
    }
  });
  beforeEach(async () => {
    home = await machine();
    const opened = home.open(trackers.origin);
    ({ store } = opened);
    await store.saveKey(KEYS.good);
    await Promise.all([store.loadApp(APP), store.loadApp(OTHER), store.anyTrackers()]);
    const shared = await sharedParts();
    watched = new WatchList(store, { folder: opened.folder, log: shared.log, now: Date.now, state: memento() });
    panels = new ReportPanels(store, watched, shared);
    openReport(APP);
  });
  afterEach(async () => {
    open.connection.dispose();
    watched.dispose();
    await home.close();
  });
  after(() => trackers.reset());

  function openReport(handle: string): void {
    open = openPage(panels.kind, { handle });
    open.connection.ready();
  }

  const id = (version: string): number => ids.get(version) ?? assert.fail(version);
  const pickSide = (side: "from" | "to", version: string, handle = APP) =>
    open.send({ type: "chooseSide", side, handle, report: id(version) });
  const pick = (version: string) => open.send({ type: "chooseVersion", report: id(version) });

  /** The versions that the panel compares, as selected in its two lists. */
  function compared(): readonly (string | undefined)[] {
    const page = open.last();
    return [page.chosen("From version"), page.chosen("To version")].map((label) => label?.split(" · ")[0]);
  }

  it("keeps the comparison when another version is selected, which replaces the shown side", async () => {
    await open.send({ type: "chooseTab", tab: "timeline" });
    assert.deepEqual(compared(), ["2.0", "3.0"]);
    await pickSide("from", "1.0");
    assert.deepEqual(compared(), ["1.0", "3.0"]);
    await pick("2.0");
    assert.deepEqual(compared(), ["1.0", "2.0"]);
    await pick("1.0");
    assert.deepEqual(compared(), ["1.0", "1.0"]);
    await pick("3.0");
    assert.deepEqual(compared(), ["2.0", "3.0"]);
    await pickSide("from", "2.0");
    await pickSide("to", "1.0");
    await pick("2.0");
    assert.deepEqual(compared(), ["2.0", "1.0"]);
  });

  it("keeps the comparison with another app when another version or source is selected", async () => {
    await open.send({ type: "chooseTab", tab: "timeline" });
    await pickSide("to", "o1", OTHER);
    await pickSide("from", "3.0");
    await pick("2.0");
    assert.deepEqual(compared(), ["2.0", "o1"]);
    await open.send({ type: "chooseSource", source: "fdroid" });
    assert.deepEqual(compared(), ["f2", "o1"]);
    assert.match(JSON.stringify(open.moved.at(-1)), /"source":"fdroid"/);
    await pick("f1");
    assert.deepEqual(compared(), ["f1", "o1"]);
  });

  it("compares within the selected source", async () => {
    await open.send({ type: "chooseTab", tab: "timeline" });
    await pickSide("from", "1.0");
    await open.send({ type: "chooseSource", source: "fdroid" });
    assert.deepEqual(compared(), ["f1", "f2"]);
  });

  it("expands and collapses long lists, and keeps them expanded while the panel is hidden", async () => {
    const permissions = Array.from({ length: 9 }, (_, at) => `org.example.permission.P${at}`);
    await trackers.act("addReport", { handle: APP, source: "google", version: "4.0", created: day(300), permissions });
    await store.loadApp(APP, { refresh: true });
    const listed = () => open.last().rows("Not defined by Android").length;
    assert.equal(listed(), 6);
    assert.deepEqual(open.last().under("Permissions").controls, ["Show 3 More"]);
    await open.send({ type: "togglePermissions", level: "unknown" });
    assert.equal(listed(), 9);
    open.connection.hidden?.();
    open.listen(true);
    assert.deepEqual(open.last().under("Permissions").controls, ["Show Less"]);
    await open.send({ type: "togglePermissions", level: "unknown" });
    assert.equal(listed(), 6);
  });

  it("shows unchanged items on request", async () => {
    await open.send({ type: "chooseTab", tab: "timeline" });
    await pickSide("from", "1.0");
    await pickSide("to", "2.0");
    const named = () =>
      open
        .last()
        .under("Changes")
        .changes.map(({ spoken }) => spoken);
    assert.deepEqual(named(), []);
    assert.ok(open.last().controls.includes("Show Unchanged"));
    await open.send({ type: "toggleUnchanged" });
    assert.deepEqual([...new Set(named())], ["Unchanged:"]);
    assert.ok(open.last().controls.includes("Hide Unchanged"));
  });

  it("marks news as seen once the page shows it", async () => {
    await watched.watch(APP);
    await trackers.act("addReport", {
      handle: APP,
      source: "google",
      version: "5.0",
      created: day(400),
      trackers: [27],
    });
    open.listen(false);
    open.connection.hidden?.();
    await watched.refresh();
    assert.equal(watched.news(APP).length, 1);
    open.listen(true);
    await until("it is seen", () => watched.news(APP).length === 0);
    assert.equal(open.last().banners[0]?.start, "New since your last visit.");
  });

  it("shows the icon of the app once it is loaded", async () => {
    const picture = (): string | undefined => open.last().page.head.picture;
    open.connection.dispose();
    openReport("org.example.tramway");
    await until("the icon is shown", () => picture() !== undefined);
    assert.match(picture() ?? "", /^data:image\/png;base64,/);
  });

  describe("has a certificate", () => {
    const value = (name: string): unknown => open.last().fact(name)?.value;
    const isShown = (name: string): boolean => open.last().fact(name) !== undefined;
    const button = (): string | undefined => open.last().section("Facts").link?.label;
    const requests = async (): Promise<number> =>
      (await trackers.journal()).filter(({ target }) => /^\/api\/report\/\d+\/$/.test(target)).length;
    const showCertificate = () => open.send({ type: "showCertificate" });

    afterEach(() => trackers.mend());

    it("that is requested only when the user shows it, with values that can be compared", async () => {
      const before = await requests();
      assert.equal(button(), "Show Certificate");
      assert.ok(!isShown("Certificate SHA-1"));
      await showCertificate();
      assert.equal(value("Certificate SHA-1"), "00".repeat(20));
      assert.deepEqual([value("Subject"), value("Issuer")], ["Common Name: ", "Common Name: "]);
      assert.deepEqual([value("Serial number"), value("Validity")], ["0", "not expired"]);
      assert.equal(open.last().fact("Certificate SHA-1")?.copy, "00".repeat(20));
      assert.equal(button(), undefined);
      assert.equal(await requests(), before + 1);
    });

    it("that belongs to the shown version", async () => {
      await pick("3.0");
      await showCertificate();
      await pick("2.0");
      assert.ok(!isShown("Certificate SHA-1"));
      assert.equal(button(), "Show Certificate");
      await pick("3.0");
      assert.ok(isShown("Certificate SHA-1"));
    });

    it("that some reports lack, which is not shown as a failure", async () => {
      const handle = "org.example.unsigned";
      await trackers.act("addReport", { handle, version: "1.0", apkHash: "7".repeat(64) });
      open.connection.dispose();
      openReport(handle);
      await until("the report is loaded", () => open.last().facts.length > 0);
      await showCertificate();
      assert.ok(isShown("Certificate"));
      assert.equal(value("Certificate"), undefined);
      assert.equal(button(), undefined);
    });

    it("that the next attempt loads if the first one failed, with the reason shown until then", async () => {
      for (const fault of [
        { kind: "status", status: 401, body: '{"detail":"Invalid token."}' },
        { kind: "status", status: 404, body: '{"detail":"Not found."}' },
        { kind: "wrongType" },
        { kind: "truncate" },
      ]) {
        await trackers.fault({ ...fault, path: "^/api/report/\\d+/$" });
        await showCertificate();
        assert.ok(String(value("Certificate")).length > 20, JSON.stringify(fault));
        assert.equal(button(), "Retry");
        await trackers.mend();
      }
      await showCertificate();
      assert.ok(isShown("Certificate SHA-1"));
    });

    it("that needs a key, and the report says so if there is none", async () => {
      await store.removeKey();
      await until("only the counts are shown", () => open.last().headings.includes("Latest report"));
      assert.equal(value("Certificate"), "needs an API key");
    });
  });
});

import assert from "node:assert/strict";
import type { FromPanel, Shown } from "../../../src/panels/report/messages.ts";
import { ReportPanels } from "../../../src/trackers/reports/report-panels.ts";
import type { ReportState } from "../../../src/trackers/reports/report-state.ts";
import type { Store } from "../../../src/trackers/store.ts";
import { WatchList } from "../../../src/trackers/watch/watch-list.ts";
import type { ReceivingConnection } from "../../../src/workbench/panels/receivers.ts";
import { machine, memento } from "../../unit/trackers/store-of.ts";
import { sharedParts } from "../extension.ts";
import { KEYS, trackersService } from "./service.ts";
import type { TrackersService } from "./service.ts";

const APP = "org.example.picked";
const OTHER = "org.example.beside";

describe("An open report", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let store: Store;
  let watched: WatchList;
  let open: ReceivingConnection<FromPanel>;
  let thing: ReportState;
  let last: Shown | undefined;
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
      const created = Date.parse("2025-01-01T00:00:00Z") + place * 86_400_000;
      const { id } = (await trackers.act("addReport", { handle, source, version, created })) as { id: number };
      ids.set(version, id);
    }
  });
  beforeEach(async () => {
    home = await machine();
    const opened = home.open(trackers.origin);
    ({ store } = opened);
    await store.keepKey(KEYS.good);
    await Promise.all([store.loadApp(APP), store.loadApp(OTHER), store.anyTrackers()]);
    const shared = await sharedParts();
    watched = new WatchList(store, { folder: opened.folder, log: shared.log, now: Date.now, state: memento() });
    const { kind } = new ReportPanels(store, watched, shared);
    thing = { handle: APP };
    open = kind.connect(thing, {
      post: (shown) => {
        last = shown;
      },
      retitle: () => undefined,
      move: (moved) => {
        thing = moved;
        return true;
      },
    });
    open.ready();
  });
  afterEach(async () => {
    open.dispose();
    watched.dispose();
    await home.close();
  });
  after(() => trackers.reset());

  async function send<Type extends FromPanel["type"]>(message: Extract<FromPanel, { readonly type: Type }>) {
    const { decode, handle } = open.receivers[message.type];
    await handle(decode(message));
  }
  const id = (version: string): number => ids.get(version) ?? assert.fail(version);
  const pickSide = (side: "from" | "to", version: string, handle = APP) =>
    send<"chooseSide">({ type: "chooseSide", side, handle, report: id(version) });
  const pick = (version: string) => send<"chooseVersion">({ type: "chooseVersion", report: id(version) });

  /** Which versions the panel compares, as its two lists say. */
  function compared(): readonly (string | undefined)[] {
    const { comparison } = last ?? assert.fail("nothing is shown");
    return [comparison?.from, comparison?.to].map(
      (side) =>
        side?.groups
          .flatMap(({ options }) => options)
          .find(({ chosen }) => chosen)
          ?.label.split(" · ")[0],
    );
  }

  it("goes on comparing when another version is picked: the side that was shown becomes what is picked", async () => {
    await send<"chooseTab">({ type: "chooseTab", tab: "timeline" });
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

  it("goes on comparing with another app when another version or another source is picked", async () => {
    await send<"chooseTab">({ type: "chooseTab", tab: "timeline" });
    await pickSide("to", "o1", OTHER);
    await pickSide("from", "3.0");
    await pick("2.0");
    assert.deepEqual(compared(), ["2.0", "o1"]);
    await send<"chooseSource">({ type: "chooseSource", source: "fdroid" });
    assert.deepEqual(compared(), ["f2", "o1"]);
    assert.equal(thing.source, "fdroid");
    await pick("f1");
    assert.deepEqual(compared(), ["f1", "o1"]);
  });

  it("compares within the source that is picked", async () => {
    await send<"chooseTab">({ type: "chooseTab", tab: "timeline" });
    await pickSide("from", "1.0");
    await send<"chooseSource">({ type: "chooseSource", source: "fdroid" });
    assert.deepEqual(compared(), ["f1", "f2"]);
  });
});

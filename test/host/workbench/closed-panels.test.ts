// Panels of all wings, opened and closed repeatedly: closed ones send no requests.
import assert from "node:assert/strict";
import { commands, TabInputWebview, Uri, window } from "vscode";
import { NetworkPanels } from "../../../src/blocks/network/panel.ts";
import { BlockPanels } from "../../../src/blocks/block/panel.ts";
import { RangePanels } from "../../../src/blocks/range/panel.ts";
import { Pins } from "../../../src/blocks/store/pins.ts";
import { toAddress } from "../../../src/blocks/model/saved-names.ts";
import { ThreadPanels } from "../../../src/issues/thread-panel/panels.ts";
import { silentActs, silentIssueActs, silentPasting, silentPullActs } from "../issues/panel-acts.ts";
import { TrackerPanels } from "../../../src/trackers/tracker/panel.ts";
import { ReportPanels } from "../../../src/trackers/report-panel/panel.ts";
import { WatchList } from "../../../src/trackers/watch/watch-list.ts";
import { Panels } from "../../../src/workbench/panels/panel-host.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine as blocksMachine } from "../../unit/blocks/store-of.ts";
import { machine as issuesMachine } from "../../unit/issues/machine.ts";
import { machine as trackersMachine, memento } from "../../unit/trackers/store-of.ts";
import { blocksService, type BlocksService } from "../blocks/service.ts";
import { sharedParts, triptych, until } from "../extension.ts";
import { underHeartbeat } from "../../bench/heartbeat.ts";
import { forgeService, type ForgeService } from "../issues/service.ts";
import { KEYS, trackersService, type TrackersService } from "../trackers/service.ts";
import { noLinks } from "../blocks/links.ts";

/** How many panels of each kind are opened. */
const OPENINGS = 30;
/** So short that a closed panel that keeps polling is noticed at once. */
const POLL_MS = 20;
/** Answers take so long that most panels are closed, or hidden by the next one, before theirs arrives. */
const DELAY_MS = 60;
const POLLS_OF_THE_OPEN = 20;

const openTabs = (): number =>
  window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof TabInputWebview).length;

describe("Closed panels", () => {
  let forge: ForgeService;
  let trackers: TrackersService;
  let node: BlocksService;
  let homes: { close: () => Promise<void> }[] = [];
  /** Timers of polls that are still to come. */
  let timers: Set<object>;

  beforeEach(async () => {
    [forge, trackers, node] = await Promise.all([forgeService(), trackersService(), blocksService()]);
    await Promise.all([forge.reset(), trackers.reset(), node.reset()]);
    timers = new Set();
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.closeAllEditors");
    await Promise.all([forge.reset(), trackers.reset(), node.reset()]);
    for (const home of homes.splice(0)) await home.close();
  });

  const soon = (_milliseconds: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, POLL_MS);
    timers.add(timer);
    return { dispose: () => (clearTimeout(timer), void timers.delete(timer)) };
  };
  const often = (_milliseconds: number, run: () => void) => {
    const timer = setInterval(run, POLL_MS);
    timers.add(timer);
    return { dispose: () => (clearInterval(timer), void timers.delete(timer)) };
  };

  const askedOfForge = async () => (await forge.asked()).length;
  const askedOfTrackers = async () => (await trackers.journal()).length;
  const askedOfBlocks = (part: string) => async () =>
    (await node.targets()).filter((target) => target.includes(part)).length;

  /** All kinds of panels in the real window, each with another thing in each round. */
  async function panelsOfAllWings() {
    const given = await sharedParts();
    const { extensionUri } = triptych();
    const folders = {
      scripts: Uri.joinPath(extensionUri, "dist", "panels"),
      media: Uri.joinPath(extensionUri, "media"),
    };
    const panels = new Panels(folders, given.log, often);
    const shared = { ...given, dialogs: new ScriptedDialogs(), panels };
    const wait = (): Promise<void> => Promise.resolve();
    const [issuesHome, trackersHome, blocksHome] = [
      await issuesMachine(),
      await trackersMachine(),
      await blocksMachine(),
    ];
    homes = [issuesHome, trackersHome, blocksHome, { close: () => Promise.resolve(panels.dispose()) }];
    const { services: issues } = issuesHome.open(forge.base);
    const { store: exodus, folder, changes } = trackersHome.open(trackers.origin, Date.now, wait);
    await exodus.saveKey(KEYS.good);
    const { store: blocks } = blocksHome.open({ testnet: node.origin }, { wait });
    const watched = new WatchList(exodus, { folder, log: shared.log, now: Date.now, state: memento() });
    const acts = silentActs(() => issues);
    const attention = { isHere: () => true, onDidChange: () => ({ dispose: () => undefined }) };
    const threads = new ThreadPanels({
      shared,
      services: issues,
      draftCommands: acts,
      issues: silentIssueActs,
      pulls: silentPullActs,
      pasting: silentPasting,
      time: { attention, after: soon, random: () => 0.5 },
    });
    const reports = new ReportPanels(exodus, watched, shared);
    const trackerPanels = new TrackerPanels(exodus, watched, { ...shared, showReport: (app) => reports.show(app) });
    const block = new BlockPanels(blocks, { ...shared, ...noLinks, pins: new Pins(memento()) });
    const range = new RangePanels(blocks, { ...shared, blocks: block });
    const network = new NetworkPanels(blocks, { ...shared, ...noLinks, after: soon });
    return {
      threads,
      kinds: [
        {
          show: (at: number) =>
            threads.show({ base: forge.base, owner: "alice", name: "demo", number: BigInt(at + 1) }),
          asked: askedOfForge,
        },
        { show: (at: number) => reports.show({ handle: `org.example.closed${at}` }), asked: askedOfTrackers },
        { show: (at: number) => trackerPanels.show({ tracker: at + 1 }), asked: askedOfTrackers },
        {
          show: (at: number) => block.show(toAddress("testnet", { number: BigInt(at + 100) })),
          asked: askedOfBlocks("/blocks"),
        },
        {
          show: (at: number) => range.show({ network: "testnet", from: String(at * 10), to: String(at * 10 + 9) }),
          asked: askedOfBlocks("/blocks"),
        },
        { show: () => network.show({ network: "testnet" }), asked: askedOfBlocks("/network/") },
      ],
      isReading: () => {
        const apps = new Set(changes.flatMap((change) => (change.about === "app" ? [change.handle] : [])));
        return [...apps].some((handle) => exodus.app(handle).reading);
      },
    };
  }

  it("send no more requests", async function () {
    this.timeout(600_000);
    const { threads, kinds, isReading } = await panelsOfAllWings();
    for (const service of [forge, trackers, node]) await service.fault({ kind: "delay", ms: DELAY_MS });
    await underHeartbeat(`Opening and closing ${OPENINGS * kinds.length} panels`, async () => {
      for (let round = 0; round < OPENINGS; round += 1) {
        // The panel that is opened last is in front, and hides the others while they load.
        const order = [...kinds.slice(round % kinds.length), ...kinds.slice(0, round % kinds.length)];
        const front = order.at(-1) ?? assert.fail("there is no panel");
        const before = await front.asked();
        for (const { show } of order) show(round);
        await until("all have tabs", () => openTabs() === kinds.length);
        // Some panels are closed before their pages have loaded, the others while the one in front loads its content.
        if (round % 5 !== 0) await until("the one in front asks", async () => (await front.asked()) > before);
        await commands.executeCommand("workbench.action.closeAllEditors");
        await until("all are closed", () => openTabs() === 0);
      }
    });
    await until("what was asked for already is answered", () => !isReading());
    await until("nothing waits to be asked for again", () => timers.size === 0);

    for (const service of [forge, trackers, node]) await service.mend();
    // An open panel shows how often the closed ones would have polled by now.
    const before = {
      forge: await askedOfForge(),
      trackers: await askedOfTrackers(),
      blocks: await askedOfBlocks("")(),
    };
    const open = threads.kind.connect(
      { base: forge.base, owner: "alice", name: "other", number: "1" },
      { post: () => undefined, setTitle: () => undefined, move: () => false },
    );
    open.ready();
    try {
      const news = async () => (await forge.asked()).slice(before.forge);
      await until("the open one has asked often", async () => (await news()).length >= POLLS_OF_THE_OPEN);
      assert.deepEqual(
        (await news()).filter((each) => each.includes("/alice/demo/")),
        [],
      );
      assert.deepEqual([await askedOfTrackers(), await askedOfBlocks("")()], [before.trackers, before.blocks]);
    } finally {
      open.dispose();
    }
  });
});

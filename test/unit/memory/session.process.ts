// One window's stores, used for a simulated hour by someone who opens and closes one thing after the other. It runs in a
// process of its own, with --expose-gc, so that nothing but the stores is measured; the sandbox is in the parent.
import { getEventListeners, once } from "node:events";
import { Tail } from "../../../src/blocks/store/live-tail.ts";
import { ThreadPoller } from "../../../src/issues/thread/thread-poller.ts";
import { WatchList } from "../../../src/trackers/watch/watch-list.ts";
import { Poller } from "../../../src/workbench/poller.ts";
import { machine as blocksMachine } from "../blocks/store-of.ts";
import { machine as issuesMachine } from "../issues/machine.ts";
import { KEYS } from "../../services/trackers/access.js";
import { machine as trackersMachine, memento } from "../trackers/store-of.ts";
import type { Given, Sample, SessionReport } from "./session.ts";
import { SimulatedTime } from "./simulated-time.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** The last minutes of the hour; the median of their samples is what is compared. */
const LATE_SAMPLES = 9;

/**
 * Things of each kind that are opened before the first sample: more than any cache keeps of what no one shows (30 apps
 * are the most). The promise is that caches have a ceiling, so the first minute is one in which they reach it: a cache
 * without a ceiling goes on growing through the other 440 and the 59 minutes, which open nothing that was open before.
 */
const FIRST_OPENED = 60;

/** Blocks are the exception: 1,000 are remembered by number and 400 in the list, and one request brings 100 of them. */
const FIRST_BLOCKS = 1_100;
const FIRST_CLOSED = 450;

const given = JSON.parse(process.argv[2] ?? "") as Given;
const time = new SimulatedTime(Date.now());
const { now } = time;
const immediately = (): Promise<void> => Promise.resolve();

const issues = await issuesMachine();
const trackers = await trackersMachine();
const blocks = await blocksMachine();
const issuesWindow = issues.open(given.forge, { now });
await issuesWindow.signIn("alice");
const trackersWindow = trackers.open(given.trackers, now, immediately);
await trackersWindow.store.saveKey(KEYS.good);
const blocksWindow = blocks.open({ testnet: given.blocks }, { now, wait: immediately });
const [forge, exodus, node] = [issuesWindow.services, trackersWindow.store, blocksWindow.store];
const { network } = node;
const watched = new WatchList(exodus, { folder: trackersWindow.folder, log: issuesWindow.log, now, state: memento() });

/** State that the window keeps while it is open; a listener that stays on it is a leak. */
const session = new AbortController();
const { signal } = session;
const demo = { base: given.forge, owner: "alice", name: "demo" };
const attention = { isHere: () => true, onDidChange: () => ({ dispose: () => undefined }) };

/** A thread, held and followed as its panel does. */
function followThread(number: number) {
  const address = { ...demo, number: BigInt(number) };
  const owned = [
    new ThreadPoller({
      attention,
      front: { isInFront: () => false, onDidChange: attention.onDidChange },
      now,
      after: time.after,
      random: () => 0.5,
      look: (how) => time.during(forge.threads.refresh(address, { ...how, signal })),
    }),
    forge.threads.retain(address),
  ] as const;
  const [poller] = owned;
  return {
    read: async () => {
      poller.show();
      await forge.threads.read(address, signal);
      const comments = forge.threads.at(address).thread?.comments ?? [];
      if (comments.length === 0) throw new Error(`thread ${number} was not read`);
      forge.reactions.look(address, [comments[0]?.id]);
      poller.begin();
    },
    dispose: () => {
      for (const each of owned) each.dispose();
    },
  };
}

async function openThread(number: number): Promise<void> {
  const thread = followThread(number);
  await thread.read();
  thread.dispose();
}

async function openReport(handle: string): Promise<void> {
  const hold = exodus.retainApps(() => [handle]);
  const changed = exodus.onDidChange(() => undefined);
  await exodus.loadApp(handle);
  if (exodus.app(handle).knowledge?.kind !== "app") throw new Error(`${handle} was not read`);
  changed.dispose();
  hold.dispose();
}

async function openTracker(tracker: number): Promise<void> {
  const hold = exodus.retainAppsWith(tracker);
  await exodus.appsWith(tracker, signal);
  hold.dispose();
}

async function openBlock(number: bigint): Promise<void> {
  const found = await node.find(network, { number }, { signal });
  if (!("block" in found)) throw new Error(`there is no block ${number}`);
  await node.loadPrevious(network, found.block, { signal });
  await node.contents.transactions(network, found.block)?.until(100, signal);
  await node.contents.results(network, found.block).until(100, signal);
}

async function openRange(from: bigint): Promise<void> {
  const range = { from, to: from + 24n };
  await node.rangePage(network, range, { signal });
  for await (const page of node.walk(network, range, { signal })) if (page.values.length === 0) return;
}

/** One more of each kind, none of which was open before. */
let opened = 0;
async function openNext(): Promise<void> {
  const at = opened;
  opened += 1;
  await openThread(given.firstIssue + at);
  await openReport(`${given.app}${at}`);
  await openTracker(given.trackerIds[at % given.trackerIds.length] ?? 1);
  await openBlock(BigInt(at) * 2n + 1n);
  await openRange(BigInt(at) * 3n);
  for (const lines of [issuesWindow.lines, trackersWindow.lines, blocksWindow.lines]) lines.length = 0;
  trackersWindow.changes.length = 0;
}

/** New blocks come while the list of blocks is shown. */
async function closeBlocks(count: number): Promise<void> {
  process.send?.({ closeBlocks: count });
  await once(process, "message");
}

async function sample(): Promise<Sample> {
  // What a finalizer lets go of is collected by the next pass.
  for (let pass = 0; pass < 4; pass += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const { heapUsed, external } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  return {
    bytes: heapUsed + external,
    timers: resources.filter((each) => each === "Timeout" || each === "Immediate").length,
    sockets: resources.filter((each) => each === "TCPSocketWrap").length,
    listeners:
      getEventListeners(signal, "abort").length +
      process.eventNames().reduce((all, name) => all + process.listenerCount(name), 0),
    simulatedTimers: time.timers,
  };
}

// What stays in sight for the whole hour: a thread, the latest blocks, the lists of issues, and a few watched apps.
const shown = followThread(given.firstIssue);
await shown.read();
const tail = new Tail({
  ask: (asked) => time.during(node.catchUp(network, { signal: asked })),
  after: time.after,
  now,
  random: () => 0.5,
});
const polling = new Poller({
  ask: (asked) => time.during(forge.lists.check(demo, asked).then((changes) => ({ fresh: changes.length > 0 }))),
  getIntervals: () => ({ shortest: MINUTE_MS, longest: 5 * MINUTE_MS }),
  now,
  after: time.after,
  random: () => 0.5,
});
for (let app = 0; app < 5; app += 1) await watched.watch(`${given.app}${app}`);
await exodus.trackers();
await forge.lists.read(demo, { state: "open" });
await node.newest(network);
tail.watch(true);
polling.watch(true);
await watched.refresh(signal);

async function minute(until: number): Promise<void> {
  while (opened < until) await openNext();
  for (let second = 0; second < 60; second += 10) {
    await closeBlocks(5);
    await time.pass(10_000);
  }
}

for await (const page of node.walk(network, { from: 0n, to: BigInt(FIRST_BLOCKS) }, { signal })) {
  if (page.values.length === 0) break;
}
await closeBlocks(FIRST_CLOSED);
const startedAt = now();
await minute(FIRST_OPENED);
const first = await sample();
const late: Sample[] = [];
const rest = (given.openings - FIRST_OPENED) / (HOUR_MINUTES - 1);
for (let past = 1; past < HOUR_MINUTES; past += 1) {
  await minute(FIRST_OPENED + Math.round(rest * past));
  if (past % 10 === 0) await watched.refresh(signal);
  if (past >= HOUR_MINUTES - LATE_SAMPLES) late.push(await sample());
}

tail.dispose();
polling.dispose();
shown.dispose();
const left = await sample();
const report: SessionReport = { opened, minutes: (now() - startedAt) / MINUTE_MS, first, late, left };
for (const each of [watched, node]) each.dispose();
await Promise.all([issues.close(), trackers.close(), blocks.close()]);
process.send?.({ report });
process.disconnect();

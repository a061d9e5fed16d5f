// Measures how fast the list of all apps loads and answers searches, how long it blocks the extension host, and how much
// memory it takes.
import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { AppSearch } from "../../../src/trackers/app-list/search.ts";
import type { ListedApp } from "../../../src/trackers/model/report.ts";
import { machine } from "../../unit/trackers/store-of.ts";
import { parseList } from "../../unit/trackers/service.ts";
import { measureHeld } from "../memory.ts";

/** With this scale, the sandbox lists a quarter of a million rows: about 77 MB. */
const SCALE = 750;
const ROUNDS = 3;
const MEGABYTE = 1_000_000;
const MAX_HOLD_MS = 50;
const MAX_KEY_MS = 16;

describe("a list of a quarter of a million apps", function () {
  this.timeout(600_000);
  let server: ChildProcess;
  let origin = "";
  let body = Buffer.alloc(0);
  let parseMs = 0;
  let home: Awaited<ReturnType<typeof machine>>;

  before(async () => {
    home = await machine({ program: resolve("dist/trackers-app-list.cjs") });
    server = fork(fileURLToPath(new URL("app-list.process.js", import.meta.url)), [String(SCALE)]);
    const [address] = (await once(server, "message")) as [{ port: number }];
    origin = `http://127.0.0.1:${address.port}`;
    body = Buffer.from(await (await fetch(`${origin}/api/applications`)).arrayBuffer());
    const text = body.toString("utf8");
    const parses: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) parses.push(await timed(() => Promise.resolve(JSON.parse(text))));
    parseMs = Math.min(...parses);
    say("the body", `${(body.length / MEGABYTE).toFixed(1)} MB, JSON.parse in ${ms(parseMs)}`);
  });
  after(async () => {
    server.kill();
    await home.close();
  });

  it("never blocks the extension host for more than 50 ms while it loads, is saved, opens and is searched", async () => {
    const holds: Record<string, number[]> = { download: [], open: [], search: [] };
    const downloads: number[] = [];
    const opens: number[] = [];
    let memory = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { store } = home.open(origin);
      await store.saveKey("key");
      const before = await measureHeld();
      downloads.push(
        await wall(async () => holds["download"]?.push(await longestHold(() => store.apps.download("full")))),
      );
      memory = (await measureHeld()) - before;
      store.dispose();
      const { store: next } = home.open(origin);
      opens.push(await wall(async () => holds["open"]?.push(await longestHold(() => next.apps.open()))));
      holds["search"]?.push(await longestHold(() => next.apps.search("example")));
      next.dispose();
    }
    for (const [what, each] of Object.entries(holds))
      say(`longest hold of the host: ${what}`, `${ms(Math.min(...each))} (at most ${MAX_HOLD_MS} ms)`);
    say("download / JSON.parse", `${ms(Math.min(...downloads))}, ${(Math.min(...downloads) / parseMs).toFixed(1)}`);
    say(
      "open in the next window / JSON.parse",
      `${ms(Math.min(...opens))}, ${(Math.min(...opens) / parseMs).toFixed(1)}`,
    );
    say("memory that the host keeps", `${(memory / MEGABYTE).toFixed(1)} MB (at most 5)`);
    for (const each of Object.values(holds)) assert.ok(Math.min(...each) <= MAX_HOLD_MS);
    assert.ok(memory <= 5 * MEGABYTE);
  });

  it("answers a keystroke within 16 ms at the 95th percentile, and takes at most 200 MB of the thread", async () => {
    const before = await measureHeld();
    const { values: apps } = await parseList(chunks());
    const search = new AppSearch(apps);
    say("memory of the thread", `${(((await measureHeld()) - before) / MEGABYTE).toFixed(0)} MB (at most 200)`);
    assert.ok((await measureHeld()) - before <= 200 * MEGABYTE);
    const typed = [...keystrokes(apps)];
    for (const text of typed.slice(0, 200)) search.find(text);
    const times: number[] = [];
    for (const text of typed) times.push(await timed(() => Promise.resolve(search.find(text))));
    times.sort((one, other) => one - other);
    const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
    say(
      `${typed.length} keys`,
      `median ${ms(at(0.5))}, 95th percentile ${ms(at(0.95))} (at most ${MAX_KEY_MS} ms), worst ${ms(at(1))}`,
    );
    assert.ok(at(0.95) <= MAX_KEY_MS);
  });

  it("answers a keystroke through the thread", async () => {
    const { store } = home.open(origin);
    await store.apps.open();
    const typed = [...keystrokes(await store.apps.page(0, 250_000))];
    const times: number[] = [];
    for (const text of typed) times.push(await wall(() => store.apps.search(text)));
    times.sort((one, other) => one - other);
    const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? 0;
    say(
      "through the thread, with the time of other programs",
      `median ${ms(at(0.5))}, 95th percentile ${ms(at(0.95))}, worst ${ms(at(1))}`,
    );
    assert.ok(at(0.5) <= MAX_KEY_MS);
  });

  function* chunks() {
    for (let at = 0; at < body.length; at += 1 << 16) yield body.subarray(at, at + (1 << 16));
  }
});

/** What users type, key by key: names and package names from all over the list, some with a typo. */
function* keystrokes(apps: readonly ListedApp[]): Generator<string> {
  for (let place = 0; place < 60; place += 1) {
    const { name, handle } = apps[Math.floor((place * apps.length) / 60)] ?? assert.fail("no app");
    const text = place % 3 === 0 || name === undefined ? handle : name;
    const slip = place % 5 === 4 ? `${text.slice(0, 3)}${text[4] ?? ""}${text[3] ?? ""}${text.slice(5)}` : text;
    const signs = Array.from(slip).slice(0, 24);
    for (let end = 1; end <= signs.length; end += 1) yield signs.slice(0, end).join("");
  }
}

/** Counts only the time of this process, because other programs share the machine. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const own = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const wall = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(own);
  return Math.min(wall, (user + system) / 1000);
}

/** The longest time that the event loop was blocked, counting only the time of this process. */
async function longestHold(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let wall = performance.now();
  let own = process.cpuUsage();
  const watching = setInterval(() => {
    const { user, system } = process.cpuUsage(own);
    longest = Math.max(longest, Math.min(performance.now() - wall, (user + system) / 1000));
    wall = performance.now();
    own = process.cpuUsage();
  }, 1);
  await work();
  clearInterval(watching);
  return longest;
}

async function wall(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function ms(time: number): string {
  return `${time.toFixed(time < 100 ? 1 : 0)} ms`;
}

function say(what: string, result: string): void {
  console.log(`      ${what}: ${result}`);
}

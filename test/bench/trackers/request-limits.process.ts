// One of four windows whose user never pauses. Time runs faster for the window and the service.
import { Random } from "../../services/core/random.js";
import { machine } from "../../unit/trackers/store-of.ts";
import { KEYS } from "../../unit/trackers/service.ts";
import { fasterClock, fasterWait } from "./fast-clock.ts";

const [folder = "", base = "", startedAt = "", minutes = "", seed = ""] = process.argv.slice(2);
const now = fasterClock(Number(startedAt));
// The windows' shared request budget uses this clock because users can't change it.
process.hrtime.bigint = () => BigInt(Math.round(now())) * 1_000_000n;
const end = Number(startedAt) + Number(minutes) * 60_000;
const random = new Random(seed);
const home = await machine({ at: folder });
const { store } = home.open(base, now, fasterWait);
await store.saveKey(KEYS.good);

const HANDLES = ["org.example.tramway", "org.example.kettle", "org.example.larder", "org.example.nothing"];
const READS: readonly (() => Promise<unknown>)[] = [
  () => store.loadApp(random.pick(HANDLES), { refresh: true }),
  () => store.loadApp(`org.example.unknown${random.between(1, 1000)}`),
  () => store.appsWith(random.between(1, 448)),
  () => store.findSimilar(random.pick(["tram", "kettle", "note"])),
];

/** A user without pauses: sends a request and, once it is answered, the next. */
async function use(acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  while (now() < end)
    await random
      .pick(acts)()
      .catch(() => undefined);
}

async function refresh(): Promise<void> {
  store.refresh();
  await Promise.all([store.trackers(), store.counts()]);
}

await Promise.all([use(READS), use(READS), use([refresh])]);
process.send?.("done");
process.disconnect();

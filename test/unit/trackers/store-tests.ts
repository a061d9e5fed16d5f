// Gives each test of the tracker store its own sandbox and machine.
import type { Wait } from "../../../src/base/tasks/wait.ts";
import type { Knowledge } from "../../../src/trackers/store/read-app.ts";
import { KEYS, startTrackers, type TrackersService } from "./service.ts";
import { machine } from "./store-of.ts";

export function storeTests() {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  beforeEach(async () => {
    trackers = await startTrackers();
    home = await machine();
  });
  afterEach(async () => {
    await home.close();
    await trackers.close();
  });
  const withKey = async (now?: () => number, wait?: Wait) => {
    const made = home.open(trackers.service.origin, now, wait);
    await made.store.saveKey(KEYS.good);
    return made;
  };
  return {
    get trackers() {
      return trackers;
    },
    get home() {
      return home;
    },
    /** How often a path was requested. */
    countRequests: (path: string): number => trackers.service.journal.filter(({ target }) => target === path).length,
    withKey,
    /** Loads an app in a new window, and returns what the window knows about it. */
    loadKnowledge: async (handle: string, key: boolean): Promise<Knowledge> => {
      const { store } = key ? await withKey() : home.open(trackers.service.origin);
      await store.loadApp(handle);
      const { knowledge, problem } = store.app(handle);
      if (knowledge === undefined) throw problem ?? new Error("nothing is known");
      return knowledge;
    },
  };
}

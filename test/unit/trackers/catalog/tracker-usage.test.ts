// How many apps contain a tracker in their latest version, as the server counts them.
import assert from "node:assert/strict";
import { problemOf } from "../../base/service.ts";
import { KEYS, startTrackers, type TrackersService } from "../service.ts";
import { machine } from "../store-of.ts";

const CRASHLYTICS = 27;
const DETAILS = /^\/api\/report\/\d+\/details$/;

describe("The share of latest versions with a tracker", () => {
  let trackers: TrackersService;
  let home: Awaited<ReturnType<typeof machine>>;
  let now: number;

  beforeEach(async () => {
    now = Date.now();
    trackers = await startTrackers();
    home = await machine();
  });
  afterEach(async () => {
    await home.close();
    await trackers.close();
  });

  const open = async () => {
    const { store } = home.open(trackers.service.origin, () => now);
    await store.saveKey(KEYS.good);
    return store;
  };
  const requests = (path: RegExp): number => trackers.service.journal.filter(({ target }) => path.test(target)).length;

  it("is the server's count of apps on Google Play that contain it in any version", async () => {
    const store = await open();
    const usage = await store.usage(CRASHLYTICS);
    const { onGoogle = 0, handles = 0 } = store.knownAppsWith(CRASHLYTICS) ?? {};
    assert.ok(usage !== undefined && usage.apps > 0 && usage.apps <= onGoogle && onGoogle < handles);
    assert.ok((usage.percent ?? 0) > 0);
  });

  it("takes two requests beside the list, once a day or after a refresh", async () => {
    const store = await open();
    await Promise.all([store.usage(CRASHLYTICS), store.usage(CRASHLYTICS)]);
    await store.usage(CRASHLYTICS);
    assert.deepEqual(
      trackers.service.journal.map(({ target }) =>
        target.replace(/\d+\/details/, "N/details").replace(/search\/.*/, "search/X"),
      ),
      ["/api/applications?option=short&tracker=27", "/api/search/X", "/api/report/N/details"],
    );
    now += 86_400_001;
    await store.usage(CRASHLYTICS);
    assert.equal(requests(DETAILS), 2);
    store.refresh();
    await store.usage(CRASHLYTICS);
    assert.equal(requests(DETAILS), 3);
  });

  it("is unknown for a tracker that no app contains, or that the reports don't name", async () => {
    const store = await open();
    assert.equal(await store.usage(448_000), undefined);
    assert.equal(requests(DETAILS), 0);
    trackers.answer(DETAILS.source, { found_trackers: [{ id: 1, apps_number: 5 }, { id: CRASHLYTICS }] });
    assert.equal(await store.usage(CRASHLYTICS), undefined);
    assert.equal(requests(DETAILS), 2);
  });

  for (const fault of [
    { kind: "status", status: 404, body: '{"detail":"Not found."}' },
    { kind: "status", status: 401, body: '{"detail":"Invalid token."}' },
    { kind: "html", status: 500 },
    { kind: "truncate" },
    { kind: "wrongType" },
  ] as const) {
    it(`fails alone, and is loaded again, after ${fault.kind} ${"status" in fault ? fault.status : ""}`, async () => {
      const store = await open();
      trackers.service.faults.add({ ...fault, path: DETAILS.source });
      await problemOf(store.usage(CRASHLYTICS));
      assert.ok((store.knownAppsWith(CRASHLYTICS)?.handles ?? 0) > 0);
      trackers.service.faults.clear();
      assert.ok(((await store.usage(CRASHLYTICS))?.apps ?? 0) > 0);
    });
  }
});

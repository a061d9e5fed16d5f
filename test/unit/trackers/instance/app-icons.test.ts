// Icons of apps: what is requested, what is cached, and what a server may send instead.
import assert from "node:assert/strict";
import { startTrackers, type TrackersService } from "../service.ts";
import { machine } from "../store-of.ts";

const TRAMWAY = "org.example.tramway";
const DAY_MS = 86_400_000;
const ICON = /\/latest\/icon\/$/;

describe("Icons of apps", () => {
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

  const open = () => home.open(trackers.service.origin, () => now);
  const requests = (): number => trackers.service.journal.filter(({ target }) => ICON.test(target)).length;

  it("are loaded once, reported once, and read from disk by the next window", async () => {
    const { store, changes } = open();
    await Promise.all([store.icons.load(TRAMWAY), store.icons.load(TRAMWAY)]);
    await store.icons.load(TRAMWAY);
    assert.match(store.icons.getLoaded(TRAMWAY) ?? "", /^data:image\/png;base64,/);
    assert.deepEqual(changes, [{ about: "icon", handle: TRAMWAY }]);
    const next = open().store;
    assert.equal(next.icons.getLoaded(TRAMWAY), undefined);
    await next.icons.load(TRAMWAY);
    assert.equal(next.icons.getLoaded(TRAMWAY), store.icons.getLoaded(TRAMWAY));
    assert.equal(requests(), 1);
    assert.equal(trackers.service.journal[0]?.target, `/en/reports/${TRAMWAY}/latest/icon/`);
  });

  it("are requested again after a month, and missing ones after a day", async () => {
    await trackers.addReport({ handle: "org.example.plain" });
    const load = async (): Promise<void> => {
      const { icons } = open().store;
      await Promise.all([TRAMWAY, "org.example.plain", "org.example.unknown"].map((handle) => icons.load(handle)));
    };
    await load();
    assert.equal(requests(), 3);
    await load();
    assert.equal(requests(), 3);
    now += DAY_MS + 1;
    await load();
    assert.equal(requests(), 5);
    now += 30 * DAY_MS;
    await load();
    assert.equal(requests(), 8);
  });

  it("are requested again if they were saved while the clock was ahead", async () => {
    const today = now;
    now += 60 * DAY_MS;
    await open().store.icons.load(TRAMWAY);
    now = today;
    await open().store.icons.load(TRAMWAY);
    assert.equal(requests(), 2);
    await open().store.icons.load(TRAMWAY);
    assert.equal(requests(), 2);
  });

  it("come from the instance in the settings, and are not mixed with those of another instance", async () => {
    const other = await startTrackers();
    try {
      const { store, move } = open();
      await store.icons.load(TRAMWAY);
      move(other.service.origin);
      assert.equal(store.icons.getLoaded(TRAMWAY), undefined);
      await store.icons.load(TRAMWAY);
      assert.equal(other.service.journal.filter(({ target }) => ICON.test(target)).length, 1);
    } finally {
      await other.close();
    }
  });

  const faults: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    "an app that is not found": { kind: "html", status: 404 },
    "a key that is rejected": { kind: "status", status: 401 },
    "a rate limit": { kind: "status", status: 429, retryAfter: "3600" },
    "a server that fails": { kind: "html", status: 503 },
    "an empty body": { kind: "status", status: 200, headers: { "content-type": "image/png" }, body: "" },
    "half an image": { kind: "truncate" },
    "a connection that is cut": { kind: "reset" },
    "a page in place of an image": { kind: "html", status: 200 },
    "another type": { kind: "wrongType" },
    "a script in an image": {
      kind: "status",
      status: 200,
      headers: { "content-type": "image/svg+xml" },
      body: "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    },
    "ten megabytes": { kind: "packed", units: 10_000_000, headers: { "content-type": "image/png" } },
    "a redirect to another host": { kind: "redirect", location: "https://images.example/icon.png" },
  };
  for (const [name, fault] of Object.entries(faults)) {
    it(`are left out after ${name}`, async () => {
      trackers.service.faults.add({ ...fault, path: ICON.source } as Parameters<typeof trackers.service.faults.add>[0]);
      const { store, changes } = open();
      await store.icons.load(TRAMWAY);
      const asked = requests();
      await store.icons.load(TRAMWAY);
      assert.equal(store.icons.getLoaded(TRAMWAY), undefined);
      assert.deepEqual(changes, []);
      assert.deepEqual([asked, requests()], [1, 1]);
    });
  }

  it("that arrive late or twice appear as soon as they are loaded", async () => {
    for (const kind of ["late", "twice"] as const) {
      trackers.service.faults.clear();
      trackers.service.faults.add({ kind, ms: 30, path: ICON.source });
      const { store } = home.open(trackers.service.origin, () => now + 31 * DAY_MS);
      await store.icons.load(TRAMWAY);
      assert.notEqual(store.icons.getLoaded(TRAMWAY), undefined, kind);
    }
  });

  it("stop loading when the window closes or the instance changes", async () => {
    trackers.service.faults.add({ kind: "delay", ms: 600_000, path: ICON.source });
    const { store, changes } = open();
    const loading = store.icons.load(TRAMWAY);
    store.dispose();
    await loading;
    assert.deepEqual(changes, []);
  });

  it("stop loading when nothing waits for them anymore", async () => {
    trackers.service.faults.add({ kind: "delay", ms: 600_000, path: ICON.source });
    const { store, lines } = open();
    const closing = new AbortController();
    const loading = store.icons.load(TRAMWAY, closing.signal);
    closing.abort();
    await loading;
    trackers.service.faults.clear();
    await store.icons.load(TRAMWAY);
    assert.notEqual(store.icons.getLoaded(TRAMWAY), undefined);
    assert.ok(!lines.join("\n").includes("Could not load an icon"));
  });
});

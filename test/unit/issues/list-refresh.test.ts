// Polling of several servers for the view, without VS Code.
import assert from "node:assert/strict";
import { Emitter } from "../../../src/workbench/events.ts";
import { Settings } from "../../../src/workbench/settings.ts";
import type * as ListRefreshes from "../../../src/issues/lists/list-refresh.ts";
import type * as ListRowBuilders from "../../../src/issues/lists/list-rows.ts";
import { importTexts } from "../import-texts.ts";
import { machine, type Machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";

const MINUTE_MS = 60_000;

describe("The view with accounts on two servers", () => {
  let forges: readonly Forge[];
  let here: Machine;
  let modules: typeof ListRefreshes & typeof ListRowBuilders;
  before(async () => {
    forges = await Promise.all([startForge("forgejo"), startForge("gitea-1.27")]);
    const entries = ["src/issues/lists/list-refresh.ts", "src/issues/lists/list-rows.ts"];
    const [refreshes, rows] = await Promise.all(entries.map((each) => importTexts(each, "en")));
    modules = { ...(refreshes as typeof ListRefreshes), ...(rows as typeof ListRowBuilders) };
  });
  beforeEach(async () => {
    for (const forge of forges) forge.reset();
    here = await machine();
  });
  afterEach(() => here.close());
  after(() => Promise.all(forges.map((forge) => forge.close())));

  it("keeps polling one server while the other limits its requests, and waits only if both do", async () => {
    const [busy, idle] = forges;
    assert.ok(busy !== undefined && idle !== undefined);
    const { services, log, signIn } = here.open(busy.base);
    for (const { base } of forges) {
      await signIn("nadia", { at: base });
      await services.lists.read({ base, owner: "lantern", name: "almanac" }, { state: "open" });
    }
    const settings = new Settings(
      {
        inspect: () => ({ defaultValue: 60 }),
        onDidChange: () => ({ dispose: () => undefined }),
        write: () => Promise.resolve(),
      },
      () => undefined,
    );
    const shared = { log, settings, now: Date.now };
    const view = {
      ...{ badge: () => undefined, describe: () => undefined, isWatched: false },
      ...{ onDidChangeWatched: new Emitter<boolean>().event, recover: () => undefined },
      ...{ redraw: () => undefined, refresh: () => undefined },
    };
    const rows = new modules.ListRows(services, shared, () => Promise.resolve({ nodes: [] }));
    const after = () => ({ dispose: () => undefined });
    const refresh = new modules.ListRefresh({ services, rows, view, shared, after });
    const poll = async () => (await refresh.refreshAll(new AbortController().signal)).notBefore;
    const limit = (forge: Forge, seconds: number) =>
      forge.answer("/api/", 429, {}, { headers: { "retry-after": String(seconds) } });
    try {
      limit(busy, 600);
      assert.equal(await poll(), undefined);
      limit(idle, 300);
      const waits = ((await poll()) ?? 0) - Date.now();
      assert.ok(waits > 4 * MINUTE_MS && waits < 6 * MINUTE_MS, "until the first server answers again");
    } finally {
      refresh.dispose();
    }
  });
});

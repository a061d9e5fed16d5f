// Polling of several servers for the view, without VS Code.
import assert from "node:assert/strict";
import { Emitter } from "../../../src/workbench/events.ts";
import { Settings } from "../../../src/workbench/settings.ts";
import type * as ListRefreshes from "../../../src/issues/lists/list-refresh.ts";
import type * as ListRowBuilders from "../../../src/issues/lists/list-rows.ts";
import { importTexts } from "../import-texts.ts";
import { until } from "../workbench/until.ts";
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

  /** Opens the view of a window. `watch` shows or hides it; `described` are the texts beside its title, `refreshed` the reloaded rows. */
  const show = (base: string) => {
    const { services, log, signIn, accounts } = here.open(base);
    const settings = new Settings(
      {
        inspect: () => ({ defaultValue: 60 }),
        onDidChange: () => ({ dispose: () => undefined }),
        write: () => Promise.resolve(),
      },
      () => undefined,
    );
    const shared = { accounts, log, settings, now: Date.now };
    const watched = new Emitter<boolean>();
    const described: string[] = [];
    const refreshed: string[] = [];
    const view = {
      badge: () => undefined,
      describe: (text: string) => void described.push(text),
      isWatched: false,
      onDidChangeWatched: watched.event,
      recover: () => undefined,
      redraw: () => undefined,
      refresh: (id = "") => void refreshed.push(id),
    };
    const rows = new modules.ListRows(services, shared, () => Promise.resolve({ nodes: [] }));
    const after = () => ({ dispose: () => undefined });
    const refresh = new modules.ListRefresh({ services, rows, view, shared, after });
    const watch = (isWatched: boolean): void => {
      view.isWatched = isWatched;
      watched.fire(isWatched);
    };
    return { accounts, described, refresh, refreshed, services, signIn, watch };
  };

  it("loads notifications when it is first seen, even if the rest of the wing was loaded before", async () => {
    const [forge] = forges;
    assert.ok(forge !== undefined);
    const { refresh, services, signIn, watch } = show(forge.base);
    await signIn("nadia");
    refresh.checkInbox();
    assert.equal(services.lists.inbox.count, 0);
    const loaded = new Promise<void>((resolve) => services.lists.inbox.onDidChange(resolve));
    watch(true);
    await loaded;
    assert.ok(services.lists.inbox.count > 0);
    const asked = forge.asked().length;
    watch(false);
    watch(true);
    assert.equal(forge.asked().length, asked);
    refresh.dispose();
  });

  it("counts nothing new in a repository once its account is no longer used", async () => {
    const [forge] = forges;
    assert.ok(forge !== undefined);
    const { accounts, described, refresh, services, signIn } = show(forge.base);
    const secret = { base: forge.base, owner: "alice", name: "secret" };
    await signIn("alice");
    await signIn("bob");
    const [alice, bob] = services.access.accountsAt(forge.base);
    assert.ok(alice !== undefined && bob !== undefined);
    for (const change of [() => services.access.choose(secret, bob), () => accounts.remove(alice)]) {
      await services.access.choose(secret, alice);
      await services.lists.read(secret, { state: "open" });
      forge.act("addComment", { repo: "alice/secret", issue: 1, by: "bob", body: "new" });
      await refresh.refreshAll(new AbortController().signal);
      assert.match(described.at(-1) ?? "", /updated/);
      await change();
      refresh.wasRefreshed();
      assert.equal(described.at(-1), "");
    }
    refresh.dispose();
  });

  it("keeps polling one server while the other limits its requests, and waits only if both do", async () => {
    const [busy, idle] = forges;
    assert.ok(busy !== undefined && idle !== undefined);
    const { refresh, services, signIn } = show(busy.base);
    for (const { base } of forges) {
      await signIn("nadia", { at: base });
      await services.lists.read({ base, owner: "lantern", name: "almanac" }, { state: "open" });
    }
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

  it("shows what is new on one server while the other doesn't respond", async () => {
    const [silent, alive] = forges;
    assert.ok(silent !== undefined && alive !== undefined);
    const { described, refresh, services, signIn } = show(silent.base);
    for (const { base } of forges) {
      await signIn("nadia", { at: base });
      await services.lists.read({ base, owner: "lantern", name: "almanac" }, { state: "open" });
    }
    silent.service.faults.add({ kind: "delay", ms: 10 * MINUTE_MS });
    alive.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "new" });
    const window = new AbortController();
    const polling = refresh.refreshAll(window.signal);
    await until(() => described.at(-1) === "1 updated thread");
    window.abort();
    await polling.catch(() => undefined);
    refresh.dispose();
  });

  it("reloads the recent comments of a repository with a new comment", async () => {
    const [forge] = forges;
    assert.ok(forge !== undefined);
    const { refresh, refreshed, services } = show(forge.base);
    const demo = { base: forge.base, owner: "alice", name: "demo" };
    const { issues } = await services.lists.read(demo, { state: "open" });
    const issue = Number(issues[0]?.number);
    const poll = () => refresh.refreshAll(new AbortController().signal);
    await poll();
    forge.act("changeIssue", { repo: "alice/demo", issue, by: "alice", title: "Renamed" });
    refreshed.length = 0;
    await poll();
    assert.deepEqual(refreshed, []);
    forge.act("addComment", { repo: "alice/demo", issue, by: "bob", body: "new" });
    await poll();
    assert.deepEqual(refreshed, [`${forge.base}/alice/demo/recent`]);
    refresh.dispose();
  });
});

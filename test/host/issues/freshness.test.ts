// The view stays up to date while it is visible, with few requests.
import assert from "node:assert/strict";
import { ListRefresh as Freshness, type ShownView } from "../../../src/issues/lists/list-refresh.ts";
import { TreeRows as Rows } from "../../../src/issues/lists/tree-rows.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { type Machine, tokenOf } from "../../unit/issues/machine.ts";
import { sharedParts, until } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

const SIGNAL = new AbortController().signal;
const MINUTE_MS = 60_000;

describe("The freshness of the view", () => {
  const here = forgeTests(() => {
    freshness?.dispose();
  });
  let shared: Shared;
  let window: ReturnType<Machine["open"]>;
  let rows: Rows;
  let freshness: Freshness | undefined;
  before(async () => {
    shared = await sharedParts();
  });
  beforeEach(async () => {
    window = here.home.open(here.forge.base);
    rows = new Rows(window.services, shared);
    await window.signIn("nadia");
    await window.services.repositories.pin(almanac());
  });

  const almanac = () => ({ base: here.forge.base, owner: "lantern", name: "almanac" });
  const list = () => window.services.lists.read(almanac(), { state: "open" });

  /** A view with its own clock, which the test shows and hides. */
  const shown = () => {
    const changed = new Emitter<boolean>();
    const said = { watched: true, badge: 0, description: "", redrawn: new Set<string>(), refreshed: [] as string[] };
    const due: { readonly at: number; readonly run: () => void }[] = [];
    const view: ShownView = {
      badge: (value) => void (said.badge = value),
      describe: (description) => void (said.description = description),
      get isWatched() {
        return said.watched;
      },
      onDidChangeWatched: changed.event,
      recover: () => undefined,
      redraw: (id = "") => void said.redrawn.add(id),
      refresh: (id = "") => void said.refreshed.push(id),
    };
    const after = (milliseconds: number, run: () => void) => {
      const each = { at: milliseconds, run };
      due.push(each);
      return { dispose: () => void due.splice(due.indexOf(each), 1) };
    };
    freshness = new Freshness({ services: window.services, rows: rows.lists, view, shared, after });
    freshness.checkInbox();
    const watch = (watched: boolean): void => {
      said.watched = watched;
      changed.fire(watched);
    };
    return { said, due, watch, fresh: freshness };
  };

  it("requests changes since the latest one, once per list, and the number of notifications", async () => {
    await list();
    const { fresh, said } = shown();
    await until("all is read once", () => said.badge === 3 && window.services.lists.own.list().length > 0);
    const before = (await here.forge.asked()).length;
    await fresh.refreshAll(SIGNAL);
    const asked = (await here.forge.asked()).slice(before);
    assert.equal(asked.length, 4);
    for (const target of [
      /notifications\?status-types=unread&page=1&limit=1$/,
      /issues\/search\?.*limit=1&assigned=true$/,
      /issues\/search\?.*limit=1&review_requested=true$/,
      /almanac\/issues\?state=all.*since=/,
    ])
      assert.equal(asked.filter((each) => target.test(each)).length, 1, `${target} in ${asked.join(" ")}`);
    assert.equal(said.description, "");
  });

  it("shows what is new, and how much, without loading the lists again", async () => {
    await rows.roots(SIGNAL);
    const { fresh, said } = shown();
    await until("the user's lists are read", () => window.services.lists.own.list().length > 0);
    const repository = (await rows.roots(SIGNAL)).nodes.find(({ label }) => label === "lantern/almanac");
    const queries = (await repository?.children?.(SIGNAL))?.nodes ?? [];
    const [open] = queries;
    await open?.children?.(SIGNAL);
    said.refreshed.length = 0;
    await here.forge.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "new" });
    assert.equal((await fresh.refreshAll(SIGNAL)).fresh, true);
    assert.ok(open !== undefined && said.redrawn.has(open.id));
    assert.equal(said.description, "1 updated thread");
    const recent = queries.find(({ label }) => label === "Recently Commented")?.id;
    const isOwn = (id: string): boolean => id.startsWith("own.");
    assert.equal(said.refreshed.filter(isOwn).length, 1, "so is the list of assigned issues");
    const others = said.refreshed.filter((id) => !isOwn(id));
    assert.deepEqual(others, [`${open.id}#1`, recent], "comments are read again where they are unfolded");
    const before = (await here.forge.asked()).length;
    await open.children?.(SIGNAL);
    assert.equal((await here.forge.asked()).length, before);
  });

  it("removes an issue that was deleted on the server once a panel can't find it", async () => {
    const [open] = (await (await rows.roots(SIGNAL)).nodes[0]?.children?.(SIGNAL))?.nodes ?? assert.fail();
    const before = (await open?.children?.(SIGNAL))?.total ?? assert.fail();
    const { said } = shown();
    const shownNumbers = async () => (await list()).issues.map(({ number }) => number);
    assert.ok((await shownNumbers()).includes(1n));
    await here.forge.fault({ kind: "html", status: 404, path: "/almanac/issues/1" });
    const thread = { ...almanac(), number: 1n };
    await window.services.threads.read(thread);
    assert.ok((await shownNumbers()).includes(1n), "a proxy doesn't know");
    await here.forge.mend();
    await here.forge.fault({ kind: "status", status: 404, path: "/almanac/issues/1" });
    await window.services.threads.read(thread);
    assert.equal(window.services.threads.at(thread).problem?.kind, "notFound");
    assert.ok(!(await shownNumbers()).includes(1n));
    assert.equal((await open?.children?.(SIGNAL))?.total, before - 1);
    assert.ok(open !== undefined && said.redrawn.has(open.id));
  });

  it("keeps the number of new threads while the lists load again after Refresh", async () => {
    const [one, other] = (await list()).issues.map(({ number }) => Number(number));
    const { fresh, said } = shown();
    await here.forge.act("addComment", { repo: "lantern/almanac", issue: one, by: "tomas", body: "new" });
    await fresh.refreshAll(SIGNAL);
    rows.forget();
    fresh.wasRefreshed();
    assert.equal(said.description, "1 updated thread");
    await here.forge.act("addComment", { repo: "lantern/almanac", issue: other, by: "tomas", body: "new" });
    await list();
    assert.equal(said.description, "2 updated threads");
  });

  it("shows how much is new as soon as the lists of a new window are loaded", async () => {
    await list();
    await here.forge.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "new" });
    window = here.home.open(here.forge.base);
    const { said } = shown();
    await until("the notifications are read", () => said.badge === 3);
    assert.equal(said.description, "");
    await list();
    assert.equal(said.description, "1 updated thread");
  });

  it("sends no requests while the view is hidden, and resumes soon after it is visible", async () => {
    await list();
    const { said, due, watch } = shown();
    await until("the notifications are read", () => said.badge === 3);
    assert.equal(due.length, 1);
    watch(false);
    assert.equal(due.length, 0);
    watch(true);
    assert.equal(due.length, 1);
    assert.ok((due[0]?.at ?? Infinity) <= MINUTE_MS);
  });

  it("removes the number of notifications from the view once the server rejects the token", async () => {
    const { fresh, said } = shown();
    await until("the notifications are read", () => said.badge === 3);
    await here.forge.act("revokeToken", { token: tokenOf("nadia") });
    await fresh.refreshAll(SIGNAL);
    await until("the badge is gone", () => said.badge === 0);
  });

  it("keeps the loaded lists if the server fails, and retries no sooner than the server allows", async () => {
    await list();
    const { fresh } = shown();
    await here.forge.fault({ kind: "status", status: 429, path: "issues", headers: { "retry-after": "600" } });
    const { notBefore } = await fresh.refreshAll(SIGNAL);
    assert.ok((notBefore ?? 0) > Date.now() + 5 * MINUTE_MS);
    await here.forge.mend();
    assert.ok((await list()).issues.length > 0);
  });
});

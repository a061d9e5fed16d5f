// Which loaded threads are kept, and what happens to a load that no one waits for any more.
import assert from "node:assert/strict";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import type { Services } from "../../../src/issues/services.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { until } from "../workbench/until.ts";
import { startForge, type Forge } from "./service.ts";
import { machine, type Machine } from "./machine.ts";

describe("Cached threads", () => {
  let forge: Forge;
  let home: Machine;
  let services: Services;
  let changes: string[];
  let levels: readonly string[];
  /** How far the clock of the window is ahead. */
  let ahead: number;

  before(async () => {
    forge = await startForge("forgejo");
  });
  after(() => forge.close());
  beforeEach(async () => {
    forge.reset();
    home = await machine();
    ahead = 0;
    const window = home.open(forge.base, { now: () => Date.now() + ahead });
    ({ services, levels } = window);
    await window.signIn("alice");
    changes = [];
    services.threads.onDidChange((address) => {
      const { reading, problem, thread } = services.threads.at(address);
      changes.push(
        `#${address.number} ${reading ? "reading" : (problem?.kind ?? (thread === undefined ? "-" : "read"))}`,
      );
    });
  });
  afterEach(() => home.close());

  const at = (number: number): ThreadAddress => ({
    base: forge.base,
    owner: "alice",
    name: "demo",
    number: BigInt(number),
  });
  const isAsked = async (path: string): Promise<void> => {
    while (!forge.asked().some((each) => each.endsWith(path))) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const isKept = (number: number) => services.threads.at(at(number)).thread !== undefined;
  const kept = () => [1, 2, 3, 4, 5, 6, 8, 9].filter(isKept);

  it("are released once others were loaded since and no panel shows them", async () => {
    for (const number of [1, 2, 3, 4, 5, 6, 8, 9]) await services.threads.read(at(number));
    assert.deepEqual(kept(), [6, 8, 9]);
    assert.equal(services.threads.knownComments(at(1)), undefined);
  });

  it("stay as long as a panel shows them", async () => {
    const panel = services.threads.retain(at(1));
    const other = services.threads.retain(at(1));
    for (const number of [1, 2, 3, 4, 5]) await services.threads.read(at(number));
    assert.ok(isKept(1) && services.threads.knownComments(at(1)) !== undefined);
    panel.dispose();
    panel.dispose();
    assert.ok(isKept(1), "another one shows it still");
    other.dispose();
    for (const number of [2, 3, 4]) await services.threads.read(at(number));
    assert.deepEqual(kept(), [2, 3, 4]);
  });

  it("are loaded once for all callers at the same time", async () => {
    await Promise.all([services.threads.read(at(1)), services.threads.read(at(1)), services.threads.read(at(1))]);
    const issues = forge.asked().filter((each) => each.endsWith("/issues/1"));
    assert.equal(issues.length, 1, forge.asked().join("\n"));
    assert.ok(isKept(1));
  });

  it("show what was just written, even if a load that began before the write is still in progress", async () => {
    forge.service.faults.add({ kind: "late", ms: 3_000, method: "GET", path: "/issues/1$", times: 1 });
    const before = services.threads.read(at(1));
    await isAsked("/issues/1");
    assert.equal(await services.changes.setClosed(at(1), true), undefined);
    await services.threads.readAgain(at(1));
    assert.equal(services.threads.at(at(1)).thread?.issue.closed, true);
    await before;
  });

  it("show a comment that was sent while an earlier load is still in progress", async () => {
    await services.threads.read(at(1));
    forge.service.journal = [];
    forge.service.faults.add({ kind: "late", ms: 500, path: "/issues/1/comments", times: 1 });
    const reading = services.threads.read(at(1));
    await isAsked("/issues/1/comments");
    const place = places.newComment(at(1));
    await services.writing.drafts.save(place, "sent since");
    const outcome = await services.writing.sender.send(place);
    assert.ok(outcome.sent);
    await reading;
    const { thread } = services.threads.at(at(1));
    assert.ok(thread?.comments?.some(({ body }) => body === "sent since"));
  });

  it("count as loading until the load ends, although a check for changes ends first", async () => {
    await services.threads.read(at(1));
    forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "one more" });
    forge.service.journal = [];
    forge.service.faults.add({ kind: "late", ms: 400, path: "/issues/1/timeline", times: 1 });
    const checking = services.threads.refresh(at(1), { thorough: false });
    await until(() => forge.asked().length > 0);
    forge.service.faults.add({ kind: "late", ms: 2_000, path: "/issues/1/timeline", times: 1 });
    const reading = services.threads.read(at(1));
    await checking;
    assert.equal(services.threads.at(at(1)).reading, true);
    await reading;
    assert.equal(services.threads.at(at(1)).reading, false);
  });

  it("stop loading for a closed panel, and load again for a later one", async () => {
    forge.service.faults.add({ kind: "stall", path: "/issues/1/comments" });
    const closing = new AbortController();
    const reading = services.threads.read(at(1), closing.signal);
    await isAsked("/issues/1/comments");
    closing.abort();
    await reading;
    assert.deepEqual([services.threads.at(at(1)).reading, services.threads.at(at(1)).problem], [false, undefined]);
    forge.service.faults.clear();
    await services.threads.read(at(1));
    assert.equal(services.threads.at(at(1)).thread?.whole, true);
    assert.equal(changes.at(-1), "#1 read");
    assert.ok(!changes.some((each) => each.endsWith("canceled")), changes.join(", "));
  });

  it("load again instead of waiting for a response that drips", async () => {
    forge.service.faults.add({ kind: "drip", path: "/issues/1/comments", times: 1 });
    const first = services.threads.read(at(1));
    await isAsked("/issues/1/comments");
    ahead = 9_000;
    const joined = services.threads.read(at(1));
    ahead = 11_000;
    await services.threads.read(at(1));
    assert.equal(services.threads.at(at(1)).thread?.whole, true);
    await Promise.all([first, joined]);
    assert.deepEqual([services.threads.at(at(1)).reading, changes.at(-1)], [false, "#1 read"]);
    assert.equal(forge.asked().filter((each) => each.endsWith("/issues/1/comments")).length, 2);
  });

  it("leave one line in the log if they can't be loaded, whatever was requested", async () => {
    forge.service.faults.add({ kind: "status", status: 500, path: "/issues/3" });
    await services.threads.read(at(3));
    assert.equal(services.threads.at(at(3)).problem?.kind, "server");
    assert.equal(levels.filter((level) => level !== "debug").length, 1);
  });

  it("keep loading for the remaining caller", async () => {
    const closing = new AbortController();
    const closed = services.threads.read(at(1), closing.signal);
    const open = services.threads.read(at(1));
    closing.abort();
    await closed;
    await open;
    assert.equal(services.threads.at(at(1)).thread?.whole, true);
  });

  it("are not kept if the account that they were loaded for is removed", async () => {
    forge.service.faults.add({ kind: "delay", ms: 200, path: "/issues/1/comments" });
    const reading = services.threads.read(at(1));
    await isAsked("/issues/1/comments");
    const [account] = services.access.accountsAt(forge.base);
    assert.ok(account !== undefined);
    await services.forgetAccount(account, { gone: true });
    await reading;
    assert.equal(isKept(1), false);
  });

  it("load again in open panels when another token or account is used, and stay until then", async () => {
    const panel = services.threads.retain(at(1));
    for (const number of [1, 2]) await services.threads.read(at(number));
    const [account] = services.access.accountsAt(forge.base);
    assert.ok(account !== undefined);
    for (const change of [
      () => services.forgetAccount(account, { gone: false }),
      () => services.access.choose(at(1), account),
    ]) {
      forge.service.journal = [];
      await change();
      assert.deepEqual([isKept(1), services.threads.at(at(1)).reading], [true, true]);
      await isAsked("/demo/issues/1/comments");
      await services.threads.read(at(1));
      assert.equal(isKept(2), false, "no panel shows it");
    }
    panel.dispose();
  });

  it("leave completion nothing that was being loaded for another account", async () => {
    const { choices } = services;
    forge.service.faults.add({ kind: "late", ms: 200, path: "/milestones", times: 1 });
    const reading = choices.read(at(1));
    while (!forge.asked().some((each) => each.includes("/milestones"))) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    const [account] = services.access.accountsAt(forge.base);
    assert.ok(account !== undefined);
    await services.forgetAccount(account, { gone: true });
    await reading.catch(() => undefined);
    const asked = forge.asked().length;
    await choices.recent(at(1));
    assert.ok(forge.asked().length > asked);
  });

  it("leave completion nothing that another account could see", async () => {
    const { choices, suggestions } = services;
    const demo = at(1);
    const complete = () =>
      Promise.all([choices.recent(demo), suggestions.issues(demo, ""), suggestions.people(demo, undefined)]);
    await complete();
    const asked = forge.asked().length;
    await complete();
    assert.equal(forge.asked().length, asked);
    const [account] = services.access.accountsAt(forge.base);
    assert.ok(account !== undefined);
    await services.forgetAccount(account, { gone: true });
    await complete();
    assert.equal(forge.asked().length, 2 * asked);
  });
});

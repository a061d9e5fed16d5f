// What is new in lists, and notifications: how they are counted, and marked as read.
import assert from "node:assert/strict";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import type { Services } from "../../../src/issues/services.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { tokenOf } from "./machine.ts";
import { windowAt } from "./signed-in-window.ts";

/** Shows a thread until everything new in it was on screen. */
async function view({ lists, threads }: Services, thread: ThreadAddress): Promise<void> {
  await threads.read(thread);
  await lists.markThreadSeen(thread, threads.at(thread).thread?.issue ?? assert.fail());
}

describe("Issue lists", () => {
  const at = windowAt("forgejo", "nadia");
  const almanac = () => ({ base: at.forge.base, owner: "lantern", name: "almanac" });
  const open = () => at.services.lists.read(almanac(), { state: "open" });

  it("mark changes since the repository was first opened as new, with the number of comments", async () => {
    await open();
    const news = () =>
      at.services.lists.listKnown(almanac()).filter((issue) => at.services.lists.seen.findNews(almanac(), issue));
    assert.deepEqual(news(), []);
    assert.equal(at.services.lists.countNew(almanac()), 0);
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "one" });
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "two" });
    await at.services.lists.check(almanac());
    const [issue] = news();
    assert.ok(issue !== undefined && issue.number === 1n);
    assert.equal(at.services.lists.seen.findNews(almanac(), issue)?.comments, 2);
    assert.equal(at.services.lists.countNew(almanac()), 1);
    const other = at.here.open(at.forge.base).services.lists;
    assert.equal(other.seen.findNews(almanac(), issue)?.comments, 2, "and so it is after a restart");
    await view(at.services, { ...almanac(), number: 1n });
    assert.deepEqual(news(), [], "who saw all of it has read it");
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 2, by: "tomas", body: "three" });
    await at.services.lists.check(almanac());
    assert.equal(news().length, 1);
    await at.services.lists.markAllSeen(almanac());
    assert.deepEqual(news(), []);
  });

  it("don't mark as new what changed before the repository was first opened, on whatever page", async () => {
    const demo = { base: at.forge.base, owner: "alice", name: "demo" };
    const { values } = await at.forge.api("alice").issues(demo, { state: "open", page: 2, limit: 50 });
    const issue = Number(values.at(-1)?.number);
    at.forge.clock.set(Date.now() - 300_000);
    at.forge.act("addComment", { repo: "alice/demo", issue, by: "bob", body: "before" });
    at.forge.clock.run();
    const { lists } = at.services;
    await lists.read(demo, { state: "open" });
    assert.equal((await lists.check(demo)).length, 1);
    assert.equal(lists.countNew(demo), 0);
    at.forge.act("addComment", { repo: "alice/demo", issue, by: "bob", body: "after" });
    await lists.check(demo);
    assert.equal(lists.countNew(demo), 1);
  });

  it("find what is new even if the server's clock was years ahead for a while", async () => {
    at.forge.clock.set(Date.UTC(2061, 0, 1));
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 3, by: "tomas", body: "from the future" });
    at.forge.clock.run();
    await open();
    const news = () =>
      at.services.lists
        .listKnown(almanac())
        .filter((issue) => at.services.lists.seen.findNews(almanac(), issue))
        .map(({ number }) => number);
    assert.deepEqual(news(), []);
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "one" });
    await at.services.lists.check(almanac());
    assert.deepEqual(news(), [1n]);
    await at.services.lists.markAllSeen(almanac());
    assert.deepEqual(news(), []);
  });

  it("don't mark a thread as new because of the user's own comment, but because of the next one", async () => {
    await open();
    const { drafts, sender } = at.services.writing;
    const place = places.newComment({ ...almanac(), number: 5n });
    await drafts.save(place, "mine");
    assert.ok((await sender.send(place)).sent);
    const news = () =>
      at.services.lists.listKnown(almanac()).filter((issue) => at.services.lists.seen.findNews(almanac(), issue));
    await at.services.lists.check(almanac());
    assert.deepEqual(news(), []);
    at.forge.clock.advance(5_000);
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 5, by: "tomas", body: "theirs" });
    await at.services.lists.check(almanac());
    const [issue = assert.fail("nothing is new")] = news();
    assert.equal(issue.number, 5n);
    assert.equal(at.services.lists.seen.findNews(almanac(), issue)?.comments, 1);
  });

  it("don't mark an issue as new because the user changed it, but because of what others did before", async () => {
    await open();
    const { changes, lists } = at.services;
    const news = () => lists.listKnown(almanac()).filter((issue) => lists.seen.findNews(almanac(), issue));
    const thread = (number: bigint) => ({ ...almanac(), number });
    at.forge.clock.advance(5_000);
    assert.equal(await changes.setMilestone(thread(1n), undefined), undefined);
    assert.equal(await changes.setLabels(thread(1n), []), undefined);
    await lists.check(almanac());
    assert.deepEqual(news(), []);
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 5, by: "tomas", body: "theirs" });
    assert.equal(await changes.setLabels(thread(5n), []), undefined);
    await lists.check(almanac());
    assert.deepEqual(
      news().map(({ number }) => number),
      [5n],
    );
  });

  it("don't mark an issue as new because the user edited or created it, but because of what others did before", async () => {
    await open();
    const { lists, writing } = at.services;
    const news = () =>
      lists.listKnown(almanac()).flatMap((issue) => (lists.seen.findNews(almanac(), issue) ? [issue.title] : []));
    const send = async (place: Place, title: string) => {
      await writing.drafts.begin(place, place.number === undefined ? {} : { opened: await writing.load(place) });
      await writing.drafts.save(place, `---\ntitle: ${title}\n---\n`);
      assert.ok((await writing.sender.send(place)).sent);
      await lists.check(almanac());
    };
    at.forge.clock.advance(5_000);
    await send(places.issueText({ ...almanac(), number: 1n }), "Renamed by me");
    await send(places.newIssue(almanac()), "Opened by me");
    assert.deepEqual(news(), []);
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 5, by: "tomas", body: "theirs" });
    await send(places.issueText({ ...almanac(), number: 5n }), "Renamed after a comment");
    assert.deepEqual(news(), ["Renamed after a comment"]);
  });

  it("stay marked as read if an older version of the thread is shown because it can't be loaded", async () => {
    await open();
    const thread = { ...almanac(), number: 1n };
    const { lists } = at.services;
    await view(at.services, thread);
    at.forge.clock.advance(5_000);
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "one" });
    await lists.check(almanac());
    const news = () => lists.listKnown(almanac()).filter((issue) => lists.seen.findNews(almanac(), issue));
    const [issue = assert.fail("nothing is new")] = news();
    await lists.seen.markSeen(thread, issue);
    assert.deepEqual(news(), []);
    at.forge.service.faults.add({ kind: "status", status: 503, path: "/issues/1" });
    await view(at.services, thread);
    assert.deepEqual(news(), []);
  });

  it("stay marked as read if another window shows an older version of the thread", async () => {
    await open();
    const thread = { ...almanac(), number: 1n };
    const other = at.here.open(at.forge.base).services;
    await view(other, thread);
    at.forge.clock.advance(5_000);
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 1, by: "tomas", body: "one" });
    const { lists } = at.services;
    await lists.check(almanac());
    await view(at.services, thread);
    const news = () => lists.listKnown(almanac()).filter((issue) => lists.seen.findNews(almanac(), issue));
    assert.deepEqual(news(), []);
    at.forge.service.faults.add({ kind: "status", status: 503, path: "/issues/1" });
    await view(other, thread);
    assert.deepEqual(news(), []);
  });

  it("know what was read in a thread even if the Git remote still has the old name of its repository", async () => {
    const demo = { base: at.forge.base, owner: "alice", name: "demo" };
    const window = at.here.open(at.forge.base, { remotes: [`${at.forge.base}/alice/demo.git`] });
    const { lists, renames, repositories, repositoryNames } = window.services;
    await repositoryNames.read(demo);
    at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
    await repositoryNames.read(demo);
    const [shown] = await repositories.list();
    assert.ok(shown !== undefined);
    await lists.read(shown.address, { state: "open" });
    at.forge.act("addComment", { repo: "alice/renamed", issue: 3, by: "bob", body: "new" });
    await lists.check(shown.address);
    assert.equal(lists.countNew(shown.address), 1);
    await view(window.services, renames.toPresent({ ...shown.address, number: 3n }));
    assert.equal(lists.countNew(shown.address), 0);
    await repositoryNames.read(demo);
    assert.equal(lists.countNew(shown.address), 0);
  });

  it("count the unread notifications of every account, and mark them as read on the server", async () => {
    await at.window.signIn("tomas");
    await at.window.signIn("browse");
    const { inbox } = at.services.lists;
    const { fresh, polled } = await inbox.check();
    assert.ok(fresh && polled.every(({ problem }) => problem === undefined));
    assert.deepEqual(
      inbox.list().map(({ account, count }) => [account.id, count]),
      [
        ["nadia", 3],
        ["tomas", 1],
      ],
    );
    assert.equal(inbox.count, 4);
    at.forge.service.journal = [];
    await inbox.check();
    assert.deepEqual(
      at.forge.asked(),
      Array.from({ length: 2 }, () => "GET /api/v1/notifications?status-types=unread&page=1&limit=1"),
      "only the number and the newest",
    );
    const [mine] = inbox.list();
    assert.ok(mine?.unread[0] !== undefined);
    await inbox.markRead(mine.account, mine.unread[0]);
    assert.equal(inbox.count, 3);
    await inbox.markAllRead(mine.account);
    assert.deepEqual(
      inbox.list().map(({ account }) => account.id),
      ["tomas"],
    );
    await inbox.check({ whole: true });
    assert.equal(inbox.count, 1);
  });

  it("load the notifications with one request at first, and whenever the user refreshes", async () => {
    const { inbox } = at.services.lists;
    for (const whole of [false, true]) {
      at.forge.service.journal = [];
      await inbox.check({ whole });
      assert.deepEqual(at.forge.asked(), ["GET /api/v1/notifications?status-types=unread&page=1&limit=50"]);
    }
  });

  it("load the notifications again if one was read elsewhere and another one arrived", async () => {
    const { inbox } = at.services.lists;
    await inbox.check();
    const ids = () => inbox.list().flatMap(({ unread }) => unread.map(({ id }) => id));
    const before = ids();
    await at.forge.api("nadia").notifications.mark(before.at(-1) ?? 0n, "read");
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 9, by: "tomas", body: "@nadia look" });
    const unread = (await at.forge.api("nadia").notifications.list(["unread"])).values;
    assert.equal(unread.length, before.length);
    assert.equal((await inbox.check()).fresh, true);
    assert.deepEqual(
      ids(),
      unread.map(({ id }) => id),
    );
  });

  it("keep the notifications if a proxy returns 404 while the server restarts, and then load them again", async () => {
    const { inbox } = at.services.lists;
    await inbox.check();
    at.forge.answer("/notifications", 404, "404 page not found", { headers: { "content-type": "text/plain" } });
    assert.equal((await inbox.check()).polled[0]?.problem?.kind, "notFound");
    assert.equal(inbox.count, 3);
    at.forge.service.faults.clear();
    at.forge.act("addComment", { repo: "lantern/almanac", issue: 9, by: "tomas", body: "@nadia look" });
    assert.equal((await inbox.check()).fresh, true);
  });

  it("count the notifications if the server returns no total", async () => {
    at.forge.act("leaveOutTotals");
    await at.services.lists.inbox.check();
    assert.equal(at.services.lists.inbox.count, 3);
    assert.equal((await at.services.lists.inbox.check()).fresh, false);
  });

  it("don't bring back a notification that was read while an older response was in flight", async () => {
    const { inbox } = at.services.lists;
    await inbox.check();
    const [mine] = inbox.list();
    assert.ok(mine?.unread[0] !== undefined);
    at.forge.service.faults.add({ kind: "late", path: "notifications\\?", ms: 300, times: 1 });
    const asked = at.forge.asked().length;
    const checking = inbox.check({ whole: true });
    while (at.forge.asked().length < asked + 1) await new Promise(setImmediate);
    await inbox.markRead(mine.account, mine.unread[0]);
    await checking;
    assert.equal(inbox.count, 2);
  });

  it("load the notifications of a new token, even if the previous one is refused after that", async () => {
    const { inbox } = at.services.lists;
    const [account] = at.window.accounts.list("issues");
    assert.ok(account !== undefined);
    at.forge.act("createToken", { user: "nadia", name: "limited", scopes: ["write:issue"] });
    await at.window.accounts.add(account, { scheme: "token", value: tokenOf("limited") });
    at.forge.service.faults.add({ kind: "late", path: "notifications\\?", ms: 300, times: 1 });
    const asked = at.forge.asked().length;
    const checking = inbox.check();
    while (at.forge.asked().length < asked + 1) await new Promise(setImmediate);
    await at.window.accounts.add(account, { scheme: "token", value: tokenOf("nadia") });
    await at.services.forgetAccount(account, { gone: false });
    await checking;
    await inbox.check();
    assert.equal(inbox.count, 3);
  });

  it("load the notifications again when the user refreshes, after a firewall refused them for a while", async () => {
    const { inbox } = at.services.lists;
    at.forge.answer("notifications", 403, "<h1>Checking your browser</h1>", { times: 1 });
    await inbox.check();
    assert.equal(inbox.count, 0);
    await inbox.check({ whole: true });
    assert.equal(inbox.count, 3);
    at.forge.act("addComment", { repo: "alice/demo", issue: 3, by: "tomas", body: "@nadia, look" });
    await inbox.check();
    assert.equal(inbox.count, 4, "and goes on polling");
  });

  it("say which notifications could not be loaded, and keep the previous ones", async () => {
    await at.services.lists.inbox.check();
    at.forge.answer("notifications", 429, {}, { headers: { "retry-after": "120" } });
    const { fresh, polled } = await at.services.lists.inbox.check();
    assert.deepEqual([fresh, polled[0]?.problem?.kind], [false, "rateLimited"]);
    assert.equal(at.services.lists.inbox.count, 3);
  });
});

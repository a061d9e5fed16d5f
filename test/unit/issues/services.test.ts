// Threads and repositories as the wing loads them, on every kind of server.
import assert from "node:assert/strict";
import type { Services } from "../../../src/issues/services.ts";
import type { ThreadItem } from "../../../src/issues/model/timeline.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, DISTINCT_SERVERS, startForge, type Forge } from "./service.ts";
import { machine, tokenOf, type Machine } from "./machine.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { checkToken } from "../../../src/issues/repositories/token-scopes.ts";

type Window = ReturnType<Machine["open"]>;

for (const personality of DISTINCT_SERVERS) {
  describe(`Issue services at ${personality}`, () => {
    let forge: Forge;
    let here: Machine;
    let window: Window;
    let services: Services;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      here = await machine();
      window = here.open(forge.base);
      services = window.services;
      await window.signIn("alice");
    });
    afterEach(() => here.close());
    after(() => forge.close());

    const demo = () => ({ base: forge.base, ...DEMO });
    const thread = (number: bigint, name = "demo") => ({ base: forge.base, owner: "alice", name, number });
    const read = async (number: bigint, name?: string) => {
      await services.threads.read(thread(number, name));
      const state = services.threads.at(thread(number, name));
      return state.thread ?? assert.fail(state.problem?.message);
    };
    const kindOf = (item: ThreadItem) => (item.kind === "comment" ? "comment" : item.event.meaning.kind);

    it("load a whole thread, with every comment and every event once, in order", async () => {
      const { items, issue, comments } = await read(1n);
      assert.equal(issue.title, "Event rich issue (renamed)");
      assert.equal(items.filter(({ kind }) => kind === "comment").length, comments?.length);
      const ids = items.map((item) => (item.kind === "comment" ? item.comment.id : item.event.id));
      assert.equal(new Set(ids).size, ids.length);
      const kinds = new Set(items.map(kindOf));
      for (const what of [
        "labeled",
        "milestoned",
        "assigned",
        "retitled",
        "closed",
        "reopened",
        "depends",
        "mentioned",
        "locked",
      ]) {
        assert.ok(kinds.has(what as never), what);
      }
      assert.ok(!kinds.has("unknown"));
      const times = items.map((item) => (item.kind === "comment" ? item.comment.createdAt : item.event.at));
      assert.deepEqual(
        times,
        times.toSorted((one, other) => one - other),
      );
    });

    it("load all of a timeline that is longer than any page", async () => {
      const { first } = forge.act("addIssue", { repo: "alice/demo", by: "alice", comments: 120 }) as { first: number };
      assert.ok(first > 0);
      const number = forge.act("addIssue", { repo: "alice/demo", by: "alice", comments: 0 }) as { number: number };
      for (let event = 0; event < 90; event += 1) {
        forge.act("addEvent", {
          repo: "alice/demo",
          issue: number.number,
          by: "alice",
          type: event % 2 === 0 ? "pin" : "unpin",
        });
      }
      const { items } = await read(BigInt(number.number));
      assert.equal(items.length, 90);
    });

    it("show an unknown type under its name", async () => {
      forge.act("addEvent", { repo: "alice/demo", issue: 3, by: "bob", type: "pin_order" });
      const { items } = await read(3n);
      const last = items.at(-1);
      assert.ok(last?.kind === "event");
      assert.deepEqual(last.event.meaning, { kind: "unknown", type: "pin_order" });
    });

    it("survive nulls in a timeline, and a timeline that is null", async () => {
      forge.answer("timeline", 200, "[null, null]");
      assert.deepEqual((await read(3n)).skipped, 0);
      forge.service.faults.clear();
      forge.answer("timeline", 200, "null");
      assert.deepEqual((await read(3n)).withoutEvents, undefined);
    });

    for (const [status, body] of [
      [404, "404 page not found"],
      [403, "{}"],
    ] as const) {
      it(`load their events even if the server hides its version with ${status}`, async () => {
        forge.answer("/version$", status, body);
        const { items, withoutEvents } = await read(1n);
        assert.equal(withoutEvents, undefined);
        forge.service.faults.clear();
        services.threads.forgetAll(forge.base);
        assert.equal(items.length, (await read(1n)).items.length);
      });
    }

    it("show what arrived if only events or only comments can be loaded", async () => {
      forge.answer("timeline", 404, {});
      const eventless = await read(1n);
      assert.equal(eventless.withoutEvents?.kind, "notFound");
      assert.ok((eventless.comments?.length ?? 0) > 0);
      forge.service.faults.clear();
      forge.answer("issues/1/comments", 404, {});
      const fromTimeline = await read(1n);
      assert.equal(fromTimeline.comments, undefined);
      assert.ok(fromTimeline.items.some(({ kind }) => kind === "comment"));
    });

    it("keep the previous content if a refresh fails, and say why", async () => {
      const before = await read(1n);
      forge.service.faults.add({ kind: "status", status: 401, path: "" });
      await services.threads.read(thread(1n));
      const state = services.threads.at(thread(1n));
      assert.equal(state.thread, before);
      assert.equal(state.problem?.kind, "unauthorized");
      assert.equal(state.reading, false);
    });

    it("report a missing issue as not found, whatever the lists return", async () => {
      await services.threads.read(thread(99_999n));
      assert.equal(services.threads.at(thread(99_999n)).problem?.kind, "notFound");
      assert.equal((await problemOf(services.threads.comments(thread(99_999n)))).kind, "notFound");
    });

    it("know a renamed repository by its new name, with its drafts, and remember its ID", async () => {
      await services.repositoryNames.add(demo());
      const place = places.newComment(thread(1n));
      await services.writing.drafts.save(place, "goes along");
      await services.lists.seen.begin(demo(), { at: 1_000, later: [] });
      forge.act("renameRepo", { repo: "alice/demo", name: "later" });
      await services.repositoryNames.read(demo());
      const shown = (await services.repositories.list()).map(({ address }) => address.name);
      assert.deepEqual(shown, ["later"]);
      assert.equal((await services.writing.drafts.ofThread(thread(1n, "later")))[0]?.text, "goes along");
      assert.equal(services.repositories.getId({ ...demo(), name: "later" }), 1n);
      assert.equal(services.lists.seen.getSeenUntil(thread(1n, "later")), 1_000, "what was read stays read");
    });

    it("keep a repository's new name if a comment arrives in a thread that was loaded under the old one", async () => {
      await services.repositoryNames.add(demo());
      await services.threads.read(thread(1n));
      forge.act("renameRepo", { repo: "alice/demo", name: "later" });
      await services.repositoryNames.read(demo());
      assert.ok(services.threads.at(thread(1n, "later")).thread !== undefined);
      services.threads.take(thread(1n, "later"), []);
      await services.writing.drafts.list();
      assert.equal(services.renames.toPresent(demo()).name, "later");
      const shown = (await services.repositories.list()).map(({ address }) => address.name);
      assert.deepEqual(shown, ["later"]);
    });

    it("don't accept another repository under a taken-over name until it is added again", async () => {
      await services.repositoryNames.add(demo());
      forge.act("renameRepo", { repo: "alice/demo", name: "later" });
      const { id } = forge.act("takeName", { owner: "alice", name: "demo", like: "alice/later" }) as { id: number };
      await services.repositoryNames.read(demo());
      assert.equal(services.repositories.getId(demo()), 1n);
      await services.repositoryNames.add(demo());
      assert.equal(services.repositories.getId(demo()), BigInt(id));
    });

    it("offer to edit the user's own comments, and all comments with write access", async () => {
      const { comments = [] } = await read(1n);
      const [mine, bobs] = comments;
      assert.ok(mine !== undefined && bobs !== undefined);
      assert.deepEqual(
        [mine, bobs].map((each) => services.access.offers("editComment", demo(), { comment: each })),
        [true, true],
      );
      await window.signOut();
      services.repositoryNames.forgetAt(forge.base);
      assert.equal(services.access.offers("editComment", demo(), { comment: mine }), false);
      await window.signIn("bob");
      await services.threads.read(thread(1n));
      assert.deepEqual(
        [mine, bobs].map((each) => services.access.offers("editComment", demo(), { comment: each })),
        [false, true],
      );
    });

    it("find the server above a pasted page, and say if there is none", async () => {
      assert.equal(await services.discovery.findServer(`${forge.base}/alice/demo/issues`), forge.base);
      forge.act("setSubPath", { path: "/git" });
      assert.equal(await services.discovery.findServer(`${forge.base}/git/alice/demo`), `${forge.base}/git`);
      forge.act("setSubPath", { path: "" });
      forge.act("requireSignIn", {});
      assert.equal(await services.discovery.findServer(forge.base), forge.base);
      forge.service.faults.add({ kind: "html", status: 404, path: "" });
      assert.equal(await services.discovery.findServer(forge.base), undefined);
    });

    it("don't mistake the page of a firewall for a server that requires sign-in", async () => {
      forge.service.faults.add({ kind: "html", status: 403, path: "" });
      const { kind, facts } = await problemOf(services.discovery.findServer(`${forge.base}/alice/demo`));
      assert.deepEqual([kind, facts.status], ["forbidden", 403]);
      forge.service.faults.clear();
      forge.service.faults.add({ kind: "html", status: 403, path: "/alice/" });
      assert.equal(await services.discovery.findServer(`${forge.base}/alice/demo`), forge.base);
    });

    it("check a token, and reject an unknown one", async () => {
      assert.equal((await checkToken(services.servers.withToken(forge.base, tokenOf("alice")))).user?.login, "alice");
      assert.equal(
        (await problemOf(checkToken(services.servers.withToken(forge.base, "0".repeat(40))))).kind,
        "unauthorized",
      );
    });

    it("accept a token that may not return its owner", async () => {
      forge.act("createToken", { user: "alice", name: "mute", scopes: ["write:issue", "read:repository"] });
      const { user } = await checkToken(services.servers.withToken(forge.base, tokenOf("mute")));
      assert.equal(user, undefined);
      await window.signOut();
      await window.signIn("mute", { named: false });
      const { comments = [] } = await read(1n);
      // The token's user is unknown, so the action is offered and the server decides.
      assert.ok(comments.every((each) => services.access.offers("editComment", demo(), { comment: each })));
      const place = places.newComment(thread(1n));
      await services.writing.drafts.save(place, "without a name");
      forge.service.faults.add({ kind: "lost", method: "POST", path: "comments", times: 1 });
      // Someone else may have written the same text, so only the user can tell.
      const outcome = await services.writing.sender.send(place);
      assert.equal(outcome.sent ? "sent" : outcome.why, "unsure");
      services.writing.outbox.start();
      await services.writing.outbox.run();
      assert.equal(forge.comments(1).filter(({ body }) => body === "without a name").length, 1);
    });

    it("send the token only to the server that it belongs to", async () => {
      const other = await startForge(personality);
      try {
        forge.service.faults.add({
          kind: "redirect",
          status: 302,
          location: `${other.base}/api/v1/repos/alice/demo`,
          path: "repos/alice/demo$",
        });
        assert.equal((await problemOf(services.repositoryNames.read(demo()))).kind, "redirected");
        forge.service.faults.add({
          kind: "redirect",
          status: 307,
          location: `${other.base}/api/v1/x`,
          path: "comments",
          method: "POST",
        });
        await services.writing.drafts.save(places.newComment(thread(2n)), "x");
        await services.writing.sender.send(places.newComment(thread(2n)));
        await services.images
          .load({ base: forge.base, ...DEMO }, `${other.base}/attachments/x.png`)
          .catch(() => undefined);
        assert.ok(other.service.journal.length > 0, "the picture was asked for");
        assert.ok(other.service.journal.every(({ headers }) => headers.authorization === undefined));
      } finally {
        await other.close();
      }
    });

    it("load images of the server with the token, and reject what is not an image", async () => {
      const { comments = [] } = await read(1n);
      const uuid = comments.find(({ id }) => id === 302n)?.attachments[0]?.uuid ?? "";
      const source = await services.images.load(thread(1n), `${forge.base}/attachments/${uuid}`);
      assert.match(source, /^data:image\/png;base64,/);
      assert.equal(
        (await problemOf(services.images.load(thread(1n), `${forge.base}/api/v1/version`))).kind,
        "malformed",
      );
    });
  });
}

describe("Repositories in the view", () => {
  let here: Machine;
  beforeEach(async () => {
    here = await machine();
  });
  afterEach(() => here.close());

  it("are those of the open folders at known servers, and pinned ones", async () => {
    const remotes = ["git@codeberg.org:lantern/almanac.git", "https://github.com/lantern/almanac.git"];
    const { services, signIn } = here.open("https://codeberg.org", { remotes });
    const names = async () =>
      (await services.repositories.list()).map(({ address: { base, name }, pinned }) => `${base} ${name} ${pinned}`);
    assert.deepEqual(await names(), ["https://codeberg.org almanac false"]);
    await services.repositories.pin({ base: "https://git.example.org", owner: "a", name: "b" });
    await services.repositories.pin({ base: "https://codeberg.org", owner: "Lantern", name: "Almanac" });
    assert.deepEqual(await names(), ["https://codeberg.org almanac true", "https://git.example.org b true"]);
    await signIn("alice", { at: "https://github.com" });
    assert.equal((await names()).length, 3);
    await services.repositories.unpin({ base: "https://git.example.org", owner: "A", name: "B" });
    assert.equal((await names()).length, 2);
  });
});

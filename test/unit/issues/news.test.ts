// Looking for changes in an open thread: every kind is found, with as few requests as possible.
import assert from "node:assert/strict";
import type { ThreadAddress } from "../../../src/issues/model/address.ts";
import type { Services } from "../../../src/issues/services.ts";
import { DISTINCT_SERVERS, startForge, type Forge } from "./service.ts";
import { machine, type Machine } from "./machine.ts";

for (const personality of DISTINCT_SERVERS) {
  describe(`An open thread at ${personality}`, () => {
    let forge: Forge;
    let home: Machine;
    let services: Services;
    let thread: ThreadAddress;

    before(async () => {
      forge = await startForge(personality);
    });
    after(() => forge.close());
    beforeEach(async () => {
      forge.reset();
      home = await machine();
      const window = home.open(forge.base);
      ({ services } = window);
      await window.signIn("alice");
      thread = { base: forge.base, owner: "alice", name: "demo", number: 1n };
      await services.threads.read(thread);
      forge.service.journal = [];
    });
    afterEach(() => home.close());

    const look = (thorough = false) => services.threads.refresh(thread, { thorough });
    const bodies = () => services.threads.at(thread).thread?.comments?.map(({ body }) => body) ?? [];
    const asked = () =>
      forge.asked().map((each) => each.replace(/^GET .*\/api\/v1/, "").replace("/repos/alice/demo/issues", ""));

    it("costs one small response while nothing is new", async () => {
      assert.equal(await look(), false);
      assert.equal(forge.service.journal.length, 1, asked().join("\n"));
      assert.match(asked()[0] ?? "", /^\/1\/timeline\?since=2026-10-21T09:[\d:]+Z&page=1&limit=50$/);
      const answer = await fetch(new URL(forge.service.journal[0]?.target ?? "", forge.base), {
        headers: { authorization: `token ${Buffer.from("alice").toString("hex").padEnd(40, "0")}` },
      });
      const head = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
      assert.ok(head + (await answer.text()).length < 1024);
    });

    it("says that the issue is gone as soon as it was deleted", async () => {
      forge.act("deleteIssue", { repo: "alice/demo", issue: 1 });
      await look();
      assert.equal(services.threads.at(thread).problem?.kind, "notFound");
    });

    it("shows someone else's comment, with its files, by loading only what is new", async () => {
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "from elsewhere" });
      assert.equal(await look(), true);
      assert.equal(bodies().at(-1), "from elsewhere");
      assert.ok(!asked().some((each) => each.endsWith("comments")), asked().join("\n"));
      assert.equal(await look(), false);
    });

    it("shows an edit, also one within the same second, because it compares the text", async () => {
      forge.act("editComment", { id: 301, body: "changed once" });
      assert.equal(await look(), true);
      assert.ok(bodies().includes("changed once"));
      const first = services.threads.at(thread).thread;
      forge.act("editComment", { id: 301, body: "changed twice" });
      assert.equal(await look(), true);
      assert.ok(bodies().includes("changed twice"));
      assert.ok(first !== undefined && bodies().length === first.comments?.length);
    });

    it("shows an edit though the server's clock was years ahead once, and left that time behind", async () => {
      forge.clock.set(Date.UTC(2061, 0, 1));
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "from the future" });
      forge.clock.run();
      assert.equal(await look(), true);
      forge.act("editComment", { id: 301, body: "changed since" });
      assert.equal(await look(), true);
      assert.ok(bodies().includes("changed since") && bodies().includes("from the future"));
      assert.equal(await look(), false);
    });

    it("shows events beside the comments", async () => {
      forge.act("addEvent", { repo: "alice/demo", issue: 1, by: "bob", type: "pin_order" });
      assert.equal(await look(), true);
      const last = services.threads.at(thread).thread?.items.at(-1);
      assert.ok(last?.kind === "event" && last.event.meaning.kind === "unknown");
    });

    it("detects a deletion by the issue's comment count in a thorough check", async () => {
      forge.act("deleteComment", { id: 301 });
      assert.equal(await look(), false);
      assert.equal(await look(true), true);
      assert.ok(!bodies().includes("first comment by alice"));
    });

    it("detects a deletion that a new comment hides from the count, because it compares the IDs", async () => {
      const before = bodies().length;
      forge.act("deleteComment", { id: 301 });
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "in its place" });
      assert.equal(await look(), true);
      assert.equal(bodies().length, before);
      assert.ok(bodies().includes("in its place") && !bodies().includes("first comment by alice"));
    });

    it("shows what comes after hundreds of references that the user can't see, and doesn't look behind them again", async () => {
      const window = home.open(forge.base);
      await window.signIn("bob");
      const { threads } = window.services;
      const from = { repo: "alice/secret", issue: 1 };
      forge.act("addReferences", { repo: "alice/demo", issue: 1, by: "alice", from, times: 120 });
      await threads.read(thread);
      const poll = () => threads.refresh(thread, { thorough: false });
      await poll();
      forge.clock.advance(5_000);
      forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "after them" });
      assert.equal(await poll(), true);
      assert.equal(threads.at(thread).thread?.comments?.at(-1)?.body, "after them");
      // As many again while the thread is open.
      forge.act("addReferences", { repo: "alice/demo", issue: 1, by: "alice", from, times: 120 });
      forge.clock.advance(5_000);
      forge.act("addEvent", { repo: "alice/demo", issue: 1, by: "alice", type: "pin" });
      assert.equal(await threads.refresh(thread, { thorough: true }), true);
      const last = threads.at(thread).thread?.items.at(-1);
      assert.deepEqual(last?.kind === "event" ? last.event.meaning : undefined, { kind: "pinned" });
      await poll();
      forge.service.journal = [];
      assert.equal(await poll(), false);
      // The second of the event may have more of them, so it is read again until it is over.
      assert.ok(forge.service.journal.length <= 2, asked().join("\n"));
    });

    it("shows that someone else removed a file, in a thorough check", async () => {
      const files = () =>
        services.threads.at(thread).thread?.comments?.find(({ id }) => id === 302n)?.attachments.length;
      assert.equal(files(), 1);
      forge.act("removeFiles", { id: 302 });
      assert.equal(await look(true), true);
      assert.equal(files(), 0);
      assert.equal(await look(true), false);
    });

    it("keeps its content if a refresh fails, says why, and removes the message after the next success", async () => {
      const before = bodies();
      forge.answer("timeline", 500, {});
      assert.equal(await look(), false);
      assert.equal(services.threads.at(thread).problem?.kind, "server");
      assert.deepEqual(bodies(), before);
      forge.service.faults.clear();
      await look();
      assert.equal(services.threads.at(thread).problem, undefined);
    });
  });
}

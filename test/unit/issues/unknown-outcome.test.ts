// What Triptych does if it can't know whether a text arrived, or as whom: it sends nothing by itself, and asks.
import assert from "node:assert/strict";
import { NAMELESS } from "../../../src/issues/repositories/nameless-accounts.ts";
import { isWaiting } from "../../../src/issues/writing/drafts/draft.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../src/issues/writing/drafts/draft-document.ts";
import { tokenOf } from "./machine.ts";
import { DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

const SOON_MS = 20_000;

for (const personality of DISTINCT_SERVERS) {
  describe(`A text with an unknown outcome at ${personality}`, () => {
    const at = windowAt(personality);
    const { asked, bodies, reply } = at;
    const posts = () => at.count("POST");
    const times = (text: string) => bodies().filter((body) => body === text).length;
    const failure = async () => (await at.services.writing.drafts.get(reply()))?.failure;
    const lose = (path: string, kind: "lost" | "refuse" = "lost") =>
      at.forge.service.faults.add({ kind, method: "POST", path, times: 1 });
    /** Runs the outbox once. */
    const turn = async (services = at.services) => {
      services.writing.outbox.start();
      await services.writing.outbox.run();
    };
    const send = async (text: string) => {
      await at.services.writing.drafts.save(reply(), text);
      return await at.services.writing.sender.send(reply());
    };
    /** Signs in with a user's token under another ID. */
    const signInAs = async (id: string, user: string) => {
      await at.window.signOut();
      const { base } = at.forge;
      const account = { service: "issues", origin: new URL(base).origin, id, name: id, base } as const;
      await at.window.accounts.add(account, { scheme: "token", value: tokenOf(user) });
    };

    it("isn't considered absent if a comment in the thread can't be decoded", async () => {
      at.forge.answer("issues/1/comments", 200, [{ id: "x" }], { method: "GET" });
      lose("comments");
      const outcome = await send("in a form from the future");
      assert.equal(outcome.sent ? "sent" : outcome.why, "unsure");
      await turn();
      assert.deepEqual([posts(), times("in a form from the future")], [1, 1]);
    });

    it("isn't considered absent if an issue in the repository can't be decoded", async () => {
      const place = places.newIssue({ base: at.forge.base, owner: "alice", name: "demo" }, 1n);
      const { drafts, sender } = at.services.writing;
      await drafts.save(place, writeDocument("newIssue", { title: "From the future", body: "" }));
      lose("/issues$");
      const sending = sender.send(place);
      await asked("POST");
      at.forge.answer("/issues\\?", 200, [{ id: "x" }], { method: "GET" });
      const outcome = await sending;
      assert.equal(outcome.sent ? "sent" : outcome.why, "unsure");
      await turn();
      assert.equal(posts(), 1);
    });

    it("is searched for from the newest issue that can be decoded", async () => {
      const list = (await at.forge.api("alice").issues(at.thread(1n), { state: "all", page: 1, limit: 1 })).values;
      at.forge.answer("/issues\\?.*limit=1$", 200, [{ id: "x" }], { method: "GET" });
      const place = places.newIssue({ base: at.forge.base, owner: "alice", name: "demo" }, 1n);
      const { attempts, drafts, sender } = at.services.writing;
      await drafts.save(place, writeDocument("newIssue", { title: "After an odd one", body: "" }));
      lose("/issues$", "refuse");
      await sender.send(place);
      const [attempt] = await attempts.list();
      assert.equal(attempt?.after, list[0]?.number);
    });

    it("is left to the user if another login posted it, because the token's user may have been renamed", async () => {
      await signInAs("alicia", "alice");
      lose("comments");
      const outcome = await send("renamed on the server");
      assert.equal(outcome.sent ? "sent" : outcome.why, "unsure");
      await turn();
      assert.deepEqual([posts(), times("renamed on the server")], [1, 1]);
    });

    it("is left to the user if someone posted it, and the token doesn't reveal its own user", async () => {
      await signInAs(NAMELESS, "alice");
      await at.services.writing.drafts.save(reply(), "+1");
      lose("comments", "refuse");
      const sending = at.services.writing.sender.send(reply());
      await asked("POST");
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "+1" });
      const outcome = await sending;
      assert.equal(outcome.sent ? "sent" : outcome.why, "unsure");
    });

    it("is found although the server's clock was once years ahead", async () => {
      at.forge.clock.set(Date.UTC(2061, 0, 1));
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "from the future" });
      at.forge.clock.run();
      lose("comments");
      assert.ok((await send("from the present")).sent);
      assert.equal(times("from the present"), 1);
    });

    it("doesn't wait for an account if it was sent while no one was signed in", async () => {
      await at.window.signOut();
      at.forge.service.faults.add({ kind: "refuse" });
      assert.equal((await send("by no one")).sent, false);
      at.forge.service.faults.clear();
      await at.window.signIn("bob");
      await turn();
      assert.equal(posts(), 0);
    });

    it("waits for the unnamed token that was sending it when the window was killed", async () => {
      let now = Date.now();
      await signInAs(NAMELESS, "alice");
      await at.services.writing.drafts.save(reply(), "by one without a name");
      at.forge.service.faults.add({ kind: "slow", method: "POST", path: "comments", times: 1, ms: 600_000 });
      // The window is killed while it looks for the comment.
      at.forge.service.faults.add({ kind: "stall", method: "GET", path: "issues/1/comments\\?since", times: 1 });
      void at.services.writing.sender.send(reply());
      await asked("POST");
      await at.here.releaseLocks();
      now += SOON_MS;
      await at.window.signOut();
      const next = at.here.open(at.forge.base, { now: () => now });
      await next.signIn("bob");
      await turn(next.services);
      await turn(next.services);
      assert.equal(posts(), 1);
    });

    it("is remembered if it may still arrive after the server temporarily rejected the next attempt", async () => {
      lose("comments", "refuse");
      assert.equal((await send("late")).sent, false);
      at.forge.service.faults.add({
        kind: "status",
        status: 429,
        body: "{}",
        method: "POST",
        path: "comments",
        times: 1,
      });
      assert.equal((await at.services.writing.sender.send(reply())).sent, false);
      assert.equal((await failure())?.kind, "rateLimited");
      const draft = await at.services.writing.drafts.get(reply());
      assert.ok(draft !== undefined && isWaiting(draft));
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "late" });
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      assert.equal(times("late"), 1);
    });

    it("is searched for before it is sent again if the server accepted but didn't list it", async () => {
      const other = { id: 99_999, body: "something else", user: { id: 1, login: "alice" }, assets: [] };
      const times201 = { created_at: "2026-11-20T09:00:00Z", updated_at: "2026-11-20T09:00:00Z" };
      at.forge.answer("issues/1/comments", 201, { ...other, ...times201 }, { method: "POST", times: 1 });
      const outcome = await send("shown late");
      assert.equal(outcome.sent ? "sent" : outcome.why, "unsure");
      at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "shown late" });
      assert.ok((await at.services.writing.sender.send(reply())).sent);
      assert.deepEqual([posts(), times("shown late")], [1, 1]);
    });

    it("is known to be absent although someone just edited an old comment of the thread", async () => {
      at.forge.clock.set(Date.now() + 2 * 60 * 60_000);
      at.forge.act("editComment", { id: 301, body: "edited by a bot" });
      lose("comments", "refuse");
      const outcome = await send("after an edit");
      assert.equal(outcome.sent ? "sent" : outcome.why, "lost");
      await turn();
      assert.deepEqual([posts(), times("after an edit")], [2, 1]);
    });

    it("is kept if the server answers with the old text and then can't be reached", async () => {
      const place = places.comment(at.thread(1n), 301n);
      const { drafts, sender } = at.services.writing;
      const opened = { title: undefined, body: "first comment by alice", version: undefined };
      await drafts.begin(place, { opened, author: "alice" });
      await drafts.save(place, "better words");
      const old = { id: 301, body: opened.body, user: { id: 1, login: "alice" }, assets: [] };
      const times200 = { created_at: "2026-11-20T09:00:00Z", updated_at: "2026-11-20T09:00:00Z" };
      at.forge.answer("comments/301$", 200, { ...old, ...times200 }, { method: "PATCH" });
      at.forge.answer("comments/301$", 200, { ...old, ...times200 }, { method: "GET", times: 1 });
      at.forge.service.faults.add({ kind: "refuse", method: "GET", path: "comments" });
      assert.equal((await sender.send(place)).sent, false);
      assert.equal((await drafts.get(place))?.text, "better words");
      at.forge.service.faults.clear();
      await turn();
      assert.ok(bodies().includes("better words"));
    });
  });
}

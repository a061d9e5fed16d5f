// Writing in the panel of a thread: the reply box, its banners, and the outcome of sending.
import assert from "node:assert/strict";
import { failureSentence, refusalSentence } from "../../../src/issues/editing/draft-text.ts";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import type { LineView } from "../../../src/panels/thread/messages.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { until } from "../extension.ts";
import { plain, threadPanels } from "./panel-harness.ts";

describe("Writing in a thread's panel", () => {
  const at = threadPanels();
  const { open, thread } = at;

  it("offers to sign in instead of a write box if there is no account", async () => {
    const { shown, last, banners, send } = open(1);
    await shown();
    assert.equal(last("write")?.write, undefined);
    assert.deepEqual(banners(), [`Sign in to ${new URL(at.forge.base).host} to reply.`]);
    await send({ type: "remedy", remedy: "signIn" });
    assert.deepEqual(at.done, [`sign in at ${at.forge.base}`]);
  });

  it("has a write box as soon as the user has signed in", async () => {
    const { shown, last, banners } = open(1);
    await shown();
    await at.window.signIn("alice");
    const [account] = at.services.access.accountsAt(at.forge.base);
    assert.ok(account !== undefined);
    await at.services.forgetAccount(account, { gone: false });
    await until("there is a write box", () => last("write")?.write?.who === "alice");
    assert.deepEqual(banners(), []);
  });

  it("says that a thread is locked, and keeps the write box for people with write access", async () => {
    await at.window.signIn("bob");
    const { shown, last, banners } = open(8);
    await shown();
    assert.equal(last("write")?.write, undefined);
    assert.deepEqual(banners(), ["Locked. Only people with write access to alice/demo can comment."]);
    await at.window.signOut();
    await at.window.signIn("alice");
    at.services.repositoryNames.forgetAt(at.forge.base);
    const own = open(8);
    await at.services.repositoryNames.read({ base: at.forge.base, owner: "alice", name: "demo" });
    await own.shown();
    assert.ok(own.last("write")?.write !== undefined);
  });

  it("says that a repository is archived, and keeps the draft", async () => {
    await at.window.signIn("alice");
    await at.services.repositoryNames.read({ base: at.forge.base, owner: "alice", name: "archived" });
    const { shown, last, banners, send } = open(1, "archived");
    await send({ type: "typed", text: "too late" });
    await shown();
    assert.equal(last("write")?.write, undefined);
    assert.match(banners().join(), /^Archived\. alice\/archived is read-only.* Your draft from .* is kept\.$/);
  });

  it("keeps the typed text, posts it, and says when", async () => {
    await at.window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    await send({ type: "typed", text: "from the box" });
    await until("it says that it is kept", () => (last("write")?.write?.status ?? "").startsWith("Draft saved "));
    assert.ok(!(await at.forge.texts(1)).includes("from the box"));
    await send({ type: "post", text: "from the box" });
    assert.ok((await at.forge.texts(1)).includes("from the box"));
    assert.equal(last("write")?.write?.text, "");
    assert.match(last("write")?.write?.status ?? "", /^Posted /);
    assert.deepEqual(banners(), [], "the comment itself is enough");
  });

  for (const elsewhere of ["window", "tab"] as const) {
    it(`asks before it posts or changes anything while the user is in another ${elsewhere}, and keeps the text`, async () => {
      await at.window.signIn("alice");
      const answers = new ScriptedDialogs(false, false, false, true);
      const { shown, send } = open(1, "demo", "alice", { answers });
      const { lines } = await shown();
      const before = await at.forge.texts(1);
      const { id = assert.fail() } = lines.find((each) => each.kind === "comment") ?? {};
      at.leaveFor(elsewhere);
      await send({ type: "post", text: "forged" });
      await send({ type: "close", text: "" });
      await send({ type: "react", id, reaction: "heart", on: true });
      assert.deepEqual(answers.asked, ["Post this comment on #1?", "Change #1?", "Change #1?"]);
      assert.match(answers.details[0] ?? "", /^forged\n/);
      assert.deepEqual([await at.forge.texts(1), at.done], [before, []]);
      const { drafts } = at.services.writing;
      assert.equal((await drafts.get(places.newComment(thread(1))))?.text, "forged");
      await send({ type: "post", text: "meant" });
      assert.deepEqual(await at.forge.texts(1), [...before, "meant"]);
    });
  }

  it("uploads a pasted file for its reply, and tells the page what became of the placeholder", async () => {
    await at.window.signIn("alice");
    const attached: unknown[] = [];
    const replaced = new Emitter<{ place: Place; from: string; to: string }>();
    const { shown, connection, last } = open(1, "demo", "alice", {
      pasting: {
        attach: (...uploaded) => Promise.resolve(void attached.push(uploaded)),
        onDidReplace: replaced.event,
      },
    });
    await shown();
    const content = new Uint8Array([1, 2]);
    await connection.receive({ type: "attach", placeholder: "<!-- 1 -->", name: "a.png", kind: "image/png", content });
    const place = places.newComment(thread(1));
    assert.deepEqual(attached, [[place, "<!-- 1 -->", { name: "a.png", type: "image/png" }, content]]);
    replaced.fire({ place: places.newComment(thread(2)), from: "<!-- 1 -->", to: "other" });
    assert.equal(last("replaced"), undefined);
    replaced.fire({ place, from: "<!-- 1 -->", to: "link" });
    assert.deepEqual(last("replaced"), { type: "replaced", from: "<!-- 1 -->", to: "link" });
  });

  it("keeps the newest text in the box while the drafts of the thread are loaded slowly", async () => {
    await at.window.signIn("alice");
    const { shown, send, sent, last } = open(1);
    await shown();
    await send({ type: "typed", text: "earlier" });
    const { drafts } = at.services.writing;
    const load = drafts.ofThread.bind(drafts);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    drafts.ofThread = async (asked) => {
      const found = await load(asked);
      await held;
      return found;
    };
    const threadsSent = () => sent.filter(({ type }) => type === "thread").length;
    const before = threadsSent();
    at.services.threads.take(thread(1), []);
    await drafts.get(places.newComment(thread(1)));
    await send({ type: "typed", text: "earlier and more" });
    await until("it is kept", () => last("write")?.write?.text === "earlier and more");
    answer();
    await until("the thread is sent again", () => threadsSent() > before);
    await drafts.get(places.newComment(thread(1)));
    assert.equal(last("write")?.write?.text, "earlier and more");
  });

  it("says why a comment was not sent and what to do, and keeps it", async () => {
    await at.window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    await at.forge.fault({ kind: "status", status: 401, method: "POST", path: "comments" });
    await send({ type: "post", text: "refused" });
    assert.match(banners().join(), /^Not sent\. .* requires a valid token.* Your draft is kept\.$/);
    assert.deepEqual(
      last("banners")?.banners.flatMap(({ buttons = [] }) => buttons.map(({ act }) => act)),
      [{ type: "remedy", remedy: "signIn" }],
    );
    assert.equal(last("write")?.write?.text, "refused");
    assert.match(last("write")?.write?.status ?? "", /Not sent: token rejected/);
    await at.forge.mend();
    const [account = assert.fail()] = at.window.accounts.list("issues");
    await at.services.forgetAccount(account, { gone: false });
    await until("a new token ends the banner", () => banners().length === 0);
    assert.match(last("write")?.write?.status ?? "", /^Draft saved /);
    assert.equal(last("write")?.write?.text, "refused");
  });

  for (const status of [401, 404, 407, 413, 422, 429, 503]) {
    it(`says the same in a new window about a comment that was rejected with ${status}`, async () => {
      await at.window.signIn("alice");
      const { send, shown } = open(1);
      await shown();
      await at.forge.fault({ kind: "status", status, method: "POST", path: "comments" });
      const { place, sender, drafts } = { place: places.newComment(thread(1)), ...at.services.writing };
      await send({ type: "typed", text: "refused" });
      const outcome = await sender.send(place);
      assert.ok(!outcome.sent);
      const { failure = assert.fail() } = (await drafts.get(place)) ?? {};
      const now = Date.now();
      assert.equal(failureSentence(failure, place, now), refusalSentence(outcome, place, now));
    });
  }

  const barriers = {
    lock: { repo: "alice/demo", issue: 1 },
    archive: { repo: "alice/demo" },
  };
  for (const [act, given] of Object.entries(barriers)) {
    it(`removes the box immediately if a comment is rejected, and keeps the text: ${act}`, async () => {
      await at.window.signIn("bob");
      const { shown, send, last, banners } = open(1);
      await shown();
      await at.forge.act(act, given);
      await send({ type: "post", text: "too late" });
      await until("there is no box", () => last("write")?.write === undefined);
      assert.match(
        banners().join(),
        /^(?:Locked\. Only people with write access|Archived\. ).* Your draft from .* is kept\.$/,
      );
      assert.ok(!(await at.forge.texts(1)).includes("too late"));
    });
  }

  it("says when the outbox has sent a comment that could not be sent before", async () => {
    await at.window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    await at.forge.fault({ kind: "refuse", path: "/api/v1" });
    await send({ type: "post", text: "waits, and goes" });
    assert.match(banners().join(), /^Not sent\. .* Your draft is kept, and Triptych sends it automatically\.$/);
    assert.equal(last("write")?.write?.status, "Waiting: offline");
    await at.forge.mend();
    at.services.writing.outbox.start();
    await at.services.writing.outbox.run();
    assert.ok((await at.forge.texts(1)).includes("waits, and goes"));
    await until("it says so", () => (last("write")?.write?.status ?? "").startsWith("Posted "));
    assert.deepEqual(banners(), []);
    assert.equal(last("write")?.write?.text, "");
    const known = at.services.threads.at(thread(1)).thread;
    assert.equal(known?.comments?.at(-1)?.body, "waits, and goes");
  });

  it("follows a renamed repository with the thread, the draft and its outcome", async () => {
    await at.window.signIn("alice");
    const { about, shown, send, last, lines } = open(1);
    await shown();
    const before = lines().length;
    await at.forge.fault({ kind: "refuse", method: "POST", path: "comments" });
    await send({ type: "post", text: "written under the old name" });
    await at.forge.mend();
    await at.forge.act("renameRepo", { repo: "alice/demo", name: "trial" });
    await send({ type: "action", id: "refresh" });
    await until("the new name is shown", () => last("thread")?.thread.repository.name === "alice/trial");
    assert.equal(about(), "alice/trial#1");
    assert.equal(last("write")?.write?.text, "written under the old name");
    at.services.writing.outbox.start();
    await at.services.writing.outbox.run();
    assert.ok((await at.forge.texts(1, "alice/trial")).includes("written under the old name"));
    await until("the box says so", () => (last("write")?.write?.status ?? "").startsWith("Posted "));
    assert.equal(last("write")?.write?.text, "");
    await until("the comment is shown", () => lines().length === before + 1);
  });

  it("says that a comment was posted twice, and removes the second on request", async () => {
    await at.window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    const forge = (about: string) => send({ type: "action", id: "removeSecond", about });
    await forge("301");
    await at.forge.fault({ kind: "twice", method: "POST", path: "comments", times: 1 });
    await send({ type: "post", text: "doubled" });
    assert.match(banners().join(), /^Posted twice\. /);
    const remove = last("banners")?.banners[0]?.buttons?.[0]?.act;
    assert.ok(remove?.type === "action" && remove.id === "removeSecond" && remove.about !== undefined);
    for (const other of ["301", String(BigInt(remove.about) - 1n), `${remove.about}0`, "x"]) await forge(other);
    assert.deepEqual(at.done, [], "a page can't choose the comment");
    await send({ type: "action", id: "removeSecond", about: remove.about });
    assert.deepEqual(at.done, [`remove the second ${remove.about}`]);
  });

  it("posts a deleted comment again, or what may have arrived, only if it has offered that", async () => {
    await at.window.signIn("alice");
    const panel = open(1);
    await panel.shown();
    await panel.send({ type: "typed", text: "not sent yet" });
    const before = await at.forge.texts(1);
    await panel.send({ type: "action", id: "sendAnyway" });
    await panel.send({ type: "action", id: "postAgain", about: "301" });
    assert.deepEqual([await at.forge.texts(1), at.done], [before, []]);
  });

  it("shows a comment that the user deleted as long as its text is kept", async () => {
    await at.window.signIn("alice");
    const panel = open(1);
    await panel.shown();
    const [first] = at.services.threads.at(thread(1)).thread?.comments ?? [];
    assert.ok(first !== undefined);
    assert.equal(await at.services.writing.deletion.remove(thread(1), first.id), undefined);
    await at.services.threads.read(thread(1));
    const note = () => panel.lines().findLast((line) => line.kind === "event" && line.action !== undefined);
    await until("it says so", () => note() !== undefined);
    const line = note();
    assert.ok(line?.kind === "event");
    assert.equal(plain(line.sentence), "You deleted alice's comment. Its text is kept.");
    await panel.send({ type: "action", id: "postAgain", about: "301" });
    assert.match(at.done.join(), /post again .*deletedComment 1 301/);
  });

  it('shows "posted" until the comment has been visible for a while', async () => {
    await at.window.signIn("alice");
    const { shown, send, last, lines } = open(2);
    await shown();
    await send({ type: "post", text: "Posted and seen." });
    const status = () => last("write")?.write?.status;
    await until("it says so", () => status()?.startsWith("Posted ") === true);
    const isPosted = (line: LineView) => line.kind === "comment" && line.markdown === "Posted and seen.";
    await until("it is shown", () => lines().some(isPosted));
    const before = new Set(at.timers);
    await send({ type: "visible", ids: ["description"] });
    assert.equal([...at.timers].filter((run) => !before.has(run)).length, 0);
    await send({
      type: "visible",
      ids: lines()
        .filter(isPosted)
        .map(({ id }) => id),
    });
    const [leave, ...others] = [...at.timers].filter((run) => !before.has(run));
    assert.deepEqual([leave === undefined, others.length], [false, 0]);
    leave?.();
    await until("it is gone", () => status() === "");
  });
});

// What Triptych promises about comments, each promise under the conditions that could break it.
import assert from "node:assert/strict";
import { userActionsAt } from "./user-actions.ts";

const HOUR_MS = 3_600_000;

describe("Triptych never deletes a comment by itself", () => {
  const { at, writer, times, reply } = userActionsAt("forgejo");

  it("keeps the same text if it is posted again a day later, even if the check after the first post failed", async () => {
    let now = Date.now();
    const first = writer(at.here.open(at.forge.base, { now: () => now }));
    await first.write("@bot retest");
    const sending = first.send(reply());
    await at.asked("POST");
    at.forge.service.faults.add({ kind: "status", status: 404, method: "GET", path: "issues/1/comments" });
    assert.equal(await sending, "sent");
    at.forge.service.faults.clear();
    at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "Still red." });
    at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "@bot retest" });
    now += 26 * HOUR_MS;
    await writer(at.here.open(at.forge.base, { now: () => now })).turn();
    assert.deepEqual([times("@bot retest"), at.count("DELETE")], [2, 0]);
  });

  it("keeps both copies if a proxy sent a comment twice", async () => {
    at.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
    const { write, send, turn } = writer(at.window);
    assert.equal(await send(await write("doubled on the way")), "sent");
    await turn();
    assert.deepEqual([times("doubled on the way"), at.count("DELETE")], [2, 0]);
  });
});

describe("a draft is removed only after the server confirmed its comment", () => {
  const { at, writer, times } = userActionsAt("forgejo");

  it("posts a text once if two windows send it at the same moment", async () => {
    const [one, other] = [writer(at.window), writer(at.here.open(at.forge.base))];
    for (let round = 0; round < 10; round += 1) {
      const text = `from both ${round}`;
      const place = await one.write(text);
      await Promise.all([one.send(place), other.send(place)]);
      assert.equal(times(text), 1);
      assert.deepEqual(await one.kept(), []);
    }
  });

  describe("if the server answers for another comment", () => {
    const [time, user] = ["2026-11-20T09:00:00Z", { id: 1, login: "alice" }];
    const comment = (id: number, body: string) => ({ id, body, user, created_at: time, updated_at: time, assets: [] });
    const answerFor = (id: number, body: string, more = {}) =>
      at.forge.answer("issues/1/comments", 201, comment(id, body), { method: "POST", times: 1, ...more });

    for (const [other, id, body] of [
      ["an older one", 301, "first comment by alice"],
      ["an older one with its text", 301, "not there"],
      ["someone else's", 99_999, "something else"],
    ] as const) {
      it(`keeps the text, and asks: ${other}`, async () => {
        answerFor(id, body);
        const { write, send, turn, kept, why } = writer(at.window);
        assert.equal(await send(await write("not there")), "unsure");
        await turn();
        assert.deepEqual([await kept(), await why(), at.count("POST")], [["not there"], ["unsure"], 1]);
      });

      it(`finds the text if it has arrived: ${other}`, async () => {
        answerFor(id, body, { afterEffect: true });
        const { write, send, kept } = writer(at.window);
        assert.equal(await send(await write("not there")), "sent");
        assert.deepEqual([times("not there"), await kept()], [1, []]);
      });
    }

    it("recognizes its own comment if the server changed the text", async () => {
      const { write, send, kept } = writer(at.window);
      answerFor(99_999, "censored");
      // The first list is requested before the comment is sent. A request counts only for the first answer that is left.
      const list = [comment(99_999, "censored")];
      for (let answers = 0; answers < 2; answers += 1)
        at.forge.answer("issues/1/comments", 200, list, { method: "GET", every: 2, times: 1 });
      assert.equal(await send(await write("not there")), "sent");
      assert.deepEqual(await kept(), []);
    });
  });
});

describe("automatic sending uses the account that asked for it", () => {
  const { at, writer } = userActionsAt("forgejo");
  const posters = (text: string) => at.forge.comments(1).flatMap(({ body, poster }) => (body === text ? [poster] : []));

  it("sends under the account that asked for it, even if another is chosen by now", async () => {
    const { write, send, turn } = writer(at.window);
    at.forge.service.faults.add({ kind: "refuse", path: "" });
    await send(await write("as alice"));
    at.forge.service.faults.clear();
    await at.window.signIn("dave");
    const dave = at.services.access.accountsAt(at.forge.base).find(({ id }) => id === "dave") ?? assert.fail("dave");
    await at.services.access.choose(at.thread(1n), dave);
    await turn();
    assert.deepEqual(posters("as alice"), ["alice"]);
  });

  it("waits, and says so, while that account is missing", async () => {
    const { write, send, turn, why, kept } = writer(at.window);
    at.forge.service.faults.add({ kind: "refuse", path: "" });
    await send(await write("as alice alone"));
    at.forge.service.faults.clear();
    await at.window.signOut();
    await at.window.signIn("bob");
    await turn();
    assert.deepEqual([posters("as alice alone"), await why(), await kept()], [[], ["signedOut"], ["as alice alone"]]);
    await at.window.signIn("alice");
    await turn();
    assert.deepEqual(posters("as alice alone"), ["alice"]);
  });
});

describe("two equal texts are two comments", () => {
  const { at, writer, times } = userActionsAt("forgejo");

  it("posts the second /retest a moment after the first", async () => {
    const { write, send } = writer(at.window);
    assert.equal(await send(await write("/retest")), "sent");
    assert.equal(await send(await write("/retest")), "sent");
    assert.equal(times("/retest"), 2);
  });

  it("keeps the second if a window was killed before it recorded that the first arrived", async () => {
    const killed = writer(at.here.open(at.forge.base));
    const place = await killed.write("/retest again");
    assert.equal(await killed.send(place), "sent");
    const { attempts } = at.services.writing;
    for (const attempt of await attempts.list()) await attempts.put({ ...attempt, settled: false });
    const { write, send, turn, kept } = writer(at.window);
    await write("/retest again");
    await turn();
    assert.deepEqual(await kept(), ["/retest again"]);
    assert.equal(await send(place), "sent");
    assert.deepEqual([times("/retest again"), await kept()], [2, []]);
  });
});

describe("automatic resending stops when it can't know", () => {
  const { at, writer, times } = userActionsAt("forgejo");

  it("asks if an unknown newer comment by the same person may be the one that arrived", async () => {
    let now = Date.now();
    const { write, send, turn, kept } = writer(at.here.open(at.forge.base, { now: () => now }));
    const place = await write("arrived and edited");
    at.forge.service.faults.add({ kind: "lost", method: "POST", path: "comments", times: 1 });
    const sending = send(place);
    await at.asked("POST");
    at.forge.service.faults.add({ kind: "refuse", method: "GET", path: "" });
    await sending;
    at.forge.service.faults.clear();
    const { id } = at.forge.comments(1).at(-1) ?? assert.fail("it arrived");
    at.forge.act("editComment", { id, body: "Arrived, and edited on the web" });
    now += HOUR_MS;
    await turn();
    await turn();
    assert.deepEqual([times("arrived and edited"), at.count("POST")], [0, 1]);
    assert.deepEqual(await kept(), ["arrived and edited"]);
  });

  it("ends if a lost attempt is rejected for good", async () => {
    let now = Date.now();
    const { write, send, turn, kept } = writer(at.here.open(at.forge.base, { now: () => now }));
    const place = await write("lost, then refused");
    at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
    assert.equal(await send(place), "lost");
    now += HOUR_MS;
    at.forge.service.faults.add({ kind: "status", status: 422, body: "{}", method: "POST", path: "comments" });
    await turn();
    now += HOUR_MS;
    await turn();
    const before = at.forge.asked().length;
    now += HOUR_MS;
    await turn();
    assert.equal(at.forge.asked().length, before);
    assert.deepEqual(await kept(), ["lost, then refused"]);
  });
});

describe("Triptych searches for an unknown outcome, and then asks", () => {
  const { at, writer, times, damageAttempts } = userActionsAt("forgejo");

  it("doesn't post again automatically if the record of the attempt is damaged", async () => {
    let now = Date.now();
    const { write, send, turn } = writer(at.here.open(at.forge.base, { now: () => now }));
    const place = await write("damaged");
    at.forge.service.faults.add({ kind: "lost", method: "POST", path: "comments", times: 1 });
    const sending = send(place);
    await at.asked("POST");
    at.forge.service.faults.add({ kind: "refuse", method: "GET", path: "" });
    await sending;
    at.forge.service.faults.clear();
    await damageAttempts();
    now += HOUR_MS;
    await turn();
    assert.equal(times("damaged"), 1);
    assert.equal(at.count("POST"), 1);
  });

  it("doesn't post again automatically if the server was restored from a backup", async () => {
    let now = Date.now();
    const { write, send, turn } = writer(at.here.open(at.forge.base, { now: () => now }));
    const place = await write("before the backup");
    at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
    assert.equal(await send(place), "lost");
    const newest = at.forge.comments(1).at(-1) ?? assert.fail("a comment");
    at.forge.act("deleteComment", { id: newest.id });
    now += HOUR_MS;
    await turn();
    assert.equal(at.count("POST"), 1);
  });

  for (const [second, isOpen] of [
    ["after the backup", false],
    ["after the backup", true],
    ["before the restore", false],
    ["before the restore", true],
  ] as const) {
    const thread = isOpen ? "with its thread open" : "unseen";
    it(`posts nothing twice if a restored server reuses an ID: "${second}", ${thread}`, async () => {
      let now = Date.now();
      const window = at.here.open(at.forge.base, { now: () => now });
      const { write, send, turn } = writer(window);
      if (isOpen) await window.services.threads.read(at.thread(1n));
      const backup = at.forge.act("backUp", { repo: "alice/demo" });
      assert.equal(await send(await write("before the restore")), "sent");
      at.forge.act("restore", { repo: "alice/demo", backup });
      now += 10_000;
      at.forge.service.faults.add({ kind: "lost", method: "POST", path: "comments", times: 1 });
      const sending = send(await write(second));
      await at.asked("POST", 2);
      at.forge.service.faults.add({ kind: "refuse", method: "GET", path: "" });
      await sending;
      at.forge.service.faults.clear();
      for (let minutes = 0; minutes < 4; minutes += 1) {
        now += 60_000;
        await turn();
      }
      assert.equal(times(second), 1);
    });
  }

  for (const status of [400, 403, 404, 413, 429]) {
    it(`knows that a comment exists even if a ${status} came after it took effect`, async () => {
      at.forge.service.faults.add({
        kind: "status",
        status,
        body: "{}",
        afterEffect: true,
        method: "POST",
        path: "comments",
        times: 1,
      });
      const { write, send, kept } = writer(at.window);
      assert.equal(await send(await write(`in spite of ${status}`)), "sent");
      assert.deepEqual([times(`in spite of ${status}`), await kept()], [1, []]);
    });
  }
});

describe("Sending a comment", () => {
  for (const personality of ["forgejo", "gitea", "gitea-1.27"] as const) {
    const { at, writer } = userActionsAt(personality);

    it(`costs at most 4 requests in a thread that is open and quiet, at ${personality}`, async () => {
      await at.services.threads.read(at.thread(1n));
      at.forge.service.journal = [];
      const { write, send } = writer(at.window);
      assert.equal(await send(await write("quiet")), "sent");
      assert.ok(at.forge.asked().length <= 4, at.forge.asked().join("\n"));
      const { thread } = at.services.threads.at(at.thread(1n));
      assert.equal(thread?.comments?.at(-1)?.body, "quiet", "the thread shows it");
    });
  }
});

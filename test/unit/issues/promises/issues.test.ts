// What Triptych promises about new issues, each promise under the conditions that could break it.
import assert from "node:assert/strict";
import { userActionsAt } from "./user-actions.ts";

const HOUR_MS = 3_600_000;

describe("a new issue whose response was lost", () => {
  const { at, writer, issues } = userActionsAt("forgejo");

  it("is matched to its attempt, although 60 newer ones were created since", async () => {
    let now = Date.now();
    const { issue, send, turn, kept } = writer(at.here.open(at.forge.base, { now: () => now }));
    const place = await issue("Once among many", "text");
    at.forge.service.faults.add({ kind: "lost", method: "POST", path: "/issues$", times: 1 });
    const sending = send(place);
    await at.asked("POST");
    at.forge.service.faults.add({ kind: "refuse", method: "GET", path: "" });
    await sending;
    at.forge.service.faults.clear();
    for (let each = 0; each < 60; each += 1)
      at.forge.act("addIssue", { repo: "alice/demo", by: "bob", title: "Newer" });
    now += HOUR_MS;
    await turn();
    assert.deepEqual([at.count("POST"), await kept()], [1, []]);
    assert.ok((await issues("Once among many")) <= 1);
  });

  it("is found although an issue with the same number was just created in another repository", async () => {
    for (const name of ["one", "two"]) at.forge.act("takeName", { owner: "alice", name, like: "alice/demo" });
    let now = Date.now();
    const { issue, send, turn, kept } = writer(at.here.open(at.forge.base, { now: () => now }));
    assert.equal(await send(await issue("First of one", "text", "one")), "sent");
    const place = await issue("First of two", "text", "two");
    at.forge.service.faults.add({ kind: "lost", method: "POST", path: "/issues$", times: 1 });
    const sending = send(place);
    while (at.count("POST") < 2) await new Promise((go) => setImmediate(go));
    at.forge.service.faults.add({ kind: "refuse", method: "GET", path: "" });
    assert.equal(await sending, "lost");
    at.forge.service.faults.clear();
    now += 30_000;
    await turn();
    assert.deepEqual([at.count("POST"), await kept()], [2, []]);
  });

  it("is left to the user if an unknown newer issue by the same person may be the one", async () => {
    let now = Date.now();
    const { issue, send, turn } = writer(at.here.open(at.forge.base, { now: () => now }));
    const place = await issue("Edited on the web", "text");
    at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "/issues$", times: 1 });
    assert.equal(await send(place), "lost");
    at.forge.act("addIssue", { repo: "alice/demo", by: "alice", title: "Edited" });
    now += HOUR_MS;
    await turn();
    assert.equal(at.count("POST"), 1);
  });
});

describe("renames and names", () => {
  const { at, writer } = userActionsAt("forgejo");

  it("sends once and removes the draft if its repository is renamed while it is sent", async () => {
    await at.services.repositoryNames.read(at.thread(1n));
    const { issue, send, kept } = writer(at.window);
    const place = await issue("Renamed under way", "text");
    at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
    assert.equal(await send(place), "sent");
    assert.deepEqual(await kept(), []);
    assert.notEqual(await send(place), "sent");
    assert.equal(at.count("POST"), 1);
  });

  it("keeps what is typed under the old name after a rename", async () => {
    await at.services.repositoryNames.read(at.thread(1n));
    const { write, kept } = writer(at.window);
    await write("First words");
    at.forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
    await at.services.repositoryNames.read(at.thread(1n));
    await write("First words, and more");
    assert.deepEqual(await kept(), ["First words, and more"]);
  });

  for (const owner of ["../../x", "a/b", "..", ""]) {
    it(`rejects a repository whose owner is ${JSON.stringify(owner)}`, async () => {
      const repository = await at.forge.api("alice").repository({ owner: "alice", name: "demo" });
      at.forge.answer("/repos/alice/demo$", 200, {
        id: Number(repository.id),
        owner: { id: 2, login: owner },
        name: "demo",
      });
      await assert.rejects(at.services.repositoryNames.read(at.thread(1n)), /malformed/);
    });
  }
});

describe("a created issue, whatever the server returned", () => {
  const { at, writer, issues } = userActionsAt("forgejo");

  it("is known to exist even if a 403 came after it took effect", async () => {
    at.forge.service.faults.add({
      kind: "status",
      status: 403,
      body: "{}",
      afterEffect: true,
      method: "POST",
      path: "/issues$",
      times: 1,
    });
    const { issue, send, kept } = writer(at.window);
    assert.equal(await send(await issue("In spite of it", "text")), "sent");
    assert.deepEqual([await issues("In spite of it"), await kept()], [1, []]);
  });
});

describe("two equal issues are two issues", () => {
  const { at, writer, issues } = userActionsAt("forgejo");

  it("are created even if another window sends the first just as this one searches for both", async () => {
    let now = Date.now();
    const window = at.here.open(at.forge.base, { now: () => now });
    const { issue, send, turn, kept } = writer(window);
    const other = writer(at.here.open(at.forge.base, { now: () => now }));
    const [first, second] = [await issue("Equal", "See the title."), await issue("Equal", "See the title.")];
    at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "issues" });
    assert.deepEqual([await send(first), await send(second)], ["lost", "lost"]);
    at.forge.service.faults.clear();
    now += 20_000;
    const { attempts } = window.services.writing;
    const list = attempts.list.bind(attempts);
    attempts.list = async () => {
      const before = await list();
      attempts.list = list;
      // This window may still be ending its turn.
      let outcome = "underWay";
      while (outcome === "underWay") outcome = await other.send(first);
      assert.equal(outcome, "sent");
      return before;
    };
    await turn();
    await turn();
    // The other window may also be sending by itself.
    await other.turn();
    assert.equal((await issues("Equal")) + (await kept()).length, 2);
  });
});

describe("the draft of a new issue is removed only after the server confirmed it", () => {
  const { at, writer, issues } = userActionsAt("forgejo");

  for (const [what, arrives] of [
    ["keeps the text, and asks", false],
    ["finds the issue if it has arrived", true],
  ] as const) {
    it(`${what}: the server answers for another issue`, async () => {
      const [time, user] = ["2026-11-20T09:00:00Z", { id: 1, login: "alice" }];
      const other = { number: 1, title: "Another", body: "", state: "open", user, created_at: time, updated_at: time };
      at.forge.answer("/issues$", 201, other, { method: "POST", times: 1, afterEffect: arrives });
      const { issue, send, turn, kept, why } = writer(at.window);
      assert.equal(await send(await issue("Not there", "text")), arrives ? "sent" : "unsure");
      await turn();
      assert.deepEqual([await issues("Not there"), at.count("POST")], [arrives ? 1 : 0, 1]);
      assert.deepEqual([(await kept()).length, await why()], arrives ? [0, []] : [1, ["unsure"]]);
    });
  }
});

// Reactions are grouped, counted and toggled, on every kind of server.
import assert from "node:assert/strict";
import { apiV1 } from "../../../src/issues/api/api-v1.ts";
import type { Forge } from "../../../src/issues/api/forge.ts";
import type { Reaction } from "../../../src/issues/model/entities.ts";
import { EmojiCatalog, Reactions } from "../../../src/issues/thread/reactions.ts";
import { linesLog } from "../workbench/lines.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, DISTINCT_SERVERS } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

const THREAD = { base: "https://git.example.org", owner: "alice", name: "demo", number: 1n };

/** Reactions that a server lists in this way, for the user who has the login at that moment. */
function listed(list: Forge["reactions"]["list"], loginAt: () => string): Reactions {
  const api = apiV1({ origin: THREAD.base, request: () => Promise.reject(new Error("not requested")) });
  return new Reactions({
    log: linesLog().log,
    now: Date.now,
    apiAt: () => ({ ...api, reactions: { ...api.reactions, list } }),
    loginAt,
    findPresent: (thread) => Promise.resolve({ thread }),
  });
}

describe("Reactions", () => {
  it("are loaded again for another account, which may not have chosen the same ones", async () => {
    let login = "alice";
    const author = { id: 1n, login: "alice" };
    const list = () => {
      const values = [{ name: "heart", author }];
      return Promise.resolve({ values, skipped: 0, reasons: [], total: 1, servedAt: undefined });
    };
    const reactions = listed(list, () => login);
    const load = async () => {
      reactions.look(THREAD, [301n]);
      await new Promise((resolve) => setImmediate(resolve));
      return reactions.of({ thread: THREAD, comment: 301n });
    };
    assert.deepEqual(await load(), [{ name: "heart", people: [], own: true }]);
    login = "bob";
    assert.equal(reactions.of({ thread: THREAD, comment: 301n }), undefined);
    assert.deepEqual(await load(), [{ name: "heart", people: ["alice"], own: false }]);
    reactions.dispose();
  });

  it("are reported for another account even if they are the same, because none were shown until then", async () => {
    let login = "alice";
    const author = { id: 3n, login: "carol" };
    const list = () => {
      const values = [{ name: "heart", author }];
      return Promise.resolve({ values, skipped: 0, reasons: [], total: 1, servedAt: undefined });
    };
    const reactions = listed(list, () => login);
    let changes = 0;
    reactions.onDidChange(() => (changes += 1));
    for (const [each, expected] of [
      ["alice", 1],
      ["alice", 1],
      ["bob", 2],
    ] as const) {
      login = each;
      reactions.age(THREAD);
      reactions.look(THREAD, [301n]);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(changes, expected);
    }
    reactions.dispose();
  });

  it("are loaded for an account that was chosen while they were being loaded for another one", async () => {
    let login = "alice";
    const author = { id: 3n, login: "carol" };
    const answers: (() => void)[] = [];
    const list = async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { values: [{ name: "heart", author }], skipped: 0, reasons: [], total: 1, servedAt: undefined };
    };
    const reactions = listed(list, () => login);
    reactions.look(THREAD, [301n]);
    login = "bob";
    reactions.look(THREAD, [301n]);
    for (const expected of [1, 2, 2]) {
      assert.equal(answers.length, expected);
      for (const answer of answers) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(reactions.of({ thread: THREAD, comment: 301n }), [
      { name: "heart", people: ["carol"], own: false },
    ]);
    reactions.dispose();
  });

  it("are grouped with a few looks at each, even if a server returns as many as it can", async () => {
    let looks = 0;
    const values = Array.from({ length: 20_000 }, (_none, id): Reaction => ({
      name: "heart",
      get author() {
        looks += 1;
        return { id: BigInt(id), login: `user${id}` };
      },
    }));
    const list = () => Promise.resolve({ values, skipped: 0, reasons: [], total: values.length, servedAt: undefined });
    const reactions = listed(list, () => "alice");
    const loaded = new Promise((resolve) => reactions.onDidChange(resolve));
    reactions.look(THREAD, [301n]);
    await loaded;
    const [group] = reactions.of({ thread: THREAD, comment: 301n }) ?? [];
    assert.equal(group?.people.length, values.length);
    assert.ok(looks > 0 && looks < 20 * values.length, `${looks} looks`);
    reactions.dispose();
  });
});

describe("The emoji of a server", () => {
  it("are those that it has now, in a window that stays open for days", async () => {
    const base = "https://git.example.org";
    const api = apiV1({ origin: base, request: () => Promise.reject(new Error("not requested")) });
    const catalog = new EmojiCatalog();
    const served = (custom: readonly string[]) => ({ ...api, emoji: () => Promise.resolve({ reactions: [], custom }) });
    await catalog.read(base, served(["gitea"]));
    assert.deepEqual(catalog.at(base).custom, ["gitea"]);
    await catalog.read(base, served(["gitea", "lantern"]));
    assert.deepEqual(catalog.at(base).custom, ["gitea", "lantern"]);
    await catalog.read(base, { ...api, emoji: () => Promise.reject(new Error("offline")) });
    assert.deepEqual(catalog.at(base).custom, ["gitea", "lantern"]);
  });
});

for (const personality of DISTINCT_SERVERS) {
  describe(`Reactions at ${personality}`, () => {
    const at = windowAt(personality);
    const { thread } = at;
    const issue = () => ({ thread: thread(1n), comment: undefined });
    const comment = (id: bigint) => ({ thread: thread(1n), comment: id });
    const people = ["alice", "bob", "carol", "dave", "root"] as const;

    it("are grouped by emoji, with the user's own marked", async () => {
      await at.forge.api("bob").reactions.add(DEMO, { comment: 301n }, "heart");
      assert.equal(await at.services.reactions.toggle(comment(301n), "heart", true), undefined);
      assert.deepEqual(at.services.reactions.of(comment(301n)), [{ name: "heart", people: ["bob"], own: true }]);
      assert.equal(await at.services.reactions.toggle(comment(301n), "heart", false), undefined);
      assert.deepEqual(at.services.reactions.of(comment(301n)), [{ name: "heart", people: ["bob"], own: false }]);
    });

    it("are empty if the server returns null", async () => {
      await at.services.reactions.toggle(comment(335n), "eyes", true);
      await at.services.reactions.toggle(comment(335n), "eyes", false);
      assert.deepEqual(at.services.reactions.of(comment(335n)), []);
    });

    it("of an issue are loaded to the last page, however small the pages are", async () => {
      for (const login of people) await at.forge.api(login).reactions.add(DEMO, { issue: 1n }, "rocket");
      at.forge.act("setPageCap", { cap: 2 });
      await at.services.reactions.toggle(issue(), "rocket", true);
      const [group] = at.services.reactions.of(issue()) ?? [];
      assert.deepEqual([group?.own, group?.people.length], [true, people.length - 1]);
    });

    it("are counted once per person, however often someone reacts", async () => {
      for (let again = 0; again < 2; again += 1) await at.services.reactions.toggle(issue(), "+1", true);
      assert.deepEqual(at.services.reactions.of(issue()), [{ name: "+1", people: [], own: true }]);
    });

    it("are checked again if the response was lost", async () => {
      at.forge.service.faults.add({ kind: "lost", method: "POST", path: "reactions", times: 1 });
      assert.equal((await problemOf(at.services.reactions.toggle(issue(), "laugh", true))).kind, "offline");
      assert.deepEqual(at.services.reactions.of(issue()), [{ name: "laugh", people: [], own: true }]);
    });

    it("include the user's own even if a load that began before it ends later", async () => {
      const api = at.forge.api("alice");
      let answer: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      const loads: ReturnType<typeof api.reactions.list>[] = [];
      const list = (...given: Parameters<typeof api.reactions.list>): ReturnType<typeof api.reactions.list> => {
        const load = api.reactions.list(...given);
        loads.push(loads.length === 0 ? load.then((values) => held.then(() => values)) : load);
        return loads.at(-1) ?? load;
      };
      const reactions = new Reactions({
        log: at.window.log,
        now: Date.now,
        apiAt: () => ({ ...api, reactions: { ...api.reactions, list } }),
        loginAt: () => "alice",
        findPresent: (present) => Promise.resolve({ thread: present }),
      });
      reactions.look(thread(1n), [301n]);
      await reactions.toggle(comment(301n), "rocket", true);
      answer();
      await Promise.all(loads);
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(reactions.of(comment(301n)), [{ name: "rocket", people: [], own: true }]);
      reactions.dispose();
    });

    it("to a comment that was just posted are empty without a request", async () => {
      const place = at.reply();
      await at.services.writing.drafts.save(place, "Seen at the pier.");
      const outcome = await at.services.writing.sender.send(place);
      assert.ok(outcome.sent && outcome.comment !== undefined);
      at.forge.service.journal = [];
      at.services.reactions.look(thread(1n), [outcome.comment]);
      assert.deepEqual(at.services.reactions.of(comment(outcome.comment)), []);
      assert.deepEqual(at.forge.asked(), []);
    });

    it("are rejected if the server doesn't know them or the thread is locked", async () => {
      assert.equal((await problemOf(at.services.reactions.toggle(issue(), "shrug", true))).kind, "forbidden");
      await at.window.signOut();
      await at.window.signIn("bob");
      const locked = { thread: thread(8n), comment: undefined };
      assert.equal((await problemOf(at.services.reactions.toggle(locked, "heart", true))).kind, "forbidden");
    });
  });
}

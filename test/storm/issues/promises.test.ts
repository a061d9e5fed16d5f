// The promises of writing, each with two real windows, checked against the server's final state.
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Observer } from "./observer.ts";
import type { Answer, KeptText, Order, Place, Where } from "./orders.ts";
import { StormWindow, type WindowParts } from "./window.ts";

const HOUR_MS = 3_600_000;
/** A fast clock shortens the pauses between checks, but not so much that the sandbox's answers are late. */
const SPEED = 10;
const EPOCH = Date.now();
const WINDOW = new URL("window.process.js", import.meta.url);
const FOREIGN_FILES = new URL("../../../test/storm/issues/foreign-files.mjs", import.meta.url).href;

type Machine = Pick<WindowParts, "preloads">;
type LocalOrder = Order extends infer Each ? (Each extends Order ? Omit<Each, keyof Where> : never) : never;

const MACHINES: Readonly<Record<string, Machine>> = {
  "nothing missing": {},
  "a foreign file system": { preloads: [FOREIGN_FILES] },
};

describe("Two windows of one machine", function () {
  this.timeout(600_000);
  let folder = "";
  let observer: Observer;
  let windows: StormWindow[] = [];
  let machine: Machine = {};
  const repo = "demo";
  let issue = 0;

  before(async () => {
    observer = await Observer.start("forgejo");
  });
  after(() => observer.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "triptych-two-"));
    observer.forge.reset();
    observer.forge.act("setRights", { repo: "alice/demo", user: "dave", level: "write" });
    issue = observer.makeIssue(repo);
    observer.forge.service.journal = [];
  });
  afterEach(async () => {
    for (const window of windows) await window.kill();
    windows = [];
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Opens a window whose clock is this many hours ahead. */
  function open(hoursAhead = 0): StormWindow {
    const window = new StormWindow({
      ...machine,
      folder,
      module: WINDOW,
      speed: SPEED,
      epoch: EPOCH,
      aheadMs: hoursAhead * HOUR_MS,
    });
    windows.push(window);
    return window;
  }

  async function sendOrder(
    window: StormWindow,
    order: LocalOrder,
    logins: readonly string[] = ["alice"],
  ): Promise<Answer> {
    const answer = await window.send({ base: observer.base, logins, ...order });
    assert.ok(answer !== undefined, "the window was killed");
    assert.equal(answer.failed, undefined);
    assert.deepEqual(answer.unhandled, []);
    return answer;
  }

  const comment = (): Place => ({ kind: "newComment", repo, issue, id: 0 });
  const newIssue = (slot: number): Place => ({ kind: "newIssue", repo, issue: 0, id: slot });

  async function write(window: StormWindow, place: Place, text: string): Promise<void> {
    await sendOrder(window, { what: "write", place, text, opened: undefined });
  }

  async function kept(window: StormWindow): Promise<readonly KeptText[]> {
    return (await sendOrder(window, { what: "drafts" })).drafts;
  }

  /** Sends, and kills the window once the server has seen the write, before any answer. */
  async function sendAndKill(window: StormWindow, place: Place): Promise<void> {
    observer.forge.service.faults.add({ kind: "late", ms: 5_000, method: "POST", path: "(comments|issues)$" });
    const since = observer.forge.service.journal.length;
    const send = () => window.send({ base: observer.base, logins: ["alice"], what: "send", place });
    let sending = send();
    // On a busy machine, requests before the write may time out by the window's fast clock. A user would send again.
    const seen = observer.sees("POST", since);
    for (let again = 0; again < 20 && (await Promise.race([seen, sending])) !== undefined; again += 1) sending = send();
    await seen;
    // The write takes effect as soon as the server sees it.
    await new Promise((go) => setTimeout(go, 50));
    await window.kill();
    await sending;
    observer.forge.service.faults.clear();
  }

  for (const [name, each] of Object.entries(MACHINES)) {
    describe(`with ${name}`, () => {
      beforeEach(() => {
        machine = each;
      });

      it("Triptych never deletes a comment by itself", async () => {
        const [one, other] = [open(), open(26)];
        await write(one, comment(), "@bot retest");
        const sending = sendOrder(one, { what: "send", place: comment() });
        await observer.sees("POST");
        observer.forge.service.faults.add({ kind: "status", status: 404, method: "GET", path: "/comments" });
        await sending;
        observer.forge.service.faults.clear();
        observer.post(repo, issue, "Still red.", "bob");
        observer.post(repo, issue, "@bot retest");
        await sendOrder(other, { what: "turn", times: 2 });
        assert.deepEqual([observer.times(repo, "@bot retest"), observer.count("DELETE")], [2, 0]);
      });

      it("a comment that a proxy posted twice stays, and the window says so", async () => {
        const [one, other] = [open(), open()];
        observer.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
        await write(one, comment(), "posted twice");
        const { outcome } = await sendOrder(one, { what: "send", place: comment() });
        assert.deepEqual([outcome, one.takeNotices()], ["sent", ["posted twice"]]);
        await sendOrder(other, { what: "turn", times: 2 });
        assert.deepEqual([observer.times(repo, "posted twice"), observer.count("DELETE")], [2, 0]);
      });

      it("the next window reports a second copy if the first window was killed", async () => {
        const [one, other] = [open(), open()];
        observer.forge.service.faults.add({ kind: "twice", method: "POST", path: "comments", times: 1 });
        await write(one, comment(), "doubled and killed");
        await sendAndKill(one, comment());
        await sendOrder(other, { what: "settle" });
        assert.deepEqual(other.takeNotices(), ["doubled and killed"]);
        assert.deepEqual([observer.times(repo, "doubled and killed"), observer.count("DELETE")], [2, 0]);
      });

      it("a draft is removed only after the server confirmed its comment", async () => {
        const [one, other] = [open(), open()];
        for (let round = 0; round < 10; round += 1) {
          const text = `from both ${round}`;
          await write(one, comment(), text);
          let drafts = 1;
          // On a busy machine, requests before the write may time out by the windows' fast clock. A user would send again.
          for (let tries = 0; drafts > 0 && tries < 20; tries += 1) {
            const outcomes = await Promise.all(
              [one, other].map((each) => sendOrder(each, { what: "send", place: comment() })),
            );
            drafts = (await kept(one)).filter((draft) => draft.text === text).length;
            const times = observer.times(repo, text);
            assert.ok(times <= 1 && times + drafts > 0, `${text}: ${outcomes.map(({ outcome }) => outcome).join()}`);
          }
          assert.equal(observer.times(repo, text), 1);
        }
        assert.equal(observer.count("DELETE"), 0);
      });

      it("a window that is killed while sending keeps its draft until the comment is found", async () => {
        const [one, other] = [open(), open()];
        await write(one, comment(), "killed on the way");
        await sendAndKill(one, comment());
        assert.equal((await kept(other)).length, 1);
        await sendOrder(other, { what: "turn", times: 1 });
        assert.deepEqual([observer.times(repo, "killed on the way"), observer.count("POST")], [1, 1]);
        assert.deepEqual(await kept(other), []);
      });

      it("automatic sending uses the account that wrote the draft", async () => {
        const [one, other] = [open(), open(1)];
        observer.forge.service.faults.add({ kind: "refuse", path: "" });
        await write(one, comment(), "as alice");
        await sendOrder(one, { what: "send", place: comment() });
        // Otherwise its own outbox may send it as alice, correctly, before the other window can.
        await one.kill();
        observer.forge.service.faults.clear();
        await sendOrder(other, { what: "turn", times: 1 }, ["dave"]);
        assert.equal(observer.times(repo, "as alice"), 0);
        const { drafts } = await sendOrder(other, { what: "drafts" }, ["dave"]);
        assert.deepEqual(
          drafts.map(({ text, why }) => ({ text, why })),
          [{ text: "as alice", why: "signedOut" }],
        );
        // Both are signed in now, and the selected account isn't the one that sent it.
        await sendOrder(other, { what: "look", repo }, ["dave", "alice"]);
        await sendOrder(other, { what: "settle" }, ["dave", "alice"]);
        const posters = observer.readTexts(repo).filter(({ text }) => text === "as alice");
        assert.deepEqual(
          posters.map(({ poster }) => poster),
          ["alice"],
        );
      });

      it("automatic sending goes to the intended repository", async () => {
        const [one, other] = [open(), open(1)];
        observer.forge.service.faults.add({ kind: "status", status: 502, method: "POST", path: "" });
        await write(one, comment(), "for this one");
        await sendOrder(one, { what: "send", place: comment() });
        observer.forge.service.faults.clear();
        await one.kill();
        // The other window has never loaded the repository of this name.
        observer.forge.act("renameRepo", { repo: `alice/${repo}`, name: "elsewhere" });
        observer.forge.act("takeName", { owner: "alice", name: repo, like: "alice/elsewhere" });
        while (observer.makeIssue(repo, { title: "A stranger" }, "bob") < issue);
        await sendOrder(other, { what: "settle" });
        assert.equal(observer.times(repo, "for this one"), 0);
        assert.equal(observer.times("elsewhere", "for this one") + (await kept(other)).length, 1);
      });

      it("two equal texts are two comments", async () => {
        const [one, other] = [open(), open()];
        for (const window of [one, other, one]) {
          await write(window, comment(), "/retest");
          assert.equal((await sendOrder(window, { what: "send", place: comment() })).outcome, "sent");
        }
        assert.equal(observer.times(repo, "/retest"), 3);
        assert.deepEqual(await kept(one), []);
      });

      it("automatic resending stops when it can't know", async () => {
        const [one, other] = [open(), open(1)];
        await write(one, comment(), "arrived, and edited");
        await sendAndKill(one, comment());
        const { id } =
          observer
            .issues(repo)
            .flatMap(({ comments }) => comments)
            .at(-1) ?? assert.fail("a comment");
        observer.forge.act("editComment", { id, body: "edited on the web" });
        await sendOrder(other, { what: "turn", times: 3 });
        assert.deepEqual([observer.times(repo, "arrived, and edited"), observer.count("POST")], [0, 1]);
        assert.deepEqual(
          (await kept(other)).map(({ text, why }) => ({ text, why })),
          [{ text: "arrived, and edited", why: "unsure" }],
        );
      });

      it("the search for a new issue goes back to the attempt, past 60 newer ones", async () => {
        const [one, other] = [open(), open(1)];
        await write(one, newIssue(1), "Once among many");
        await sendAndKill(one, newIssue(1));
        for (let each = 0; each < 60; each += 1) observer.makeIssue(repo, { title: "Newer" }, "bob");
        await sendOrder(other, { what: "turn", times: 2 });
        assert.deepEqual([observer.times(repo, "Once among many"), observer.count("POST")], [1, 1]);
        assert.deepEqual(await kept(other), []);
      });

      it("nothing is posted again if the record of the attempt is damaged", async () => {
        const [one, other] = [open(), open(1)];
        await write(one, comment(), "damaged");
        await sendAndKill(one, comment());
        const attempts = join(folder, "issues", "journal");
        const names = (await readdir(attempts)).filter((each) => each.endsWith(".attempt.json"));
        assert.equal(names.length, 1);
        for (const each of names) await writeFile(join(attempts, each), '{"form":2,"te');
        await sendOrder(other, { what: "turn", times: 2 });
        await sendOrder(other, { what: "send", place: comment() });
        assert.deepEqual([observer.times(repo, "damaged"), observer.count("POST")], [1, 1]);
      });

      it("nothing is posted again automatically if the server was restored from a backup", async () => {
        const [one, other] = [open(), open(1)];
        const backup = observer.forge.act("backUp", { repo: `alice/${repo}` });
        observer.post(repo, issue, "newer than the backup", "bob");
        await write(one, comment(), "before the backup");
        await sendAndKill(one, comment());
        observer.forge.act("restore", { repo: `alice/${repo}`, backup });
        await sendOrder(other, { what: "turn", times: 3 });
        assert.equal(observer.count("POST"), 1);
        assert.deepEqual(
          (await kept(other)).map(({ text }) => text),
          ["before the backup"],
        );
      });

      it("an error status after the write took effect is checked", async () => {
        const [one, other] = [open(), open(1)];
        for (const status of [400, 403, 404, 413, 422, 429, 502]) {
          const fault = { kind: "status", status, body: "{}", afterEffect: true, times: 1 } as const;
          observer.forge.service.faults.add({ ...fault, method: "POST", path: "comments" });
          const text = `in spite of ${status}`;
          await write(one, comment(), text);
          await sendOrder(one, { what: "send", place: comment() });
          observer.forge.service.faults.clear();
          await sendOrder(other, { what: "turn", times: 1 });
          assert.deepEqual([observer.times(repo, text), await kept(other)], [1, []], text);
        }
      });
    });
  }
});

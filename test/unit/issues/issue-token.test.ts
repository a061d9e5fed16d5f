// A token with only write:issue, which can load neither the repository nor its own user.
import assert from "node:assert/strict";
import { places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { keepIssue, said } from "./written-texts.ts";
import { machine, tokenOf, type Machine } from "./machine.ts";
import { DEMO, DISTINCT_SERVERS, startForge, type Forge } from "./service.ts";

const TOKEN = "issues-only";

for (const personality of DISTINCT_SERVERS) {
  describe(`A token with only write:issue at ${personality}`, () => {
    let forge: Forge;
    let home: Machine;
    let window: ReturnType<Machine["open"]>;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      forge.act("createToken", { user: "alice", name: TOKEN, scopes: ["write:issue"] });
      home = await machine();
      window = home.open(forge.base);
      const { origin } = new URL(forge.base);
      await window.accounts.add(
        { service: "issues", origin, id: "alice", name: "alice", base: forge.base },
        { scheme: "token", value: tokenOf(TOKEN) },
      );
    });
    afterEach(async () => {
      const refused = forge.service.journal.filter(({ status }) => status === 403).map(({ target }) => target);
      // Writing must not send requests that this token may not send. The thread's own are expected to be rejected.
      assert.deepEqual(refused, []);
      await home.close();
    });
    after(() => forge.close());

    const thread = (number: bigint) => ({ base: forge.base, ...DEMO, number });
    const send = async (place: Place): Promise<string> => {
      const outcome = await window.services.writing.sender.send(place);
      return outcome.sent ? "sent" : `${outcome.why}: ${outcome.problem?.message}`;
    };

    it("posts, edits, deletes and reposts a comment", async () => {
      const { deletion, drafts } = window.services.writing;
      const reply = places.newComment(thread(3n));
      await drafts.save(reply, "with little");
      assert.equal(await send(reply), "sent");
      const { id, body } = forge.comments(3).at(-1) ?? assert.fail("there is no comment");
      assert.equal(body, "with little");
      const change = places.comment(thread(3n), BigInt(id));
      await drafts.begin(change, { opened: said(body), author: "alice" });
      await drafts.save(change, "with a little more");
      assert.equal(await send(change), "sent");
      assert.equal(forge.comments(3).at(-1)?.body, "with a little more");
      assert.equal(await deletion.remove(thread(3n), BigInt(id)), undefined);
      assert.ok(!forge.comments(3).some((comment) => comment.id === id));
      assert.equal(await send(places.deletedComment(thread(3n), BigInt(id))), "sent");
      assert.equal(forge.comments(3).at(-1)?.body, "with a little more");
    });

    it("creates an issue and changes its title and text", async () => {
      const { drafts } = window.services.writing;
      const place = await keepIssue(drafts, { base: forge.base, ...DEMO }, { title: "By a small token", body: "Body" });
      assert.equal(await send(place), "sent");
      const { values } = await forge.api("alice").issues(DEMO, { state: "all", page: 1, limit: 1 });
      const made = values[0] ?? assert.fail("there is no issue");
      assert.equal(made.title, "By a small token");
      const text = places.issueText(thread(made.number));
      const { title, body, version } = made;
      await drafts.begin(text, { opened: { title, body, version } });
      await drafts.save(text, "---\ntitle: A better title\n---\n\nBody\n");
      assert.equal(await send(text), "sent");
      assert.equal((await forge.api("alice").issue(DEMO, made.number)).title, "A better title");
    });

    it("attaches a file and reacts", async () => {
      const { reactions, uploads } = window.services;
      const content = new Uint8Array([1, 2, 3]);
      const sent = await uploads.send(places.newComment(thread(3n)), { name: "a.png", type: "image/png", content });
      assert.ok("uuid" in sent, "why" in sent ? sent.why : "");
      assert.equal(await reactions.toggle({ thread: thread(3n), comment: undefined }, "+1", true), undefined);
    });

    it("sends a draft that waited for the connection", async () => {
      const { drafts, outbox } = window.services.writing;
      const reply = places.newComment(thread(3n));
      await drafts.save(reply, "when it is back");
      forge.service.faults.add({ kind: "refuse", path: "" });
      assert.match(await send(reply), /^problem/);
      forge.service.faults.clear();
      outbox.start();
      await outbox.run();
      assert.equal(forge.comments(3).at(-1)?.body, "when it is back");
      assert.deepEqual(await drafts.list(), []);
    });
  });
}

// Odd behavior of the servers: renames, dates that lie, limited tokens, rendering, and foreign URLs.
import assert from "node:assert/strict";
import { places, type Place } from "../../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../../src/issues/writing/drafts/draft-document.ts";
import { NAMELESS } from "../../../../src/issues/repositories/nameless-accounts.ts";
import { checkToken } from "../../../../src/issues/repositories/token-scopes.ts";
import { keepIssue, said } from "../written-texts.ts";
import { PERSONALITIES, startForge, TRAITS } from "../service.ts";
import { tokenOf } from "../machine.ts";
import { windowAt } from "../signed-in-window.ts";

const PICTURE = { name: "tide.png", type: "image/png", content: new Uint8Array(64) };

for (const personality of PERSONALITIES) {
  describe(`Renames and dates at ${personality}`, () => {
    const at = windowAt(personality);
    const { reply, thread } = at;
    const own = (): Place => places.comment(thread(1n), 301n);
    const writes = () => at.forge.asked().filter((line) => !line.startsWith("GET "));
    /** Every kind of write. Each returns whether it changed something on the server. */
    const everything: Readonly<Record<string, () => Promise<boolean>>> = {
      "a new comment": async () => {
        await at.services.writing.drafts.save(reply(), "written");
        return (await at.services.writing.sender.send(reply())).sent;
      },
      "the change of a comment": async () => {
        await at.services.writing.drafts.begin(own(), { opened: said("first comment by alice"), author: "alice" });
        await at.services.writing.drafts.save(own(), "changed");
        return (await at.services.writing.sender.send(own())).sent;
      },
      "the deletion of a comment": async () =>
        (await at.services.writing.deletion.remove(thread(1n), 302n)) === undefined,
      "a file": async () => !("why" in (await at.services.uploads.send(reply(), PICTURE))),
      "a reaction": () =>
        at.services.reactions.toggle({ thread: thread(1n), comment: 335n }, "heart", true).then(
          (why) => why === undefined,
          () => false,
        ),
      "a new issue": async () => {
        const place = await keepIssue(at.services.writing.drafts, thread(1n), { title: "New here" });
        return (await at.services.writing.sender.send(place)).sent;
      },
      "the text of an issue": async () => {
        const { drafts, sender } = at.services.writing;
        const place = places.issueText(thread(3n));
        await drafts.begin(place, { opened: { title: "Dependency target", body: "target", version: undefined } });
        await drafts.save(place, writeDocument(place.kind, { title: "Another", body: "words" }));
        return (await sender.send(place)).sent;
      },
      "the state of an issue": async () => (await at.services.changes.setClosed(thread(3n), true)) === undefined,
      "the labels of an issue": async () => (await at.services.changes.setLabels(thread(3n), [])) === undefined,
    };

    describe("a renamed repository redirects, which turns a POST into a GET", () => {
      for (const [what, write] of Object.entries(everything)) {
        it(`repeats ${what} unchanged under the new name`, async () => {
          await at.services.repositoryNames.read(thread(1n));
          at.forge.act("renameRepo", { repo: "alice/demo", name: "later" });
          assert.equal(await write(), true);
          const moved = writes().filter((line) => line.includes("/later/"));
          assert.equal(moved.length, 1, writes().join());
        });
      }

      it("repeats a request to a renamed owner unchanged", async () => {
        const erin = { base: at.forge.base, owner: "erin", name: "r", number: 1n };
        await at.services.writing.drafts.save(places.newComment(erin), "where they went");
        assert.ok((await at.services.writing.sender.send(places.newComment(erin))).sent);
        assert.equal(at.forge.comments(1, "erin2/r").at(-1)?.body, "where they went");
      });

      for (const [what, write] of Object.entries(everything)) {
        it(`writes nothing to another repository that has taken over the name: ${what}`, async () => {
          await at.services.repositoryNames.read(thread(1n));
          at.forge.act("renameRepo", { repo: "alice/demo", name: "later" });
          at.forge.act("takeName", { owner: "alice", name: "demo", like: "alice/later" });
          const before = writes().length;
          assert.equal(await write(), false);
          assert.equal(writes().length, before);
        });
      }
    });

    describe("an edit and a deletion don't change the date of the issue", () => {
      const look = async (thorough: boolean) => {
        await at.services.threads.refresh(thread(1n), { thorough });
        return (at.services.threads.at(thread(1n)).thread?.comments ?? []).map(({ id, body }) => [id, body] as const);
      };
      beforeEach(() => at.services.threads.read(thread(1n)));

      it("shows someone else's edit anyway", async () => {
        at.forge.act("editComment", { id: 302, by: "bob", body: "edited by bob" });
        assert.ok((await look(false)).some(([, body]) => body === "edited by bob"));
      });

      it("shows a deletion, by the count", async () => {
        at.forge.act("deleteComment", { id: 302 });
        assert.ok(!(await look(true)).some(([id]) => id === 302n));
      });

      it("shows a deletion that a new comment hides from the count, by the IDs", async () => {
        at.forge.act("deleteComment", { id: 302 });
        at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "one more" });
        const shown = await look(true);
        assert.ok(!shown.some(([id]) => id === 302n));
        assert.ok(shown.some(([, body]) => body === "one more"));
      });
    });

    describe("the last write wins, and a comment's date has whole seconds", () => {
      it("detects by its text alone that someone else was quicker within the same second", async () => {
        const { updatedAt, createdAt } =
          (await at.services.threads.comments(thread(1n))).values[0] ?? assert.fail("no comment");
        await at.services.writing.drafts.begin(own(), { opened: said("first comment by alice"), author: "alice" });
        await at.services.writing.drafts.save(own(), "mine");
        const [created_at, updated_at] = [createdAt, updatedAt].map((time) => new Date(time).toISOString());
        const theirs = { id: 301, user: { id: 2, login: "alice" }, body: "theirs", created_at, updated_at };
        at.forge.answer("comments/301$", 200, theirs, { method: "GET" });
        const outcome = await at.services.writing.sender.send(own());
        assert.ok(!outcome.sent && outcome.why === "conflict");
        assert.deepEqual(writes(), []);
      });

      it("relies on no header and no version of the server to protect a comment", async () => {
        await at.services.writing.drafts.begin(own(), { opened: said("first comment by alice"), author: "alice" });
        await at.services.writing.drafts.save(own(), "mine");
        assert.ok((await at.services.writing.sender.send(own())).sent);
        const order = at.forge.asked().filter((line) => line.endsWith("/issues/comments/301"));
        assert.deepEqual(
          order.map((line) => line.split(" ")[0]),
          ["GET", "PATCH", "GET"],
          "it is read again just before, and just after",
        );
      });
    });

    describe("a token for selected repositories can never load its own user", () => {
      const made = () => {
        const scopes = ["write:issue", "read:repository"];
        // If a server has no such tokens, one that lacks the scope behaves the same.
        const repositories = TRAITS[personality].repositoryTokens ? { repositories: ["alice/demo"] } : {};
        at.forge.act("createToken", { user: "alice", name: "some", scopes, ...repositories });
      };

      it("is accepted, and its rights are found by trying", async () => {
        made();
        const { user, grants } = await checkToken(at.services.servers.withToken(at.forge.base, tokenOf("some")));
        assert.equal(user, undefined);
        assert.deepEqual([grants.tellsName, grants.readsIssues, grants.writesIssues], [false, true, true]);
        assert.equal(grants.notifies, false);
      });

      it("reads, posts, edits and deletes, and is offered these, although its user is unknown", async () => {
        made();
        await at.window.signOut();
        await at.window.signIn("some", { named: false });
        assert.equal(at.services.access.accountAt(thread(1n))?.id, NAMELESS);
        await at.services.threads.read(thread(1n));
        const { comments = [] } = at.services.threads.at(thread(1n)).thread ?? {};
        assert.ok(comments.every((each) => at.services.access.offers("editComment", thread(1n), { comment: each })));
        assert.equal(await everything["a new comment"]?.(), true);
        assert.equal(await everything["the change of a comment"]?.(), true);
        assert.equal(await at.services.writing.deletion.remove(thread(1n), 301n), undefined);
      });
    });

    describe("the server's rendering needs write access to the code, or links to nowhere", () => {
      it("is never requested, whatever is read or written", async () => {
        await at.services.threads.read(thread(1n));
        await at.services.lists.read(thread(1n), { state: "open" });
        for (const write of Object.values(everything)) await write();
        await at.services.threads.read(thread(1n));
        assert.ok(writes().length >= Object.keys(everything).length);
        assert.deepEqual(
          at.forge.asked().filter((line) => /mark(down|up)/i.test(line)),
          [],
        );
      });
    });

    describe("URLs in responses start with the server's own idea of its root", () => {
      it("are never requested: the API is at the account's URL, and the token goes nowhere else", async () => {
        const elsewhere = await startForge(personality);
        try {
          at.forge.act("setRootUrl", { url: elsewhere.base });
          at.forge.act("setPageCap", { cap: 7 });
          const address = thread(1n);
          const repository = await at.services.repositoryNames.read(address);
          assert.ok(
            repository?.cloneUrls.some((url) => url.startsWith(elsewhere.base)),
            "it says so",
          );
          await at.services.threads.read(address);
          await at.services.threads.read(thread(5n));
          await at.services.lists.read(address, { state: "all" });
          await at.services.lists.more(address, { state: "all" });
          await at.services.lists.recent(address);
          await at.services.lists.inbox.check({ whole: true });
          const { comments = [] } = at.services.threads.at(address).thread ?? {};
          const uuid = comments.flatMap(({ attachments }) => attachments)[0]?.uuid ?? assert.fail("no file");
          await at.services.images.load(address, `${at.forge.base}/attachments/${uuid}`);
          for (const [what, write] of Object.entries(everything)) assert.equal(await write(), true, what);
          assert.deepEqual(elsewhere.asked(), []);
          assert.ok(at.forge.asked().length > 20);
        } finally {
          await elsewhere.close();
        }
      });

      it("identify the thread of a repository's comment by how they end", async () => {
        at.forge.act("setRootUrl", { url: "https://wrong.example/below/it" });
        const { comments } = await at.services.lists.recent(thread(1n));
        assert.ok(comments.length > 0 && comments.every(({ number }) => number !== undefined));
        const bobs = comments.find(({ id }) => id === 345n);
        if (bobs !== undefined) assert.deepEqual([bobs.number, bobs.pull], [5n, true]);
      });

      it("work below a path of the instance as well", async () => {
        at.forge.act("setSubPath", { path: "/git" });
        const below = at.here.open(`${at.forge.base}/git`);
        await at.window.signOut();
        await below.signIn("alice");
        const address = { ...thread(1n), base: `${at.forge.base}/git` };
        await below.services.threads.read(address);
        assert.ok((below.services.threads.at(address).thread?.comments?.length ?? 0) > 0);
        assert.ok(at.forge.asked().every((line) => line.includes(" /git/api/v1/")));
      });
    });
  });
}

// Odd behavior of the servers: hidden people, deletions, deleted people, lost answers, and a 412 that saves.
import assert from "node:assert/strict";
import { wait } from "../../../../src/base/tasks/wait.ts";
import { places, type Place } from "../../../../src/issues/writing/drafts/place.ts";
import { writeDocument } from "../../../../src/issues/writing/drafts/draft-document.ts";
import { readComment } from "../../../../src/issues/thread/read-thread.ts";
import { checkToken } from "../../../../src/issues/repositories/token-scopes.ts";
import { problemOf } from "../../base/service.ts";
import { said } from "../written-texts.ts";
import { DEMO, PERSONALITIES, TRAITS } from "../service.ts";
import { machine } from "../machine.ts";
import { windowAt } from "../signed-in-window.ts";

const CODE = 346n;
const REVIEW = 347n;

for (const personality of PERSONALITIES) {
  const deletesReviews = TRAITS[personality].deletable.includes("review");

  describe(`Deletions and lost answers at ${personality}`, () => {
    const at = windowAt(personality);
    const { bodies, reply, thread } = at;
    const times = (text: string) => bodies().filter((body) => body === text).length;

    describe("posters are hidden, but their email addresses are not", () => {
      it("keeps only an ID and a name of a person, wherever people are named", async () => {
        await at.window.signOut();
        await at.window.signIn("carol");
        const carol = at.forge.api("carol");
        const address = { base: at.forge.base, ...DEMO };
        const issue = await carol.issue(DEMO, 1n);
        const reactions = (await carol.reactions.list(DEMO, { comment: 302n })).values;
        assert.ok(reactions.length > 0);
        const people = [
          issue.author,
          ...issue.assignees,
          ...(await carol.commentsOfIssue(DEMO, 1n)).values.map(({ author }) => author),
          ...(await carol.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 })).values.flatMap((each) => [
            each.author,
            each.assignee,
          ]),
          ...reactions.map(({ author }) => author),
          await carol.user(),
        ].filter((person) => person !== undefined);
        assert.ok(people.length > 20);
        for (const person of people) assert.deepEqual(Object.keys(person).toSorted(), ["id", "login"]);
        await at.services.threads.read(thread(1n));
        const known = [
          at.services.threads.at(thread(1n)),
          await at.services.lists.read(address, { state: "all" }),
          await at.services.lists.recent(address),
          await at.services.choices.read(address),
          await at.services.repositoryNames.read(address),
          await at.services.suggestions.people(thread(1n)),
          await checkToken(
            at.services.servers.withToken(at.forge.base, Buffer.from("carol").toString("hex").padEnd(40, "0")),
          ),
          reactions,
        ];
        const said = JSON.stringify(known, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
        assert.doesNotMatch(said, /@lab\.test|noreply|0001-01-01/);
      });

      it("treats no one as banned whom the server merely hides", async () => {
        const hidden = { id: 3, login: "bob", active: false, is_admin: false, last_login: "0001-01-01T00:00:00Z" };
        const moment = "2026-10-21T09:26:00Z";
        const comment = { id: 9001, user: hidden, body: "x", created_at: moment, updated_at: moment };
        at.forge.answer("issues/3/comments", 200, [comment]);
        const { values, skipped } = await at.services.threads.comments(thread(3n));
        assert.deepEqual([values[0]?.author, skipped], [{ id: 3n, login: "bob" }, 0]);
      });
    });

    describe("deleting something other than a plain comment may really delete it", () => {
      it(deletesReviews ? "deletes it on this server" : "does nothing on this server", async () => {
        await at.forge.api("alice").deleteComment(DEMO, REVIEW);
        const { values } = await at.forge.api("alice").timelineOfIssue(DEMO, 5n, { page: 1, limit: 50 });
        assert.equal(
          values.some(({ id }) => id === REVIEW),
          !deletesReviews,
        );
      });

      for (const [what, id] of [
        ["a review", REVIEW],
        ["an event", 303n],
      ] as const) {
        it(`is never requested for ${what}, with the reason`, async () => {
          const refused = await at.services.writing.deletion.remove(thread(id === 303n ? 1n : 5n), id);
          assert.equal(refused?.why, "notPlain");
          assert.equal(at.count("DELETE"), 0);
          assert.deepEqual(await at.services.writing.drafts.list(), []);
        });
      }

      it("deletes a comment on a line by its review, and keeps its text", async () => {
        assert.equal(await at.services.writing.deletion.remove(thread(5n), CODE), undefined);
        assert.ok(at.count("DELETE") > 0);
        const [kept, ...others] = await at.services.writing.drafts.list();
        assert.deepEqual([kept?.place, kept?.deletedAt !== undefined], [places.deletedComment(thread(5n), CODE), true]);
        assert.ok(kept !== undefined && kept.text !== "" && others.length === 0);
        assert.equal((await at.services.writing.deletion.remove(thread(5n), CODE))?.why, "missing");
      });

      it("is not requested either if a server has only the old routes, which return no types", async () => {
        at.forge.act("keepOldRoutes");
        assert.equal((await at.services.writing.deletion.remove(thread(5n), REVIEW))?.why, "missing");
        assert.equal(at.count("DELETE"), 0);
        assert.equal(await at.services.writing.deletion.remove(thread(1n), 301n), undefined);
      });

      it("is offered on the plain comments of a thread and on nothing else in it", async () => {
        await at.services.threads.read(thread(5n));
        const { comments = [], items = [] } = at.services.threads.at(thread(5n)).thread ?? {};
        assert.ok(items.some((item) => item.kind === "event" && item.event.id === REVIEW));
        assert.ok(!comments.some(({ id }) => id === REVIEW || id === CODE));
        assert.ok(
          comments.length > 0 &&
            comments.every((each) => at.services.access.offers("deleteComment", thread(5n), { comment: each })),
        );
      });

      it("is offered in an archived repository, which rejects edits, and works there", async () => {
        at.forge.act("archive", { repo: "alice/demo" });
        await at.services.repositoryNames.read(thread(1n));
        const [first] = (await at.services.threads.comments(thread(1n))).values;
        assert.ok(first !== undefined);
        assert.deepEqual(
          (["editComment", "deleteComment"] as const).map((act) =>
            at.services.access.offers(act, thread(1n), { comment: first }),
          ),
          [false, true],
        );
        assert.equal(await at.services.writing.deletion.remove(thread(1n), first.id), undefined);
      });
    });

    describe("the comment of a deleted user can't be requested by itself", () => {
      beforeEach(() => at.forge.act("deleteUser", { user: "bob" }));
      const ofBob: () => Place = () => places.comment(thread(1n), 302n);
      const change = async (text: string) => {
        const comment = (await at.services.threads.comments(thread(1n))).values.find(({ id }) => id === 302n);
        await at.services.writing.drafts.begin(ofBob(), { opened: said(comment?.body ?? "") });
        await at.services.writing.drafts.save(ofBob(), text);
        return await at.services.writing.sender.send(ofBob());
      };

      it("is found in the list, and edited", async () => {
        assert.ok((await change("somebody wrote this")).sent);
        assert.equal(times("somebody wrote this"), 1);
      });

      it("is still compared with what was opened", async () => {
        await at.services.writing.drafts.begin(ofBob(), { opened: said("what it said long ago") });
        await at.services.writing.drafts.save(ofBob(), "mine");
        const outcome = await at.services.writing.sender.send(ofBob());
        assert.ok(!outcome.sent && outcome.why === "conflict");
      });

      it("is deleted, with its text kept, and known to be gone", async () => {
        assert.equal(await at.services.writing.deletion.remove(thread(1n), 302n), undefined);
        assert.ok(!at.forge.comments(1).some(({ id }) => id === 302));
        assert.equal((await at.services.writing.drafts.ofThread(thread(1n))).length, 1);
      });

      it("is reported as missing if it is, and not as a failure of the server", async () => {
        at.forge.act("deleteComment", { id: 302 });
        at.forge.answer("comments/302$", 500, { message: "" });
        assert.equal((await problemOf(readComment(at.forge.api("alice"), thread(1n), 302n))).kind, "notFound");
      });
    });

    describe("a post whose response was lost may exist, or not, or arrive late", () => {
      it("exists once if it was stored", async () => {
        at.forge.service.faults.add({ kind: "lost", method: "POST", path: "comments", times: 1 });
        await at.services.writing.drafts.save(reply(), "stored");
        assert.ok((await at.services.writing.sender.send(reply())).sent);
        assert.deepEqual([times("stored"), at.count("POST")], [1, 1]);
      });

      it("is kept if it was not stored, and exists once when it is sent again", async () => {
        at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
        await at.services.writing.drafts.save(reply(), "not stored");
        const outcome = await at.services.writing.sender.send(reply());
        assert.ok(!outcome.sent && outcome.why === "lost");
        assert.ok((await at.services.writing.drafts.get(reply())) !== undefined);
        assert.ok((await at.services.writing.sender.send(reply())).sent);
        assert.equal(times("not stored"), 1);
      });

      it("is waited for, because the server may still be working on it", async () => {
        const patient = await machine(undefined, { wait: (milliseconds, signal) => wait(milliseconds / 10, signal) });
        try {
          const { services, signIn } = patient.open(at.forge.base);
          await signIn("alice");
          at.forge.service.faults.add({ kind: "slow", method: "POST", path: "comments", times: 1, ms: 40 });
          await services.writing.drafts.save(reply(), "stored a moment later");
          assert.ok((await services.writing.sender.send(reply())).sent);
          assert.deepEqual([times("stored a moment later"), at.count("POST")], [1, 1]);
        } finally {
          await patient.close();
        }
      });

      it("is searched for again before it is sent again, and not posted twice if it arrived after all", async () => {
        at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
        await at.services.writing.drafts.save(reply(), "came late");
        assert.ok(!(await at.services.writing.sender.send(reply())).sent);
        at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "came late" });
        assert.ok((await at.services.writing.sender.send(reply())).sent);
        assert.deepEqual([times("came late"), at.count("POST")], [1, 1]);
      });

      it("is not confused with the same text of someone else, or with the user's own older ones", async () => {
        at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "alice", body: "+1" });
        at.forge.service.faults.add({ kind: "refuse", method: "POST", path: "comments", times: 1 });
        await at.services.writing.drafts.save(reply(), "+1");
        const sending = at.services.writing.sender.send(reply());
        await at.asked("POST");
        at.forge.act("addComment", { repo: "alice/demo", issue: 1, by: "bob", body: "+1" });
        const outcome = await sending;
        assert.ok(!outcome.sent && outcome.why === "lost");
      });
    });

    describe("an edit of an issue that is answered with 412 has saved title and text", () => {
      it("is found by a check, and neither reported as rejected nor sent again", async () => {
        const { drafts, sender } = at.services.writing;
        const { title, body, version } = await at.forge.api("alice").issue(DEMO, 3n);
        const place = places.issueText({ base: at.forge.base, ...DEMO, number: 3n });
        await drafts.begin(place, { opened: { title, body, version } });
        await drafts.save(place, writeDocument(place.kind, { title: "Saved", body: "saved" }));
        at.forge.answer("/issues/3$", 412, { message: "" }, { method: "PATCH", times: 1, afterEffect: true });
        assert.ok((await sender.send(place)).sent);
        assert.equal((await at.forge.api("alice").issue(DEMO, 3n)).title, "Saved");
        assert.equal(at.count("PATCH"), 1);
        assert.equal(await drafts.get(place), undefined);
      });

      it("leaves the state unchanged, and says that other issues come first", async () => {
        assert.equal(await at.services.changes.setClosed(thread(70n), true), "dependencies");
        assert.equal((await at.forge.api("alice").issue(DEMO, 70n)).closed, false);
      });
    });
  });
}

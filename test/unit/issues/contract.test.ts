// The client against each rule of the servers' contract for comments, on every kind of server.
import assert from "node:assert/strict";
import type { ApiV1 as Api } from "../../../src/issues/api/api-v1.ts";
import type { Updated } from "../../../src/issues/api/caller.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, PERSONALITIES, startForge, TRAITS, type Forge } from "./service.ts";

// alice owns alice/demo, dave may write there, bob and carol may only read, root keeps the site. Of issue 1, comment 301
// is alice's, 302 is bob's, 303 is an event; of pull request 5, bob's 346 is a comment on code and 347 a review. Issue 8
// is locked. Issue 1 has a reference from alice/secret (332), which only alice may read, and one from alice/other (331).
const OTHER = { owner: "alice", name: "other" };
const ARCHIVED = { owner: "alice", name: "archived" };
const NO_ISSUE = 99_999n;
const NO_COMMENT = 999_999n;
const BOBS = 302n;
const EVENT = 303n;
const CODE = 346n;
const REVIEW = 347n;

for (const personality of PERSONALITIES) {
  const toTheLetter = personality === "contract";
  const { deletable, deleteEvent, missingIssue } = TRAITS[personality];
  const deletesReviews = deletable.includes("review");

  describe(`The contract of the nine routes at ${personality}`, () => {
    let forge: Forge;
    let alice: Api;
    let bob: Api;
    let anonymous: Api;
    before(async () => {
      forge = await startForge(personality);
      alice = forge.api("alice");
      bob = forge.api("bob");
      anonymous = forge.api();
    });
    beforeEach(() => forge.reset());
    after(() => forge.close());

    const timelineIds = async (api: Api, issue: bigint) => {
      const { values } = await api.timelineOfIssue(DEMO, issue, { page: 1, limit: 50 });
      return values.map(({ id }) => id);
    };
    const refused = async (work: Promise<unknown>) => {
      const { facts } = await problemOf(work);
      return facts.status;
    };

    describe("1, comments of an issue", () => {
      it("rule 1: returns plain comments only, oldest first", async () => {
        const { values } = await anonymous.commentsOfIssue(DEMO, 5n);
        assert.ok(values.length > 0);
        const other = (await alice.timelineOfIssue(DEMO, 5n, { page: 1, limit: 50 })).values;
        const plain = new Set(other.filter(({ type }) => type === "comment").map(({ id }) => id));
        assert.ok(values.every(({ id }) => plain.has(id) && id !== CODE && id !== REVIEW));
        const dates = values.map(({ createdAt }) => createdAt);
        assert.deepEqual(
          dates,
          dates.toSorted((one, other) => one - other),
        );
      });

      it("rule 2: returns each with its poster and its attachments", async () => {
        const { values } = await bob.commentsOfIssue(DEMO, 1n);
        const shot = values.find(({ id }) => id === BOBS);
        assert.equal(shot?.author?.login, "bob");
        assert.deepEqual(
          shot.attachments.map(({ name }) => name),
          ["shot.png"],
        );
      });

      it("rule 3: returns all of them at once, and is never requested by page", async () => {
        const { values } = await anonymous.commentsOfIssue(DEMO, 2n);
        assert.equal(values.length, 300);
        assert.deepEqual(forge.asked(), ["GET /api/v1/repos/alice/demo/issues/2/comments"]);
      });

      it("rule 4: counts the matches of since and before, both included", async () => {
        const all = await anonymous.commentsOfIssue(DEMO, 1n);
        assert.equal(all.total, all.values.length);
        const span: Updated = { since: "2026-10-21T09:26:00Z", before: "2026-10-21T11:26:02+02:00" };
        const some = await anonymous.commentsOfIssue(DEMO, 1n, span);
        assert.deepEqual(
          some.values.map(({ id }) => id),
          [548n, 549n],
        );
        assert.equal(some.total, 2);
      });
    });

    describe("2, the timeline", () => {
      it("rule 1: returns comments and events of every type", async () => {
        const { values, skipped } = await alice.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 });
        assert.equal(skipped, 0);
        const types = new Set(values.map(({ type }) => type));
        for (const type of ["comment", "label", "milestone", "change_title"]) assert.ok(types.has(type), type);
      });

      it("rule 2: leaves out code comments", async () => {
        const ids = await timelineIds(alice, 5n);
        assert.ok(ids.includes(REVIEW) && !ids.includes(CODE));
      });

      it("rule 3: leaves out references from places that the requester may not read, issue or pull request", async () => {
        assert.ok((await timelineIds(alice, 1n)).includes(332n));
        assert.ok(!(await timelineIds(bob, 1n)).includes(332n));
        assert.ok((await timelineIds(bob, 1n)).includes(331n));
        forge.act("changeRepo", { repo: "alice/other", issues: "off" });
        assert.ok(!(await timelineIds(bob, 1n)).includes(331n));
      });

      it("rule 3: leaves out references from a deleted repository", async () => {
        forge.act("deleteRepo", { repo: "alice/other" });
        assert.ok(!(await timelineIds(bob, 1n)).includes(331n));
      });

      it("rule 4: comes in pages, and counts what is left on a page after filtering", async () => {
        const first = await bob.timelineOfIssue(DEMO, 74n, { page: 1, limit: 1 });
        assert.deepEqual([first.values, first.total], [[], 0]);
        const second = await bob.timelineOfIssue(DEMO, 74n, { page: 2, limit: 1 });
        assert.deepEqual([second.values.map(({ id }) => id), second.total], [[572n], 1]);
      });
    });

    describe("3, comments of a repository", () => {
      it("rule 1: returns the plain comments of issues and pull requests in pages", async () => {
        const ids = new Set<bigint>();
        let total = Infinity;
        for (let page = 1; ids.size < total; page += 1) {
          const list = await anonymous.commentsOfRepository(DEMO, { page, limit: 50 });
          for (const { id } of list.values) ids.add(id);
          total = list.total ?? 0;
          assert.ok(list.values.length > 0, "the count can be reached");
        }
        assert.ok(ids.has(BOBS), "of an issue");
        assert.ok(ids.has(345n), "of a pull request");
        for (const other of [EVENT, CODE, REVIEW]) assert.ok(!ids.has(other), String(other));
      });

      it("rule 2: counts all matches, however many are on the page", async () => {
        const page = await anonymous.commentsOfRepository(DEMO, { page: 1, limit: 3 });
        assert.equal(page.values.length, 3);
        assert.ok((page.total ?? 0) > 300);
        const since = "2026-10-21T09:26:00Z";
        const some = await anonymous.commentsOfRepository(DEMO, { since, page: 1, limit: 1 });
        assert.ok((some.total ?? 0) > 1 && (some.total ?? 0) < (page.total ?? 0));
        assert.ok(some.values.every(({ updatedAt }) => updatedAt >= Date.parse(since)));
        const before = "2026-10-21T11:26:00+02:00";
        const older = await anonymous.commentsOfRepository(DEMO, { before, page: 1, limit: 50 });
        assert.ok((older.total ?? 0) > 300 && (older.total ?? 0) < (page.total ?? 0));
        assert.ok(older.values.every(({ updatedAt }) => updatedAt <= Date.parse(before)));
        const second = await anonymous.commentsOfRepository(DEMO, { since, before, page: 1, limit: 50 });
        assert.equal(
          (older.total ?? 0) + (some.total ?? 0) - (second.total ?? 0),
          page.total,
          "both ends are included",
        );
      });
    });

    describe("4, a new comment", () => {
      it("rule 1: is rejected with 403 on a locked issue without write access", async () => {
        const { kind, facts } = await problemOf(bob.createComment(DEMO, 8n, "x"));
        assert.deepEqual([kind, facts.status, facts.wrote], ["forbidden", 403, "no"]);
        const before = forge.comments(8).length;
        for (const writer of ["alice", "dave", "root"]) {
          assert.equal((await forge.api(writer).createComment(DEMO, 8n, "x")).author?.login, writer);
        }
        assert.equal(forge.comments(8).length, before + 3);
      });

      it("rule 1: needs write access to pull requests if the locked issue is one", async () => {
        forge.act("lock", { repo: "alice/demo", issue: 5 });
        const rights = { code: "read", issues: "write", pulls: "read" };
        forge.act("setRights", { repo: "alice/demo", user: "bob", rights });
        assert.equal((await bob.createComment(DEMO, 8n, "x")).author?.login, "bob");
        assert.equal(await refused(bob.createComment(DEMO, 5n, "x")), 403);
      });

      it("rule 2: is posted as the signed-in user, with exactly the same text", async () => {
        const created = await bob.createComment(DEMO, 1n, "*hello*\r\n👩‍👩‍👧");
        assert.deepEqual([created.author?.login, created.body], ["bob", "*hello*\r\n👩‍👩‍👧"]);
        assert.equal(forge.comments(1).at(-1)?.body, "*hello*\r\n👩‍👩‍👧");
        assert.equal((await bob.createComment(DEMO, 5n, "on a pull request")).author?.login, "bob");
      });

      it("rule 1: is rejected on a locked issue without an account", async () => {
        assert.equal(await refused(anonymous.createComment(DEMO, 8n, "x")), toTheLetter ? 403 : 401);
      });

      it("is sent as JSON with only the text in `body`, and so is an edit", async () => {
        await bob.createComment(DEMO, 1n, "new");
        await bob.editComment(DEMO, BOBS, "changed");
        await bob.editCommentOfIssue(DEMO, 1n, BOBS, "changed again");
        assert.deepEqual(
          forge.service.journal.map(({ method, headers, body }) => [method, headers["content-type"], body]),
          [
            ["POST", "application/json", '{"body":"new"}'],
            ["PATCH", "application/json", '{"body":"changed"}'],
            ["PATCH", "application/json", '{"body":"changed again"}'],
          ],
        );
      });

      it("is rejected without text, so none is sent", async () => {
        assert.equal(await refused(bob.createComment(DEMO, 1n, "")), 422);
        assert.equal(await refused(bob.editComment(DEMO, BOBS, "")), 422);
      });

      it("is rejected without an account and in an archived repository", async () => {
        assert.equal(await refused(anonymous.createComment(DEMO, 1n, "x")), 401);
        const { kind, facts } = await problemOf(alice.createComment(ARCHIVED, 1n, "x"));
        assert.deepEqual([kind, facts.status, facts.wrote], ["archived", 423, "no"]);
      });
    });

    describe("5, one comment", () => {
      it("rule 1: returns 404 if it doesn't exist", async () => {
        const { kind, facts } = await problemOf(bob.comment(DEMO, NO_COMMENT));
        assert.deepEqual([kind, facts.status, facts.noRoute], ["notFound", 404, undefined]);
      });

      it("rule 2: returns 404 in another repository", async () => {
        const { kind, facts } = await problemOf(bob.comment(OTHER, BOBS));
        assert.deepEqual([kind, facts.status, facts.noRoute], ["notFound", 404, undefined]);
      });

      it("rule 3: is undefined if the record is an event, a review or a code comment", async () => {
        for (const id of [EVENT, REVIEW, CODE]) assert.equal(await bob.comment(DEMO, id), undefined, String(id));
      });

      it("rule 4: is returned otherwise", async () => {
        const comment = await anonymous.comment(DEMO, BOBS);
        assert.deepEqual([comment?.id, comment?.author?.login], [BOBS, "bob"]);
      });
    });

    for (const [route, edit] of [
      ["6", (api: Api, id: bigint, body: string) => api.editComment(DEMO, id, body)],
      [
        "7, which looks at no number,",
        (api: Api, id: bigint, body: string) => api.editCommentOfIssue(DEMO, 77n, id, body),
      ],
    ] as const) {
      describe(`${route} editing a comment`, () => {
        it("rule 2: returns 404 if it doesn't exist", async () => {
          assert.equal(await refused(edit(alice, NO_COMMENT, "x")), 404);
        });

        it("rule 3: is rejected without an account, and for anyone but the poster and administrators", async () => {
          assert.equal(await refused(edit(anonymous, BOBS, "x")), toTheLetter ? 403 : 401);
          const { kind, facts } = await problemOf(edit(forge.api("carol"), BOBS, "x"));
          assert.deepEqual([kind, facts.status, facts.detail, facts.wrote], ["forbidden", 403, undefined, "no"]);
          assert.notEqual(forge.comments(1).find(({ id }) => id === Number(BOBS))?.body, "x");
        });

        it("rules 1 and 3: checks that the comment exists, then permission, then its type", async () => {
          assert.equal(await refused(edit(forge.api("carol"), NO_COMMENT, "x")), 404);
          assert.equal(await refused(edit(forge.api("carol"), EVENT, "x")), 403);
        });

        it("rule 4: changes nothing about an event, and returns 204", async () => {
          const before = (await alice.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 })).values;
          assert.equal(await edit(alice, EVENT, "x"), undefined);
          assert.deepEqual((await alice.timelineOfIssue(DEMO, 1n, { page: 1, limit: 50 })).values, before);
        });

        it("rule 5: replaces the text of a comment, a review and a code comment", async () => {
          for (const id of [BOBS, REVIEW, CODE]) assert.equal((await edit(bob, id, "better"))?.body, "better");
          assert.equal(forge.comments(1).find(({ id }) => id === Number(BOBS))?.body, "better");
        });

        it("rule 5: keeps the poster if an administrator edits it", async () => {
          for (const who of ["alice", "root"]) {
            const changed = await edit(forge.api(who), BOBS, `of ${who}`);
            assert.deepEqual([changed?.author?.login, changed?.body], ["bob", `of ${who}`]);
          }
        });

        it(
          toTheLetter
            ? "rule 3: is rejected for writers who are not administrators"
            : "rule 3: is open to anyone who may write issues, as on real servers",
          async () => {
            const dave = forge.api("dave");
            if (toTheLetter) assert.equal(await refused(edit(dave, BOBS, "x")), 403);
            else assert.equal((await edit(dave, BOBS, "x"))?.body, "x");
          },
        );
      });
    }

    for (const [route, remove] of [
      ["8", (api: Api, id: bigint) => api.deleteComment(DEMO, id)],
      ["9, which looks at no number,", (api: Api, id: bigint) => api.deleteCommentOfIssue(DEMO, 77n, id)],
    ] as const) {
      describe(`${route} deleting a comment`, () => {
        it("rule 2: returns 404 if it doesn't exist or was deleted", async () => {
          assert.equal(await refused(remove(alice, NO_COMMENT)), 404);
          await remove(bob, BOBS);
          assert.equal(await refused(remove(bob, BOBS)), 404);
        });

        it("rule 3: is rejected without an account, and for anyone but the poster and administrators", async () => {
          assert.equal(await refused(remove(anonymous, BOBS)), toTheLetter ? 403 : 401);
          const { kind, facts } = await problemOf(remove(forge.api("carol"), BOBS));
          assert.deepEqual([kind, facts.status, facts.detail, facts.wrote], ["forbidden", 403, undefined, "no"]);
          assert.ok(forge.comments(1).some(({ id }) => id === Number(BOBS)));
        });

        it("rules 1 and 3: checks that the comment exists, then permission, then its type", async () => {
          assert.equal(await refused(remove(forge.api("carol"), NO_COMMENT)), 404);
          assert.equal(await refused(remove(forge.api("carol"), EVENT)), 403);
        });

        it("rule 4: deletes no event", async () => {
          const before = await timelineIds(alice, 1n);
          if (deleteEvent === 400) assert.equal(await refused(remove(alice, EVENT)), 400);
          else await remove(alice, EVENT);
          assert.deepEqual(await timelineIds(alice, 1n), before);
        });

        it(
          deletesReviews
            ? "rule 4: deletes a review, as only Gitea does"
            : "rule 4: deletes no review, and returns no error",
          async () => {
            await remove(alice, REVIEW);
            assert.equal((await timelineIds(alice, 5n)).includes(REVIEW), !deletesReviews);
          },
        );

        it("rule 5: deletes the user's own comment, and any comment for an administrator", async () => {
          const before = forge.comments(1).length;
          await remove(bob, BOBS);
          await remove(alice, 335n);
          assert.equal(forge.comments(1).length, before - 2);
        });
      });
    }

    describe("Errors", () => {
      it(`return ${missingIssue === 404 ? "404" : "500 without a message"} for a missing issue on routes 1, 2 and 4`, async () => {
        for (const call of [
          () => alice.commentsOfIssue(DEMO, NO_ISSUE),
          () => alice.timelineOfIssue(DEMO, NO_ISSUE),
          () => alice.createComment(DEMO, NO_ISSUE, "x"),
        ]) {
          const { kind, facts } = await problemOf(call());
          if (missingIssue === 404) assert.deepEqual([kind, facts.status], ["notFound", 404]);
          else assert.deepEqual([kind, facts.status, facts.detail], ["server", 500, undefined]);
        }
        assert.equal((await problemOf(alice.issue(DEMO, NO_ISSUE))).kind, "notFound");
      });

      it("return 422 for an invalid time on routes 1, 2 and 3", async () => {
        for (const wrong of [
          { since: "yesterday" },
          { before: "2026-13-01T00:00:00Z" },
          { since: "2026-10-21t09:26:00z" },
        ])
          for (const call of [
            () => alice.commentsOfIssue(DEMO, 1n, wrong),
            () => alice.timelineOfIssue(DEMO, 1n, wrong),
            () => alice.commentsOfRepository(DEMO, wrong),
          ]) {
            const { kind, facts } = await problemOf(call());
            assert.deepEqual([kind, facts.status], ["invalid", 422], JSON.stringify(wrong));
          }
      });

      it("return 500 for any other failure, and leave open whether a write took effect", async () => {
        forge.service.faults.add({ kind: "status", status: 500, path: "", body: '{"message":""}' });
        assert.equal((await problemOf(alice.createComment(DEMO, 1n, "x"))).facts.wrote, "unknown");
        assert.equal((await problemOf(alice.deleteComment(DEMO, BOBS))).facts.wrote, "unknown");
        assert.equal((await problemOf(alice.comment(DEMO, BOBS))).facts.wrote, undefined);
      });
    });
  });
}

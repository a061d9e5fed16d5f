// The sandbox's issue servers follow each rule of the contract for comments.
import assert from "node:assert/strict";
import { PERSONALITIES, withServer } from "./issues-server.ts";

// alice owns alice/demo, dave has write access, and bob and carol can only read. Comment 302 is by bob, 303 is an
// event, 346 is a code comment and 347 a review, both by bob. Issue 8 is locked. Issue 1 has references from
// alice/secret.
const COMMENTS = "/repos/alice/demo/issues/comments";
const ISSUE = "/repos/alice/demo/issues";

describe("The sandbox's comment routes", () => {
  for (const personality of PERSONALITIES) {
    describe(`on ${personality}`, () => {
      it("list only plain comments of an issue, all of them, with poster and attachments", async () => {
        await withServer(personality, async (server) => {
          const answer = await server.get("bob", `${ISSUE}/1/comments?page=2&limit=1`);
          assert.equal(answer.status, 200);
          assert.deepEqual(answer.list("id"), [301, 302, 335, 341, 544, 547, 548, 549, 550]);
          assert.equal(answer.headers.get("x-total-count"), "9");
          assert.equal(answer.at("1.user.login"), "bob");
          assert.equal(answer.at("1.assets.0.name"), "shot.png");
        });
      });

      it("filter by since and before, both inclusive, and count the matches", async () => {
        await withServer(personality, async (server) => {
          const span = "since=2026-10-21T09:26:00Z&before=2026-10-21T11:26:02%2B02:00";
          const answer = await server.get("bob", `${ISSUE}/1/comments?${span}`);
          assert.deepEqual(answer.list("id"), [548, 549]);
          assert.equal(answer.headers.get("x-total-count"), "2");
          const timeline = await server.get("bob", `${ISSUE}/1/timeline?${span}`);
          assert.deepEqual(timeline.list("id"), [548, 549]);
        });
      });

      it("reject a date that they can't parse on the three lists", async () => {
        await withServer(personality, async (server) => {
          for (const list of [`${ISSUE}/1/comments`, `${ISSUE}/1/timeline`, COMMENTS]) {
            for (const wish of ["since=yesterday", "before=2026-13-01T00:00:00Z", "since=2026-10-21t09:26:00z"]) {
              assert.equal((await server.get("bob", `${list}?${wish}`)).status, 422, `${list}?${wish}`);
            }
          }
        });
      });

      it("return every type except code comments on the timeline, oldest first", async () => {
        await withServer(personality, async (server) => {
          const answer = await server.get("alice", `${ISSUE}/5/timeline`);
          assert.deepEqual(answer.list("id"), [344, 345, 347, 348, 349, 350, 351, 352, 353, 355]);
          assert.equal(answer.headers.get("x-total-count"), "10");
          const sent = answer.list("type");
          assert.ok(sent.includes("review") && sent.includes("comment") && !sent.includes("code"));
        });
      });

      it("hide references from repositories that the user can't read, after cutting the page", async () => {
        await withServer(personality, async (server) => {
          assert.ok((await server.get("alice", `${ISSUE}/1/timeline`)).list("id").includes(332));
          assert.ok(!(await server.get("bob", `${ISSUE}/1/timeline`)).list("id").includes(332));
          const page = await server.get("bob", `${ISSUE}/74/timeline?page=1&limit=1`);
          assert.equal(page.headers.get("x-total-count"), "0");
          assert.deepEqual((await server.get("bob", `${ISSUE}/74/timeline?page=2&limit=1`)).list("id"), [572]);
        });
      });

      it("check access to issues or pull requests, depending on where the reference comes from", async () => {
        await withServer(personality, async (server) => {
          server.act("changeRepo", { repo: "alice/other", issues: "off" });
          assert.ok(!(await server.get("alice", `${ISSUE}/1/timeline`)).list("id").includes(331));
          server.act("changeRepo", { repo: "alice/other", issues: "internal", pulls: false });
          assert.ok((await server.get("alice", `${ISSUE}/1/timeline`)).list("id").includes(331));
        });
      });

      it("omit references from a deleted repository", async () => {
        await withServer(personality, async (server) => {
          assert.ok((await server.get("bob", `${ISSUE}/1/timeline`)).list("id").includes(331));
          server.act("deleteRepo", { repo: "alice/other" });
          assert.ok(!(await server.get("bob", `${ISSUE}/1/timeline`)).list("id").includes(331));
        });
      });

      it("page the comments of a repository and count all of them", async () => {
        await withServer(personality, async (server) => {
          const second = await server.get("bob", `${COMMENTS}?page=2&limit=3`);
          assert.deepEqual(second.list("id"), [4, 5, 6]);
          const total = Number(second.headers.get("x-total-count"));
          assert.ok(total > 300);
          const none = await server.get("bob", `${COMMENTS}?page=${total}&limit=3`);
          assert.deepEqual(none.list(), []);
        });
      });

      it("create a comment with the user as poster", async () => {
        await withServer(personality, async (server) => {
          const answer = await server.ask("bob", "POST", `${ISSUE}/4/comments`, { body: "I was *here*" });
          assert.equal(answer.status, 201);
          assert.equal(answer.at("user.login"), "bob");
          assert.equal(answer.at("body"), "I was *here*");
          assert.equal(answer.at("created_at"), "2026-11-21T12:00:00Z");
          const after = await server.get("", `${ISSUE}/4/comments`);
          assert.equal(after.list("id").at(-1), answer.at("id"));
        });
      });

      it("let only users with write access and site administrators comment on a locked issue", async () => {
        await withServer(personality, async (server) => {
          const ask = (as: string) => server.ask(as, "POST", `${ISSUE}/8/comments`, { body: "x" });
          assert.equal((await ask("bob")).status, 403);
          for (const writer of ["alice", "dave", "root"]) assert.equal((await ask(writer)).status, 201, writer);
        });
      });

      it("require write access to pull requests if the locked issue is one", async () => {
        await withServer(personality, async (server) => {
          server.act("lock", { repo: "alice/demo", issue: 5 });
          server.act("setRights", {
            repo: "alice/demo",
            user: "bob",
            rights: { code: "read", issues: "write", pulls: "read" },
          });
          assert.equal((await server.ask("bob", "POST", `${ISSUE}/8/comments`, { body: "x" })).status, 201);
          assert.equal((await server.ask("bob", "POST", `${ISSUE}/5/comments`, { body: "x" })).status, 403);
        });
      });

      it("return one plain comment, nothing for another type, and 404 for a comment of another repository", async () => {
        await withServer(personality, async (server) => {
          assert.equal((await server.get("bob", `${COMMENTS}/999999`)).status, 404);
          assert.equal((await server.get("bob", `/repos/alice/other/issues/comments/302`)).status, 404);
          for (const other of [303, 346, 347]) {
            const empty = await server.get("bob", `${COMMENTS}/${other}`);
            assert.deepEqual([empty.status, empty.text], [204, ""], String(other));
          }
          const found = await server.get("bob", `${COMMENTS}/302`);
          assert.deepEqual([found.status, found.at("id")], [200, 302]);
          assert.equal(found.at("issue_url"), `${server.origin}/alice/demo/issues/1`);
        });
      });

      for (const [name, path] of [
        ["", COMMENTS],
        ["the deprecated way, whatever its index, ", `${ISSUE}/99999/comments`],
      ] as const) {
        it(`edit ${name}only for the poster and the administrator`, async () => {
          await withServer(personality, async (server) => {
            const edit = (as: string, id: number) => server.ask(as, "PATCH", `${path}/${id}`, { body: `of ${as}` });
            assert.equal((await edit("bob", 999999)).status, 404);
            const refused = await edit("carol", 302);
            assert.deepEqual([refused.status, refused.text], [403, ""]);
            for (const editor of ["bob", "alice", "root"]) {
              const answer = await edit(editor, 302);
              assert.deepEqual(
                [answer.status, answer.at("body"), answer.at("user.login")],
                [200, `of ${editor}`, "bob"],
              );
            }
          });
        });

        it(`edit ${name}reviews and code comments, and ignore events`, async () => {
          await withServer(personality, async (server) => {
            for (const id of [346, 347]) {
              const answer = await server.ask("bob", "PATCH", `${path}/${id}`, { body: "said better" });
              assert.deepEqual([answer.status, answer.at("body")], [200, "said better"]);
            }
            const event = await server.ask("alice", "PATCH", `${path}/303`, { body: "x" });
            assert.deepEqual([event.status, event.text], [204, ""]);
            const timeline = await server.get("alice", `${ISSUE}/1/timeline`);
            assert.equal(timeline.list("body")[timeline.list("id").indexOf(303)], "");
            const foreign = await server.ask("carol", "PATCH", `${path}/303`, { body: "x" });
            assert.equal(foreign.status, 403, "the right is looked at before the type");
          });
        });

        it(`delete ${name}a plain comment only for the poster and the administrator`, async () => {
          await withServer(personality, async (server) => {
            const remove = (as: string, id: number) => server.ask(as, "DELETE", `${path}/${id}`);
            assert.equal((await remove("bob", 999999)).status, 404);
            assert.equal((await remove("carol", 302)).status, 403);
            assert.equal((await remove("carol", 303)).status, 403, "the right is looked at before the type");
            assert.equal((await remove("bob", 302)).status, 204);
            assert.equal((await remove("alice", 335)).status, 204);
            assert.equal((await remove("bob", 302)).status, 404);
            assert.equal((await server.get("bob", `${ISSUE}/1/comments`)).headers.get("x-total-count"), "7");
          });
        });
      }
    });
  }

  describe("to the letter of the contract, where the servers differ from it", () => {
    it("return 500 for an issue that doesn't exist", async () => {
      await withServer("contract", async (server) => {
        assert.equal((await server.get("bob", `${ISSUE}/99999/comments`)).status, 500);
        assert.equal((await server.get("bob", `${ISSUE}/99999/timeline`)).status, 500);
        assert.equal((await server.ask("bob", "POST", `${ISSUE}/99999/comments`, { body: "x" })).status, 500);
      });
    });

    it("return 403 for a comment on a locked issue, an edit and a deletion", async () => {
      await withServer("contract", async (server) => {
        assert.equal((await server.ask("", "POST", `${ISSUE}/8/comments`, { body: "x" })).status, 403);
        for (const path of [COMMENTS, `${ISSUE}/1/comments`]) {
          assert.equal((await server.ask("", "PATCH", `${path}/302`, { body: "x" })).status, 403);
          assert.equal((await server.ask("", "DELETE", `${path}/302`)).status, 403);
          assert.equal((await server.ask("", "PATCH", `${path}/999999`, { body: "x" })).status, 404);
        }
      });
    });

    it("let only an administrator of the repository edit other users' comments", async () => {
      await withServer("contract", async (server) => {
        assert.equal((await server.ask("dave", "PATCH", `${COMMENTS}/302`, { body: "x" })).status, 403);
        assert.equal((await server.ask("dave", "DELETE", `${COMMENTS}/302`)).status, 403);
        server.act("setRights", { repo: "alice/demo", user: "dave", level: "admin" });
        assert.equal((await server.ask("dave", "PATCH", `${COMMENTS}/302`, { body: "x" })).status, 200);
        assert.equal((await server.ask("dave", "DELETE", `${COMMENTS}/302`)).status, 204);
      });
    });

    it("let posters edit and delete a comment through the path of another repository", async () => {
      await withServer("contract", async (server) => {
        const path = "/repos/alice/other/issues/comments/302";
        assert.equal((await server.ask("carol", "PATCH", path, { body: "x" })).status, 403);
        assert.equal((await server.ask("bob", "PATCH", path, { body: "from elsewhere" })).status, 200);
        assert.equal((await server.ask("bob", "DELETE", path)).status, 204);
      });
    });

    it("delete nothing but plain comments, without an error", async () => {
      await withServer("contract", async (server) => {
        for (const id of [303, 346, 347]) {
          assert.equal((await server.ask("alice", "DELETE", `${COMMENTS}/${id}`)).status, 204);
        }
        assert.ok((await server.get("alice", `${ISSUE}/1/timeline`)).list("id").includes(303));
        assert.ok((await server.get("alice", `${ISSUE}/5/timeline`)).list("id").includes(347));
        assert.deepEqual((await server.get("alice", "/repos/alice/demo/pulls/5/reviews/1/comments")).list("id"), [346]);
      });
    });

    it("return a list even if it is empty, and never a null in it", async () => {
      await withServer("contract", async (server) => {
        assert.deepEqual((await server.get("bob", `${ISSUE}/74/timeline?page=1&limit=1`)).list(), []);
        assert.ok(!(await server.get("alice", `${ISSUE}/70/timeline`)).list().includes(null));
      });
    });
  });
});

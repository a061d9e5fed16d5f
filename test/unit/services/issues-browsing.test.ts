// The sandbox's issue servers list, search and change issues, attachments and notifications like the real ones.
import assert from "node:assert/strict";
import { withServer } from "./issues-server.ts";

const DEMO = "/repos/alice/demo";
const ALMANAC = "/repos/lantern/almanac";

describe("Browsing the sandbox's issue servers", () => {
  it("pages the list of issues with a total and URLs of the other pages", async () => {
    await withServer("forgejo", async (server) => {
      const page = await server.get("", `${DEMO}/issues?state=all&limit=10&page=2`);
      assert.equal(page.list().length, 10);
      const total = Number(page.headers.get("x-total-count"));
      const link = (page.headers.get("link") ?? "").split(",").map((each) => /page=(\d+).*rel="(\w+)"/.exec(each));
      assert.deepEqual(
        link.map((each) => [each?.[2], each?.[1]]),
        [
          ["next", "3"],
          ["last", String(Math.ceil(total / 10))],
          ["first", "1"],
          ["prev", "1"],
        ],
      );
      const numbers = new Set<unknown>();
      for (let at = 1; at <= Math.ceil(total / 10); at += 1) {
        for (const each of (await server.get("", `${DEMO}/issues?state=all&limit=10&page=${at}`)).list("number")) {
          numbers.add(each);
        }
      }
      assert.equal(numbers.size, total);
    });
  });

  it("cuts every page at the server's cap, and leaves the default size unchanged", async () => {
    await withServer("gitea", async (server) => {
      server.act("setPageCap", { cap: 7 });
      assert.equal((await server.get("", "/settings/api")).at("max_response_items"), 7);
      assert.equal((await server.get("", `${DEMO}/issues?limit=50`)).list().length, 7);
      assert.equal((await server.get("", `${DEMO}/issues/comments?page=1&limit=50`)).list().length, 7);
    });
  });

  it("filters issues like the servers, including surprising results", async () => {
    await withServer("forgejo", async (server) => {
      const numbers = async (query: string) =>
        (await server.get("", `${ALMANAC}/issues?state=all&${query}`)).list("number");
      assert.deepEqual(await numbers("type=pulls"), [12, 7, 4, 2]);
      assert.deepEqual(await numbers("labels=bug,prio/high"), [1]);
      assert.deepEqual(await numbers("labels=bug,question"), [], "all of them, not any");
      assert.equal((await numbers("labels=nothing")).length, 12, "unknown names ask for nothing");
      assert.deepEqual(await numbers("labels=bug,nothing"), [1]);
      assert.deepEqual(await numbers("milestones=2026.4"), [5, 1]);
      assert.deepEqual(await numbers("created_by=kofi"), [9, 1]);
      assert.deepEqual(await numbers("assigned_by=alice"), [8]);
      assert.ok((await numbers("mentioned_by=tomas")).includes(1));
      assert.deepEqual(await numbers("q=grapheme"), [8]);
      assert.deepEqual(await numbers("since=2026-10-19T00:00:00Z"), [12, 11, 8]);
      assert.deepEqual((await server.get("", `${ALMANAC}/issues?state=nonsense&type=pulls`)).list("number"), [12, 4]);
      assert.equal((await server.get("", `${ALMANAC}/issues?created_by=nobody`)).status, 404);
      assert.equal((await server.get("", `${ALMANAC}/issues?since=x`)).status, 422);
    });
  });

  it("sorts issues by each supported order", async () => {
    await withServer("forgejo", async (server) => {
      const first = async (sort: string) =>
        (await server.get("", `${ALMANAC}/issues?state=all&sort=${sort}`)).at("0.number");
      assert.deepEqual(
        await Promise.all(["latest", "oldest", "mostcomment", "leastupdate", "nearduedate"].map(first)),
        [12, 1, 6, 2, 1],
      );
    });
  });

  it("marks a repository without issues by its fields, and rejects its issues", async () => {
    await withServer("gitea", async (server) => {
      const off = await server.get("", "/repos/alice/noissues");
      assert.deepEqual([off.at("has_issues"), off.at("internal_tracker")], [false, undefined]);
      const outside = await server.get("", "/repos/alice/exttracker");
      assert.deepEqual([outside.at("has_issues"), outside.at("internal_tracker")], [true, undefined]);
      assert.equal(outside.at("external_tracker.external_tracker_style"), "numeric");
      assert.deepEqual((await server.get("", "/repos/alice/noissues/issues")).list(), []);
      assert.equal((await server.get("", "/repos/alice/noissues/issues?type=issues")).status, 404);
      server.act("changeRepo", { repo: "alice/noissues", pulls: false });
      assert.equal((await server.get("", "/repos/alice/noissues/issues")).status, 404);
    });
  });

  it("searches all issues that the user can read", async () => {
    await withServer("forgejo", async (server) => {
      const found = async (as: string, query: string) =>
        (await server.get(as, `/repos/issues/search?${query}`)).list("repository.full_name");
      assert.deepEqual(await found("", "q=leaks"), []);
      assert.deepEqual(await found("kofi", "q=leaks"), ["nadia/boat-log"]);
      assert.deepEqual(await found("alice", "assigned=true"), ["lantern/almanac"]);
      assert.deepEqual(
        new Set(await found("", "owner=lantern&state=all")),
        new Set(["lantern/almanac", "lantern/lamp-firmware", "lantern/paper-tables"]),
      );
      assert.equal((await server.get("", "/repos/issues/search?owner=nobody")).status, 400);
    });
  });

  it("finds repositories, and rejects an unknown order", async () => {
    await withServer("forgejo", async (server) => {
      const found = await server.get("alice", "/repos/search?q=al&limit=50");
      assert.deepEqual([found.at("ok"), found.at("data.0.full_name")], [true, "lantern/almanac"]);
      assert.equal((await server.get("", "/repos/search?sort=beauty")).status, 422);
      const mine = await server.get("nadia", "/user/repos");
      assert.ok(mine.list("full_name").includes("nadia/boat-log"));
      assert.equal(mine.headers.get("x-total-count"), String(mine.list().length));
    });
  });

  it("creates an issue, and drops fields that require write access", async () => {
    await withServer("gitea", async (server) => {
      const [bug] = (await server.get("", `${DEMO}/labels`)).list("id");
      const [milestone] = (await server.get("", `${DEMO}/milestones`)).list("id");
      const wish = {
        title: "New",
        body: "see #4",
        labels: [bug],
        milestone,
        assignees: ["dave"],
        due_date: "2027-01-01T00:00:00Z",
      };
      const reader = await server.ask("bob", "POST", `${DEMO}/issues`, wish);
      assert.deepEqual(
        [reader.status, reader.at("labels"), reader.at("milestone"), reader.at("assignees"), reader.at("due_date")],
        [201, [], null, null, null],
      );
      const writer = await server.ask("dave", "POST", `${DEMO}/issues`, wish);
      assert.deepEqual(
        [writer.at("labels.0.name"), writer.at("milestone.title"), writer.at("assignee.login"), writer.at("due_date")],
        ["bug", "v1.0", "dave", "2027-01-01T23:59:59Z"],
      );
      assert.equal(
        (await server.ask("bob", "POST", `${DEMO}/issues`, { body: "x" })).at("message"),
        "[Title]: Required",
      );
      const references = await server.get("", `${DEMO}/issues/4/timeline`);
      assert.deepEqual(references.list("ref_issue.number"), [reader.at("number"), writer.at("number")]);
    });
  });

  it("adds each change of an issue to its timeline", async () => {
    await withServer("forgejo", async (server) => {
      const path = `${DEMO}/issues/4`;
      const change = {
        title: "Other",
        milestone: 2,
        assignees: ["bob"],
        state: "closed",
        due_date: "2027-02-03T00:00:00Z",
      };
      assert.equal((await server.ask("alice", "PATCH", path, change)).status, 201);
      await server.ask("alice", "POST", `${path}/labels`, { labels: ["prio/high"] });
      const labels = await server.ask("alice", "POST", `${path}/labels`, { labels: [6, "bug", "nothing"] });
      assert.deepEqual(labels.list("name"), ["bug", "prio/low"], "of an exclusive scope the last one stays");
      await server.ask("alice", "POST", `${path}/pin`);
      await server.ask("alice", "PATCH", path, { unset_due_date: true, state: "open" });
      const types = (await server.get("alice", `${path}/timeline`)).list("type");
      assert.deepEqual(types, [
        "change_title",
        "added_deadline",
        "assignees",
        "milestone",
        "close",
        "label",
        "label",
        "label",
        "label",
        "pin",
        "removed_deadline",
        "reopen",
      ]);
      assert.equal((await server.get("", path)).at("pin_order"), 2);
      assert.equal((await server.ask("bob", "PATCH", path, { title: "no" })).status, 403);
      assert.equal((await server.ask("bob", "POST", `${path}/labels`, { labels: ["bug"] })).status, 403);
    });
  });

  it("lists comments by date, even if one with an earlier date was created later", async () => {
    await withServer("forgejo", async (server) => {
      const path = `${DEMO}/issues/4/comments`;
      const late = await server.ask("alice", "POST", path, { body: "today" });
      const early = { body: "of old", updated_at: "2026-11-01T08:00:00Z" };
      assert.ok(Number((await server.ask("alice", "POST", path, early)).at("id")) > Number(late.at("id")));
      assert.deepEqual((await server.get("", path)).list("body"), ["of old", "today"]);
      const foreign = await server.ask("bob", "POST", path, early);
      assert.equal(foreign.status, 403, "who does not own the repository dates nothing");
      const unborn = { body: "x", updated_at: "2026-01-01T08:00:00Z" };
      assert.equal((await server.ask("alice", "POST", path, unborn)).status, 403, "before the issue was there");
    });
  });

  it("deletes the events of a deleted label", async () => {
    await withServer("forgejo", async (server) => {
      server.act("deleteLabel", { repo: "alice/demo", name: "feature" });
      const left = (await server.get("alice", `${DEMO}/issues/1/timeline`)).list("id");
      assert.ok(left.includes(304) && !left.includes(305) && !left.includes(306));
    });
  });

  it("allows each user one reaction of each kind", async () => {
    await withServer("forgejo", async (server) => {
      const path = `${DEMO}/issues/1/reactions`;
      const react = (content: string) => server.ask("bob", "POST", path, { content });
      assert.deepEqual([(await react("eyes")).status, (await react("eyes")).status], [201, 200]);
      const unknownReaction = await react("pineapple");
      assert.deepEqual(
        [unknownReaction.status, unknownReaction.at("message")],
        [403, "'pineapple' is not an allowed reaction"],
      );
      assert.deepEqual((await server.get("", path)).list("content"), ["eyes"]);
      const locked = await server.ask("bob", "POST", `${DEMO}/issues/8/reactions`, { content: "eyes" });
      assert.equal(locked.status, 403);
    });
  });

  it("uploads, lists, renames, downloads and deletes attachments", async () => {
    await withServer("gitea", async (server) => {
      const path = `${DEMO}/issues/comments/301/assets`;
      const bytes = Buffer.from([0, 1, 2, 255, 13, 10, 45, 45]);
      const form = new FormData();
      form.append("attachment", new Blob([bytes]), "raw.log");
      server.clock.advance(5000);
      const sent = await server.ask("alice", "POST", `${path}?name=données.log`, form);
      assert.deepEqual([sent.status, sent.at("name"), sent.at("size")], [201, "données.log", bytes.length]);
      assert.equal((await server.get("", `${DEMO}/issues/comments/301`)).at("updated_at"), "2026-11-21T12:00:05Z");
      const one = `${path}/${String(sent.at("id"))}`;
      assert.equal((await server.ask("alice", "PATCH", one, { name: "b.log" })).status, 201);
      assert.deepEqual((await server.get("", path)).list("name"), ["b.log"]);
      const address = new URL(String(sent.at("browser_download_url"))).pathname;
      const fetched = await server.get("", address);
      assert.deepEqual(fetched.bytes, bytes);
      const etag = fetched.headers.get("etag") ?? "";
      assert.equal(etag, `"${String(sent.at("uuid"))}"`);
      assert.equal((await server.ask("", "GET", address, undefined, { "if-none-match": etag })).status, 304);
      server.act("changeRepo", { repo: "alice/demo", private: true });
      assert.equal((await server.get("", address)).status, 404);
      assert.equal((await server.get("alice", address)).status, 200);
      const foreign = await server.ask("dave", "DELETE", one);
      assert.equal(foreign.status, 403, "a writer who is neither poster nor administrator");
      assert.equal((await server.ask("alice", "DELETE", one)).status, 204);
      assert.equal((await server.get("alice", address)).status, 404);
    });
  });

  it("rejects attachments of a forbidden type, that are too large, in a wrong field, or if they are disabled", async () => {
    await withServer("gitea", async (server) => {
      const path = `${DEMO}/issues/comments/301/assets`;
      const send = (field: string, name: string, size = 3) => {
        const form = new FormData();
        form.append(field, new Blob(["x".repeat(size)]), name);
        return server.ask("alice", "POST", path, form);
      };
      assert.equal((await send("attachment", "virus.exe")).status, 422);
      assert.equal((await send("file", "a.txt")).status, 500);
      server.act("setAttachments", { megabytes: 1 });
      assert.equal((await send("attachment", "a.txt", 1024 * 1024 + 1)).status, 413);
      server.act("setAttachments", { enabled: false });
      assert.equal((await send("attachment", "a.txt")).status, 404);
      assert.equal((await server.get("", "/settings/attachment")).at("enabled"), false);
    });
  });

  it("notifies participants, and lets them mark notifications as read", async () => {
    await withServer("forgejo", async (server) => {
      const before = Number((await server.get("dave", "/notifications/new")).at("new"));
      const made = await server.ask("bob", "POST", `${DEMO}/issues/4/comments`, { body: "hello @dave and @mallory" });
      assert.equal((await server.get("dave", "/notifications/new")).at("new"), before + 1);
      const thread = await server.get("dave", "/notifications");
      assert.equal(thread.at("0.subject.type"), "Issue");
      assert.ok(
        String(thread.at("0.subject.latest_comment_url")).endsWith(`/issues/comments/${String(made.at("id"))}`),
      );
      const id = String(thread.at("0.id"));
      assert.equal((await server.get("bob", `/notifications/threads/${id}`)).status, 403);
      assert.equal((await server.ask("dave", "PATCH", `/notifications/threads/${id}`)).status, 205);
      assert.equal((await server.get("dave", "/notifications/new")).at("new"), before);
      assert.equal((await server.get("dave", "/notifications?all=true")).at("0.unread"), false);
      await server.ask("bob", "POST", `${DEMO}/issues/4/comments`, { body: "again" });
      assert.equal((await server.ask("alice", "PUT", "/notifications?to-status=read")).status, 205);
      assert.equal((await server.get("alice", "/notifications/new")).at("new"), 0);
    });
  });

  it("shows a deleted repository's notifications without their subjects", async () => {
    await withServer("gitea", async (server) => {
      server.act("notify", { repo: "nadia/boat-log", issue: 1, by: "nadia" });
      server.act("setRights", { repo: "nadia/boat-log", user: "kofi", level: "none" });
      const lost = (await server.get("kofi", "/notifications")).list();
      assert.ok(lost.some((each) => JSON.stringify(each).includes('"repository":null,"subject":null')));
    });
  });

  it("lets users subscribe themselves, and only the site administrator subscribe others", async () => {
    await withServer("gitea", async (server) => {
      const path = `${DEMO}/issues/4/subscriptions`;
      assert.equal((await server.get("bob", `${path}/check`)).at("subscribed"), false);
      assert.equal((await server.ask("bob", "PUT", `${path}/bob`)).status, 201);
      assert.equal((await server.ask("bob", "PUT", `${path}/bob`)).status, 200);
      assert.equal((await server.get("bob", `${path}/check`)).at("subscribed"), true);
      assert.equal((await server.ask("bob", "PUT", `${path}/carol`)).status, 403);
      assert.equal((await server.ask("root", "PUT", `${path}/carol`)).status, 201);
    });
  });

  it("has a page or an image for each URL in a response", async () => {
    await withServer("gitea", async (server) => {
      const issue = await server.get("nadia", "/repos/nadia/boat-log/issues/1");
      const page = String(issue.at("html_url"));
      assert.equal((await fetch(page)).status, 404, "which is private");
      const open = await fetch(`${server.origin}/lantern/almanac/pulls/4`);
      assert.match(await open.text(), /<h1>#4 Read all constituents/);
      const picture = await fetch(String(issue.at("user.avatar_url")));
      assert.equal(picture.headers.get("content-type"), "image/png");
    });
  });

  it("renames a repository and a user while it runs", async () => {
    await withServer("forgejo", async (server) => {
      server.act("renameRepo", { repo: "alice/demo", name: "trial" });
      server.act("renameUser", { user: "alice", login: "alix" });
      const owner = await server.get("", `${DEMO}/issues/1`);
      assert.deepEqual([owner.status, owner.headers.get("location")], [307, "/api/v1/repos/alix/demo/issues/1"]);
      const repo = await server.get("", "/repos/alix/trial/issues/1");
      assert.equal(repo.status, 200);
    });
  });

  it("returns its state, and acts as another user", async () => {
    await withServer("forgejo", async (server) => {
      const id = server.act("addComment", { repo: "lantern/almanac", issue: 10, by: "kofi", body: "me too" });
      assert.equal((await server.get("", `${ALMANAC}/issues/comments/${String(id)}`)).at("body"), "me too");
      const many = { repo: "lantern/almanac", by: "wren", title: "Everybody", comments: 5000 };
      const number = server.act("addIssue", many, "number");
      assert.equal((await server.get("", `${ALMANAC}/issues/${String(number)}/comments`)).list().length, 5000);
      const state = JSON.stringify(server.controlled.state());
      assert.ok(state.includes('"poster":"kofi","body":"me too"'));
    });
  });
});

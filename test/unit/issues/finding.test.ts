// Searches, filters, sort orders and notifications, on every kind of server.
import assert from "node:assert/strict";
import type { ApiV1 as Api } from "../../../src/issues/api/api-v1.ts";
import { problemOf } from "../base/service.ts";
import { DEMO, PERSONALITIES, startForge, TRAITS, type Forge } from "./service.ts";

const ALMANAC = { owner: "lantern", name: "almanac" };

for (const personality of PERSONALITIES) {
  describe(`Searching issues and their filters at ${personality}`, () => {
    let forge: Forge;
    let nadia: Api;
    let anonymous: Api;
    before(async () => {
      forge = await startForge(personality);
      nadia = forge.api("nadia");
      anonymous = forge.api();
    });
    beforeEach(() => forge.reset());
    after(() => forge.close());

    it("finds repositories by words in their names, and private ones only for their members", async () => {
      const { values, total } = await nadia.finding.repositories("boat", { page: 1, limit: 10 });
      assert.deepEqual(
        values.map(({ owner, name, description }) => [owner, name, description]),
        [["nadia", "boat-log", "Where we went, and what broke"]],
      );
      assert.equal(total, 1);
      assert.deepEqual((await anonymous.finding.repositories("boat")).values, []);
      assert.deepEqual(forge.asked()[0], "GET /api/v1/repos/search?q=boat&page=1&limit=10");
    });

    it("recognizes a search that failed on the server, and drops only a malformed element", async () => {
      forge.answer("search", 500, { ok: false, error: "out of order" });
      const { kind, facts } = await problemOf(nadia.finding.repositories("a"));
      assert.deepEqual([kind, facts.detail], ["server", "out of order"]);
      forge.service.faults.clear();
      forge.answer("search", 200, { ok: true, data: [{ id: "x" }] });
      assert.deepEqual((await nadia.finding.repositories("a")).skipped, 1);
      forge.service.faults.clear();
      forge.answer("search", 200, { ok: true });
      assert.equal((await problemOf(nadia.finding.repositories("a"))).facts.at, "data");
    });

    it("lists the user's own repositories with their clone URLs", async () => {
      const { values } = await nadia.finding.ownRepositories({ page: 1, limit: 50 });
      const almanac = values.find(({ name }) => name === "almanac");
      assert.ok(almanac?.cloneUrls.some((url) => /^https?:.*\/lantern\/almanac\.git$/.test(url)));
      assert.ok(almanac?.cloneUrls.some((url) => /git@.*lantern\/almanac\.git$/.test(url)));
      assert.equal((await problemOf(anonymous.finding.ownRepositories())).kind, "unauthorized");
    });

    it("lists labels, including an organization's, milestones and assignees", async () => {
      const { labels, labelsOfOrganization, milestones, assignees } = {
        labels: await nadia.finding.labels(ALMANAC, { page: 1, limit: 50 }),
        labelsOfOrganization: await nadia.finding.labelsOfOrganization("lantern"),
        milestones: await nadia.finding.milestones(ALMANAC, { state: "all" }),
        assignees: await nadia.finding.assignees(ALMANAC),
      };
      assert.ok(labels.values.some(({ name, color }) => name === "bug" && color === "d73a4a"));
      assert.deepEqual(
        labelsOfOrganization.values.map(({ name }) => name),
        ["needs a translator"],
      );
      assert.deepEqual(milestones.values.map(({ title }) => title).sort(), ["2026.3", "2026.4", "Someday"]);
      assert.ok(assignees.values.some(({ login }) => login === "tomas"));
      assert.equal((await problemOf(nadia.finding.labelsOfOrganization("nadia"))).kind, "notFound");
    });

    it("filters by state, kind, words, labels, milestones and people", async () => {
      const numbers = async (filter: Parameters<Api["issues"]>[1]) =>
        (await nadia.issues(ALMANAC, { state: "all", page: 1, limit: 50, ...filter })).values.map(
          ({ number }) => number,
        );
      const all = await numbers({});
      assert.ok(all.length > 8);
      for (const filter of [
        { type: "pulls" },
        { words: "midnight" },
        { labels: ["bug"] },
        { milestones: ["2026.4"] },
        { author: "kofi" },
        { assignee: "tomas" },
        { mentioned: "tomas" },
      ] as const) {
        const found = await numbers(filter);
        assert.ok(found.length > 0 && found.length < all.length, JSON.stringify(filter));
      }
      assert.equal((await problemOf(numbers({ author: "no-one-of-that-name" }))).kind, "notFound");
      assert.deepEqual(await numbers({ labels: ["unknown"] }), all, "a name that is not known filters nothing");
    });

    it("sorts if the server can, and otherwise lists the newest first", async () => {
      const first = async (sort: "oldest" | "latest") =>
        (await nadia.issues(ALMANAC, { state: "all", sort, page: 1, limit: 1 })).values[0]?.number;
      assert.equal((await first("oldest")) === (await first("latest")), !TRAITS[personality].sorts);
    });

    it("searches the issues of all repositories", async () => {
      const { values, total } = await nadia.searchIssues({ state: "open", words: "tide", page: 1, limit: 3 });
      assert.equal(values.length, 3);
      assert.ok((total ?? 0) >= 3);
    });

    it("returns the thread of each comment in a repository's list", async () => {
      forge.act("setRootUrl", { url: "https://wrong.example/elsewhere" });
      const { values } = await nadia.commentsOfRepository(ALMANAC, { page: 1, limit: 50 });
      assert.ok(values.every(({ number }) => number !== undefined));
      assert.ok(values.some(({ pull }) => pull) && values.some(({ pull }) => !pull));
    });

    it("loads notifications, counts them, and marks them as read", async () => {
      const count = async () => (await nadia.notifications.list(["unread"], { page: 1, limit: 1 })).total;
      assert.equal(await count(), 3);
      const { values, total } = await nadia.notifications.list(["unread"], { page: 1, limit: 50 });
      assert.equal(total, 3);
      const first = values.find(({ number }) => number === 1n);
      assert.deepEqual([first?.repository, first?.unread, first?.state, first?.pull], [ALMANAC, true, "open", false]);
      assert.ok((first?.comment ?? 0n) > 0n);
      assert.ok(values.some(({ pull }) => pull));
      await nadia.notifications.mark(first?.id ?? 0n, "read");
      assert.equal(await count(), 2);
      await nadia.notifications.markAllRead("2026-08-25T08:00:00Z");
      assert.equal(await count(), 1);
      assert.equal((await nadia.notifications.list(["unread", "pinned"])).values.length, 2);
    });

    it("keeps a notification about something that is no longer visible", async () => {
      forge.answer("/notifications", 200, [
        { id: 7, unread: true, pinned: false, updated_at: "2026-08-25T08:00:00Z", repository: null, subject: null },
      ]);
      const [lost] = (await nadia.notifications.list(["unread"])).values;
      assert.deepEqual([lost?.id, lost?.repository, lost?.number, lost?.title], [7n, undefined, undefined, ""]);
    });

    it("can't load notifications and own repositories with a token that lacks their scopes", async () => {
      const comment = forge.api("browse");
      assert.equal((await problemOf(comment.notifications.list(["unread"]))).kind, "forbidden");
      assert.equal((await problemOf(comment.finding.ownRepositories())).kind, "forbidden");
      assert.equal((await problemOf(anonymous.notifications.list(["unread"]))).kind, "unauthorized");
      assert.equal((await problemOf(nadia.finding.labels({ owner: "alice", name: "secret" }))).kind, "notFound");
      assert.ok((await anonymous.finding.labels(DEMO)).values.length > 0);
    });
  });
}

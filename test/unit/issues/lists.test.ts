// Lists of issues: how they are loaded and kept up to date.
import assert from "node:assert/strict";
import type { RepositoryAddress } from "../../../src/issues/model/address.ts";
import type { ListBrowser as Browsing } from "../../../src/issues/lists/list-browser.ts";
import { problemOf } from "../base/service.ts";
import { startForge, TRAITS, type Forge } from "./service.ts";
import { machine, type Machine } from "./machine.ts";

const OPEN = { state: "open" } as const;

/** With and without sort orders. */
for (const personality of ["forgejo", "contract"] as const) {
  describe(`Issue lists at ${personality}`, () => {
    let forge: Forge;
    let here: Machine;
    let window: ReturnType<Machine["open"]>;
    let lists: Browsing;
    before(async () => {
      forge = await startForge(personality);
    });
    beforeEach(async () => {
      forge.reset();
      here = await machine();
      window = here.open(forge.base);
      await window.signIn("nadia");
      ({ lists } = window.services);
    });
    afterEach(() => here.close());
    after(() => forge.close());

    const at = (owner: string, name: string): RepositoryAddress => ({ base: forge.base, owner, name });
    const almanac = () => at("lantern", "almanac");
    const demo = () => at("alice", "demo");
    const numbers = async (address = almanac(), query: Parameters<Browsing["read"]>[1] = OPEN) =>
      (await lists.read(address, query)).issues.map(({ number }) => Number(number));
    const change = (issue: number, what: Readonly<Record<string, unknown>>) =>
      forge.act("changeIssue", { repo: "lantern/almanac", issue, by: "tomas", ...what });
    /** Returns the requests that `work` sends. */
    const askedIn = async (work: () => Promise<unknown>) => {
      forge.service.journal = [];
      await work();
      return forge.asked();
    };

    it("load page by page up to the server's total, even if it returns smaller pages than requested", async () => {
      forge.act("setPageCap", { cap: 7 });
      let list = await lists.read(demo(), OPEN);
      assert.deepEqual([list.issues.length, list.last], [7, false]);
      for (let page = 2; !list.last; page += 1) {
        list = await lists.more(demo(), OPEN);
        assert.ok(page < 40);
      }
      assert.equal(list.issues.length, list.total);
      assert.equal(new Set(list.issues.map(({ number }) => number)).size, list.total);
      assert.deepEqual(await askedIn(() => lists.read(demo(), OPEN)), [], "what was read is not asked for again");
      lists.forget();
      assert.equal((await askedIn(() => lists.read(demo(), OPEN))).length, 1);
    });

    it("end if the server ignores the page number, whatever total it returns", async () => {
      const first = await lists.read(demo(), OPEN);
      const whole = forge.service.faults;
      assert.equal(first.last, false);
      for (const page of [2, 3])
        whole.add({
          kind: "redirect",
          path: `/issues\\?.*page=${page}`,
          location: "/api/v1/repos/alice/demo/issues?state=open&page=1&limit=50",
        });
      const second = await lists.more(demo(), OPEN);
      assert.deepEqual([second.issues.length, second.last], [first.issues.length, true]);
    });

    it("keep their totals if a refresh fails, until one of them loads again", async () => {
      const closed = { state: "closed" } as const;
      const { total } = await lists.read(almanac(), OPEN);
      assert.ok(total !== undefined && total > 0);
      await lists.read(almanac(), closed);
      lists.forget();
      forge.service.faults.add({ kind: "status", status: 404 });
      await problemOf(lists.read(almanac(), OPEN));
      assert.equal(lists.getTotal(almanac(), OPEN), total);
      forge.service.faults.clear();
      await lists.read(almanac(), closed);
      assert.equal(lists.getTotal(almanac(), OPEN), undefined);
    });

    it("refresh with one request for changes since the latest time that the server returned", async () => {
      await numbers();
      const asked = await askedIn(() => lists.check(almanac()));
      assert.equal(asked.length, 1);
      assert.match(asked[0] ?? "", /issues\?state=all&page=1&limit=50&since=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      assert.deepEqual(await lists.check(almanac()), [], "the newest itself comes again, and is no news");
    });

    it("remove closed issues, add new ones and show changed ones without a full reload", async () => {
      const before = await numbers();
      const [first = 0, second = 0] = before;
      const { total } = await lists.read(almanac(), OPEN);
      change(first, { closed: true });
      change(second, { title: "Said otherwise" });
      const { number } = forge.act("addIssue", { repo: "lantern/almanac", by: "kofi", title: "Fresh" }) as {
        number: number;
      };
      const changes = await lists.check(almanac());
      assert.deepEqual(new Set(changes.map(({ now }) => Number(now.number))), new Set([first, second, number]));
      const asked = await askedIn(async () => {
        assert.deepEqual(await numbers(), [number, ...before.filter((each) => each !== first)]);
        const { issues } = await lists.read(almanac(), OPEN);
        assert.equal(issues.find((issue) => issue.number === BigInt(second))?.title, "Said otherwise");
        assert.equal((await lists.read(almanac(), OPEN)).total, total);
      });
      assert.deepEqual(asked, []);
    });

    it("reload in full if only the server can decide what belongs in them", async () => {
      const bugs = { state: "open", labels: ["bug"] } as const;
      const before = await numbers(almanac(), bugs);
      change(before[0] ?? 0, { labels: [] });
      await lists.check(almanac());
      const asked = await askedIn(async () => {
        assert.deepEqual(await numbers(almanac(), bugs), before.slice(1));
      });
      assert.equal(asked.length, 1);
    });

    it("reload in full if more changed than fits on a page", async () => {
      await numbers();
      for (let made = 0; made < 55; made += 1) {
        forge.act("addIssue", { repo: "lantern/almanac", by: "kofi", title: `Fresh ${made}` });
      }
      await lists.check(almanac());
      assert.equal((await askedIn(() => lists.read(almanac(), OPEN))).length, 1);
    });

    it('include "about me" once the user is known, and custom queries', async () => {
      const ids = (address = almanac()) => lists.listQueries(address).queries.map(({ id }) => id);
      assert.deepEqual(ids(), ["open", "assigned", "created", "mentioned", "pulls", "pulls/created", "pulls/reviews"]);
      const queries = [
        { name: "Bugs", labels: ["bug"] },
        { name: "Mine, here", repository: "Lantern/Almanac", author: "@me", state: "all" },
        { name: "Elsewhere", repository: "a/b" },
        { name: 7 },
        { name: "Wrong", color: "blue" },
      ];
      const own = here.open(forge.base, { queries });
      const { queries: found, skipped } = own.services.lists.listQueries(almanac());
      assert.deepEqual(
        found.filter(({ kind }) => kind === "own").map(({ name }) => name),
        ["Bugs", "Mine, here"],
      );
      assert.equal(skipped, 2);
      const mine = found.find(({ name }) => name === "Mine, here");
      assert.ok(mine !== undefined);
      assert.equal(own.services.lists.getQuery(almanac(), mine).author, "nadia");
      await window.signOut();
      assert.deepEqual(ids(), ["open", "pulls"]);
      const withoutAccount = own.services.lists.listQueries(almanac()).queries.filter(({ kind }) => kind === "own");
      assert.deepEqual(
        withoutAccount.map(({ name }) => name),
        ["Bugs"],
      );
    });

    it("request only what belongs in them", async () => {
      for (const { id, query } of lists.listQueries(almanac()).queries) {
        const saved = lists.listQueries(almanac()).queries.find((each) => each.id === id);
        assert.ok(saved !== undefined && query.state === "open");
        const { issues } = await lists.read(almanac(), lists.getQuery(almanac(), saved));
        if (id === "assigned")
          assert.ok(issues.every(({ assignees }) => assignees.some(({ login }) => login === "nadia")));
        if (id === "created") assert.ok(issues.length > 0 && issues.every(({ author }) => author?.login === "nadia"));
      }
    });

    it("are empty if nothing has the requested names, although the server then returns everything", async () => {
      for (const query of [
        { state: "all", labels: ["no such label"] },
        { state: "all", labels: ["bug", "no such label"] },
        { state: "all", milestones: ["no such milestone"] },
        { state: "all", author: "no-one-of-that-name" },
        { state: "all", assignee: "no-one-of-that-name" },
        { state: "all", mentioned: "no-one-of-that-name" },
      ] as const) {
        const { issues, last, total } = await lists.read(almanac(), query);
        assert.deepEqual([issues, last, total], [[], true, 0], JSON.stringify(query));
        lists.forget();
      }
      assert.ok((await numbers(almanac(), { state: "all", labels: ["bug"] })).length > 0);
      assert.ok((await numbers(almanac(), { state: "all", milestones: ["2026.4", "no such"] })).length > 0);
    });

    it("contain issues whose label has a comma in its name, which can't be sent to any server", async () => {
      const whole = async (labels: readonly string[]) => {
        const query = { state: "all", labels } as const;
        let list = await lists.read(almanac(), query);
        for (let page = 2; !list.last; page += 1) {
          list = await lists.more(almanac(), query);
          assert.ok(page < 40);
        }
        return list.issues.map(({ number }) => Number(number));
      };
      forge.act("setPageCap", { cap: 2 });
      const bugs = await whole(["bug"]);
      const all = (await lists.read(almanac(), { state: "all" })).issues;
      assert.ok(bugs.length > 0 && !all.some(({ number }) => bugs.includes(Number(number))), "the first page has none");
      forge.act("renameLabel", { repo: "lantern/almanac", name: "bug", to: "bug, old" });
      lists.forget();
      assert.deepEqual(await whole(["bug, old"]), bugs);
    });

    it("begin with the first page that has a match, if the server can't apply the filter", async () => {
      forge.act("setPageCap", { cap: 2 });
      forge.act("renameLabel", { repo: "lantern/almanac", name: "bug", to: "bug, old" });
      const { issues } = await lists.read(almanac(), { state: "all", labels: ["bug, old"] });
      assert.ok(issues.length > 0);
      const none = await lists.read(almanac(), { state: "all", labels: ["no such, label"] });
      assert.deepEqual([none.issues, none.last], [[], true]);
    });

    it("begin with the first match even if the server ignores the label, because its name differs in case", async () => {
      forge.act("setPageCap", { cap: 2 });
      const bugs = await numbers(almanac(), { state: "all", labels: ["bug"] });
      forge.act("renameLabel", { repo: "lantern/almanac", name: "bug", to: "Bug" });
      lists.forget();
      let list = await lists.read(almanac(), { state: "all", labels: ["bug"] });
      assert.equal(Number(list.issues[0]?.number), bugs[0]);
      while (!list.last) list = await lists.more(almanac(), { state: "all", labels: ["bug"] });
      assert.equal(list.total, list.issues.length);
    });

    it("report a missing repository as missing, with any account", async () => {
      const gone = at("lantern", "no-such-repository");
      assert.equal((await problemOf(lists.read(gone, { state: "all", author: "nadia" }))).kind, "notFound");
    });

    it("detect whether a server sorts, and until the next session remember if it doesn't", async () => {
      const sorts = await lists.detectSorting(almanac());
      assert.equal(sorts, TRAITS[personality].sorts);
      assert.equal(lists.choices.maySort(almanac()), sorts);
      assert.ok(
        here.open(forge.base).services.lists.choices.maySort(almanac()),
        "the server may be updated until then",
      );
      const oldest = await numbers(almanac(), { state: "all", sort: "oldest" });
      assert.equal(oldest[0] === 1, sorts);
    });

    it("keep the chosen filter and grouping", async () => {
      await lists.choices.filter(almanac(), "open", { labels: ["bug"], sort: "oldest" });
      await lists.choices.group(almanac(), "label");
      const again = here.open(forge.base).services.lists.choices;
      assert.deepEqual(again.getFilter(almanac(), "open"), { labels: ["bug"], sort: "oldest" });
      assert.equal(again.getGrouping(almanac()), "label");
      assert.equal(again.getGrouping(demo()), "none");
    });

    it("keep their filter and grouping when their repository is renamed", async () => {
      await numbers(demo());
      await lists.choices.filter(demo(), "open", { labels: ["bug"] });
      await lists.choices.group(demo(), "label");
      await window.services.repositoryNames.read(demo());
      forge.act("renameRepo", { repo: "alice/demo", name: "renamed" });
      await window.services.repositoryNames.read(demo());
      assert.deepEqual(lists.choices.getFilter(at("alice", "renamed"), "open"), { labels: ["bug"] });
      assert.equal(lists.choices.getGrouping(at("alice", "renamed")), "label");
      assert.deepEqual(lists.choices.getFilter(demo(), "open"), { labels: ["bug"] }, "a Git remote may still have it");
    });

    it("show the newest comments of a repository first, from the last page on", async () => {
      const { comments, older, total } = await lists.recent(demo());
      assert.ok((total ?? 0) > 300 && comments.length >= 10 && older !== undefined);
      const times = comments.map(({ createdAt }) => createdAt);
      assert.deepEqual(
        times,
        times.toSorted((one, other) => other - one),
      );
      let seen = comments.length;
      for (let page: number | undefined = older; page !== undefined;) {
        const next = await lists.recent(demo(), page);
        seen += next.comments.length;
        page = next.older;
      }
      assert.equal(seen, total);
    });

    it("show the newest comments of a repository whose server hides its limits", async () => {
      const usual = await lists.recent(demo());
      const hiding = here.open(forge.base);
      forge.answer("/settings/api$", 404, "404 page not found", { headers: { "content-type": "text/plain" } });
      const { comments } = await hiding.services.lists.recent(demo());
      assert.equal(comments[0]?.id, usual.comments[0]?.id);
    });

    it("show the newest comments of a repository first if the server returns no total, with few requests", async () => {
      const counted = await lists.recent(demo());
      forge.act("leaveOutTotals");
      const asked = await askedIn(async () => {
        const { comments, older, total } = await lists.recent(demo());
        assert.equal(total, undefined);
        assert.deepEqual(comments, counted.comments);
        assert.equal(older, counted.older);
      });
      assert.ok(asked.length <= 12, asked.join("\n"));
      const ids = new Set(counted.comments.map(({ id }) => id));
      for (let page = counted.older; page !== undefined;) {
        const next = await lists.recent(demo(), page);
        for (const { id } of next.comments) ids.add(id);
        page = next.older;
      }
      assert.equal(ids.size, counted.total);
    });

    it("show the newest comments of a repository if the server returns no total and ignores the page number", async () => {
      const { values } = await forge.api("nadia").commentsOfRepository({ owner: "lantern", name: "almanac" });
      const comments = values.map(({ id, author, body, createdAt }) => {
        const at = new Date(createdAt).toISOString();
        return { id: Number(id), user: { id: 1, login: author?.login ?? "" }, body, created_at: at, updated_at: at };
      });
      assert.ok(comments.length > 0);
      forge.answer("/almanac/issues/comments", 200, comments);
      const { comments: shown, older } = await lists.recent(almanac());
      assert.deepEqual([shown.length, older], [comments.length, undefined]);
    });

    it("load all pages of a list if the server returns no total and smaller pages than requested", async () => {
      let list = await lists.read(demo(), OPEN);
      while (!list.last) list = await lists.more(demo(), OPEN);
      lists.forget();
      forge.act("leaveOutTotals");
      forge.act("setPageCap", { cap: 7 });
      let uncounted = await lists.read(demo(), OPEN);
      for (let page = 2; !uncounted.last && page < 40; page += 1) uncounted = await lists.more(demo(), OPEN);
      assert.deepEqual(
        uncounted.issues.map(({ number }) => number),
        list.issues.map(({ number }) => number),
      );
    });

    it("keep their totals when an issue on a later page changes", async () => {
      const whole = here.open(forge.base).services.lists;
      let all = await whole.read(demo(), OPEN);
      while (!all.last) all = await whole.more(demo(), OPEN);
      const issue = Number(all.issues.at(-1)?.number);
      const { total, last } = await lists.read(demo(), OPEN);
      assert.equal(last, false);
      forge.act("addComment", { repo: "alice/demo", issue, by: "tomas", body: "one" });
      assert.equal((await lists.check(demo())).length, 1);
      assert.equal((await lists.read(demo(), OPEN)).total, total);
      forge.act("changeIssue", { repo: "alice/demo", issue, by: "tomas", closed: true });
      await lists.check(demo());
      assert.equal((await lists.read(demo(), OPEN)).total, (total ?? 0) - 1);
      forge.act("changeIssue", { repo: "alice/demo", issue, by: "tomas", closed: false });
      await lists.check(demo());
      assert.equal((await lists.read(demo(), OPEN)).total, total);
    });

    it("lose no issue between two pages when an issue on the first page was closed", async () => {
      const { issues } = await lists.read(demo(), OPEN);
      forge.act("changeIssue", { repo: "alice/demo", issue: Number(issues[0]?.number), by: "tomas", closed: true });
      await lists.check(demo());
      let list = await lists.read(demo(), OPEN);
      while (!list.last) list = await lists.more(demo(), OPEN);
      assert.equal(list.issues.length, list.total);
    });

    it("keep what a check found while another page was loading", async () => {
      const { issues } = await lists.read(demo(), OPEN);
      const closed = issues[0]?.number;
      forge.service.faults.add({ kind: "late", ms: 200, path: "/issues\\?.*page=2" });
      const loading = lists.more(demo(), OPEN);
      forge.act("changeIssue", { repo: "alice/demo", issue: Number(closed), by: "tomas", closed: true });
      await lists.check(demo());
      await loading;
      let list = await lists.read(demo(), OPEN);
      assert.ok(!list.issues.some(({ number }) => number === closed));
      while (!list.last) list = await lists.more(demo(), OPEN);
      assert.equal(list.issues.length, list.total);
    });

    it("keep what a check found while their first page was loading", async () => {
      const [closed, renamed] = await numbers();
      forge.service.faults.add({ kind: "late", ms: 200, path: "/issues\\?.*sort=latest", times: 1 });
      const latest = () => lists.read(almanac(), { state: "open", sort: "latest" });
      const loading = latest();
      while (!forge.asked().some((each) => each.includes("sort=latest"))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      change(closed ?? 0, { closed: true });
      forge.clock.advance(5_000);
      change(renamed ?? 0, { title: "Renamed" });
      assert.equal((await lists.check(almanac())).length, 2);
      await loading;
      assert.ok(!(await latest()).issues.some(({ number }) => Number(number) === closed));
      assert.ok(lists.listKnown(almanac()).some(({ title }) => title === "Renamed"));
    });

    it("show nothing that was loading for an account when it was removed", async () => {
      const secret = () => at("alice", "secret");
      await window.signIn("alice");
      const account = window.services.access.accountsAt(forge.base).find(({ name }) => name === "alice");
      assert.ok(account !== undefined);
      await window.services.access.choose(secret(), account);
      forge.service.faults.add({ kind: "late", ms: 200, path: "/secret/issues\\?", times: 1 });
      const loading = lists.read(secret(), OPEN);
      while (!forge.asked().some((each) => each.includes("/secret/issues"))) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      await window.signOut();
      await window.services.forgetAccount(account, { gone: true });
      await loading.catch(() => undefined);
      assert.equal((await problemOf(lists.read(secret(), OPEN))).kind, "notFound");
    });

    it("are loaded again if more changed than fits on a page, even if the server returns no total", async () => {
      await numbers();
      forge.act("leaveOutTotals");
      forge.act("setPageCap", { cap: 2 });
      for (const issue of await numbers()) change(issue, { title: "Renamed" });
      await lists.check(almanac());
      let list = await lists.read(almanac(), OPEN);
      while (!list.last) list = await lists.more(almanac(), OPEN);
      assert.deepEqual(
        list.issues.filter(({ title }) => title !== "Renamed"),
        [],
      );
    });
  });
}

// The rows of repositories, lists, accounts and notifications in the view.
import assert from "node:assert/strict";
import { asProblem } from "../../../src/base/problem.ts";
import {
  CommentSubject,
  InboxSubject,
  RejectedSubject,
  RemoteSubject,
} from "../../../src/issues/parts/row-subjects.ts";
import { TreeRows as Rows } from "../../../src/issues/lists/tree-rows.ts";
import { checkToken } from "../../../src/issues/repositories/token-scopes.ts";
import type { Node } from "../../../src/workbench/tree/node.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import { tokenOf } from "../../unit/issues/machine.ts";
import { until } from "../extension.ts";
import { noBusyRows } from "../no-busy-rows.ts";
import { onlyChildren } from "../only-children.ts";
import { shown } from "../shown.ts";
import { SIGNAL, described, issueRows, under } from "./tree-harness.ts";

describe("The rows of issues", () => {
  const at = issueRows();
  const { now, open, pin } = at;
  /** Replaces the account. */
  const signIn = async (user: string): Promise<void> => {
    await at.window.signOut();
    await at.window.signIn(user);
  };

  it("are empty at first, and then show the added repositories", async () => {
    assert.deepEqual((await at.rows.roots(SIGNAL)).nodes, []);
    await pin("demo");
    const [row] = (await at.rows.roots(SIGNAL)).nodes;
    assert.ok(row !== undefined);
    assert.deepEqual(
      [row.label, described(row), row.contextValue],
      ["alice/demo", new URL(at.forge.base).host, "repo.pinned"],
    );
    assert.deepEqual(await at.forge.asked(), [], "nothing is asked before it is unfolded");
  });

  it("request the issues of a repository without waiting for the repository", async () => {
    await pin("demo");
    const [row] = (await at.rows.roots(SIGNAL)).nodes;
    await at.forge.fault({ kind: "delay", ms: 60_000, path: "/repos/alice/demo$" });
    const abort = new AbortController();
    const loading = row?.children?.(abort.signal);
    await until("the issues are requested", async () =>
      (await at.forge.asked()).some((line) => /demo\/issues\?/.test(line)),
    );
    abort.abort();
    await assert.rejects(async () => loading);
  });

  it("have no level with a single row, except where users need it", async () => {
    await pin("demo");
    // There are as many rows as the server has issues, comments and commits, or one that says that there are none.
    const counted = [
      "commits > commit",
      "files > file",
      "issue.open.comment.change.close.sort.lock > comment.edit.delete",
      "issue.open.comment.change.close.sort.lock > note",
      "query.assigned.sortable > note",
      "query.createdPulls.sortable > note",
      "query.mentioned.sortable > note",
      "query.pulls.sortable > pull.open.comment.change.close.sort.lock",
      "reviews > pull.open.comment.change.close.sort.lock",
    ];
    assert.deepEqual(await onlyChildren(at.rows.roots), counted);
    await at.window.signOut();
    at.rows.forget();
    assert.deepEqual(await onlyChildren(at.rows.roots), [
      "commits > commit",
      "files > file",
      "issue.open.comment > comment",
      "issue.open.comment > note",
      "query.pulls.sortable > pull.open.comment",
    ]);
  });

  it("say that a token was rejected until it is replaced, and ask for another on click", async () => {
    await pin("demo");
    await at.forge.act("revokeToken", { token: tokenOf("alice") });
    const redrawn: number[] = [];
    at.services.servers.onDidChangeRejected(() => redrawn.push(1));
    assert.ok((await open()).nodes.length > 0, "public content stays readable");
    assert.equal(redrawn.length, 1);
    const [row, repository] = (await at.rows.roots(SIGNAL)).nodes;
    assert.ok(row !== undefined && repository?.label === "alice/demo");
    const host = new URL(at.forge.base).host;
    assert.deepEqual([row.label, described(row)], ["Token rejected", `Enter New Token… · alice at ${host}`]);
    assert.equal(row.click?.command, "triptych.issues.addAccount");
    const [given] = row.click.args;
    assert.ok(given instanceof RejectedSubject && given.account.base === at.forge.base);
    await at.forge.act("createToken", { user: "alice", name: "alice" });
    await at.window.signIn("alice");
    await at.services.forgetAccount(given.account, { gone: false });
    assert.equal(redrawn.length, 2);
    assert.deepEqual(
      (await at.rows.roots(SIGNAL)).nodes.map(({ label }) => label),
      ["alice/demo"],
    );
  });

  it("report a rejected token only at the top, however many private repositories need it", async () => {
    for (const name of ["demo", "secret"]) await pin(name);
    await at.forge.act("revokeToken", { token: tokenOf("alice") });
    const provider = new RowProvider(at.rows.roots, { signIn: () => undefined }, now, noBusyRows);
    at.services.servers.onDidChangeRejected(() => provider.tree.redraw());
    /** Loads the rows of the view and the first level below them, as VS Code does. */
    const draw = async () => {
      const drawn: unknown[] = [];
      for (const row of await provider.getChildren()) {
        const children = await provider.getChildren(row);
        drawn.push(...[row, ...children].map((each) => provider.getTreeItem(each).label));
      }
      return drawn;
    };
    await draw();
    const drawn = await draw();
    assert.equal(drawn.filter((label) => label === "Token rejected").length, 1);
    assert.equal(drawn[0], "Token rejected");
    assert.equal(drawn.at(-1), "Not loaded");
  });

  it("can be reordered, except those of a Git remote", async () => {
    const { services: other } = at.home.open(at.forge.base, { remotes: [`${at.forge.base}/alice/demo.git`] });
    for (const name of ["quiet", "wide"]) await other.repositories.pin({ base: at.forge.base, owner: "alice", name });
    const { roots } = new Rows(other, { now });
    const provider = new RowProvider(roots, {}, now, noBusyRows);
    const draw = async () => {
      provider.tree.refresh();
      return await provider.getChildren();
    };
    const items = (list: Awaited<ReturnType<typeof draw>>) =>
      list.map((row) => provider.getTreeItem(row)).map(({ label, contextValue }) => [label, contextValue]);
    const rowsBefore = await draw();
    assert.deepEqual(items(rowsBefore), [
      ["alice/demo", "repo.found"],
      ["alice/quiet", "repo.pinned.first"],
      ["alice/wide", "repo.pinned.last"],
    ]);
    const [found, quiet, wide] = rowsBefore;
    await provider.drop([wide], found);
    await provider.drop([found], wide);
    assert.deepEqual(items(await draw()), items(rowsBefore));
    await provider.drop([wide], quiet);
    assert.deepEqual(
      items(await draw()).map(([label]) => label),
      ["alice/demo", "alice/wide", "alice/quiet"],
    );
    // VS Code expands the row by itself, so it is already loading, and its requests would count in the next test.
    await provider.getChildren(found);
    provider.dispose();
  });

  it("show how many issues are open, and load their first page once", async () => {
    await pin("demo");
    const [repository] = (await at.rows.roots(SIGNAL)).nodes;
    const [query] = (await under(repository)).nodes;
    assert.ok(query !== undefined);
    const { nodes, total } = await under(query);
    assert.equal(described(query), String(total));
    assert.equal(nodes.length, 50);
    assert.equal((await at.forge.asked()).filter((line) => line.includes("/issues?")).length, 1);
    await under(query);
    assert.equal((await at.forge.asked()).filter((line) => line.includes("/issues?")).length, 1);
    at.rows.forget();
    await under(query);
    assert.equal((await at.forge.asked()).filter((line) => line.includes("/issues?")).length, 2);
  });

  it("load in pages, to the last", async () => {
    await pin("demo");
    const first = await open();
    const second = await (first.next ?? assert.fail("there is no next page"))(SIGNAL);
    assert.equal(first.nodes.length + second.nodes.length, first.total);
    assert.equal(second.next, undefined);
    const ids = [...first.nodes, ...second.nodes].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("say where issues are tracked instead", async () => {
    await at.forge.act("changeRepo", { repo: "alice/exttracker", pulls: false });
    await pin("exttracker");
    const [repository] = (await at.rows.roots(SIGNAL)).nodes;
    const [note] = (await under(repository)).nodes;
    assert.equal(note?.label, "Uses an external issue tracker");
    await pin("noissues");
    const [, other] = (await at.rows.roots(SIGNAL)).nodes;
    const labels = (await under(other)).nodes.map(({ label }) => label);
    assert.deepEqual([labels[0], labels.at(-1)], ["Open", "Issues are turned off"]);
  });

  for (const [what, fault, kind] of [
    ["a rejected token", { kind: "status", status: 401 }, "unauthorized"],
    ["a missing repository", { kind: "status", status: 404 }, "notFound"],
    ["a malformed response", { kind: "status", status: 200, body: '{"id":"x"}' }, "malformed"],
  ] as const) {
    it(`leave reporting ${what} to the view`, async () => {
      await pin("demo");
      await at.forge.fault({ ...fault, path: "repos/alice/demo$" });
      const [repository] = (await at.rows.roots(SIGNAL)).nodes;
      await assert.rejects(under(repository), (error) => asProblem(error).kind === kind);
    });
  }

  it("show the lists about the user, the latest comments and custom queries under each repository", async () => {
    const own = at.home.open(at.forge.base, { now, queries: [{ name: "Bugs", labels: ["bug"] }, { wrong: true }] });
    await own.services.repositories.pin({ base: at.forge.base, owner: "alice", name: "demo" });
    const labels = async () => {
      const [repository] = (await new Rows(own.services, { now }).roots(SIGNAL)).nodes;
      return (await under(repository)).nodes.map(({ label }) => label);
    };
    assert.deepEqual(await labels(), [
      "Open",
      "Assigned to Me",
      "Created by Me",
      "Mentioning Me",
      "Pull Requests",
      "Recently Commented",
      "Bugs",
      "1 invalid query",
    ]);
    await at.window.signOut();
    assert.deepEqual((await labels()).slice(0, 4), ["Open", "Pull Requests", "Recently Commented", "Bugs"]);
  });

  const list = async (name: string): Promise<Node> => {
    const [repository] = (await at.rows.roots(SIGNAL)).nodes;
    const { nodes } = await under(repository);
    return nodes.find(({ label }) => label === name) ?? assert.fail(`there is no ${name}`);
  };

  const pullLists = async () => {
    const { nodes } = await under(await list("Pull Requests"));
    return async (name: string) => {
      const { nodes: rows } = await under(nodes.find(({ label }) => label === name));
      return rows.map(({ label }) => label.split(" ", 1)[0]);
    };
  };
  const almanac = () => ({ base: at.forge.base, owner: "lantern", name: "almanac" });

  it("show the pull requests of a repository: all, mine, and those that wait for my review", async () => {
    await signIn("carol");
    await at.services.repositories.pin(almanac());
    await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, requested: ["carol"] });
    // The search covers all repositories of the owner.
    const { number } = (await at.forge.act("addPull", { repo: "lantern/lamp-firmware", by: "nadia" })) as {
      number: number;
    };
    await at.forge.act("changePull", { repo: "lantern/lamp-firmware", issue: number, requested: ["carol"] });
    const shown = await pullLists();
    assert.deepEqual(await shown("Open"), ["!12", "!4"]);
    assert.deepEqual(await shown("Waiting for My Review"), ["!4"]);
    assert.deepEqual(await shown("Created by Me"), ["No"]);
    assert.equal(described(await list("Pull Requests")), "2");
    await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, requested: [] });
    at.services.lists.forget();
    assert.deepEqual(await (await pullLists())("Waiting for My Review"), ["No"]);
  });

  it("show checks and reviews of a pull request once its panel has loaded them, and request nothing for them", async () => {
    await signIn("nadia");
    await at.services.repositories.pin(almanac());
    const row = async () => {
      const { nodes } = await under(await list("Pull Requests"));
      const found = (await under(nodes[0])).nodes.find(({ label }) => label.startsWith("!4 "));
      return described(found ?? assert.fail("there is no row")) ?? "";
    };
    assert.doesNotMatch(await row(), /checks|approved/);
    const pull = { ...almanac(), number: 4n };
    await at.services.threads.read(pull);
    await at.services.pullHeads.refresh(pull);
    const asked = async () =>
      (await at.forge.asked()).filter((line) => /\/(commits|pulls|reviews)\//.test(line)).length;
    const before = await asked();
    assert.match(await row(), / · checks failed · approved/);
    assert.equal(await asked(), before);
  });

  it("leave out pull requests if the repository has none", async () => {
    await pin("demo");
    await at.forge.act("changeRepo", { repo: "alice/demo", pulls: false });
    const [repository] = (await at.rows.roots(SIGNAL)).nodes;
    const { nodes } = await under(repository);
    assert.ok(!nodes.some(({ label }) => label === "Pull Requests"));
  });

  it("show the latest comments, newest first, and open them", async () => {
    await at.forge.act("addComment", { repo: "alice/demo", issue: 2, by: "carol", body: "the **newest** of all" });
    await pin("demo");
    const { nodes, next } = await under(await list("Recently Commented"));
    const [first] = nodes;
    assert.ok(first?.subject instanceof CommentSubject && next !== undefined);
    assert.deepEqual([first.label, first.subject.address.number], ["#2 carol", 2n]);
    assert.match(described(first) ?? "", /the newest of all$/);
    const more = await next(SIGNAL);
    assert.equal(new Set([...nodes, ...more.nodes].map(({ id }) => id)).size, nodes.length + more.nodes.length);
  });

  it("appear in groups on request, each with its count", async () => {
    await pin("demo");
    const { choices } = at.services.lists;
    const demo = { base: at.forge.base, owner: "alice", name: "demo" };
    await choices.group(demo, "label");
    const groups = (await open()).nodes;
    const bug = groups.find(({ label }) => label === "bug") ?? assert.fail("there is no group bug");
    assert.equal(groups.at(-1)?.label, "No label");
    const { nodes } = await under(bug);
    assert.equal(described(bug), String(nodes.length));
    const asked = (await at.forge.asked()).length;
    await under(bug);
    assert.equal((await at.forge.asked()).length, asked, "a group asks for nothing");
    assert.ok(at.rows.lists.findListRows(demo).includes(bug.id));
  });

  it("end, even if grouped, if the server returns no total and every element of every page is malformed", async () => {
    await pin("demo");
    await at.services.lists.choices.group({ base: at.forge.base, owner: "alice", name: "demo" }, "label");
    const body = JSON.stringify(Array.from({ length: 50 }, () => ({ number: "x" })));
    const headers = { "content-type": "application/json;charset=utf-8" };
    await at.forge.fault({ kind: "status", status: 200, path: "/demo/issues\\?", headers, body });
    const { nodes, skipped } = await open();
    assert.deepEqual([nodes.length, skipped], [1, 500], "the row that names the rest");
  });

  it("show the filter, and say that nothing matches rather than that nothing is open", async () => {
    await pin("demo");
    const demo = { base: at.forge.base, owner: "alice", name: "demo" };
    await at.services.lists.choices.filter(demo, "open", { words: "nothing-says-this", sort: "oldest" });
    const query = await list("Open");
    assert.equal(described(query), "0 · “nothing-says-this” · oldest first");
    assert.equal(query.contextValue, "query.open.filtered.sortable");
    assert.deepEqual(
      (await under(query)).nodes.map(({ label }) => label),
      ["No matching issues"],
    );
  });

  it("say that nothing is open, however an empty list is sorted", async () => {
    await pin("demo");
    await at.forge.fault({ kind: "status", status: 200, path: "/demo/issues\\?", body: "[]" });
    const demo = { base: at.forge.base, owner: "alice", name: "demo" };
    await at.services.lists.choices.filter(demo, "open", { sort: "oldest" });
    assert.deepEqual(
      (await under(await list("Open"))).nodes.map(({ label }) => label),
      ["No open issues"],
    );
  });

  it("start with the notifications, if there are any", async () => {
    await at.window.signOut();
    await at.window.signIn("nadia");
    await at.services.lists.inbox.check();
    const [inbox] = (await at.rows.roots(SIGNAL)).nodes;
    assert.ok(inbox?.subject instanceof InboxSubject);
    assert.deepEqual([inbox.label, described(inbox)], ["Notifications", "3 unread"]);
    const { nodes } = await under(inbox);
    assert.equal(nodes.length, 3);
    assert.match(nodes.find(({ label }) => label.startsWith("#1 "))?.label ?? "", /Tide table/);
    assert.ok(nodes.some(({ label }) => label.startsWith("!4 ")));
  });

  it("list what waits for the user in all repositories, if there is anything", async () => {
    const roots = async () => (await at.rows.roots(SIGNAL)).nodes;
    const rows = async () => (await roots()).map((row) => `${row.label} ${described(row) ?? ""}`);
    const issues = async (label: string) => {
      const { nodes } = await under((await roots()).find((row) => row.label === label));
      return nodes.map((row) => `${row.label} · ${described(row) ?? ""}`);
    };
    await signIn("carol");
    const { own } = at.services.lists;
    await own.check();
    assert.deepEqual(await rows(), []);
    await at.forge.act("changeIssue", { repo: "alice/demo", issue: 1, by: "alice", assignees: ["carol"] });
    await at.forge.act("changePull", { repo: "lantern/almanac", issue: 4, requested: ["carol"] });
    await own.check();
    assert.deepEqual(await rows(), ["Waiting for My Review 1", "All Assigned to Me 1"]);
    assert.match((await issues("All Assigned to Me")).join(), /^#1 .+ · alice\/demo · /);
    assert.match((await issues("Waiting for My Review")).join(), /^!4 .+ · lantern\/almanac · /);
    await at.forge.act("changeIssue", { repo: "alice/demo", issue: 1, by: "alice", closed: true });
    await own.check();
    assert.deepEqual(await rows(), ["Waiting for My Review 1"]);
    await at.window.signOut();
    assert.deepEqual(await rows(), []);
  });

  it("load further pages of what waits for the user", async () => {
    await signIn("carol");
    await at.forge.act("setPageCap", { cap: 1 });
    for (const issue of [1, 3])
      await at.forge.act("changeIssue", { repo: "alice/demo", issue, by: "alice", assignees: ["carol"] });
    await at.services.lists.own.check();
    const first = await under((await at.rows.roots(SIGNAL)).nodes[0]);
    const second = (await first.next?.(SIGNAL)) ?? assert.fail("there is no further page");
    assert.deepEqual(
      [first, second].map(({ nodes, total }) => [nodes.length, total]),
      [
        [1, 2],
        [1, 2],
      ],
    );
    assert.equal(second.next, undefined);
  });

  it("name the account of a repository if there are several, and what it may do", async () => {
    await at.window.signIn("bob");
    await pin("demo");
    const demo = { base: at.forge.base, owner: "alice", name: "demo" };
    const bob = at.services.access.accountsAt(at.forge.base).find(({ id }) => id === "bob") ?? assert.fail();
    await at.services.access.choose(demo, bob);
    await at.services.tokenScopes.keep(
      bob,
      (await checkToken(at.services.servers.withToken(at.forge.base, tokenOf("bob")))).grants,
    );
    const [row] = (await at.rows.roots(SIGNAL)).nodes;
    assert.ok(row !== undefined);
    assert.match(described(row) ?? "", / · as bob$/);
    const tooltip = shown(await row.tooltip?.(SIGNAL));
    assert.match(tooltip, /Signed in as bob/);
    assert.match(tooltip, /This token can read issues, write comments and issues/);
  });

  it("ask for the server of a remote whose host is unknown", async () => {
    const { services: other } = at.home.open(at.forge.base, {
      remotes: ["work-forge:alice/demo.git", "git@github.com:a/b"],
    });
    const [row] = (await new Rows(other, { now }).roots(SIGNAL)).nodes;
    assert.ok(row?.subject instanceof RemoteSubject);
    assert.deepEqual([row.label, described(row)], ["alice/demo", "work-forge · Select a Server"]);
    await other.knownServers.setServer("work-forge", at.forge.base);
    const [found, ...rest] = (await new Rows(other, { now }).roots(SIGNAL)).nodes;
    assert.deepEqual([found?.label, found?.contextValue, rest.length], ["alice/demo", "repo.found", 0]);
  });
});

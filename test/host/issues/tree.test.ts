// What the rows of the view say about repositories, lists, issues, comments and notifications.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import { asProblem } from "../../../src/base/problem.ts";
import type { Services } from "../../../src/issues/services.ts";
import {
  CommentSubject,
  InboxSubject,
  RejectedSubject,
  RemoteSubject,
  ThreadSubject,
} from "../../../src/issues/subjects.ts";
import { UnreadBadges as NewMarks } from "../../../src/issues/lists/unread-badges.ts";
import { TreeRows as Rows } from "../../../src/issues/lists/tree-rows.ts";
import type { Node, Page } from "../../../src/workbench/tree/node.ts";
import { RowProvider } from "../../../src/workbench/tree/provider.ts";
import { machine, tokenOf } from "../../unit/issues/machine.ts";
import { forgeService, type ForgeService } from "./service.ts";
import { checkToken } from "../../../src/issues/repositories/accounts/token-scopes.ts";
import { places } from "../../../src/issues/writing/place.ts";
import { shown } from "../shown.ts";
import { noHurry } from "../no-hurry.ts";
import { onlyChildren } from "../only-children.ts";

const SIGNAL = new AbortController().signal;

describe("The rows of issues", () => {
  let forge: ForgeService;
  let home: Awaited<ReturnType<typeof machine>>;
  let window: ReturnType<Awaited<ReturnType<typeof machine>>["open"]>;
  let services: Services;
  let rows: Rows;
  const now = () => Date.parse("2026-10-21T10:14:26Z");

  before(async () => {
    forge = await forgeService();
  });
  beforeEach(async () => {
    await forge.reset();
    home = await machine();
    window = home.open(forge.base, { now });
    ({ services } = window);
    rows = new Rows(services, { now });
    await window.signIn("alice");
  });
  afterEach(() => home.close());

  const pin = (name: string) => services.repositories.pin({ base: forge.base, owner: "alice", name });
  const under = (node: Node | undefined): Promise<Page> =>
    node?.children?.(SIGNAL) ?? assert.fail("nothing is under it");
  const described = ({ description }: Node) => (typeof description === "function" ? description() : description);
  const menuOf = ({ contextValue }: Node) => (typeof contextValue === "function" ? contextValue() : contextValue);
  /** The first page of the open issues of the only repository. */
  const open = async (): Promise<Page> => {
    const [repository] = (await rows.roots(SIGNAL)).nodes;
    const [query] = (await under(repository)).nodes;
    return under(query);
  };
  const issue = async (start: string): Promise<Node> => {
    const { nodes } = await open();
    return nodes.find(({ label }) => label.startsWith(start)) ?? assert.fail(`there is no ${start}`);
  };

  it("are empty at first, and then show the added repositories", async () => {
    assert.deepEqual(await rows.roots(SIGNAL), { nodes: [] });
    await pin("demo");
    const [row] = (await rows.roots(SIGNAL)).nodes;
    assert.ok(row !== undefined);
    assert.deepEqual(
      [row.label, described(row), row.contextValue],
      ["alice/demo", new URL(forge.base).host, "repo.pinned"],
    );
    assert.deepEqual(await forge.asked(), [], "nothing is asked before it is unfolded");
  });

  it("have no level with a single row, except where users need it", async () => {
    await pin("demo");
    // There are as many rows as the server has issues and comments, or one that says that there are none.
    const counted = [
      "issue.open.comment.change.close.sort.lock > comment.edit.delete",
      "issue.open.comment.change.close.sort.lock > note",
      "query.assigned.sortable > note",
      "query.mentioned.sortable > note",
    ];
    assert.deepEqual(await onlyChildren(rows.roots), counted);
    await window.signOut();
    rows.forget();
    assert.deepEqual(await onlyChildren(rows.roots), ["issue.open.comment > comment", "issue.open.comment > note"]);
  });

  it("say that a token was rejected until it is replaced, and ask for another on click", async () => {
    await pin("demo");
    await forge.act("revokeToken", { token: tokenOf("alice") });
    const redrawn: number[] = [];
    services.servers.onDidChangeRejected(() => redrawn.push(1));
    assert.ok((await open()).nodes.length > 0, "public content stays readable");
    assert.equal(redrawn.length, 1);
    const [row, repository] = (await rows.roots(SIGNAL)).nodes;
    assert.ok(row !== undefined && repository?.label === "alice/demo");
    const host = new URL(forge.base).host;
    assert.deepEqual([row.label, described(row)], ["Token rejected", `alice at ${host} · Enter New Token…`]);
    assert.equal(row.click?.command, "triptych.issues.addAccount");
    const [given] = row.click.given;
    assert.ok(given instanceof RejectedSubject && given.account.base === forge.base);
    await forge.act("createToken", { user: "alice", name: "alice" });
    await window.signIn("alice");
    await services.forgetAccount(given.account, { gone: false });
    assert.equal(redrawn.length, 2);
    assert.deepEqual(
      (await rows.roots(SIGNAL)).nodes.map(({ label }) => label),
      ["alice/demo"],
    );
  });

  it("say only on top that a token was rejected, whatever private repositories need it", async () => {
    for (const name of ["demo", "secret"]) await pin(name);
    await forge.act("revokeToken", { token: tokenOf("alice") });
    const provider = new RowProvider(rows.roots, { signIn: () => undefined }, now, noHurry);
    services.servers.onDidChangeRejected(() => provider.redraw());
    /** The rows of the view with the first level below them, as often as VS Code asks for them. */
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

  it("can be put in another order, except those of a Git remote", async () => {
    const { services: other } = home.open(forge.base, { remotes: [`${forge.base}/alice/demo.git`] });
    for (const name of ["quiet", "wide"]) await other.repositories.pin({ base: forge.base, owner: "alice", name });
    const { roots } = new Rows(other, { now });
    const provider = new RowProvider(roots, {}, now, noHurry);
    const draw = async () => {
      provider.refresh();
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
    provider.dispose();
  });

  it("show how many issues are open, and load their first page once", async () => {
    await pin("demo");
    const [repository] = (await rows.roots(SIGNAL)).nodes;
    const [query] = (await under(repository)).nodes;
    assert.ok(query !== undefined);
    const { nodes, total } = await under(query);
    assert.equal(described(query), String(total));
    assert.equal(nodes.length, 50);
    assert.equal((await forge.asked()).filter((line) => line.includes("/issues?")).length, 1);
    await under(query);
    assert.equal((await forge.asked()).filter((line) => line.includes("/issues?")).length, 1);
    rows.forget();
    await under(query);
    assert.equal((await forge.asked()).filter((line) => line.includes("/issues?")).length, 2);
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

  it("show the state of an issue with an icon and in words", async () => {
    await pin("demo");
    await forge.act("lock", { repo: "alice/demo", issue: 60 });
    const row = await issue("#60 ");
    assert.deepEqual(row.icon, { name: "lock", color: "charts.green" });
    assert.match(described(row) ?? "", /locked/);
    assert.equal(menuOf(row), "issue.open.comment.change.close.sort.unlock");
    const spoken = typeof row.spoken === "function" ? row.spoken() : row.spoken;
    assert.match(spoken ?? "", /#60 .*Open, locked/);
  });

  it("offer the actions that the user may take on an issue, as far as that is known", async () => {
    await pin("demo");
    assert.equal(menuOf(await issue("#60 ")), "issue.open.comment.change.close.sort.lock");
    await window.signOut();
    await window.signIn("bob");
    services.repositoryNames.forgetAt(forge.base);
    rows.forget();
    // Bob opened it but has no write access: he can't triage or lock, or comment on a locked issue.
    assert.equal(menuOf(await issue("#60 ")), "issue.open.comment.change.close");
    await forge.act("lock", { repo: "alice/demo", issue: 60 });
    rows.forget();
    assert.equal(menuOf(await issue("#60 ")), "issue.open.change.close.new");
    await window.signOut();
    services.repositoryNames.forgetAt(forge.base);
    rows.forget();
    assert.equal(menuOf(await issue("#60 ")), "issue.open.comment.new", "whoever has no account is asked for one");
  });

  it("show an issue's details in its tooltip, with no markup rendered", async () => {
    await pin("demo");
    const { number } = (await forge.act("addIssue", {
      repo: "alice/demo",
      by: "alice",
      title: "<b>**x**</b> [l](command:a) $(bug)",
      body: "![i](https://example.org/p.png)",
    })) as { number: number };
    const row = await issue(`#${number} `);
    const tooltip = String(await row.tooltip?.(SIGNAL));
    assert.match(tooltip, /\\<b\\>\\\*\\\*x/);
    assert.doesNotMatch(tooltip, /[^\\]\[l]|[^\\]\$\(bug|!\[i/);
  });

  it("show emoji in place of their names, in rows and tooltips", async () => {
    await pin("demo");
    const { number } = (await forge.act("addIssue", {
      repo: "alice/demo",
      by: "alice",
      title: "Release :tada:",
      body: ":rocket: soon",
      comments: 0,
    })) as { number: number };
    await forge.act("addComment", { repo: "alice/demo", issue: number, by: "bob", body: "I did :see_no_evil:.\n:+1:" });
    const row = await issue(`#${number} `);
    assert.equal(row.label, `#${number} Release 🎉`);
    assert.match(typeof row.spoken === "function" ? row.spoken() : (row.spoken ?? ""), /Release 🎉, Open/);
    assert.match(shown(await row.tooltip?.(SIGNAL)), /Release 🎉[^]*🚀 soon/);
    const [comment] = (await under(row)).nodes;
    assert.ok(comment !== undefined);
    assert.match(described(comment) ?? "", / · I did 🙈\.$/);
    assert.match(shown(await comment.tooltip?.(SIGNAL)), /I did 🙈\.[^]*👍/);
  });

  it("show the comments under an issue with author, age and first line", async () => {
    await pin("other");
    const [row] = (await open()).nodes;
    const { nodes } = await under(row);
    const [comment] = nodes;
    assert.ok(comment !== undefined);
    assert.equal(comment.label, "bob");
    assert.match(described(comment) ?? "", /^58 min · hello$/);
    assert.ok(comment.subject instanceof CommentSubject);
    assert.ok(row?.subject instanceof ThreadSubject);
    assert.equal(comment.contextValue, "comment.edit.delete");
  });

  it("offer to delete a comment in an archived repository, but not to edit it, as servers do", async () => {
    await pin("other");
    const [row] = (await open()).nodes;
    await forge.act("archive", { repo: "alice/other" });
    await window.services.repositoryNames.read({ base: forge.base, owner: "alice", name: "other" });
    assert.equal((await under(row)).nodes[0]?.contextValue, "comment.delete");
  });

  it("mark the user's own comments, and offer no changes to others'", async () => {
    await pin("other");
    await window.signOut();
    await window.signIn("bob");
    const [row] = (await open()).nodes;
    const [comment] = (await under(row)).nodes;
    assert.equal(comment?.contextValue, "comment.edit.delete");
    await window.signOut();
    const [anonymous] = (await under(row)).nodes;
    assert.equal(anonymous?.contextValue, "comment");
  });

  it("show drafts after the comments, with the reason why they were not sent", async () => {
    await pin("other");
    const [row] = (await open()).nodes;
    const thread = { base: forge.base, owner: "alice", name: "other", number: 1n };
    const place = places.newComment(thread);
    await services.writing.drafts.save(place, "> quoted\n\nmine");
    const kept = (await under(row)).nodes.at(-1);
    assert.ok(kept !== undefined);
    assert.deepEqual([kept.label, described(kept), kept.contextValue], ["Draft", "now · quoted", "draft.newComment"]);
    await services.writing.drafts.fail(place, {
      why: "locked",
      kind: "forbidden",
      asked: undefined,
      by: undefined,
      names: [],
    });
    const failed = (await under(row)).nodes.at(-1);
    assert.ok(failed !== undefined);
    assert.deepEqual([described(failed), failed.icon?.name], ["not sent: locked · quoted", "error"]);
  });

  it("send no request when only a draft changed", async () => {
    await pin("other");
    const [row] = (await open()).nodes;
    await under(row);
    const before = (await forge.asked()).length;
    const thread = { base: forge.base, owner: "alice", name: "other", number: 1n };
    const place = places.newComment(thread);
    await services.writing.drafts.save(place, "mine");
    rows.takeAsKnown(thread);
    assert.equal((await under(row)).nodes.length, 2);
    assert.equal((await forge.asked()).length, before);
    await under(row);
    assert.equal((await forge.asked()).length, before + 1);
  });

  it("say so if there are none", async () => {
    await pin("demo");
    const bare = await issue("#13 ");
    const { nodes } = await under(bare);
    assert.deepEqual(
      nodes.map(({ label }) => label),
      ["No comments yet"],
    );
  });

  it("say where issues are tracked instead", async () => {
    await forge.act("changeRepo", { repo: "alice/exttracker", pulls: false });
    await pin("exttracker");
    const [repository] = (await rows.roots(SIGNAL)).nodes;
    const [note] = (await under(repository)).nodes;
    assert.equal(note?.label, "Uses an external issue tracker");
    await pin("noissues");
    const [, other] = (await rows.roots(SIGNAL)).nodes;
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
      await forge.fault({ ...fault, path: "repos/alice/demo$" });
      const [repository] = (await rows.roots(SIGNAL)).nodes;
      await assert.rejects(under(repository), (error) => asProblem(error).kind === kind);
    });
  }

  it("show the lists about the user, the latest comments and custom queries under each repository", async () => {
    const own = home.open(forge.base, { now, queries: [{ name: "Bugs", labels: ["bug"] }, { wrong: true }] });
    await own.services.repositories.pin({ base: forge.base, owner: "alice", name: "demo" });
    const labels = async () => {
      const [repository] = (await new Rows(own.services, { now }).roots(SIGNAL)).nodes;
      return (await under(repository)).nodes.map(({ label }) => label);
    };
    assert.deepEqual(await labels(), [
      "Open",
      "Assigned to Me",
      "Created by Me",
      "Mentioning Me",
      "Recently Commented",
      "Bugs",
      "1 invalid query",
    ]);
    await window.signOut();
    assert.deepEqual((await labels()).slice(0, 3), ["Open", "Recently Commented", "Bugs"]);
  });

  const list = async (name: string): Promise<Node> => {
    const [repository] = (await rows.roots(SIGNAL)).nodes;
    const { nodes } = await under(repository);
    return nodes.find(({ label }) => label === name) ?? assert.fail(`there is no ${name}`);
  };

  it("show the latest comments, newest first, and open them", async () => {
    await forge.act("addComment", { repo: "alice/demo", issue: 2, by: "carol", body: "the **newest** of all" });
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
    const { choices } = services.lists;
    const demo = { base: forge.base, owner: "alice", name: "demo" };
    await choices.group(demo, "label");
    const groups = (await open()).nodes;
    const bug = groups.find(({ label }) => label === "bug") ?? assert.fail("there is no group bug");
    assert.equal(groups.at(-1)?.label, "No label");
    const { nodes } = await under(bug);
    assert.equal(described(bug), String(nodes.length));
    const asked = (await forge.asked()).length;
    await under(bug);
    assert.equal((await forge.asked()).length, asked, "a group asks for nothing");
    assert.ok(rows.lists.findListRows(demo).includes(bug.id));
  });

  it("show the filter, and say that nothing matches rather than that nothing is open", async () => {
    await pin("demo");
    const demo = { base: forge.base, owner: "alice", name: "demo" };
    await services.lists.choices.filter(demo, "open", { words: "nothing-says-this", sort: "oldest" });
    const query = await list("Open");
    assert.equal(described(query), "0 · “nothing-says-this” · oldest first");
    assert.equal(query.contextValue, "query.open.filtered.sortable");
    assert.deepEqual(
      (await under(query)).nodes.map(({ label }) => label),
      ["No matching issues"],
    );
  });

  it("mark an issue with new comments, and those comments", async () => {
    await pin("other");
    await open();
    await forge.act("addComment", { repo: "alice/other", issue: 1, by: "bob", body: "fresh" });
    await services.lists.check({ base: forge.base, owner: "alice", name: "other" });
    const [row] = (await open()).nodes;
    assert.ok(row !== undefined);
    assert.equal(menuOf(row), "issue.open.comment.change.close.sort.lock.new");
    const mark = new NewMarks().provideFileDecoration(row.resource ?? assert.fail("it has no address"));
    assert.deepEqual([mark?.badge, mark?.tooltip], ["1", "1 new"]);
    assert.match(shown(await row.tooltip?.(SIGNAL)), /2 comments, 1 new/);
    const comments = (await under(row)).nodes;
    assert.deepEqual(
      comments.map(({ icon }) => icon?.name),
      ["comment", "comment-unresolved"],
    );
    assert.equal(new NewMarks().provideFileDecoration(Uri.parse("triptych:/elsewhere?1")), undefined);
  });

  it("start with the notifications, if there are any", async () => {
    await window.signOut();
    await window.signIn("nadia");
    await services.lists.inbox.check();
    const [inbox] = (await rows.roots(SIGNAL)).nodes;
    assert.ok(inbox?.subject instanceof InboxSubject);
    assert.deepEqual([inbox.label, described(inbox)], ["Notifications", "3"]);
    const { nodes } = await under(inbox);
    assert.equal(nodes.length, 3);
    assert.match(nodes.find(({ label }) => label.startsWith("#1 "))?.label ?? "", /Tide table/);
    assert.ok(nodes.some(({ label }) => label.startsWith("!4 ")));
  });

  it("name the account of a repository if there are several, and what it may do", async () => {
    await window.signIn("bob");
    await pin("demo");
    const demo = { base: forge.base, owner: "alice", name: "demo" };
    const bob = services.access.accountsAt(forge.base).find(({ id }) => id === "bob") ?? assert.fail();
    await services.access.choose(demo, bob);
    await services.tokenScopes.keep(
      bob,
      (await checkToken(services.servers.withToken(forge.base, tokenOf("bob")))).grants,
    );
    const [row] = (await rows.roots(SIGNAL)).nodes;
    assert.ok(row !== undefined);
    assert.match(described(row) ?? "", / · as bob$/);
    const tooltip = shown(await row.tooltip?.(SIGNAL));
    assert.match(tooltip, /Signed in as bob/);
    assert.match(tooltip, /This token can read issues, write comments and issues/);
  });

  it("ask for the server of a remote whose host is unknown", async () => {
    const { services: other } = home.open(forge.base, { remotes: ["work-forge:alice/demo.git", "git@github.com:a/b"] });
    const [row] = (await new Rows(other, { now }).roots(SIGNAL)).nodes;
    assert.ok(row?.subject instanceof RemoteSubject);
    assert.deepEqual([row.label, described(row)], ["alice/demo", "work-forge · Select a Server"]);
    await other.knownServers.setServer("work-forge", forge.base);
    const [found, ...rest] = (await new Rows(other, { now }).roots(SIGNAL)).nodes;
    assert.deepEqual([found?.label, found?.contextValue, rest.length], ["alice/demo", "repo.found", 0]);
  });
});

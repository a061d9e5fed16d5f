// The rows of issues and comments in the view.
import assert from "node:assert/strict";
import { Uri } from "vscode";
import { Problem } from "../../../src/base/problem.ts";
import { CommentSubject, ThreadSubject } from "../../../src/issues/parts/row-subjects.ts";
import { unreadBadges } from "../../../src/issues/lists/unread-badges.ts";
import { places } from "../../../src/issues/writing/drafts/place.ts";
import { refuse } from "../../../src/issues/writing/drafts/outcome.ts";
import { shown } from "../shown.ts";
import { SIGNAL, described, issueRows, menuOf, under } from "./tree-harness.ts";

describe("The rows of issues", () => {
  const at = issueRows();
  const { issue, open, pin } = at;

  it("show the state of an issue with an icon and in words", async () => {
    await pin("demo");
    await at.forge.act("lock", { repo: "alice/demo", issue: 60 });
    const row = await issue("#60 ");
    assert.deepEqual(row.icon, { name: "lock", color: "charts.green" });
    assert.match(described(row) ?? "", /locked/);
    assert.equal(menuOf(row), "issue.open.comment.change.close.sort.unlock");
    const spoken = typeof row.accessibleLabel === "function" ? row.accessibleLabel() : row.accessibleLabel;
    assert.match(spoken ?? "", /#60 .*Open, locked/);
  });

  it("say when an issue was updated, and that it is overdue, which the icon alone says in a narrow sidebar", async () => {
    await pin("demo");
    const due = Date.parse("2026-10-18") / 1000;
    await at.forge.act("changeIssue", { repo: "alice/demo", issue: 60, by: "alice", due });
    assert.match(described(await issue("#59 ")) ?? "", /^(now|\d+ \w+)/);
    const late = await issue("#60 ");
    assert.match(described(late) ?? "", /^3 days overdue · (now|\d+ \w+) · 22$/);
    assert.deepEqual(late.icon, { name: "calendar", color: "list.warningForeground" });
  });

  it("offer the actions that the user may take on an issue, as far as that is known", async () => {
    await pin("demo");
    assert.equal(menuOf(await issue("#60 ")), "issue.open.comment.change.close.sort.lock");
    await at.window.signOut();
    await at.window.signIn("bob");
    at.services.repositoryNames.forgetAt(at.forge.base);
    at.rows.forget();
    // Bob opened it but has no write access: he can't triage or lock, or comment on a locked issue.
    assert.equal(menuOf(await issue("#60 ")), "issue.open.comment.change.close");
    await at.forge.act("lock", { repo: "alice/demo", issue: 60 });
    at.rows.forget();
    assert.equal(menuOf(await issue("#60 ")), "issue.open.change.close.new");
    await at.window.signOut();
    at.services.repositoryNames.forgetAt(at.forge.base);
    at.rows.forget();
    assert.equal(
      menuOf(await issue("#60 ")),
      "issue.open.comment.new",
      "users without an account are asked to sign in",
    );
  });

  it("show an issue's details in its tooltip, with no markup rendered", async () => {
    await pin("demo");
    const { number } = (await at.forge.act("addIssue", {
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

  it("say how many comments an issue has, whether it is one or several", async () => {
    await pin("demo");
    const { number } = (await at.forge.act("addIssue", { repo: "alice/demo", by: "alice", title: "Tides" })) as {
      number: number;
    };
    for (const words of ["1 comment", "2 comments"]) {
      await at.forge.act("addComment", { repo: "alice/demo", issue: number, by: "bob", body: "one" });
      at.services.lists.forget();
      const row = await issue(`#${number} `);
      const spoken = typeof row.accessibleLabel === "function" ? row.accessibleLabel() : row.accessibleLabel;
      assert.ok(spoken?.split(", ").includes(words), spoken);
      assert.ok(String(await row.tooltip?.(SIGNAL)).endsWith(words));
    }
  });

  it("show emoji in place of their names, in rows and tooltips", async () => {
    await pin("demo");
    const { number } = (await at.forge.act("addIssue", {
      repo: "alice/demo",
      by: "alice",
      title: "Release :tada:",
      body: ":rocket: soon",
      comments: 0,
    })) as { number: number };
    await at.forge.act("addComment", {
      repo: "alice/demo",
      issue: number,
      by: "bob",
      body: "I did :see_no_evil:.\n:+1:",
    });
    const row = await issue(`#${number} `);
    assert.equal(row.label, `#${number} Release 🎉`);
    assert.match(
      typeof row.accessibleLabel === "function" ? row.accessibleLabel() : (row.accessibleLabel ?? ""),
      /Release 🎉, Open/,
    );
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
    await at.forge.act("archive", { repo: "alice/other" });
    await at.services.repositoryNames.read({ base: at.forge.base, owner: "alice", name: "other" });
    assert.equal((await under(row)).nodes[0]?.contextValue, "comment.delete");
  });

  it("mark the user's own comments, and offer no changes to others'", async () => {
    await pin("other");
    await at.window.signOut();
    await at.window.signIn("bob");
    const [row] = (await open()).nodes;
    const [comment] = (await under(row)).nodes;
    assert.equal(comment?.contextValue, "comment.edit.delete");
    await at.window.signOut();
    const [anonymous] = (await under(row)).nodes;
    assert.equal(anonymous?.contextValue, "comment");
  });

  it("show drafts after the comments, with the reason why they were not sent", async () => {
    await pin("other");
    const [row] = (await open()).nodes;
    const thread = { base: at.forge.base, owner: "alice", name: "other", number: 1n };
    const place = places.newComment(thread);
    const { id } = await at.services.writing.drafts.save(place, "> quoted\n\nmine");
    const kept = (await under(row)).nodes.at(-1);
    assert.ok(kept !== undefined);
    assert.deepEqual([kept.label, described(kept), kept.contextValue], ["Draft", "now · quoted", "draft.newComment"]);
    const refused = refuse("locked", { problem: new Problem("forbidden") });
    await at.services.writing.drafts.fail(id, refused, "mine", undefined);
    const failed = (await under(row)).nodes.at(-1);
    assert.ok(failed !== undefined);
    assert.deepEqual([described(failed), failed.icon?.name], ["not sent: locked · quoted", "error"]);
  });

  it("send no request when only a draft changed", async () => {
    await pin("other");
    const [row] = (await open()).nodes;
    await under(row);
    const before = (await at.forge.asked()).length;
    const thread = { base: at.forge.base, owner: "alice", name: "other", number: 1n };
    const place = places.newComment(thread);
    await at.services.writing.drafts.save(place, "mine");
    at.rows.reuseComments(thread);
    assert.equal((await under(row)).nodes.length, 2);
    assert.equal((await at.forge.asked()).length, before);
    await under(row);
    assert.equal((await at.forge.asked()).length, before + 1);
  });

  it("say that an issue has no comments", async () => {
    await pin("demo");
    const bare = await issue("#13 ");
    const { nodes } = await under(bare);
    assert.deepEqual(
      nodes.map(({ label }) => label),
      ["No comments yet"],
    );
  });

  it("mark an issue with new comments, and those comments", async () => {
    await pin("other");
    await open();
    await at.forge.act("addComment", { repo: "alice/other", issue: 1, by: "bob", body: "fresh" });
    await at.services.lists.check({ base: at.forge.base, owner: "alice", name: "other" });
    const [row] = (await open()).nodes;
    assert.ok(row !== undefined);
    assert.equal(menuOf(row), "issue.open.comment.change.close.sort.lock.new");
    const mark = unreadBadges.provideFileDecoration(row.resource ?? assert.fail("it has no address"));
    assert.deepEqual([mark?.badge, mark?.tooltip], ["1", "1 new comment"]);
    assert.match(shown(await row.tooltip?.(SIGNAL)), /2 comments, 1 new/);
    const comments = (await under(row)).nodes;
    assert.deepEqual(
      comments.map(({ icon }) => icon?.name),
      ["comment", "comment-unresolved"],
    );
    assert.equal(unreadBadges.provideFileDecoration(Uri.parse("triptych:/elsewhere?1")), undefined);
  });
});

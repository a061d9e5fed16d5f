// What the panel of a thread sends to its page: comments, events, reviews, and their actions.
import assert from "node:assert/strict";
import type { LineView } from "../../../src/panels/thread/messages.ts";
import { format } from "../../../src/workbench/text/format.ts";
import { DESCRIPTION } from "../../../src/issues/thread-panel/lines.ts";
import { foldedView } from "../../../src/issues/thread-panel/event-text.ts";
import { until } from "../extension.ts";
import { plain, threadPanels } from "./panel-harness.ts";

describe("The content of a thread's panel", () => {
  const at = threadPanels();
  const { open } = at;

  it("marks what others wrote since the last visit, and shows their number above the first", async () => {
    await at.window.signIn("alice");
    const address = { base: at.forge.base, owner: "alice", name: "other" };
    await at.services.lists.read(address, { state: "open" }, new AbortController().signal);
    for (const [by, body] of [
      ["bob", "new one"],
      ["alice", "one's own"],
      ["bob", "new two"],
    ] as const) {
      await at.forge.act("addComment", { repo: "alice/other", issue: 1, by, body });
    }
    const marks = (lines: readonly LineView[]) =>
      lines.flatMap((line) =>
        line.kind === "comment" && line.fresh === true ? [`${line.markdown} ${line.news ?? ""}`] : [],
      );
    const news = (): number | undefined => {
      const [issue] = at.services.lists.listKnown(address);
      return issue && at.services.lists.seen.findNews(address, issue)?.comments;
    };
    const first = open(1, "other");
    const { lines } = await first.shown();
    assert.deepEqual(marks(lines), ["new one 2 new", "new two "]);
    const [one = assert.fail(), two = assert.fail()] = lines.flatMap((line) =>
      line.kind === "comment" && line.fresh === true ? [line.id] : [],
    );
    await at.services.lists.check(address);
    assert.equal(news(), 2, "the new comments are below what the panel shows");
    assert.deepEqual(first.last("thread")?.thread.news, {
      id: one,
      label: "2 new",
      description: "Go to 2 New Comments",
    });
    await first.send({ type: "visible", ids: [DESCRIPTION, one] });
    await until("the second is left", () => first.last("thread")?.thread.news?.id === two);
    await until("the row says so too", () => news() === 1);
    await first.send({ type: "visible", ids: [two] });
    await until("none is left", () => first.last("thread")?.thread.news === undefined);
    await until("the row has no mark", () => news() === undefined);
    assert.deepEqual(marks((await open(1, "other").shown()).lines), [], "all of it was on screen");
  });

  it("marks the notification of its thread as read on the server, however it was opened", async () => {
    await at.window.signIn("alice");
    const account = at.services.access.accountAt(at.thread(1)) ?? assert.fail();
    const unread = async () =>
      (await at.services.servers.as(account).notifications.list(["unread"], { page: 1, limit: 50 })).values.map(
        ({ number }) => String(number),
      );
    await at.forge.act("notify", { repo: "alice/demo", issue: 1, by: "bob", body: "@alice" });
    await at.forge.act("notify", { repo: "alice/demo", issue: 2, by: "bob", body: "@alice" });
    assert.ok((await unread()).includes("1"));
    await open(1).shown();
    await until("it is read", async () => !(await unread()).includes("1"));
    assert.ok((await unread()).includes("2"), "others stay");
  });

  it("shows an issue with all comments and events in plain words", async () => {
    await at.window.signIn("alice");
    const { shown, title } = open(1);
    const view = await shown();
    assert.equal(title(), "#1 Event rich issue (renamed)");
    assert.deepEqual([view.title, view.number, view.state.label], ["Event rich issue (renamed)", "#1", "Open"]);
    assert.equal(view.home.thread, `${at.forge.base}/alice/demo/issues/1`);
    assert.deepEqual(view.facts.map(({ heading }) => heading).slice(0, 3), ["Labels", "Milestone", "Assignees"]);
    const said = view.lines.flatMap((line) =>
      line.kind === "comment"
        ? [`${line.who}: ${line.markdown}`]
        : [line, ...line.inside].map((each) => plain(each.sentence)),
    );
    for (const sentence of [
      "alice: first comment by alice",
      "changed the title from Event rich issue to Event rich issue (renamed)",
      "added bug",
      "removed feature",
      "set the milestone to v1.0",
      "changed the milestone from v1.0 to v2.0",
      "assigned bob",
      "set the due date to 1 Mar 2027",
      "added the dependency #3 Dependency target",
      "locked the conversation: Too heated",
    ]) {
      assert.ok(said.includes(sentence), sentence);
    }
    assert.ok(!said.some((each) => /undefined|\[object|\{\d\}/.test(each)), said.join("\n"));
  });

  it("shows emoji in the title of its tab, even when VS Code paints the panel again", async () => {
    const changed = { repo: "alice/demo", issue: 1, by: "alice", title: "Blind :see_no_evil: at 12:30:45" };
    await at.forge.act("changeIssue", changed);
    const { connection, shown, title } = open(1);
    await shown();
    await until("the title is drawn", () => title() === "#1 Blind 🙈 at 12:30:45");
    connection.hidden?.();
    assert.equal(connection.paint().title, "#1 Blind 🙈 at 12:30:45");
  });

  it("describes every event that is folded into one line, but repeats no phrase", async () => {
    const change = (by: string, title: string) =>
      at.forge.act("changeIssue", { repo: "alice/demo", issue: 12, by, title });
    await change("alice", "First title");
    for (const title of ["One title", "Another title", "One title", "Another title"]) await change("bob", title);
    const line = (await open(12).shown()).lines.at(-1);
    assert.ok(line?.kind === "event");
    assert.equal(line.inside.length, 4);
    const list = new Intl.ListFormat(format.dateLanguage, { type: "conjunction" }).format([
      "changed the title from First title to One title",
      "changed the title from Another title to One title",
      "changed the title from One title to Another title",
    ]);
    assert.equal(plain(line.sentence), `bob ${list}`);
  });

  it("keeps the line of folded events when another event is folded into it", async () => {
    const change = (title: string) => at.forge.act("changeIssue", { repo: "alice/demo", issue: 12, by: "bob", title });
    await change("First title");
    const { shown, send, lines } = open(12);
    await shown();
    const single = lines().at(-1)?.id;
    assert.deepEqual((await shown()).under.map(plain).slice(1), ["1 comment", "1 event"]);
    for (const title of ["Second title", "Third title"]) {
      await change(title);
      await send({ type: "action", id: "refresh" });
      await until("it is shown", () => JSON.stringify(lines().at(-1)).includes(title));
      assert.equal(lines().at(-1)?.id, single);
    }
  });

  it("folds as many simultaneous events as a server can return, looking at each a few times", () => {
    const author = { id: 1n, login: "bob" };
    let looks = 0;
    const events = Array.from({ length: 20_000 }, (_none, id) => ({
      id: BigInt(id),
      at: 60_000,
      meaning: { kind: "closed" } as const,
      get author() {
        looks += 1;
        return author;
      },
    }));
    const view = foldedView(events, { base: at.forge.base, owner: "alice", name: "demo" });
    assert.equal(view?.inside.length, events.length);
    assert.ok(looks >= events.length && looks < 20 * events.length, `${looks} looks`);
  });

  it("names an event of an unknown type", async () => {
    await at.forge.act("addEvent", { repo: "alice/demo", issue: 12, by: "bob", type: "pin_order" });
    const view = await open(12).shown();
    const line = view.lines.at(-1);
    assert.ok(line?.kind === "event");
    assert.equal(plain(line.sentence), "bob made a change Triptych doesn't support (pin_order)");
    assert.equal(line.icon, "question");
  });

  it("marks the owner and the author, and claims no role of others", async () => {
    await at.forge.act("setRights", { repo: "alice/demo", user: "bob", level: "write" });
    await at.window.signIn("carol");
    const marks = async () => {
      const { lines } = await open(1).shown();
      const marked = lines.flatMap((line) => (line.kind === "comment" ? [`${line.who}: ${line.authorRole}`] : []));
      return [...new Set(marked)].toSorted((one, other) => one.localeCompare(other));
    };
    assert.deepEqual(await marks(), ["alice: Owner · Author", "bob: "]);
  });

  it("offers to edit the user's own comments, and to delete only plain comments", async () => {
    await at.window.signIn("bob");
    const view = await open(1).shown();
    for (const line of view.lines) {
      if (line.kind !== "comment") continue;
      const may = line.who === "bob" ? ["react", "quote", "edit", "delete"] : ["react", "quote"];
      assert.deepEqual(line.can, line.id === "description" ? ["react", "quote"] : may, line.markdown);
    }
    const reviewed = await open(5).shown();
    assert.equal(reviewed.home.thread, `${at.forge.base}/alice/demo/pulls/5`);
    const reviews = reviewed.lines.filter((line) => line.kind === "comment" && line.beside !== undefined);
    assert.ok(reviews.length > 0);
    assert.ok(reviews.every((line) => line.kind === "comment" && !line.can.includes("delete")));
  });

  it("shows the verdict of a review, whether it is still valid, and each comment with its line and hunk", async () => {
    await at.window.signIn("nadia");
    const view = await open(4, "almanac", "lantern").shown();
    const reviews = view.lines.flatMap((line) => (line.kind === "comment" && line.beside !== undefined ? [line] : []));
    assert.deepEqual(
      reviews.map(({ who, beside, markdown }) => [who, beside?.text, beside?.icon, beside?.tone, markdown]),
      [
        [
          "tomas",
          "requested changes to an earlier version · dismissed",
          "request-changes",
          "",
          "Lovely. Two small things inside.",
        ],
      ],
    );
    const notes = reviews[0]?.notes ?? [];
    assert.deepEqual(
      notes.map(({ path, where, outdated }) => [path, where, outdated]),
      [
        ["src/harmonics.rs", "Line 41", true],
        ["src/harmonics.rs", "Line 58", true],
      ],
    );
    assert.match(notes[0]?.patch ?? "", /^@@ -38,7/);
    assert.match(notes[0]?.href ?? "", /\/lantern\/almanac\/pulls\/4#issuecomment-\d+$/);
    const events = view.lines.flatMap((line) => (line.kind === "event" ? [line, ...line.inside] : []));
    const said = events.map(({ sentence }) => plain(sentence)).join("\n");
    assert.match(said, /nadia approved these changes/);
    assert.match(said, /dismissed tomas's review: Answered by the last push/);
    assert.equal(view.counts.comments, view.lines.filter((line) => line.kind === "comment").length - 1);
  });

  it("names all lines that a comment of a review is on, before and after the change", async () => {
    const note = { path: "src/tide.rs", hunk: "", text: "Here" };
    const notes = [
      { ...note, line: 41, extra: 2 },
      { ...note, line: 7, extra: 1, old: true },
      { ...note, line: 9, extra: 0 },
    ];
    await at.forge.act("addReview", { repo: "lantern/almanac", issue: 4, by: "wren", state: "COMMENT", notes });
    await at.window.signIn("nadia");
    const { lines } = await open(4, "almanac", "lantern").shown();
    const all = lines.flatMap((line) => (line.kind === "comment" ? (line.notes ?? []) : []));
    assert.deepEqual(
      all.filter(({ path }) => path === note.path).map(({ where }) => where),
      ["Lines 41–43", "Lines 7–8 before the change", "Line 9"],
    );
  });

  it("says how many comments of a review are missing, and that a token may not see reviews", async () => {
    await at.window.signIn("nadia");
    await at.forge.fault({ kind: "status", status: 502, path: "/pulls/4/reviews/\\d+/comments", body: "" });
    const broken = open(4, "almanac", "lantern");
    const { lines } = await broken.shown();
    const review = lines.find((line) => line.kind === "comment" && line.missing !== undefined);
    assert.ok(review?.kind === "comment" && review.missing?.sentence === "2 comments can't be shown.");
    const missing = "Part of the review could not be loaded. Comments on lines that can't be shown: 2.";
    await until("the panel says how many are missing", () => broken.banners().includes(missing));
    await at.forge.mend();
    await at.window.signOut();
    at.openWindow();
    await at.window.signIn("browse");
    const narrow = open(4, "almanac", "lantern");
    await narrow.shown();
    const barred = "Reviews could not be loaded. Your token lacks read:repository.";
    await until("the panel says what the token lacks", () => narrow.banners().includes(barred));
  });
});

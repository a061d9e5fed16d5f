// The extension's side of a thread's panel: what it sends to the page, and what it does at the page's request.
import assert from "node:assert/strict";
import { placeKey, places } from "../../../src/issues/writing/place.ts";
import { refuse } from "../../../src/issues/writing/targets/target.ts";
import { ThreadPanels } from "../../../src/issues/thread-panel/panels.ts";
import type { IssueActs, PanelActs } from "../../../src/issues/thread-panel/actions.ts";
import type { KeptThread, PanelTime } from "../../../src/issues/thread-panel/panel.ts";
import type { Services } from "../../../src/issues/services.ts";
import { NO_LINES, takeLines } from "../../../src/panels/thread/received-lines.ts";
import type { FromExtension, FromPanel, LineView, Sentence, ThreadView } from "../../../src/panels/thread/messages.ts";
import type { Connection } from "../../../src/workbench/panels/kind.ts";
import type { Shared } from "../../../src/workbench/shared.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine } from "../../unit/issues/machine.ts";
import { sharedParts, until } from "../extension.ts";
import { silentActs } from "./panel-acts.ts";
import { forgeService, type ForgeService } from "./service.ts";

type Of<Type extends FromExtension["type"]> = Extract<FromExtension, { type: Type }>;

describe("The panel of a thread", () => {
  let forge: ForgeService;
  let home: Awaited<ReturnType<typeof machine>>;
  let window: ReturnType<Awaited<ReturnType<typeof machine>>["open"]>;
  let services: Services;
  let shared: Shared;
  let dialogs: ScriptedDialogs;
  let opened: Connection[];
  /** Polls that are due later. No test here waits for one. */
  let timers: Set<() => void>;
  let done: string[];

  before(async () => {
    forge = await forgeService();
    shared = await sharedParts();
  });
  beforeEach(async () => {
    await forge.reset();
    home = await machine();
    window = home.open(forge.base);
    ({ services } = window);
    dialogs = new ScriptedDialogs();
    opened = [];
    timers = new Set();
    done = [];
  });
  afterEach(async () => {
    for (const each of opened) each.dispose();
    await home.close();
  });

  /** Records what the panel asks other parts to do; sending is real. */
  const note = (what: string): Promise<void> => Promise.resolve(void done.push(what));
  const acts = (): PanelActs => ({
    ...silentActs(() => services),
    send: async (place) => {
      await note(`send ${placeKey(place)}`);
      return refuse("empty");
    },
    signIn: (base) => note(`sign in at ${base}`),
    write: () => note("write"),
    quote: (_thread, { body }) => note(`quote ${body.slice(0, 12)}`),
    edit: (_thread, { id }) => note(`edit ${id}`),
    editIssue: ({ number }) => note(`edit issue ${number}`),
    remove: (_thread, { id }) => note(`delete ${id}`),
    removeNow: (_thread, id) => note(`remove the second ${id}`),
    copyLink: ({ number }, _pull, id) => note(id === undefined ? `link of issue ${number}` : `link ${id}`),
    show: ({ owner, name, number }, comment) => void done.push(`show ${owner}/${name}#${number} ${comment ?? ""}`),
    copyDraft: () => note("copy the draft"),
    openDraft: () => note("open the draft"),
  });
  const issues: IssueActs = {
    setClosed: ({ number }, closed) => note(`${closed ? "close" : "reopen"} ${number}`),
    setLabels: ({ number }) => note(`labels ${number}`),
    setMilestone: ({ number }) => note(`milestone ${number}`),
    assign: ({ number }) => note(`assign ${number}`),
  };

  const time: PanelTime = {
    attention: { isHere: () => true, onDidChange: () => ({ dispose: () => undefined }) },
    after: (_milliseconds, run) => {
      timers.add(run);
      return { dispose: () => timers.delete(run) };
    },
    random: () => 0.5,
  };

  function open(number: number, name = "demo", owner = "alice") {
    const panels = new ThreadPanels({ shared: { ...shared, dialogs }, services, acts: acts(), issues, time });
    const sent: FromExtension[] = [];
    let title = "";
    let about = `${owner}/${name}#${number}`;
    const move = (thing: KeptThread): boolean => {
      about = `${thing.owner}/${thing.name}#${thing.number}`;
      return true;
    };
    const connection = panels.kind.connect(
      { base: forge.base, owner, name, number: String(number) },
      { post: (message) => void sent.push(message), setTitle: (newer) => (title = newer), move },
    );
    opened.push(connection);
    const last = <Type extends FromExtension["type"]>(type: Type): Of<Type> | undefined =>
      sent.findLast((message): message is Of<Type> => message.type === type);
    /** The lines that the page has received so far. */
    const lines = (): readonly LineView[] => {
      const parts = sent.filter((message) => message.type === "lines");
      return parts.reduce(takeLines, NO_LINES).lines;
    };
    const shown = async (): Promise<ThreadView & { readonly lines: readonly LineView[] }> => {
      connection.ready();
      const isWhole = (): boolean => last("thread")?.thread.rest === undefined && last("busy")?.busy === false;
      await until(
        "the thread is shown",
        () => last("thread") !== undefined && last("banners") !== undefined && isWhole(),
      );
      return { ...(last("thread")?.thread ?? assert.fail()), lines: lines() };
    };
    const send = async (message: FromPanel): Promise<void> => {
      await connection.receive(JSON.parse(JSON.stringify(message)));
    };
    const banners = () => (last("banners")?.banners ?? []).map(({ strong, words }) => `${strong} ${words}`.trim());
    return { connection, sent, last, lines, shown, send, banners, panels, title: () => title, about: () => about };
  }

  const demo = (number: number) => ({ base: forge.base, owner: "alice", name: "demo", number: BigInt(number) });

  const plain = (sentence: Sentence): string =>
    sentence.map((part) => (part.is === "label" ? part.label.name : part.is === "time" ? "…" : part.text)).join("");

  it("shows that it is loading before anything arrives", () => {
    const { connection, sent } = open(1);
    connection.ready();
    const [, said] = sent;
    assert.ok(said?.type === "reading");
    assert.deepEqual(
      [said.words, said.where.repository.name, said.where.number],
      ["Loading #1 of alice/demo…", "alice/demo", "#1"],
    );
  });

  for (const [what, leave] of [
    ["hidden", (connection) => connection.hidden?.()],
    ["closed", (connection) => connection.dispose()],
  ] as const satisfies readonly [string, (connection: Connection) => void][]) {
    it(`stops checking for news after it was ${what} while it was loading`, async () => {
      const isAsked = async (): Promise<boolean> => (await forge.asked()).some((each) => each.endsWith("/1/comments"));
      await forge.fault({ kind: "delay", ms: 300, path: "/issues/1/comments" });
      const { connection } = open(1);
      connection.ready();
      await until("the comments are asked for", isAsked);
      assert.ok(services.threads.at(demo(1)).reading);
      leave(connection);
      await until("nothing is being read", () => !services.threads.at(demo(1)).reading);
      await new Promise(setImmediate);
      assert.equal(timers.size, 0);
    });
  }

  it("checks for changes while it is visible, and stops when it is closed", async () => {
    const { connection, shown } = open(1);
    await shown();
    await until("it will look again", () => timers.size === 1);
    connection.dispose();
    assert.equal(timers.size, 0);
  });

  it("keeps its thread while it is open, and among a few others after that", async () => {
    const { connection, shown } = open(1);
    await shown();
    for (const number of [2, 3, 4, 5]) await services.threads.read(demo(number));
    assert.ok(services.threads.at(demo(1)).thread !== undefined);
    connection.dispose();
    for (const number of [2, 3, 4, 5]) await services.threads.read(demo(number));
    assert.equal(services.threads.at(demo(1)).thread, undefined);
  });

  it("marks what others wrote since the last visit, and shows their number above the first", async () => {
    await window.signIn("alice");
    const address = { base: forge.base, owner: "alice", name: "other" };
    await services.lists.read(address, { state: "open" }, new AbortController().signal);
    for (const [by, body] of [
      ["bob", "new one"],
      ["alice", "one's own"],
      ["bob", "new two"],
    ] as const) {
      await forge.act("addComment", { repo: "alice/other", issue: 1, by, body });
    }
    const marks = (lines: readonly LineView[]) =>
      lines.flatMap((line) =>
        line.kind === "comment" && line.fresh === true ? [`${line.markdown} ${line.news ?? ""}`] : [],
      );
    const first = open(1, "other");
    assert.deepEqual(marks((await first.shown()).lines), ["new one 2 new", "new two "]);
    assert.deepEqual(marks((await open(1, "other").shown()).lines), [], "it was looked at");
  });

  it("shows an issue with all comments and events in plain words", async () => {
    await window.signIn("alice");
    const { shown, title } = open(1);
    const view = await shown();
    assert.equal(title(), "#1 Event rich issue (renamed)");
    assert.deepEqual([view.title, view.number, view.state.word], ["Event rich issue (renamed)", "#1", "Open"]);
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

  it("draws emoji in the title of its tab, also when VS Code draws the panel again", async () => {
    const changed = { repo: "alice/demo", issue: 1, by: "alice", title: "Blind :see_no_evil: at 12:30:45" };
    await forge.act("changeIssue", changed);
    const { connection, shown, title } = open(1);
    await shown();
    await until("the title is drawn", () => title() === "#1 Blind 🙈 at 12:30:45");
    connection.hidden?.();
    assert.equal(connection.paint().title, "#1 Blind 🙈 at 12:30:45");
  });

  it("names an event of an unknown type", async () => {
    await forge.act("addEvent", { repo: "alice/demo", issue: 12, by: "bob", type: "pin_order" });
    const view = await open(12).shown();
    const line = view.lines.at(-1);
    assert.ok(line?.kind === "event");
    assert.equal(plain(line.sentence), "bob made a change Triptych doesn't support (pin_order)");
    assert.equal(line.icon, "question");
  });

  it("marks the owner, people with write access and the author, as far as the token can see", async () => {
    await forge.act("setRights", { repo: "alice/demo", user: "bob", level: "write" });
    await window.signIn("carol");
    const marks = async () => {
      const { lines } = await open(1).shown();
      const marked = lines.flatMap((line) => (line.kind === "comment" ? [`${line.who}: ${line.standing}`] : []));
      return [...new Set(marked)].toSorted((one, other) => one.localeCompare(other));
    };
    assert.deepEqual(await marks(), ["alice: Owner · Author", "bob: Collaborator"]);
    await window.signOut();
    services.repositoryNames.forgetAt(forge.base);
    services.collaborators.forget();
    assert.deepEqual(await marks(), ["alice: Owner · Author", "bob: "]);
  });

  it("never receives any part of the token", async () => {
    await window.signIn("alice");
    const { shown, sent } = open(1);
    await shown();
    assert.doesNotMatch(JSON.stringify(sent), /616c696365/);
  });

  it("offers to sign in instead of a write box if there is no account", async () => {
    const { shown, last, banners, send } = open(1);
    await shown();
    assert.equal(last("write")?.write, undefined);
    assert.deepEqual(banners(), [`Sign in to ${new URL(forge.base).host} to reply.`]);
    await send({ type: "action", id: "signIn" });
    assert.deepEqual(done, [`sign in at ${forge.base}`]);
  });

  it("offers to edit the user's own comments, and to delete only plain comments", async () => {
    await window.signIn("bob");
    const view = await open(1).shown();
    for (const line of view.lines) {
      if (line.kind !== "comment") continue;
      const may = line.who === "bob" ? ["react", "quote", "edit", "delete"] : ["react", "quote"];
      assert.deepEqual(line.can, line.id === "description" ? ["react", "quote"] : may, line.markdown);
    }
    const reviewed = await open(5).shown();
    const reviews = reviewed.lines.filter((line) => line.kind === "comment" && line.beside !== undefined);
    assert.ok(reviews.length > 0);
    assert.ok(reviews.every((line) => line.kind === "comment" && !line.can.includes("delete")));
  });

  it("shows the verdict of a review, whether it is still valid, and each comment with its line and hunk", async () => {
    await window.signIn("nadia");
    const view = await open(4, "almanac", "lantern").shown();
    const reviews = view.lines.flatMap((line) => (line.kind === "comment" && line.beside !== undefined ? [line] : []));
    assert.deepEqual(
      reviews.map(({ who, beside, markdown }) => [who, beside?.words, beside?.icon, beside?.tone, markdown]),
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

  it("quotes the text of a review", async () => {
    await window.signIn("nadia");
    const { shown, send } = open(4, "almanac", "lantern");
    const { lines } = await shown();
    const review = lines.find((line) => line.kind === "comment" && line.beside !== undefined);
    assert.ok(review?.kind === "comment" && review.can.includes("quote"));
    await send({ type: "act", act: "quote", id: review.id });
    assert.deepEqual(done, [`quote ${review.markdown.slice(0, 12)}`]);
  });

  it("says how many comments of a review are missing, and that a token may not see reviews", async () => {
    await window.signIn("nadia");
    await forge.fault({ kind: "status", status: 502, path: "/pulls/4/reviews/\\d+/comments", body: "" });
    const broken = open(4, "almanac", "lantern");
    const { lines } = await broken.shown();
    const review = lines.find((line) => line.kind === "comment" && line.missing !== undefined);
    assert.ok(review?.kind === "comment" && review.missing?.words === "2 comments can't be shown.");
    const missing = "Part of the review could not be loaded. Comments on lines that can't be shown: 2.";
    await until("the panel says how many are missing", () => broken.banners().includes(missing));
    await forge.mend();
    await window.signOut();
    window = home.open(forge.base);
    ({ services } = window);
    await window.signIn("browse");
    const narrow = open(4, "almanac", "lantern");
    await narrow.shown();
    const barred = "Reviews could not be loaded. Your token lacks read:repository.";
    await until("the panel says what the token lacks", () => narrow.banners().includes(barred));
  });

  it("says that a thread is locked, and keeps the write box for people with write access", async () => {
    await window.signIn("bob");
    const { shown, last, banners } = open(8);
    await shown();
    assert.equal(last("write")?.write, undefined);
    assert.deepEqual(banners(), ["Locked. Only people with write access to alice/demo can comment."]);
    await window.signOut();
    await window.signIn("alice");
    services.repositoryNames.forgetAt(forge.base);
    const own = open(8);
    await services.repositoryNames.read({ base: forge.base, owner: "alice", name: "demo" });
    await own.shown();
    assert.ok(own.last("write")?.write !== undefined);
  });

  it("says that a repository is archived, and keeps the draft", async () => {
    await window.signIn("alice");
    await services.repositoryNames.read({ base: forge.base, owner: "alice", name: "archived" });
    const { shown, last, banners, send } = open(1, "archived");
    await send({ type: "typed", text: "too late" });
    await shown();
    assert.equal(last("write")?.write, undefined);
    assert.match(banners().join(), /^Archived\. alice\/archived is read-only.* Your draft from .* is kept\.$/);
  });

  it("keeps the typed text, posts it, and says when", async () => {
    await window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    await send({ type: "typed", text: "from the box" });
    await until("it says that it is kept", () => (last("write")?.write?.status ?? "").startsWith("Draft saved "));
    assert.ok(!(await forge.texts(1)).includes("from the box"));
    await send({ type: "post", text: "from the box" });
    assert.ok((await forge.texts(1)).includes("from the box"));
    assert.equal(last("write")?.write?.text, "");
    assert.match(banners().join(), /Comment posted /);
  });

  it("says why a comment was not sent and what to do, and keeps it", async () => {
    await window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    await forge.fault({ kind: "status", status: 401, method: "POST", path: "comments" });
    await send({ type: "post", text: "refused" });
    assert.match(banners().join(), /^Not sent\. .* requires a valid token.* Your draft is kept\.$/);
    assert.deepEqual(
      last("banners")?.banners.flatMap(({ actions }) => actions.map(({ id }) => id)),
      ["signIn"],
    );
    assert.equal(last("write")?.write?.text, "refused");
    assert.match(last("write")?.write?.status ?? "", /Not sent: token rejected/);
    await forge.mend();
    const [account = assert.fail()] = window.accounts.list("issues");
    await services.forgetAccount(account, { gone: false });
    await until("a new token ends the banner", () => banners().length === 0);
    assert.match(last("write")?.write?.status ?? "", /^Draft saved /);
    assert.equal(last("write")?.write?.text, "refused");
  });

  it("says so when the outbox has sent a comment that could not be sent before", async () => {
    await window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    await forge.fault({ kind: "refuse", path: "/api/v1" });
    await send({ type: "post", text: "waits, and goes" });
    assert.match(banners().join(), /^Not sent\. .* Your draft is kept, and Triptych sends it automatically\.$/);
    assert.equal(last("write")?.write?.status, "Waiting: offline");
    await forge.mend();
    services.writing.outbox.start();
    await services.writing.outbox.turn();
    assert.ok((await forge.texts(1)).includes("waits, and goes"));
    await until("it is told", () => /Comment posted /.test(banners().join()));
    assert.doesNotMatch(banners().join(), /Not sent/);
    assert.equal(last("write")?.write?.text, "");
    const { thread } = services.threads.at({ base: forge.base, owner: "alice", name: "demo", number: 1n });
    assert.equal(thread?.comments?.at(-1)?.body, "waits, and goes");
  });

  it("follows a renamed repository with the thread, the draft and its outcome", async () => {
    await window.signIn("alice");
    const { about, shown, send, last, lines, banners } = open(1);
    await shown();
    const before = lines().length;
    await forge.fault({ kind: "refuse", method: "POST", path: "comments" });
    await send({ type: "post", text: "written under the old name" });
    await forge.mend();
    await forge.act("renameRepo", { repo: "alice/demo", name: "trial" });
    await send({ type: "action", id: "refresh" });
    await until("the new name is shown", () => last("thread")?.thread.repository.name === "alice/trial");
    assert.equal(about(), "alice/trial#1");
    assert.equal(last("write")?.write?.text, "written under the old name");
    services.writing.outbox.start();
    await services.writing.outbox.turn();
    assert.ok((await forge.texts(1, "alice/trial")).includes("written under the old name"));
    await until("the banner says so", () => banners().join().startsWith("Comment posted "));
    assert.equal(last("write")?.write?.text, "");
    await until("the comment is shown", () => lines().length === before + 1);
  });

  it("says that a comment was posted twice, and removes the second on request", async () => {
    await window.signIn("alice");
    const { shown, send, last, banners } = open(1);
    await shown();
    await forge.fault({ kind: "twice", method: "POST", path: "comments", times: 1 });
    await send({ type: "post", text: "doubled" });
    assert.match(banners().join(), /^Posted twice\. /);
    const [remove] = last("banners")?.banners.flatMap(({ actions }) => actions) ?? [];
    assert.ok(remove?.id === "removeSecond" && remove.about !== undefined);
    await send({ type: "action", id: "removeSecond", about: remove.about });
    assert.deepEqual(done, [`remove the second ${remove.about}`]);
  });

  for (const [what, fault, words] of [
    ["offline", { kind: "refuse" }, /^Offline\. Showing data from /],
    ["a server that requires a token", { kind: "status", status: 401 }, /^Token required\. /],
    ["a server that fails", { kind: "status", status: 500 }, /^Server error\. /],
  ] as const) {
    it(`shows a banner above the loaded content if there is ${what}`, async () => {
      const { shown, send, banners, lines } = open(1);
      const before = await shown();
      await forge.fault({ ...fault, path: "/api/v1" });
      await send({ type: "action", id: "refresh" });
      await until("it is told", () => words.test(banners()[0] ?? ""));
      assert.deepEqual(lines().length, before.lines.length);
    });
  }

  it("removes the banner when the server is back, without polling forever", async () => {
    const { shown, send, banners } = open(1);
    await shown();
    await forge.fault({ kind: "refuse", path: "/api/v1" });
    await send({ type: "action", id: "refresh" });
    await until("it is told", () => banners()[0]?.startsWith("Offline. ") === true);
    await forge.mend();
    await services.repositoryNames.read({ base: forge.base, owner: "alice", name: "demo" });
    await until("it is taken away", () => !/Offline/.test(banners().join()));
    const asked = (await forge.asked()).length;
    await services.repositoryNames.read({ base: forge.base, owner: "alice", name: "demo" });
    assert.equal((await forge.asked()).length, asked + 1);
  });

  for (const [what, fault, words] of [
    ["doesn't exist", { kind: "status", status: 404 }, /Not found on /],
    ["is a web page", { kind: "html", status: 200 }, /sent a web page instead of data/],
  ] as const) {
    it(`says in place of a thread that it ${what}`, async () => {
      await forge.fault({ ...fault, path: "issues/1" });
      const { connection, last } = open(1);
      connection.ready();
      await until("it is told", () => last("failed") !== undefined);
      const failed = last("failed");
      assert.equal(failed?.heading, "Could not load #1");
      assert.match(failed.words, words);
      assert.ok(failed.actions.length > 0);
    });
  }

  it("shows a comment deleted here as long as its text is kept", async () => {
    await window.signIn("alice");
    const panel = open(1);
    await panel.shown();
    const [first] =
      services.threads.at({ base: forge.base, owner: "alice", name: "demo", number: 1n }).thread?.comments ?? [];
    assert.ok(first !== undefined);
    const thread = { base: forge.base, owner: "alice", name: "demo", number: 1n };
    assert.equal(await services.writing.deletion.remove(thread, first.id), undefined);
    await services.threads.read(thread);
    const note = () => panel.lines().findLast((line) => line.kind === "event" && line.action !== undefined);
    await until("it is told", () => note() !== undefined);
    const line = note();
    assert.ok(line?.kind === "event");
    assert.equal(plain(line.sentence), "You deleted alice's comment. Its text is kept.");
    await panel.send({ type: "action", id: "postAgain", about: "301" });
    assert.match(done.join(), /send .*deletedComment 1 301/);
  });

  it("runs the actions of a comment's buttons and keys", async () => {
    await window.signIn("alice");
    const { shown, send } = open(1);
    const { lines } = await shown();
    const body = (id: string) => {
      const line = lines.find((each) => each.id === id);
      return line?.kind === "comment" ? line.markdown : assert.fail(id);
    };
    for (const act of ["quote", "edit", "delete", "link", "react"] as const)
      await send({ type: "act", act, id: "301" });
    assert.deepEqual(done.splice(0), [`quote ${body("301").slice(0, 12)}`, "edit 301", "delete 301", "link 301"]);
    for (const act of ["quote", "edit", "link"] as const) await send({ type: "act", act, id: "description" });
    assert.deepEqual(done, [`quote ${body("description").slice(0, 12)}`, "edit issue 1", "link of issue 1"]);
  });

  it("edits the issue in its sidebar, and closes it once the written comment is posted", async () => {
    await window.signIn("alice");
    const { shown, send, last } = open(2);
    const { facts, mayEdit } = await shown();
    assert.equal(mayEdit, true);
    assert.deepEqual(facts.flatMap(({ change }) => (change === undefined ? [] : [change.id])).slice(0, 3), [
      "setLabels",
      "setMilestone",
      "assign",
    ]);
    for (const id of ["editIssue", "setLabels", "setMilestone", "assign"] as const) await send({ type: "action", id });
    assert.deepEqual(done.splice(0), ["edit issue 2", "labels 2", "milestone 2", "assign 2"]);
    assert.deepEqual(last("write")?.write?.close, { alone: "Close Issue", withText: "Close with Comment" });
    await send({ type: "close", text: "" });
    await send({ type: "close", text: "Done with this." });
    assert.deepEqual(done.splice(0), ["close 2", "close 2"]);
    assert.ok((await forge.texts(2)).includes("Done with this."));
    await forge.fault({ kind: "refuse", path: "/comments" });
    await send({ type: "close", text: "Not there." });
    assert.deepEqual(done, [], "an issue is not closed without its last words");
  });

  it("offers no changes to an issue to those without permission", async () => {
    await window.signIn("bob");
    const { shown, last } = open(2);
    const { facts, mayEdit } = await shown();
    assert.deepEqual([mayEdit, facts.some(({ change }) => change !== undefined)], [false, false]);
    assert.equal(last("write")?.write?.close, undefined);
  });

  describe("with tasks", () => {
    const TASKS = "Do:\n\n- [ ] one\n- [ ] two";
    const commentWithTasks = async () => {
      await window.signIn("alice");
      await forge.act("addComment", { repo: "alice/other", issue: 1, by: "alice", body: TASKS });
      const panel = open(1, "other");
      const { lines } = await panel.shown();
      const id = lines.find((line) => line.kind === "comment" && line.markdown === TASKS)?.id ?? assert.fail();
      const text = () => {
        const line = panel.lines().find((each) => each.id === id);
        return line?.kind === "comment" ? line.markdown : undefined;
      };
      const asked = async () => (await forge.asked()).filter((each) => /^(PATCH|POST) /.test(each)).length;
      return { ...panel, id, text, asked };
    };

    it("checks each with one write, based on the latest text, and shows it", async () => {
      const { asked, id, send, text } = await commentWithTasks();
      const before = await asked();
      await Promise.all([2, 3].map((line) => send({ type: "tick", id, line, done: true })));
      assert.equal((await forge.texts(1, "alice/other")).at(-1), "Do:\n\n- [x] one\n- [x] two");
      assert.equal((await asked()) - before, 2);
      await until("the panel shows it", () => text() === "Do:\n\n- [x] one\n- [x] two");
      assert.deepEqual(
        await services.writing.drafts.ofThread({ base: forge.base, owner: "alice", name: "other", number: 1n }),
        [],
      );
    });

    it("overwrites nothing that someone else changed, and shows the current text", async () => {
      const { id, send, text } = await commentWithTasks();
      await forge.act("editComment", { id: Number(id), body: `${TASKS}\n- [ ] three` });
      await send({ type: "tick", id, line: 2, done: true });
      assert.equal((await forge.texts(1, "alice/other")).at(-1), `${TASKS}\n- [ ] three`);
      assert.match(dialogs.shown.join(), /The task was not changed\. Someone changed this comment/);
      await until("the panel shows it", () => text() === `${TASKS}\n- [ ] three`);
      await send({ type: "tick", id, line: 4, done: true });
      assert.equal((await forge.texts(1, "alice/other")).at(-1), `${TASKS}\n- [x] three`);
    });

    it("doesn't change a text that is being edited here", async () => {
      const { id, send } = await commentWithTasks();
      const place = places.comment({ base: forge.base, owner: "alice", name: "other", number: 1n }, BigInt(id));
      const { drafts } = services.writing;
      await drafts.begin(place, { opened: { title: undefined, body: TASKS, version: undefined } });
      await drafts.save(place, `${TASKS} and more`);
      await send({ type: "tick", id, line: 2, done: true });
      assert.equal((await forge.texts(1, "alice/other")).at(-1), TASKS);
      assert.match(dialogs.shown.join(), /unsent changes to this text/);
      assert.equal((await drafts.get(place))?.text, `${TASKS} and more`);
    });
  });

  it('shows "posted" until the comment has been visible for a while', async () => {
    await window.signIn("alice");
    const { shown, send, banners, lines } = open(2);
    await shown();
    await send({ type: "post", text: "Posted and seen." });
    await until("it is told", () => banners().some((banner) => banner.startsWith("Comment posted")));
    const isPosted = (line: LineView) => line.kind === "comment" && line.markdown === "Posted and seen.";
    await until("it is shown", () => lines().some(isPosted));
    const before = new Set(timers);
    await send({ type: "sight", ids: ["description"] });
    assert.equal([...timers].filter((run) => !before.has(run)).length, 0);
    await send({
      type: "sight",
      ids: lines()
        .filter(isPosted)
        .map(({ id }) => id),
    });
    const [leave, ...others] = [...timers].filter((run) => !before.has(run));
    assert.deepEqual([leave === undefined, others.length], [false, 0]);
    leave?.();
    await until("it is told no more", () => banners().length === 0);
  });

  it("shows reactions to visible comments, and adds and removes the user's own", async () => {
    await window.signIn("bob");
    const { shown, send, sent } = open(1);
    await shown();
    const reactionsOf = (of: string) => sent.findLast((message) => message.type === "reactions" && message.of === of);
    await send({ type: "sight", ids: ["301", "302"] });
    await until("they arrive", () => reactionsOf("302") !== undefined);
    assert.deepEqual(reactionsOf("302"), {
      type: "reactions",
      of: "302",
      reactions: [{ id: "rocket", own: false, people: ["carol"] }],
    });
    await send({ type: "react", id: "302", reaction: "rocket", on: true });
    await send({ type: "react", id: "description", reaction: "heart", on: true });
    const own = (id: string, people: readonly string[]) => ({ id, own: true, people });
    const reactions = (of: string) => {
      const message = reactionsOf(of);
      return message?.type === "reactions" ? message.reactions : undefined;
    };
    assert.deepEqual(reactions("302"), [own("rocket", ["carol"])]);
    assert.deepEqual(reactions("description"), [own("heart", [])]);
    await send({ type: "react", id: "description", reaction: "heart", on: false });
    assert.deepEqual(reactions("description"), []);
  });

  it("opens a linked thread at its comment, and other links in the browser", async () => {
    const { shown, send } = open(1);
    await shown();
    await send({ type: "follow", href: `${forge.base}/alice/other/issues/1#issuecomment-335` });
    await send({ type: "follow", href: `${forge.base}/alice/demo/pulls/5` });
    assert.deepEqual(done, ["show alice/other#1 335", "show alice/demo#5 "]);
    await send({ type: "follow", href: `${forge.base}/alice/demo` });
    assert.deepEqual(dialogs.opened, [`${forge.base}/alice/demo`]);
  });

  it("says where an image of the server redirects to, and loads it only if the reader agrees", async () => {
    const { shown, send, sent } = open(1);
    await shown();
    const elsewhere = forge.base.replace("127.0.0.1", "localhost");
    await forge.fault({
      kind: "redirect",
      path: "^/attachments/",
      location: `${elsewhere}/assets/img/avatar_default.png`,
    });
    const url = `${forge.base}/attachments/1`;
    const state = () => sent.flatMap((message) => (message.type === "image" ? [message.state] : [])).at(-1);
    const asked = async () => (await forge.asked()).filter((line) => line.includes("avatar_default")).length;
    const other = { kind: "elsewhere", host: new URL(elsewhere).host } as const;
    for (let again = 0; again < 2; again += 1) {
      await send({ type: "image", url, agreed: false, always: false });
      assert.deepEqual([state(), await asked()], [other, 0], "a page that is drawn again has not agreed");
    }
    await send({ type: "image", url, agreed: true, always: false });
    assert.deepEqual([state()?.kind, await asked()], ["shown", 1]);
    await send({ type: "image", url, agreed: false, always: false });
    assert.deepEqual(state(), other);
    await send({ type: "image", url, agreed: true, always: true });
    await send({ type: "image", url, agreed: false, always: false });
    assert.deepEqual([state()?.kind, await asked()], ["shown", 3]);
  });

  it("can stop always loading the images of a host", async () => {
    const { shown, send, last } = open(1);
    await shown();
    await send({ type: "action", id: "manageImageHosts" });
    assert.deepEqual(dialogs.shown, ["Images from other hosts load only if you allow it."]);
    for (const host of ["one.example", "two.example:8080", "three.example"]) {
      await services.images.allow(`https://${host}/a.png`);
    }
    assert.deepEqual(last("hosts")?.hosts, ["one.example", "two.example:8080", "three.example"]);
    const answered = new ScriptedDialogs(undefined, "one.example, three.example", "");
    const panels = new ThreadPanels({ shared: { ...shared, dialogs: answered }, services, acts: acts(), issues, time });
    const connection = panels.kind.connect(
      { base: forge.base, owner: "alice", name: "demo", number: "2" },
      { post: () => undefined, setTitle: () => undefined, move: () => false },
    );
    opened.push(connection);
    const manage = () => connection.receive({ type: "action", id: "manageImageHosts" });
    await manage();
    assert.equal(services.images.hosts().length, 3, "the dialog was dismissed");
    await manage();
    assert.deepEqual(last("hosts")?.hosts, ["one.example", "three.example"], "an open panel knows at once");
    await manage();
    assert.deepEqual(services.images.hosts(), []);
    assert.deepEqual(answered.asked.slice(1), [
      "Always Load Images from These Hosts: [one.example], [two.example:8080], [three.example]",
      "Always Load Images from These Hosts: [one.example], [three.example]",
    ]);
  });

  it("rejects messages that its own page never sends", () => {
    const { connection } = open(1);
    for (const message of [
      { type: "action", id: "rm" },
      { type: "act", act: "edit" },
      { type: "typed", text: 5 },
      { type: "image", url: "x" },
    ]) {
      assert.throws(() => void connection.receive(message), /malformed/);
    }
  });

  it("returns after a reload from its own saved state only", () => {
    const { panels } = open(1);
    const kept = { base: forge.base, owner: "alice", name: "demo", number: "1" };
    assert.deepEqual(panels.kind.decodeThing(kept), kept);
    for (const wrong of [undefined, {}, { ...kept, number: "x" }, { ...kept, base: "no address" }]) {
      assert.throws(() => panels.kind.decodeThing(wrong), /malformed/);
    }
  });
});

// Comments of reviews at their lines in the diffs of a pull request, on the servers that count lines differently.
import assert from "node:assert/strict";
import {
  commands,
  ConfigurationTarget,
  MarkdownString,
  Selection,
  window,
  workspace,
  type CommentThread,
} from "vscode";
import type { Documents } from "../../../src/issues/editing/documents.ts";
import { lineCommands, type LineCommandDependencies } from "../../../src/issues/pulls/lines/line-commands.ts";
import { toSides } from "../../../src/issues/pulls/files/pull-files.ts";
import { parsePullUri, toPullUri } from "../../../src/issues/pulls/store/pull-uri.ts";
import { isUnsent } from "../../../src/issues/writing/drafts/draft.ts";
import { places as draftPlaces, type Place } from "../../../src/issues/writing/drafts/place.ts";
import type { CommandId, CommandTable } from "../../../src/workbench/commands.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";
import { sharedParts, until } from "../extension.ts";
import { commonParts, openDocuments, openDraftCommands } from "./draft-harness.ts";
import { forgeTests } from "./forge-tests.ts";
import { openPullCommands } from "./pull-table.ts";
import { FILE, MAP, note, PULL, readBodies, ShownLines } from "./shown-lines.ts";

for (const personality of ["forgejo", "gitea-1.27"] as const) {
  describe(`Comments on lines of a pull request at ${personality}`, () => {
    const at = forgeTests(() => end(), personality);
    let opened: ReturnType<Machine["open"]>;
    let shown: ShownLines | undefined;
    let documents: Documents;
    let dialogs: ScriptedDialogs;

    const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });
    /** The extension itself reads the files that VS Code opens. */
    const configure = (base: string | undefined) =>
      workspace.getConfiguration().update("triptych.issues.url", base, ConfigurationTarget.Global);
    before(async () => {
      // Before the extension has started, VS Code knows no files of pull requests.
      await sharedParts();
      await configure(at.forge.base);
    });
    after(() => configure(undefined));
    async function end(): Promise<void> {
      await commands.executeCommand("workbench.action.closeAllEditors");
      shown?.dispose();
      shown = undefined;
      documents.dispose();
    }
    beforeEach(async () => {
      opened = at.home.open(at.forge.base);
      await opened.signIn("nadia");
      dialogs = new ScriptedDialogs();
      // The extension itself provides the documents that VS Code opens, and has none of these drafts.
      documents = Object.assign(openDocuments(opened), { open: () => Promise.resolve() });
    });

    const start = (): void => {
      shown = new ShownLines(opened, { dialogs });
    };
    /** Opens both sides of a diff. In the window of these tests, a diff closes its documents at once. */
    const openDiff = async (path = FILE): Promise<void> => {
      const { details, files } = await opened.services.pulls.readFiles(address());
      const file = files.find((each) => each.path === path) ?? assert.fail(`there is no ${path}`);
      for (const side of toSides(address(), details, file)) {
        if (side.commit === undefined) continue;
        const uri = toPullUri(side);
        await until("the file is open", async () => {
          await commands.executeCommand("vscode.open", uri, { preview: false });
          return workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
        });
      }
    };
    const review = (notes: readonly object[], more: object = {}) =>
      at.forge.act("addReview", { ...PULL, by: "wren", notes, ...more });
    /** The documents of both sides: before and after the change. */
    const sides = () =>
      workspace.textDocuments
        .filter(({ uri }) => uri.scheme === "triptych-pull")
        .toSorted((one, other) => one.lineCount - other.lineCount);
    const all = () => shown?.conversations() ?? [];
    const describePlace = ({ range, uri }: CommentThread) =>
      `${parsePullUri(uri)?.side} ${range === undefined ? "file" : range.start.line + 1}`;
    /** Side, line, label and text of each unsent comment, in order. */
    const areUnsent = (...expected: readonly string[]) =>
      shown?.become(
        "drafts",
        (thread) => `${describePlace(thread)}: ${thread.label}: ${readBodies(thread).join()}`,
        expected,
      );
    /** Side, line and texts of each conversation, in order. */
    const describeConversation = (thread: CommentThread) =>
      `${describePlace(thread)}: ${readBodies(thread).join(" / ")}`;
    const arePlaced = (expected: readonly string[]) => shown?.become("conversations", describeConversation, expected);
    const reload = () => opened.services.threads.readAgain(address());
    const push = (changes: object) => at.forge.act("push", { ...PULL, by: "ines", changes });

    /** Runs a command on what VS Code passes. Drafts are real, unless the test replaces a part. */
    const runLine = async (
      id: CommandId,
      given: readonly unknown[] = [],
      replaced: Partial<LineCommandDependencies["draftCommands"]> = {},
    ): Promise<void> => {
      const real = openDraftCommands(opened, documents, dialogs);
      const draftCommands = {
        edit: (...args: Parameters<typeof real.edit>) => real.edit(...args),
        openDraft: (place: Place) => real.openDraft(place),
        remove: (...args: Parameters<typeof real.remove>) => real.remove(...args),
        ...replaced,
      };
      const lines = lineCommands({
        ...commonParts(opened, dialogs),
        services: opened.services,
        draftCommands,
        checkedOut: { findFile: () => undefined, list: () => [] },
        lineComments: shown?.lines ?? assert.fail(),
      });
      const table: CommandTable = {
        ...lines.commands,
        "triptych.issues.editComment": lines.onLines.edit,
        "triptych.issues.deleteComment": lines.onLines.remove,
      };
      const command = table[id] ?? assert.fail(id);
      await command.run(...(command.accepts(given) ?? assert.fail(`${id} does not work on this`)));
      real.dispose();
    };
    /** The comments as the server has them. */
    const stored = async () => {
      const reviews = (await at.forge.act("readReviews", PULL)) as readonly {
        readonly comments: readonly { readonly id: number; readonly by: string; readonly text: string }[];
      }[];
      return reviews.flatMap((each) => each.comments).filter(({ by }) => by !== "tomas");
    };
    const textsOf = async () => (await stored()).map(({ text }) => text);

    it("are at their lines on both sides, with their authors, times and marks", async () => {
      await review([
        note(42, "on a new line", MAP),
        note(40, "on an old line", "     text.lines()\n-        .take(37)", { old: true }),
        note(2, "elsewhere", "", { path: "src/phase.rs" }),
      ]);
      await review([note(42, "an answer", MAP)], { by: "ines" });
      start();
      await openDiff();
      await arePlaced(["new 42: on a new line / an answer", "old 40: on an old line"]);
      const first = all()[0]?.comments[0];
      assert.equal(first?.author.name, "wren");
      assert.ok(first.timestamp instanceof Date);
      for (const { canReply, comments: list, label } of all()) {
        assert.deepEqual([canReply, label], [false, list.length === 1 ? "1 comment" : "2 comments"]);
      }
    });

    it("are in renamed files by either path, and go when the file is closed", async () => {
      const before = { path: "src/phase.rs", old: true };
      const hunk = " pub fn phase(degrees: f64) -> f64 {";
      await review([
        note(1, "by its new path", hunk, before),
        note(1, "by its old path", hunk, { ...before, path: "src/angle.rs" }),
      ]);
      start();
      await openDiff("src/phase.rs");
      await arePlaced(["old 1: by its new path / by its old path"]);
      await commands.executeCommand("workbench.action.closeAllEditors");
      await arePlaced([]);
    });

    it("follow their lines after a push, and say if they are outdated", async () => {
      await review([note(42, "stays", MAP), note(40, "goes", "+        .filter(|line| !line.starts_with('#'))")]);
      start();
      await openDiff();
      await arePlaced(["new 40: goes", "new 42: stays"]);
      await commands.executeCommand("workbench.action.closeAllEditors");
      const before = await opened.services.pulls.readContent(
        address(),
        FILE,
        (await opened.services.pulls.readDetails(address())).head.commit,
      );
      assert.ok(before?.kind === "file" && before.bytes !== undefined);
      const after = Buffer.from(before.bytes)
        .toString()
        .replace("        .filter(|line| !line.starts_with('#'))\n", "");
      await push({ [FILE]: { after: `// new\n// lines\n${after}` } });
      await openDiff();
      await arePlaced(["new 43: stays", "new file: goes"]);
      const outdated = all().find(({ range }) => range === undefined);
      assert.equal(outdated?.label, "Outdated: was on line 40");
      assert.equal(outdated.collapsibleState, 0);
    });

    it("aren't shown where they could be wrong", async () => {
      await review([
        note(42, "another line is in the hunk", "         .map(other)"),
        note(42, "the old line is another", "-        .map(constituent)", { old: true }),
        note(4000, "beyond the end", ""),
        note(42, "of an unknown commit", "", { commit: "f".repeat(40) }),
        note(43, "right", "         .map(constituent)\n+        .filter(|each| each.amplitude > 0.0)"),
      ]);
      start();
      await openDiff();
      await arePlaced(["new 43: right"]);
    });

    it("change with the thread: new, edited, resolved and deleted ones", async () => {
      await review([note(42, "first", MAP)]);
      start();
      await openDiff();
      await arePlaced(["new 42: first"]);
      const [thread] = all();
      assert.equal(thread?.collapsibleState, 1);
      await review([note(42, "second", MAP)], { by: "ines", state: "PENDING" });
      await review([note(42, "mine", MAP)], { by: "nadia", state: "PENDING" });
      await reload();
      await arePlaced(["new 42: first / mine"]);
      assert.equal(thread.comments[1]?.label, "Pending");
      const id = [...(opened.services.threads.at(address()).thread?.reviews.byId.values() ?? [])]
        .flatMap((each) => each.comments)
        .find(({ body }) => body === "first")?.id;
      await at.forge.act("editComment", { id: Number(id), body: "changed" });
      await at.forge.act("resolveNote", { id: Number(id), by: "ines" });
      await reload();
      await arePlaced(["new 42: changed / mine"]);
      assert.equal(thread.label, "Resolved by ines");
      assert.equal(thread.collapsibleState, 0);
      assert.ok(all().includes(thread), "it is the same widget");
      await at.forge.act("deleteComment", { id: Number(id) });
      await reload();
      await arePlaced(["new 42: mine"]);
    });

    it("appear without a click while a file is visible and the user is there", async () => {
      await review([note(42, "first", MAP)]);
      start();
      await openDiff();
      await arePlaced(["new 42: first"]);
      await review([note(42, "second", MAP)], { by: "ines" });
      const isThere = (text: string) => all().some((thread) => readBodies(thread).includes(text));
      await shown?.poll("the new comment is shown", () => isThere("second"));
      await arePlaced(["new 42: first / second"]);
      await until("the next poll is planned", () => shown?.timers.size === 1);
      shown?.setUserHere(false);
      assert.equal(shown?.timers.size, 0);
      await review([note(42, "third", MAP)], { by: "ines" });
      shown.setUserHere(true);
      await shown.poll("it is shown after the absence", () => isThere("third"));
      await until("the next poll is planned", () => shown?.timers.size === 1);
      await window.showTextDocument(await workspace.openTextDocument({ content: "x" }));
      await until("no file is visible", () => shown?.timers.size === 0);
      await commands.executeCommand("workbench.action.files.revert");
    });

    it("are written at the line of the cursor or of a conversation, as drafts that are sent with the review", async () => {
      await review([note(42, "first", MAP)]);
      start();
      await openDiff();
      await arePlaced(["new 42: first"]);
      const drafted: Place[] = [];
      const open = (place: Place) => Promise.resolve(void drafted.push(place));
      const run = async (id: CommandId, ...given: readonly unknown[]) => {
        await runLine(id, given, { openDraft: open });
        return drafted.at(-1) ?? assert.fail("no draft was opened");
      };
      const { drafts, sender } = opened.services.writing;
      const { head } = await opened.services.pulls.readDetails(address());
      const [original, changed] = sides();
      assert.ok(original !== undefined && changed !== undefined);

      const editor = await window.showTextDocument(changed);
      editor.selection = new Selection(38, 2, 38, 2);
      const comment = await run("triptych.issues.commentOnLine");
      assert.deepEqual((await drafts.get(comment))?.anchor, {
        path: FILE,
        line: { side: "new", number: 39 },
        commit: head.commit,
        hunk: "@@ -36,4 +36,4 @@\n     // line 36\n     // line 37\n fn read(text: &str) -> Vec<Constituent> {\n     text.lines()",
      });
      const old = await run("triptych.issues.commentOnLine", { uri: original.uri, lineNumber: 1 });
      assert.deepEqual((await drafts.get(old))?.anchor, {
        path: FILE,
        line: { side: "old", number: 1 },
        commit: head.commit,
        hunk: "@@ -1,1 +1,1 @@\n     // line 1",
      });
      const reply = await run("triptych.issues.replyOnLine", all()[0]);
      assert.deepEqual((await drafts.get(reply))?.anchor?.line, { side: "new", number: 42 });
      await drafts.save(reply, "an answer");
      assert.equal((await sender.send(reply)).sent, true);
      await drafts.save(comment, "a comment");
      assert.equal((await sender.send(comment)).sent, true);
      await reload();
      await arePlaced(["new 39: a comment", "new 42: first / an answer"]);

      await window.showTextDocument(await workspace.openTextDocument({ content: "x" }));
      await run("triptych.issues.commentOnLine");
      assert.deepEqual(dialogs.shown, ["Open a changed file of a pull request, and go to a line."]);
      await commands.executeCommand("workbench.action.files.revert");
    });

    it("are edited in an editor, from which the change is sent", async () => {
      await review([note(42, "mine", MAP), note(42, "second", MAP)], { by: "nadia" });
      start();
      await openDiff();
      await arePlaced(["new 42: mine / second"]);
      const [thread] = all();
      await runLine("triptych.issues.editComment", [thread?.comments[0]]);
      const [{ id } = assert.fail("no comment")] = await stored();
      const place = draftPlaces.comment(address(), BigInt(id));
      const { drafts, sender } = opened.services.writing;
      assert.equal((await drafts.get(place))?.opened?.body, "mine");
      await drafts.save(place, "better");
      await at.forge.act("editComment", { id, body: "changed on the web" });
      const refused = await sender.send(place);
      assert.ok(!refused.sent && refused.why === "conflict" && refused.theirs?.body === "changed on the web");
      await drafts.rebase(place, { title: undefined, body: "changed on the web", version: undefined });
      assert.ok((await sender.send(place)).sent);
      assert.deepEqual(await textsOf(), ["better", "second"]);
      await arePlaced(["new 42: better / second"]);
      assert.deepEqual(
        opened.services.threads.at(address()).thread?.comments?.filter(({ body }) => body === "better"),
        [],
      );
    });

    it("are deleted after a question, and their text can be written on the same line again", async () => {
      await review([note(42, "first", MAP), note(42, "wrong", MAP)], { by: "nadia" });
      start();
      await openDiff();
      await arePlaced(["new 42: first / wrong"]);
      dialogs = new ScriptedDialogs(true);
      await runLine("triptych.issues.deleteComment", [all()[0]?.comments[1]]);
      await reload();
      assert.deepEqual(dialogs.asked, ["Delete nadia's comment on #4?"]);
      assert.deepEqual(await textsOf(), ["first"]);
      await arePlaced(["new 42: first"]);
      const findUnsent = async () =>
        (await opened.services.writing.drafts.list()).find(isUnsent) ?? assert.fail("no draft");
      const kept = await findUnsent();
      assert.deepEqual([kept.place.kind, kept.text], ["deletedComment", "wrong"]);
      const commands = openDraftCommands(opened, documents, dialogs);
      await commands.postAgain(kept.place);
      const again = await findUnsent();
      assert.deepEqual([again.place.kind, again.text, again.anchor?.line?.number], ["reviewComment", "wrong", 42]);
      commands.dispose();
    });

    it("offer what their author may do, and nothing else to readers", async () => {
      await review([note(42, "by wren", MAP)]);
      await review([note(42, "by kofi", MAP)], { by: "kofi" });
      await opened.signOut();
      await opened.signIn("kofi");
      await opened.services.repositoryNames.read(address());
      start();
      await openDiff();
      await arePlaced(["new 42: by wren / by kofi"]);
      const [thread] = all();
      assert.deepEqual(
        thread?.comments.map(({ contextValue }) => contextValue),
        ["", "edit delete"],
      );
      assert.equal(thread?.contextValue, "reply");
    });

    it("are resolved and unresolved where the server can do that, and the reason is given where it can't", async () => {
      await review([note(42, "first", MAP)]);
      start();
      await openDiff();
      await arePlaced(["new 42: first"]);
      const [thread] = all();
      if (personality === "forgejo") {
        assert.equal(thread?.contextValue, "reply");
        dialogs = new ScriptedDialogs("Open on the Web");
        await runLine("triptych.issues.resolveConversation", [thread]);
        assert.deepEqual(dialogs.shown, [
          "This version of Forgejo resolves conversations only on the web. [Open on the Web]",
        ]);
        assert.deepEqual(dialogs.opened, [
          `${at.forge.base}/lantern/almanac/pulls/4#issuecomment-${(await stored())[0]?.id}`,
        ]);
        return;
      }
      assert.equal(thread?.contextValue, "reply resolve");
      await runLine("triptych.issues.resolveConversation", [thread]);
      await until("it is resolved", () => thread.label === "Resolved by nadia");
      assert.deepEqual([thread.contextValue, thread.collapsibleState], ["reply unresolve", 0]);
      await runLine("triptych.issues.unresolveConversation", [thread]);
      await until("it is unresolved", () => thread.contextValue === "reply resolve");
    });

    it("get reactions, and show those of others", async () => {
      await review([note(42, "first", MAP)]);
      const [{ id } = assert.fail("no comment")] = await stored();
      await at.forge.act("react", { id, by: "ines", content: "heart" });
      start();
      await openDiff();
      await arePlaced(["new 42: first"]);
      const [thread] = all();
      const counts = () =>
        (thread?.comments[0]?.reactions ?? [])
          .filter(({ count }) => count > 0)
          .map(({ authorHasReacted, count, label }) => `${label} ${count}${authorHasReacted ? " own" : ""}`);
      await until("the reaction is shown", () => counts().join() === "heart 1");
      assert.ok(shown?.offersReactions(thread ?? assert.fail("no conversation")));
      const toggle = (name: string) => shown?.react(thread ?? assert.fail("no conversation"), name);
      await toggle("heart");
      await toggle("rocket");
      await until("the user's own are shown", () => counts().join() === "heart 2 own,rocket 1 own");
      await toggle("heart");
      await until("it is gone", () => counts().join() === "heart 1,rocket 1 own");
    });

    it("are found by the line of the cursor, or chosen among those of the file", async () => {
      await review(
        [
          note(42, "first", MAP),
          note(43, "next", "         .map(constituent)\n+        .filter(|each| each.amplitude > 0.0)"),
        ],
        { by: "nadia" },
      );
      start();
      await openDiff();
      await arePlaced(["new 42: first", "new 43: next"]);
      const [, changed = assert.fail()] = sides();
      const editor = await window.showTextDocument(changed);
      const edited: string[] = [];
      const edit = (_pull: unknown, comment: { readonly body: string }) =>
        Promise.resolve(void edited.push(comment.body));
      editor.selection = new Selection(42, 0, 42, 0);
      await runLine("triptych.issues.editComment", [], { edit });
      editor.selection = new Selection(0, 0, 0, 0);
      dialogs = new ScriptedDialogs("Line 42: nadia · first");
      await runLine("triptych.issues.editComment", [], { edit });
      assert.deepEqual(edited, ["next", "first"]);
      const [asked = ""] = dialogs.asked;
      assert.ok(asked.startsWith("Edit Comment: Line 42: nadia · first, Line 43: nadia · next, Line 58: tomas"), asked);
    });

    it("are at their lines before they are sent, and are found by their commands", async () => {
      const { pendingReviews, writing } = opened.services;
      const { head } = await opened.services.pulls.readDetails(address());
      const begin = (line: { side: "new" | "old"; number: number } | undefined, hunk: string, text: string) =>
        pendingReviews.startComment(address(), { path: FILE, line, commit: head.commit, hunk }, text);
      const fresh = await begin({ side: "new", number: 42 }, MAP, "");
      const onOld = await begin({ side: "old", number: 40 }, "@@ -1 +1 @@\n         .take(37)", "before");
      await begin({ side: "old", number: 40 }, "@@ -1 +1 @@\n another line", "unclear");
      await begin(undefined, "", "the file");
      start();
      await openDiff();
      await areUnsent(
        "new file: Pending: the file",
        "old 40: Pending: before",
        "old file: Pending · Outdated: was on line 40: unclear",
      );
      await writing.drafts.storeUnsaved(fresh, "typed");
      const first = "new 42: Pending: typed";
      const rest = ["new file: Pending: the file", "old file: Pending · Outdated: was on line 40: unclear"];
      await areUnsent(first, rest[0] ?? "", "old 40: Pending: before", rest[1] ?? "");
      const thread = shown?.drafts().find((each) => readBodies(each).join() === "before") ?? assert.fail("no draft");
      assert.equal(shown?.offersReactions(thread), false, "it isn't on the server");
      assert.deepEqual(shown?.lines.findDraft(thread), onOld);
      await writing.drafts.remove(onOld);
      await areUnsent(first, ...rest);
      assert.ok((await writing.sender.send(fresh)).sent);
      await areUnsent(...rest);
    });

    it("suggest the selected lines, and can be applied only to a branch that is checked out", async () => {
      start();
      await openDiff();
      const [original = assert.fail(), changed = assert.fail()] = sides();
      const editor = await window.showTextDocument(changed);
      editor.selection = new Selection(37, 4, 39, 0);
      const drafted: Place[] = [];
      const openDraft = (place: Place) => Promise.resolve(void drafted.push(place));
      await runLine("triptych.issues.suggestChange", [], { openDraft });
      const [place = assert.fail("no draft was opened")] = drafted;
      const draft = await opened.services.writing.drafts.get(place);
      assert.equal(draft?.anchor?.line?.number, 39);
      const { text } = draft;
      assert.equal(text, "```suggestion:-1+0\nfn read(text: &str) -> Vec<Constituent> {\n    text.lines()\n```\n");
      await window.showTextDocument(original);
      await runLine("triptych.issues.suggestChange", [], { openDraft });
      assert.deepEqual(dialogs.shown, ["Select lines of a file as a pull request changes it."]);
      await review([note(39, text, "     text.lines()")]);
      await reload();
      await until("it is shown", () => all().length === 1);
      const [thread] = all();
      assert.match(thread?.comments[0]?.contextValue ?? "", /^apply/);
      await runLine("triptych.issues.applySuggestion", [thread?.comments[0]]);
      assert.equal(dialogs.shown.at(-1), "Check out !4 to apply suggestions.");
    });

    it("belong to the review that is submitted or discarded from a diff", async () => {
      await openDiff();
      const [original, changed] = sides();
      assert.ok(original !== undefined && changed !== undefined);
      const done: string[] = [];
      const run = openPullCommands(opened, dialogs, (what, pull) => done.push(`${what} ${pull?.number}`));
      await window.showTextDocument(changed);
      await run("submitReview");
      await run("discardReview");
      await window.showTextDocument(await workspace.openTextDocument({ content: "x" }));
      await run("submitReview", original.uri);
      assert.deepEqual(done, ["submit 4", "discard 4", "submit 4"]);
      await commands.executeCommand("workbench.action.files.revert");
    });

    it("load no images, run no commands, and show no files", async () => {
      const body =
        "![seen](https://tracker.example/a.png) ![](https://tracker.example/b.png)\n\n```rust\nvec![1]\n```\nand `vec![2]`";
      await review([note(42, body, MAP)]);
      start();
      await openDiff();
      await until("it is shown", () => all().length === 1);
      const [thread] = all();
      const shownBody = thread?.comments[0]?.body;
      assert.ok(shownBody instanceof MarkdownString);
      assert.equal(
        shownBody.value,
        "[seen](https://tracker.example/a.png) [Image](https://tracker.example/b.png)\n\n```rust\nvec!\u2060[1]\n```\nand `vec!\u2060[2]`",
      );
      assert.ok(shownBody.isTrusted !== true && shownBody.supportHtml !== true);
    });

    it("are collapsed if there are many in one file", async () => {
      const lines = Array.from({ length: 100 }, (_each, place) => `line ${place + 1}`);
      await push({ [FILE]: { after: `${lines.join("\n")}\n` } });
      await review(lines.map((line, place) => note(place + 1, `about ${line}`, `+${line}`)));
      start();
      await openDiff();
      await until("all are shown", () => all().length === 100);
      for (const thread of all()) {
        assert.equal(`about line ${(thread.range?.start.line ?? 0) + 1}`, readBodies(thread).join());
        assert.deepEqual([thread.canReply, thread.collapsibleState], [false, 0]);
      }
    });
  });
}

// Comments on lines in the files of a pull request's branch while it is checked out by VS Code's Git extension.
import assert from "node:assert/strict";
import { commands, Position, Range, Selection, window, workspace, WorkspaceEdit } from "vscode";
import { Checkout } from "../../../src/issues/pulls/checkout/checkout.ts";
import { CheckedOutPulls } from "../../../src/issues/pulls/checkout/checked-out-pulls.ts";
import { lineCommands, type LineCommandDependencies } from "../../../src/issues/pulls/lines/line-commands.ts";
import type { Place } from "../../../src/issues/writing/drafts/place.ts";
import type { CommandId, CommandTable } from "../../../src/workbench/commands.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine, type Machine } from "../../unit/issues/machine.ts";
import { until } from "../extension.ts";
import { commonParts } from "./draft-harness.ts";
import { forgeTests } from "./forge-tests.ts";
import { pullClone } from "./pull-clone.ts";
import { FILE, MAP, note, PULL, readBodies, ShownLines } from "./shown-lines.ts";

for (const personality of ["forgejo", "gitea-1.27"] as const) {
  describe(`Comments on lines of a checked-out pull request at ${personality}`, () => {
    const at = forgeTests(() => end(), personality);
    const address = () => ({ base: at.forge.base, owner: "lantern", name: "almanac", number: 4n });
    let changed = "";
    /** The file in the sandbox, before and after the change. */
    const readTexts = async () => {
      await at.forge.reset();
      const home = await machine();
      const { pulls } = home.open(at.forge.base).services;
      const { head, mergeBase } = await pulls.readDetails(address());
      const read = async (commit: string): Promise<string> => {
        const content = await pulls.readContent(address(), FILE, commit);
        return content?.kind === "file" ? Buffer.from(content.bytes ?? []).toString() : assert.fail();
      };
      const [before, after] = await Promise.all([read(mergeBase), read(head.commit)]);
      await home.close();
      changed = after;
      return { before, after };
    };
    const clone = pullClone(`working-${personality}`, at, { path: FILE, readTexts });
    const { file, startGit } = clone;
    let opened: ReturnType<Machine["open"]>;
    let dialogs: ScriptedDialogs;
    let checkout: Checkout;
    let checkedOut: CheckedOutPulls;
    let shown: ShownLines;

    const document = () =>
      workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString()) ?? assert.fail("it is not open");
    async function end(): Promise<void> {
      // Git restores the file. VS Code would keep unsaved changes.
      await document().save();
      shown.dispose();
      checkedOut.dispose();
      checkout.dispose();
    }
    beforeEach(async () => {
      opened = at.home.open(at.forge.base);
      await opened.signIn("nadia");
      await at.forge.act("changePull", { ...PULL, headSha: clone.head });
      dialogs = new ScriptedDialogs();
      checkout = new Checkout({ shared: { dialogs }, services: opened.services, state: opened.memento, startGit });
      checkedOut = new CheckedOutPulls(checkout, startGit);
      shown = new ShownLines(opened, { dialogs, checkedOut });
      await window.showTextDocument(file);
    });

    const review = (notes: readonly object[]) => at.forge.act("addReview", { ...PULL, by: "wren", notes });
    const arePlaced = (...expected: readonly string[]) =>
      shown.become(
        "conversations",
        (thread) => `${(thread.range?.start.line ?? -1) + 1}: ${readBodies(thread).join(" / ")}`,
        expected,
      );
    const change = async (make: (edit: WorkspaceEdit) => void): Promise<void> => {
      const edit = new WorkspaceEdit();
      make(edit);
      assert.ok(await workspace.applyEdit(edit));
    };
    /** Waits until VS Code has noticed which branch is checked out, and has loaded the file again. */
    const checkOutAndLoad = async (): Promise<void> => {
      await checkout.checkOut(address());
      await clone.refreshed();
      await until("the file is loaded again", () => document().getText() === changed);
      await until("the branch is noticed", () => shown.lines.getFile(document()) !== undefined);
    };
    const drafted: Place[] = [];
    const run = async (id: CommandId, ...given: readonly unknown[]): Promise<void> => {
      const draftCommands: LineCommandDependencies["draftCommands"] = {
        edit: () => assert.fail(),
        openDraft: (place) => Promise.resolve(void drafted.push(place)),
        remove: () => assert.fail(),
      };
      const parts = { ...commonParts(opened, dialogs), checkedOut, services: opened.services, draftCommands };
      const table: CommandTable = lineCommands({ ...parts, lineComments: shown.lines }).commands;
      const command = table[id] ?? assert.fail(id);
      await command.run(...(command.accepts(given) ?? assert.fail(`${id} does not work on this`)));
    };

    it("are at their lines while the branch is checked out, and move with what is typed", async () => {
      await review([note(42, "stays", MAP), note(40, "goes", "+        .filter(|line| !line.starts_with('#'))")]);
      await arePlaced();
      await checkOutAndLoad();
      await arePlaced("40: goes", "42: stays");
      const pushed = document().getText();
      await change((edit) => edit.insert(file, new Position(0, 0), "// not pushed\n"));
      await arePlaced("41: goes", "43: stays");
      await change((edit) => edit.replace(file, new Range(40, 0, 40, 200), "        .filter(other)"));
      await arePlaced("43: stays");
      await change((edit) => edit.replace(file, new Range(0, 0, document().lineCount, 0), pushed));
      await arePlaced("40: goes", "42: stays");
      await document().save();
      await checkout.back();
      await clone.refreshed();
      await arePlaced();
    });

    it("are written on the lines that the server has", async () => {
      await review([note(42, "first", MAP)]);
      await checkOutAndLoad();
      await arePlaced("42: first");
      drafted.length = 0;
      await change((edit) => edit.insert(file, new Position(0, 0), "// not pushed\n"));
      await arePlaced("43: first");
      const editor = await window.showTextDocument(file);
      editor.selection = new Selection(42, 0, 42, 0);
      await run("triptych.issues.replyOnLine");
      editor.selection = new Selection(39, 0, 39, 0);
      await run("triptych.issues.commentOnLine");
      const drafts = await Promise.all(drafted.map((place) => opened.services.writing.drafts.get(place)));
      assert.deepEqual(
        drafts.map((draft) => [draft?.anchor?.path, draft?.anchor?.line, draft?.anchor?.commit]),
        [
          [FILE, { side: "new", number: 42 }, clone.head],
          [FILE, { side: "new", number: 39 }, clone.head],
        ],
      );
      editor.selection = new Selection(0, 0, 0, 0);
      await run("triptych.issues.commentOnLine");
      assert.equal(drafted.length, 2);
      assert.equal(
        dialogs.shown.at(-1),
        `This line of ${FILE} is different in !4. Push your changes, or comment in its diff.`,
      );
    });

    it("are at their lines before they are sent", async () => {
      await checkOutAndLoad();
      const anchor = { path: FILE, line: { side: "new", number: 42 }, commit: clone.head, hunk: MAP } as const;
      await opened.services.pendingReviews.startComment(address(), anchor, "not sent");
      const lines = () => shown.drafts().map(({ range }) => range?.start.line);
      await until("it is shown", () => lines().join() === "41");
      await change((edit) => edit.insert(file, new Position(0, 0), "// not pushed\n"));
      await until("it has moved", () => lines().join() === "42");
      await change((edit) => edit.delete(file, new Range(42, 0, 43, 0)));
      await until("its line is gone", () => lines().length === 0);
    });

    it("appear by themselves if a file could not be loaded at first", async () => {
      await checkOutAndLoad();
      await at.forge.fault({ kind: "status", status: 403, body: "{}", method: "GET", path: "/contents/", times: 1 });
      const anchor = { path: FILE, line: { side: "new", number: 42 }, commit: clone.head, hunk: MAP } as const;
      await opened.services.pendingReviews.startComment(address(), anchor, "not sent");
      await until("a load has failed", async () =>
        (await at.forge.asked()).some((line) => line.includes("/contents/")),
      );
      await shown.poll(
        "it is shown",
        () =>
          shown
            .drafts()
            .map(({ range }) => range?.start.line)
            .join() === "41",
      );
    });

    it("are applied as edits that can be undone, if they suggest a change to lines that are still there", async () => {
      await review([
        note(42, "Longer:\n```suggestion:-1+0\none\ntwo\nthree\n```", MAP),
        note(40, "```suggestion\n```", "+        .filter(|line| !line.starts_with('#'))"),
      ]);
      await checkOutAndLoad();
      await until("both are shown", () => shown.conversations().length === 2);
      const pushed = document().getText();
      const lines = pushed.split("\n");
      const commentOn = (line: number) =>
        shown.conversations().find(({ range }) => range?.start.line === line - 1)?.comments[0] ??
        assert.fail(`nothing on line ${line}`);
      const [longer, shorter] = [commentOn(42), commentOn(40)];
      await run("triptych.issues.applySuggestion", longer);
      const expected = [...lines.slice(0, 40), "one", "two", "three", ...lines.slice(42)];
      assert.equal(document().getText(), expected.join("\n"));
      await commands.executeCommand("undo");
      await until("it is undone", () => document().getText() === pushed);
      await run("triptych.issues.applySuggestion", shorter);
      assert.equal(document().getText(), [...lines.slice(0, 39), ...lines.slice(40)].join("\n"));
      await change((edit) => edit.replace(file, new Range(0, 0, document().lineCount, 0), pushed));
      // The first of the two lines has changed.
      await change((edit) => edit.insert(file, new Position(40, 0), "// mine "));
      const before = document().getText();
      const comment = commentOn(42);
      await run("triptych.issues.applySuggestion", comment);
      assert.equal(document().getText(), before);
      assert.equal(
        dialogs.shown.at(-1),
        `Not applied: the lines in ${FILE} are different from those that the comment is about.`,
      );
    });
  });
}

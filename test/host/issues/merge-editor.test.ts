// A merge ends and its editor closes without a question, whatever else happens in the window.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  commands,
  Position,
  Range,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type Disposable,
  type TextDocument,
} from "vscode";
import { MergeEditor } from "../../../src/issues/editing/merge-editor.ts";
import { Merges } from "../../../src/issues/editing/merges.ts";
import { MERGE_SCHEME, COMMENT_SCHEME } from "../../../src/issues/model/file-schemes.ts";
import { Drafts } from "../../../src/issues/writing/drafts/drafts.ts";
import { Journal } from "../../../src/issues/writing/drafts/journal.ts";
import { formatPath, places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { linesLog } from "../../unit/workbench/lines.ts";
import { save, sharedParts, until } from "../extension.ts";

const PATH = "/codeberg.org/lantern/almanac/issues/1/comments/12/#1 Merge.md";
const SIDES = {
  path: PATH,
  title: "#1",
  author: "dave",
  base: "A text\n",
  theirs: "Their text\n",
  mine: "My text\n",
  seen: { title: undefined, body: "Their text\n", version: undefined },
};

describe("A merge that is abandoned", () => {
  let merges: Merges;
  let editor: MergeEditor;
  let listening: Disposable | undefined;
  const tabs = () => window.tabGroups.all.flatMap((group) => group.tabs).filter(({ label }) => label.includes("Merge"));
  const result = (): TextDocument | undefined =>
    workspace.textDocuments.find(({ uri }) => uri.path === PATH && uri.query === "");

  beforeEach(async () => {
    const { folder, log } = await sharedParts();
    // The merges of the running extension, which shows them.
    merges = new Merges(join(folder, "issues", "merges"));
    editor = new MergeEditor(merges, { log, now: Date.now });
    await editor.open(SIDES);
    // Once all sides are loaded, the editor replaces the conflict markers with what both sides agree on.
    await until("the merge has begun", () => tabs().length === 1 && result()?.isDirty === true);
  });
  afterEach(async () => {
    listening?.dispose();
    editor.dispose();
    await merges.remove(PATH);
    await commands.executeCommand("workbench.action.closeAllEditors");
  });

  const closes = async (): Promise<void> => {
    await editor.close(PATH);
    await until("its editor is closed", () => tabs().length === 0);
    assert.equal(await merges.get(PATH), undefined);
  };

  it("closes its editor without a question while conflicts are left", closes);

  it("closes its editor without a question if something was changed in it and not saved", async () => {
    const document = result() ?? assert.fail("the result is open");
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), "Changed\n");
    await workspace.applyEdit(edit);
    assert.ok(document.isDirty);
    await closes();
  });

  it("doesn't count as merged while conflicts are left, where the editor shows the original text", async () => {
    const document = result() ?? assert.fail("the result is open");
    await until("the marks are replaced", () => document.getText() === SIDES.base);
    assert.equal((await editor.getMerged(document.uri))?.conflict, "oldLines");
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, 1, 0), "Both texts\n");
    await workspace.applyEdit(edit);
    const merged = await editor.getMerged(document.uri);
    assert.deepEqual([merged?.text, merged?.conflict], ["Both texts\n", undefined]);
    await closes();
  });

  it("keeps what is merged so far if it is opened again", async () => {
    const document = result() ?? assert.fail("the result is open");
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(0, 0, 1, 0), "Both te\n");
    await workspace.applyEdit(edit);
    await save(document);
    await editor.open(SIDES);
    assert.equal((await merges.get(PATH))?.content, "Both te\n");
    assert.equal(document.getText(), "Both te\n");
    await closes();
  });

  it("closes its editor without a question while another editor keeps the focus", async () => {
    const other = await workspace.openTextDocument({ content: "another editor" });
    const show = () => window.showTextDocument(other, { preview: false });
    await show();
    listening = window.tabGroups.onDidChangeTabs(({ changed }) => {
      if (changed.some(({ isActive, label }) => isActive && label.includes("Merge"))) void show();
    });
    await closes();
    assert.equal(window.activeTextEditor?.document, other);
  });
});

describe("A merge that is completed", () => {
  it("replaces what was typed in the draft's editor since, so that the merged text is sent", async () => {
    const { folder, log } = await sharedParts();
    // The merges of the running extension.
    const merges = new Merges(join(folder, "issues", "merges"));
    const clock = { now: Date.now };
    const prepare = () => Promise.resolve();
    const journal = new Journal(join(folder, "issues", "journal"), { log, prepare, ...clock });
    const drafts = new Drafts({ journal, ...clock, present: (each: Place) => each, rememberedId: () => undefined });
    const place = places.comment({ base: "https://codeberg.org", owner: "lantern", name: "almanac", number: 1n }, 12n);
    await drafts.begin(place, { opened: { title: undefined, body: SIDES.base, version: undefined } });
    await drafts.save(place, SIDES.mine);
    await merges.put({ ...SIDES, content: "Merged\n", savedAt: 0 });
    try {
      const uri = Uri.from({ scheme: COMMENT_SCHEME, path: formatPath(place, "draft") });
      const document = await workspace.openTextDocument(uri);
      await window.showTextDocument(document);
      const edit = new WorkspaceEdit();
      edit.insert(uri, new Position(0, 0), "Typed since. ");
      await workspace.applyEdit(edit);
      assert.ok(document.isDirty);
      const result = Uri.from({ scheme: MERGE_SCHEME, path: PATH });
      await commands.executeCommand("triptych.issues.useMerged", result);
      await until("its editor shows the merged text", () => document.getText() === "Merged\n" && !document.isDirty);
      assert.equal((await drafts.get(place))?.text, "Merged\n");
    } finally {
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
      await drafts.remove(place);
      await merges.remove(PATH);
    }
  });
});

describe("A merge that VS Code can't delete", () => {
  it("ends anyway, and the log says why its editor may still be open", async () => {
    const folder = await mkdtemp(join(tmpdir(), "triptych-merges-"));
    // The running extension doesn't have this one, so VS Code finds no file to delete.
    const merges = new Merges(folder);
    const { log, lines } = linesLog();
    const editor = new MergeEditor(merges, { log, now: Date.now });
    await merges.put({ ...SIDES, content: "Merged\n", savedAt: 0 });
    try {
      await editor.close(PATH);
      assert.equal(await merges.get(PATH), undefined);
      assert.equal(lines.length, 1);
    } finally {
      editor.dispose();
      await rm(folder, { recursive: true });
    }
  });
});

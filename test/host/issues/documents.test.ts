// Drafts are files that VS Code opens, saves and watches like any other.
import assert from "node:assert/strict";
import { join } from "node:path";
import {
  commands,
  ConfigurationTarget,
  FileType,
  languages,
  Position,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type FileChangeEvent,
  ViewColumn,
  type TextDocument,
  type WebviewPanel,
} from "vscode";
import { Documents } from "../../../src/issues/editing/documents.ts";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { parsePath, formatPath, places, type Place } from "../../../src/issues/writing/drafts/place.ts";
import { said } from "../../unit/issues/written-texts.ts";
import type { Services } from "../../../src/issues/services.ts";
import type { Drafts } from "../../../src/issues/writing/drafts/drafts.ts";
import { breakDisk } from "../../unit/issues/broken-disk.ts";
import { machine, type Machine } from "../../unit/issues/machine.ts";
import { save, sharedParts, until } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

describe("A comment as a file", () => {
  const here = forgeTests(() => {
    documents.dispose();
  });
  let services: Services;
  let documents: Documents;
  let now = 1_000_000;
  const thread = (number = 1n) => ({ base: here.forge.base, owner: "alice", name: "demo", number });
  const place = (number = 1n): Place => places.newComment(thread(number));
  let failures: unknown[] = [];
  /** The panel of each thread. */
  let threadPanel: WebviewPanel | undefined;
  const documentsOf = ({ repositoryNames, writing }: Services): Documents =>
    new Documents({
      failed: (error) => void failures.push(error),
      findVisibleColumn: () => threadPanel?.viewColumn,
      drafts: writing.drafts,
      onDidRename: repositoryNames.onDidRename,
      present: (each) => writing.present(each),
    });
  const uriOf = (of: Place, name = "x"): Uri => Uri.from({ scheme: "triptych-comment", path: formatPath(of, name) });

  beforeEach(() => {
    ({ services } = here.home.open(here.forge.base, { now: () => now }));
    documents = documentsOf(services);
    failures = [];
  });

  it("exists and is empty before anything is written", async () => {
    assert.equal((await documents.stat(uriOf(place()))).size, 0);
    assert.equal(text(await documents.readFile(uriOf(place()))), "");
    assert.deepEqual(await services.writing.drafts.list(), []);
  });

  it("keeps what is saved, and sends nothing", async () => {
    await documents.writeFile(uriOf(place()), bytes("# Saved\r\n"));
    assert.equal(text(await documents.readFile(uriOf(place()))), "# Saved\r\n");
    assert.equal((await services.writing.drafts.get(place()))?.text, "# Saved\r\n");
    assert.deepEqual(await here.forge.asked(), []);
  });

  it("looks unchanged to its editor while the user types", async () => {
    await documents.writeFile(uriOf(place()), bytes("saved"));
    const before = await documents.stat(uriOf(place()));
    now += 5000;
    await services.writing.drafts.storeUnsaved(place(), "saved and typed");
    assert.deepEqual(await documents.stat(uriOf(place())), before);
    assert.equal(text(await documents.readFile(uriOf(place()))), "saved and typed");
  });

  it("looks no newer to an editor in which typing continues after it was sent", async () => {
    await documents.writeFile(uriOf(place()), bytes("sent"));
    const before = await documents.stat(uriOf(place()));
    now += 5000;
    await services.writing.drafts.remove(place());
    await services.writing.drafts.storeUnsaved(place(), "sent, and more");
    assert.ok((await documents.stat(uriOf(place()))).mtime <= before.mtime, "VS Code would refuse to save it");
    assert.equal(text(await documents.readFile(uriOf(place()))), "sent, and more");
  });

  it("notifies all editors that show it, under any name, when its text changes", async () => {
    const events: FileChangeEvent[] = [];
    documents.onDidChangeFile((changes) => void events.push(...changes));
    await documents.stat(uriOf(place(), "one name"));
    await documents.stat(uriOf(place(), "another name"));
    await services.writing.drafts.save(place(), "from the panel");
    assert.deepEqual(
      new Set(events.map(({ uri }) => uri.path.split("/").at(-1))),
      new Set(["another name.md", "one name.md"]),
    );
  });

  it("opens beside the thread that it answers, and where it is open already", async () => {
    const panel = window.createWebviewPanel("test", "#81", ViewColumn.Active);
    threadPanel = panel;
    try {
      await documents.open(place(81n));
      const answer = window.activeTextEditor?.document;
      assert.deepEqual([answer?.uri.path.includes("#81"), panel.visible, window.tabGroups.all.length], [true, true, 2]);
      panel.reveal();
      await until("the thread has the focus", () => panel.active);
      await documents.open(place(82n));
      assert.deepEqual([window.tabGroups.all.length, panel.visible], [2, true], "it takes no third column");
      panel.reveal();
      await until("the thread has the focus", () => panel.active);
      await documents.open(place(81n));
      assert.deepEqual([window.activeTextEditor?.document, panel.visible], [answer, true]);
      assert.equal(window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 3, "it has one tab");
    } finally {
      threadPanel = undefined;
      panel.dispose();
      await commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("opens beside the diff that it reviews", async () => {
    const sides = [1, 2].map((side) => Uri.from({ scheme: "untitled", path: `/side-${side}.txt` }));
    try {
      await commands.executeCommand("vscode.diff", ...sides, "A diff");
      await documents.open(places.review(thread(5n)));
      const { activeTabGroup, all } = window.tabGroups;
      assert.deepEqual([all.length, activeTabGroup.viewColumn], [2, ViewColumn.Two]);
      assert.match(activeTabGroup.activeTab?.label ?? "", /!5 · Review/);
    } finally {
      await commands.executeCommand("workbench.action.closeAllEditors");
    }
  });

  it("exists for an existing comment only if the comment was opened", async () => {
    const change = places.comment(thread(), 301n);
    await assert.rejects(documents.stat(uriOf(change)), /FileNotFound|EntryNotFound/);
    await services.writing.drafts.begin(change, { opened: said("first comment by alice"), author: "alice" });
    assert.equal(text(await documents.readFile(uriOf(change))), "first comment by alice");
  });

  it("is in folders that can't hold anything else", async () => {
    const folder = Uri.from({ scheme: "triptych-comment", path: "/codeberg.org/lantern" });
    assert.equal((await documents.stat(folder)).type, FileType.Directory);
    const beside = Uri.from({ scheme: "triptych-comment", path: uriOf(place()).path.replace(/[^/]+$/, "image.png") });
    await assert.rejects(documents.stat(beside), /FileNotFound|EntryNotFound/);
    await assert.rejects(documents.writeFile(folder, bytes("x")), /NoPermissions/);
    assert.throws(() => documents.delete(uriOf(place())), /NoPermissions/);
    assert.equal(parsePath(Uri.parse("file:///codeberg.org/a/b/issues/1/new/x.md")), undefined);
  });

  it("is saved as written even if VS Code refuses to save it over another window's version", async () => {
    const { folder } = await sharedParts();
    const elsewhere = await machine(folder);
    const { services: other } = elsewhere.open(here.forge.base, { now: () => Date.now() + 60_000 });
    const own = documentsOf(other);
    try {
      await other.writing.drafts.save(place(78n), "First words");
      const document = await workspace.openTextDocument(uriOf(place(78n), "#78 · Reply"));
      await window.showTextDocument(document);
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, document.positionAt(document.getText().length), ", continued here");
      await workspace.applyEdit(edit);
      await other.writing.drafts.save(place(78n), "First words, continued in another window");
      await own.save(place(78n));
      const draft = (await other.writing.drafts.get(place(78n))) ?? assert.fail("the draft is gone");
      assert.equal(getText(draft), "First words, continued here");
      await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    } finally {
      await other.writing.drafts.remove(place(78n));
      own.dispose();
      await elsewhere.close();
    }
  });

  it("says once that typed text can't be kept, and keeps it as soon as it can", async () => {
    const configuration = workspace.getConfiguration("files");
    await configuration.update("autoSave", "off", ConfigurationTarget.Global);
    const { drafts } = services.writing;
    let attempts = 0;
    const repair = breakDisk(join(here.home.folder, "issues", "journal"), "ENOSPC", () => (attempts += 1));
    const document = await workspace.openTextDocument(uriOf(place(72n), "#72 · Reply"));
    await window.showTextDocument(document);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(0), "typed on a full disk");
    await workspace.applyEdit(edit);
    await until("it was tried again", () => attempts > 1);
    assert.equal(failures.length, 1);
    assert.ok(documents.isBeingWritten(place(72n)), "nothing older is sent in its place");
    repair();
    await until("it is kept", async () => (await drafts.get(place(72n)))?.unsaved === "typed on a full disk");
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await configuration.update("autoSave", undefined, ConfigurationTarget.Global);
  });

  it("opens as Markdown, and saving it sends nothing", async () => {
    const { folder } = await sharedParts();
    const uri = uriOf(place(77n), "#77 · Reply");
    const document = await workspace.openTextDocument(uri);
    assert.equal(document.languageId, "markdown");
    await workspace.fs.writeFile(uri, bytes("kept by the extension"));
    assert.equal(text(await workspace.fs.readFile(uri)), "kept by the extension");
    const drafts = await workspace.fs.readDirectory(Uri.joinPath(Uri.file(folder), "issues", "journal"));
    assert.ok(drafts.some(([name]) => name.endsWith(".typed.json")));
    await until("the open document follows the file", () => document.getText() === "kept by the extension");
    await workspace.fs.writeFile(uri, bytes(""));
    assert.deepEqual(await here.forge.asked(), []);
  });
});

describe("A comment in an editor of the running extension", () => {
  const here = forgeTests();
  let elsewhere: Machine;
  /** The drafts of another window, in the same folder. */
  let drafts: Drafts;
  const thread = () => ({ base: here.forge.base, owner: "alice", name: "demo", number: 79n });
  const change = (id: bigint): Place => places.comment(thread(), id);

  beforeEach(async () => {
    elsewhere = await machine((await sharedParts()).folder);
    ({ drafts } = elsewhere.open(here.forge.base).services.writing);
  });
  afterEach(async () => {
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    for (const { place } of await drafts.list()) await drafts.remove(place);
    await elsewhere.close();
  });

  const open = async (place: Place): Promise<TextDocument> => {
    const uri = Uri.from({ scheme: "triptych-comment", path: formatPath(place, "#79") });
    await commands.executeCommand("vscode.open", uri);
    const { document } = window.activeTextEditor ?? assert.fail("no editor");
    assert.equal(document.uri.toString(), uri.toString());
    return document;
  };
  const close = async (document: TextDocument): Promise<void> => {
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await until("its editor is closed", () => document.isClosed);
  };
  /** Waits until earlier closed editors were handled: this one closes after them, and its unedited draft is removed. */
  const handled = async (): Promise<void> => {
    await drafts.begin(change(1n), { opened: said("only opened") });
    await close(await open(change(1n)));
    await until("its draft is gone", async () => (await drafts.get(change(1n))) === undefined);
  };
  const insert = async ({ uri }: TextDocument, text: string): Promise<void> => {
    const edit = new WorkspaceEdit();
    edit.insert(uri, new Position(0, 0), text);
    await workspace.applyEdit(edit);
  };

  it("keeps what another window typed and did not save when an editor that only shows it closes", async () => {
    await drafts.begin(change(301n), { opened: said("as posted") });
    await drafts.storeUnsaved(change(301n), "typed before that window was killed");
    const document = await open(change(301n));
    assert.equal(document.getText(), "typed before that window was killed");
    await close(document);
    await handled();
    const draft = (await drafts.get(change(301n))) ?? assert.fail("the draft is gone");
    assert.equal(getText(draft), "typed before that window was killed");
    assert.equal(draft.opened?.body, "as posted");
  });

  it("leaves no draft of what was typed here, if its editor is closed without saving", async () => {
    await drafts.begin(change(302n), { opened: said("as posted") });
    const document = await open(change(302n));
    await insert(document, "typed, ");
    await until("it is on the disk", async () => (await drafts.get(change(302n)))?.unsaved !== undefined);
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await until("its draft is gone", async () => (await drafts.get(change(302n))) === undefined);
  });

  it("keeps its draft if its language is changed", async () => {
    await drafts.begin(change(303n), { opened: said("as posted") });
    const document = await open(change(303n));
    await insert(document, "typed, ");
    await until("it is on the disk", async () => (await drafts.get(change(303n)))?.unsaved !== undefined);
    await languages.setTextDocumentLanguage(document, "plaintext");
    await handled();
    const draft = (await drafts.get(change(303n))) ?? assert.fail("the draft is gone");
    assert.deepEqual([getText(draft), draft.opened?.body], ["typed, as posted", "as posted"]);
    await open(change(303n));
  });

  it("keeps all its characters, whatever encoding the user has set for files", async () => {
    const configuration = workspace.getConfiguration("files");
    await configuration.update("encoding", "windows1252", ConfigurationTarget.Global);
    try {
      await drafts.begin(change(304n), { opened: said("Grüße 🌊") });
      const document = await open(change(304n));
      assert.equal(document.getText(), "Grüße 🌊");
      await insert(document, "é, 波, ");
      await save(document);
      assert.equal((await drafts.get(change(304n)))?.text, "é, 波, Grüße 🌊");
    } finally {
      await configuration.update("encoding", undefined, ConfigurationTarget.Global);
    }
  });
});

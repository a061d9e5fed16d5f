// Files that are pasted into a comment: what becomes of their placeholders if the editor doesn't stay open.
import assert from "node:assert/strict";
import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  commands,
  DataTransfer,
  DataTransferItem,
  Range,
  Uri,
  window,
  workspace,
  type DataTransferFile,
  type TextEditor,
} from "vscode";
import { Documents } from "../../../src/issues/editing/documents.ts";
import { PasteUploads } from "../../../src/issues/editing/pasting.ts";
import type { NotUploaded } from "../../../src/issues/editing/uploads.ts";
import { isTooLarge } from "../../../src/issues/model/attachment.ts";
import type { Attachment } from "../../../src/issues/model/entities.ts";
import { Problem } from "../../../src/base/problem.ts";
import { getText } from "../../../src/issues/writing/drafts/draft.ts";
import { formatPath, places } from "../../../src/issues/writing/drafts/place.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine, type Machine } from "../../unit/issues/machine.ts";
import { said } from "../../unit/issues/written-texts.ts";
import { save, sharedParts, until } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

type Uploaded = Attachment | NotUploaded;

describe("A file that is pasted into a comment", () => {
  const here = forgeTests();
  let elsewhere: Machine;
  let writing: ReturnType<Machine["open"]>["services"]["writing"];
  let documents: Documents;
  /** Ends the latest upload. */
  let end: ((uploaded: Uploaded) => void) | undefined;
  let isCanceled = false;
  let dialogs: ScriptedDialogs;
  let pasting: PasteUploads;
  const place = () => places.newComment({ base: here.forge.base, owner: "alice", name: "demo", number: 76n });
  const uri = () => Uri.from({ scheme: "triptych-comment", path: formatPath(place(), "#76 · Reply") });
  const text = async () => getText((await writing.drafts.get(place())) ?? assert.fail("no draft"));
  const attachment = (): Uploaded => ({ id: 1n, name: "tide.png", uuid: "u-u-i-d", size: 4 });
  const start = () =>
    new PasteUploads({
      documents,
      drafts: writing.drafts,
      shared: { dialogs, now: Date.now },
      uploads: {
        refuseSize: (_place: unknown, size: number): Promise<NotUploaded | undefined> => {
          const rules = { enabled: true, types: [], megabytes: 2, files: 5 };
          return Promise.resolve(isTooLarge(rules, size) ? { why: "tooLarge", rules } : undefined);
        },
        send: (_place: unknown, _file: unknown, signal?: AbortSignal) => {
          isCanceled = false;
          return new Promise<Uploaded>((resolve) => {
            end = resolve;
            signal?.addEventListener("abort", () => {
              isCanceled = true;
              resolve({ why: "problem", problem: new Problem("canceled") });
            });
          });
        },
      },
    });

  beforeEach(async () => {
    // The folder of the installed extension, which opens the editors.
    elsewhere = await machine((await sharedParts()).folder);
    const { services } = elsewhere.open(here.forge.base);
    ({ writing } = services);
    const { onDidRename } = services.repositoryNames;
    const { drafts, present } = writing;
    documents = new Documents({
      drafts,
      onDidRename,
      present,
      findVisibleColumn: () => undefined,
      failed: assert.ifError,
    });
    dialogs = new ScriptedDialogs("Retry");
    pasting = start();
    end = undefined;
    isCanceled = false;
  });
  afterEach(async () => {
    await window.activeTextEditor?.document.save();
    pasting.dispose();
    documents.dispose();
    await commands.executeCommand("workbench.action.closeAllEditors");
    // Otherwise the next test opens the document that VS Code is still closing, with the text of this one.
    await until("the document is closed", () =>
      workspace.textDocuments.every((each) => each.uri.toString() !== uri().toString()),
    );
    await writing.drafts.remove(place());
    await elsewhere.close();
  });

  /** Opens an editor with a draft that has this text. */
  const open = async (draft: string): Promise<TextEditor> => {
    await writing.drafts.save(place(), draft);
    await commands.executeCommand("vscode.open", uri());
    const editor = window.activeTextEditor ?? assert.fail("no editor");
    await until("the editor shows the draft", () => editor.document.getText() === draft);
    return editor;
  };

  /** Returns the placeholder that VS Code requests to paste an image. */
  const requestPaste = async ({ document }: TextEditor, file: Partial<DataTransferFile> = {}): Promise<string> => {
    const item = Object.assign(new DataTransferItem(""), {
      asFile: () => ({ name: "tide.png", data: () => Promise.resolve(new Uint8Array(4)), ...file }),
    });
    const data = new DataTransfer();
    data.set("image/png", item);
    const [paste] = (await pasting.provideDocumentPasteEdits(document, [], data)) ?? assert.fail("no edit");
    const placeholder = paste?.insertText;
    assert.ok(typeof placeholder === "string");
    return placeholder;
  };

  const append = async (editor: TextEditor, added: string): Promise<void> => {
    const { document } = editor;
    await editor.edit((edit) => edit.insert(document.positionAt(document.getText().length), added));
  };

  /** Pastes an image in an editor, saves the draft and closes the editor. */
  const pasteAndClose = async (): Promise<void> => {
    const editor = await open("It looks like this:\n");
    const { document } = editor;
    await append(editor, await requestPaste(editor));
    assert.equal(await pasting.findFault(place()), "uploading");
    await save(document);
    await commands.executeCommand("workbench.action.closeActiveEditor");
    await until("the document is closed", () => document.isClosed);
    assert.match(await text(), /<!-- Uploading tide\.png \(1\)… -->$/);
  };

  it("leaves its link in the draft if its editor was closed before the upload ended", async () => {
    await pasteAndClose();
    end?.(attachment());
    await until("the link is in the draft", async () => (await text()).endsWith("![tide.png](/attachments/u-u-i-d)"));
    await until("the draft can be sent", async () => (await pasting.findFault(place())) === undefined);
  });

  it("leaves only what was typed if the upload fails, and is uploaded to its place again on request", async () => {
    const editor = await open("Before:\n\nAfter.\n");
    const { document } = editor;
    const placeholder = await requestPaste(editor);
    await editor.edit((edit) => edit.insert(document.lineAt(1).range.start, placeholder));
    await until("the upload has started", () => end !== undefined);
    const failed = end;
    failed?.({ why: "problem", problem: new Problem("offline", { origin: here.forge.base }) });
    await until("it is uploaded again", () => end !== failed);
    assert.match(document.getText(), /^Before:\n<!-- Uploading tide\.png \(\d+\.2\)… -->\nAfter\.\n$/);
    end?.({ why: "problem", problem: new Problem("forbidden", { origin: here.forge.base }) });
    await until("the text is as typed", () => document.getText() === "Before:\n\nAfter.\n");
    await until("the draft can be sent", async () => (await pasting.findFault(place())) === undefined);
  });

  it("is uploaded again at the end if the text before its place has changed", async () => {
    await pasteAndClose();
    const failed = end;
    const { message } = dialogs;
    dialogs.message = async (...shown) => {
      await writing.drafts.save(place(), "Look:\n");
      await message.apply(dialogs, shown);
    };
    failed?.({ why: "problem", problem: new Problem("offline", { origin: here.forge.base }) });
    await until("it is uploaded again", () => end !== failed);
    end?.(attachment());
    await until("the link is in the draft", async () => (await text()) === "Look:\n![tide.png](/attachments/u-u-i-d)");
  });

  it("is uploaded again on request if its editor was closed before the upload failed", async () => {
    await pasteAndClose();
    const failed = end;
    failed?.({ why: "problem", problem: new Problem("offline", { origin: here.forge.base }) });
    await until("it is uploaded again", () => end !== failed);
    end?.(attachment());
    await until("the link is in the draft", async () => (await text()).endsWith("![tide.png](/attachments/u-u-i-d)"));
  });

  it("keeps the draft from being sent if the window was reloaded before the upload ended", async () => {
    await pasteAndClose();
    const reloaded = start();
    try {
      assert.equal(await reloaded.findFault(place()), "notUploaded");
      await writing.drafts.save(place(), "It looks like nothing.");
      assert.equal(await reloaded.findFault(place()), undefined);
    } finally {
      reloaded.dispose();
    }
  });

  it("is linked in a draft without an editor, which its panel hears of", async () => {
    const replaced: string[] = [];
    const listener = pasting.onDidReplace(({ from, to }) => void replaced.push(from, to));
    const placeholder = "<!-- Uploading tide.png (1)… -->";
    await writing.drafts.save(place(), `Look: ${placeholder}`);
    const uploaded = pasting.attach(place(), placeholder, { name: "tide.png", type: "image/png" }, new Uint8Array(4));
    assert.equal(await pasting.findFault(place()), "uploading");
    await writing.drafts.save(place(), `Look here: ${placeholder}`);
    assert.ok(!isCanceled);
    end?.(attachment());
    await uploaded;
    const link = "![tide.png](/attachments/u-u-i-d)";
    assert.equal(await text(), `Look here: ${link}`);
    assert.deepEqual(replaced, [placeholder, link]);
    listener.dispose();
  });

  it("isn't uploaded any further once its placeholder is deleted from a draft without an editor", async () => {
    const placeholder = "<!-- Uploading tide.png (1)… -->";
    await writing.drafts.save(place(), placeholder);
    const uploaded = pasting.attach(place(), placeholder, { name: "tide.png", type: "image/png" }, new Uint8Array(4));
    await writing.drafts.save(place(), "No.");
    await uploaded;
    assert.ok(isCanceled);
    assert.deepEqual([await text(), dialogs.shown], ["No.", []]);
  });

  it("can be pasted in an editor if the panel could not load it, which a message says", async () => {
    const placeholder = "<!-- Uploading tides.mkv (1)… -->";
    await writing.drafts.save(place(), `Look:\n${placeholder}`);
    await pasting.attach(place(), placeholder, { name: "tides.mkv", type: "" });
    assert.equal(await text(), "Look:\n");
    assert.match(dialogs.shown[0] ?? "", /tides\.mkv was not uploaded\. Paste it in the editor instead\./);
  });

  it("is linked in each place of a closed draft", async () => {
    await pasteAndClose();
    const placeholder = (await text()).split("\n").at(-1) ?? "";
    await writing.drafts.save(place(), `${placeholder}\n${placeholder}`);
    end?.(attachment());
    const link = "![tide.png](/attachments/u-u-i-d)";
    await until("the links are in the draft", async () => (await text()) === `${link}\n${link}`);
  });

  it("is linked wherever its placeholder is, as with several cursors", async () => {
    const editor = await open("Before:\nAfter:\n");
    const { document } = editor;
    const placeholder = await requestPaste(editor);
    await editor.edit((edit) => {
      for (const line of [0, 1]) edit.insert(document.lineAt(line).range.end, placeholder);
    });
    await until("the upload has started", () => end !== undefined);
    end?.(attachment());
    const link = "![tide.png](/attachments/u-u-i-d)";
    await until("the links are in the text", () => document.getText() === `Before:${link}\nAfter:${link}\n`);
  });

  it("isn't uploaded any further once its placeholder is deleted, and again once that is undone", async () => {
    const editor = await open("It looks like this: ");
    await append(editor, await requestPaste(editor));
    await until("the upload has started", () => end !== undefined);
    const { document } = editor;
    await editor.edit((edit) => edit.delete(new Range(document.positionAt(20), document.positionAt(99))));
    await until("the upload is canceled", () => isCanceled);
    assert.notEqual(await pasting.findFault(place()), "uploading");
    await commands.executeCommand("undo");
    await until("the upload starts again", () => !isCanceled);
    end?.(attachment());
    await until("the link is in the text", () =>
      document.getText().endsWith("this: ![tide.png](/attachments/u-u-i-d)"),
    );
    assert.deepEqual(dialogs.shown, []);
  });

  it("isn't uploaded any further once its draft is discarded", async () => {
    await pasteAndClose();
    await writing.drafts.save(place(), `${await text()} And more.`);
    assert.equal(await pasting.findFault(place()), "uploading");
    await writing.drafts.remove(place());
    await until("the upload is canceled", () => isCanceled);
    assert.deepEqual(dialogs.shown, []);
  });

  it("gets its own placeholder if a reload interrupted an upload with the same name", async () => {
    const interrupted = "<!-- Uploading tide.png (1)… -->\n";
    const editor = await open(interrupted);
    await append(editor, await requestPaste(editor));
    await until("the upload has started", () => end !== undefined);
    end?.(attachment());
    await until("the link is in its own place", () =>
      editor.document.getText().startsWith(`${interrupted}![tide.png]`),
    );
  });

  it("isn't kept in memory for a paste that VS Code requested but didn't apply", async () => {
    const editor = await open("It looks like this:\n");
    const unused = await requestPaste(editor);
    await append(editor, await requestPaste(editor));
    await until("the upload has started", () => end !== undefined);
    end?.(attachment());
    await until("the link is in the text", () => editor.document.getText().includes("u-u-i-d"));
    end = undefined;
    await append(editor, unused);
    assert.notEqual(await pasting.findFault(place()), "uploading");
    assert.equal(end, undefined);
  });

  it("isn't loaded if it is larger than the server allows, which a message says", async () => {
    const path = join(elsewhere.folder, "tides.mkv");
    await writeFile(path, "");
    await truncate(path, 3 * 1024 * 1024);
    const editor = await open("It looks like this:\n");
    const load = () => assert.fail("the file was loaded");
    await append(editor, await requestPaste(editor, { uri: Uri.file(path), data: load }));
    await until("a message says why", () => dialogs.shown.length > 0);
    assert.equal(end, undefined);
    assert.match(dialogs.shown[0] ?? "", /tide\.png was not uploaded\. .* allows files up to 2 MB/);
    assert.equal(editor.document.getText(), "It looks like this:\n");
  });

  it("isn't loaded if it has no size, because a link may lead to a file that never ends", async () => {
    const path = join(elsewhere.folder, "tides.png");
    await writeFile(path, "");
    const editor = await open("It looks like this:\n");
    const load = () => assert.fail("the file was loaded");
    await append(editor, await requestPaste(editor, { uri: Uri.file(path), data: load }));
    await until("it is refused as an empty file", () => end !== undefined);
  });

  it("doesn't block edits of a comment that was posted with a placeholder", async () => {
    const posted = "<!-- Uploading tide.png (1)… -->";
    const comment = places.comment({ base: here.forge.base, owner: "alice", name: "demo", number: 76n }, 301n);
    await writing.drafts.begin(comment, { opened: said(posted) });
    try {
      await writing.drafts.save(comment, `More.\n${posted}`);
      assert.equal(await pasting.findFault(comment), undefined);
      await writing.drafts.save(comment, `<!-- Uploading tide.png (2)… -->\n${posted}`);
      assert.equal(await pasting.findFault(comment), "notUploaded");
    } finally {
      await writing.drafts.remove(comment);
    }
  });
});

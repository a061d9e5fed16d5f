// A new issue whose author goes on typing while it is created.
import assert from "node:assert/strict";
import { commands, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import { Conflicts } from "../../../src/issues/editing/conflicts.ts";
import { Documents } from "../../../src/issues/editing/documents.ts";
import { DraftCommands } from "../../../src/issues/editing/draft-commands.ts";
import { MergeEditor } from "../../../src/issues/editing/merge-editor.ts";
import { Permission } from "../../../src/issues/repositories/permission.ts";
import type { Services } from "../../../src/issues/services.ts";
import { formatPath, places } from "../../../src/issues/writing/drafts/place.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { machine, type Machine } from "../../unit/issues/machine.ts";
import { sharedParts, until } from "../extension.ts";
import { forgeTests } from "./forge-tests.ts";

describe("A new issue whose author goes on typing while it is created", () => {
  const here = forgeTests();
  let elsewhere: Machine;
  let services: Services;
  let documents: Documents;
  const demo = () => ({ base: here.forge.base, owner: "alice", name: "demo" });

  beforeEach(async () => {
    // Uses the folder of the running extension, which owns these files.
    elsewhere = await machine((await sharedParts()).folder);
    const opened = elsewhere.open(here.forge.base);
    await opened.signIn("alice");
    ({ services } = opened);
  });
  afterEach(async () => {
    documents.dispose();
    await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    const { drafts } = services.writing;
    for (const { place } of await drafts.list()) await drafts.remove(place);
    await elsewhere.close();
  });

  const commandsOf = async (): Promise<DraftCommands> => {
    const shared = { ...(await sharedParts()), dialogs: new ScriptedDialogs() };
    const { repositoryNames, writing } = services;
    const present = writing.present.bind(writing);
    documents = new Documents({
      findVisibleColumn: () => undefined,
      drafts: writing.drafts,
      onDidRename: repositoryNames.onDidRename,
      present,
      failed: assert.ifError,
    });
    const signIn = () => Promise.resolve(undefined);
    return new DraftCommands({
      showThread: () => undefined,
      scrollTo: () => undefined,
      isInFront: () => false,
      shared,
      writing,
      documents,
      signIn,
      conflicts: new Conflicts({
        dialogs: shared.dialogs,
        drafts: writing.drafts,
        documents,
        present,
        mergeEditor: new MergeEditor(services.merges, shared),
        load: (place) => writing.load(place),
      }),
      permission: new Permission({
        dialogs: shared.dialogs,
        access: services.access,
        now: Date.now,
        signIn,
        issueAt: () => undefined,
      }),
      readIssue: () => assert.fail("not asked for"),
      refresh: () => Promise.resolve(),
      changed: () => undefined,
      findUploadFault: () => Promise.resolve(undefined),
      pushFirst: () => Promise.resolve(true),
    });
  };
  const append = async (document: TextDocument, text: string): Promise<void> => {
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, document.positionAt(document.getText().length), text);
    await workspace.applyEdit(edit);
  };

  it("is continued as a change of the issue, not as another new one", async () => {
    const acts = await commandsOf();
    const { drafts } = services.writing;
    const place = places.newIssue(demo(), 41n);
    await drafts.begin(place, { text: "---\ntitle: Typed on\n---\n\nFirst." });
    const uri = Uri.from({ scheme: "triptych-issue", path: formatPath(place, "New Issue") });
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document);
    const settle = drafts.settle.bind(drafts);
    Object.assign(drafts, {
      settle: async (...given: Parameters<typeof settle>) => {
        await append(document, " Second.");
        return await settle(...given);
      },
    });
    const outcome = await acts.send(place);
    Object.assign(drafts, { settle });
    assert.ok(outcome?.sent);
    const created = places.issueText(outcome.thread);
    await until("the issue is open in its own editor", () => {
      const shown = window.activeTextEditor?.document.uri.path;
      return shown?.startsWith(formatPath(created, "").replace(/[^/]*$/, "")) === true;
    });
    assert.equal(window.activeTextEditor?.document.getText(), "---\ntitle: Typed on\n---\n\nFirst. Second.");
    assert.deepEqual(
      (await drafts.list()).map((draft) => draft.place),
      [created],
    );
    assert.ok((await acts.send(created))?.sent);
    const posts = (await here.forge.asked()).filter((line) => line.startsWith("POST"));
    assert.equal(posts.length, 1);
  });
});

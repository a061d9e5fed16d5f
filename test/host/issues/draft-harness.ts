// Opens the documents and commands of drafts in a window of the sandbox's machine.
import assert from "node:assert/strict";
import { Conflicts } from "../../../src/issues/editing/conflicts.ts";
import { Documents } from "../../../src/issues/editing/documents.ts";
import { DraftCommands } from "../../../src/issues/editing/draft-commands.ts";
import { MergeEditor } from "../../../src/issues/editing/merge-editor.ts";
import type { Rename } from "../../../src/issues/repositories/repository-names.ts";
import type { Place } from "../../../src/issues/writing/drafts/place.ts";
import { Emitter } from "../../../src/workbench/events.ts";
import type { ScriptedDialogs } from "../../scripted-dialogs.ts";
import type { Machine } from "../../unit/issues/machine.ts";

type Window = ReturnType<Machine["open"]>;

export function openDocuments({ services }: Window): Documents {
  const { drafts, present } = services.writing;
  return new Documents({
    drafts,
    present,
    onDidRename: new Emitter<Rename>().event,
    findVisibleColumn: () => undefined,
    failed: (error) => assert.fail(String(error)),
  });
}

/** What the commands for drafts and reviews have in common. Everything is allowed. */
export function commonParts({ log }: Window, dialogs: ScriptedDialogs) {
  return {
    shared: { allowServer: () => Promise.resolve(false), dialogs, log, now: Date.now },
    permission: { check: () => Promise.resolve(true) },
    signIn: () => Promise.resolve(undefined),
    refresh: () => Promise.resolve(),
    changed: () => undefined,
  };
}

export function openDraftCommands(
  window: Window,
  documents: Documents,
  dialogs: ScriptedDialogs,
  pushFirst: (place: Place) => Promise<boolean> = () => Promise.resolve(true),
): DraftCommands {
  const { services } = window;
  const { drafts, present } = services.writing;
  const common = commonParts(window, dialogs);
  const mergeEditor = new MergeEditor(services.merges, common.shared);
  const load: ConstructorParameters<typeof Conflicts>[0]["load"] = (place) => services.writing.load(place);
  return new DraftCommands({
    ...common,
    writing: services.writing,
    documents,
    conflicts: new Conflicts({ dialogs, drafts, documents, mergeEditor, present, load }),
    readIssue: () => assert.fail("no issue is read"),
    showThread: () => undefined,
    scrollTo: () => undefined,
    isInFront: () => false,
    findUploadFault: () => Promise.resolve(undefined),
    pushFirst,
  });
}

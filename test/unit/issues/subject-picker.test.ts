// Asking for the subject of a command.
import assert from "node:assert/strict";
import type * as SubjectPickers from "../../../src/issues/subject-picker.ts";
import type { Progress } from "../../../src/workbench/dialogs.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { importTexts } from "../import-texts.ts";
import { windowAt } from "./window-of.ts";

/** The user cancels whatever takes a while. */
class ImpatientDialogs extends ScriptedDialogs {
  override async progress<T>(_title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    const abort = new AbortController();
    const working = work(() => undefined, abort.signal);
    abort.abort();
    return await working;
  }
}

describe("The picker of a comment", () => {
  const at = windowAt("forgejo");

  it("doesn't appear after the user has canceled loading the thread", async () => {
    const pickers = (await importTexts("src/issues/subject-picker.ts", "en")) as typeof SubjectPickers;
    const dialogs = new ImpatientDialogs("alice/demo#1");
    const picker = new pickers.SubjectPicker({ dialogs, now: Date.now }, at.services);
    assert.equal(await picker.text(), undefined);
    assert.deepEqual(dialogs.asked, ["Open Issue or Pull Request"]);
  });
});

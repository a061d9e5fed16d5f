// Asking for the subject of a command.
import assert from "node:assert/strict";
import type * as SubjectPickers from "../../../src/issues/pickers/subject-picker.ts";
import { importTexts } from "../import-texts.ts";
import { ImpatientDialogs } from "./impatient-dialogs.ts";
import { windowAt } from "./signed-in-window.ts";

describe("The picker of a comment", () => {
  const at = windowAt("forgejo");

  it("doesn't appear after the user has canceled loading the thread", async () => {
    const pickers = (await importTexts("src/issues/pickers/subject-picker.ts", "en")) as typeof SubjectPickers;
    const dialogs = new ImpatientDialogs("alice/demo#1");
    const picker = new pickers.SubjectPicker({ dialogs, now: Date.now }, at.services);
    assert.equal(await picker.text("Quote in Reply"), undefined);
    assert.deepEqual(dialogs.asked, ["Quote in Reply: Select an Issue"]);
  });
});

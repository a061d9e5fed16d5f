// What each part of VS Code gets for foreign text.
import assert from "node:assert/strict";
import { CompletionItemKind, DiagnosticSeverity, Range, Uri } from "vscode";
import { l10n } from "../../../src/workbench/text/l10n.ts";
import { withIcon } from "../../../src/workbench/text/label.ts";
import {
  codeLens,
  commandLink,
  completionItem,
  documentLink,
  fileDecoration,
  finding,
  TextLink,
  tooltip,
} from "../../../src/workbench/vscode-objects.ts";

const HOSTILE = "$(trash) [x](command:y)\nphoto_\u202Egpj";
const top = new Range(0, 0, 0, 0);

describe("A text from outside", () => {
  it("is isolated in a sentence, so that it can't reverse the text around it", () => {
    assert.equal(l10n.t("Reason: {0}", "photo_\u202Egpj"), "Reason: photo_[U+202E]gpj");
    assert.equal(l10n.t("{0} could not be reached.", "אבג"), "\u2068אבג\u2069 could not be reached.");
    assert.equal(l10n.t("{0} of {1}", 3, "two\nlines"), "3 of two lines");
  });

  it("draws no icon in a CodeLens except the label's own", () => {
    const { command } = codeLens(top, withIcon("warning", HOSTILE));
    assert.equal(command?.title, "$(warning)\u00a0\\$(trash) [x](command:y) photo_[U+202E]gpj");
    assert.equal(command?.command, "");
  });

  it("is not markup in the tooltip of a link, which VS Code puts into Markdown", () => {
    const escaped = "&#36;\\(trash\\) \\[x\\]\\(command\\:y\\) photo_\\[U\\+202E\\]gpj".replace("photo_", "photo\\_");
    assert.equal(new TextLink(0, 1, HOSTILE, "").tooltip, escaped);
    assert.equal(documentLink(new Range(0, 0, 0, 1), Uri.parse("command:a"), HOSTILE).tooltip, escaped);
    assert.equal(tooltip(HOSTILE).value, escaped);
    assert.equal(tooltip(HOSTILE).isTrusted, undefined);
  });

  it("runs only the one command of a link that is ours", () => {
    const link = commandLink("Open](command:x) ", "triptych.showLog", ["](command:y)"]);
    assert.deepEqual(link.isTrusted, { enabledCommands: ["triptych.showLog"] });
    assert.doesNotMatch(link.value.replaceAll(/\\./g, ""), /\]\(command:[xy]/);
  });

  it("is one visible line on a tab, in a completion and in a problem", () => {
    const line = "$(trash) [x](command:y) photo_[U+202E]gpj";
    assert.equal(fileDecoration("!", HOSTILE).tooltip, line);
    assert.equal(completionItem(HOSTILE, CompletionItemKind.User, HOSTILE).detail, line);
    assert.equal(
      finding(top, HOSTILE, DiagnosticSeverity.Information).message,
      "$(trash) [x](command:y)\nphoto_[U+202E]gpj",
    );
  });
});

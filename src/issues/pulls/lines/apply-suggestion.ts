// Applies a suggested change to the checked-out file, as an edit that the user can undo.
import { EndOfLine, Position, Range, Uri, window, workspace, WorkspaceEdit, type TextDocument } from "vscode";
import type { Dialogs } from "../../../workbench/dialogs/dialogs.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import { formatPull } from "../../model/entities.ts";
import { readSuggestion } from "../../model/suggestion.ts";
import type { CheckedOutPulls } from "../checkout/checked-out-pulls.ts";
import { isSamePull, type FoundComment } from "./line-comments.ts";
import { placeComments } from "./place-comments.ts";
import type { Pulls } from "../store/pulls.ts";

export interface SuggestionDependencies {
  readonly dialogs: Pick<Dialogs, "message">;
  readonly pulls: Pick<Pulls, "readContent">;
  readonly checkedOut: Pick<CheckedOutPulls, "findFile" | "list">;
}

/** Replaces the lines that the comment is about, or says why not. */
export async function applySuggestion(
  { checkedOut, dialogs, pulls }: SuggestionDependencies,
  found: FoundComment,
): Promise<void> {
  const { comment, file, review } = found;
  const { pull } = file;
  const number = formatPull(pull.number);
  const suggestion = readSuggestion(comment.body);
  const clone = checkedOut.list().find((each) => isSamePull(each.pull, pull));
  if (suggestion === undefined)
    return void dialogs.message("info", l10n.t("This comment doesn't have exactly one suggestion."));
  if (clone === undefined) return void dialogs.message("info", l10n.t("Check out {0} to apply suggestions.", number));
  const uri = Uri.joinPath(clone.repository.rootUri, comment.path);
  // The path comes from the server, and must not lead out of the folder.
  const isInside = checkedOut.findFile(uri)?.path === comment.path;
  const document = isInside ? await openIfThere(uri) : undefined;
  const { above, below, lines } = suggestion;
  const place = document && placeComments(pulls, { pull, side: "new", text: document.getText() });
  const line = await place?.(comment, review, { above, below });
  if (document === undefined || typeof line !== "number") {
    const sentence = l10n.t(
      "Not applied: the lines in {0} are different from those that the comment is about.",
      comment.path,
    );
    return void dialogs.message("warning", sentence);
  }
  const [first, last] = [line - 1 - above, line - 1 + below];
  const eol = document.eol === EndOfLine.CRLF ? "\r\n" : "\n";
  const edit = new WorkspaceEdit();
  if (lines.length > 0)
    edit.replace(uri, new Range(new Position(first, 0), document.lineAt(last).range.end), lines.join(eol));
  else edit.delete(uri, document.validateRange(new Range(first, 0, last + 1, 0)));
  await workspace.applyEdit(edit);
  await window.showTextDocument(document, { selection: new Range(first, 0, first, 0) });
}

async function openIfThere(uri: Uri): Promise<TextDocument | undefined> {
  try {
    return await workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

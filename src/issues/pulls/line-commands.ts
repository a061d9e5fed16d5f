// Writes comments on the lines of a pull request's diffs, as drafts in editors.
import * as v from "valibot";
import { Uri, window, workspace, type TextDocument } from "vscode";
import { on } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import type { ReviewedLine } from "../model/review.ts";
import type { Services } from "../services.ts";
import { parsePullUri, type PullFile } from "./pull-uri.ts";
import type { LineComments } from "./line-comments.ts";

export interface LineCommandParts {
  readonly shared: Pick<Shared, "dialogs">;
  readonly services: Pick<Services, "pendingReviews" | "pulls">;
  readonly draftCommands: Pick<DraftCommands, "openDraft">;
  readonly lineComments: Pick<LineComments, "find">;
}

/** As many lines as servers show of a hunk. */
const HUNK_LINES = 4;

/** What VS Code passes from the menu of line numbers. */
const numberMenu = v.object({ uri: v.custom<Uri>((given) => given instanceof Uri), lineNumber: v.number() });

interface Spot {
  readonly document: TextDocument;
  readonly file: PullFile;
  /** Counted from 1. Undefined for the file as a whole. */
  readonly line: number | undefined;
}

export function lineCommands({ shared, services, draftCommands, lineComments }: LineCommandParts) {
  const write = async ({ document, file, line }: Spot): Promise<void> => {
    const { path, pull, side } = file;
    const head =
      side === "new" && file.commit !== undefined
        ? file.commit
        : (services.pulls.getFiles(pull)?.details ?? (await services.pulls.readDetails(pull))).head.commit;
    const anchor = {
      path,
      line: line === undefined ? undefined : { side, number: line },
      commit: head,
      hunk: line === undefined ? "" : toHunk(document, { side, number: line }),
    };
    await draftCommands.openDraft(await services.pendingReviews.startComment(pull, anchor));
  };
  return {
    "triptych.issues.commentOnLine": on(findLine, async (spot) => {
      if (spot !== "elsewhere") await write(spot);
      else void shared.dialogs.message("info", l10n.t("Open a changed file of a pull request, and go to a line."));
    }),
    "triptych.issues.replyOnLine": on((given) => findConversation(lineComments, given), write),
  };
}

/** Returns the line whose number was right-clicked, or else that of the cursor. */
function findLine(given: unknown): Spot | "elsewhere" {
  const clicked = v.safeParse(numberMenu, given);
  if (clicked.success) {
    const { lineNumber, uri } = clicked.output;
    const document = workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    return toSpot(document, lineNumber) ?? "elsewhere";
  }
  const { document, selection } = window.activeTextEditor ?? {};
  return toSpot(document, (selection?.active.line ?? 0) + 1) ?? "elsewhere";
}

function toSpot(document: TextDocument | undefined, line: number | undefined): Spot | undefined {
  const file = document && parsePullUri(document.uri);
  return document === undefined || file?.commit === undefined ? undefined : { document, file, line };
}

function findConversation(shown: Pick<LineComments, "find">, given: unknown): Spot | undefined {
  const found = shown.find(given);
  return found && toSpot(found.document, found.line);
}

/** Returns the lines above, as servers return them with a comment. */
function toHunk(document: TextDocument, { number }: ReviewedLine): string {
  const first = Math.max(1, number - HUNK_LINES + 1);
  const lines = Array.from({ length: number - first + 1 }, (_each, place) => document.lineAt(first - 1 + place).text);
  const range = `${first},${lines.length}`;
  return [`@@ -${range} +${range} @@`, ...lines.map((line) => ` ${line}`)].join("\n");
}

// Writes, edits, deletes and resolves comments on the lines of a pull request's diffs. Texts are drafts in editors.
import * as v from "valibot";
import { Uri, window, workspace, type TextDocument } from "vscode";
import { on } from "../../../workbench/commands.ts";
import type { Shared } from "../../../workbench/wings/shared.ts";
import { l10n } from "../../../workbench/text/l10n.ts";
import type { DraftCommands } from "../../editing/draft-commands.ts";
import { threadWebUrl, type ThreadAddress } from "../../model/address.ts";
import { formatPull } from "../../model/entities.ts";
import { firstLine } from "../../model/first-line.ts";
import { mapLines, splitLines } from "../../model/line-map.ts";
import type { Act } from "../../model/rights.ts";
import { readSuggestion, writeSuggestion } from "../../model/suggestion.ts";
import { formatPerson } from "../../wording/people.ts";
import type { Permission } from "../../repositories/permission.ts";
import type { Anchor } from "../../writing/drafts/draft.ts";
import { applySuggestion } from "./apply-suggestion.ts";
import type { CheckedOutPulls } from "../checkout/checked-out-pulls.ts";
import type { Conversation } from "./conversations.ts";
import { readText } from "../store/file-text.ts";
import type { FoundComment, FoundConversation, LineComments, ReviewedFile } from "./line-comments.ts";
import type { Access } from "../../repositories/access.ts";
import type { PendingReviews } from "../store/pending-reviews.ts";
import type { Pulls } from "../store/pulls.ts";
import type { Servers } from "../../repositories/servers.ts";
import type { Threads } from "../../thread/threads.ts";

export interface LineCommandDependencies {
  readonly shared: Pick<Shared, "dialogs">;
  readonly services: {
    readonly access: Access;
    readonly pendingReviews: PendingReviews;
    readonly pulls: Pulls;
    readonly servers: Servers;
    readonly threads: Threads;
  };
  readonly draftCommands: Pick<DraftCommands, "edit" | "openDraft" | "remove">;
  readonly lineComments: Pick<LineComments, "find" | "findComment" | "getFile" | "list">;
  readonly permission: Pick<Permission, "check">;
  readonly checkedOut: Pick<CheckedOutPulls, "findFile" | "list">;
}

/** As many lines as servers show of a hunk. */
const HUNK_LINES = 4;

/** What VS Code passes from the menu of line numbers. */
const numberMenu = v.object({ uri: v.custom<Uri>((given) => given instanceof Uri), lineNumber: v.number() });

interface Spot {
  readonly document: TextDocument;
  readonly file: ReviewedFile;
  /** Counted from 1. Undefined for the file as a whole. */
  readonly line: number | undefined;
}

/** The lines of the selection, of which the last one gets the comment. */
interface SelectedLines extends Spot {
  readonly line: number;
  readonly texts: readonly string[];
}

export function lineCommands(dependencies: LineCommandDependencies) {
  const { checkedOut, draftCommands, lineComments, permission, services, shared } = dependencies;
  const { dialogs } = shared;
  /** Returns where a comment goes in the head of the pull request. Undefined if it has no such line. */
  const findAnchor = async ({ document, file, line }: Spot): Promise<Anchor | undefined> => {
    const { commit, isWorking, path, pull, side } = file;
    const known = isWorking ? undefined : services.pulls.getFiles(pull)?.details;
    const head =
      side === "new" && commit !== undefined ? commit : (known ?? (await services.pulls.readDetails(pull))).head.commit;
    const anchor = { path, line: undefined, commit: head, hunk: "" };
    if (line === undefined) return anchor;
    const number = isWorking ? await findInHead(services.pulls, document, { file, head, line }) : line;
    return number === undefined ? undefined : { ...anchor, line: { side, number }, hunk: toHunk(document, line) };
  };
  const write = async (spot: Spot, text = ""): Promise<void> => {
    const { path, pull } = spot.file;
    const anchor = await findAnchor(spot);
    if (anchor !== undefined) {
      await draftCommands.openDraft(await services.pendingReviews.startComment(pull, anchor, text));
      return;
    }
    const number = formatPull(pull.number);
    const sentence = l10n.t(
      "This line of {0} is different in {1}. Push your changes, or comment in its diff.",
      path,
      number,
    );
    void dialogs.message("info", sentence);
  };
  const choose = async <Each extends FoundConversation>(
    title: string,
    all: readonly Each[],
    describe: (each: Each) => string,
  ): Promise<Each | undefined> => {
    if (all.length > 1)
      return await dialogs.pick(
        title,
        all.map((value) => ({ label: describe(value), value })),
      );
    if (all.length === 0) void dialogs.message("info", l10n.t("Go to a line with a conversation."));
    return all[0];
  };
  const onConversation = (title: string, run: (found: FoundConversation) => Promise<void>) =>
    on(
      (given) => lineComments.find(given) ?? (given === undefined ? listAtCursor(lineComments) : undefined),
      async (found) => {
        const chosen = "conversation" in found ? found : await choose(title, found, describeConversation);
        if (chosen !== undefined) await run(chosen);
      },
    );
  const onComment = (
    title: string,
    isFit: (found: FoundComment) => boolean,
    run: (found: FoundComment) => Promise<void>,
  ) =>
    on(
      (given) => {
        const shown = lineComments.findComment(given);
        if (shown !== undefined || given !== undefined) return shown;
        const listed = listAtCursor(lineComments);
        // Without conversations, the command may be about another thread.
        return listed?.length === 0 ? undefined : listed;
      },
      async (found) => {
        if ("comment" in found) return await run(found);
        const comments = found
          .flatMap((each) => each.conversation.comments.map((comment) => ({ ...each, ...comment })))
          .filter(isFit);
        const chosen = await choose(title, comments, describeComment);
        if (chosen !== undefined) await run(chosen);
      },
    );
  const may =
    (act: Act) =>
    ({ comment, file: { pull } }: FoundComment): boolean => {
      const { issue } = services.threads.at(pull).thread ?? {};
      return services.access.offers(act, pull, { issue, comment });
    };
  const resolve = async ({ conversation: { id }, file: { pull } }: FoundConversation, isResolved: boolean) => {
    const { servers, threads } = services;
    if (!(await servers.resolvesConversations(pull))) {
      const open = { label: l10n.t("Open on the Web"), run: () => dialogs.openExternal(toWebUrl(pull, id)) };
      const { name } = servers.dialectAt(pull.base);
      return void dialogs.message("info", l10n.t("This version of {0} resolves conversations only on the web.", name), [
        open,
      ]);
    }
    if (!(await permission.check("changeIssue", pull))) return;
    await servers.for(pull).reviews.resolve(pull, id, isResolved);
    await threads.readAgain(pull);
  };
  return {
    commands: {
      "triptych.issues.commentOnLine": on(
        (given) => findLine(lineComments, given),
        async (spot) => {
          if (spot !== "elsewhere") await write(spot);
          else void dialogs.message("info", l10n.t("Open a changed file of a pull request, and go to a line."));
        },
      ),
      "triptych.issues.suggestChange": on(
        () => findSelection(lineComments) ?? "elsewhere",
        async (selected) => {
          if (selected !== "elsewhere") await write(selected, writeSuggestion(selected.texts));
          else void dialogs.message("info", l10n.t("Select lines of a file as a pull request changes it."));
        },
      ),
      "triptych.issues.applySuggestion": onComment(
        l10n.t("Apply Suggestion"),
        ({ comment }) => readSuggestion(comment.body) !== undefined,
        (found) => applySuggestion({ checkedOut, dialogs, pulls: services.pulls }, found),
      ),
      "triptych.issues.replyOnLine": onConversation(l10n.t("Reply"), (found) => write(toSpotOf(found))),
      "triptych.issues.resolveConversation": onConversation(l10n.t("Resolve Conversation"), (found) =>
        resolve(found, true),
      ),
      "triptych.issues.unresolveConversation": onConversation(l10n.t("Unresolve Conversation"), (found) =>
        resolve(found, false),
      ),
    },
    /** What commands for comments of any kind do with those on lines. */
    onLines: {
      edit: onComment(l10n.t("Edit Comment"), may("editComment"), ({ comment, file }) =>
        draftCommands.edit(file.pull, comment),
      ),
      remove: onComment(l10n.t("Delete Comment"), may("deleteComment"), async (found) =>
        draftCommands.remove(
          found.file.pull,
          found.comment,
          (await findAnchor(toSpotOf(found))) ?? (await findAnchor({ ...toSpotOf(found), line: undefined })),
        ),
      ),
      openOnWeb: on(
        (given) => lineComments.find(given),
        ({ conversation, file }) => dialogs.openExternal(toWebUrl(file.pull, conversation.id)),
      ),
    },
  };
}

function toWebUrl(pull: ThreadAddress, comment: Conversation["id"]): string {
  return threadWebUrl(pull, true, comment);
}

/** Returns the conversations on the line of the cursor, or else all in the file. Undefined outside of pull requests. */
function listAtCursor(lineComments: Pick<LineComments, "list">): readonly FoundConversation[] | undefined {
  const { document, selection } = window.activeTextEditor ?? {};
  const all = document && lineComments.list(document);
  const line = (selection?.active.line ?? 0) + 1;
  const onLine = all?.filter(({ conversation }) => conversation.line === line) ?? [];
  return onLine.length > 0 ? onLine : all;
}

function describeConversation({ conversation }: FoundConversation): string {
  const [first] = conversation.comments;
  const words = first === undefined ? "" : describeWords(first.comment);
  const { line } = conversation;
  return line === undefined ? words : l10n.t("Line {0}: {1}", String(line), words);
}

function describeComment({ comment, conversation: { line } }: FoundComment): string {
  const words = describeWords(comment);
  return line === undefined ? words : l10n.t("Line {0}: {1}", String(line), words);
}

function describeWords({ author, body }: FoundComment["comment"]): string {
  return `${formatPerson(author)} · ${firstLine(body)}`;
}

/** Returns the line whose number was right-clicked, or else that of the cursor. */
function findLine(lineComments: Pick<LineComments, "getFile">, given: unknown): Spot | "elsewhere" {
  const clicked = v.safeParse(numberMenu, given);
  const { document: active, selection } = window.activeTextEditor ?? {};
  const document = clicked.success
    ? workspace.textDocuments.find((each) => each.uri.toString() === clicked.output.uri.toString())
    : active;
  const line = clicked.success ? clicked.output.lineNumber : (selection?.active.line ?? 0) + 1;
  const file = document && lineComments.getFile(document);
  return document === undefined || file === undefined ? "elsewhere" : { document, file, line };
}

/** Returns the selected lines after the change. */
function findSelection(lineComments: Pick<LineComments, "getFile">): SelectedLines | undefined {
  const { document, selection } = window.activeTextEditor ?? {};
  const file = document && lineComments.getFile(document);
  if (document === undefined || selection === undefined || file?.side !== "new") return undefined;
  const { end, start } = selection;
  // A selection of whole lines ends at the beginning of the next one.
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  const texts = Array.from(
    { length: last - start.line + 1 },
    (_each, index) => document.lineAt(start.line + index).text,
  );
  return { document, file, line: last + 1, texts };
}

/** Returns the number that a line has in the head of its pull request, if it is certain. */
async function findInHead(
  pulls: Pick<Pulls, "readContent">,
  document: TextDocument,
  { file: { path, pull }, head, line }: { readonly file: ReviewedFile; readonly head: string; readonly line: number },
): Promise<number | undefined> {
  const here = splitLines(document.getText());
  const there = splitLines(readText(await pulls.readContent(pull, path, head)) ?? "\r");
  const fate = here === undefined || there === undefined ? "unclear" : mapLines(here, there)(line);
  return typeof fate === "number" ? fate : undefined;
}

function toSpotOf({ conversation: { line }, document, file }: FoundConversation): Spot {
  return { document, file, line };
}

/** Returns the lines above, as servers return them with a comment. */
function toHunk(document: TextDocument, number: number): string {
  const first = Math.max(1, number - HUNK_LINES + 1);
  const lines = Array.from({ length: number - first + 1 }, (_each, place) => document.lineAt(first - 1 + place).text);
  const range = `${first},${lines.length}`;
  return [`@@ -${range} +${range} @@`, ...lines.map((line) => ` ${line}`)].join("\n");
}

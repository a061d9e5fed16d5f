// Resolves conflicts, when someone else changed the text that the user is editing: merge, overwrite or discard.
import { cutText } from "../../base/graphemes.ts";
import { Uri, window } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Action } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { withLineFeeds } from "../model/entities.ts";
import { getText } from "../writing/drafts/draft.ts";
import type { Drafts } from "../writing/drafts/drafts.ts";
import { COMMENT_SCHEME, ISSUE_SCHEME, MERGE_SCHEME } from "../model/file-schemes.ts";
import { isIssue, parsePath, formatPath, type Place } from "../writing/drafts/place.ts";
import type { Theirs } from "../writing/drafts/outcome.ts";
import { getBeginning, writeDocument } from "../writing/drafts/draft-document.ts";
import type { Documents } from "./documents.ts";
import type { MergeEditor } from "./merge-editor.ts";
import type { Merge } from "./merges.ts";

export interface ConflictDependencies {
  readonly dialogs: Shared["dialogs"];
  readonly drafts: Drafts;
  readonly documents: Documents;
  readonly mergeEditor: MergeEditor;
  /** Loads the server's version. Throws if the text no longer exists. */
  readonly load: (place: Place) => Promise<Theirs>;
  /** Returns the place with its repository's current name. */
  readonly present: (place: Place) => Place;
}

/** What can be done with the draft. Both actions report their outcome. */
export interface DraftActions {
  send(place: Place): Promise<unknown>;
  /** Asks for confirmation first. */
  discard(place: Place): Promise<unknown>;
}

const MAX_SHOWN_CHARS = 600;

export class Conflicts {
  readonly #dependencies: ConflictDependencies;

  constructor(dependencies: ConflictDependencies) {
    this.#dependencies = dependencies;
  }

  /** Opens the three versions in the merge editor, and explains why. */
  async show(place: Place, theirs: Theirs, actions: DraftActions): Promise<void> {
    await this.#open(place, theirs);
    const changed = isIssue(place)
      ? l10n.t(
          "The title or description of #{0} changed while you were editing it. Your text is kept as a draft. Merge the versions, then select Complete Merge.",
          String(place.number),
        )
      : l10n.t(
          "This comment changed while you were editing it. Your text is kept as a draft. Merge the versions, then select Complete Merge.",
        );
    const complete = { label: l10n.t("Complete Merge"), run: () => this.useMerged(mergeUri(place)) };
    void this.#warn(changed, complete, place, actions);
  }

  /** Reports that someone overwrote the sent text, which is a draft again. Opens the merge only if the user asks. */
  async offer(place: Place, actions: DraftActions): Promise<void> {
    const message = isIssue(place)
      ? l10n.t("Someone overwrote your changes to #{0}. They are kept as a draft.", String(place.number))
      : l10n.t("Someone overwrote your changes to a comment on #{0}. They are kept as a draft.", String(place.number));
    await this.#warn(message, { label: l10n.t("Compare and Merge"), run: () => this.merge(place) }, place, actions);
  }

  async merge(place: Place): Promise<void> {
    await this.#dependencies.documents.save(place);
    await this.#open(place, await this.#dependencies.load(place));
  }

  /** Shows the server's version, and overwrites it with the draft if the user confirms. */
  async keepMine(place: Place, actions: Pick<DraftActions, "send">): Promise<void> {
    const { dialogs, documents, drafts, load } = this.#dependencies;
    await documents.save(place);
    const theirs = await load(place);
    const number = String(place.number);
    const sure = await dialogs.confirm({
      sentence: isIssue(place)
        ? l10n.t("Overwrite #{0} with your title and text?", number)
        : l10n.t("Overwrite {0}'s comment on #{1} with your text?", getAuthor(theirs), number),
      detail: cutText(shownText(place, theirs), MAX_SHOWN_CHARS),
      yes: l10n.t("Overwrite"),
    });
    if (!sure) return;
    await drafts.rebase(place, theirs);
    await this.close(place);
    await actions.send(place);
  }

  /** Ends the merge and drops its result so far. */
  async close(place: Place): Promise<void> {
    await this.#dependencies.mergeEditor.close(mergePath(place));
  }

  /** Makes the merged text the draft, and opens it for the user to review and send. */
  async useMerged(given: Uri | undefined): Promise<void> {
    const { dialogs, documents, drafts, mergeEditor, present } = this.#dependencies;
    const uri = given?.scheme === MERGE_SCHEME ? given : findVisibleMerge();
    const done = uri === undefined ? undefined : await mergeEditor.getMerged(uri);
    const place = done === undefined ? undefined : placeOfMerge(done.merge.path);
    if (done === undefined || place === undefined || done.conflict === "marks") {
      await dialogs.message("info", l10n.t("Resolve all conflicts first."));
      return;
    }
    const isMeant =
      done.conflict === undefined ||
      (await dialogs.confirm({
        sentence: l10n.t("Complete the merge without either change?"),
        detail: l10n.t("Some lines that you both changed are back to their original text, so neither change is kept."),
        yes: l10n.t("Complete Merge"),
      }));
    if (!isMeant) return;
    // A merge that was left open may still have its repository's old name.
    const current = present(place);
    // Otherwise an editor with unsaved text would keep it, and send it instead of the merged text.
    await documents.save(current);
    await drafts.save(current, done.text);
    await drafts.rebase(current, done.merge.seen);
    await mergeEditor.close(done.merge.path);
    await documents.open(current);
  }

  /** Returns the draft's text and the version that it is based on. Undefined if the draft is gone. */
  async texts(place: Place): Promise<Pick<Merge, "base" | "mine"> | undefined> {
    const draft = await this.#dependencies.drafts.get(place);
    const base = withLineFeeds(getBeginning(place.kind, draft?.opened) ?? "");
    return draft && { base, mine: withLineFeeds(getText(draft)) };
  }

  #warn(message: string, merge: Action, place: Place, actions: DraftActions): Promise<void> {
    return this.#dependencies.dialogs.message("warning", message, [
      merge,
      { label: l10n.t("Overwrite…"), run: () => this.keepMine(place, actions) },
      { label: l10n.t("Discard My Changes…"), run: () => actions.discard(place) },
    ]);
  }

  async #open(place: Place, theirs: Theirs): Promise<void> {
    const texts = await this.texts(place);
    if (texts === undefined) return;
    const { title, body, version } = theirs;
    await this.#dependencies.mergeEditor.open({
      ...texts,
      path: mergePath(place),
      title: `#${place.number}`,
      author: getAuthor(theirs),
      theirs: shownText(place, theirs),
      seen: { title, body, version },
    });
  }
}

function mergeUri(place: Place): Uri {
  return Uri.from({ scheme: MERGE_SCHEME, path: mergePath(place) });
}

export function mergePath(place: Place): string {
  const number = String(place.number);
  return formatPath(place, isIssue(place) ? l10n.t("#{0} Title and Text Merge", number) : l10n.t("#{0} Merge", number));
}

/** Returns the document of the server's version, to compare with the draft. */
export function shownText({ kind }: Place, theirs: Theirs): string {
  return withLineFeeds(writeDocument(kind, theirs));
}

function placeOfMerge(path: string): Place | undefined {
  return parsePath({ scheme: COMMENT_SCHEME, path }) ?? parsePath({ scheme: ISSUE_SCHEME, path });
}

function getAuthor({ author }: Theirs): string {
  return author ?? l10n.t("someone else");
}

/** Returns the only visible merge, for commands that name no document. */
function findVisibleMerge(): Uri | undefined {
  const merges = window.visibleTextEditors.map(({ document }) => document.uri).filter(isMergeResult);
  return merges.length === 1 ? merges[0] : undefined;
}

function isMergeResult({ scheme, query }: Uri): boolean {
  return scheme === MERGE_SCHEME && query === "";
}

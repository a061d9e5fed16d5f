import { window } from "vscode";
import type { Uri } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import type { Shared } from "../workbench/shared.ts";
import { disputedComment, theirComment } from "./conflicts/comments.ts";
import type { CommentDisputeParts } from "./conflicts/comments.ts";
import type { Dispute, Theirs } from "./conflicts/dispute.ts";
import { disputedIssue, theirIssue } from "./conflicts/issues.ts";
import type { IssueDisputeParts } from "./conflicts/issues.ts";
import type { Merging } from "./documents/merging.ts";
import { MERGE_SCHEME } from "./files.ts";
import type { Comment, Issue } from "./model/entities.ts";
import { parseDraftPath } from "./model/draft.ts";
import type { DraftPlace } from "./model/draft.ts";
import { parseIssuePath } from "./model/issue-draft.ts";
import type { IssuePlace } from "./model/issue-draft.ts";

export interface ConflictParts {
  readonly merging: Merging;
  readonly comments: CommentDisputeParts;
  readonly issues: IssueDisputeParts;
}

/** A draft of either kind. */
export type Place = DraftPlace | IssuePlace;

/** What one does when somebody else has changed the comment or the issue that one was changing. */
export class Conflicts {
  readonly #dialogs: Shared["dialogs"];
  readonly #parts: ConflictParts;

  constructor({ dialogs }: Pick<Shared, "dialogs">, parts: ConflictParts) {
    this.#dialogs = dialogs;
    this.#parts = parts;
  }

  /** Shows all three texts, and says what has happened. */
  showComment(place: DraftPlace, theirs: Comment): Promise<void> {
    return this.#show(place, theirComment(theirs));
  }

  showIssue(place: IssuePlace, theirs: Issue): Promise<void> {
    return this.#show(place, theirIssue(theirs));
  }

  async merge(place: Place): Promise<void> {
    const dispute = this.#about(place);
    await dispute.save();
    await this.#open(dispute, await dispute.theirs());
  }

  /** Sends what was written here in the place of what the reader has seen there. */
  async keepMine(place: Place): Promise<void> {
    const dispute = this.#about(place);
    await dispute.save();
    const theirs = await dispute.theirs();
    const sure = await this.#dialogs.confirm({
      sentence: dispute.words.replace(theirs.author),
      detail: theirs.text.slice(0, LONGEST_SHOWN),
      yes: l10n.t("Keep Mine"),
    });
    if (!sure) return;
    await dispute.rebase(theirs.seen);
    await this.#parts.merging.close(dispute.mergePath);
    await dispute.send();
  }

  /** Gives up what was written here. */
  async takeTheirs(place: Place): Promise<void> {
    const dispute = this.#about(place);
    const sure = await this.#dialogs.confirm({
      sentence: dispute.words.giveUp(),
      detail: l10n.t("What you wrote is deleted here. Nothing changes on the server."),
      yes: l10n.t("Take Theirs"),
    });
    if (!sure) return;
    await this.#parts.merging.close(dispute.mergePath);
    await dispute.giveUp();
  }

  /** Makes the merged text the draft, to be read once more and sent. */
  async useMerged(given: Uri | undefined): Promise<void> {
    const { merging } = this.#parts;
    const uri = given?.scheme === MERGE_SCHEME ? given : mergeInSight();
    const done = uri === undefined ? undefined : await merging.settled(uri);
    const place = done === undefined ? undefined : this.#placeOf(done.merge.path);
    if (done === undefined || place === undefined) {
      await this.#dialogs.message("info", l10n.t("There is no merge whose conflicts are all settled."));
      return;
    }
    const dispute = this.#about(place);
    await dispute.take(done.text, done.merge.seen);
    await merging.close(done.merge.path);
    await dispute.open();
  }

  async #show(place: Place, theirs: Theirs): Promise<void> {
    const dispute = this.#about(place);
    await this.#open(dispute, theirs);
    void this.#dialogs.message("warning", dispute.words.changed(), [
      { label: l10n.t("Keep Mine"), run: () => this.keepMine(place) },
      { label: l10n.t("Take Theirs"), run: () => this.takeTheirs(place) },
    ]);
  }

  async #open(dispute: Dispute, { author, text, seen }: Theirs): Promise<void> {
    const texts = await dispute.texts();
    if (texts === undefined) return;
    const { mergePath: path, number: title } = dispute;
    await this.#parts.merging.open({ path, title, author, ...texts, theirs: text, seen });
  }

  #about(place: Place): Dispute {
    const { comments, issues } = this.#parts;
    return "thread" in place ? disputedComment(place, comments) : disputedIssue(place, issues);
  }

  #placeOf(path: string): Place | undefined {
    const { renames } = this.#parts.comments.store;
    const comment = parseDraftPath(path);
    return comment === undefined
      ? parseIssuePath(path)
      : // A merge that was left open may still bear a name that its repository had before.
        { ...comment, thread: renames.present(comment.thread) };
  }
}

const LONGEST_SHOWN = 600;

/** The merge that is meant where no document is named. */
function mergeInSight(): Uri | undefined {
  const merges = window.visibleTextEditors.map(({ document }) => document.uri).filter(isOutput);
  return merges.length === 1 ? merges[0] : undefined;
}

function isOutput({ scheme, query }: Uri): boolean {
  return scheme === MERGE_SCHEME && query === "";
}

// Runs the commands for drafts, from rows, panels, editors and the Command Palette.
import { env, type Disposable } from "vscode";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Comment, Id, Issue } from "../model/entities.ts";
import { threadWebUrl, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { IssueForm } from "../model/issue-text.ts";
import { formatPerson } from "../wording/people.ts";
import { isUnsent, getText, toBeginning, type Anchor, type Refusal } from "../writing/drafts/draft.ts";
import { places, getThread, threadAt, type Place } from "../writing/drafts/place.ts";
import type { SentDraft } from "../writing/sender.ts";
import { refuse, type Outcome } from "../writing/drafts/outcome.ts";
import { writeCreatedIssue } from "../writing/drafts/draft-document.ts";
import type { Writing } from "../writing/writing.ts";
import type { Conflicts } from "./conflicts.ts";
import type { Documents } from "./documents.ts";
import { unsentDrafts } from "./draft-rows.ts";
import { newIssuePlace } from "./new-issue.ts";
import { OutcomeMessages, type OfferedActions } from "./outcome-messages.ts";
import { describeUnreadable, wordingForKind, quoteText } from "./draft-text.ts";
import type { Permission } from "../repositories/permission.ts";

export interface DraftCommandDependencies {
  /** Checked before the user types anything. */
  readonly permission: Pick<Permission, "check">;
  readonly readIssue: (thread: ThreadAddress) => Promise<Issue>;
  /** Reloads a thread if a panel shows it. */
  readonly refresh: (thread: ThreadAddress) => Promise<void>;
  /** Call when issues were created or changed, to load the lists again. */
  readonly changed: (...threads: readonly ThreadAddress[]) => void;
  readonly shared: Pick<Shared, "allowServer" | "dialogs" | "log" | "now">;
  readonly writing: Writing;
  readonly documents: Documents;
  readonly conflicts: Conflicts;
  /** Opens the panel of a thread and, if given, scrolls to a comment. */
  readonly showThread: (thread: ThreadAddress, comment?: Id) => void;
  /** Scrolls the open panel of a thread. The focus stays where it is: the user may be typing elsewhere by now. */
  readonly scrollTo: (thread: ThreadAddress, comment: Id | undefined) => void;
  /** Whether the panel of a thread is visible. */
  readonly isInFront: (thread: ThreadAddress) => boolean;
  /** Returns why a file in the draft prevents sending it, if one does. */
  readonly findUploadFault: (place: Place) => Promise<Refusal | undefined>;
  /** Offers to push what a text needs on the server. Returns false if nothing should be sent. */
  readonly pushFirst: (place: Place) => Promise<boolean>;
  /** Asks the user to sign in. Returns undefined if they cancel. */
  readonly signIn: (base: string) => Promise<Account | undefined>;
}

/** Typing between saving and closing keeps an editor open, so both repeat up to this many times. */
const MAX_CLOSINGS = 5;

/** A plain comment, or one on a line. */
type ExistingComment = Pick<Comment, "author" | "body" | "id">;

export class DraftCommands implements OfferedActions, Disposable {
  readonly #dependencies: DraftCommandDependencies;
  readonly #messages: OutcomeMessages;
  readonly #disposables: Disposable;

  constructor(dependencies: DraftCommandDependencies) {
    this.#dependencies = dependencies;
    this.#messages = new OutcomeMessages(dependencies.shared, this);
    dependencies.writing.recovery.open((duplicate) => this.#messages.duplicate(duplicate));
    this.#disposables = dependencies.writing.sender.onDidSettle((settled) => void this.#finish(settled));
  }

  show(thread: ThreadAddress, comment?: Id): void {
    this.#dependencies.showThread(thread, comment);
  }

  async write(thread: ThreadAddress): Promise<void> {
    if (await this.#dependencies.permission.check("comment", thread))
      await this.#dependencies.documents.open(places.newComment(thread));
  }

  /** Opens the reply, and adds the quoted comment at its end. */
  async quote(thread: ThreadAddress, comment: Pick<Comment, "author" | "body">): Promise<void> {
    await this.append(thread, quoteText(comment), "\n\n");
  }

  /** Adds text at the end of the reply and opens it. Returns false if the user may not comment. */
  async append(thread: ThreadAddress, markdown: string, end = "\n"): Promise<boolean> {
    if (!(await this.#dependencies.permission.check("comment", thread))) return false;
    const { documents, writing } = this.#dependencies;
    const place = places.newComment(thread);
    await documents.save(place);
    const draft = await writing.drafts.get(place);
    const existing = draft === undefined || getText(draft) === "" ? "" : `${getText(draft).trimEnd()}\n\n`;
    await writing.drafts.save(place, `${existing}${markdown.trimEnd()}${end}`);
    await documents.open(place, { atEnd: true });
    return true;
  }

  /** Opens a comment for editing, and keeps its current text to detect conflicts when the edit is sent. */
  async edit(thread: ThreadAddress, comment: ExistingComment): Promise<void> {
    if (!(await this.#dependencies.permission.check("editComment", thread, comment))) return;
    await this.#openText(places.comment(thread, comment.id), () => Promise.resolve(comment));
  }

  /** Opens an issue's title and text for editing, and keeps the current ones to detect conflicts when they are sent. */
  async editIssue(thread: ThreadAddress): Promise<void> {
    if (!(await this.#dependencies.permission.check("changeIssue", thread))) return;
    await this.#openText(places.issueText(thread), () => this.#dependencies.readIssue(thread));
  }

  /** Opens a new issue, or an unfinished one that the user chooses to continue. Returns false if none was opened. */
  async beginIssue(repository: RepositoryAddress, given: Partial<IssueForm> = {}): Promise<boolean> {
    if (!(await this.#dependencies.permission.check("createIssue", repository))) return false;
    const { documents, shared, writing } = this.#dependencies;
    const place = await newIssuePlace({ drafts: writing.drafts, ...shared }, repository, given);
    if (place !== undefined) await documents.open(place);
    return place !== undefined;
  }

  /** Asks whether to delete a comment. For one on a line, `anchor` is where its text can be posted again. */
  async remove(thread: ThreadAddress, comment: ExistingComment, anchor?: Anchor): Promise<void> {
    if (!(await this.#dependencies.permission.check("deleteComment", thread, comment))) return;
    const sentence = l10n.t("Delete {0}'s comment on #{1}?", formatPerson(comment.author), String(thread.number));
    await this.#removeIfSure(thread, comment.id, sentence, anchor);
  }

  /** Asks whether to delete the second copy of a comment that was posted twice. */
  async removeSecond(thread: ThreadAddress, id: Id): Promise<void> {
    const sentence = l10n.t("Delete the second copy of your comment on #{0}?", String(thread.number));
    await this.#removeIfSure(thread, id, sentence);
  }

  /** Sends a draft and reports the outcome. Returns undefined if the user decides not to send it. */
  async send(place: Place, options: { readonly anyway?: boolean } = {}): Promise<Outcome | undefined> {
    const { conflicts, pushFirst, shared } = this.#dependencies;
    if (!(await pushFirst(place))) return undefined;
    const { sending } = wordingForKind(place.kind);
    const outcome = await shared.dialogs.progress(sending(place), () => this.sendQuietly(place, options));
    if (outcome.sent) {
      const isInFront = place.number !== undefined && this.#dependencies.isInFront(outcome.thread);
      const { thread, comment } = outcome;
      if (place.number === undefined) this.show(thread, comment);
      else if (isInFront && !outcome.more) this.#dependencies.scrollTo(thread, comment);
      this.#messages.showSent(place, outcome, { isInFront });
    } else if (outcome.why === "conflict" && outcome.theirs !== undefined) {
      await conflicts.show(place, outcome.theirs, this);
    } else this.#messages.showRefused(l10n.t("Not sent."), outcome, place);
    return outcome;
  }

  /** Sends a draft without any message. Its editors close once it has arrived. */
  async sendQuietly(place: Place, options: { readonly anyway?: boolean } = {}): Promise<Outcome> {
    await this.#dependencies.documents.save(place);
    const fault = await this.#dependencies.findUploadFault(place);
    if (fault !== undefined) return refuse(fault);
    const outcome = await this.#dependencies.writing.sender.send(place, options);
    if (outcome.sent && outcome.second !== undefined) void this.#dependencies.writing.recovery.findDuplicates();
    const thread = getThread(place);
    const mustRefresh = !outcome.sent && ["missing", "conflict", "unsure"].includes(outcome.why);
    if (mustRefresh && thread !== undefined) await this.#dependencies.refresh(thread);
    return outcome;
  }

  /** Sends all waiting drafts, and warns if any are left. */
  async sendOutbox(): Promise<void> {
    const { shared, writing } = this.#dependencies;
    await shared.dialogs.progress(l10n.t("Sending outbox…"), async () => {
      await writing.drafts.forgetServerErrors();
      await writing.outbox.run();
    });
    const left = (await unsentDrafts(writing.drafts)).filter(({ failure }) => failure !== undefined).length;
    const message = l10n.plural(
      left,
      "{0} not sent. It stays in the outbox.",
      "{0} not sent. They stay in the outbox.",
    );
    if (left > 0) await shared.dialogs.message("warning", message);
  }

  async discard(place: Place): Promise<void> {
    const { shared, writing } = this.#dependencies;
    const draft = await writing.drafts.get(place);
    if (draft !== undefined && isUnsent(draft)) {
      const sure = await shared.dialogs.confirm({
        sentence: wordingForKind(place.kind).discardQuestion(place),
        detail: l10n.t("The draft is deleted. Nothing changes on the server."),
        yes: l10n.t("Discard"),
      });
      if (!sure) return;
    }
    await this.removeDrafts([place]);
  }

  /** Removes drafts, and what is known about sending them. The caller has asked. */
  async removeDrafts(all: readonly Place[]): Promise<void> {
    const { attempts, drafts } = this.#dependencies.writing;
    for (const place of all) {
      const draft = await drafts.get(place);
      await this.#removeDraft(place);
      if (draft !== undefined) await attempts.remove(draft.id);
    }
  }

  /** Says why a draft can't be opened, and where its file is. */
  async explainUnreadable(file: string): Promise<void> {
    const { shared, writing } = this.#dependencies;
    const text = (await writing.drafts.listUnreadable()).find((each) => each.file === file);
    if (text === undefined) return;
    const message = l10n.t("This draft can't be read ({0}): {1}", describeUnreadable(text), file);
    await shared.dialogs.message("warning", message, [
      { label: l10n.t("Copy Path"), run: () => this.copy(file) },
      { label: l10n.t("Discard…"), run: () => this.discardUnreadable(file) },
    ]);
  }

  async discardUnreadable(file: string): Promise<void> {
    const { shared, writing } = this.#dependencies;
    const sure = await shared.dialogs.confirm({
      sentence: l10n.t("Discard the draft that can't be read?"),
      detail: l10n.t("This file is deleted: {0}", file),
      yes: l10n.t("Discard"),
    });
    if (sure) await writing.drafts.discardUnreadable(file);
  }

  /** Turns the edit of a comment that no longer exists into a new comment. */
  async postAsNew(place: Place): Promise<void> {
    const { documents, writing } = this.#dependencies;
    await documents.save(place);
    const draft = await writing.drafts.get(place);
    const thread = getThread(place);
    if (draft === undefined || thread === undefined) return;
    if (await this.append(thread, getText(draft))) await this.#removeDraft(place);
  }

  async copy(text: string): Promise<void> {
    await env.clipboard.writeText(text);
  }

  /** Deletes a comment and keeps its text. The caller has asked. */
  async removeNow(thread: ThreadAddress, id: Id, anchor?: Anchor): Promise<void> {
    const { refresh, shared, writing } = this.#dependencies;
    const refusal = await writing.deletion.remove(thread, id, anchor);
    await refresh(thread);
    const place = places.deletedComment(thread, id);
    if (refusal === undefined) {
      const postAgain = { label: l10n.t("Post Again"), run: () => this.postAgain(place) };
      void shared.dialogs.message("info", l10n.t("Comment deleted. Its text is kept."), [postAgain]);
    } else if (refusal.why === "lost") {
      const message = l10n.t("No response from the server: the comment may not have been deleted. Its text is kept.");
      void shared.dialogs.message("warning", message);
    } else this.#messages.showRefused(l10n.t("Comment not deleted."), refusal, place, { kept: false });
  }

  /** Posts the text of a deleted comment. One that was on a line becomes a draft on that line again. */
  async postAgain(place: Place): Promise<void> {
    const { documents, writing } = this.#dependencies;
    const draft = await writing.drafts.get(place);
    if (draft?.anchor === undefined) return void (await this.send(place));
    const again = places.reviewComment(threadAt(place));
    await writing.drafts.begin(again, { anchor: draft.anchor, text: getText(draft) });
    await this.removeDrafts([place]);
    await documents.open(again);
  }

  async openDraft(place: Place): Promise<void> {
    await this.#dependencies.documents.open(place);
  }

  async copyDraft(place: Place): Promise<void> {
    await this.#dependencies.documents.save(place);
    const draft = await this.#dependencies.writing.drafts.get(place);
    if (draft !== undefined) await env.clipboard.writeText(getText(draft));
  }

  /** Copies the URL of a comment, or of the issue itself. */
  async copyLink(thread: ThreadAddress, pull: boolean, comment?: Id): Promise<void> {
    await env.clipboard.writeText(threadWebUrl(thread, pull, comment));
  }

  async signIn(base: string): Promise<void> {
    await this.#dependencies.signIn(base);
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #removeIfSure(thread: ThreadAddress, id: Id, sentence: string, anchor?: Anchor): Promise<void> {
    const detail = l10n.t("A copy is kept so you can post it again.");
    const sure = await this.#dependencies.shared.dialogs.confirm({ sentence, detail, yes: l10n.t("Delete") });
    if (sure) await this.removeNow(thread, id, anchor);
  }

  /** Opens an existing text for editing. Without earlier edits, it starts with the server's current version. */
  async #openText(place: Place, load: () => Promise<ExistingComment | Issue>): Promise<void> {
    const { documents, writing } = this.#dependencies;
    const hasEdits = async (): Promise<boolean> => {
      const draft = await writing.drafts.get(place);
      return documents.isBeingWritten(place) || (draft !== undefined && isUnsent(draft));
    };
    if (!(await hasEdits())) {
      const beginning = toBeginning(await load());
      // The user may have typed in an open editor during the load. That edit belongs to the version it started with.
      if (!(await hasEdits())) {
        await writing.drafts.remove(place);
        await writing.drafts.begin(place, beginning);
      }
    }
    await documents.open(place);
  }

  /** Removes a draft and closes its editors. They are saved first, so that VS Code doesn't ask. */
  async #removeDraft(place: Place): Promise<void> {
    const { conflicts, documents, writing } = this.#dependencies;
    await conflicts.close(place);
    await documents.save(place);
    await documents.close(place);
    await writing.drafts.remove(place);
  }

  /** Closes the editor of a created issue or pull request. Text typed in it since the send becomes an edit of the issue. */
  async #closeCreated(place: Place, created: Place, sent: string): Promise<void> {
    const { documents, writing } = this.#dependencies;
    const { drafts } = writing;
    if (!documents.isUnsaved(place)) {
      await documents.close(place);
      return;
    }
    for (let attempt = 0; attempt < MAX_CLOSINGS && documents.isUnsaved(place); attempt += 1) {
      await documents.save(place);
      await documents.close(place);
    }
    const typed = await drafts.get(place);
    if (typed === undefined || documents.isUnsaved(place)) return;
    await drafts.save(created, writeCreatedIssue(getText(typed), sent));
    await drafts.remove(place);
    await documents.open(created);
  }

  /** After a text was sent by the user or the outbox, closes its editors and updates the lists. */
  async #finish({ place, parts, text, sent, automatic }: SentDraft): Promise<void> {
    const { changed, documents } = this.#dependencies;
    if (place.number === undefined) await this.#closeCreated(place, places.issueText(sent.thread), text);
    else if (!sent.more) await documents.close(place);
    for (const part of parts) await documents.close(part);
    if (sent.comment === undefined) changed(sent.thread);
    if (automatic) this.#messages.showSentLater(place, sent);
  }
}

import { env } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import type { Problem } from "../base/problem.ts";
import type { Action } from "../workbench/dialogs.ts";
import type { Shared } from "../workbench/shared.ts";
import { isGhost, withLineFeeds } from "./model/entities.ts";
import type { Comment } from "./model/entities.ts";
import { commentWebUrl, fullName } from "./model/address.ts";
import type { ThreadAddress } from "./model/address.ts";
import { isUnsent, textOf } from "./model/draft.ts";
import type { DraftPlace } from "./model/draft.ts";
import type { CommentContext } from "./thread-panel/comment-context.ts";
import type { Conflicts } from "./conflicts.ts";
import type { Documents } from "./documents.ts";
import type { SignIn as Signing } from "./repositories/sign-in.ts";
import type { Store } from "./store.ts";
import type { Outcome, Refused } from "./store/refusals.ts";
import { CommentSubject } from "./subjects.ts";
import { unsentOf } from "./unsent.ts";
import { nameOf, refusalSentence } from "./words.ts";

/** What can be done with comments, from wherever it is asked for. */
export class Acts {
  readonly #shared: Shared;
  readonly #store: Store;
  readonly #documents: Documents;
  readonly #conflicts: Conflicts;
  readonly #isUploading: (place: DraftPlace) => boolean;
  readonly #signing: Signing;
  readonly #show: (thread: ThreadAddress, comment?: bigint) => void;

  constructor(
    shared: Shared,
    parts: {
      readonly store: Store;
      readonly documents: Documents;
      readonly conflicts: Conflicts;
      /** Whether a file that belongs to the draft is still on its way. */
      readonly isUploading: (place: DraftPlace) => boolean;
      readonly signing: Signing;
      /** Shows the thread, and a comment in it. */
      readonly show: (thread: ThreadAddress, comment?: bigint) => void;
    },
  ) {
    this.#shared = shared;
    this.#store = parts.store;
    this.#documents = parts.documents;
    this.#conflicts = parts.conflicts;
    this.#isUploading = parts.isUploading;
    this.#signing = parts.signing;
    this.#show = parts.show;
  }

  show(thread: ThreadAddress, comment?: bigint): void {
    this.#show(thread, comment);
  }

  async write(thread: ThreadAddress): Promise<void> {
    if (await this.#mayWrite(thread)) await this.#documents.open({ thread, target: { kind: "new" } });
  }

  /** Opens the reply with the comment quoted below what is there already. */
  async quote(thread: ThreadAddress, { author, body }: Comment): Promise<void> {
    if (!(await this.#mayWrite(thread))) return;
    const place: DraftPlace = { thread, target: { kind: "new" } };
    await this.#documents.save(place);
    const draft = await this.#store.drafts.get(place);
    const quoted = withLineFeeds(body)
      .trimEnd()
      .split("\n")
      .map((line) => (line === "" ? ">" : `> ${line}`));
    const begun = draft === undefined || textOf(draft) === "" ? "" : `${textOf(draft).trimEnd()}\n\n`;
    const by = isGhost(author) ? nameOf(author) : `@${author?.login}`;
    const text = `${begun}> ${l10n.t("{0} wrote:", by)}\n>\n${quoted.join("\n")}\n\n`;
    await this.#store.drafts.save(place, text, this.#beginning(thread));
    await this.#documents.open(place);
  }

  /** Opens the comment that is written there with this below what it says already. */
  async append(thread: ThreadAddress, markdown: string): Promise<void> {
    if (!(await this.#mayWrite(thread))) return;
    const place: DraftPlace = { thread, target: { kind: "new" } };
    await this.#documents.save(place);
    const draft = await this.#store.drafts.get(place);
    const begun = draft === undefined || textOf(draft) === "" ? "" : `${textOf(draft).trimEnd()}\n\n`;
    await this.#store.drafts.save(place, `${begun}${markdown.trimEnd()}\n`, this.#beginning(thread));
    await this.#documents.open(place);
  }

  /** Opens the comment as a document; what it says now is kept, to be compared with when it is sent. */
  async edit(thread: ThreadAddress, comment: Comment): Promise<void> {
    if (!(await this.#mayWrite(thread))) return;
    const place: DraftPlace = { thread, target: { kind: "comment", id: comment.id } };
    const author = comment.author?.login;
    const draft = await this.#store.drafts.get(place);
    // Nothing was changed in it, so it begins anew with what the comment says by now.
    if (draft !== undefined && !isUnsent(draft)) await this.#store.drafts.remove(place);
    await this.#store.drafts.begin(place, {
      ...this.#beginning(thread),
      opened: comment.body,
      ...(author === undefined ? {} : { author }),
    });
    await this.#documents.open(place);
  }

  async remove(thread: ThreadAddress, comment: Comment): Promise<void> {
    if (!(await this.#mayWrite(thread))) return;
    const sure = await this.#shared.dialogs.confirm({
      sentence: l10n.t("Delete the comment of {0} on #{1}?", nameOf(comment.author), String(thread.number)),
      detail: l10n.t("Its text is kept here, so that it can be posted again."),
      yes: l10n.t("Delete"),
    });
    if (!sure) return;
    const refused = await this.#store.desk.deleting.remove(thread, comment.id);
    await this.#store.readThread(thread);
    if (refused !== undefined) {
      if (refused.why === "lost") {
        const words = l10n.t(
          "The answer was lost, so it is not known yet whether the comment is deleted. Its text is kept until it is.",
        );
        void this.#shared.dialogs.message("warning", words);
      } else this.#tellRefused(l10n.t("The comment was not deleted."), refused, thread);
      return;
    }
    const place: DraftPlace = { thread, target: { kind: "deleted", id: comment.id } };
    const again = { label: l10n.t("Post Again"), run: () => this.send(place) };
    void this.#shared.dialogs.message("info", l10n.t("The comment is deleted. Its text is kept."), [again]);
  }

  /** Sends a draft, and says what became of it. */
  async send(place: DraftPlace): Promise<Outcome> {
    await this.#documents.save(place);
    const { target, thread } = place;
    const outcome = await this.#shared.dialogs.progress(l10n.t("Sending to #{0}…", String(thread.number)), () =>
      this.#sent(place),
    );
    if (outcome.sent) {
      const told = target.kind === "comment" ? l10n.t("The changes are sent.") : l10n.t("Comment posted.");
      const more = outcome.more ? ` ${l10n.t("What you wrote meanwhile is kept as a draft.")}` : "";
      const show = { label: l10n.t("Show"), run: () => this.#show(thread, outcome.id) };
      void this.#shared.dialogs.message("info", told + more, [show]);
    } else if (outcome.why === "conflict" && outcome.theirs !== undefined) {
      await this.#conflicts.showComment(place, outcome.theirs);
    } else {
      this.#tellRefused(l10n.t("Not sent."), outcome, thread, place);
    }
    return outcome;
  }

  /** Sends without saying a word; the editors close when it is there. */
  async sendQuietly(place: DraftPlace): Promise<Outcome> {
    await this.#documents.save(place);
    return this.#sent(place);
  }

  /** Sends what waited for the connection; it asks nobody, so it leaves alone what is just being written. */
  async sendWaiting(place: DraftPlace): Promise<void> {
    if (this.#documents.isBeingWritten(place)) return;
    const outcome = await this.#sent(place);
    if (!outcome.sent) return;
    const { thread } = place;
    const told = l10n.t("What waited for {0} is sent.", `${fullName(thread)}#${thread.number}`);
    const show = { label: l10n.t("Show"), run: () => this.#show(thread, outcome.id) };
    void this.#shared.dialogs.message("info", told, [show]);
  }

  /** Sends all that waits, and says how much of it is left. */
  async sendOutbox(): Promise<void> {
    const { dialogs } = this.#shared;
    await dialogs.progress(l10n.t("Sending what waits…"), () => this.#store.desk.outbox.turn());
    const left = (await unsentOf(this.#store)).filter(({ draft }) => draft.failure !== undefined).length;
    if (left > 0) await dialogs.message("warning", l10n.t("{0} not sent. All are kept in the outbox.", String(left)));
  }

  async discard(place: DraftPlace): Promise<void> {
    const draft = await this.#store.drafts.get(place);
    if (draft !== undefined && isUnsent(draft)) {
      const sure = await this.#shared.dialogs.confirm({
        sentence: l10n.t("Discard the draft on #{0}?", String(place.thread.number)),
        detail: l10n.t("What you wrote is deleted here. Nothing changes on the server."),
        yes: l10n.t("Discard"),
      });
      if (!sure) return;
    }
    // Saved first, so that closing asks nothing.
    await this.#documents.save(place);
    await this.#documents.close(place);
    await this.#store.drafts.remove(place);
  }

  /** The comment is gone: its new text becomes a comment of its own. */
  async postAnew(place: DraftPlace): Promise<void> {
    await this.#documents.save(place);
    const draft = await this.#store.drafts.get(place);
    if (draft === undefined) return;
    await this.append(place.thread, textOf(draft));
    await this.#documents.close(place);
    await this.#store.drafts.remove(place);
  }

  async openDraft(place: DraftPlace): Promise<void> {
    await this.#documents.open(place);
  }

  async copyDraft(place: DraftPlace): Promise<void> {
    await this.#documents.save(place);
    const draft = await this.#store.drafts.get(place);
    if (draft !== undefined) await env.clipboard.writeText(textOf(draft));
  }

  /** Copies what was written, as Markdown. */
  async copyComment(given: CommentSubject | CommentContext): Promise<void> {
    if (given instanceof CommentSubject) {
      await env.clipboard.writeText(given.comment.body);
      return;
    }
    const { thread } = this.#store.thread(given.thread);
    const comment = thread?.comments?.find(({ id }) => id === given.comment);
    const body = given.comment === undefined ? thread?.issue.body : comment?.body;
    if (body !== undefined) await env.clipboard.writeText(body);
  }

  async copyLink(thread: ThreadAddress, comment: bigint, pull: boolean): Promise<void> {
    await env.clipboard.writeText(commentWebUrl(thread, pull, comment));
  }

  async signIn(base: string): Promise<void> {
    await this.#signing.add(base);
  }

  async #sent(place: DraftPlace): Promise<Outcome> {
    if (this.#isUploading(place)) return { sent: false, why: "uploading", problem: undefined };
    const { thread } = place;
    const outcome = await this.#store.desk.writing.send(place);
    if (outcome.sent && !outcome.more) await this.#documents.close(place);
    if (outcome.sent || outcome.why === "missing" || outcome.why === "conflict") await this.#store.readThread(thread);
    return outcome;
  }

  #tellRefused(what: string, { why, problem }: Refused, thread: ThreadAddress, place?: DraftPlace): void {
    const { dialogs, log, now } = this.#shared;
    log.warn(`${what} ${why}`, { issue: String(thread.number), problem: problem?.message });
    const sentence = refusalSentence(why, problem, thread, now());
    const kept = place === undefined || why === "empty" || why === "gone" ? "" : ` ${l10n.t("The draft is kept.")}`;
    const anew =
      place?.target.kind === "comment" && why === "missing"
        ? [{ label: l10n.t("Post as New Comment"), run: () => this.postAnew(place) }]
        : [];
    void dialogs.message("error", `${what} ${sentence}${kept}`, [...anew, ...this.#remedies(problem, thread, place)]);
  }

  #remedies(problem: Problem | undefined, thread: ThreadAddress, place: DraftPlace | undefined): readonly Action[] {
    const remedies = problem?.remedies ?? [];
    return [
      ...(remedies.includes("signIn") ? [{ label: l10n.t("Sign In…"), run: () => this.signIn(thread.base) }] : []),
      ...(remedies.includes("retry") && place !== undefined
        ? [{ label: l10n.t("Retry"), run: () => this.send(place) }]
        : []),
      ...(remedies.includes("showLog") ? [{ label: l10n.t("Show Log"), run: () => this.#shared.log.show() }] : []),
    ];
  }

  /** Nobody writes without an account; the question comes before anything is typed. */
  async #mayWrite(thread: ThreadAddress): Promise<boolean> {
    return this.#store.accountAt(thread) !== undefined || (await this.#signing.add(thread.base)) !== undefined;
  }

  #beginning(thread: ThreadAddress): { readonly repository?: bigint } {
    const repository = this.#store.repositories.idOf(thread);
    return repository === undefined ? {} : { repository };
  }
}

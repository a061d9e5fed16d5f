// Reports the outcome of a send, and offers next steps.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Action } from "../../workbench/dialogs/dialogs.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { formatPull, type Id } from "../model/entities.ts";
import { fullName, type ThreadAddress } from "../model/address.ts";
import { getThread, isReview, type Place } from "../writing/drafts/place.ts";
import type { Duplicate } from "../writing/recovery.ts";
import type { Refused, Sent } from "../writing/drafts/outcome.ts";
import { remedyLabel } from "../../workbench/problems.ts";
import { canPostAsNew, wordingForKind, refusalSentence, describePlace } from "./draft-text.ts";

/** The actions that messages offer. */
export interface OfferedActions {
  readonly show: (thread: ThreadAddress, comment?: Id) => void;
  readonly send: (place: Place, how?: { readonly anyway?: boolean }) => Promise<unknown>;
  readonly postAsNew: (place: Place) => Promise<void>;
  readonly discard: (place: Place) => Promise<void>;
  readonly removeNow: (thread: ThreadAddress, comment: Id) => Promise<void>;
  readonly signIn: (base: string) => Promise<unknown>;
  readonly copy: (text: string) => Promise<void>;
}

export class OutcomeMessages {
  readonly #shared: Pick<Shared, "allowServer" | "dialogs" | "log" | "now">;
  readonly #actions: OfferedActions;

  constructor(shared: Pick<Shared, "allowServer" | "dialogs" | "log" | "now">, actions: OfferedActions) {
    this.#shared = shared;
    this.#actions = actions;
  }

  /** Reports a draft that the user sent. A text whose thread is in front says by itself that it has arrived. */
  showSent(place: Place, sent: Sent, { isInFront = false } = {}): void {
    const { dialogs } = this.#shared;
    const fresh = place.number === undefined;
    const sentences = [
      wordingForKind(place.kind).sent(String(sent.thread.number)),
      ...(sent.more ? [l10n.t("What you wrote since then is kept as a draft.")] : []),
    ];
    // The notice about the second copy also says that the text was posted.
    if (sent.second !== undefined) return;
    if (sent.cutTitle !== undefined) {
      this.#showCutTitle(sentences.join(" "), sent, sent.cutTitle);
      return;
    }
    if (sent.dropped.length > 0 && fresh) {
      const ignored = l10n.t(
        "The server ignored: {0}. Setting this requires write access to {1}.",
        sent.dropped.join(", "),
        fullName(place.repository),
      );
      void dialogs.message("warning", [sentences[0], ignored, ...sentences.slice(1)].join(" "));
    } else if (!isInFront || sent.more) {
      void dialogs.message("info", sentences.join(" "), fresh ? [] : [this.#showAction(sent)]);
    }
  }

  /** Reports a draft that the outbox sent. */
  showSentLater({ kind }: Place, sent: Sent): void {
    const { thread } = sent;
    const message = wordingForKind(kind).sentLater(`${fullName(thread)}#${thread.number}`);
    if (sent.cutTitle !== undefined) this.#showCutTitle(message, sent, sent.cutTitle);
    else void this.#shared.dialogs.message("info", message, [this.#showAction(sent)]);
  }

  /** The whole title is nowhere else by now. */
  #showCutTitle(message: string, sent: Sent, { kept, whole }: NonNullable<Sent["cutTitle"]>): void {
    const { dialogs } = this.#shared;
    const cut = l10n.t("The server kept only the first {0} characters of the title.", String(kept));
    void dialogs.message("warning", `${message} ${cut}`, [
      { label: l10n.t("Copy Whole Title"), run: () => this.#actions.copy(whole) },
      this.#showAction(sent),
    ]);
  }

  /** Reports a text that was posted twice. Resolves once the notice is gone. */
  async duplicate({ first, place, second }: Duplicate): Promise<void> {
    const { dialogs } = this.#shared;
    const thread = getThread(place);
    if (thread !== undefined && isReview(place)) {
      const twice = l10n.t(
        "Your review of {0} was submitted twice because the request was repeated.",
        describePlace(place),
      );
      await dialogs.message("warning", twice, [{ label: l10n.t("Show"), run: () => this.#actions.show(thread) }]);
      return;
    }
    if (thread !== undefined) {
      const where = `${fullName(thread)}#${thread.number}`;
      await dialogs.message(
        "warning",
        l10n.t("Your comment on {0} was posted twice because the request was repeated.", where),
        [
          { label: l10n.t("Delete Second Copy"), run: () => this.#actions.removeNow(thread, second) },
          { label: l10n.t("Show"), run: () => this.#actions.show(thread, second) },
        ],
      );
      return;
    }
    const numbers = [String(first), String(second)];
    const sentence = l10n.t(
      "Your issue was created twice, as #{0} and #{1}, because the request was repeated.",
      ...numbers,
    );
    const show = (): void => this.#actions.show({ ...place.repository, number: second });
    await dialogs.message("warning", sentence, [{ label: l10n.t("Show #{0}", String(second)), run: show }]);
  }

  #showAction({ comment, thread }: Sent): Action {
    return { label: l10n.t("Show"), run: () => this.#actions.show(thread, comment) };
  }

  /** Reports why a draft was not sent or a comment not deleted. */
  showRefused(failure: string, refusal: Refused, place: Place, { kept = true } = {}): void {
    const { dialogs, log, now } = this.#shared;
    const { problem, why } = refusal;
    log.warn(`${failure} ${why}`, { where: describePlace(place), problem: problem?.message });
    const sentence = refusalSentence(refusal, place, now());
    const more = !kept || why === "empty" || why === "gone" ? "" : ` ${l10n.t("Your draft is kept.")}`;
    void dialogs.message("error", `${failure} ${sentence}${more}`, this.#remedies(refusal, place, kept));
  }

  #remedies({ names, problem, why }: Refused, place: Place, kept: boolean): readonly Action[] {
    const existing = why === "pullExists" ? { ...place.repository, number: BigInt(names[0] ?? 0) } : undefined;
    const remedies = problem?.remedies ?? [];
    const action = (label: string, run: () => unknown): Action => ({ label, run });
    const asNew = kept && canPostAsNew(place, why);
    const thread = getThread(place);
    // Triptych has checked and can't tell, and a retry couldn't either. Only the user can.
    const isUnsure = why === "unsure";
    const allow = async (): Promise<void> => {
      if ((await this.#shared.allowServer(problem)) && kept) await this.#actions.send(place);
    };
    return [
      ...(existing === undefined
        ? []
        : [action(l10n.t("Open {0}", formatPull(existing.number)), () => this.#actions.show(existing))]),
      ...(asNew ? [action(l10n.t("Post as New Comment"), () => this.#actions.postAsNew(place))] : []),
      ...(isUnsure && thread !== undefined ? [action(l10n.t("Show"), () => this.#actions.show(thread))] : []),
      ...(isUnsure ? [action(l10n.t("Send Anyway"), () => this.#actions.send(place, { anyway: true }))] : []),
      ...(why === "signedOut" || remedies.includes("signIn")
        ? [action(l10n.t("Sign In…"), () => this.#actions.signIn(place.repository.base))]
        : []),
      ...(remedies.includes("allowServer") ? [action(remedyLabel("allowServer"), allow)] : []),
      ...(kept && isUnsure ? [action(l10n.t("Discard…"), () => this.#actions.discard(place))] : []),
      ...(kept && !isUnsure && remedies.includes("retry")
        ? [action(l10n.t("Retry"), () => this.#actions.send(place))]
        : []),
      ...(remedies.includes("showLog") ? [action(l10n.t("Show Log"), () => this.#shared.log.show())] : []),
    ];
  }
}

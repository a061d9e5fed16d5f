// Builds the banners of a thread (outdated, incomplete, read-only, not sent) and its reply box.
import { l10n } from "../../workbench/text/l10n.ts";
import type { Problem } from "../../base/problem.ts";
import type { ActionId, FromPanel } from "../../panels/thread/protocol.ts";
import type { Button } from "../../panels/kit/content/text-model.ts";
import type { BannerView, WriteView } from "../../panels/thread/messages.ts";
import { outdatedBanner as buildOutdatedBanner, remedyButton, remedyButtons } from "../../workbench/panels/remedies.ts";
import { describeProblem, remedyLabel } from "../../workbench/problems.ts";
import { format } from "../../workbench/text/format.ts";
import { formatNumber, type Id } from "../model/entities.ts";
import { fullName, formatHost, type ThreadAddress } from "../model/address.ts";
import type { ThreadState } from "../thread/threads.ts";
import { isWaiting, getText, toSentText, type Draft, type Failure } from "../writing/drafts/draft.ts";
import { places } from "../writing/drafts/place.ts";
import type { Refused, Sent } from "../writing/drafts/outcome.ts";
import { toProblem, refusalSentence, refusalReason } from "../editing/draft-text.ts";
import { availableActions } from "../triage/issue-actions.ts";
import { reviewBanners } from "./review-view.ts";
import type { Access } from "../repositories/access.ts";
import type { IssueChanges } from "../triage/changes.ts";
import type { RepositoryNames } from "../repositories/repository-names.ts";

interface BannerServices {
  readonly access: Access;
  readonly changes: IssueChanges;
  readonly repositoryNames: RepositoryNames;
}

/** Everything that determines the banners and the reply box of a thread. */
export interface BannerContext {
  readonly address: ThreadAddress;
  readonly state: ThreadState;
  readonly draft: Draft | undefined;
  readonly sending: boolean;
  /** Why the last send from this panel failed. */
  readonly refusal: Refused | undefined;
  /** The last posted reply, from any window. */
  readonly posted: { readonly sent: Sent; readonly at: number } | undefined;
  /** The text in the box, if it could not be saved. */
  readonly unsaved: { readonly text: string; readonly problem: Problem } | undefined;
  readonly services: BannerServices;
  readonly now: number;
}

/** Returns a button for an action of the panel. */
function actionButton(id: ActionId, label: string, about?: Id): Button<FromPanel> {
  return { act: { type: "action", id, about: about === undefined ? undefined : String(about) }, label };
}

/** True if the reply box is shown. In a locked thread, it is shown unless the user is known to lack write access. */
export function mayWrite({ address, state, services }: Pick<BannerContext, "address" | "state" | "services">): boolean {
  return services.access.offers("comment", address, { issue: state.thread?.issue });
}

const WARNING = { icon: "warning", tone: "caution" } as const;

/** Builds the reply box. */
export function writeView(context: BannerContext): WriteView {
  const { address, state, draft, sending, unsaved, services, now } = context;
  const failure = draft && findFailure(draft);
  const name = state.thread === undefined ? `#${address.number}` : formatNumber(state.thread.issue);
  return {
    who: services.access.loginAt(address) ?? services.access.accountAt(address)?.name ?? "",
    label: l10n.t("Reply to {0}", name),
    text: unsaved?.text ?? (draft === undefined ? "" : getText(draft)),
    ...(unsaved !== undefined
      ? { status: l10n.t("Not saved"), ...WARNING }
      : draft === undefined || failure === undefined
        ? { status: describeStored(context), icon: "check", tone: "" }
        : { status: whyNotSent(draft, failure, now), ...WARNING }),
    sending,
    ...closeLabels({ address, state, services }),
  };
}

/** Says when the text was saved, or when the last one was posted. */
function describeStored({ draft, posted, now }: BannerContext): string {
  if (hasText(draft)) return l10n.t("Draft saved {0}", format.clockTime(draft.keptAt, now));
  return posted === undefined ? "" : l10n.t("Posted {0}", format.clockTime(posted.at, now));
}

function whyNotSent(draft: Draft, failure: Failure, now: number): string {
  const reason = refusalReason(failure.why, toProblem(failure, draft.place), now);
  return isWaiting(draft) ? l10n.t("Waiting: {0}", reason) : l10n.t("Not sent: {0}", reason);
}

/** Labels the button beside the box that closes or reopens the issue, if the user may do that. */
function closeLabels({ address, state, services }: Parameters<typeof mayWrite>[0]): Pick<WriteView, "close"> {
  const issue = state.thread?.issue;
  if (issue === undefined) return {};
  const actions = availableActions(services, address, issue);
  if (actions.includes("close")) {
    const withoutText = issue.pull === undefined ? l10n.t("Close Issue") : l10n.t("Close Pull Request");
    return { close: { withoutText, withText: l10n.t("Close with Comment") } };
  }
  if (!actions.includes("reopen")) return {};
  const withoutText = issue.pull === undefined ? l10n.t("Reopen Issue") : l10n.t("Reopen Pull Request");
  return { close: { withoutText, withText: l10n.t("Reopen with Comment") } };
}

export function buildBanners(context: BannerContext): readonly BannerView[] {
  const all = [
    outdatedBanner(context),
    missingEventsBanner(context),
    cutBanner(context),
    skippedBanner(context),
    ...(context.state.thread === undefined ? [] : reviewBanners(context.state.thread, context.now)),
    closedBanner(context),
    replyBanner(context),
  ];
  return all.filter((banner) => banner !== undefined);
}

/** The look of banners for outdated or incomplete data. */
const INCOMPLETE = { kind: "banner", tone: "caution", place: "top" } as const;

/** Shown if the last load failed, so that the panel shows older data. */
function outdatedBanner({ state: { thread, problem }, now }: BannerContext): BannerView | undefined {
  if (problem === undefined || thread === undefined) return undefined;
  return { ...buildOutdatedBanner(problem, thread.readAt, now, remedyLabel("signIn")), place: "top" };
}

function missingEventsBanner({ state: { thread }, now }: BannerContext): BannerView | undefined {
  if (thread?.withoutEvents === undefined) return undefined;
  const { sentence } = describeProblem(thread.withoutEvents, now);
  const buttons = remedyButtons({ remedies: ["retry", "showLog"] });
  return { ...INCOMPLETE, start: l10n.t("Events could not be loaded."), sentence, buttons };
}

function cutBanner({ state: { thread } }: BannerContext): BannerView | undefined {
  if (thread?.cut !== true) return undefined;
  const sentence = l10n.t(
    "Only the first {0} events are shown. See the rest on the web.",
    format.count(thread.records.length),
  );
  const buttons = [actionButton("openOnWeb", l10n.t("Open on the Web"))];
  return { ...INCOMPLETE, start: l10n.t("Not all events are shown."), sentence, buttons };
}

function skippedBanner({ state: { thread } }: BannerContext): BannerView | undefined {
  if (thread === undefined || thread.skipped === 0) return undefined;
  const sentence = l10n.t("Part of the server's response could not be read.");
  const start = l10n.plural(thread.skipped, "{0} entry skipped.", "{0} entries skipped.");
  return { ...INCOMPLETE, start, sentence, buttons: [remedyButton("showLog")] };
}

/** Explains why the user, or some users, can't reply. */
function closedBanner(context: BannerContext): BannerView | undefined {
  const { address, state, draft, services, now } = context;
  const banner = { kind: "banner", tone: "info", place: "write" } as const;
  if (services.access.accountAt(address) === undefined) {
    const sentence = l10n.t("Sign in to {0} to reply.", formatHost(address.base));
    return { ...banner, icon: "account", sentence, buttons: [remedyButton("signIn")] };
  }
  const right = services.access.checkRight("comment", address, { issue: state.thread?.issue });
  if (right.may === "no" && right.why === "scope") {
    const sentence = l10n.t("Your token lacks write:issue. Sign in with one that has it to reply.");
    return { ...banner, icon: "key", start: l10n.t("Read-only."), sentence, buttons: [remedyButton("signIn")] };
  }
  const archived = services.repositoryNames.getKnown(address)?.archived === true;
  if (!archived && state.thread?.issue.locked !== true) return undefined;
  const kept = hasText(draft) ? ` ${l10n.t("Your draft from {0} is kept.", format.clockTime(draft.keptAt, now))}` : "";
  const sentence = archived
    ? l10n.t("{0} is read-only.", fullName(address))
    : l10n.t("Only people with write access to {0} can comment.", fullName(address));
  const buttons =
    kept === "" || mayWrite(context)
      ? []
      : [actionButton("copyDraft", l10n.t("Copy Draft")), actionButton("openDraft", l10n.t("Open in Editor"))];
  const start = archived ? l10n.t("Archived.") : l10n.t("Locked.");
  return { ...banner, icon: "lock", start, sentence: sentence + (mayWrite(context) ? "" : kept), buttons };
}

/** Shows whether the reply was saved and sent, from any window. */
function replyBanner(context: BannerContext): BannerView | undefined {
  const { address, draft, now, posted, unsaved } = context;
  const failed = { kind: "banner", tone: "failed", place: "write" } as const;
  if (unsaved !== undefined) {
    const { sentence } = describeProblem(unsaved.problem, now);
    return { ...failed, start: l10n.t("Draft not saved."), sentence, buttons: [remedyButton("showLog")] };
  }
  const refusal = findRefusal(context);
  if (refusal !== undefined) {
    const { problem, why } = refusal;
    // The reply has a button to send it again.
    const remedies = (problem?.remedies ?? []).filter((each) => each !== "retry" && each !== "openSettings");
    const kept = draft === undefined || why === "empty" || why === "gone" ? "" : ` ${describeKept(draft)}`;
    const anyway = why === "unsure" ? [actionButton("sendAnyway", l10n.t("Send Anyway"))] : [];
    return {
      ...failed,
      start: l10n.t("Not sent."),
      sentence: refusalSentence(refusal, places.newComment(address), now) + kept,
      buttons: [...anyway, ...remedies.map((remedy) => remedyButton(remedy, undefined, problem))],
    };
  }
  if (posted?.sent.second === undefined) return undefined;
  const { comment, second } = posted.sent;
  return {
    kind: "banner",
    tone: "caution",
    start: l10n.t("Posted twice."),
    sentence: l10n.t("The request was repeated on its way to the server."),
    buttons: [
      actionButton("removeSecond", l10n.t("Delete Second Copy"), second),
      actionButton("showComment", l10n.t("Show"), comment),
    ],
    place: "write",
  };
}

function describeKept(draft: Draft): string {
  if (!isWaiting(draft)) return l10n.t("Your draft is kept.");
  return l10n.t("Your draft is kept, and Triptych sends it automatically.");
}

/** Returns why the draft was not sent. Undefined if the draft has changed since then. */
function findRefusal({ address, draft, refusal }: BannerContext) {
  if (draft?.failure === undefined) return refusal;
  const failure = findFailure(draft);
  if (failure === undefined) return undefined;
  // The problem itself has more details than the stored failure.
  const problem = refusal?.why === failure.why ? refusal.problem : toProblem(failure, places.newComment(address));
  return { sent: false, theirs: undefined, ...failure, problem };
}

/** Returns the failure of a draft. Undefined if its text has changed since then. */
function findFailure(draft: Draft): Failure | undefined {
  return draft.failure?.asked === toSentText(draft) ? draft.failure : undefined;
}

function hasText(draft: Draft | undefined): draft is Draft {
  return draft !== undefined && getText(draft) !== "";
}

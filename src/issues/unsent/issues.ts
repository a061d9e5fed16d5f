import { l10n } from "../../workbench/text/l10n.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { ago, exact } from "../../workbench/words.ts";
import { firstLine } from "../model/entities.ts";
import { fullName } from "../model/address.ts";
import { issuePlaceKey, issueTextOf } from "../model/issue-draft.ts";
import type { IssueDraft } from "../model/issue-draft.ts";
import { readIssueText } from "../model/issue-text.ts";
import { isIssueWaiting } from "../store/issue-desk.ts";
import { IssueDraftSubject } from "../subjects.ts";
import { escaped } from "../words.ts";
import { issueRefusalSentence, issueRefusalWord } from "../words/issue.ts";

/** The row of an issue that is to be made or changed. A narrow sidebar has room for what it is and how it stands. */
export function issueDraftNode(draft: IssueDraft, now: () => number, { anywhere = false } = {}): Node {
  const { failure, place } = draft;
  const subject = new IssueDraftSubject(place);
  const fresh = place.target.kind === "new";
  const kind = fresh ? l10n.t("New Issue") : l10n.t("Title and Text");
  const label =
    anywhere && place.target.kind === "issue" ? l10n.t("#{0} {1}", String(place.target.number), kind) : kind;
  const description = (): string => [issueFateOf(draft, now()), issueLine(draft)].join(" · ");
  return {
    // As with comments: never in the drafts and in the outbox under one id.
    id: anywhere ? `${failure === undefined ? "kept" : "refused"} ${issuePlaceKey(place)}` : issuePlaceKey(place),
    subject,
    label,
    description,
    icon: failure === undefined ? { name: "edit" } : { name: "error", colour: "list.errorForeground" },
    contextValue: `issueDraft.${place.target.kind}${failure?.why === "conflict" ? ".conflict" : ""}`,
    click: { command: "triptych.issues.openDraft", title: l10n.t("Open Draft"), given: [subject] },
    tooltip: () => `**${escaped(issuePlaceName(draft))}**\n\n${tooltipOf(draft, now())}`,
    spoken: () => `${label}, ${issuePlaceName(draft)}, ${description()}`,
  };
}

/** Where it belongs: a repository, or an issue of it. */
export function issuePlaceName({ place: { repository, target } }: IssueDraft): string {
  return target.kind === "new" ? fullName(repository) : `${fullName(repository)}#${target.number}`;
}

/** Its title; without one, how its text begins. */
export function issueLine(draft: IssueDraft): string {
  const { title, body } = readIssueText(issueTextOf(draft)).form;
  if (title !== "") return title;
  const line = firstLine(body);
  return line === "" ? l10n.t("Untitled") : line;
}

/** In a few words: how old, or why it was not sent. */
export function issueFateOf(draft: IssueDraft, now: number): string {
  const { failure, place } = draft;
  if (failure === undefined) return ago(draft.keptAt, now);
  const word = issueRefusalWord(failure, place.repository, now);
  return isIssueWaiting(draft) ? l10n.t("waits: {0}", word) : l10n.t("not sent: {0}", word);
}

function tooltipOf(draft: IssueDraft, now: number): string {
  const { failure, place } = draft;
  const kept = l10n.t("Kept {0}, not sent", exact(draft.keptAt));
  if (failure === undefined) return kept;
  const why = issueRefusalSentence(failure, place.repository, now);
  const next = isIssueWaiting(draft)
    ? l10n.t("It is sent when the connection is back, or when you ask for it.")
    : l10n.t("It is sent when you ask for it.");
  return [why, next, kept].join("\n\n");
}

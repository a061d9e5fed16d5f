import { l10n } from "../../workbench/text/l10n.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { ago, exact } from "../../workbench/words.ts";
import { firstLine } from "../model/entities.ts";
import { fullName } from "../model/address.ts";
import { draftKey, textOf } from "../model/draft.ts";
import type { Draft } from "../model/draft.ts";
import { isWaiting } from "../store/outbox.ts";
import { DraftSubject } from "../subjects.ts";
import { escaped, problemOf, refusalSentence, refusalWord } from "../words.ts";

const LABELS = {
  new: () => l10n.t("Draft"),
  comment: () => l10n.t("Changed"),
  deleted: () => l10n.t("Deleted"),
} as const;

/** The row of a draft; away from its issue it says which that is. */
export function draftNode(draft: Draft, now: () => number, { anywhere = false } = {}): Node {
  const { place, failure } = draft;
  const subject = new DraftSubject(place);
  const { kind } = place.target;
  const where = `${fullName(place.thread)}#${place.thread.number}`;
  const label = anywhere ? l10n.t("#{0} {1}", String(place.thread.number), LABELS[kind]()) : LABELS[kind]();
  const description = (): string =>
    [fateOf(draft, now()), firstLine(textOf(draft))].filter((part) => part !== "").join(" · ");
  return {
    // A row that goes from the drafts to the outbox must not stand in both under one id for a moment.
    id: anywhere ? `${failure === undefined ? "kept" : "refused"} ${draftKey(place)}` : draftKey(place),
    subject,
    label,
    description,
    icon: failure === undefined ? { name: ICONS[kind] } : { name: "error", colour: "list.errorForeground" },
    contextValue: `draft.${kind}${failure?.why === "conflict" ? ".conflict" : ""}`,
    click: { command: "triptych.issues.openDraft", title: l10n.t("Open Draft"), given: [subject] },
    tooltip: () => `**${escaped(where)}**\n\n${tooltipOf(draft, now())}`,
    spoken: () => `${label}, ${where}, ${description()}`,
  };
}

const ICONS = { new: "edit", comment: "edit", deleted: "trash" } as const;

/** In a few words: how old, or why it was not sent. */
export function fateOf(draft: Draft, now: number): string {
  const { failure } = draft;
  if (failure === undefined) return ago(draft.deletedAt ?? draft.keptAt, now);
  const word = refusalWord(failure.why, problemOf(failure, draft.place.thread), now);
  return isWaiting(draft) ? l10n.t("waits: {0}", word) : l10n.t("not sent: {0}", word);
}

function tooltipOf(draft: Draft, now: number): string {
  const { failure, place } = draft;
  if (draft.deletedAt !== undefined) {
    return l10n.t("Deleted {0}. Its text is kept here and can be posted again.", exact(draft.deletedAt));
  }
  const kept = l10n.t("Kept {0}, not sent", exact(draft.keptAt));
  if (failure === undefined) return kept;
  const why = refusalSentence(failure.why, problemOf(failure, place.thread), place.thread, now);
  const next = isWaiting(draft)
    ? l10n.t("It is sent when the connection is back, or when you ask for it.")
    : l10n.t("It is sent when you ask for it.");
  return [why, next, kept].join("\n\n");
}

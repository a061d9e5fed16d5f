import { l10n } from "vscode";
import type { Node } from "../workbench/tree/node.ts";
import { ago, count, exact } from "../workbench/words.ts";
import { firstLine } from "./model.ts";
import { fullName } from "./model/address.ts";
import { draftKey, isUnsent, textOf } from "./model/draft.ts";
import type { Draft } from "./model/draft.ts";
import type { Store } from "./store.ts";
import { isWaiting } from "./store/outbox.ts";
import { DraftSubject } from "./subject.ts";
import { problemOf, refusalSentence, refusalWord } from "./words.ts";

export const OUTBOX = "triptych.outbox";
export const DRAFTS = "triptych.drafts";
export const DELETED = "triptych.deleted";

/** What was to be sent and was not, what was only written, and what was deleted: rows of the first level, where there is any. */
export async function unsentRoots(store: Store, now: () => number): Promise<readonly Node[]> {
  const drafts = (await store.drafts.list()).filter(isUnsent).toSorted((one, other) => other.keptAt - one.keptAt);
  const refused = drafts.filter(({ failure }) => failure !== undefined);
  const deleted = drafts.filter(isDeleted);
  const kept = drafts.filter((draft) => draft.failure === undefined && !isDeleted(draft));
  const rows = (which: (draft: Draft) => boolean) => async () => {
    const present = (await store.drafts.list()).filter((draft) => isUnsent(draft) && which(draft));
    const sorted = present.toSorted((one, other) => other.keptAt - one.keptAt);
    return { nodes: sorted.map((draft) => draftNode(draft, now, { anywhere: true })) };
  };
  return [
    ...(refused.length === 0
      ? []
      : [
          {
            id: OUTBOX,
            subject: undefined,
            label: l10n.t("Outbox"),
            description: count(refused.length),
            icon: { name: "cloud-upload" },
            contextValue: "outbox",
            unfolded: true,
            tooltip: () => l10n.t("What could not be sent. It is kept here."),
            spoken: l10n.t("Outbox, {0} not sent", count(refused.length)),
            children: rows(({ failure }) => failure !== undefined),
          },
        ]),
    ...(kept.length === 0
      ? []
      : [
          {
            id: DRAFTS,
            subject: undefined,
            label: l10n.t("Drafts"),
            description: count(kept.length),
            icon: { name: "edit" },
            contextValue: "drafts",
            tooltip: () => l10n.t("What is written and not sent. It is kept here."),
            spoken: l10n.t("Drafts, {0} not sent", count(kept.length)),
            children: rows((draft) => draft.failure === undefined && !isDeleted(draft)),
          },
        ]),
    ...(deleted.length === 0
      ? []
      : [
          {
            id: DELETED,
            subject: undefined,
            label: l10n.t("Deleted"),
            description: count(deleted.length),
            icon: { name: "trash" },
            contextValue: "deleted",
            tooltip: () => l10n.t("Comments that you deleted. Their texts are kept here and can be posted again."),
            spoken: l10n.t("Deleted, {0} kept", count(deleted.length)),
            children: rows(isDeleted),
          },
        ]),
  ];
}

/** Its text was on the server once, so it is nothing that waits to be sent. */
function isDeleted({ failure, place }: Draft): boolean {
  return place.target.kind === "deleted" && failure === undefined;
}

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
  const label = anywhere ? `${fullName(place.thread)}#${place.thread.number}` : LABELS[kind]();
  const description = (): string =>
    [anywhere ? LABELS[kind]() : "", fateOf(draft, now()), firstLine(textOf(draft))]
      .filter((part) => part !== "")
      .join(" · ");
  return {
    id: anywhere ? `unsent ${draftKey(place)}` : draftKey(place),
    subject,
    label,
    description,
    icon: failure === undefined ? { name: ICONS[kind] } : { name: "error", colour: "list.errorForeground" },
    contextValue: kind === "comment" ? "draft.comment" : `draft.${kind}`,
    click: { command: "triptych.issues.openDraft", title: l10n.t("Open Draft"), given: [subject] },
    tooltip: () => tooltipOf(draft, now()),
    spoken: () => `${label}, ${description()}`,
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

// The tree rows of drafts: in the outbox, among the drafts or the deleted comments, and below their issues.
import { l10n } from "../../workbench/text/l10n.ts";
import { md, paragraphs, type Text } from "../../workbench/text/markdown.ts";
import type { Node } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { drawEmoji } from "../wording/emoji-names.ts";
import { formatNumber } from "../model/entities.ts";
import { DraftSubject, UnreadableSubject } from "../parts/row-subjects.ts";
import { isUnsent, isWaiting, waitsForServer, type Draft } from "../writing/drafts/draft.ts";
import type { Drafts } from "../writing/drafts/drafts.ts";
import type { UnreadableText } from "../writing/drafts/journal.ts";
import { isReview, placeKey } from "../writing/drafts/place.ts";
import {
  failureSentence,
  describeState,
  describeUnreadable,
  wordingForKind,
  describeDraft,
  describePlace,
} from "./draft-text.ts";

export const OUTBOX = "triptych.outbox";
export const DRAFTS = "triptych.drafts";
export const DELETED = "triptych.deleted";

/** Returns all unsent drafts, newest first. */
export async function unsentDrafts(drafts: Drafts): Promise<readonly Draft[]> {
  const all = (await drafts.list()).filter(isUnsent);
  return all.toSorted((one, other) => other.keptAt - one.keptAt);
}

/** Whether the draft keeps the text of a deleted comment that the user hasn't tried to post again. */
export function isDeleted({ deletedAt, failure }: Draft): boolean {
  return deletedAt !== undefined && failure === undefined;
}

/** Returns the top-level rows for the outbox, drafts and deleted comments, without empty ones. */
export async function unsentRoots(drafts: Drafts, now: () => number): Promise<readonly Node[]> {
  const [all, unreadable] = await Promise.all([unsentDrafts(drafts), drafts.listUnreadable()]);
  const group = (
    of: (draft: Draft) => boolean,
    root: (
      size: string,
    ) => Pick<Node, "id" | "label" | "icon" | "contextValue" | "expanded" | "tooltip" | "accessibleLabel">,
    others: readonly Node[] = [],
  ): readonly Node[] => {
    const size = all.filter(of).length + others.length;
    if (size === 0) return [];
    const children = async () => {
      const shown = (await unsentDrafts(drafts)).filter(of);
      return { nodes: [...shown.map((draft) => draftNode(draft, now, { anywhere: true })), ...others] };
    };
    return [{ ...root(format.count(size)), subject: undefined, description: format.count(size), children }];
  };
  const isRefused = ({ failure }: Draft): boolean => failure !== undefined;
  return [
    ...group(
      isRefused,
      (size) => ({
        id: OUTBOX,
        label: l10n.t("Outbox"),
        icon: { name: "cloud-upload" },
        contextValue: "outbox",
        expanded: true,
        tooltip: () => l10n.t("Could not be sent yet"),
        accessibleLabel: l10n.t("Outbox, {0} not sent", size),
      }),
      unreadable.map(unreadableNode),
    ),
    ...group(
      (draft) => !isRefused(draft) && !isDeleted(draft),
      (size) => ({
        id: DRAFTS,
        label: l10n.t("Drafts"),
        icon: { name: "edit" },
        contextValue: "drafts",
        tooltip: () => l10n.t("Not sent yet"),
        accessibleLabel: l10n.t("Drafts, {0} not sent", size),
      }),
    ),
    ...group(isDeleted, (size) => ({
      id: DELETED,
      label: l10n.t("Deleted"),
      icon: { name: "trash" },
      contextValue: "deleted",
      tooltip: () => l10n.t("Comments you deleted. You can post them again."),
      accessibleLabel: l10n.t("Deleted comments, {0} saved", size),
    })),
  ];
}

/** Returns the row of a draft. If the row isn't below its issue (`anywhere`), the label names the issue. */
export function draftNode(draft: Draft, now: () => number, { anywhere = false } = {}): Node {
  const { failure, place } = draft;
  const subject = new DraftSubject(place);
  const wording = wordingForKind(place.kind);
  const where = describePlace(place);
  const number = place.number === undefined ? "" : formatNumber({ number: place.number, pull: isReview(place) });
  const label = anywhere && number !== "" ? l10n.t("{0} {1}", number, wording.label) : wording.label;
  const description = (): string =>
    [describeState(draft, now()), describeDraft(draft)].filter((part) => part !== "").join(" · ");
  const key = placeKey(place);
  return {
    // While a draft moves to the outbox, both groups may show it, so its rows need different IDs.
    id: anywhere ? `${failure === undefined ? "kept" : "refused"} ${key}` : key,
    subject,
    label,
    description,
    icon: isWaiting(draft)
      ? { name: "clock" }
      : failure === undefined
        ? { name: wording.icon }
        : { name: "error", color: "list.errorForeground" },
    contextValue: `draft.${place.kind}${failure?.why === "conflict" ? ".conflict" : ""}`,
    click: { command: "triptych.issues.openDraft", title: l10n.t("Open Draft"), args: [subject] },
    tooltip: () => paragraphs(md`**${where}**`, getTooltip(draft, now())),
    accessibleLabel: () => `${label}, ${where}, ${description()}`,
  };
}

function unreadableNode(text: UnreadableText): Node {
  const label = l10n.t("Can't be read");
  const description = describeUnreadable(text);
  const subject = new UnreadableSubject(text.file);
  return {
    id: `unreadable ${text.file}`,
    subject,
    label,
    description,
    icon: { name: "error", color: "list.errorForeground" },
    contextValue: "draft.unreadable",
    click: { command: "triptych.issues.openDraft", title: l10n.t("Open Draft"), args: [subject] },
    tooltip: () => paragraphs(l10n.t("This draft can't be read. It stays until you discard it."), text.file),
    accessibleLabel: `${l10n.t("Draft")}, ${label}, ${description}`,
  };
}

/** Returns the draft as an entry of a quick pick. */
export async function draftChoice(draft: Draft, now: number) {
  return {
    label: describePlace(draft.place),
    description: describeState(draft, now),
    detail: await drawEmoji(describeDraft(draft)),
    value: new DraftSubject(draft.place),
  };
}

function getTooltip(draft: Draft, now: number): Text {
  const { failure, place } = draft;
  if (draft.deletedAt !== undefined && failure === undefined) {
    return l10n.t("Deleted {0}. You can post it again.", format.exactTime(draft.deletedAt));
  }
  const kept = l10n.t("Saved {0}, not sent", format.exactTime(draft.keptAt));
  if (failure === undefined) return kept;
  const next = waitsForServer(draft)
    ? l10n.t("Will be sent automatically, or when you select Send Draft.")
    : l10n.t("Will be sent when you select Send Draft.");
  return paragraphs(failureSentence(failure, place, now), next, kept);
}

import { l10n } from "../workbench/text/l10n.ts";
import type { Node } from "../workbench/tree/node.ts";
import { count } from "../workbench/words.ts";
import { firstLine } from "./model/entities.ts";
import { fullName } from "./model/address.ts";
import { isUnsent, textOf } from "./model/draft.ts";
import type { Draft } from "./model/draft.ts";
import { isUnsentIssue } from "./model/issue-draft.ts";
import type { IssueDraft } from "./model/issue-draft.ts";
import type { Store } from "./store.ts";
import { DraftSubject, IssueDraftSubject } from "./subjects.ts";
import { draftNode, fateOf } from "./unsent/comments.ts";
import { issueDraftNode, issueFateOf, issueLine, issuePlaceName } from "./unsent/issues.ts";

export const OUTBOX = "triptych.outbox";
export const DRAFTS = "triptych.drafts";
export const DELETED = "triptych.deleted";

/** What a person wrote and did not send: a comment, or an issue itself. */
export type Unsent =
  { readonly of: "comment"; readonly draft: Draft } | { readonly of: "issue"; readonly draft: IssueDraft };

/** All that is kept and not sent, the newest first. */
export async function unsentOf(store: Pick<Store, "drafts" | "issueDesk">): Promise<readonly Unsent[]> {
  const [comments, issues] = await Promise.all([store.drafts.list(), store.issueDesk.drafts.list()]);
  const all: readonly Unsent[] = [
    ...comments.filter(isUnsent).map((draft) => ({ of: "comment", draft }) as const),
    ...issues.filter(isUnsentIssue).map((draft) => ({ of: "issue", draft }) as const),
  ];
  return all.toSorted((one, other) => other.draft.keptAt - one.draft.keptAt);
}

/** What was to be sent and was not, what was only written, and what was deleted: rows of the first level, where there is any. */
export async function unsentRoots(store: Store, now: () => number): Promise<readonly Node[]> {
  const all = await unsentOf(store);
  const group = (
    of: (unsent: Unsent) => boolean,
    root: (size: string) => Pick<Node, "id" | "label" | "icon" | "contextValue" | "unfolded" | "tooltip" | "spoken">,
  ): readonly Node[] => {
    const size = all.filter(of).length;
    if (size === 0) return [];
    const children = async () => ({
      nodes: (await unsentOf(store)).filter(of).map((unsent) => unsentNode(unsent, now)),
    });
    return [{ ...root(count(size)), subject: undefined, description: count(size), children }];
  };
  return [
    ...group(isRefused, (size) => ({
      id: OUTBOX,
      label: l10n.t("Outbox"),
      icon: { name: "cloud-upload" },
      contextValue: "outbox",
      unfolded: true,
      tooltip: () => l10n.t("What could not be sent. It is kept here."),
      spoken: l10n.t("Outbox, {0} not sent", size),
    })),
    ...group(isKept, (size) => ({
      id: DRAFTS,
      label: l10n.t("Drafts"),
      icon: { name: "edit" },
      contextValue: "drafts",
      tooltip: () => l10n.t("What is written and not sent. It is kept here."),
      spoken: l10n.t("Drafts, {0} not sent", size),
    })),
    ...group(isDeleted, (size) => ({
      id: DELETED,
      label: l10n.t("Deleted"),
      icon: { name: "trash" },
      contextValue: "deleted",
      tooltip: () => l10n.t("Comments that you deleted. Their texts are kept here and can be posted again."),
      spoken: l10n.t("Deleted, {0} kept", size),
    })),
  ];
}

/** How it is named where one is chosen from all. */
export function unsentChoice(
  unsent: Unsent,
  now: number,
): {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly value: DraftSubject | IssueDraftSubject;
} {
  if (unsent.of === "issue") {
    const { draft } = unsent;
    return {
      label: issuePlaceName(draft),
      description: issueFateOf(draft, now),
      detail: issueLine(draft),
      value: new IssueDraftSubject(draft.place),
    };
  }
  const { draft } = unsent;
  return {
    label: `${fullName(draft.place.thread)}#${draft.place.thread.number}`,
    description: fateOf(draft, now),
    detail: firstLine(textOf(draft)),
    value: new DraftSubject(draft.place),
  };
}

function isRefused({ draft }: Unsent): boolean {
  return draft.failure !== undefined;
}

/** Its text was on the server once, so it is nothing that waits to be sent. */
function isDeleted(unsent: Unsent): boolean {
  return unsent.of === "comment" && unsent.draft.place.target.kind === "deleted" && !isRefused(unsent);
}

function isKept(unsent: Unsent): boolean {
  return !isRefused(unsent) && !isDeleted(unsent);
}

function unsentNode(unsent: Unsent, now: () => number): Node {
  return unsent.of === "comment"
    ? draftNode(unsent.draft, now, { anywhere: true })
    : issueDraftNode(unsent.draft, now, { anywhere: true });
}

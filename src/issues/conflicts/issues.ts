import { l10n } from "../../workbench/text/l10n.ts";
import { textOfIssue } from "../issue-documents.ts";
import type { IssueDocuments } from "../issue-documents.ts";
import { withLineFeeds } from "../model/entities.ts";
import type { Issue } from "../model/entities.ts";
import type { ThreadAddress } from "../model/address.ts";
import { issuePath, issueTextOf } from "../model/issue-draft.ts";
import type { IssuePlace } from "../model/issue-draft.ts";
import type { Store } from "../store.ts";
import type { Seen } from "../store/merges.ts";
import type { Dispute, Theirs } from "./dispute.ts";

export interface IssueDisputeParts {
  readonly store: Store;
  readonly documents: IssueDocuments;
  /** Reads the issue as it is now. */
  readonly read: (thread: ThreadAddress) => Promise<Issue>;
  /** Sends the draft, and says what became of it. */
  readonly send: (place: IssuePlace) => Promise<unknown>;
}

/** A server does not say who changed the title or the text. */
export function theirIssue(issue: Issue): Theirs {
  const { title, body, version } = issue;
  return {
    author: l10n.t("someone else"),
    text: textOfIssue(issue),
    seen: { of: "issue", title, body, version },
  };
}

/** An issue whose title or text somebody else has changed while it was edited here. */
export function disputedIssue(place: IssuePlace, { store, documents, read, send }: IssueDisputeParts): Dispute {
  const { drafts } = store.issueDesk;
  const at = place.target.kind === "issue" ? place.target.number : 0n;
  const number = String(at);
  const rebase = async (seen: Seen): Promise<void> => {
    if (seen.of !== "issue") return;
    const { title, body, version } = seen;
    await drafts.mend(place, (draft) => ({
      ...draft,
      opened: { title, body, version },
      begun: textOfIssue({ title, body }),
      failure: undefined,
    }));
  };
  return {
    number: `#${number}`,
    mergePath: issuePath(place, l10n.t("#{0} Title and Text Merge", number)),
    words: {
      changed: () =>
        l10n.t(
          "Someone changed the title or the text of #{0} while you were editing it. Nothing was sent, and your text is kept. Merge both, then choose Use Merged Text.",
          number,
        ),
      replace: () => l10n.t("Replace what #{0} says now by your title and text?", number),
      giveUp: () => l10n.t("Give up your changes to #{0}?", number),
    },
    save: () => documents.save(place),
    theirs: async () => theirIssue(await read({ ...place.repository, number: at })),
    texts: async () => {
      const draft = await drafts.get(place);
      if (draft === undefined) return undefined;
      const base = draft.opened === undefined ? draft.begun : textOfIssue(draft.opened);
      return { base, mine: withLineFeeds(issueTextOf(draft)) };
    },
    rebase,
    take: async (text, seen) => {
      await drafts.save(place, text);
      await rebase(seen);
    },
    open: () => documents.open(place),
    send: () => send(place),
    giveUp: async () => {
      // Saved first, so that closing asks nothing.
      await documents.save(place);
      await documents.close(place);
      await drafts.remove(place);
    },
  };
}

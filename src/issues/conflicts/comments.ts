import { l10n } from "../../workbench/text/l10n.ts";
import { Problem } from "../../base/problem.ts";
import type { Documents } from "../documents.ts";
import { withLineFeeds } from "../model/entities.ts";
import type { Comment } from "../model/entities.ts";
import { draftPath, textOf } from "../model/draft.ts";
import type { DraftPlace } from "../model/draft.ts";
import type { Store } from "../store.ts";
import { nameOf } from "../words.ts";
import type { Dispute, Theirs } from "./dispute.ts";

export interface CommentDisputeParts {
  readonly store: Store;
  readonly documents: Documents;
  /** Sends the draft, and says what became of it. */
  readonly send: (place: DraftPlace) => Promise<unknown>;
}

export function theirComment({ author, body }: Comment): Theirs {
  return { author: nameOf(author), text: withLineFeeds(body), seen: { of: "comment", body } };
}

/** A comment that somebody else has changed while it was edited here. */
export function disputedComment(place: DraftPlace, { store, documents, send }: CommentDisputeParts): Dispute {
  const number = String(place.thread.number);
  const rebase: Dispute["rebase"] = async (seen) => {
    if (seen.of === "comment") await store.drafts.rebase(place, seen.body);
  };
  return {
    number: `#${number}`,
    mergePath: draftPath(place, l10n.t("#{0} Merge", number)),
    words: {
      changed: () =>
        l10n.t(
          "Someone changed this comment while you were editing it. Nothing was sent, and your text is kept. Merge both, then choose Use Merged Text.",
        ),
      replace: (author) => l10n.t("Replace what {0} says on #{1} now by your text?", author, number),
      giveUp: () => l10n.t("Give up your changes to this comment?"),
    },
    save: () => documents.save(place),
    theirs: async () => {
      const comment = place.target.kind === "comment" ? await store.comment(place.thread, place.target.id) : undefined;
      if (comment === undefined) throw new Problem("notFound", { origin: new URL(place.thread.base).origin });
      return theirComment(comment);
    },
    texts: async () => {
      const draft = await store.drafts.get(place);
      return draft === undefined
        ? undefined
        : { base: withLineFeeds(draft.opened ?? ""), mine: withLineFeeds(textOf(draft)) };
    },
    rebase,
    take: async (text, seen) => {
      await store.drafts.save(place, text);
      await rebase(seen);
    },
    open: () => documents.open(place),
    send: () => send(place),
    giveUp: async () => {
      // Saved first, so that closing asks nothing.
      await documents.save(place);
      await documents.close(place);
      await store.drafts.remove(place);
      await store.readThread(place.thread);
    },
  };
}

// The user's unsent reviews. The text and each comment are drafts, so they survive whatever happens to their window.
import type { ThreadAddress } from "../../model/address.ts";
import { isUnsent, type Anchor, type Draft } from "../../writing/drafts/draft.ts";
import type { Drafts } from "../../writing/drafts/drafts.ts";
import { isOnThread, places, type Place } from "../../writing/drafts/place.ts";

/** A comment that is sent with the review, or alone. */
export interface PendingComment extends Draft {
  readonly anchor: Anchor;
}

export class PendingReviews {
  readonly #drafts: Drafts;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  /** Starts a comment. Its line and text are on disk when this resolves. */
  async startComment(pull: ThreadAddress, anchor: Anchor, text = ""): Promise<Place> {
    const place = places.reviewComment(pull);
    await this.#drafts.begin(place, { anchor, text });
    return place;
  }

  /** Returns the unsent comments on a pull request, by file and line. */
  async comments(pull: ThreadAddress): Promise<readonly PendingComment[]> {
    const drafts = (await this.#drafts.list()).filter(({ place }) => isOnThread(place, pull)).filter(isUnsent);
    return drafts.flatMap((draft) => toPendingComment(draft) ?? []).toSorted(compareComments);
  }
}

function toPendingComment(draft: Draft): PendingComment | undefined {
  const { anchor, place } = draft;
  return place.kind === "reviewComment" && anchor !== undefined ? { ...draft, anchor } : undefined;
}

function compareComments(
  { anchor: one, keptAt }: PendingComment,
  { anchor: other, keptAt: otherKeptAt }: PendingComment,
) {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return (one.line?.number ?? 0) - (other.line?.number ?? 0) || keptAt - otherKeptAt;
}

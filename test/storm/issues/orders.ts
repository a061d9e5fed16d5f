// The orders that the storm sends to its windows, and their answers. 64-bit IDs are sent as numbers, because the
// sandbox's are small.

/** The file that lists the operations at which windows were killed. */
export const HITS = "killed-at";

export type Kind =
  | "newComment"
  | "comment"
  | "deletedComment"
  | "newIssue"
  | "newPull"
  | "issueText"
  | "review"
  | "reviewComment";

/** A text that a user writes in one of alice's repositories. */
export interface Place {
  readonly kind: Kind;
  readonly repo: string;
  /** The issue or pull request; 0 for a new one. */
  readonly issue: number;
  /** The comment, or the slot of a comment of a review or of what is created; 0 otherwise. */
  readonly id: number;
}

/** A server and its signed-in accounts, the selected one first. */
export interface Where {
  readonly base: string;
  readonly logins: readonly string[];
}

export type Order = Where &
  (
    | {
        readonly what: "write";
        readonly place: Place;
        /** The server's text when it was opened, or for a review the head of the pull request. */
        readonly opened: string | undefined;
        readonly text: string;
      }
    | { readonly what: "send" | "discard"; readonly place: Place }
    | { readonly what: "delete"; readonly repo: string; readonly issue: number; readonly id: number }
    /** Loads the repository, as every view does, so that a rename is noticed. */
    | { readonly what: "look"; readonly repo: string }
    /** Runs the outbox this many times. */
    | { readonly what: "turn"; readonly times: number }
    /** Runs the outbox until no attempt is open. */
    | { readonly what: "settle" }
    | { readonly what: "drafts" }
  );

export type NumberedOrder = Order & {
  readonly number: number;
  /** The window is killed in place of this operation. */
  readonly killAt: number | undefined;
};

export interface KeptText {
  readonly place: Place;
  readonly text: string;
  readonly why: string | undefined;
}

export interface Answer {
  readonly number: number;
  /** "sent", or why the text was not sent. */
  readonly outcome: string | undefined;
  readonly drafts: readonly KeptText[];
  /** Unhandled rejections since the window's last answer. */
  readonly unhandled: readonly string[];
  readonly failed: string | undefined;
}

/** A window sends this when a notice says that a text was posted twice. */
export interface Notice {
  readonly notice: string;
}

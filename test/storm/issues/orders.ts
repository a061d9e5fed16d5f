// What the storm tells its windows to do, and what they answer. Ids of 64 bits travel as numbers, as the sandbox's are small.

export type Kind = "newComment" | "comment" | "deletedComment" | "newIssue" | "issueText";

/** A text that a person writes, in one repository of alice's. */
export interface Place {
  readonly kind: Kind;
  readonly repo: string;
  /** The issue; 0 for a new one. */
  readonly issue: number;
  /** The comment, or for a new issue its slot; 0 otherwise. */
  readonly id: number;
}

/** The server and who is signed in there, the chosen account first. */
export interface Where {
  readonly base: string;
  readonly logins: readonly string[];
}

export type Order = Where &
  (
    | {
        readonly what: "write";
        readonly place: Place;
        /** What stood on the server when it was opened. */
        readonly opened: string | undefined;
        readonly text: string;
      }
    | { readonly what: "send" | "discard"; readonly place: Place }
    | { readonly what: "delete"; readonly repo: string; readonly issue: number; readonly id: number }
    /** Reads the repository, as every view does, so that a rename is noticed. */
    | { readonly what: "look"; readonly repo: string }
    /** Lets the outbox work so many times. */
    | { readonly what: "turn"; readonly times: number }
    /** Lets the outbox work until nothing is open. */
    | { readonly what: "settle" }
    | { readonly what: "drafts" }
  );

export type Numbered = Order & { readonly number: number };

export interface KeptText {
  readonly place: Place;
  readonly text: string;
  readonly why: string | undefined;
}

export interface Answer {
  readonly number: number;
  /** "sent", or why not. */
  readonly outcome: string | undefined;
  readonly drafts: readonly KeptText[];
  /** Rejections that no one handled, since it last answered. */
  readonly unhandled: readonly string[];
  readonly failed: string | undefined;
}

/** Sent by a window when a notice appears that says that a text was posted twice. */
export interface Notice {
  readonly notice: string;
}

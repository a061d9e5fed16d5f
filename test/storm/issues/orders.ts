// What the storm tells its windows to do, and what they answer. Numbers of 64 bits travel as text.

/** What a draft is of: a new comment, the change of one, or one that was deleted. */
export interface Target {
  readonly kind: "new" | "comment" | "deleted";
  readonly id: number;
}

/** What a window is told. `issue` is one of alice/demo's. */
export type Order = { readonly base: string; readonly issue: number } & (
  | { readonly what: "write"; readonly target: Target; readonly opened: string | undefined; readonly text: string }
  | { readonly what: "send"; readonly target: Target }
  | { readonly what: "delete"; readonly id: number }
  /** Finds out what became of all that was begun, and sends what waits, until nothing is open. */
  | { readonly what: "settle" }
  | { readonly what: "drafts" }
);

export type Numbered = Order & { readonly number: number };

export interface KeptText {
  readonly text: string;
  readonly kind: "new" | "comment" | "deleted";
  readonly why: string | undefined;
}

export interface Answered {
  readonly number: number;
  readonly drafts: readonly KeptText[];
  readonly failed: string | undefined;
}

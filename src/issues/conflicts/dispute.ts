import type { Seen } from "../store/merges.ts";

/** What stands on the server now. */
export interface Theirs {
  readonly author: string;
  /** As it is shown, to be compared. */
  readonly text: string;
  readonly seen: Seen;
}

/** A text that is written here and was changed by somebody else meanwhile: a comment, or what an issue says of itself. */
export interface Dispute {
  /** By which readers know the thread: `#12`. */
  readonly number: string;
  /** Where the merge stands as a file. */
  readonly mergePath: string;
  readonly words: {
    readonly changed: () => string;
    readonly replace: (author: string) => string;
    readonly giveUp: () => string;
  };
  /** What its editor shows is on the disk. */
  save(): Promise<void>;
  /** Reads what stands there now; throws where it is gone. */
  theirs(): Promise<Theirs>;
  /** The text as it was opened and as it was written here; nothing where there is no draft any more. */
  texts(): Promise<{ readonly base: string; readonly mine: string } | undefined>;
  /** From now on the draft is compared with this, which the reader has seen. */
  rebase(seen: Seen): Promise<void>;
  /** The merged text becomes that of the draft. */
  take(text: string, seen: Seen): Promise<void>;
  /** Shows the draft in its editor. */
  open(): Promise<void>;
  /** Sends it, and says what became of it. */
  send(): Promise<unknown>;
  /** The draft goes, and what it was to replace stays. */
  giveUp(): Promise<void>;
}

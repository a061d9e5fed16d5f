// Questions that belong together: which step a question is, and the answer that goes back to the one before.

/** A question as one of several in a row. */
export interface Series {
  readonly step: number;
  readonly of: number;
  /** Offers to go back to the question before. */
  readonly goesBack: boolean;
}

/** The answer of a user who wants to go back to the question before. */
export const BACK = Symbol("back");

// Multi-step questions: the number of each step, and the answer that returns to the previous one.

/** A question as one of several in a row. */
export interface QuestionStep {
  /** Its number, unless the others have been answered already. */
  readonly number?: number;
  readonly of?: number;
  /** Offers to go back to the question before. */
  readonly goesBack: boolean;
}

/** The answer of a user who goes back to the previous question. */
export const BACK = Symbol("back");

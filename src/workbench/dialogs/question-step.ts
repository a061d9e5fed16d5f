// Multi-step questions: the number of each step, and the answer that returns to the previous one.

/** The position of a question in a series. */
export interface QuestionStep {
  /** Number of the step, from 1; undefined if the other questions have already been answered. */
  readonly number?: number;
  readonly of?: number;
  /** Whether to offer a way back to the previous question. */
  readonly goesBack: boolean;
}

/** The answer of a user who goes back to the previous question. */
export const BACK = Symbol("back");

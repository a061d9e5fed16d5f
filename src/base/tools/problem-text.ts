// Describes problems to language models: what failed, and what helps.
import type { Problem, ProblemKind } from "../problem.ts";

/** In English, because models choose their next step by it. What users see is in the workbench's `problems.ts`. */
const TEXTS: Readonly<Record<ProblemKind, readonly [what: string, remedy: string]>> = {
  offline: ["The server can't be reached.", "Try again once, then tell the user to check the connection."],
  timeout: ["The server didn't respond in time.", "Try again once."],
  unauthorized: ["The server requires a token.", "Ask the user to sign in to Triptych, or to name a token."],
  forbidden: ["The server doesn't allow this.", "Ask the user whether the account has access."],
  notFound: ["The server doesn't have this, or doesn't show it.", "Check the name or number."],
  invalid: ["The request isn't possible.", "Correct the input."],
  locked: ["The issue is locked.", "Only people with write access can comment."],
  archived: ["The repository is archived and read-only.", "It can still be read."],
  conflict: ["Someone else changed this in the meantime.", "Read it again."],
  rateLimited: ["The server limits the rate of requests.", "Wait, then try again."],
  server: ["The server reported an error.", "Try again once."],
  malformed: ["The server sent a response that can't be read.", "Tell the user to look at Triptych's log."],
  tooLarge: ["The response is too large.", "Ask for less."],
  insecure: ["There is no secure connection to the server.", "Tell the user to check the server's URL."],
  canceled: ["Canceled.", "Nothing happened."],
  redirected: ["The server redirects to another one.", "Tell the user to check the server's URL."],
  forbiddenServer: ["The user has forbidden requests to this server.", "Ask the user whether to allow it."],
  unexpected: ["Unexpected error.", "Tell the user to look at Triptych's log."],
};

export interface ProblemText {
  readonly what: string;
  readonly remedy: string;
  /** What the server or the system says, which is foreign text. */
  readonly detail: string | undefined;
}

export function describeForModel({ kind, facts }: Problem): ProblemText {
  const [what, remedy] = TEXTS[kind];
  const time = facts.retryAt === undefined ? "" : ` Not before ${new Date(facts.retryAt).toISOString()}.`;
  const server = facts.origin === undefined ? "" : ` (${facts.origin})`;
  return { what: `${kind}${server}: ${what}`, remedy: `${remedy}${time}`, detail: facts.detail };
}

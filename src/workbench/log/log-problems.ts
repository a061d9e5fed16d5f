// Logs failures, at a visible level if their message refers users to the log.
import type { HttpEvent } from "../../base/http/call.ts";
import type { Problem, ProblemKind } from "../../base/problem.ts";
import type { Log } from "./log.ts";

/** Problems that end by themselves. Their message to users needs no log. */
const TRANSIENT_KINDS: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited"]);

/** Logs every step of a request for debugging. Logs a request that failed for good like any problem. */
export function logHttp(log: Log, { kind, method, origin, target, status, milliseconds, problem }: HttpEvent): void {
  const request = `${method} ${origin}${target}`;
  if (kind === "given up" && problem !== undefined) logProblem(log, `Request failed: ${request}`, problem);
  else log.debug(`${kind} ${request}`, { status, milliseconds, problem: problem?.message });
}

/**
 * Logs a problem as a warning if its message refers users to the log. An expected problem, such as a missing app, is
 * for debugging only, and so is one that a recent line has already reported.
 */
export function logProblem(log: Log, line: string, problem: Problem): void {
  const facts = { kind: problem.kind, problem: problem.message, ...problem.facts };
  if (!log.recentProblems.record(problem)) log.debug(line, facts);
  else if (problem.remedies.includes("showLog")) log.warn(line, facts);
  else if (TRANSIENT_KINDS.has(problem.kind)) log.info(line, facts);
  else log.debug(line, facts);
}

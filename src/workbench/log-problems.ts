// Writes failures to the log, at a level at which users who are referred to the log find them.
import type { HttpEvent } from "../base/call.ts";
import type { Problem, ProblemKind } from "../base/problem.ts";
import type { Log } from "./log.ts";

/** These end by themselves, and the message to users is complete. */
const PASSING: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited"]);

/** Writes every step of a request at the debug level, and a request that failed for good as its problem. */
export function logHttp(log: Log, { what, method, origin, target, status, milliseconds, problem }: HttpEvent): void {
  const request = `${method} ${origin}${target}`;
  if (what === "given up" && problem !== undefined) logProblem(log, `Request failed: ${request}`, problem);
  else log.debug(`${what} ${request}`, { status, milliseconds, problem: problem?.message });
}

/**
 * Warns of a problem that refers users to the log. One that they expect, such as a missing app, is for debugging only, and
 * so is one that a line just above says.
 */
export function logProblem(log: Log, line: string, problem: Problem): void {
  const facts = { kind: problem.kind, problem: problem.message, ...problem.facts };
  if (!log.recentProblems.record(problem)) log.debug(line, facts);
  else if (problem.remedies.includes("showLog")) log.warn(line, facts);
  else if (PASSING.has(problem.kind)) log.info(line, facts);
  else log.debug(line, facts);
}

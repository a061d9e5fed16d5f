// What the API for other extensions has in common: decodes arguments, and describes failures.
import * as v from "valibot";
import { Problem } from "../base/problem.ts";
import { describeProblem, listRemedies, remedyLabel } from "./problems.ts";
import { l10n } from "./text/l10n.ts";

/** Decodes an argument. The problem is for the author of the other extension, so it names the property in English. */
export function decodeArgument<Output>(schema: v.GenericSchema<unknown, Output>, given: unknown): Output {
  const result = v.safeParse(schema, given, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw argumentProblem(v.getDotPath(issue) ?? "argument", issue.message);
}

export function argumentProblem(name: string, fault: string): Problem {
  return new Problem("invalid", { detail: `${name}: ${fault}` });
}

/** Describes a failure as a plain object. */
export function describeFailedCall(problem: Problem, now: number) {
  const { kind, facts } = problem;
  const isArgument = kind === "invalid" && facts.origin === undefined;
  const [remedy] = isArgument ? [] : listRemedies(problem, ALL_REMEDIES);
  return {
    kind,
    message: describeProblem(problem, now).sentence,
    remedy: remedy === undefined ? l10n.t("Check the arguments") : remedyLabel(remedy),
  };
}

const ALL_REMEDIES = { signIn: true, retry: true, openSettings: true, showLog: true, allowServer: true };

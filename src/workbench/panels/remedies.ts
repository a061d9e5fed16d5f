// The remedies of a problem as buttons of a page.
import * as v from "valibot";
import type { Problem } from "../../base/problem.ts";
import type { Banner } from "../../panels/kit/page/model.ts";
import type { Button } from "../../panels/kit/page/text-model.ts";
import { listRemedies, remedyLabel, describeProblem, type RemedyActions } from "../problems.ts";
import type { DeclaredMessage } from "./receive.ts";

/** The message that a remedy's button sends. */
export const remedyMessage = {
  remedy: v.object({ remedy: v.picklist(["signIn", "retry", "openSettings", "showLog"]) }),
};

export type RemedyAct = DeclaredMessage<typeof remedyMessage>;

const MAX_BUTTONS = 2;

export function remedyButtons(
  problem: Pick<Problem, "remedies">,
  actions: RemedyActions,
): readonly Button<RemedyAct>[] {
  return listRemedies(problem, actions)
    .slice(0, MAX_BUTTONS)
    .map((remedy) => ({ act: { type: "remedy", remedy }, label: remedyLabel(remedy) }));
}

/** A banner above the earlier content: what failed, why, and what to do about it. */
export function failureBanner(start: string, problem: Problem, actions: RemedyActions, now: number): Banner<RemedyAct> {
  const { sentence } = describeProblem(problem, now);
  return { kind: "banner", tone: "failed", start, sentence, buttons: remedyButtons(problem, actions) };
}

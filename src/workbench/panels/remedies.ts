// Shows problems on a page: what failed, and buttons for its remedies.
import { Problem, type Remedy } from "../../base/problem.ts";
import type { Banner, Empty } from "../../panels/kit/content/content-model.ts";
import type { remedyMessage } from "../../panels/kit/content/protocol.ts";
import type { Button } from "../../panels/kit/content/text-model.ts";
import {
  describeOutdated,
  describeProblem,
  listRemedies,
  remedyLabel,
  runRemedy,
  type RemedyActions,
} from "../problems.ts";
import type { DeclaredMessage } from "./receive-messages.ts";

export type RemedyAct = DeclaredMessage<typeof remedyMessage>;

/** Handles the messages of remedies' buttons. */
export function receiveRemedies(actions: RemedyActions) {
  return {
    remedy: async ({ remedy, origin }: Pick<RemedyAct, "remedy" | "origin">) => {
      const problem = origin === undefined ? undefined : new Problem("forbiddenServer", { origin });
      await runRemedy(remedy, actions, problem);
    },
  };
}

const MAX_BUTTONS = 2;

export function remedyButton(
  remedy: Remedy,
  label = remedyLabel(remedy),
  problem?: Partial<Pick<Problem, "facts">>,
): Button<RemedyAct> {
  const origin = problem?.facts?.origin;
  const server = remedy === "allowServer" && origin !== undefined ? { origin } : {};
  return { act: { type: "remedy", remedy, ...server }, label };
}

/** Returns buttons for the most likely remedies. `signIn` labels that remedy; a wing without accounts has none. */
export function remedyButtons(
  problem: Pick<Problem, "remedies"> & Partial<Pick<Problem, "facts">>,
  signIn?: string,
): readonly Button<RemedyAct>[] {
  const offered = { signIn, retry: true, openSettings: true, showLog: true, allowServer: true };
  return listRemedies(problem, offered)
    .slice(0, MAX_BUTTONS)
    .map((remedy) => remedyButton(remedy, remedy === "signIn" ? signIn : undefined, problem));
}

/** A banner above the earlier content: what failed, why, and what to do about it. */
export function failureBanner(start: string, problem: Problem, now: number, signIn?: string): Banner<RemedyAct> {
  const { sentence } = describeProblem(problem, now);
  return { kind: "banner", tone: "failed", start, sentence, buttons: remedyButtons(problem, signIn) };
}

/** A banner above content that is older because its refresh failed. */
export function outdatedBanner(problem: Problem, readAt: number, now: number, signIn?: string): Banner<RemedyAct> {
  return {
    kind: "banner",
    tone: "caution",
    icon: problemIcon(problem),
    ...describeOutdated(problem, readAt, now),
    buttons: remedyButtons(problem, signIn),
  };
}

/** Shown in place of content that could not be loaded. */
export function failedState(heading: string, problem: Problem, now: number, signIn?: string): Empty<RemedyAct> {
  const { sentence } = describeProblem(problem, now);
  return { kind: "empty", icon: "error", tone: "bad", heading, sentence, buttons: remedyButtons(problem, signIn) };
}

/** Returns the icon of a problem that concerns all content. Others have the icon of their banner. */
function problemIcon({ kind }: Problem): Banner["icon"] {
  if (kind === "offline") return "debug-disconnect";
  if (kind === "unauthorized") return "key";
  return kind === "rateLimited" ? "clockface" : undefined;
}

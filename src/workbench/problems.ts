import { l10n } from "./text/l10n.ts";
import type { Problem, Remedy } from "../base/problem.ts";
import type { Action, Dialogs } from "./dialogs.ts";
import type { Log } from "./log.ts";
import { clock, until } from "./words.ts";

/** A problem in the reader's words. */
export interface Told {
  /** Two or three words, for a row. */
  readonly short: string;
  /** What happened, what it means, what next. */
  readonly sentence: string;
  /** A codicon; it stands beside the words and says nothing that they do not. */
  readonly icon: string;
}

/** What each remedy does where the problem is told; one that is missing is not offered. */
export type Ways = { readonly [R in Remedy]?: (() => unknown) | undefined };

export function told(problem: Problem, now: number): Told {
  const { facts } = problem;
  const host = facts.origin === undefined ? l10n.t("The service") : hostOf(facts.origin);
  switch (problem.kind) {
    case "offline":
      return {
        short: l10n.t("Offline"),
        sentence: l10n.t("{0} could not be reached. Check the connection, then retry.", host) + unsure(problem),
        icon: "debug-disconnect",
      };
    case "timeout":
      return {
        short: l10n.t("No answer"),
        sentence: l10n.t("{0} did not answer in time. It may be busy; retry in a moment.", host) + unsure(problem),
        icon: "watch",
      };
    case "unauthorized":
      return {
        short: l10n.t("Token rejected"),
        sentence: l10n.t("{0} did not accept the token, or asks for one. Sign in to go on.", host),
        icon: "key",
      };
    case "forbidden":
      return {
        short: l10n.t("Not allowed"),
        sentence: facts.signedIn
          ? l10n.t("{0} does not allow this for your account.{1}", host, reason(problem))
          : l10n.t("{0} does not allow this.{1}", host, reason(problem)),
        icon: "circle-slash",
      };
    case "notFound":
      return {
        short: l10n.t("Not found"),
        sentence: facts.signedIn
          ? l10n.t("{0} knows nothing here. It may be deleted or renamed, or hidden from your account.", host)
          : l10n.t("{0} knows nothing here. It may be deleted or renamed.", host),
        icon: "question",
      };
    case "invalid":
      return {
        short: l10n.t("Not accepted"),
        sentence: l10n.t("What was given was not accepted.{0}", reason(problem)),
        icon: "warning",
      };
    case "locked":
      return {
        short: l10n.t("Locked"),
        sentence: l10n.t("This discussion is locked. Only people who may write in the repository can comment."),
        icon: "lock",
      };
    case "archived":
      return {
        short: l10n.t("Archived"),
        sentence: l10n.t("This repository is archived: it can be read, but nothing in it can be changed."),
        icon: "archive",
      };
    case "conflict":
      return {
        short: l10n.t("Changed since"),
        sentence: l10n.t("Someone else changed this meanwhile. Nothing was overwritten."),
        icon: "git-compare",
      };
    case "rateLimited":
      return {
        short: l10n.t("Busy"),
        sentence:
          facts.retryAt === undefined
            ? l10n.t("{0} has had too many requests. Wait a while, then retry.", host)
            : l10n.t(
                "{0} has had too many requests. It can be asked again at {1}.",
                host,
                clock(facts.retryAt, now, "seconds"),
              ),
        icon: "clockface",
      };
    case "server":
      return {
        short: l10n.t("Server failed"),
        sentence:
          (facts.status === undefined
            ? l10n.t("{0} failed. This says nothing about what was asked for; retry in a moment.", host)
            : l10n.t("{0} failed with status {1}. Retry in a moment.", host, facts.status)) + unsure(problem),
        icon: "warning",
      };
    case "malformed":
      return {
        short: l10n.t("Not understood"),
        sentence: l10n.t("{0} answered in a form that is not known here. The log says what was found.", host),
        icon: "warning",
      };
    case "tooLarge":
      return {
        short: l10n.t("Too large"),
        // With this status the server speaks of what it was sent, and not of what it answers.
        sentence:
          facts.status === 413
            ? l10n.t("{0} does not take as much: it is too large, or no room is left for your account there.", host)
            : l10n.t("The answer of {0} is larger than what is read here.", host),
        icon: "warning",
      };
    case "insecure":
      return {
        short: l10n.t("Not encrypted"),
        sentence: l10n.t("{0} is not reached by https, so no token is sent there. Change its address.", host),
        icon: "unlock",
      };
    case "cancelled":
      return { short: l10n.t("Cancelled"), sentence: l10n.t("This was cancelled before it was done."), icon: "stop" };
    case "redirected":
      return {
        short: l10n.t("Moved elsewhere"),
        sentence: l10n.t(
          "{0} points to {1}, which was not followed. If that is the right place, set it as the address.",
          host,
          facts.target ?? l10n.t("another place"),
        ),
        icon: "link-external",
      };
    case "unexpected":
      // A status that has no sentence of its own is shown, as it may tell the reader more than it tells this extension.
      return facts.status === undefined
        ? {
            short: l10n.t("Failed"),
            sentence: l10n.t("Something went wrong that should not have. The log says more."),
            icon: "error",
          }
        : {
            short: l10n.t("Status {0}", facts.status),
            sentence: l10n.t(
              "{0} answered with status {1}.{2} The log says more.",
              host,
              facts.status,
              reason(problem),
            ),
            icon: "error",
          };
  }
}

/** "Busy · asks again in 40 s": what a row says beside the short words. */
export function rowNote(problem: Problem, readAt: number | undefined, first: Remedy | undefined, now: number): string {
  const { retryAt } = problem.facts;
  return [
    readAt === undefined ? undefined : l10n.t("read at {0}", clock(readAt, now)),
    retryAt === undefined || retryAt <= now ? undefined : l10n.t("can be asked again in {0}", until(retryAt, now)),
    first === undefined ? undefined : remedyLabel(first),
  ]
    .filter((part) => part !== undefined)
    .join(" · ");
}

/** The remedies of a problem that can be had where it is told, in order. */
export function remediesOf(problem: Problem, ways: Ways): readonly Remedy[] {
  return problem.remedies.filter((each) => ways[each] !== undefined);
}

export function remedyLabel(remedy: Remedy): string {
  switch (remedy) {
    case "signIn":
      return l10n.t("Sign In…");
    case "retry":
      return l10n.t("Retry");
    case "openSettings":
      return l10n.t("Open Settings");
    case "showLog":
      return l10n.t("Show Log");
  }
}

/** Tells problems where no view stands for them: in a message with their remedies. */
export class ProblemTeller {
  readonly #dialogs: Dialogs;
  readonly #log: Log;
  readonly #now: () => number;

  constructor(dialogs: Dialogs, log: Log, now: () => number) {
    this.#dialogs = dialogs;
    this.#log = log;
    this.#now = now;
  }

  tell(problem: Problem, ways: Ways): void {
    this.#log.error(problem.message, { kind: problem.kind, ...problem.facts });
    const all: Ways = {
      showLog: () => {
        this.#log.show();
      },
      ...ways,
    };
    const actions: Action[] = remediesOf(problem, all).map((remedy) => ({
      label: remedyLabel(remedy),
      run: () => all[remedy]?.(),
    }));
    void this.#dialogs.message("error", told(problem, this.#now()).sentence, actions);
  }
}

function hostOf(origin: string): string {
  return URL.parse(origin)?.host ?? origin;
}

/** What the service itself gave as its reason. */
function reason({ facts }: Problem): string {
  return facts.detail === undefined ? "" : ` ${l10n.t("Reason given: {0}", facts.detail)}`;
}

/** After a write whose answer was lost, nobody knows whether it counts. */
function unsure({ facts }: Problem): string {
  return facts.wrote === "unknown" ? ` ${l10n.t("It is not known whether the change arrived.")}` : "";
}

// Describes problems in sentences for the user, with their remedies.
import { l10n } from "./text/l10n.ts";
import { isCertificateError } from "../base/http/failure.ts";
import type { Problem, Remedy } from "../base/problem.ts";
import type { Action, Dialogs } from "./dialogs/dialogs.ts";
import type { Log } from "./log/log.ts";
import { format } from "./text/format.ts";

/** The description of a problem for users. */
export interface ProblemText {
  /** Two or three words, for a row. */
  readonly short: string;
  /** What happened, what it means and what to do next. */
  readonly sentence: string;
  /** A codicon to show beside the text. It adds no meaning of its own. */
  readonly icon: string;
}

/** The actions of the remedies at the place where a problem is shown. Remedies without an action aren't offered. */
export type RemedyActions = { readonly [R in Remedy]?: ((problem?: Problem) => unknown) | undefined };

/** Error codes of a disk or an account without space left. */
const FULL_DISK_CODES: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);
/** Error codes of a folder that can't be written. */
const READ_ONLY_CODES: ReadonlySet<string> = new Set(["EROFS", "EACCES", "EPERM"]);

export function describeProblem(problem: Problem, now: number): ProblemText {
  const { facts } = problem;
  const host = facts.origin === undefined ? l10n.t("The service") : parseHost(facts.origin);
  switch (problem.kind) {
    case "offline":
      return {
        short: l10n.t("Offline"),
        sentence: l10n.t("Could not reach {0}. Check your connection and try again.", host) + writeWarning(problem),
        icon: "debug-disconnect",
      };
    case "timeout":
      return {
        short: l10n.t("No response"),
        sentence: l10n.t("{0} did not respond in time. Try again in a moment.", host) + writeWarning(problem),
        icon: "watch",
      };
    case "unauthorized":
      return facts.signedIn
        ? {
            short: l10n.t("Token rejected"),
            sentence: l10n.t("{0} requires a valid token. Sign in to continue.", host),
            icon: "key",
          }
        : { short: l10n.t("Token required"), sentence: l10n.t("{0} requires a token.", host), icon: "key" };
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
          ? l10n.t(
              "Not found on {0}. It may have been deleted or renamed, or your account or token may not have access.",
              host,
            )
          : l10n.t("Not found on {0}. It may have been deleted or renamed.", host),
        icon: "question",
      };
    case "invalid":
      // Without an origin, Triptych itself rejected the command. VS Code runs the command of a row without the row
      // while the whole tree is reloaded.
      if (facts.origin === undefined) {
        const tryAgain = l10n.t("Select an item first. If the list was just updated, try again.");
        return { short: l10n.t("Not possible"), sentence: facts.detail ?? tryAgain, icon: "warning" };
      }
      return {
        short: l10n.t("Rejected"),
        sentence: l10n.t("{0} rejected the request.{1}", host, reason(problem)),
        icon: "warning",
      };
    case "locked":
      return {
        short: l10n.t("Locked"),
        sentence: l10n.t("This issue is locked. Only people with write access to the repository can comment."),
        icon: "lock",
      };
    case "archived":
      return {
        short: l10n.t("Archived"),
        sentence: l10n.t("This repository is archived and read-only."),
        icon: "archive",
      };
    case "conflict":
      return {
        short: l10n.t("Conflict"),
        sentence: l10n.t("Someone else changed this in the meantime. Nothing was overwritten."),
        icon: "git-compare",
      };
    case "rateLimited":
      return {
        short: l10n.t("Rate limited"),
        sentence:
          facts.retryAt === undefined
            ? l10n.t("Rate limited by {0}. Try again in a few minutes.", host)
            : l10n.t("Rate limited by {0}. Try again at {1}.", host, format.clockTime(facts.retryAt, now, "seconds")),
        icon: "clockface",
      };
    case "server":
      return {
        short: l10n.t("Server error"),
        sentence:
          (facts.status === undefined
            ? l10n.t("{0} reported an error. Try again in a moment.", host)
            : l10n.t("{0} reported an error (status {1}). Try again in a moment.", host, facts.status)) +
          writeWarning(problem),
        icon: "warning",
      };
    case "malformed":
      return {
        short: l10n.t("Bad response"),
        sentence: facts.webPage
          ? l10n.t(
              "{0} sent a web page instead of data. Check your network's sign-in page, your proxy or the URL.",
              host,
            )
          : l10n.t("{0} sent a response that Triptych can't read. See the log for details.", host),
        icon: "warning",
      };
    case "tooLarge":
      return {
        short: l10n.t("Too large"),
        // With this status, the request was too large, not the response.
        sentence:
          facts.status === 413
            ? l10n.t("Too large for {0}, or your storage quota there is used up.", host)
            : l10n.t("The response from {0} is too large.", host),
        icon: "warning",
      };
    case "insecure":
      if (facts.code !== undefined)
        return isCertificateError(facts.code)
          ? {
              short: l10n.t("Not trusted"),
              sentence: l10n.t(
                "The certificate of {0} can't be trusted ({1}). Renew it on the server, or add its authority to your system's certificates.",
                host,
                facts.code,
              ),
              icon: "unlock",
            }
          : {
              short: l10n.t("Not secure"),
              sentence: l10n.t(
                "Could not make a secure connection to {0} ({1}). Check the URL and your proxy.",
                host,
                facts.code,
              ),
              icon: "unlock",
            };
      return {
        short: l10n.t("Not encrypted"),
        sentence: l10n.t("{0} does not use HTTPS, so the token was not sent. Change the URL to https://.", host),
        icon: "unlock",
      };
    case "canceled":
      return { short: l10n.t("Canceled"), sentence: l10n.t("Canceled."), icon: "stop" };
    case "redirected":
      return {
        short: l10n.t("Redirected"),
        sentence: l10n.t(
          "{0} redirects to {1}. If that is correct, use it as the URL.",
          host,
          facts.target ?? l10n.t("another server"),
        ),
        icon: "link-external",
      };
    case "forbiddenServer":
      return {
        short: l10n.t("Server forbidden"),
        sentence: l10n.t("You have forbidden requests to {0}. To continue, allow this server.", host),
        icon: "circle-slash",
      };
    case "unexpected":
      if (facts.code !== undefined && FULL_DISK_CODES.has(facts.code)) {
        return {
          short: l10n.t("Disk full"),
          sentence: l10n.t("The disk is full. Free up some space and try again."),
          icon: "warning",
        };
      }
      if (facts.code !== undefined && READ_ONLY_CODES.has(facts.code)) {
        return {
          short: l10n.t("Can't write"),
          sentence: l10n.t("Triptych can't write to its folder. Check its permissions and try again."),
          icon: "lock",
        };
      }
      if (facts.status === 407) {
        return {
          short: l10n.t("Proxy sign-in"),
          sentence: l10n.t("Your proxy requires a sign-in. Check the setting http.proxy and try again."),
          icon: "key",
        };
      }
      // Shows the status, because users may know what it means.
      return facts.status === undefined
        ? {
            short: l10n.t("Failed"),
            sentence: l10n.t("Unexpected error. See the log for details."),
            icon: "error",
          }
        : {
            short: l10n.t("Status {0}", facts.status),
            sentence: l10n.t(
              "{0} responded with status {1}.{2} See the log for details.",
              host,
              facts.status,
              reason(problem),
            ),
            icon: "error",
          };
  }
}

/** Describes a problem above content that was loaded before it. It starts like a row with the same cause. */
export function describeOutdated(
  problem: Problem,
  readAt: number,
  now: number,
): { readonly start: string; readonly sentence: string } {
  const { short, sentence } = describeProblem(problem, now);
  const since = l10n.t("Showing data from {0}.", format.clockTime(readAt, now));
  return { start: l10n.t("{0}.", short), sentence: `${sentence} ${since}` };
}

/**
 * Returns what a row shows beside the short text: "Retry · updated 14:12". The time to wait and the remedy come first,
 * because a narrow sidebar cuts off the end, and the hosts last: the tooltip names them too.
 */
export function rowNote(
  problem: Problem,
  row: { readonly hosts: readonly string[]; readonly readAt: number | undefined; readonly first: Remedy | undefined },
  now: number,
): string {
  const { hosts, readAt, first } = row;
  const { retryAt } = problem.facts;
  const age = readAt === undefined ? [] : [l10n.t("updated {0}", format.clockTime(readAt, now))];
  // Not the time until then: rows are drawn only when they change.
  const pause =
    retryAt === undefined || retryAt <= now
      ? []
      : [l10n.t("wait until {0}", format.clockTime(retryAt, now, "seconds"))];
  const next = first === undefined ? [] : [remedyLabel(first)];
  return [...pause, ...next, ...age, ...hosts].join(" · ");
}

/**
 * Returns the remedies of a problem that have an action, in order. If none has one, like Sign In for a service without
 * accounts, returns Retry.
 */
export function listRemedies(
  { remedies }: Pick<Problem, "remedies">,
  actions: { readonly [R in Remedy]?: unknown },
): readonly Remedy[] {
  const available = remedies.filter((each) => actions[each] !== undefined);
  return available.length === 0 && remedies.length > 0 && actions.retry !== undefined ? ["retry"] : available;
}

/** Runs the action of a remedy. Once the user has allowed a server, tries again. */
export async function runRemedy(remedy: Remedy, actions: RemedyActions, problem?: Problem): Promise<void> {
  const result: unknown = await actions[remedy]?.(problem);
  if (remedy === "allowServer" && result === true) await actions.retry?.(problem);
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
    case "allowServer":
      return l10n.t("Allow This Server…");
  }
}

/** Shows problems in notifications with their remedies, for problems that no view shows. */
export class ProblemNotifier {
  readonly #dialogs: Dialogs;
  readonly #log: Log;
  readonly #now: () => number;
  readonly #allowServer: RemedyActions["allowServer"];

  constructor(dialogs: Dialogs, log: Log, now: () => number, allowServer?: RemedyActions["allowServer"]) {
    this.#dialogs = dialogs;
    this.#allowServer = allowServer;
    this.#log = log;
    this.#now = now;
  }

  /** `what` says what failed, if that isn't clear from the context. */
  notify(problem: Problem, actions: RemedyActions, what?: string): void {
    this.#log.error(problem.message, { kind: problem.kind, ...problem.facts });
    const all: RemedyActions = {
      showLog: () => this.#log.show(),
      allowServer: this.#allowServer,
      ...actions,
    };
    const buttons: Action[] = listRemedies(problem, all).map((remedy) => ({
      label: remedyLabel(remedy),
      run: () => runRemedy(remedy, all, problem),
    }));
    const { sentence } = describeProblem(problem, this.#now());
    void this.#dialogs.message("error", what === undefined ? sentence : `${what} ${sentence}`, buttons);
  }
}

function parseHost(origin: string): string {
  return URL.parse(origin)?.host ?? origin;
}

/** Returns the server's reason. */
function reason({ facts }: Problem): string {
  return facts.detail === undefined ? "" : ` ${l10n.t("Reason: {0}", facts.detail)}`;
}

/** Returns a warning if a write may have been saved although its response was lost. */
function writeWarning({ facts }: Problem): string {
  return facts.wrote === "unknown" ? ` ${l10n.t("The change may or may not have been saved.")}` : "";
}

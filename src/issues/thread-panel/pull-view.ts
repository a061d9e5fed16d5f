// Builds the head of a pull request: its branches, reviews and checks, and whether it can be merged.
import { encodePart } from "../../base/origin.ts";
import type { ActionView, Piece, PullGroup, PullLine, PullView, Sentence } from "../../panels/thread/messages.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { format } from "../../workbench/text/format.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { fullName, repositoryWebUrl, type RepositoryAddress, type ThreadAddress } from "../model/address.ts";
import type { Check, CheckState, PullDetails, PullEnd } from "../model/pull.ts";
import { formatPerson } from "../wording/people.ts";
import { describeSize } from "../pulls/files/file-rows.ts";
import { findObstacles, findReviewers, type Obstacle } from "../pulls/store/obstacles.ts";
import type { PullHead, PullState } from "../pulls/store/pull-heads.ts";
import { findLastReview } from "../pulls/reviews/since-review.ts";
import type { Thread } from "../thread/thread.ts";
import { sentence, strong, text } from "./event-text.ts";
import { describeVerdict, verdictLook } from "./review-view.ts";

/** More checks than this are shown on demand. */
const MAX_SHOWN_CHECKS = 8;

type Verdict = PullView["verdict"];

interface PullViewContext {
  /** Whether to offer to change the pull request. */
  readonly mayChange: boolean;
  readonly signedIn: boolean;
  readonly login: string | undefined;
  readonly now: number;
}

export function pullView(
  address: ThreadAddress,
  thread: Thread,
  { head, problem }: PullState,
  { login, mayChange, signedIn, now }: PullViewContext,
): PullView {
  const label = l10n.t("Pull request");
  const openAllChanges: ActionView = { id: "openAllChanges", label: l10n.t("Open All Changes") };
  const openChangesSinceReview: ActionView = {
    id: "openChangesSinceReview",
    label: l10n.t("Changes Since Your Review"),
  };
  if (head === undefined) {
    const verdict: Verdict =
      problem === undefined
        ? { icon: "loading", tone: "", start: "", sentence: l10n.t("Loading branches and checks…") }
        : {
            icon: "warning",
            tone: "caution",
            start: l10n.t("Branches and checks could not be loaded."),
            sentence: describeProblem(problem, now).sentence,
          };
    return { label, groups: [], verdict, actions: problem === undefined ? [] : [openAllChanges] };
  }
  const { details } = head;
  return {
    label,
    flow: {
      from: [branch(address, details.head)],
      to: [branch(address, details.base)],
      into: l10n.t("into"),
      changes: describeSize(details),
      copy: { text: details.head.branch, name: l10n.t("Branch Name") },
    },
    groups: [...reviewGroup(thread, head), ...checkGroup(address, head, now)],
    verdict: verdictView(address, thread, head),
    actions: [
      openAllChanges,
      ...(hasMovedSinceReview(thread, details, login) ? [openChangesSinceReview] : []),
      ...(details.merged ? [] : [{ id: "checkOut", label: l10n.t("Check Out") } as const]),
      ...(mayChange && isOpen(details) ? [{ id: "markDraft", label: l10n.t("Mark as Draft") } as const] : []),
    ],
    ...mainAction(head, thread, { mayChange, signedIn }),
  };
}

function hasMovedSinceReview({ reviews }: Thread, { head }: PullDetails, login: string | undefined): boolean {
  const all = [...reviews.byId.values()].map(({ review }) => review);
  const reviewed = findLastReview(all, login)?.commit;
  return reviewed !== undefined && reviewed !== head.commit;
}

function isOpen({ closed, draft }: PullDetails): boolean {
  return !closed && !draft;
}

/** Returns the action that leads on, unless it would certainly be rejected. */
function mainAction(
  head: PullHead,
  { reviews }: Thread,
  { mayChange, signedIn }: Pick<PullViewContext, "mayChange" | "signedIn">,
): Pick<PullView, "main"> {
  const { details, rules } = head;
  if (details.closed) return {};
  if (details.draft) return mayChange ? { main: { id: "markReady", label: l10n.t("Mark as Ready") } } : {};
  const mayMerge = signedIn && rules?.mayMerge !== false && findObstacles(head, reviews).length === 0;
  return mayMerge ? { main: { id: "merge", label: l10n.t("Merge…") } } : {};
}

/** Links a branch. One of a fork is named with its repository. */
function branch(address: RepositoryAddress, { branch: name, isGone, repository }: PullEnd): Piece {
  const isFork = repository !== undefined && fullName(repository).toLowerCase() !== fullName(address).toLowerCase();
  const label = isFork ? `${fullName(repository)}:${name}` : name;
  if (isGone || repository === undefined) return { is: "code", text: label };
  const page = repositoryWebUrl({ base: address.base, ...repository });
  const href = `${page}/src/branch/${name.split("/").map(encodePart).join("/")}`;
  return { is: "link", text: label, href, code: true };
}

/** Who has decided, and who is asked to. Without the reviews, no one knows which of the requests are answered. */
function reviewGroup({ reviews, withoutReviews }: Thread, { details, rules }: PullHead): readonly PullGroup[] {
  if (withoutReviews !== undefined) return [];
  const { decided, waitingFor } = findReviewers(details, reviews);
  const lines = [
    ...decided.map((review): PullLine => {
      const { icon, tone } = verdictLook(review);
      const said = sentence("{0} {1}", [strong(formatPerson(review.author))], [text(describeVerdict(review))]);
      return { icon, tone, sentence: said };
    }),
    ...[...waitingFor.map(formatPerson), ...details.requestedTeams].map((who): PullLine => {
      const said = sentence(l10n.t("{0} was asked for a review"), [strong(who)]);
      return { icon: "eye", tone: "", sentence: said };
    }),
  ];
  const required = rules?.approvals ?? 0;
  if (lines.length === 0 && required === 0) return [];
  const note = required === 0 ? "" : l10n.plural(required, "{0} approval required", "{0} approvals required");
  return [{ heading: l10n.t("Reviews"), note, lines }];
}

/** Shows what has not succeeded first, and the rest on demand. */
function checkGroup(
  { base }: RepositoryAddress,
  { checks, skipped, withoutChecks }: PullHead,
  now: number,
): readonly PullGroup[] {
  const heading = l10n.t("Checks");
  if (withoutChecks !== undefined) {
    const said = [text(describeProblem(withoutChecks, now).sentence)];
    return [{ heading, note: "", lines: [{ icon: "warning", tone: "caution", sentence: said }] }];
  }
  if (checks.length === 0 && skipped === 0) return [];
  const order: readonly CheckState[] = ["failure", "running", "unknown"];
  const unsuccessful = order.flatMap((state) => checks.filter((check) => check.state === state));
  const shown = unsuccessful.slice(0, MAX_SHOWN_CHECKS);
  const rest = [...unsuccessful.slice(MAX_SHOWN_CHECKS), ...checks.filter(({ state }) => !order.includes(state))];
  const isAllFine = rest.every(({ state }) => state === "success");
  const summary = isAllFine
    ? l10n.t("{0} succeeded", format.count(rest.length))
    : l10n.plural(rest.length, "{0} more check", "{0} more checks");
  return [
    {
      heading,
      note: skipped === 0 ? "" : l10n.t("{0} can't be shown", format.count(skipped)),
      lines: shown.map((check) => checkLine(base, check)),
      ...(rest.length === 0 ? {} : { more: { summary, lines: rest.map((check) => checkLine(base, check)) } }),
    },
  ];
}

const CHECK_LOOKS: Readonly<Record<CheckState, Pick<PullLine, "icon" | "tone">>> = {
  success: { icon: "pass", tone: "good" },
  failure: { icon: "error", tone: "bad" },
  running: { icon: "sync", tone: "" },
  skipped: { icon: "circle-slash", tone: "" },
  unknown: { icon: "question", tone: "" },
};

function checkLine(base: string, { description, link, name, state }: Check): PullLine {
  const label = name === "" ? l10n.t("Unnamed check") : name;
  // The checks of a server's own runner have links that begin with a slash.
  const href = link?.startsWith("/") === true ? new URL(link, base).href : link;
  const named: Piece = href === undefined ? strong(label) : { is: "link", text: label, href };
  const details: Sentence = description === "" ? [] : [{ is: "quiet", text: ` · ${description}` }];
  return { ...CHECK_LOOKS[state], sentence: [...sentence(describeCheck(state), [named]), ...details] };
}

function describeCheck(state: CheckState): string {
  switch (state) {
    case "success":
      return l10n.t("{0} succeeded");
    case "failure":
      return l10n.t("{0} failed");
    case "running":
      return l10n.t("{0} is running");
    case "skipped":
      return l10n.t("{0} was skipped");
    case "unknown":
      return l10n.t("{0} has an unknown result");
  }
}

function verdictView(address: ThreadAddress, { reviews }: Thread, head: PullHead): Verdict {
  const { details, rules } = head;
  const base = details.base.branch;
  if (details.merged) {
    return { icon: "git-merge", tone: "done", start: l10n.t("Merged into {0}.", base), sentence: "" };
  }
  if (details.closed) {
    return { icon: "git-pull-request-closed", tone: "bad", start: l10n.t("Closed without merging."), sentence: "" };
  }
  const obstacles = findObstacles(head, reviews);
  if (obstacles.some(({ kind }) => kind === "draft")) {
    const sentence = l10n.t("A draft can't be merged. It can be reviewed and checked as usual.");
    return { icon: "git-pull-request-draft", tone: "", start: l10n.t("Draft."), sentence };
  }
  if (obstacles.length > 0) {
    const sentence = obstacles.map((obstacle) => describeObstacle(obstacle, details)).join(" ");
    return { icon: "error", tone: "bad", start: l10n.t("Can't be merged."), sentence };
  }
  const noConflicts = l10n.t("There are no conflicts with {0}.", base);
  if (rules?.mayMerge === false) {
    const start = l10n.t("Only people with write access to {0} can merge.", fullName(address));
    return { icon: "lock", tone: "", start, sentence: noConflicts };
  }
  return { icon: "pass", tone: "good", start: l10n.t("Can be merged into {0}.", base), sentence: noConflicts };
}

/** Describes in a sentence what keeps a pull request from being merged. */
function describeObstacle(obstacle: Obstacle, { base, head }: PullDetails): string {
  switch (obstacle.kind) {
    case "draft":
      return l10n.t("It is a draft.");
    case "forkGone":
      return l10n.t("The fork was deleted.");
    case "branchGone":
      return l10n.t("The branch {0} was deleted.", head.branch);
    case "conflicts":
      return l10n.t("There are conflicts with {0}, or the server is still checking.", base.branch);
    case "approvals":
      return l10n.plural(
        obstacle.required,
        "It has {1} of {0} required approval.",
        "It has {1} of {0} required approvals.",
        format.count(obstacle.given),
      );
    case "checks":
      return l10n.t("Required checks have not succeeded: {0}.", format.list(obstacle.names));
  }
}

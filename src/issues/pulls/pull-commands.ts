// The commands of pull requests.
import { Uri } from "vscode";
import { on, oneOf, plain } from "../../workbench/commands.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import type { ThreadAddress } from "../model/address.ts";
import { repositoryIn, ThreadSubject } from "../parts/row-subjects.ts";
import type { PullCreation } from "./checkout/create-pull.ts";
import type { CheckedOutPulls } from "./checkout/checked-out-pulls.ts";
import type { PullActions } from "./pull-actions.ts";
import { OpenedDiffs, type FoundFile } from "./files/opened-diffs.ts";
import { parsePullUri } from "./store/pull-uri.ts";
import { isReview, threadAt, type Place } from "../writing/drafts/place.ts";
import type { ReviewActions } from "./reviews/review-actions.ts";
import type { ReviewRequests } from "./reviews/review-requests.ts";
import { fileCommands, type FileCommandDependencies } from "./files/file-commands.ts";
import { changedFileIn, PullFilesSubject } from "./files/file-subjects.ts";
import type { Threads } from "../thread/threads.ts";

export interface PullCommandDependencies {
  readonly shared: FileCommandDependencies["shared"];
  readonly services: FileCommandDependencies["services"] & { readonly threads: Threads };
  readonly pulls: Pick<
    PullActions,
    "backToDefaultBranch" | "checkOut" | "merge" | "openAllChanges" | "openChangesSinceReview" | "updateBranch"
  >;
  readonly pullCreation: Pick<PullCreation, "begin">;
  readonly reviews: Pick<ReviewActions, "discard" | "submit">;
  readonly reviewRequests: Pick<ReviewRequests, "change">;
  readonly checkedOut: Pick<CheckedOutPulls, "findFile">;
  /** Returns the draft of a row, a document or the active editor. */
  readonly draftIn: (given: unknown) => Place | undefined;
  /** Returns the thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

export function pullCommands({
  shared,
  services,
  pulls,
  pullCreation,
  reviews,
  reviewRequests,
  checkedOut,
  draftIn,
  focused,
}: PullCommandDependencies) {
  const diffs = new OpenedDiffs();
  const focusedPull = (): ThreadAddress | undefined => {
    const thread = focused();
    return thread !== undefined && services.threads.at(thread).thread?.issue.pull !== undefined ? thread : undefined;
  };
  const pullIn = (given: unknown): ThreadAddress | undefined => {
    const subject = getSubject(given);
    if (subject instanceof PullFilesSubject) return subject.address;
    if (subject instanceof ThreadSubject && subject.issue?.pull !== undefined) return subject.address;
    return subject === undefined ? focusedPull() : undefined;
  };
  const findAt = (uri: Uri): FoundFile | undefined => {
    const file = parsePullUri(uri);
    return file === undefined ? checkedOut.findFile(uri) : { pull: file.pull, path: file.changed };
  };
  /** Returns a file of a pull request: the one whose title was clicked, or that in the active editor. */
  const findFile = (given: unknown): FoundFile | undefined => {
    if (given !== undefined) return given instanceof Uri ? findAt(given) : undefined;
    const active = diffs.findActive();
    return active instanceof Uri ? findAt(active) : active;
  };
  /** Also finds the pull request of a draft or a file, in a row or in the active editor. */
  const reviewIn = (given: unknown): ThreadAddress | undefined => {
    const place = draftIn(given);
    return place === undefined || !isReview(place) ? (pullIn(given) ?? findFile(given)?.pull) : threadAt(place);
  };
  return {
    "triptych.issues.createPull": on(
      // In the title of the view, VS Code passes the focused row, whatever it is.
      (given) => ({ found: repositoryIn(given) }),
      ({ found }) => pullCreation.begin(found?.address),
    ),
    "triptych.issues.openAllChanges": oneOf(
      on(changedFileIn, ({ address, details, file }) => diffs.open(address, details, file)),
      on(pullIn, (pull) => pulls.openAllChanges(pull)),
    ),
    "triptych.issues.openChangesSinceReview": on(
      (given) => pullIn(given) ?? findFile(given)?.pull,
      (pull) => pulls.openChangesSinceReview(pull),
    ),
    ...fileCommands({ shared, services }, diffs, findFile),
    "triptych.issues.checkOutPull": on(pullIn, (pull) => pulls.checkOut(pull)),
    "triptych.issues.mergePull": on(pullIn, (pull) => pulls.merge(pull)),
    "triptych.issues.updateBranch": on(pullIn, (pull) => pulls.updateBranch(pull)),
    "triptych.issues.submitReview": on(reviewIn, (pull) => reviews.submit(pull)),
    "triptych.issues.requestReview": on(pullIn, (pull) => reviewRequests.change(pull)),
    "triptych.issues.discardReview": on(reviewIn, (pull) => reviews.discard(pull)),
    "triptych.issues.backToDefaultBranch": plain(() => pulls.backToDefaultBranch()),
  };
}

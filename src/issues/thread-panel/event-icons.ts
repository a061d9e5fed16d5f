// Chooses the icon of each event in a thread.
import type { IconName } from "../../panels/kit/icons.ts";
import type { Meaning } from "../model/timeline.ts";
import { verdictLook } from "./review-view.ts";

/** The icon is decorative: it says nothing that the text does not. */
export function eventIcon(meaning: Meaning): IconName {
  switch (meaning.what) {
    case "commented":
      return "comment";
    case "reviewed":
      return verdictLook(meaning.review?.review).icon;
    case "reviewAsked":
    case "reviewDismissed":
      return "eye";
    case "reopened":
      return "issues";
    case "closed":
      return "issue-closed";
    case "locked":
      return "lock";
    case "unlocked":
      return "unlock";
    case "pinned":
    case "unpinned":
      return "pin";
    case "timeStarted":
    case "timeStopped":
    case "timeCanceled":
    case "timeAdded":
    case "timeDeleted":
    case "estimated":
      return "clockface";
    case "merged":
    case "mergeScheduled":
    case "mergeUnscheduled":
      return "git-merge";
    case "projectChanged":
    case "projectMoved":
      return "folder";
    case "labeled":
      return "tag";
    case "milestoned":
      return "milestone";
    case "assigned":
      return "account";
    case "retitled":
      return "edit";
    case "mentioned":
      return meaning.in?.pull === undefined ? "issues" : "git-pull-request";
    case "committed":
    case "pushed":
    case "retargeted":
    case "refChanged":
      return "git-commit";
    case "branchDeleted":
      return "trash";
    case "deadline":
      return "calendar";
    case "depends":
      return "arrow-swap";
    case "unknown":
      return "question";
  }
}

// Chooses the icon of each event in a thread.
import type { IconName } from "../../panels/kit/icons.ts";
import type { Meaning } from "../model/timeline.ts";
import { verdictLook } from "./review-view.ts";

/** Returns the icon of an event. It is decorative: the text says the same. */
export function eventIcon(meaning: Meaning): IconName {
  if (meaning.kind === "reviewed") return verdictLook(meaning.review?.review).icon;
  if (meaning.kind === "mentioned") return meaning.in?.pull === undefined ? "issues" : "git-pull-request";
  return ICONS[meaning.kind];
}

const ICONS: Readonly<Record<Exclude<Meaning["kind"], "reviewed" | "mentioned">, IconName>> = {
  commented: "comment",
  reviewAsked: "eye",
  reviewDismissed: "eye",
  reopened: "issues",
  closed: "issue-closed",
  locked: "lock",
  unlocked: "unlock",
  pinned: "pin",
  unpinned: "pin",
  timeStarted: "clockface",
  timeStopped: "clockface",
  timeCanceled: "clockface",
  timeAdded: "clockface",
  timeDeleted: "clockface",
  estimated: "clockface",
  merged: "git-merge",
  mergeScheduled: "git-merge",
  mergeUnscheduled: "git-merge",
  projectChanged: "folder",
  projectMoved: "folder",
  labeled: "tag",
  milestoned: "milestone",
  assigned: "account",
  retitled: "edit",
  committed: "git-commit",
  pushed: "git-commit",
  retargeted: "git-commit",
  refChanged: "git-commit",
  branchDeleted: "trash",
  deadline: "calendar",
  depends: "arrow-swap",
  unknown: "question",
};

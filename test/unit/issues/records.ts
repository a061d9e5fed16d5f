// An issue and a timeline record without anything that a test doesn't name.
import type { Issue, TimelineRecord } from "../../../src/issues/model/entities.ts";

const AUTHOR = { id: 7n, login: "marek" };

export const ISSUE: Issue = {
  number: 1n,
  title: "An issue",
  body: "",
  closed: false,
  locked: false,
  author: AUTHOR,
  labels: [],
  milestone: undefined,
  assignees: [],
  comments: 0,
  createdAt: 0,
  updatedAt: 0,
  due: undefined,
  pull: undefined,
  attachments: [],
  version: undefined,
  repository: undefined,
};

export const RECORD: TimelineRecord = {
  id: 1n,
  type: "comment",
  author: AUTHOR,
  body: "",
  createdAt: 0,
  updatedAt: 0,
  oldTitle: undefined,
  newTitle: undefined,
  oldRef: undefined,
  newRef: undefined,
  oldMilestone: undefined,
  milestone: undefined,
  trackedSeconds: undefined,
  oldProject: undefined,
  project: undefined,
  refIssue: undefined,
  refComment: undefined,
  refAction: undefined,
  refCommit: undefined,
  label: undefined,
  assignee: undefined,
  assigneeTeam: undefined,
  removedAssignee: false,
  dependentIssue: undefined,
  review: undefined,
};

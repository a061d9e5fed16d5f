// The wing's tools for language models: one flat table.
import type { Tool } from "../../base/tools/tool.ts";
import { listIssues } from "./list-issues.ts";
import { readDiff } from "./read-diff.ts";
import { readPull } from "./read-pull.ts";
import { readThread } from "./read-thread.ts";
import { searchIssues } from "./search-issues.ts";
import type { IssuesSource } from "./source.ts";
import { draftComment, draftIssue, draftReviewComment } from "./write-drafts.ts";

/** Those that change nothing, also not on this machine. */
export const readingTools: readonly Tool<IssuesSource>[] = [listIssues, searchIssues, readThread, readPull, readDiff];

export const issueTools: readonly Tool<IssuesSource>[] = [
  ...readingTools,
  draftComment,
  draftIssue,
  draftReviewComment,
];

// All routes of the issue server.
import { ATTACHMENT_ROUTES } from "./attachments.js";
import { COMMENT_ROUTES } from "./comments.js";
import { PULL_CREATION_ROUTES } from "./creating-pulls.js";
import { INSTANCE_ROUTES } from "./instance.js";
import { ISSUE_ROUTES } from "./issues.js";
import { LIST_ROUTES } from "./lists.js";
import { MERGE_ROUTES } from "./merging.js";
import { NOTIFICATION_ROUTES } from "./notifications.js";
import { PART_ROUTES } from "./parts.js";
import { PULL_FILE_ROUTES } from "./pull-files.js";
import { PULL_ROUTES } from "./pulls.js";
import { REACTION_ROUTES } from "./reactions.js";
import { REPOSITORY_ROUTES } from "./repositories.js";
import { REQUEST_ROUTES } from "./requesting.js";
import { REVIEW_ROUTES } from "./reviews.js";
import { USER_ROUTES } from "./users.js";

/** Everything below /api/v1. If several routes match a path, the first one is used. */
export const ROUTES = [
  ...INSTANCE_ROUTES,
  ...USER_ROUTES,
  ...NOTIFICATION_ROUTES,
  ...LIST_ROUTES,
  ...REPOSITORY_ROUTES,
  ...COMMENT_ROUTES,
  ...REACTION_ROUTES,
  ...ATTACHMENT_ROUTES,
  ...ISSUE_ROUTES,
  ...PART_ROUTES,
  ...PULL_CREATION_ROUTES,
  ...MERGE_ROUTES,
  ...PULL_FILE_ROUTES,
  ...REQUEST_ROUTES,
  ...REVIEW_ROUTES,
  ...PULL_ROUTES,
];

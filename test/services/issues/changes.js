// Changes to issues, with their side effects: events, references, notifications and dates.
import { mayRead } from "./access.js";
import { Issue } from "./store.js";

/**
 * @typedef {import("./types.js").User} User
 * @typedef {import("./types.js").Comment} Comment
 * @typedef {import("./types.js").Payload} Payload
 * @typedef {import("./types.js").Review} Review
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./store.js").Repository} Repository
 */

const REFERENCE =
  /(?:^|[\s([])(?:(close[sd]?|fix(?:e[sd])?|resolve[sd]?|reopen(?:s|ed)?):?\s+)?([\w.-]+\/[\w.-]+)?[#!](\d+)\b/gi;
const CODE = /```[\s\S]*?```|~~~[\s\S]*?~~~|`[^`\n]*`/g;

/** @param {Store} store @param {Repository} repo @param {User} by @param {{ title: string, body: string }} text */
export function addIssue(store, repo, by, { title, body }) {
  const created = store.now();
  const number = Math.max(repo.lastNumber, ...repo.issues.keys()) + 1;
  repo.lastNumber = number;
  const issue = new Issue({ id: store.nextId("issue"), repo, number, poster: by, title, body, created });
  repo.issues.set(number, issue);
  repo.updated = created;
  addReferences(store, issue, by, body);
  notify(store, issue, null, by, body);
  return issue;
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {string} body @param {number} [created] */
export function addComment(store, issue, by, body, created = store.now()) {
  const comment = store.record(issue, { type: "comment", poster: by, body, created });
  issue.updated = comment.created;
  addReferences(store, issue, by, body, comment);
  notify(store, issue, comment, by, body);
  return comment;
}

/** Edits a comment. The issue keeps its date. @param {Store} store @param {Comment} comment @param {User} by @param {string} body */
export function editComment(store, comment, by, body) {
  comment.body = body;
  comment.updated = store.now();
  addReferences(store, comment.issue, by, body, comment);
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {string} type @param {{ body?: string, created?: number, id?: number, payload?: Payload }} [what] */
export function addEvent(store, issue, by, type, what = {}) {
  const event = store.record(issue, { type, poster: by, created: store.now(), ...what });
  issue.updated = Math.max(issue.updated, event.created);
  return event;
}

/**
 * Adds a review with its line comments. The timeline gets an entry for the review, but none for its comments.
 *
 * @param {Store} store @param {Issue} issue @param {User} user
 * @param {Partial<import("./types.js").Review> & { notes?: readonly ({ text: string } & NonNullable<import("./types.js").Payload["code"]>)[] }} what
 */
export function addReview(store, issue, user, { state = "COMMENT", body = "", notes = [], ...more }) {
  if (issue.pull === null) return undefined;
  const now = store.now();
  /** @type {Review} */
  const review = {
    id: store.nextId("review"),
    user,
    state,
    body,
    commit: issue.pull.headSha,
    stale: false,
    official: true,
    dismissed: false,
    submitted: now,
    updated: now,
    ...more,
  };
  issue.pull.reviews.push(review);
  for (const note of notes) addReviewComment(store, issue, review, note);
  // The text of a pending review that was made through the API is in everyone's timeline.
  if (state !== "PENDING" || body !== "") addEvent(store, issue, user, "review", { body, payload: { review } });
  return review;
}

/**
 * Adds a comment on a line to a review. The timeline doesn't show it.
 *
 * @param {Store} store @param {Issue} issue @param {Review} review
 * @param {{ text: string } & NonNullable<import("./types.js").Payload["code"]>} note @param {User} [by]
 */
export function addReviewComment(store, issue, review, { text, ...code }, by = review.user) {
  return addEvent(store, issue, by, "code", { body: text, payload: { review, code } });
}

/**
 * Gives a pending review its verdict. An earlier verdict of its author no longer counts then.
 *
 * @param {Store} store @param {Issue} issue @param {Review} review @param {Review["state"]} state
 * @param {{ official: boolean }} what
 */
export function submitReview(store, issue, review, state, { official }) {
  const isDecision = (/** @type {Review} */ each) => each.state === "APPROVED" || each.state === "REQUEST_CHANGES";
  const now = store.now();
  Object.assign(review, { state, official, submitted: now, updated: now });
  for (const earlier of isDecision(review) ? (issue.pull?.reviews ?? []) : []) {
    if (earlier === review || earlier.user !== review.user || !isDecision(earlier)) continue;
    Object.assign(earlier, { official: false, dismissed: true });
  }
  const known = issue.comments.find(({ payload, type }) => type === "review" && payload.review === review);
  if (known !== undefined) known.body = review.body;
  else addEvent(store, issue, review.user, "review", { body: review.body, payload: { review } });
}

/** Removes a review with its comments. @param {Store} store @param {Issue} issue @param {Review} review */
export function removeReview(store, issue, review) {
  if (issue.pull === null) return;
  issue.pull.reviews = issue.pull.reviews.filter((each) => each !== review);
  for (const each of issue.comments.filter(
    ({ payload, type }) => type !== "dismiss_review" && payload.review === review,
  ))
    store.erase(each);
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {boolean} closed */
export function setClosed(store, issue, by, closed) {
  if ((issue.closed !== 0) === closed) return;
  issue.closed = closed ? store.now() : 0;
  addEvent(store, issue, by, closed ? "close" : "reopen");
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {string} title */
export function setTitle(store, issue, by, title) {
  if (title === issue.title) return;
  const payload = { oldTitle: issue.title, newTitle: title };
  issue.title = title;
  if (issue.pull) issue.pull.draft = /^(?:wip:|\[wip\])/i.test(title);
  issue.contentVersion += 1;
  addEvent(store, issue, by, "change_title", { payload });
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {string} body */
export function setBody(store, issue, by, body) {
  if (body === issue.body) return;
  issue.body = body;
  issue.contentVersion += 1;
  issue.updated = store.now();
  addReferences(store, issue, by, body);
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {import("./types.js").Milestone | null} milestone */
export function setMilestone(store, issue, by, milestone) {
  if (milestone === issue.milestone) return;
  const payload = { oldMilestone: issue.milestone, milestone };
  issue.milestone = milestone;
  addEvent(store, issue, by, "milestone", { payload });
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {number} due */
export function setDue(store, issue, by, due) {
  if (due === issue.due) return;
  const day = (/** @type {number} */ seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);
  const old = issue.due;
  issue.due = due;
  if (old === 0) addEvent(store, issue, by, "added_deadline", { body: day(due) });
  else if (due === 0) addEvent(store, issue, by, "removed_deadline", { body: day(old) });
  else addEvent(store, issue, by, "modified_deadline", { body: `${day(due)}|${day(old)}` });
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {User[]} wanted */
export function setAssignees(store, issue, by, wanted) {
  for (const assignee of issue.assignees.filter((user) => !wanted.includes(user))) {
    addEvent(store, issue, by, "assignees", { payload: { assignee, removed: true } });
  }
  for (const assignee of wanted.filter((user) => !issue.assignees.includes(user))) {
    addEvent(store, issue, by, "assignees", { payload: { assignee } });
  }
  issue.assignees = [...wanted];
}

/**
 * Sets the labels. Of several labels in one exclusive scope, only the last one is set.
 * @param {Store} store
 * @param {Issue} issue
 * @param {User} by
 * @param {import("./types.js").Label[]} wanted
 */
export function setLabels(store, issue, by, wanted) {
  const scope = (/** @type {import("./types.js").Label} */ label) =>
    label.exclusive ? label.name.slice(0, label.name.lastIndexOf("/") + 1) : "";
  const labels = [...new Set(wanted)].filter(
    (label, place, all) => scope(label) === "" || !all.slice(place + 1).some((later) => scope(later) === scope(label)),
  );
  for (const label of issue.labels.filter((each) => !labels.includes(each))) {
    addEvent(store, issue, by, "label", { payload: { label } });
  }
  for (const label of labels.filter((each) => !issue.labels.includes(each))) {
    addEvent(store, issue, by, "label", { body: "1", payload: { label } });
  }
  issue.labels = labels.sort((one, other) => one.name.localeCompare(other.name));
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {boolean} locked @param {string} [reason] */
export function setLocked(store, issue, by, locked, reason = "") {
  if (issue.locked === locked) return;
  issue.locked = locked;
  addEvent(store, issue, by, locked ? "lock" : "unlock", { body: locked ? reason : "" });
}

/** @param {Store} store @param {Issue} issue @param {User} by @param {boolean} pinned */
export function setPinned(store, issue, by, pinned) {
  const list = issue.repo.pinned;
  if (list.includes(issue) === pinned) return;
  if (pinned) list.push(issue);
  else list.splice(list.indexOf(issue), 1);
  addEvent(store, issue, by, pinned ? "pin" : "unpin");
}

/**
 * Adds a reference event to each issue that a text mentions.
 * @param {Store} store
 * @param {Issue} source
 * @param {User} by
 * @param {string} text
 * @param {Comment} [comment]
 * @param {number} [created]
 */
export function addReferences(store, source, by, text, comment, created = store.now()) {
  for (const [, keyword = "", fullName, number] of text.replaceAll(CODE, " ").matchAll(REFERENCE)) {
    const repo = fullName === undefined ? source.repo : store.repositories.get(fullName.toLowerCase());
    const target = repo?.issues.get(Number(number));
    if (target === undefined || target === source) continue;
    if (!mayRead({ doer: by, token: undefined }, target.repo, target.unit)) continue;
    const isKnown = target.comments.some(
      ({ payload }) => payload.refIssue === source && payload.refComment === (comment ?? undefined),
    );
    if (isKnown) continue;
    const type = comment !== undefined ? "comment_ref" : source.pull === null ? "issue_ref" : "pull_ref";
    const closes = source.pull !== null && keyword !== "";
    const refAction = closes ? (/^reopen/i.test(keyword) ? "reopens" : "closes") : "none";
    const payload = { refIssue: source, ...(comment === undefined ? {} : { refComment: comment }), refAction };
    addEvent(store, target, by, type, { created, payload: /** @type {Payload} */ (payload) });
  }
}

/**
 * Notifies everyone involved. Each user has one notification thread per issue.
 * @param {Store} store
 * @param {Issue} issue
 * @param {Comment | null} comment
 * @param {User} by
 * @param {string} text
 */
export function notify(store, issue, comment, by, text) {
  const mentioned = [...text.matchAll(/(?:^|\s)@([\w.-]+)/g)].map(([, login = ""]) => store.user(login));
  const recipients = new Set([
    issue.repo.owner,
    issue.poster,
    ...issue.assignees,
    ...issue.comments.filter(({ type }) => type === "comment").map(({ poster }) => poster),
    ...mentioned,
  ]);
  for (const user of recipients) {
    if (user === undefined || user === by || user.deleted) continue;
    if (!mayRead({ doer: user, token: undefined }, issue.repo, issue.unit)) continue;
    const known = store.notifications.find((each) => each.user === user && each.issue === issue);
    if (known === undefined) {
      const id = store.nextId("notification");
      store.notifications.push({ id, user, issue, comment, status: "unread", updated: store.now() });
    } else {
      Object.assign(known, { comment, status: known.status === "pinned" ? "pinned" : "unread", updated: store.now() });
    }
  }
}

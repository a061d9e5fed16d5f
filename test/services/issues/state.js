/**
 * The service's state as JSON, for tests that check what was stored.
 *
 * @typedef {import("./types.js").World} World
 * @typedef {import("./store.js").Repository} Repository
 * @typedef {import("./store.js").Issue} Issue
 */

/** @param {World} world */
export function stateOf({ store, personality, settings }) {
  return {
    personality: personality.name,
    settings,
    tokens: [...store.tokens.values()].map(({ name, secret, user, scopes, repositories }) => ({
      name,
      secret,
      user: user.login,
      scopes,
      repositories: repositories && repositories.map(({ fullName }) => fullName),
    })),
    repositories: [...store.repositories.values()].map(repositoryState),
    notifications: store.notifications.map(({ id, user, issue, status }) => ({
      id,
      user: user.login,
      issue: `${issue.repo.fullName}#${issue.number}`,
      status,
    })),
  };
}

/** Leaves out content that hasn't been generated yet. @param {Repository} repo */
const repositoryState = (repo) => ({
  id: repo.id,
  fullName: repo.fullName,
  private: repo.isPrivate,
  archived: repo.archived !== 0,
  issues: [...repo.written.values()].map(issueState),
});

/** @param {Issue} issue */
const issueState = (issue) => ({
  number: issue.number,
  title: issue.title,
  body: issue.body,
  poster: issue.poster.login,
  closed: issue.closed !== 0,
  locked: issue.locked,
  updated: issue.updated,
  labels: issue.labels.map(({ name }) => name),
  assignees: issue.assignees.map(({ login }) => login),
  commentCount: issue.commentCount,
  ...(issue.pull === null
    ? {}
    : {
        pull: {
          head: issue.pull.headSha,
          merged: issue.pull.merged !== 0,
          message: issue.pull.message,
          headDeleted: issue.pull.headDeleted === true,
        },
      }),
  comments: issue.written.map(({ id, type, poster, body, created, updated, attachments, reactions }) => ({
    id,
    type,
    poster: poster.login,
    body,
    created,
    updated,
    attachments: attachments.map(({ name, size }) => ({ name, size })),
    reactions: reactions.map(({ user, content }) => ({ user: user.login, content })),
  })),
});

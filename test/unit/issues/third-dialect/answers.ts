// What GitHub's REST API answers, after the examples of its public documentation (docs.github.com/en/rest, API version
// 2022-11-28, licensed under CC BY 4.0), cut to the fields that count.

const octocat = { id: 1, login: "octocat", type: "User" };
const hubot = { id: 2, login: "hubot", type: "User" };
const bug = { id: 208045946, name: "bug", description: "Something isn't working", color: "f29513" };

const issue = {
  id: 1,
  number: 1347,
  state: "open",
  title: "Found a bug",
  body: "I'm having a problem with this.",
  user: octocat,
  labels: [bug],
  assignees: [octocat, hubot],
  milestone: { id: 1002604, number: 1, state: "open", title: "v1.0", due_on: "2012-10-09T23:39:01Z" },
  locked: true,
  active_lock_reason: "too heated",
  comments: 2,
  pull_request: null,
  closed_at: null,
  created_at: "2011-04-22T13:33:48Z",
  updated_at: "2011-04-22T13:33:48Z",
};

/** The answers by their path below `/api/v3`. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  "/meta": { verifiable_password_authentication: true, installed_version: "3.17.2" },
  "/repos/octocat/Hello-World": {
    id: 1296269,
    name: "Hello-World",
    full_name: "octocat/Hello-World",
    owner: octocat,
    private: false,
    description: "This your first repo!",
    clone_url: "https://github.com/octocat/Hello-World.git",
    ssh_url: "git@github.com:octocat/Hello-World.git",
    has_issues: true,
    archived: false,
    permissions: { admin: false, push: false, pull: true },
  },
  "/repos/octocat/Hello-World/issues": [issue],
  "/repos/octocat/Hello-World/issues/1347": issue,
  "/repos/octocat/Hello-World/issues/1347/comments": [
    { id: 11, body: "Me too", user: octocat, created_at: "2011-04-14T16:00:49Z", updated_at: "2011-04-14T16:00:49Z" },
    { id: 12, body: "+1", user: hubot, created_at: "2011-04-15T16:00:49Z", updated_at: "2011-04-16T16:00:49Z" },
  ],
  "/repos/octocat/Hello-World/issues/1347/timeline": [
    {
      id: 6430295168,
      event: "locked",
      actor: octocat,
      created_at: "2011-04-13T16:00:49Z",
      lock_reason: "too heated",
    },
    { id: 11, event: "commented", user: octocat, body: "Me too", created_at: "2011-04-14T16:00:49Z" },
    {
      id: 6430296748,
      event: "labeled",
      actor: octocat,
      created_at: "2011-04-14T17:00:49Z",
      label: { name: "bug", color: "f29513" },
    },
    {
      id: 6430300000,
      event: "renamed",
      actor: hubot,
      created_at: "2011-04-14T18:00:49Z",
      rename: { from: "Found", to: "Found a bug" },
    },
    { id: 12, event: "commented", user: hubot, body: "+1", created_at: "2011-04-15T16:00:49Z" },
    { id: 6430300001, event: "subscribed", actor: hubot, created_at: "2011-04-15T16:00:50Z" },
  ],
};

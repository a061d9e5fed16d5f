/**
 * All differences between the servers: their responses, the order of their checks, and their routes.
 *
 * @typedef {"exists" | "repository" | "readable" | "archived" | "login" | "body" | "right" | "type"} Check
 *   checks before a comment is changed: it exists, it belongs to the repository in the path, the requester can read it, the
 *   repository is not archived, the requester is signed in, the request has a text, the requester can change the comment,
 *   and its type can be changed
 * @typedef {"issue" | "readable" | "archived" | "login" | "body" | "lock" | "blocked"} CreateCheck
 *
 * @typedef {object} Personality
 * @property {string} name
 * @property {string} product the product that clients recognize by its version
 * @property {"forgejo" | "gitea"} [basedOn] responds like this server, except where a test lists a difference
 * @property {string} version
 * @property {boolean} forgejoVersion has /api/forgejo/v1/version
 * @property {404 | 500} missingIssue status of listing or creating comments of a missing issue
 * @property {"all" | "limit" | "first"} withoutPage the comments and events returned without `page`: all, all unless there
 *   is a `limit`, or the first page
 * @property {boolean} nulls an empty timeline is null, and so is an event whose referenced comment was deleted
 * @property {{ create: CreateCheck[], edit: Check[], editOld: Check[], remove: Check[], removeOld: Check[] }} checks
 *   in this order; `Old` are the deprecated paths
 * @property {"admin" | "issueWriter"} editor who can change other users' comments
 * @property {readonly string[]} editable types of comments that can be edited
 * @property {readonly string[]} deletable types of comments that can be deleted
 * @property {204 | 400} deleteEvent status of deleting an event
 * @property {boolean} otherRepositoryIsBare the 404 for a comment of another repository has no body
 * @property {boolean} assetsOfOne the route of one comment includes its attachments
 * @property {200 | 500} ghostComment status of the route of one comment whose poster was deleted
 * @property {boolean} sameBodyMoves an edit without changes updates `updated_at`
 * @property {boolean} blockedMayNotEdit
 * @property {200 | 204} deleteReaction status of removing a reaction
 * @property {403 | 404} reactionsUnreadable status of the reactions to a comment that the requester can't read
 * @property {boolean} attachmentNeedsWriter editing attachments also requires write access to issues
 * @property {boolean} badUploadIsText an upload without a boundary is rejected in plain text
 * @property {boolean} attachmentLimit the API enforces the maximum size
 * @property {"reopens" | 412} unknownState effect of setting an unknown state
 * @property {boolean} contentVersion
 * @property {boolean} sorts issue lists support `sort`, and operators in `q`
 * @property {boolean} searchesByAuthor the search for issues supports `created_by`
 * @property {boolean} labelByName a label can also be removed by its name
 * @property {"plain" | 422} unknownMode result of an unknown mode of /markdown
 * @property {number} searchLimit
 * @property {readonly string[]} routes that not all servers have
 * @property {boolean} updatedAtOption
 * @property {boolean} keysInAnyCase
 * @property {boolean} repositoryTokens
 * @property {boolean} quota
 * @property {boolean} notificationLinks
 * @property {403 | 404} publicOnly status of a private repository for a public-only token
 * @property {string} queryTokenWarning name of the header that warns about a token in the query
 * @property {readonly string[]} fields of responses that not all servers have
 * @property {null | never[]} pullWithoutAssignees assignees of a pull request without any
 * @property {(host: string) => string} ssh prefix of SSH URLs
 * @property {readonly string[]} events that not all servers emit
 * @property {(title: string) => string} cutTitle
 * @property {(refusal: { text: string, errors: string[], url: string, translated: (text: string) => string }) => Record<string, unknown>} notFound
 *   the body of a 404; `text` is empty for the general message
 * @property {{ badToken: (secret: string) => string, badPassword: (login: string, password: string) => string,
 *   scope: (needed: string[], held: string[]) => string, archived: (owner: string, name: string, id: number) => string,
 *   blocked: string }} texts
 * @property {Record<string, unknown>} apiSettings
 * @property {{ theme: string, types: string, megabytes: number }} shown values of the settings routes
 */

const OFFICE =
  ".avif,.cpuprofile,.csv,.dmp,.docx,.fodg,.fodp,.fods,.fodt,.gif,.gz,.jpeg,.jpg,.json,.jsonc,.log,.md,.mov,.mp4,.odf,.odg,.odp,.ods,.odt,.patch,.pdf,.png,.pptx,.svg,.tgz,.txt,.webm,.webp,.xls,.xlsx,.zip";

/** @type {Personality} */
const FORGEJO = {
  name: "forgejo",
  product: "Forgejo",
  version: "15.0.3+gitea-1.22.0",
  forgejoVersion: true,
  missingIssue: 404,
  withoutPage: "all",
  nulls: true,
  checks: {
    create: ["login", "archived", "body", "issue", "readable", "lock", "blocked"],
    edit: ["exists", "repository", "readable", "archived", "login", "body", "right", "type"],
    editOld: ["login", "exists", "repository", "readable", "body", "right", "type"],
    remove: ["exists", "repository", "readable", "login", "right", "type"],
    removeOld: ["login", "exists", "repository", "readable", "right", "type"],
  },
  editor: "issueWriter",
  editable: ["comment", "review", "code"],
  deletable: ["comment"],
  deleteEvent: 204,
  otherRepositoryIsBare: false,
  assetsOfOne: true,
  ghostComment: 500,
  sameBodyMoves: true,
  blockedMayNotEdit: false,
  deleteReaction: 200,
  reactionsUnreadable: 404,
  attachmentNeedsWriter: false,
  badUploadIsText: false,
  attachmentLimit: false,
  unknownState: "reopens",
  contentVersion: false,
  sorts: true,
  searchesByAuthor: false,
  labelByName: true,
  unknownMode: "plain",
  searchLimit: 20,
  routes: ["reviewComment"],
  updatedAtOption: true,
  keysInAnyCase: true,
  repositoryTokens: true,
  quota: true,
  notificationLinks: false,
  publicOnly: 404,
  queryTokenWarning: "Warning",
  fields: [
    "user.pronouns",
    "attachment.type",
    "repository.parent",
    "repository.wiki",
    "repository.default_update_style",
    "repository.repo_transfer",
    "pull.review_comments",
    "pull.flow",
  ],
  pullWithoutAssignees: null,
  ssh: (host) => `ssh://git@${host}/`,
  events: [],
  cutTitle: (title) => {
    const bytes = Buffer.from(title);
    if (bytes.length <= 255) return title;
    return `${bytes
      .subarray(0, 252)
      .toString("utf8")
      .replace(/\uFFFD+$/, "")}…`;
  },
  notFound: ({ text, errors, url, translated }) => ({ message: text || translated("notFound"), url, errors }),
  texts: {
    badToken: (secret) => `access token does not exist [sha: ${secret}]`,
    badPassword: (login, password) =>
      `access token does not exist [sha: ${password}]\nuser does not exist [uid: 0, name: ${login}]`,
    scope: (needed) => `token does not have at least one of required scope(s): [${needed.join(" ")}]`,
    archived: (owner, name, id) => `<Repository ${id}:${owner}/${name}> is archived`,
    blocked: "user is blocked by the poster or repository owner",
  },
  apiSettings: {},
  shown: { theme: "forgejo-auto", types: OFFICE, megabytes: 2048 },
};

/** Characters that take two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** @type {Personality} */
const GITEA = {
  name: "gitea",
  product: "Gitea",
  version: "1.25.4",
  forgejoVersion: false,
  missingIssue: 500,
  withoutPage: "all",
  nulls: true,
  checks: {
    create: ["login", "archived", "body", "issue", "readable", "lock", "blocked"],
    edit: ["archived", "login", "body", "exists", "repository", "right", "type"],
    editOld: ["login", "body", "exists", "repository", "right", "type"],
    remove: ["login", "exists", "repository", "right", "type"],
    removeOld: ["login", "exists", "repository", "right", "type"],
  },
  editor: "issueWriter",
  editable: ["comment", "review", "code"],
  deletable: ["comment", "review", "code"],
  deleteEvent: 400,
  otherRepositoryIsBare: true,
  assetsOfOne: false,
  ghostComment: 500,
  sameBodyMoves: false,
  blockedMayNotEdit: true,
  deleteReaction: 200,
  reactionsUnreadable: 403,
  attachmentNeedsWriter: true,
  badUploadIsText: true,
  attachmentLimit: true,
  unknownState: 412,
  contentVersion: false,
  sorts: false,
  searchesByAuthor: false,
  labelByName: false,
  unknownMode: 422,
  searchLimit: 20,
  routes: ["lock"],
  updatedAtOption: false,
  keysInAnyCase: true,
  repositoryTokens: false,
  quota: false,
  notificationLinks: false,
  publicOnly: 403,
  queryTokenWarning: "X-Gitea-Warning",
  fields: [
    "user.ghostPage",
    "issue.time_estimate",
    "repository.has_code",
    "repository.projects_mode",
    "repository.manual_merge",
    "repository.licenses",
    "token.created_at",
  ],
  pullWithoutAssignees: [],
  ssh: (host) => `git@${host}:`,
  events: ["project", "project_board", "change_time_estimate"],
  cutTitle: (title) => {
    const widths = Array.from(title, (each) => (WIDE.test(each) ? 2 : 1));
    const fits = (/** @type {number} */ count, /** @type {number} */ most) =>
      widths.slice(0, count).reduce((sum, width) => sum + width, 0) <= most;
    if (fits(widths.length, 255)) return title;
    let count = widths.length;
    while (!fits(count, 252)) count -= 1;
    return `${Array.from(title).slice(0, count).join("")}…`;
  },
  notFound: ({ text, errors, url }) => ({
    errors: errors.length === 0 ? null : errors,
    message: text || "not found",
    url,
  }),
  texts: {
    badToken: () => "invalid username, password or token",
    badPassword: () => "invalid username, password or token",
    scope: (needed, held) =>
      `token does not have at least one of required scope(s), required=[${needed.join(" ")}], token scope=${held.join(",")}`,
    archived: (owner, name) => `${owner}/${name} is archived`,
    blocked: "user is blocked",
  },
  apiSettings: { default_max_response_size: 104857600 },
  shown: { theme: "gitea-auto", types: OFFICE, megabytes: 2048 },
};

/** @type {Personality} */
const GITEA_1_27 = {
  ...GITEA,
  name: "gitea-1.27",
  basedOn: "gitea",
  version: "1.27.1",
  withoutPage: "first",
  otherRepositoryIsBare: false,
  ghostComment: 200,
  deleteReaction: 204,
  contentVersion: true,
  searchesByAuthor: true,
  searchLimit: 30,
  routes: ["lock", "assignees", "token", "head", "resolve"],
  keysInAnyCase: false,
  notificationLinks: true,
  publicOnly: 404,
  fields: [
    ...GITEA.fields,
    "issue.content_version",
    "issue.projects",
    "repository.allow_merge_update",
    "repository.branch_count",
    "repository.default_update_style",
    "repository.mirror_last_sync_at",
  ],
  notFound: ({ text, url }) => ({ message: text || "not found", url }),
  texts: { ...GITEA.texts, archived: () => "repo is archived" },
  shown: { ...GITEA.shown, megabytes: 100 },
};

/** Follows the contract to the letter, and Forgejo where the contract says nothing. @type {Personality} */
const CONTRACT = {
  ...FORGEJO,
  name: "contract",
  product: "Gitea",
  basedOn: "forgejo",
  version: "1.0.0",
  forgejoVersion: false,
  missingIssue: 500,
  withoutPage: "limit",
  nulls: false,
  checks: {
    create: ["issue", "readable", "lock", "login", "archived", "body", "blocked"],
    edit: ["exists", "right", "type", "archived", "body"],
    editOld: ["exists", "right", "type", "body"],
    remove: ["exists", "right", "type"],
    removeOld: ["exists", "right", "type"],
  },
  editor: "admin",
  ghostComment: 200,
  repositoryTokens: false,
  quota: false,
};

export const PERSONALITIES = {
  contract: CONTRACT,
  forgejo: FORGEJO,
  gitea: GITEA,
  "gitea-1.27": GITEA_1_27,
};

/** @typedef {keyof typeof PERSONALITIES} PersonalityName */

/** For tests that run on all kinds of servers. */
export const PERSONALITY_NAMES = Object.keys(PERSONALITIES).filter(isPersonalityName);

/** @param {string} name @returns {name is PersonalityName} */
function isPersonalityName(name) {
  return Object.hasOwn(PERSONALITIES, name);
}

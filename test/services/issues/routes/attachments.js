// Routes of the files attached to issues and comments.
import { isAdminOf, mayRead, mayWrite } from "../access.js";
import { bodyOf, fileOf } from "../bodies.js";
import { bare, json, plain, Refusal, refuse, refuseAsMissing, requireLogin } from "../replies.js";
import { repoRoute } from "../router.js";
import { attachmentShape } from "../shapes/issues.js";
import { commentAt, issueAt, numberIn, requireOwnComment, requireUnarchived } from "./finding.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").RepoCall} RepoCall
 * @typedef {import("../types.js").Attachment} Attachment
 * @typedef {import("../types.js").User} User
 * @typedef {import("../types.js").Answer} Answer
 * @typedef {import("../store.js").Issue} Issue
 * @typedef {{ attachments: Attachment[], issue: Issue, poster: User, touch: (now: number) => void }} Holder
 *   an issue or a comment
 */

const READ = { scopes: ["issue"], issues: true };
const WRITE = { ...READ, login: true };

export const ATTACHMENT_ROUTES = [
  ...routesOf("/issues/comments/:id/assets", commentHolder),
  ...routesOf("/issues/:index/assets", issueHolder),
];

/** @param {string} path @param {(call: RepoCall) => Holder} holderOf */
function routesOf(path, holderOf) {
  return [
    repoRoute("GET", path, READ, (call) => all(call, holderOf(call))),
    repoRoute("POST", path, WRITE, (call) => upload(call, holderOf)),
    repoRoute("GET", `${path}/:asset`, READ, (call) => {
      requireEnabled(call);
      return json(call, 200, attachmentShape(call, attachmentAt(call, holderOf(call))));
    }),
    repoRoute("PATCH", `${path}/:asset`, WRITE, (call) => rename(call, holderOf)),
    repoRoute("DELETE", `${path}/:asset`, WRITE, (call) => remove(call, holderOf)),
  ];
}

/** @param {RepoCall} call @returns {Holder} */
function commentHolder(call) {
  const comment = commentAt(call);
  requireOwnComment(call, comment);
  if (!mayRead(call, call.repo, comment.issue.unit)) refuseAsMissing(call);
  const touch = (/** @type {number} */ now) => {
    comment.updated = now;
  };
  return { attachments: comment.attachments, issue: comment.issue, poster: comment.poster, touch };
}

/** @param {RepoCall} call @returns {Holder} */
function issueHolder(call) {
  const issue = issueAt(call);
  const touch = (/** @type {number} */ now) => {
    issue.updated = now;
  };
  return { attachments: issue.attachments, issue, poster: issue.poster, touch };
}

/** @param {Call} call */
function requireEnabled(call) {
  if (!call.world.settings.attachmentsEnabled) refuseAsMissing(call);
}

/** @param {RepoCall} call @param {Holder} holder */
function all(call, { attachments }) {
  requireEnabled(call);
  return json(
    call,
    200,
    attachments.map((each) => attachmentShape(call, each)),
  );
}

/** Returns the attachment in the path. A missing one is a 404 with the body `null`. @param {RepoCall} call @param {Holder} holder */
function attachmentAt(call, { attachments }) {
  const id = numberIn(call.at["asset"]);
  const found = attachments.find((each) => each.id === id);
  if (found === undefined) throw new Refusal(json(call, 404, null));
  return found;
}

/** @param {RepoCall} call @param {Holder} holder */
function requireEditor(call, { poster, issue }) {
  const doer = requireLogin(call);
  const writer = mayWrite(call, call.repo, issue.unit);
  const allowed = call.world.personality.attachmentNeedsWriter
    ? writer && (poster === doer || isAdminOf(call, call.repo))
    : writer || poster === doer;
  if (!allowed) refuse(call, 403, "user should have permission to edit attachments");
}

/** @param {RepoCall} call @param {string} name */
function requireAllowed(call, name) {
  const { types } = call.world.personality.shown;
  const ending = name.includes(".") ? name.slice(name.lastIndexOf(".")).toLowerCase() : "";
  if (!types.split(",").includes(ending))
    refuse(call, 422, "This file cannot be uploaded or modified due to a forbidden file extension or type.");
}

/** @param {RepoCall} call @param {(call: RepoCall) => Holder} holderOf @returns {Answer} */
function upload(call, holderOf) {
  const { store, personality, settings } = call.world;
  const doer = requireLogin(call);
  requireUnarchived(call);
  requireEnabled(call);
  const holder = holderOf(call);
  requireEditor(call, holder);
  if (personality.quota && doer.overQuota) {
    return json(call, 413, { message: "quota exceeded", user_id: doer.id, username: doer.login });
  }
  const file = fileOf(call, "attachment");
  if (file === "noBoundary") {
    if (personality.badUploadIsText) return plain(call, 500, "no multipart boundary param in Content-Type\n");
    return refuse(call, 500, "");
  }
  if (file === "noFile") return refuse(call, 500, "");
  const name = call.request.params.get("name") || file.name;
  requireAllowed(call, name);
  if (personality.attachmentLimit && file.content.length > settings.largestAttachment * 1024 * 1024) {
    return refuse(call, 413, "attachment exceeds the limit");
  }
  const now = store.now();
  const attachment = store.attach(holder.issue, {
    name,
    size: file.content.length,
    content: () => file.content,
    created: now,
  });
  holder.attachments.push(attachment);
  holder.touch(now);
  return json(call, 201, attachmentShape(call, attachment));
}

/** @param {RepoCall} call @param {(call: RepoCall) => Holder} holderOf */
function rename(call, holderOf) {
  requireUnarchived(call);
  requireEnabled(call);
  const { name = "" } = bodyOf(call, { name: "string" });
  const holder = holderOf(call);
  const attachment = attachmentAt(call, holder);
  requireEditor(call, holder);
  if (name !== "") {
    requireAllowed(call, name);
    attachment.name = name;
  }
  return json(call, 201, attachmentShape(call, attachment));
}

/** @param {RepoCall} call @param {(call: RepoCall) => Holder} holderOf */
function remove(call, holderOf) {
  requireUnarchived(call);
  requireEnabled(call);
  const holder = holderOf(call);
  const attachment = attachmentAt(call, holder);
  requireEditor(call, holder);
  holder.attachments.splice(holder.attachments.indexOf(attachment), 1);
  call.world.store.attachments.delete(attachment.uuid);
  return bare(call, 204);
}

const TYPES = /** @type {Record<string, string>} */ ({
  ".png": "image/png",
  ".gif": "image/gif",
  ".jpg": "image/jpeg",
  ".svg": "image/svg+xml",
  ".pdf": "application/pdf",
});

/** Downloads an attachment. This isn't a route of the API, but accepts the API's tokens. @param {Call} call @param {string} uuid @returns {Answer | undefined} */
export function download(call, uuid) {
  const attachment = call.world.store.attachments.get(uuid);
  if (attachment === undefined) return undefined;
  const { issue } = attachment;
  const scoped =
    call.token === undefined || call.token.scopes.some((scope) => /^(all|(read|write):issue)$/.test(scope));
  if (!mayRead(call, issue.repo, issue.unit) || !scoped) return undefined;
  const etag = `"${uuid}"`;
  const headers = {
    etag,
    "last-modified": new Date(attachment.created * 1000).toUTCString(),
    "cache-control": "private, max-age=21600",
  };
  if (call.request.headers["if-none-match"] === etag) return { status: 304, headers };
  attachment.downloads += 1;
  const ending = attachment.name.slice(attachment.name.lastIndexOf(".")).toLowerCase();
  const shownAs = `filename*=UTF-8''${encodeURIComponent(attachment.name)}`;
  return {
    status: 200,
    headers: {
      ...headers,
      "content-type": TYPES[ending] ?? "text/plain; charset=utf-8",
      "content-disposition": `${TYPES[ending] === undefined ? "attachment" : "inline"}; ${shownAs}`,
      "x-content-type-options": "nosniff",
    },
    body: attachment.content(),
  };
}

// Everything outside the API: attachments, avatars, and pages that contain only a title.
import { maySee, mayRead } from "../access.js";
import { avatar } from "../../core/pictures.js";
import { html, json } from "../replies.js";
import { download } from "./attachments.js";
import { escapeHtml } from "./render.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").Answer} Answer
 */

/** @param {Call} call @param {string} path below the sub-path @returns {Answer | undefined} */
export function web(call, path) {
  if (path === "/api/forgejo/v1/version" && call.world.personality.forgejoVersion) {
    return json(call, 200, { version: call.world.personality.version });
  }
  if (path === "" || path === "/") return page(call, "Lantern Forge");
  const uuid = /^\/attachments\/([\w-]+)$/.exec(path)?.[1];
  if (uuid !== undefined) return download(call, uuid);
  const digits =
    path === "/assets/img/avatar_default.png" ? "9".repeat(32) : /^\/avatars\/([0-9a-f]{32})$/.exec(path)?.[1];
  if (digits !== undefined) {
    return {
      status: 200,
      headers: { "content-type": "image/png", "cache-control": "public, max-age=300", etag: `"${digits}"` },
      body: avatar(digits),
    };
  }
  return pageOf(call, path);
}

/** Returns the page of a user, repository or issue that the requester can see. @param {Call} call @param {string} path */
function pageOf(call, path) {
  const [, owner = "", name, kind, number] =
    /^\/([\w.-]+)(?:\/([\w.-]+)(?:\/(issues|pulls)(?:\/(\d+))?)?)?$/.exec(path) ?? [];
  const { store } = call.world;
  if (name === undefined) return store.user(owner) && page(call, owner);
  const repo = store.repository(owner, name);
  if (repo === undefined || !maySee(call, repo)) return undefined;
  if (number === undefined) return page(call, kind === undefined ? repo.fullName : `${repo.fullName}: ${kind}`);
  const issue = repo.issues.get(Number(number));
  if (issue === undefined || !mayRead(call, repo, issue.unit)) return undefined;
  return page(call, `#${issue.number} ${issue.title} · ${repo.fullName}`);
}

/** @param {Call} call @param {string} title */
const page = (call, title) =>
  html(
    call,
    200,
    `<!DOCTYPE html><html><head><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1></body></html>`,
  );

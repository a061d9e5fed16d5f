// Routes of the server itself: version, settings, Markdown rendering, and the token of the request.
import { bodyOf } from "../bodies.js";
import { bare, html, json, moment, plain, refuse, root } from "../replies.js";
import { repoRoute, route } from "../router.js";
import { REACTIONS } from "../types.js";
import { renderMarkdown } from "./render.js";

/**
 * @typedef {import("../types.js").Call} Call
 */

export const INSTANCE_ROUTES = [
  route("GET", "/version", {}, (call) => json(call, 200, { version: call.world.personality.version })),
  route("GET", "/settings/api", {}, (call) =>
    json(call, 200, {
      max_response_items: call.world.settings.pageCap,
      default_paging_num: 30,
      default_git_trees_per_page: 1000,
      default_max_blob_size: 10485760,
      ...call.world.personality.apiSettings,
    }),
  ),
  route("GET", "/settings/ui", {}, (call) =>
    json(call, 200, {
      default_theme: call.world.personality.shown.theme,
      allowed_reactions: [...REACTIONS],
      custom_emojis: ["git", "gitea", "codeberg", "gitlab", "github", "gogs"],
    }),
  ),
  route("GET", "/settings/attachment", {}, (call) =>
    json(call, 200, {
      enabled: call.world.settings.attachmentsEnabled,
      allowed_types: call.world.personality.shown.types,
      max_size: call.world.settings.largestAttachment,
      max_files: 5,
    }),
  ),
  route("POST", "/markdown", { login: true }, (call) => render(call, call.world.personality.unknownMode)),
  route("POST", "/markup", { login: true }, (call) => render(call, 422)),
  route("POST", "/markdown/raw", { login: true }, (call) =>
    html(call, 200, renderMarkdown(call.request.body.toString("utf8"), root(call))),
  ),
  repoRoute("POST", "/markdown", { login: true, scopes: ["repository"] }, (call) =>
    render(call, call.world.personality.unknownMode, call.repo.fullName),
  ),
  route("GET", "/token", { login: true, only: "token" }, introspect),
  route("DELETE", "/token", { login: true, only: "token" }, (call) => {
    if (call.token === undefined) return refuse(call, 404, "no token");
    call.world.store.tokens.delete(call.token.secret);
    return bare(call, 204);
  }),
];

/** @param {Call} call @param {"plain" | 422} unknown the result of an unknown mode @param {string} [fullName] */
function render(call, unknown, fullName) {
  const fields = /** @type {const} */ ({ Text: "string", Mode: "string", Context: "string" });
  const { Text = "", Mode = "" } = bodyOf(call, fields);
  if (!["", "comment", "gfm", "markdown", "file", "wiki"].includes(Mode) && unknown === 422) {
    return plain(call, 422, `Unknown mode: ${Mode}`);
  }
  // Without a repository, an issue number links to a URL that does not exist.
  return html(call, 200, renderMarkdown(Text, fullName === undefined ? root(call) : `${root(call)}/${fullName}`));
}

/** @param {Call} call */
function introspect(call) {
  const { token } = call;
  if (token === undefined) return refuse(call, 404, "no token");
  return json(call, 200, {
    id: token.id,
    name: token.name,
    scopes: token.scopes,
    created_at: moment(call, token.created),
    last_used_at: moment(call, token.lastUsed),
    user: { id: token.user.id, login: token.user.login },
  });
}

// Users as the API returns them.
import { createHash } from "node:crypto";
import { moment, root } from "../replies.js";
import { GHOST } from "../store.js";
import { NEVER } from "../times.js";

/**
 * @typedef {import("../types.js").Call} Call
 * @typedef {import("../types.js").User} User
 */

/** Returns the ghost user for a deleted user. @param {User} user */
const visibleUser = (user) => (user.deleted ? GHOST : user);

/**
 * Returns a user as the requester sees them. Posters of comments and events are always redacted, even for themselves:
 * their email address and account status are hidden.
 * @param {Call} call
 * @param {User} whose
 * @param {{ redacted?: boolean }} [how]
 */
export function userShape(call, whose, { redacted = false } = {}) {
  const user = visibleUser(whose);
  const { doer } = call;
  const open = !redacted && user.id > 0 && doer !== undefined;
  const own = open && (doer === user || doer.isAdmin);
  const { fields } = call.world.personality;
  const picture = createHash("md5").update(user.email).digest("hex");
  const page = `${root(call)}/${user.login}`;
  return {
    id: user.id,
    login: user.login,
    login_name: "",
    source_id: 0,
    full_name: user.fullName,
    email: open && (own || !user.hidesEmail) ? user.email : `${user.login.toLowerCase()}@noreply.127.0.0.1`,
    avatar_url: user.id > 0 ? `${root(call)}/avatars/${picture}` : `${root(call)}/assets/img/avatar_default.png`,
    html_url: user.id > 0 || fields.includes("user.ghostPage") ? page : "",
    language: own ? user.language : "",
    is_admin: own && user.isAdmin,
    last_login: own ? moment(call, user.lastLogin) : NEVER,
    created: moment(call, user.created),
    restricted: false,
    active: own,
    prohibit_login: own && user.account === "prohibited",
    location: "",
    ...(fields.includes("user.pronouns") ? { pronouns: user.pronouns } : {}),
    website: "",
    description: user.description,
    visibility: "public",
    followers_count: 0,
    following_count: 0,
    starred_repos_count: 0,
    username: user.login,
  };
}

/** @param {Call} call @param {User} user */
export const posterShape = (call, user) => userShape(call, user, { redacted: true });

// Routes of users, their repositories and their tokens.
import { createHash } from "node:crypto";
import { maySee } from "../access.js";
import { bodyOf } from "../bodies.js";
import { countTotal, json, linkPages, pageOf, refuse, refuseAsMissing, requireLogin } from "../replies.js";
import { route } from "../router.js";
import { repositoryShape } from "../shapes/repositories.js";
import { userShape } from "../shapes/users.js";
import { NEVER } from "../times.js";

/** @typedef {import("../types.js").Call} Call */

export const USER_ROUTES = [
  route("GET", "/user", { login: true, scopes: ["user"] }, (call) =>
    json(call, 200, userShape(call, requireLogin(call))),
  ),
  route("GET", "/user/repos", { login: true, scopes: ["user", "repository"] }, repositories),
  route("GET", "/users/:user", { scopes: ["user"] }, (call) => json(call, 200, userShape(call, userAt(call)))),
  route("POST", "/users/:user/tokens", { login: true }, createToken),
];

/** @param {Call} call */
function userAt(call) {
  const login = call.at["user"] ?? "";
  const errors = [`user redirect does not exist [name: ${login}]`];
  return call.world.store.user(login) ?? refuseAsMissing(call, { text: "GetUserByName", errors });
}

/** @param {Call} call */
function repositories(call) {
  const doer = requireLogin(call);
  const mine = [...call.world.store.repositories.values()]
    .filter((repo) => repo.owner === doer || repo.collaborators.has(doer))
    .filter((repo) => maySee(call, repo))
    .sort((one, other) => one.fullName.localeCompare(other.fullName));
  linkPages(call, mine.length);
  countTotal(call, mine.length);
  return json(
    call,
    200,
    pageOf(call, mine).map((repo) => repositoryShape(call, repo)),
  );
}

/** Creates a token. This requires a password: another token is rejected. @param {Call} call */
function createToken(call) {
  const { store, personality } = call.world;
  const user = userAt(call);
  if (call.token !== undefined) return refuse(call, 401, "auth method not allowed");
  if (call.doer !== user && call.doer?.isAdmin !== true) return refuse(call, 403, "user should be the owner");
  const fields = /** @type {const} */ ({ name: "string", scopes: "list", repositories: "list" });
  const { name = "", scopes = [], repositories: limited } = bodyOf(call, fields, ["name"]);
  if ([...store.tokens.values()].some((token) => token.user === user && token.name === name)) {
    return refuse(call, 400, "access token name has been used already");
  }
  const id = store.nextId("token");
  const secret = createHash("sha1").update(`${user.login}/${name}/${id}`).digest("hex");
  const only =
    personality.repositoryTokens && limited !== undefined
      ? limited.flatMap((each) => store.repositories.get(String(each).toLowerCase()) ?? [])
      : null;
  const held = scopes.map(String);
  const now = store.now();
  store.tokens.set(secret, { id, name, secret, user, scopes: held, repositories: only, created: now, lastUsed: now });
  return json(call, 201, {
    id,
    name,
    sha1: secret,
    token_last_eight: secret.slice(-8),
    scopes: held,
    ...(personality.fields.includes("token.created_at") ? { created_at: NEVER } : {}),
  });
}

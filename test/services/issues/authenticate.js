/**
 * Authenticates requests by token or password.
 *
 * @typedef {import("./types.js").World} World
 * @typedef {import("./types.js").Request} Request
 * @typedef {import("./types.js").User} User
 * @typedef {import("./types.js").Token} Token
 * @typedef {{ doer?: User | undefined, token?: Token | undefined, headers?: Record<string, string>, refused?: string }} Requester
 */

/** Returns the requester. An unknown scheme counts as anonymous, a wrong token is rejected on every route. @param {World} world @param {Request} request @returns {Requester} */
export function authenticate(world, request) {
  const queried = request.params.get("token") ?? request.params.get("access_token");
  if (queried !== null && queried !== "") {
    const warning = "token and access_token in the query are deprecated: use the Authorization header";
    return {
      ...authenticateByToken(world, queried),
      headers: { [world.personality.queryTokenWarning.toLowerCase()]: warning },
    };
  }
  const [scheme = "", credentials = ""] = (request.headers["authorization"] ?? "").split(/\s+(.*)/s);
  if (credentials === "") return {};
  if (/^(token|bearer)$/i.test(scheme)) return authenticateByToken(world, credentials.trim());
  return /^basic$/i.test(scheme) ? authenticateByPassword(world, credentials) : {};
}

/** @param {World} world @param {string} secret @returns {Requester} */
function authenticateByToken({ store, personality }, secret) {
  const token = store.tokens.get(secret);
  if (token === undefined || token.user.deleted) return { refused: personality.texts.badToken(secret) };
  token.lastUsed = store.now();
  return { doer: token.user, token };
}

/**
 * Basic authentication. A token may take the place of the user name or the password.
 * @param {World} world
 * @param {string} credentials
 * @returns {Requester}
 */
function authenticateByPassword(world, credentials) {
  const { store, personality } = world;
  const pair = Buffer.from(credentials, "base64").toString("utf8");
  const [login = "", password = ""] = pair.split(/:(.*)/s);
  if (store.tokens.has(password)) return authenticateByToken(world, password);
  if (store.tokens.has(login) && ["", "x-oauth-basic"].includes(password)) return authenticateByToken(world, login);
  const user = store.user(login);
  if (user !== undefined && user.password !== "" && user.password === password) return { doer: user };
  return { refused: personality.texts.badPassword(login, password) };
}

/** Returns why an account can't use the API at all, if so. @param {World} world @param {User | undefined} doer @param {string} root */
export function accountProblem({ settings }, doer, root) {
  if (doer === undefined) {
    return settings.signInRequired ? "Only signed in user is allowed to call APIs." : undefined;
  }
  switch (doer.account) {
    case "inactive":
      return "This account is not activated.";
    case "prohibited":
      return "This account is prohibited from signing in, please contact your site administrator.";
    case "mustChangePassword":
      return `You must change your password. Change it at: ${root}/user/change_password`;
    case "active":
      return undefined;
  }
}

// A mirror node for tests and the demo: blocks, transactions, contract results and entities of one network.
import { Service } from "../core/service.js";
import { actionsOn } from "./actions.js";
import { errorResponse } from "./answer.js";
import { Chain } from "./chain.js";
import { readQuery } from "./query.js";
import { ROUTES } from "./routes.js";
import { Transactions } from "./transactions.js";

/**
 * @typedef {import("../core/control.js").Controlled} Controlled
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("../core/clock.js").Clock} Clock
 * @typedef {import("./routes.js").World} World
 */

const BLOCKS_AT_SCALE_1 = 2000;

/** Creates a mirror node. `scale` determines the number of blocks. @param {{ seed: string, scale: number, clock: Clock }} options @returns {Controlled} */
export function blocksService({ seed, scale, clock }) {
  const count = Math.max(1, Math.round(BLOCKS_AT_SCALE_1 * scale));
  return createService("blocks", clock, () => {
    const chain = new Chain({ seed, clock, stretches: [{ first: 0n, count }] });
    return { chain, transactions: new Transactions({ seed, chain }) };
  });
}

/**
 * Creates a mirror node whose block numbers don't fit into a double: some around 2^53 and the last ones before 2^63.
 * @param {{ seed: string, clock: Clock }} options
 * @returns {Controlled}
 */
export function int64BlocksService({ seed, clock }) {
  return createService("blocks-int64", clock, () => {
    const last = 2n ** 63n - 1n;
    const stretches = [
      { first: 9_007_199_254_740_980n, count: 40 },
      { first: last - 39n, count: 40 },
    ];
    const chain = new Chain({ seed: `${seed}/int64`, clock, stretches, genesis: 1_795_240_000_000_000_000n });
    chain.times.set(chain.length - 1, { from: last - 1n, to: last });
    chain.overrides.set(last, { count: last, transactions: 2 });
    chain.overrides.set(9_007_199_254_740_993n, { count: 9_990_000_000_000_222n, transactions: 3 });
    return { chain, transactions: new Transactions({ seed: `${seed}/int64`, chain, extreme: true }) };
  });
}

/** @param {string} name @param {Clock} clock @param {() => Pick<World, "chain" | "transactions">} create @returns {Controlled} */
function createService(name, clock, create) {
  /** @returns {World} */
  const fresh = () => ({ ...create(), newer: false, hostInLink: false, window: undefined, users: {} });
  let world = fresh();
  return {
    service: new Service({ name, handle: (request) => answer(world, request) }),
    clock,
    state: () => {
      const { chain, transactions } = world;
      return {
        oldest: chain.numberAt(0),
        newest: chain.numberAt(chain.length - 1),
        blocks: chain.length,
        pace: chain.pace?.every ?? 0,
        lag: transactions.lag,
        overrides: [...chain.overrides.keys()],
        newer: world.newer,
        hostInLink: world.hostInLink,
        generated: { blocks: chain.generated, transactions: transactions.generated },
      };
    },
    reset: () => {
      world = fresh();
    },
    actions: actionsOn(() => world),
  };
}

/** @param {World} world @param {Request} request @returns {Answer} */
function answer(world, request) {
  const { method } = request;
  // A fragment is not part of the path.
  const [path = ""] = request.path.split("#");
  const [query = ""] = request.query.split("#");
  if (method === "OPTIONS") {
    const allowed = {
      "access-control-allow-methods": "GET,HEAD,PUT,PATCH,POST,DELETE",
      "content-length": "0",
      vary: "Access-Control-Request-Headers",
    };
    return { status: 204, headers: { "access-control-allow-origin": "*", ...allowed } };
  }
  if (method !== "GET" && method !== "HEAD") return errorResponse(request, 404, ["Not found"]);
  if (!isAuthorized(world, request)) return errorResponse(request, 401, ["Invalid credentials"]);
  const route = ROUTES.find((each) => each.path.test(path) && (world.newer || each.newer !== true));
  if (route === undefined) return errorResponse(request, 404, ["Not found"]);
  const parameters = readQuery(query);
  const part = decodePart(route.path.exec(path)?.[1] ?? "");
  if (typeof parameters === "string") return errorResponse(request, 400, [parameters]);
  if (parameters === undefined || part === undefined) return errorResponse(request, 500, ["Internal error"]);
  const given = route.answer(world, request, parameters, part);
  if (!world.newer) return given;
  const newest = world.chain.close(world.chain.length - 1);
  return { ...given, headers: { ...given.headers, "x-last-block-consensus-timestamp": String(newest) } };
}

/** True unless wrong credentials are sent to a deployment that has users. @param {World} world @param {Request} request */
function isAuthorized({ users }, { headers }) {
  const [, sent] = /^Basic (.+)$/i.exec(headers.authorization ?? "") ?? [];
  if (sent === undefined || Object.keys(users).length === 0) return true;
  const [name = "", password = ""] = Buffer.from(sent, "base64").toString("utf8").split(":");
  return users[name] === password;
}

/** @param {string} part */
function decodePart(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

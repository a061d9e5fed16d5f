// A mirror node for tests and demonstrations: blocks, transactions, contract results and entities of one network.
import { Service } from "../core/service.js";
import { actionsOn } from "./actions.js";
import { refused } from "./answer.js";
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

/** A mirror node whose number of blocks depends on `scale`. @param {{ seed: string, scale: number, clock: Clock }} options @returns {Controlled} */
export function blocksService({ seed, scale, clock }) {
  const count = Math.max(1, Math.round(BLOCKS_AT_SCALE_1 * scale));
  return controlled("blocks", clock, () => {
    const chain = new Chain({ seed, clock, stretches: [{ first: 0n, count }] });
    return { chain, transactions: new Transactions({ seed, chain }) };
  });
}

/**
 * The same with numbers that no double can represent: a stretch around 2^53 and the last ones before 2^63.
 * @param {{ seed: string, clock: Clock }} options
 * @returns {Controlled}
 */
export function int64BlocksService({ seed, clock }) {
  return controlled("blocks-int64", clock, () => {
    const last = 2n ** 63n - 1n;
    const stretches = [
      { first: 9_007_199_254_740_980n, count: 40 },
      { first: last - 39n, count: 40 },
    ];
    const chain = new Chain({ seed: `${seed}/int64`, clock, stretches, genesis: 1_795_240_000_000_000_000n });
    chain.times.set(chain.length - 1, { from: last - 1n, to: last });
    chain.planted.set(last, { count: last, transactions: 2 });
    chain.planted.set(9_007_199_254_740_993n, { count: 9_990_000_000_000_222n, transactions: 3 });
    return { chain, transactions: new Transactions({ seed: `${seed}/int64`, chain, extreme: true }) };
  });
}

/** @param {string} name @param {Clock} clock @param {() => Pick<World, "chain" | "transactions">} create @returns {Controlled} */
function controlled(name, clock, create) {
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
        planted: [...chain.planted.keys()],
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
  // A fragment doesn't belong to the path, and letters may have any case.
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
  if (method !== "GET" && method !== "HEAD") return refused(request, 404, ["Not found"]);
  if (!isWelcome(world, request)) return refused(request, 401, ["Invalid credentials"]);
  const route = ROUTES.find((each) => each.path.test(path) && (world.newer || each.newer !== true));
  if (route === undefined) return refused(request, 404, ["Not found"]);
  const parameters = readQuery(query);
  const part = decoded(route.path.exec(path)?.[1] ?? "");
  if (typeof parameters === "string") return refused(request, 400, [parameters]);
  if (parameters === undefined || part === undefined) return refused(request, 500, ["Internal error"]);
  const given = route.answer(world, request, parameters, part);
  if (!world.newer) return given;
  const newest = world.chain.close(world.chain.length - 1);
  return { ...given, headers: { ...given.headers, "x-last-block-consensus-timestamp": String(newest) } };
}

/** Credentials are checked only if they are sent and the deployment has any. @param {World} world @param {Request} request */
function isWelcome({ users }, { headers }) {
  const [, sent] = /^Basic (.+)$/i.exec(headers.authorization ?? "") ?? [];
  if (sent === undefined || Object.keys(users).length === 0) return true;
  const [name = "", password = ""] = Buffer.from(sent, "base64").toString("utf8").split(":");
  return users[name] === password;
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

import { block, blocks } from "./blocks.js";
import {
  account,
  accounts,
  balances,
  contract,
  contracts,
  emptyList,
  schedule,
  token,
  topic,
  topicMessages,
} from "./entities.js";
import { logs, logsOfContract } from "./logs.js";
import { exchangeRate, fees, nodes, registeredNodes, stake, supply } from "./network.js";
import { transaction, transactions } from "./payments.js";
import { actions, contractResult, contractResults, resultsOfContract } from "./results.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("./query.js").Parameter} Parameter
 *
 * @typedef {object} World
 * @property {import("./chain.js").Chain} chain
 * @property {import("./transactions.js").Transactions} transactions
 * @property {boolean} newer whether the answers are those of 0.162 rather than of 0.145
 * @property {boolean} hostInLink whether links to the next page are absolute
 * @property {bigint | undefined} window how far back transactions are searched at once, in nanoseconds
 * @property {Record<string, string>} users names with passwords, where a deployment has any
 *
 * @typedef {(world: World, request: Request, parameters: readonly Parameter[], part: string) => Answer} Handler
 */

/** @type {readonly { path: RegExp, answer: Handler, newer?: true }[]} */
export const ROUTES = [
  { path: /^\/api\/v1\/blocks\/?$/, answer: blocks },
  { path: /^\/api\/v1\/blocks\/([^/]+)\/?$/, answer: block },
  { path: /^\/api\/v1\/transactions\/?$/, answer: transactions },
  { path: /^\/api\/v1\/transactions\/([^/]+)\/?$/, answer: transaction },
  { path: /^\/api\/v1\/contracts\/results\/?$/, answer: contractResults },
  { path: /^\/api\/v1\/contracts\/results\/logs\/?$/, answer: logs },
  { path: /^\/api\/v1\/contracts\/results\/([^/]+)\/?$/, answer: contractResult },
  { path: /^\/api\/v1\/contracts\/results\/([^/]+)\/actions\/?$/, answer: actions },
  { path: /^\/api\/v1\/contracts\/?$/, answer: contracts },
  { path: /^\/api\/v1\/contracts\/([^/]+)\/?$/, answer: contract },
  { path: /^\/api\/v1\/contracts\/([^/]+)\/results\/?$/, answer: resultsOfContract },
  { path: /^\/api\/v1\/contracts\/([^/]+)\/results\/logs\/?$/, answer: logsOfContract },
  { path: /^\/api\/v1\/contracts\/[^/]+\/state\/?$/, answer: emptyList("state", 1) },
  { path: /^\/api\/v1\/accounts\/?$/, answer: accounts },
  { path: /^\/api\/v1\/accounts\/([^/]+)\/?$/, answer: account },
  { path: /^\/api\/v1\/accounts\/[^/]+\/tokens\/?$/, answer: emptyList("tokens", 1) },
  { path: /^\/api\/v1\/accounts\/[^/]+\/nfts\/?$/, answer: emptyList("nfts", 1) },
  { path: /^\/api\/v1\/accounts\/[^/]+\/rewards\/?$/, answer: emptyList("rewards", 60) },
  { path: /^\/api\/v1\/balances\/?$/, answer: balances },
  { path: /^\/api\/v1\/tokens\/?$/, answer: emptyList("tokens", 10) },
  { path: /^\/api\/v1\/tokens\/([^/]+)\/?$/, answer: token },
  { path: /^\/api\/v1\/tokens\/[^/]+\/balances\/?$/, answer: emptyList("balances", 1, { timestamp: null }) },
  { path: /^\/api\/v1\/topics\/([^/]+)\/?$/, answer: topic },
  { path: /^\/api\/v1\/topics\/([^/]+)\/messages\/?$/, answer: topicMessages },
  { path: /^\/api\/v1\/schedules\/?$/, answer: emptyList("schedules", 10) },
  { path: /^\/api\/v1\/schedules\/([^/]+)\/?$/, answer: schedule },
  { path: /^\/api\/v1\/network\/nodes\/?$/, answer: nodes },
  { path: /^\/api\/v1\/network\/fees\/?$/, answer: fees },
  { path: /^\/api\/v1\/network\/supply\/?$/, answer: supply },
  { path: /^\/api\/v1\/network\/exchangerate\/?$/, answer: exchangeRate, newer: true },
  { path: /^\/api\/v1\/network\/stake\/?$/, answer: stake, newer: true },
  { path: /^\/api\/v1\/network\/registered-nodes\/?$/, answer: registeredNodes, newer: true },
];

// All routes of the mirror node, and the state that their handlers share.
import { block, blocks } from "./blocks.js";
import { account, accounts, balances, contract, contracts, emptyList, schedule, token, topic } from "./entities.js";
import { logs, logsOfContract } from "./logs.js";
import { exchangeRate, fees, nodes, registeredNodes, stake, supply } from "./network.js";
import { transaction, transactions } from "./payments.js";
import { topicMessages } from "./messages.js";
import { actions, contractResult, contractResults, resultsOfContract } from "./results.js";

/**
 * @typedef {import("../core/service.js").Request} Request
 * @typedef {import("../core/service.js").Answer} Answer
 * @typedef {import("./query.js").Parameter} Parameter
 *
 * @typedef {object} World
 * @property {import("./chain.js").Chain} chain
 * @property {import("./transactions.js").Transactions} transactions
 * @property {boolean} newer behaves like 0.162 instead of 0.145
 * @property {boolean} hostInLink links to the next page are absolute
 * @property {bigint | undefined} window maximum time range of a search for transactions, in nanoseconds
 * @property {Record<string, string>} users passwords by user name, if the deployment has users
 *
 * @typedef {(world: World, request: Request, parameters: readonly Parameter[], part: string) => Answer} Handler
 */

const TOKEN_FILTERS = ["account.id", "name", "publickey", "token.id", "type"];
const BALANCE_FILTERS = ["account.balance", "account.id", "account.publickey", "timestamp"];

/** @type {readonly { path: RegExp, answer: Handler, newer?: true }[]} */
export const ROUTES = [
  { path: /^\/api\/v1\/blocks\/?$/i, answer: blocks },
  { path: /^\/api\/v1\/blocks\/([^/]+)\/?$/i, answer: block },
  { path: /^\/api\/v1\/transactions\/?$/i, answer: transactions },
  { path: /^\/api\/v1\/transactions\/([^/]+)\/?$/i, answer: transaction },
  { path: /^\/api\/v1\/contracts\/results\/?$/i, answer: contractResults },
  { path: /^\/api\/v1\/contracts\/results\/logs\/?$/i, answer: logs },
  { path: /^\/api\/v1\/contracts\/results\/([^/]+)\/?$/i, answer: contractResult },
  { path: /^\/api\/v1\/contracts\/results\/([^/]+)\/actions\/?$/i, answer: actions },
  { path: /^\/api\/v1\/contracts\/?$/i, answer: contracts },
  { path: /^\/api\/v1\/contracts\/([^/]+)\/?$/i, answer: contract },
  { path: /^\/api\/v1\/contracts\/([^/]+)\/results\/?$/i, answer: resultsOfContract },
  { path: /^\/api\/v1\/contracts\/([^/]+)\/results\/logs\/?$/i, answer: logsOfContract },
  {
    path: /^\/api\/v1\/contracts\/([^/]+)\/state\/?$/i,
    answer: emptyList("state", 1, { also: ["slot", "timestamp"], part: "contractid" }),
  },
  { path: /^\/api\/v1\/accounts\/?$/i, answer: accounts },
  { path: /^\/api\/v1\/accounts\/([^/]+)\/?$/i, answer: account },
  {
    path: /^\/api\/v1\/accounts\/([^/]+)\/tokens\/?$/i,
    answer: emptyList("tokens", 1, { also: ["token.id"], part: "idOrAliasOrEvmAddress" }),
  },
  {
    path: /^\/api\/v1\/accounts\/([^/]+)\/nfts\/?$/i,
    answer: emptyList("nfts", 1, { also: ["serialnumber", "spender.id", "token.id"], part: "idOrAliasOrEvmAddress" }),
  },
  {
    path: /^\/api\/v1\/accounts\/([^/]+)\/rewards\/?$/i,
    answer: emptyList("rewards", 60, { also: ["timestamp"], part: "idOrAliasOrEvmAddress" }),
  },
  { path: /^\/api\/v1\/balances\/?$/i, answer: balances },
  { path: /^\/api\/v1\/tokens\/?$/i, answer: emptyList("tokens", 10, { also: TOKEN_FILTERS }) },
  { path: /^\/api\/v1\/tokens\/([^/]+)\/?$/i, answer: token },
  {
    path: /^\/api\/v1\/tokens\/([^/]+)\/balances\/?$/i,
    answer: emptyList("balances", 1, { beside: { timestamp: null }, also: BALANCE_FILTERS, part: "tokenid" }),
  },
  { path: /^\/api\/v1\/topics\/([^/]+)\/?$/i, answer: topic },
  { path: /^\/api\/v1\/topics\/([^/]+)\/messages\/?$/i, answer: topicMessages },
  { path: /^\/api\/v1\/schedules\/?$/i, answer: emptyList("schedules", 10, { also: ["account.id", "schedule.id"] }) },
  { path: /^\/api\/v1\/schedules\/([^/]+)\/?$/i, answer: schedule },
  { path: /^\/api\/v1\/network\/nodes\/?$/i, answer: nodes },
  { path: /^\/api\/v1\/network\/fees\/?$/i, answer: fees },
  { path: /^\/api\/v1\/network\/supply\/?$/i, answer: supply },
  { path: /^\/api\/v1\/network\/exchangerate\/?$/i, answer: exchangeRate, newer: true },
  { path: /^\/api\/v1\/network\/stake\/?$/i, answer: stake, newer: true },
  { path: /^\/api\/v1\/network\/registered-nodes\/?$/i, answer: registeredNodes, newer: true },
];

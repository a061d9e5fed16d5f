/** Types of transactions, and how many in a thousand have each. The rest are transfers. */
export const KINDS = /** @type {const} */ ([
  ["CONSENSUSSUBMITMESSAGE", 300],
  ["CONTRACTCALL", 120],
  ["ETHEREUMTRANSACTION", 60],
  ["TOKENASSOCIATE", 40],
  ["CRYPTOCREATEACCOUNT", 30],
  ["TOKENMINT", 25],
  ["CRYPTOAPPROVEALLOWANCE", 12],
  ["CRYPTOUPDATEACCOUNT", 10],
  ["TOKENAIRDROP", 8],
  ["SCHEDULESIGN", 8],
  ["SCHEDULECREATE", 8],
  ["CONSENSUSCREATETOPIC", 6],
  ["TOKENCREATION", 6],
  ["CONTRACTCREATEINSTANCE", 6],
  ["FILEAPPEND", 5],
  ["FILECREATE", 4],
  ["TOKENBURN", 4],
  ["TOKENWIPE", 3],
  ["TOKENGRANTKYC", 3],
  ["UTILPRNG", 3],
  ["ATOMICBATCH", 3],
  ["TOKENUPDATE", 3],
  ["CRYPTODELETE", 2],
  ["FILEUPDATE", 2],
  ["NODESTAKEUPDATE", 1],
]);
export const TRANSFER = "CRYPTOTRANSFER";

/** All other types that the filter supports. */
const OTHER_KINDS = [
  ..."CONTRACTUPDATEINSTANCE CRYPTOADDLIVEHASH CRYPTODELETELIVEHASH FILEDELETE SYSTEMDELETE SYSTEMUNDELETE".split(" "),
  ..."CONTRACTDELETEINSTANCE FREEZE CONSENSUSUPDATETOPIC CONSENSUSDELETETOPIC UNCHECKEDSUBMIT TOKENFREEZE".split(" "),
  ..."TOKENUNFREEZE TOKENREVOKEKYC TOKENDELETION TOKENDISSOCIATE SCHEDULEDELETE TOKENFEESCHEDULEUPDATE".split(" "),
  ..."TOKENPAUSE TOKENUNPAUSE CRYPTODELETEALLOWANCE TOKENUPDATENFTS NODECREATE NODEUPDATE NODEDELETE".split(" "),
  ..."TOKENREJECT TOKENCANCELAIRDROP TOKENCLAIMAIRDROP HOOKSTORE HOOKDISPATCH LEDGERIDPUBLICATION".split(" "),
  ..."REGISTEREDNODECREATE REGISTEREDNODEUPDATE REGISTEREDNODEDELETE".split(" "),
];
const KNOWN = new Set([TRANSFER, ...KINDS.map(([kind]) => kind), ...OTHER_KINDS]);

/** @param {string} kind */
export function isKind(kind) {
  return KNOWN.has(kind.toUpperCase());
}

/** Types that produce a contract result. @param {string} kind */
export function isContractKind(kind) {
  return kind === "CONTRACTCALL" || kind === "ETHEREUMTRANSACTION" || kind === "CONTRACTCREATEINSTANCE";
}

/** Results that the server counts as a success. */
export const SUCCESSES = new Set([
  "SUCCESS",
  "FEE_SCHEDULE_FILE_PART_UPLOADED",
  "SUCCESS_BUT_MISSING_EXPECTED_OPERATION",
]);

export const FAILURES = /** @type {const} */ ([
  "INSUFFICIENT_ACCOUNT_BALANCE",
  "INVALID_SIGNATURE",
  "TOKEN_NOT_ASSOCIATED_TO_ACCOUNT",
  "INSUFFICIENT_TX_FEE",
  "INSUFFICIENT_PAYER_BALANCE",
]);

/** Most memos are empty, and some contain bytes that aren't text. */
export const MEMOS = [
  "",
  "",
  "",
  "",
  "invoice 2041",
  "rent, November",
  "reading 17.4 °C",
  "caffè ☕",
  "от Инес",
  "settled with thanks",
  "tramway ticket 88-1",
  "\u0000\u0001\u0002",
  "https://example.com/r/5",
];

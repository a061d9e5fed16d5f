// Names and icons for the types and results of transactions.
import { l10n } from "../workbench/text/l10n.ts";

/** The known types of transactions in the reader's language. The node writes them without spaces. */
const NAMES: ReadonlyMap<string, () => string> = new Map([
  ["CONTRACTCALL", () => l10n.t("Contract Call")],
  ["CONTRACTCREATEINSTANCE", () => l10n.t("Create Contract")],
  ["CONTRACTUPDATEINSTANCE", () => l10n.t("Update Contract")],
  ["CONTRACTDELETEINSTANCE", () => l10n.t("Delete Contract")],
  ["ETHEREUMTRANSACTION", () => l10n.t("Ethereum Transaction")],
  ["CRYPTOADDLIVEHASH", () => l10n.t("Add Live Hash")],
  ["CRYPTODELETELIVEHASH", () => l10n.t("Delete Live Hash")],
  ["CRYPTOCREATEACCOUNT", () => l10n.t("Create Account")],
  ["CRYPTODELETE", () => l10n.t("Delete Account")],
  ["CRYPTOTRANSFER", () => l10n.t("Crypto Transfer")],
  ["CRYPTOUPDATEACCOUNT", () => l10n.t("Update Account")],
  ["CRYPTOAPPROVEALLOWANCE", () => l10n.t("Approve Allowance")],
  ["CRYPTODELETEALLOWANCE", () => l10n.t("Delete Allowance")],
  ["FILEAPPEND", () => l10n.t("Append to File")],
  ["FILECREATE", () => l10n.t("Create File")],
  ["FILEDELETE", () => l10n.t("Delete File")],
  ["FILEUPDATE", () => l10n.t("Update File")],
  ["SYSTEMDELETE", () => l10n.t("System Delete")],
  ["SYSTEMUNDELETE", () => l10n.t("System Undelete")],
  ["FREEZE", () => l10n.t("Freeze")],
  ["CONSENSUSCREATETOPIC", () => l10n.t("Create Topic")],
  ["CONSENSUSUPDATETOPIC", () => l10n.t("Update Topic")],
  ["CONSENSUSDELETETOPIC", () => l10n.t("Delete Topic")],
  ["CONSENSUSSUBMITMESSAGE", () => l10n.t("Submit Message")],
  ["UNCHECKEDSUBMIT", () => l10n.t("Unchecked Submit")],
  ["TOKENCREATION", () => l10n.t("Create Token")],
  ["TOKENFREEZE", () => l10n.t("Freeze Token")],
  ["TOKENUNFREEZE", () => l10n.t("Unfreeze Token")],
  ["TOKENGRANTKYC", () => l10n.t("Grant KYC")],
  ["TOKENREVOKEKYC", () => l10n.t("Revoke KYC")],
  ["TOKENDELETION", () => l10n.t("Delete Token")],
  ["TOKENUPDATE", () => l10n.t("Update Token")],
  ["TOKENMINT", () => l10n.t("Mint Token")],
  ["TOKENBURN", () => l10n.t("Burn Token")],
  ["TOKENWIPE", () => l10n.t("Wipe Token")],
  ["TOKENASSOCIATE", () => l10n.t("Associate Token")],
  ["TOKENDISSOCIATE", () => l10n.t("Dissociate Token")],
  ["TOKENFEESCHEDULEUPDATE", () => l10n.t("Update Token Fees")],
  ["TOKENPAUSE", () => l10n.t("Pause Token")],
  ["TOKENUNPAUSE", () => l10n.t("Unpause Token")],
  ["TOKENUPDATENFTS", () => l10n.t("Update NFTs")],
  ["TOKENREJECT", () => l10n.t("Reject Token")],
  ["TOKENAIRDROP", () => l10n.t("Airdrop Token")],
  ["TOKENCANCELAIRDROP", () => l10n.t("Cancel Airdrop")],
  ["TOKENCLAIMAIRDROP", () => l10n.t("Claim Airdrop")],
  ["SCHEDULECREATE", () => l10n.t("Create Schedule")],
  ["SCHEDULEDELETE", () => l10n.t("Delete Schedule")],
  ["SCHEDULESIGN", () => l10n.t("Sign Schedule")],
  ["NODESTAKEUPDATE", () => l10n.t("Update Node Stake")],
  ["NODECREATE", () => l10n.t("Create Node")],
  ["NODEUPDATE", () => l10n.t("Update Node")],
  ["NODEDELETE", () => l10n.t("Delete Node")],
  ["REGISTEREDNODECREATE", () => l10n.t("Create Registered Node")],
  ["REGISTEREDNODEUPDATE", () => l10n.t("Update Registered Node")],
  ["REGISTEREDNODEDELETE", () => l10n.t("Delete Registered Node")],
  ["UTILPRNG", () => l10n.t("Random Number")],
  ["ATOMICBATCH", () => l10n.t("Atomic Batch")],
  ["HOOKSTORE", () => l10n.t("Store Hook")],
  ["HOOKDISPATCH", () => l10n.t("Dispatch Hook")],
  ["LEDGERIDPUBLICATION", () => l10n.t("Publish Ledger ID")],
  ["CRSPUBLICATION", () => l10n.t("Publish CRS")],
  ["HINTSKEYPUBLICATION", () => l10n.t("Publish hinTS Key")],
  ["HINTSPARTIALSIGNATURE", () => l10n.t("hinTS Partial Signature")],
  ["HINTSPREPROCESSINGVOTE", () => l10n.t("hinTS Preprocessing Vote")],
  ["HISTORYPROOFKEYPUBLICATION", () => l10n.t("Publish History Proof Key")],
  ["HISTORYPROOFSIGNATURE", () => l10n.t("Sign History Proof")],
  ["HISTORYPROOFVOTE", () => l10n.t("Vote on History Proof")],
  ["MIGRATIONROOTHASHVOTE", () => l10n.t("Vote on Migration Root Hash")],
  ["STATESIGNATURETRANSACTION", () => l10n.t("Sign State")],
]);

/** Icons by the beginning of a type's name; the first match counts. */
const ICONS = [
  ["CRYPTOTRANSFER", "arrow-swap"],
  ["CRYPTO", "account"],
  ["CONSENSUS", "comment"],
  ["CONTRACT", "code"],
  ["ETHEREUM", "code"],
  ["TOKEN", "tag"],
  ["FILE", "file"],
  ["SCHEDULE", "calendar"],
  ["NODE", "server"],
  ["REGISTEREDNODE", "server"],
] as const;

export type TypeIcon = (typeof ICONS)[number][1] | "circle-outline";

/** "Submit Message"; a type that isn't listed here is shown as the node names it. */
export function typeName(type: string): string {
  return NAMES.get(type)?.() ?? type;
}

export function typeIcon(type: string): TypeIcon {
  return ICONS.find(([start]) => type.startsWith(start))?.[1] ?? "circle-outline";
}

/** "Contract revert executed": there are some four hundred results, and they are words already. */
export function formatResult(result: string): string {
  const text = result.replaceAll("_", " ").toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

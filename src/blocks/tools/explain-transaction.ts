// Explains a transaction: what it did, whether it worked, and what it cost and moved.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import { formatSeconds } from "../../base/time.ts";
import { tool } from "../../base/tools/tool.ts";
import { findMarked, hbars, isSuccess, memoText, toDecimal } from "../model/transaction.ts";
import { readTyped } from "../search/typed-text.ts";
import { isoOf, transactionFacts } from "./facts.ts";
import { networkInput } from "./inputs.ts";
import { findNetwork, type BlocksSource } from "./source.ts";

export const explainTransaction = tool({
  name: "triptych_blocks_explain_transaction",
  reference: "transaction",
  title: "Explain a Transaction",
  description:
    "Explains a transaction of a Hedera network by its ID or hash: type, result, why a contract call failed, fee, " +
    "transfers of ℏ, tokens and NFTs, its memo, its block, and the transactions that it triggered. " +
    'Examples: {"transaction": "0.0.8@1234567890.000000006"}, {"transaction": "0x…"}.',
  asksServer: true,
  input: {
    transaction: v.pipe(
      v.string(),
      v.maxLength(200),
      v.description('An ID such as "0.0.8@1234567890.000000006" or "0.0.8-1234567890-000000006", or a hash.'),
    ),
    network: networkInput,
  },
  answer: async ({ transaction: named, network: name }, source: BlocksSource, answer, signal) => {
    const { store, now } = source;
    const network = findNetwork(source, name);
    const typed = readTyped(named, now());
    const reading = "readings" in typed ? typed.readings.find(({ kind }) => kind === "transaction") : undefined;
    const id = reading?.kind === "transaction" ? reading.id : hashOf(named);
    const found = await store.transactions.find(network, id, { signal });
    const transaction = findMarked(found, reading?.kind === "transaction" ? reading : {}) ?? failMissing(named);
    const { result, parent, fee, maxFee, transfers, tokens, nfts } = transaction;
    answer.fact("network", network.name);
    answer.fact("ID", transaction.id);
    answer.fact("type", transaction.type);
    answer.fact("result", result);
    answer.fact("succeeded", result === undefined ? undefined : isSuccess(result));
    if (result !== undefined && !isSuccess(result))
      answer.fact("error of the contract", await store.transactions.findError(network, transaction, { signal }));
    answer.fact("consensus time", `${formatSeconds(transaction.time)} (${isoOf(transaction.time)})`);
    answer.fact("valid from", isoOf(transaction.validStart));
    answer.fact("fee in ℏ", fee === undefined ? undefined : hbars(fee));
    answer.fact("maximum fee in ℏ", maxFee === undefined ? undefined : hbars(maxFee));
    answer.fact("entity", transaction.entity);
    answer.fact("node", transaction.node);
    answer.fact("scheduled", transaction.scheduled ? true : undefined);
    answer.fact("triggered by the transaction at", parent === undefined ? undefined : formatSeconds(parent));
    answer.fact("memo", memoText(transaction.memo));
    const block = await store.findAt(network, transaction.time, { signal });
    if ("block" in block) answer.fact("block", block.block.number);
    const known = await Promise.all(
      [...new Set(tokens.map(({ token }) => token))].map(
        async (token) => [token, await store.entities.findToken(network, token, { signal })] as const,
      ),
    );
    const decimals = new Map(known.map(([token, entity]) => [token, entity?.decimals]));
    const moves = [
      ...transfers.map(({ account, amount }) => ({ account, "gains in ℏ": hbars(amount) })),
      ...tokens.map(({ token, account, amount }) => {
        const places = decimals.get(token);
        return { account, token, gains: places === undefined ? `${amount} smallest units` : toDecimal(amount, places) };
      }),
      ...nfts.map(({ token, serial, from, to }) => ({ NFT: token, serial, from, to })),
    ];
    answer.heading(`Transfers (${moves.length})`);
    const shown = answer.list(moves, (move, entry) => entry.line(move));
    if (shown < moves.length) answer.leftOut(`${moves.length - shown} transfers. A larger "maxTokens" shows more.`);
    const others = found.filter((each) => each !== transaction);
    if (others.length === 0) return network.address;
    answer.heading(`Other transactions with this ID: duplicates and those that it triggered (${others.length})`);
    const rest =
      others.length -
      answer.list(others, (each, entry) => entry.line({ ...transactionFacts(each), nonce: each.nonce }));
    if (rest > 0) answer.leftOut(`${rest} other transactions. A larger "maxTokens" shows more.`);
    return network.address;
  },
});

/** A hash of a transaction looks like that of a block, so `readTyped` reads it as one. */
function hashOf(named: string): string {
  const hash = named.trim();
  if (/^(?:0x)?(?:[0-9a-f]{64}|[0-9a-f]{96})$/i.test(hash)) return hash.startsWith("0x") ? hash : `0x${hash}`;
  throw new Problem("invalid", { detail: `"${named}" is neither an ID nor a hash of a transaction.` });
}

function failMissing(named: string): never {
  throw new Problem("notFound", { detail: `The network has no transaction ${named}.` });
}

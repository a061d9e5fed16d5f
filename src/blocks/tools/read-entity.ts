// Reads an account, contract, token, topic or schedule, and what it did last.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import { formatSeconds } from "../../base/time.ts";
import { tool } from "../../base/tools/tool.ts";
import type { Value } from "../../base/tools/answer.ts";
import type { Entity } from "../model/entity.ts";
import { hbars, memoText, toDecimal } from "../model/transaction.ts";
import { isoOf, transactionFacts } from "./facts.ts";
import { networkInput } from "./inputs.ts";
import { findNetwork, type BlocksSource } from "./source.ts";

export const readEntity = tool({
  name: "triptych_blocks_entity",
  reference: "ledgerEntity",
  title: "Read an Account, Contract, Token, Topic or Schedule",
  description:
    "Reads an entity of a Hedera network by its ID or EVM address: an account with its balance, a contract, a token " +
    "with its supply, a topic or a schedule, and its latest transactions, calls or messages. " +
    'Examples: {"entity": "0.0.1234"}, {"entity": "0x00000000000000000000000000000000000004d2", "network": "testnet"}.',
  asksServer: true,
  input: {
    entity: v.pipe(
      v.string(),
      v.regex(
        /^(?:\d{1,5}\.\d{1,5}\.\d{1,19}|(?:0x)?[0-9a-fA-F]{40}|[A-Z2-7]{32,56})$/,
        "expected an ID, address or alias",
      ),
      v.description('An ID such as "0.0.1234", an EVM address, or an alias.'),
    ),
    network: networkInput,
  },
  answer: async ({ entity: id, network: name }, source: BlocksSource, answer, signal) => {
    const { entities } = source.store;
    const network = findNetwork(source, name);
    const entity = await entities.find(network, id, { signal });
    if (entity === undefined) throw new Problem("notFound", { detail: `The network has no entity ${id}.` });
    answer.fact("network", network.name);
    for (const [fact, value] of Object.entries(entityFacts(entity))) answer.fact(fact, value);
    const recent = await entities.recent(network, entity, { signal });
    const activity = [
      ...(recent.transactions ?? []).map(transactionFacts),
      ...(recent.results ?? []).map((each) => ({
        call: formatSeconds(each.time),
        from: each.from,
        result: each.result,
        error: each.error,
      })),
      ...(recent.messages ?? []).map((each) => ({
        message: each.sequence,
        time: formatSeconds(each.time),
        payer: each.payer,
        content: memoText(each.content, each.part !== undefined),
      })),
    ];
    answer.heading(`Latest activity (${activity.length})`);
    const rest = activity.length - answer.list(activity, (facts, entry) => entry.line(facts));
    if (rest > 0) answer.leftOut(`${rest} older entries. A larger "maxTokens" shows more.`);
    return network.address;
  },
});

function entityFacts(entity: Entity): Readonly<Record<string, Value>> {
  const common = {
    kind: entity.kind,
    ID: entity.id,
    deleted: entity.deleted ? true : undefined,
    created: isoOf(entity.created),
    memo: entity.memo,
  };
  switch (entity.kind) {
    case "account":
      return {
        ...common,
        "EVM address": entity.evmAddress,
        "balance in ℏ": entity.balance === undefined ? "not recorded" : hbars(entity.balance),
        "balance at": isoOf(entity.balanceAt),
        "staked to node": entity.stakedNode,
        "staked to account": entity.stakedAccount,
        "pending reward in ℏ": entity.pendingReward === undefined ? undefined : hbars(entity.pendingReward),
      };
    case "contract":
      return { ...common, "EVM address": entity.evmAddress, file: entity.file };
    case "token": {
      const { decimals = 0, totalSupply, maxSupply } = entity;
      return {
        ...common,
        name: entity.name,
        symbol: entity.symbol,
        type: entity.type,
        decimals,
        "total supply": totalSupply === undefined ? undefined : toDecimal(totalSupply, decimals),
        "maximum supply": maxSupply === undefined || maxSupply === 0n ? "unlimited" : toDecimal(maxSupply, decimals),
        treasury: entity.treasury,
      };
    }
    case "topic":
      return { ...common, restricted: entity.restricted };
    case "schedule":
      return {
        ...common,
        creator: entity.creator,
        payer: entity.payer,
        executed: isoOf(entity.executed) ?? "no",
        expires: isoOf(entity.expires),
      };
  }
}

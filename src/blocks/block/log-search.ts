// The target of a search in logs: parsed immediately, except for an entity, whose EVM address is looked up.
import { asProblem, type Problem } from "../../base/problem.ts";
import type { Asked } from "../api/mirror-node.ts";
import type { Store } from "../ledger/store.ts";
import { parseLogQuery, type LogQuery } from "../model/bloom.ts";
import type { Network } from "../model/network.ts";

export type LogSearch =
  | { readonly is: "nothing" }
  | { readonly is: "notUnderstood"; readonly unknownType: string | undefined }
  | { readonly is: "lookingUp"; readonly entity: string }
  | { readonly is: "failed"; readonly entity: string; readonly problem: Problem }
  /** `isGuess`: the network has no such entity, so its address is the one that would follow from its number. */
  | { readonly is: "ready"; readonly what: LogQuery; readonly isGuess: boolean };

export function beginSearch(typed: string): LogSearch {
  if (typed.trim() === "") return { is: "nothing" };
  const what = parseLogQuery(typed);
  if (what === undefined) return { is: "notUnderstood", unknownType: undefined };
  if ("unknownType" in what) return { is: "notUnderstood", unknownType: what.unknownType };
  return what.entity === undefined ? { is: "ready", what, isGuess: false } : { is: "lookingUp", entity: what.entity };
}

/** A contract's logs are written under its EVM address, which doesn't always follow from its number. */
export async function finishSearch(
  store: Pick<Store, "entities">,
  network: Network,
  typed: string,
  asked: Asked = {},
): Promise<LogSearch> {
  const initial = beginSearch(typed);
  const what = parseLogQuery(typed);
  if (initial.is !== "lookingUp" || what === undefined || "unknownType" in what) return initial;
  try {
    const entity = await store.entities.find(network, initial.entity, asked);
    const own = entity !== undefined && "evmAddress" in entity ? entity.evmAddress : undefined;
    return { is: "ready", what: { ...what, hex: own ?? what.hex }, isGuess: entity === undefined };
  } catch (error) {
    return { is: "failed", entity: initial.entity, problem: asProblem(error) };
  }
}

// Reads the contract results of a block and marks those that other calls set off.
import type { Asked, Page } from "../api.ts";
import type { BlockResult, ContractResult } from "../model/contract-result.ts";

/** Requests the first page, with or without internal results, the oldest first. */
export type ReadResults = (internal: boolean, asked: Asked) => Promise<Page<ContractResult>>;

export async function readResults(read: ReadResults, asked: Asked): Promise<Page<BlockResult>> {
  const [all, outer] = await Promise.all([read(true, asked), read(false, asked)]);
  return marked(all, outer, new Set());
}

/**
 * The node names no nonce in this list, but leaves internal results out of the other one. That has fewer, so each of its
 * pages goes at least as far.
 */
function marked(
  all: Page<ContractResult>,
  outer: Page<ContractResult> | undefined,
  before: ReadonlySet<bigint>,
): Page<BlockResult> {
  const { next } = all;
  const times = new Set([...before, ...(outer?.values ?? []).map(({ time }) => time)]);
  return {
    ...all,
    values: all.values.map((result) => ({ ...result, isInternal: !times.has(result.time) })),
    next:
      next === undefined
        ? undefined
        : async (asked) => {
            const [more, moreOuter] = await Promise.all([next(asked), outer?.next?.(asked)]);
            return marked(more, moreOuter, times);
          },
  };
}

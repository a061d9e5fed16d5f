// The wing's tools for language models: one flat table.
import type { Tool } from "../../base/tools/tool.ts";
import { explainTransaction } from "./explain-transaction.ts";
import { getBlock } from "./get-block.ts";
import { listBlocks } from "./list-blocks.ts";
import { readEntity } from "./read-entity.ts";
import type { BlocksSource } from "./source.ts";
import { verifyRange } from "./verify-range.ts";

export const blockTools: readonly Tool<BlocksSource>[] = [
  getBlock,
  listBlocks,
  explainTransaction,
  readEntity,
  verifyRange,
];

// Finds the block of a typed number, hash, time, transaction, entity or file name.
import { formatSeconds, type Nanoseconds } from "../../base/time.ts";
import type { RequestOptions } from "../api/mirror-node.ts";
import type { MissingBlock, Store } from "../store/store.ts";
import type { BlockName } from "../model/block-name.ts";
import type { Entity } from "../model/entity.ts";
import type { Network } from "../model/network.ts";
import { findMarked } from "../model/transaction.ts";
import type { Reading } from "./typed-text.ts";

/** The block that was found, or why there is none. */
export type Located =
  | {
      readonly name: BlockName;
      /** The consensus time of the requested transaction. */
      readonly transaction?: string;
      /** Why the block isn't an exact match: the time is between two blocks, or the file has another name. */
      readonly beside?: "between" | "file";
    }
  /** The network has no such transaction or entity, or no activity of the entity. */
  | { readonly unknown: "transaction" | "entity" }
  | { readonly unknown: "activity"; readonly of: Entity["kind"] }
  /** The time is after the newest block, or the ledger has no blocks. */
  | { readonly absent: MissingBlock };

export async function locate(
  store: Store,
  network: Network,
  reading: Reading,
  options: RequestOptions = {},
): Promise<Located> {
  switch (reading.kind) {
    case "block": {
      const { name } = reading;
      if ("number" in name) return { name };
      // A hash becomes a number, because a panel may already be open for that.
      const found = await store.find(network, name, options);
      if ("block" in found) return { name: { number: found.block.number } };
      // The hashes of blocks and transactions look the same. If there is neither, the panel of the hash explains it.
      const [transaction] = await store.transactions.find(network, name.hash, options);
      return transaction === undefined ? { name } : await transactionAt(store, network, transaction.time, options);
    }
    case "latest": {
      const newest = await store.loadLatest(network, options);
      return newest === undefined ? { absent: { newest, pace: undefined } } : { name: { number: newest.number } };
    }
    case "about":
    case "entity": {
      const entity = await store.entities.find(network, reading.id, options);
      if (entity === undefined) return { unknown: "entity" };
      const last = await store.entities.latest(network, entity, options);
      return last === undefined
        ? { unknown: "activity", of: entity.kind }
        : await transactionAt(store, network, last.time, options);
    }
    case "time": {
      const found = await store.findAt(network, reading.time, options);
      if ("absent" in found) return found;
      const name = { number: found.block.number };
      if (found.between) return { name, beside: "between" };
      // Only times that are copied from a transaction have nanoseconds.
      return reading.time % 1000n === 0n ? { name } : { name, transaction: formatSeconds(reading.time) };
    }
    case "file": {
      const found = await store.findAt(network, reading.time, options);
      if ("absent" in found) return found;
      const isIt = trimExtension(found.block.name) === trimExtension(reading.file);
      return { name: { number: found.block.number }, ...(isIt ? {} : { beside: "file" }) };
    }
    case "transaction": {
      const transaction = findMarked(await store.transactions.find(network, reading.id, options), reading);
      if (transaction === undefined) return { unknown: "transaction" };
      return await transactionAt(store, network, transaction.time, options);
    }
  }
}

export async function transactionAt(
  store: Store,
  network: Network,
  time: Nanoseconds,
  options: RequestOptions = {},
): Promise<Located> {
  const found = await store.findAt(network, time, options);
  if ("absent" in found) return found;
  const name = { number: found.block.number };
  // The node may lack the transaction's block. The next one doesn't contain the transaction.
  return found.between ? { name, beside: "between" } : { name, transaction: formatSeconds(time) };
}

/** The time in the name of a record file. Its extension depends on its compression. */
function trimExtension(file: string | undefined): string | undefined {
  return file?.replace(/Z.*/, "");
}

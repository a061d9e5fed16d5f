// What the mirror node sends, as valibot schemas.
import * as v from "valibot";
import { int64, optional, secondsTime } from "../../base/decode.ts";
import type { Json } from "../../base/json.ts";
import type { Block } from "../model/block.ts";

const hash = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{96}$/i, "expected 0x and 96 hexadecimal digits"),
  v.transform((digits) => digits.toLowerCase()),
);

export const amount = v.pipe(
  int64,
  v.check((value) => value >= 0n, "expected no negative number"),
);

const fields = v.pipe(
  v.object({
    number: amount,
    hash,
    previous_hash: optional(hash),
    count: optional(amount),
    gas_used: optional(amount),
    hapi_version: optional(v.string()),
    logs_bloom: optional(v.string()),
    name: optional(v.string()),
    // Only the newest nodes know it.
    receipts_root: optional(v.string()),
    size: optional(amount),
    timestamp: optional(v.object({ from: optional(secondsTime), to: optional(secondsTime) })),
  }),
  v.transform((wire): Omit<Block, "sent"> => ({
    number: wire.number,
    hash: wire.hash,
    previousHash: wire.previous_hash,
    count: wire.count,
    gasUsed: wire.gas_used,
    hapiVersion: wire.hapi_version,
    logsBloom: wire.logs_bloom,
    name: wire.name,
    receiptsRoot: wire.receipts_root,
    size: wire.size,
    from: wire.timestamp?.from,
    to: wire.timestamp?.to,
  })),
);

/** The element itself, with every digit and every field that is not known here. */
export const sent = v.pipe(
  v.custom<Json>(() => true),
  v.transform((element) => ({ sent: element })),
);

/** A block, and beside its fields the element itself. */
export const block = v.intersect([fields, sent]);

/** A list under its own name; each of its elements is decoded by itself. */
export function list(field: string) {
  return v.object({ [field]: v.array(v.unknown()) });
}

/** The link to the next page of a list. */
export const links = v.pipe(
  v.object({ links: optional(v.object({ next: optional(v.string()) })) }),
  v.transform(({ links: link }) => link?.next),
);

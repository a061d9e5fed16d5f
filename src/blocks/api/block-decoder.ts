// What the mirror node sends, as valibot schemas.
import * as v from "valibot";
import { fields, from, int64, optional, secondsTime, type Schema } from "../../base/decode.ts";
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

/** The element itself, with every digit and every field that is not known here. */
export const sent = from(
  "",
  v.custom<Json>(() => true),
);

/** A block, with its fields and the element itself. */
export const block: Schema<Block> = fields({
  number: amount,
  hash,
  previousHash: from("previous_hash", optional(hash)),
  count: optional(amount),
  gasUsed: from("gas_used", optional(amount)),
  hapiVersion: from("hapi_version", optional(v.string())),
  logsBloom: from("logs_bloom", optional(v.string())),
  name: optional(v.string()),
  // Only the newest nodes return it.
  receiptsRoot: from("receipts_root", optional(v.string())),
  size: optional(amount),
  from: from("timestamp.from", optional(secondsTime)),
  to: from("timestamp.to", optional(secondsTime)),
  sent,
});

/** A list under its own name; each element is decoded separately. */
export function list(field: string) {
  return v.object({ [field]: v.array(v.unknown()) });
}

/** The link to the next page of a list. */
export const links = v.pipe(
  v.object({ links: optional(v.object({ next: optional(v.string()) })) }),
  v.transform(({ links: link }) => link?.next),
);

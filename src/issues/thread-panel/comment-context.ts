import * as v from "valibot";
import type { ThreadAddress } from "../model/address.ts";

/** A comment in the panel whose menu was opened; VS Code hands over what the page says of it. */
export interface CommentContext {
  readonly thread: ThreadAddress;
  /** Undefined for the description of the issue. */
  readonly comment: bigint | undefined;
  readonly pull: boolean;
}

const digits = v.pipe(
  v.string(),
  v.regex(/^\d{1,19}$/),
  v.transform((text) => BigInt(text)),
);

const context = v.object({
  webviewSection: v.literal("comment"),
  thread: v.object({ base: v.pipe(v.string(), v.url()), owner: v.string(), name: v.string(), number: digits }),
  comment: v.optional(digits),
  pull: v.boolean(),
});

export function contextOf(given: unknown): CommentContext | undefined {
  const read = v.safeParse(context, given);
  return read.success ? { ...read.output, comment: read.output.comment } : undefined;
}

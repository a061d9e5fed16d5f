// The comment that a context menu in a thread's page was opened for.
import * as v from "valibot";
import type { ThreadAddress } from "../model/address.ts";
import type { Id, Issue } from "../model/entities.ts";
import { storedThread, toStoredThread, toAddress } from "../model/stored-thread.ts";

/** The comment whose context menu was opened. VS Code passes it from the page to the command. */
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
  thread: v.pipe(storedThread, v.transform(toAddress)),
  comment: v.optional(digits),
  pull: v.boolean(),
});

export function readContext(given: unknown): CommentContext | undefined {
  const parsed = v.safeParse(context, given);
  return parsed.success ? { ...parsed.output, comment: parsed.output.comment } : undefined;
}

/** Returns the context that the page attaches to a comment, for `readContext`. */
export function commentContext(thread: ThreadAddress, { pull }: Issue, comment?: Id): string {
  return JSON.stringify({
    webviewSection: "comment",
    preventDefaultContextMenuItems: true,
    thread: toStoredThread(thread),
    ...(comment === undefined ? {} : { comment: String(comment) }),
    pull: pull !== undefined,
  });
}

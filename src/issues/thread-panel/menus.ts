// Connects VS Code's menus of the panel to the focused thread, and to the comment that a menu was opened for.
import * as v from "valibot";
import { commands, Disposable } from "vscode";
import type { Panels } from "../../workbench/panels/panel-host.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Id, Issue } from "../model/entities.ts";
import { availableActions } from "../triage/issue-actions.ts";
import type { Services } from "../services.ts";
import { storedThread, toStoredThread, toAddress } from "../model/stored-thread.ts";

/** Sets the context keys by which the menu of the panel's title offers the same actions as the row of the thread. */
export function updateTitleMenu(
  panels: Pick<Panels, "onDidChangeFocus">,
  services: Pick<Services, "access" | "changes" | "threads">,
  focused: () => ThreadAddress | undefined,
): Disposable {
  const update = (): void => {
    const address = focused();
    const issue = address && services.threads.at(address).thread?.issue;
    const actions = address === undefined || issue === undefined ? [] : availableActions(services, address, issue);
    void commands.executeCommand("setContext", "triptych.thread.change", actions.includes("change"));
    void commands.executeCommand("setContext", "triptych.thread.close", actions.includes("close"));
    void commands.executeCommand("setContext", "triptych.thread.reopen", actions.includes("reopen"));
    void commands.executeCommand("setContext", "triptych.thread.sort", actions.includes("sort"));
    void commands.executeCommand("setContext", "triptych.thread.pull", issue?.pull !== undefined);
    void commands.executeCommand("setContext", "triptych.thread.lock", actions.includes("lock"));
    void commands.executeCommand("setContext", "triptych.thread.unlock", actions.includes("unlock"));
  };
  update();
  return Disposable.from(panels.onDidChangeFocus(update), services.threads.onDidChange(update));
}

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

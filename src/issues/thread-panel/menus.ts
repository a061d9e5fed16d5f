// What VS Code's own menus over the panel work on: the thread in front, and the comment that a menu was opened for.
import * as v from "valibot";
import { commands, Disposable } from "vscode";
import type { Panels } from "../../workbench/panels/host.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Id, Issue } from "../model/entities.ts";
import { availableActions } from "../triage/issue-actions.ts";
import type { Services } from "../services.ts";
import { keptThread, keptThreadAt, toAddress } from "./present-panel.ts";

/** Tells the menus of the panel's title what can be done with the thread that is in front, as the rows' menus know it. */
export function updateTitleMenu(
  panels: Pick<Panels, "onDidChangeFocus">,
  services: Pick<Services, "access" | "changes" | "threads">,
  focused: () => ThreadAddress | undefined,
): Disposable {
  const tell = (): void => {
    const address = focused();
    const issue = address && services.threads.at(address).thread?.issue;
    const offers = address === undefined || issue === undefined ? [] : availableActions(services, address, issue);
    void commands.executeCommand("setContext", "triptych.thread.change", offers.includes("change"));
    void commands.executeCommand("setContext", "triptych.thread.close", offers.includes("close"));
    void commands.executeCommand("setContext", "triptych.thread.reopen", offers.includes("reopen"));
    void commands.executeCommand("setContext", "triptych.thread.sort", offers.includes("sort"));
    void commands.executeCommand("setContext", "triptych.thread.lock", offers.includes("lock"));
    void commands.executeCommand("setContext", "triptych.thread.unlock", offers.includes("unlock"));
  };
  tell();
  return Disposable.from(panels.onDidChangeFocus(tell), services.threads.onDidChange(tell));
}

/** A comment in the panel whose menu was opened; VS Code passes on what the page reports. */
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
  thread: v.pipe(keptThread, v.transform(toAddress)),
  comment: v.optional(digits),
  pull: v.boolean(),
});

export function readContext(given: unknown): CommentContext | undefined {
  const read = v.safeParse(context, given);
  return read.success ? { ...read.output, comment: read.output.comment } : undefined;
}

/** What the page reports about a comment, passed on by VS Code. */
export function commentContext(thread: ThreadAddress, { pull }: Issue, comment?: Id): string {
  return JSON.stringify({
    webviewSection: "comment",
    preventDefaultContextMenuItems: true,
    thread: keptThreadAt(thread),
    ...(comment === undefined ? {} : { comment: String(comment) }),
    pull: pull !== undefined,
  });
}

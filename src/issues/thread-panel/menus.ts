// What VS Code's own menus over the panel work on: the thread in front, and the comment that a menu was opened for.
import * as v from "valibot";
import { commands, Disposable } from "vscode";
import type { Panels } from "../../workbench/panels/host.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Id, Issue } from "../model/entities.ts";
import { availableActions } from "../triage/issue-actions.ts";
import type { Services } from "../services.ts";

type UsedServices = Pick<Services, "access" | "changes" | "threads">;

/** Tells the menus of the panel's title what can be done with the thread that is in front, as the rows' menus know it. */
export class TitleMenu implements Disposable {
  readonly #services: UsedServices;
  readonly #focused: () => ThreadAddress | undefined;
  readonly #own: Disposable;

  constructor(
    panels: Pick<Panels, "onDidChangeFocus">,
    services: UsedServices,
    focused: () => ThreadAddress | undefined,
  ) {
    this.#services = services;
    this.#focused = focused;
    this.#own = Disposable.from(
      panels.onDidChangeFocus(() => this.#tell()),
      services.threads.onDidChange(() => this.#tell()),
    );
    this.#tell();
  }

  dispose(): void {
    this.#own.dispose();
  }

  #tell(): void {
    const address = this.#focused();
    const issue = address === undefined ? undefined : this.#services.threads.at(address).thread?.issue;
    const offers = address === undefined || issue === undefined ? [] : availableActions(this.#services, address, issue);
    const has = (offer: (typeof offers)[number]): boolean => offers.includes(offer);
    void commands.executeCommand("setContext", "triptych.thread.change", has("change"));
    void commands.executeCommand("setContext", "triptych.thread.close", has("close"));
    void commands.executeCommand("setContext", "triptych.thread.reopen", has("reopen"));
    void commands.executeCommand("setContext", "triptych.thread.sort", has("sort"));
    void commands.executeCommand("setContext", "triptych.thread.lock", has("lock"));
    void commands.executeCommand("setContext", "triptych.thread.unlock", has("unlock"));
  }
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
  thread: v.object({ base: v.pipe(v.string(), v.url()), owner: v.string(), name: v.string(), number: digits }),
  comment: v.optional(digits),
  pull: v.boolean(),
});

export function readContext(given: unknown): CommentContext | undefined {
  const read = v.safeParse(context, given);
  return read.success ? { ...read.output, comment: read.output.comment } : undefined;
}

/** What the page reports about a comment, passed on by VS Code. */
export function commentContext({ base, owner, name, number }: ThreadAddress, { pull }: Issue, comment?: Id): string {
  return JSON.stringify({
    webviewSection: "comment",
    preventDefaultContextMenuItems: true,
    thread: { base, owner, name, number: String(number) },
    ...(comment === undefined ? {} : { comment: String(comment) }),
    pull: pull !== undefined,
  });
}

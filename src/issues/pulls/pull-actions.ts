// What a user can do with a pull request, from its panel, its row or the Command Palette.
import { Problem } from "../../base/problem.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import { describeProblem } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { fullName, threadKey, type ThreadAddress } from "../model/address.ts";
import { formatPull } from "../model/entities.ts";
import type { MergeSettings, PullDetails } from "../model/pull.ts";
import type { Checkout } from "./checkout/checkout.ts";
import { askHowToUpdate, isUpToDate, sendUpdate, type UpdateOutcome } from "./merging/branch-update.ts";
import { askHowToMerge, type TypedMessage } from "./merging/merge-questions.ts";
import { sendMerge, type MergeOutcome } from "./merging/merging.ts";
import { openAllChanges } from "./files/pull-files.ts";
import type { PullHead, PullHeads } from "./store/pull-heads.ts";
import type { Access } from "../repositories/access.ts";
import type { Pulls } from "./store/pulls.ts";
import { openChangesSinceReview } from "./reviews/since-review.ts";
import type { Servers } from "../repositories/servers.ts";

export interface PullActionDependencies {
  readonly shared: Pick<Shared, "dialogs" | "now">;
  readonly services: {
    readonly access: Access;
    readonly pullHeads: PullHeads;
    readonly pulls: Pulls;
    readonly servers: Servers;
  };
  /** Asks for an account. Returns undefined if the user cancels. */
  readonly signIn: (base: string) => Promise<Account | undefined>;
  /** Reloads a thread if a panel shows it. */
  readonly refresh: (thread: ThreadAddress) => Promise<void>;
  /** Call when pull requests were changed, to load the lists again. */
  readonly changed: (...threads: readonly ThreadAddress[]) => void;
  readonly wait: Wait;
  readonly checkout: Pick<Checkout, "back" | "checkOut">;
}

export class PullActions {
  readonly #dependencies: PullActionDependencies;
  /** By pull request. */
  readonly #typed = new Map<string, TypedMessage>();

  constructor(dependencies: PullActionDependencies) {
    this.#dependencies = dependencies;
  }

  async openAllChanges(address: ThreadAddress): Promise<void> {
    await openAllChanges(address, await this.#dependencies.services.pulls.readFiles(address));
  }

  async openChangesSinceReview(address: ThreadAddress): Promise<void> {
    await openChangesSinceReview(this.#dependencies, address);
  }

  async checkOut(address: ThreadAddress): Promise<void> {
    await this.#dependencies.checkout.checkOut(address);
  }

  async backToDefaultBranch(): Promise<void> {
    await this.#dependencies.checkout.back();
  }

  /** Merges the head that the user has seen, after asking how. */
  async merge(address: ThreadAddress): Promise<void> {
    const { services, shared, signIn } = this.#dependencies;
    const { access, pullHeads, servers } = services;
    if (access.accountAt(address) === undefined && (await signIn(address.base)) === undefined) return;
    const name = formatPull(address.number);
    const { head: seen } = pullHeads.at(address);
    const [head, settings] = await this.#loadForChange(address);
    const { details } = head;
    if (seen !== undefined && seen.details.head.commit !== details.head.commit)
      return this.#say({ kind: "moved" }, address);
    const refusal = whyNot(address, head, settings.styles.length);
    if (refusal !== undefined) return void shared.dialogs.message("warning", refusal);
    const who = access.loginAt(address) ?? access.accountAt(address)?.name ?? "";
    const typed = this.#typed.get(threadKey(address)) ?? { title: undefined, body: undefined };
    this.#typed.set(threadKey(address), typed);
    const request = await askHowToMerge(shared.dialogs, address, details, settings, { who, typed });
    if (request === undefined) return;
    try {
      const outcome = await shared.dialogs.progress(l10n.t("Merging {0}…", name), () =>
        sendMerge(servers.for(address), address, request, this.#dependencies.wait),
      );
      if (outcome.kind === "merged") this.#typed.delete(threadKey(address));
      this.#say(outcome, address, head);
    } finally {
      this.#dependencies.changed(address);
      await this.#dependencies.refresh(address);
    }
  }

  /** Puts the commits of the base branch into the head branch, after asking how. */
  async updateBranch(address: ThreadAddress): Promise<void> {
    const { services, shared, signIn } = this.#dependencies;
    const { access, servers } = services;
    if (access.accountAt(address) === undefined && (await signIn(address.base)) === undefined) return;
    const name = formatPull(address.number);
    const [{ details }, settings] = await this.#loadForChange(address);
    const refusal = whyNotUpdate(name, address, details, settings.updateStyles.length);
    if (refusal !== undefined) return void shared.dialogs.message("warning", refusal);
    const who = access.loginAt(address) ?? access.accountAt(address)?.name ?? "";
    const style = await askHowToUpdate(shared.dialogs, address, details, settings, who);
    if (style === undefined) return;
    const { branch } = details.head;
    try {
      const outcome = await shared.dialogs.progress(l10n.t("Updating {0}…", branch), () =>
        sendUpdate(servers.for(address), address, style, this.#dependencies.wait),
      );
      this.#sayUpdated(outcome, name, details);
    } finally {
      this.#dependencies.changed(address);
      await this.#dependencies.refresh(address);
    }
  }

  #sayUpdated(outcome: UpdateOutcome, name: string, { base, head }: PullDetails): void {
    const { dialogs, now } = this.#dependencies.shared;
    const kept = l10n.t("{0} was not updated.", head.branch);
    switch (outcome.kind) {
      case "updated":
        return void dialogs.message("info", l10n.t("Updated {0} with {1}.", head.branch, base.branch));
      case "conflicts":
        return void dialogs.message("warning", `${kept} ${l10n.t("It has conflicts with {0}.", base.branch)}`);
      case "rejected":
        return void dialogs.message("warning", `${kept} ${describeProblem(outcome.problem, now()).sentence}`);
      case "lost": {
        const lost = l10n.t("The branch of {0} may or may not be updated. Refresh it to see.", name);
        return void dialogs.message("warning", `${describeProblem(outcome.problem, now()).sentence} ${lost}`);
      }
    }
  }

  async #loadForChange(address: ThreadAddress): Promise<[PullHead, MergeSettings]> {
    const { services, shared } = this.#dependencies;
    const name = formatPull(address.number);
    return await shared.dialogs.progress(l10n.t("Loading {0}…", name), (_report, signal) =>
      Promise.all([
        this.#readHead(address, signal),
        services.servers.for(address).pulls.mergeSettings(address, { signal }),
      ]),
    );
  }

  async #readHead(address: ThreadAddress, signal: AbortSignal): Promise<PullHead> {
    const { pullHeads } = this.#dependencies.services;
    await pullHeads.refresh(address, signal);
    const { head, problem } = pullHeads.at(address);
    if (head === undefined || problem !== undefined) throw problem ?? new Problem("canceled");
    return head;
  }

  #say(outcome: MergeOutcome, address: ThreadAddress, head?: PullHead): void {
    const { dialogs, now } = this.#dependencies.shared;
    const name = formatPull(address.number);
    switch (outcome.kind) {
      case "merged": {
        const merged = l10n.t("Merged {0} into {1}.", name, head?.details.base.branch ?? "");
        if (outcome.problem === undefined) return void dialogs.message("info", merged);
        const kept = l10n.t("The branch was not deleted. {0}", describeProblem(outcome.problem, now()).sentence);
        return void dialogs.message("warning", `${merged} ${kept}`);
      }
      case "moved": {
        const moved = l10n.t(
          "Not merged. {0} has new commits since it was shown. Look at them, then merge again.",
          name,
        );
        const open = { label: l10n.t("Open All Changes"), run: () => this.openAllChanges(address) };
        return void dialogs.message("warning", moved, [open]);
      }
      case "conflicts": {
        const base = head?.details.base.branch ?? "";
        const conflicts = l10n.t("There are conflicts with {0}, or the server is still checking.", base);
        return void dialogs.message("warning", `${l10n.t("Not merged.")} ${conflicts}`);
      }
      case "lost": {
        const lost = l10n.t("{0} may or may not be merged. Refresh it before you merge again.", name);
        return void dialogs.message("warning", `${describeProblem(outcome.problem, now()).sentence} ${lost}`);
      }
      case "rejected": {
        const reason = describeProblem(outcome.problem, now()).sentence;
        return void dialogs.message("warning", `${l10n.t("Not merged.")} ${reason}`);
      }
    }
  }
}

/** Returns why an update would certainly be rejected, or change nothing. Anything else is left to the server. */
function whyNotUpdate(name: string, address: ThreadAddress, details: PullDetails, styles: number): string | undefined {
  const { base, closed, head, merged } = details;
  if (merged) return l10n.t("{0} is already merged.", name);
  if (closed) return l10n.t("{0} is closed. Reopen it first.", name);
  if (head.isGone) return l10n.t("The branch {0} is deleted.", head.branch);
  if (isUpToDate(details)) return l10n.t("{0} has all commits of {1}.", head.branch, base.branch);
  if (styles === 0) return l10n.t("{0} doesn't allow updating branches.", fullName(address));
  return undefined;
}

/** Returns why a merge would certainly be rejected. Anything else is left to the server. */
function whyNot(address: ThreadAddress, { details, rules }: PullHead, styles: number): string | undefined {
  const name = formatPull(address.number);
  if (details.merged) return l10n.t("{0} is already merged.", name);
  if (details.closed) return l10n.t("{0} is closed. Reopen it first.", name);
  if (details.draft) return l10n.t("{0} is a draft. Mark it as ready first.", name);
  if (rules?.mayMerge === false) return l10n.t("Only people with write access to {0} can merge.", fullName(address));
  if (styles === 0) return l10n.t("{0} doesn't allow merging.", fullName(address));
  return undefined;
}

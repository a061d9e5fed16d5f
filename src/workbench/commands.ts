import type { Disposable } from "vscode";
import { asProblem, Problem } from "../base/problem.ts";

/** Every command of the manifest. */
export const COMMAND_IDS = [
  "triptych.showLog",
  "triptych.openReference",
  "triptych.tree.loadMore",
  "triptych.tree.loadAll",
  "triptych.tree.remedy",
  "triptych.tree.retry",
  "triptych.tree.cancel",
  "triptych.trackers.openWebsite",
  "triptych.trackers.openSettings",
  "triptych.trackers.findApp",
  "triptych.trackers.readApps",
  "triptych.trackers.refreshApps",
  "triptych.trackers.stopReadingApps",
  "triptych.trackers.forgetApps",
  "triptych.trackers.openReport",
  "triptych.trackers.openTracker",
  "triptych.trackers.refresh",
  "triptych.trackers.setKey",
  "triptych.trackers.removeKey",
  "triptych.trackers.checkConnection",
  "triptych.trackers.openOnWeb",
  "triptych.trackers.copyHandle",
  "triptych.trackers.copyName",
  "triptych.trackers.copySignature",
  "triptych.trackers.copyNetworkSignature",
  "triptych.trackers.groupTrackers",
  "triptych.trackers.sortTrackers",
  "triptych.trackers.filterTrackers",
  "triptych.trackers.clearFilter",
  "triptych.trackers.scanWorkspace",
  "triptych.trackers.clearWorkspace",
  "triptych.trackers.exportFindings",
  "triptych.trackers.acceptHost",
  "triptych.trackers.showHost",
  "triptych.trackers.openFinding",
  "triptych.trackers.findInWorkspace",
  "triptych.trackers.watch",
  "triptych.trackers.unwatch",
  "triptych.trackers.refreshWatched",
  "triptych.trackers.compareVersions",
  "triptych.trackers.compareApps",
  "triptych.trackers.exportReport",
  "triptych.trackers.shareReport",
  "triptych.issues.openWebsite",
  "triptych.issues.openSettings",
  "triptych.issues.manageImageHosts",
  "triptych.issues.addAccount",
  "triptych.issues.signOut",
  "triptych.issues.switchAccount",
  "triptych.issues.pinRepository",
  "triptych.issues.chooseServer",
  "triptych.issues.filterIssues",
  "triptych.issues.clearIssueFilter",
  "triptych.issues.sortIssues",
  "triptych.issues.groupIssues",
  "triptych.issues.editQueries",
  "triptych.issues.openNotification",
  "triptych.issues.markAsRead",
  "triptych.issues.markAllAsRead",
  "triptych.issues.addRepository",
  "triptych.issues.removeRepository",
  "triptych.issues.refresh",
  "triptych.issues.openIssue",
  "triptych.issues.openOnWeb",
  "triptych.issues.newComment",
  "triptych.issues.quoteComment",
  "triptych.issues.editComment",
  "triptych.issues.deleteComment",
  "triptych.issues.copyLink",
  "triptych.issues.copyText",
  "triptych.issues.openDraft",
  "triptych.issues.postComment",
  "triptych.issues.sendChanges",
  "triptych.issues.discardDraft",
  "triptych.issues.mergeChanges",
  "triptych.issues.keepMine",
  "triptych.issues.takeTheirs",
  "triptych.issues.useMerged",
  "triptych.issues.postAnew",
  "triptych.issues.sendOutbox",
  "triptych.issues.shareSelection",
  "triptych.issues.newIssue",
  "triptych.issues.createIssue",
  "triptych.issues.sendIssue",
  "triptych.issues.discardIssue",
  "triptych.issues.editIssue",
  "triptych.issues.closeIssue",
  "triptych.issues.reopenIssue",
  "triptych.issues.setLabels",
  "triptych.issues.setMilestone",
  "triptych.issues.assign",
  "triptych.issues.lockIssue",
  "triptych.issues.unlockIssue",
  "triptych.blocks.chooseNetwork",
  "triptych.blocks.openSettings",
  "triptych.blocks.goToBlock",
  "triptych.blocks.refresh",
  "triptych.blocks.openBlock",
  "triptych.blocks.openInHashScan",
  "triptych.blocks.copyHash",
  "triptych.blocks.exportBlock",
  "triptych.blocks.shareBlock",
  "triptych.blocks.showRange",
  "triptych.blocks.verifyRange",
  "triptych.blocks.copyNumber",
  "triptych.blocks.openTransactions",
  "triptych.blocks.pauseTail",
  "triptych.blocks.resumeTail",
  "triptych.blocks.pinBlock",
  "triptych.blocks.unpinBlock",
  "triptych.blocks.copyAccount",
  "triptych.blocks.shareNetwork",
  "triptych.blocks.exportNetwork",
  "triptych.blocks.showNetwork",
  "triptych.blocks.lookInLogs",
  "triptych.blocks.verifyFromHere",
  "triptych.blocks.copyRange",
  "triptych.blocks.shareRange",
  "triptych.blocks.exportRange",
  "triptych.blocks.verifyThisRange",
  "triptych.blocks.openCharts",
  "triptych.blocks.removeNetwork",
  "triptych.blocks.addNetwork",
] as const;

export type CommandId = (typeof COMMAND_IDS)[number];

/** What a command does. It may be called from anywhere with anything, so it says first what it takes. */
export interface Command<Given extends readonly unknown[], Result> {
  /** The arguments, typed, or nothing where they are not what the command works on. */
  accepts(given: readonly unknown[]): Given | undefined;
  run(...given: Given): Result | Promise<Result>;
}

/** A command that looks at none of what it is called with. */
export function plain<Result>(run: () => Result | Promise<Result>): Command<[], Result> {
  return { accepts: () => [], run };
}

/** A command on one thing, which `kept` finds in the first argument. */
export function on<Thing, Result>(
  kept: (given: unknown) => Thing | undefined,
  run: (thing: Thing) => Result | Promise<Result>,
): Command<[Thing], Result> {
  return {
    accepts: ([first]) => {
      const thing = kept(first);
      return thing === undefined ? undefined : [thing];
    },
    run,
  };
}

/** Where all commands are registered. What goes wrong in one is told to the reader; the caller gets nothing. */
export class Commands {
  readonly #register: (id: string, run: (...given: unknown[]) => Promise<unknown>) => Disposable;
  readonly #tell: (problem: Problem, retry: () => unknown) => void;

  constructor(
    register: (id: string, run: (...given: unknown[]) => Promise<unknown>) => Disposable,
    tell: (problem: Problem, retry: () => unknown) => void,
  ) {
    this.#register = register;
    this.#tell = tell;
  }

  /** Registers the command; what it does is loaded when it is first run. */
  handle<Given extends readonly unknown[], Result>(
    id: CommandId,
    load: () => Command<Given, Result> | Promise<Command<Given, Result>>,
  ): Disposable {
    const run = async (...given: unknown[]): Promise<Result | undefined> => {
      try {
        const command = await load();
        const accepted = command.accepts(given);
        if (accepted === undefined)
          throw new Problem("invalid", { detail: `${id} does not work on what it was given` });
        return await command.run(...accepted);
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind !== "cancelled") this.#tell(problem, () => run(...given));
        return undefined;
      }
    };
    return this.#register(id, run);
  }
}

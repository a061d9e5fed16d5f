// Commands that do nothing, for tests of a thread's panel that don't need them.
import type {
  PanelDraftCommands,
  PanelIssueCommands,
  PanelPullCommands,
} from "../../../src/issues/thread-panel/actions.ts";
import type { ThreadPanelDependencies } from "../../../src/issues/thread-panel/panel.ts";
import type { Services } from "../../../src/issues/services.ts";
import { refuse } from "../../../src/issues/writing/drafts/outcome.ts";

const nothing = (): Promise<void> => Promise.resolve();

/** All of these do nothing, except that `sendQuietly` really sends. */
export function silentActs(services: () => Services): PanelDraftCommands {
  return {
    sendQuietly: (place, how) => services().writing.sender.send(place, how),
    send: () => Promise.resolve(refuse("empty")),
    signIn: nothing,
    write: nothing,
    quote: nothing,
    edit: nothing,
    editIssue: nothing,
    remove: nothing,
    removeSecond: nothing,
    copyLink: nothing,
    show: () => undefined,
    copyDraft: nothing,
    openDraft: nothing,
    postAgain: nothing,
  };
}

export const silentPasting: ThreadPanelDependencies["pasting"] = {
  attach: nothing,
  onDidReplace: () => ({ dispose: () => undefined }),
};

export const silentPullActs: PanelPullCommands = {
  checkOut: nothing,
  merge: nothing,
  openAllChanges: nothing,
  openChangesSinceReview: nothing,
};

export const silentCheckout = { back: nothing, checkOut: nothing };

export const silentIssueActs: PanelIssueCommands = {
  setClosed: nothing,
  setDraft: nothing,
  setLabels: nothing,
  setMilestone: nothing,
  assign: nothing,
};

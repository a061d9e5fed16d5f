// What a thread's panel has done by others, for tests in which nothing of it happens.
import type { IssueActs, PanelActs } from "../../../src/issues/thread-panel/panel.ts";
import type { Store } from "../../../src/issues/store.ts";
import { refused } from "../../../src/issues/writing/target.ts";

const nothing = (): Promise<void> => Promise.resolve();

/** Only sending is the store's own. */
export function silentActs(store: () => Store): PanelActs {
  return {
    sendQuietly: (place, how) => store().writing.sender.send(place, how),
    send: () => Promise.resolve(refused("empty")),
    signIn: nothing,
    write: nothing,
    quote: nothing,
    edit: nothing,
    editIssue: nothing,
    remove: nothing,
    removeSecond: nothing,
    copyLink: nothing,
    copyIssueLink: nothing,
    show: () => undefined,
    copyDraft: nothing,
    openDraft: nothing,
  };
}

export const silentIssueActs: IssueActs = {
  setClosed: nothing,
  setLabels: nothing,
  setMilestone: nothing,
  assign: nothing,
};

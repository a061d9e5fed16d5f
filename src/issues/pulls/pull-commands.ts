// The commands of pull requests.
import { on, oneOf, plain } from "../../workbench/commands.ts";
import { getSubject } from "../../workbench/tree/rows.ts";
import type { ThreadAddress } from "../model/address.ts";
import type { Services } from "../services.ts";
import { ThreadSubject } from "../subjects.ts";
import type { PullActions } from "./pull-actions.ts";
import { openChanges } from "./pull-files.ts";
import { changedFileIn, PullFilesSubject } from "./subjects.ts";

export interface PullCommandParts {
  readonly services: Pick<Services, "threads">;
  readonly pulls: PullActions;
  /** Returns the thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

export function pullCommands({ services, pulls, focused }: PullCommandParts) {
  const focusedPull = (): ThreadAddress | undefined => {
    const thread = focused();
    return thread !== undefined && services.threads.at(thread).thread?.issue.pull !== undefined ? thread : undefined;
  };
  const pullIn = (given: unknown): ThreadAddress | undefined => {
    const subject = getSubject(given);
    if (subject instanceof PullFilesSubject) return subject.address;
    if (subject instanceof ThreadSubject && subject.issue?.pull !== undefined) return subject.address;
    return subject === undefined ? focusedPull() : undefined;
  };
  return {
    "triptych.issues.openAllChanges": oneOf(
      on(changedFileIn, ({ address, details, file }) => openChanges(address, details, file)),
      on(pullIn, (pull) => pulls.openAllChanges(pull)),
    ),
    "triptych.issues.checkOutPull": on(pullIn, (pull) => pulls.checkOut(pull)),
    "triptych.issues.mergePull": on(pullIn, (pull) => pulls.merge(pull)),
    "triptych.issues.backToDefaultBranch": plain(() => pulls.backToDefaultBranch()),
  };
}

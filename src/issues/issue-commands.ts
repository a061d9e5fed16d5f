// The commands that create, edit, triage and lock issues.
import { Uri } from "vscode";
import { on } from "../workbench/commands.ts";
import { getSubject } from "../workbench/tree/rows.ts";
import type { DraftCommands } from "./editing/draft-commands.ts";
import type { IssueCommands } from "./triage/issue-commands.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import { CommentSubject, RepositorySubject, ThreadSubject } from "./subjects.ts";
import type { RepositoryPicker } from "./repository-picker.ts";
import type { SubjectPicker } from "./subject-picker.ts";
import { readContext } from "./thread-panel/menus.ts";

export interface IssueCommandParts {
  readonly acts: DraftCommands;
  readonly issues: IssueCommands;
  readonly asking: SubjectPicker;
  readonly repositories: RepositoryPicker;
  /** The thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

/** Each command takes its subject from a row or a panel, or asks for it. */
export function issueCommands({ acts, issues, asking, repositories, focused }: IssueCommandParts) {
  const onThread = (run: (thread: ThreadAddress) => Promise<void>) =>
    on(threadGiven, async (given) => {
      const thread = given.thread ?? focused() ?? (await asking.thread());
      if (thread !== undefined) await run(thread);
    });
  return {
    "triptych.issues.newIssue": on(repositoryGiven, async (given) => {
      const repository = given.repository ?? focused() ?? (await repositories.pick());
      if (repository === undefined) return;
      const { base, owner, name } = repository;
      await acts.beginIssue({ base, owner, name });
    }),
    "triptych.issues.editIssue": onThread((thread) => acts.editIssue(thread)),
    "triptych.issues.closeIssue": onThread((thread) => issues.setClosed(thread, true)),
    "triptych.issues.reopenIssue": onThread((thread) => issues.setClosed(thread, false)),
    "triptych.issues.setLabels": onThread((thread) => issues.setLabels(thread)),
    "triptych.issues.setMilestone": onThread((thread) => issues.setMilestone(thread)),
    "triptych.issues.assign": onThread((thread) => issues.assign(thread)),
    "triptych.issues.lockIssue": onThread((thread) => issues.setLocked(thread, true)),
    "triptych.issues.unlockIssue": onThread((thread) => issues.setLocked(thread, false)),
  };
}

/** Returns the subject of the command, or undefined if it was run from the palette. Rejects any other argument. */
function threadGiven(given: unknown): { readonly thread: ThreadAddress | undefined } | undefined {
  const subject = getSubject(given);
  if (subject instanceof ThreadSubject || subject instanceof CommentSubject) return { thread: subject.address };
  const context = readContext(given);
  if (context !== undefined) return { thread: context.thread };
  // Commands in an editor's title get the URI that the editor shows.
  return subject === undefined || given instanceof Uri ? { thread: undefined } : undefined;
}

function repositoryGiven(given: unknown): { readonly repository: RepositoryAddress | undefined } | undefined {
  const subject = getSubject(given);
  if (subject instanceof RepositorySubject) return { repository: subject.address };
  return subject === undefined || given instanceof Uri ? { repository: undefined } : undefined;
}

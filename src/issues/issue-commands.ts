// The commands that create, edit, triage and lock issues.
import { Uri } from "vscode";
import { on } from "../workbench/commands.ts";
import { getSubject } from "../workbench/tree/rows.ts";
import type { DraftCommands } from "./editing/draft-commands.ts";
import type { IssueCommands } from "./triage/issue-commands.ts";
import type { ThreadAddress } from "./model/address.ts";
import { CommentSubject, repositoryIn, ThreadSubject } from "./subjects.ts";
import type { RepositoryPicker } from "./repository-picker.ts";
import type { SubjectPicker } from "./subject-picker.ts";
import { readContext, type CommentContext } from "./thread-panel/menus.ts";

export interface IssueCommandParts {
  readonly draftCommands: DraftCommands;
  readonly issues: IssueCommands;
  readonly subjectPicker: SubjectPicker;
  readonly repositoryPicker: RepositoryPicker;
  /** Returns the thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

/** Each command finds its subject in a row or a panel; without one, it asks. */
export function issueCommands({ draftCommands, issues, subjectPicker, repositoryPicker, focused }: IssueCommandParts) {
  const onThread = (run: (thread: ThreadAddress) => Promise<void>) =>
    on(ifGiven(threadIn), async ({ found }) => {
      const thread = found?.thread ?? focused() ?? (await subjectPicker.thread());
      if (thread !== undefined) await run(thread);
    });
  return {
    "triptych.issues.newIssue": on(ifGiven(repositoryIn), async ({ found }) => {
      const repository = found?.address ?? focused() ?? (await repositoryPicker.pick());
      if (repository === undefined) return;
      const { base, owner, name } = repository;
      await draftCommands.beginIssue({ base, owner, name });
    }),
    "triptych.issues.editIssue": onThread((thread) => draftCommands.editIssue(thread)),
    "triptych.issues.closeIssue": onThread((thread) => issues.setClosed(thread, true)),
    "triptych.issues.reopenIssue": onThread((thread) => issues.setClosed(thread, false)),
    "triptych.issues.setLabels": onThread((thread) => issues.setLabels(thread)),
    "triptych.issues.setMilestone": onThread((thread) => issues.setMilestone(thread)),
    "triptych.issues.assign": onThread((thread) => issues.assign(thread)),
    "triptych.issues.lockIssue": onThread((thread) => issues.setLocked(thread, true)),
    "triptych.issues.unlockIssue": onThread((thread) => issues.setLocked(thread, false)),
  };
}

/** For commands that ask if they have no subject, as from the Command Palette. Unsuitable arguments are rejected. */
export function ifGiven<Subject>(find: (given: unknown) => Subject | undefined) {
  return (given: unknown): { readonly found: Subject | undefined } | undefined => {
    if (getSubject(given) === undefined) return { found: undefined };
    const found = find(given);
    // In an editor's title, VS Code passes the URI of the document.
    return found === undefined && !(given instanceof Uri) ? undefined : { found };
  };
}

/** Returns the thread of a row or panel, with the comment if the row or menu is a comment's. */
export function threadIn(given: unknown): CommentContext | undefined {
  const subject = getSubject(given);
  if (subject instanceof ThreadSubject)
    return { thread: subject.address, comment: undefined, pull: subject.issue?.pull !== undefined };
  if (subject instanceof CommentSubject)
    return { thread: subject.address, comment: subject.comment.id, pull: subject.pull };
  return readContext(given);
}

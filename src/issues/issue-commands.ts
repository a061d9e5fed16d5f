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
    on(ifGiven(threadIn), async ({ found }) => {
      const thread = found?.thread ?? focused() ?? (await asking.thread());
      if (thread !== undefined) await run(thread);
    });
  return {
    "triptych.issues.newIssue": on(ifGiven(repositoryIn), async ({ found }) => {
      const repository = found?.address ?? focused() ?? (await repositories.pick());
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

/** For a command that asks for its subject if it has none, as in the palette. Any other argument is rejected. */
export function ifGiven<Subject>(find: (given: unknown) => Subject | undefined) {
  return (given: unknown): { readonly found: Subject | undefined } | undefined => {
    if (getSubject(given) === undefined) return { found: undefined };
    const found = find(given);
    // Commands in an editor's title get the URI that the editor shows.
    return found === undefined && !(given instanceof Uri) ? undefined : { found };
  };
}

/** The thread of a row or of the panel, and the comment if it is one. */
export function threadIn(given: unknown): CommentContext | undefined {
  const subject = getSubject(given);
  if (subject instanceof ThreadSubject)
    return { thread: subject.address, comment: undefined, pull: subject.issue?.pull !== undefined };
  if (subject instanceof CommentSubject)
    return { thread: subject.address, comment: subject.comment.id, pull: subject.pull };
  return readContext(given);
}

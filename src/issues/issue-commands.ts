import { Uri } from "vscode";
import { l10n } from "../workbench/text/l10n.ts";
import { on } from "../workbench/commands.ts";
import type { Shared } from "../workbench/shared.ts";
import { subjectOf } from "../workbench/tree/rows.ts";
import type { DraftCommands } from "./editing/draft-commands.ts";
import type { IssueCommands } from "./triage/issue-commands.ts";
import { fullName, hostOf } from "./model/address.ts";
import type { RepositoryAddress, ThreadAddress } from "./model/address.ts";
import type { Services } from "./services.ts";
import { CommentSubject, RepositorySubject, ThreadSubject } from "./subjects.ts";
import type { SubjectPicker } from "./subject-picker.ts";
import { contextOf } from "./thread-panel/menus.ts";

type UsedServices = Pick<Services, "repositories">;

export interface IssueCommandParts {
  readonly shared: Shared;
  readonly services: UsedServices;
  readonly acts: DraftCommands;
  readonly issues: IssueCommands;
  readonly asking: SubjectPicker;
  /** The thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
}

/** Commands for issues themselves. Each takes its subject from a row or a panel, or asks for it. */
export function issueCommands({ shared, services, acts, issues, asking, focused }: IssueCommandParts) {
  const onThread = (run: (thread: ThreadAddress) => Promise<void>) =>
    on(threadGiven, async (given) => {
      const thread = given.thread ?? focused() ?? (await asking.thread());
      if (thread !== undefined) await run(thread);
    });
  return {
    "triptych.issues.newIssue": on(repositoryGiven, async (given) => {
      const repository = given.repository ?? focused() ?? (await askRepository(shared, services, asking));
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

/** Asks for one of the repositories that are worked with, or for another. */
export async function askRepository(
  { dialogs }: Pick<Shared, "dialogs">,
  services: UsedServices,
  asking: SubjectPicker,
): Promise<RepositoryAddress | undefined> {
  const [first, ...others] = (await services.repositories.list()).map(({ address }) => address);
  if (first === undefined) return asking.addRepository();
  if (others.length === 0) return first;
  const picked = await dialogs.pick<RepositoryAddress | "other">(l10n.t("Select a Repository"), [
    ...[first, ...others].map((address) => ({
      label: fullName(address),
      description: hostOf(address.base),
      value: address,
    })),
    { label: l10n.t("Another Repository…"), value: "other" },
  ]);
  return picked === "other" ? asking.addRepository() : picked;
}

/** Returns the subject of the command, or undefined if it was run from the palette. Rejects any other argument. */
function threadGiven(given: unknown): { readonly thread: ThreadAddress | undefined } | undefined {
  const subject = subjectOf(given);
  if (subject instanceof ThreadSubject || subject instanceof CommentSubject) return { thread: subject.address };
  const context = contextOf(given);
  if (context !== undefined) return { thread: context.thread };
  // An editor's title hands over the address of what it shows.
  return subject === undefined || given instanceof Uri ? { thread: undefined } : undefined;
}

function repositoryGiven(given: unknown): { readonly repository: RepositoryAddress | undefined } | undefined {
  const subject = subjectOf(given);
  if (subject instanceof RepositorySubject) return { repository: subject.address };
  return subject === undefined || given instanceof Uri ? { repository: undefined } : undefined;
}

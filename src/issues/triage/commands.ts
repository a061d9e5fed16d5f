// The commands that create, edit, triage and lock issues.
import { on, selectedRows, type Command } from "../../workbench/commands.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { subjectAs } from "../../workbench/tree/level-rows.ts";
import type { DraftCommands } from "../editing/draft-commands.ts";
import type { ChosenIssue, IssueCommands } from "./issue-commands.ts";
import { threadKey, type ThreadAddress } from "../model/address.ts";
import type { Issue } from "../model/entities.ts";
import { repositoryIn, ThreadSubject } from "../parts/row-subjects.ts";
import type { RepositoryPicker } from "../pickers/repository-picker.ts";
import type { SubjectPicker } from "../pickers/subject-picker.ts";
import { ifGiven, threadIn } from "../parts/command-subjects.ts";

export interface IssueCommandParts {
  readonly draftCommands: DraftCommands;
  readonly issues: IssueCommands;
  readonly subjectPicker: SubjectPicker;
  readonly repositoryPicker: RepositoryPicker;
  /** Returns the thread whose panel has the focus. */
  readonly focused: () => ThreadAddress | undefined;
  /** Returns the issue as its panel shows it. */
  readonly getShown: (thread: ThreadAddress) => Issue | undefined;
}

/** Each command finds its subject in a row or a panel; without one, it asks. */
export function issueCommands(parts: IssueCommandParts) {
  const { draftCommands, issues, subjectPicker, repositoryPicker, focused, getShown } = parts;
  const onThread = (title: string, run: (thread: ThreadAddress) => Promise<void>) =>
    on(ifGiven(threadIn), async ({ found }) => {
      const thread = found?.thread ?? focused() ?? (await subjectPicker.thread(title));
      if (thread !== undefined) await run(thread);
    });
  const onIssues = (
    title: string,
    run: (chosen: readonly ChosenIssue[]) => Promise<void>,
  ): Command<[readonly ChosenIssue[]], void> => ({
    accepts: ([first, selected]) => {
      const given = ifGiven(threadIn)(first);
      if (given === undefined) return undefined;
      const rows = selectedIssues(first, selected);
      return [rows.length > 0 || given.found === undefined ? rows : [{ address: given.found.thread }]];
    },
    run: async (chosen) => {
      if (chosen.length > 0) return await run(chosen);
      const address = focused() ?? (await subjectPicker.thread(title));
      if (address !== undefined) await run([{ address, issue: getShown(address) }]);
    },
  });
  return {
    "triptych.issues.newIssue": on(repositoryIfGiven, async ({ found }) => {
      const repository = found?.address ?? focused() ?? (await repositoryPicker.pick());
      if (repository === undefined) return;
      const { base, owner, name } = repository;
      await draftCommands.beginIssue({ base, owner, name });
    }),
    "triptych.issues.editIssue": onThread(l10n.t("Edit Title and Description"), (thread) =>
      draftCommands.editIssue(thread),
    ),
    "triptych.issues.closeOrReopen": onIssues(l10n.t("Close or Reopen"), (chosen) => issues.closeOrReopen(chosen)),
    "triptych.issues.setLabels": onIssues(l10n.t("Set Labels"), (chosen) => issues.setLabels(chosen)),
    "triptych.issues.setMilestone": onIssues(l10n.t("Set Milestone"), (chosen) => issues.setMilestone(chosen)),
    "triptych.issues.assign": onIssues(l10n.t("Assign"), (chosen) => issues.assign(chosen)),
    "triptych.issues.lockOrUnlock": onIssues(l10n.t("Lock or Unlock"), (chosen) => issues.lockOrUnlock(chosen)),
  };
}

/** In the title of the view, VS Code passes the focused row, whatever it is. */
function repositoryIfGiven(given: unknown) {
  return { found: repositoryIn(given) };
}

/** Returns the issues among the rows that a command works on. An issue can have a row in several lists. */
function selectedIssues(first: unknown, selected: unknown): readonly ThreadSubject[] {
  const issues = selectedRows(first, selected).flatMap((row) => subjectAs(ThreadSubject)(row) ?? []);
  return [...new Map(issues.map((each) => [threadKey(each.address), each])).values()];
}

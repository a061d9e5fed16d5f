// Runs the commands of pull requests as menus and keys do.
import assert from "node:assert/strict";
import { pullCommands } from "../../../src/issues/pulls/pull-commands.ts";
import type { Services } from "../../../src/issues/services.ts";
import type { CommandTable } from "../../../src/workbench/commands.ts";
import type { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { NOTHING_CHECKED_OUT } from "./shown-lines.ts";

type Note = (what: string, pull: { readonly number: bigint } | undefined) => void;

/** What is done with a whole pull request is only noted. Returns a function that runs a command. */
export function openPullCommands(
  opened: { readonly services: Services },
  dialogs: ScriptedDialogs,
  note: Note = () => undefined,
) {
  const noted = (what: string) => (pull?: { readonly number: bigint }) => Promise.resolve(note(what, pull));
  const table: CommandTable = pullCommands({
    shared: { dialogs },
    services: opened.services,
    pulls: {
      openAllChanges: noted("open"),
      openChangesSinceReview: noted("open since the review"),
      checkOut: noted("check out"),
      merge: noted("merge"),
      backToDefaultBranch: noted("leave"),
      updateBranch: noted("update"),
    },
    pullCreation: { begin: () => Promise.resolve() },
    reviewRequests: { change: noted("request") },
    checkedOut: NOTHING_CHECKED_OUT,
    reviews: { submit: noted("submit"), discard: noted("discard") },
    draftIn: () => undefined,
    focused: () => undefined,
  });
  return async (id: string, ...given: readonly unknown[]): Promise<void> => {
    const command = table[`triptych.issues.${id}`] ?? assert.fail(id);
    await command.run(...(command.accepts(given) ?? assert.fail(`${id} does not work on this`)));
  };
}

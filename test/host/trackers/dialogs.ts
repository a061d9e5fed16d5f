// Dialogs that return the answers of a test, and record their messages.
import type { Dialogs } from "../../../src/workbench/dialogs/dialogs.ts";

export function answering(answers: { inputs?: string[]; confirms?: boolean[] } = {}) {
  const shown: { weight: string; sentence: string; actions: readonly string[] }[] = [];
  const opened: string[] = [];
  const faults: (string | undefined)[] = [];
  const pressed = new Map<string, () => unknown>();
  const dialogs: Dialogs = {
    pick: () => Promise.resolve(undefined),
    pickMany: () => Promise.resolve(undefined),
    search: () => Promise.resolve(undefined),
    lookUp: () => Promise.resolve(undefined),
    // The input stays open after an invalid answer, so the next one follows.
    input: async ({ validate, check }) => {
      for (;;) {
        const answer = answers.inputs?.shift();
        if (answer === undefined) return undefined;
        const fault = validate?.(answer) ?? (await check?.(answer, new AbortController().signal));
        faults.push(fault);
        if (fault === undefined) return answer;
      }
    },
    cancelCheck: () => undefined,
    confirm: () => Promise.resolve(answers.confirms?.shift() ?? false),
    message: (weight, sentence, actions = []) => {
      shown.push({ weight, sentence, actions: actions.map(({ label }) => label) });
      for (const { label, run } of actions) pressed.set(label, run);
      return Promise.resolve();
    },
    progress: (_title, work) => work(() => undefined, new AbortController().signal),
    saveAs: () => Promise.resolve(undefined),
    openFile: () => Promise.resolve(undefined),
    openExternal: (address) => {
      opened.push(address);
      return Promise.resolve(true);
    },
  };
  return { dialogs, shown, opened, faults, press: (label: string) => pressed.get(label)?.() };
}

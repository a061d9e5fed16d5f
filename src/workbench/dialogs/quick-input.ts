// Shows a quick pick or an input box, as one step of several if need be.
import { QuickInputButtons, type QuickInput, type QuickInputButton } from "vscode";
import { BACK, type QuestionStep } from "./question-step.ts";
import { inLine } from "../text/encode.ts";

/**
 * Shows an input until it is answered or closed, or the user goes back. The signal then cancels pending work. If that
 * fails, closes the input and throws.
 */
export function waitForAnswer<Answer>(
  input: QuickInput & {
    buttons: readonly QuickInputButton[];
    onDidTriggerButton: (listener: (button: QuickInputButton) => void) => unknown;
  },
  title: string,
  step: QuestionStep | undefined,
  listen: (answer: (given: Answer) => void, signal: AbortSignal, fail: (error: unknown) => void) => void,
): Promise<Answer | typeof BACK | undefined> {
  input.title = inLine(title);
  input.step = step?.number;
  input.totalSteps = step?.of;
  // Inputs often open just as a notification closes, which takes the focus away.
  input.ignoreFocusOut = true;
  if (step?.goesBack === true) input.buttons = [QuickInputButtons.Back];
  const closing = new AbortController();
  return new Promise((resolve, reject) => {
    const answer = (given: Answer | typeof BACK): void => {
      resolve(given);
      input.hide();
    };
    const fail = (error: unknown): void => {
      reject(error);
      input.hide();
    };
    input.onDidTriggerButton(() => answer(BACK));
    input.onDidHide(() => {
      closing.abort();
      resolve(undefined);
      input.dispose();
    });
    listen(answer, closing.signal, fail);
    input.show();
  });
}

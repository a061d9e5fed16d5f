// All quick picks, input boxes, messages, save dialogs and progress notifications of the extension.
import { homedir } from "node:os";
import {
  commands,
  env,
  InputBoxValidationSeverity,
  ProgressLocation,
  Uri,
  window,
  workspace,
  type QuickPickItem,
} from "vscode";
import { withSignal } from "../../base/tasks/with-signal.ts";
import { asProblem, type Problem } from "../../base/problem.ts";
import { showSearchPicker, type Offer } from "./search-picker.ts";
import type { BACK, QuestionStep } from "./question-step.ts";
import { waitForAnswer } from "./quick-input.ts";
import { inLabel, inLine, inLines, inMessage, inPrompt } from "../text/encode.ts";
import { l10n } from "../text/l10n.ts";
import type { Label } from "../text/label.ts";

/** One item of a quick pick. Only a `Label` has an icon. */
export interface Choice<T> {
  readonly label: string | Label;
  readonly description?: string;
  readonly detail?: string;
  /** A `data:` URL of an icon. */
  readonly picture?: string | undefined;
  readonly value: T;
  /** Stays below the results of a lookup. */
  readonly last?: true;
}

/** A button of a message. */
export interface Action {
  readonly label: string;
  readonly run: () => unknown;
}

export interface Question {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** Shows dots instead of the answer. */
  readonly secret?: boolean;
  /** Says why an answer is invalid; undefined if it is valid. */
  readonly validate?: (answer: string) => string | undefined;
  /**
   * Checks an accepted answer elsewhere, such as on a server, and says why it can't be used; undefined if it can. The
   * input stays open during the check, and keeps an answer that can't be used.
   */
  readonly check?: (answer: string, signal: AbortSignal) => Promise<string | undefined>;
  /** What was wrong with `value`, shown from the start. */
  readonly fault?: string | undefined;
  /** Called with every change of the input. */
  readonly typed?: (input: string) => void;
}

export interface LookUpQuestion<T> extends Pick<Question, "title" | "placeholder" | "value"> {
  /**
   * Checks a choice. Returns rows that say why it can't be used and what to do instead; undefined if it can. The quick
   * pick stays open during the check, and keeps the typed text.
   */
  readonly check?: (chosen: T, signal: AbortSignal) => Promise<readonly Choice<T | undefined>[] | undefined>;
}

/** Shows a problem, and offers to retry what failed. */
export type ShowProblem = (problem: Problem, retry: () => unknown) => void;

export interface SaveOptions {
  readonly title: string;
  /** The suggested name, with its extension. */
  readonly name: string;
  /** The name of the file type. */
  readonly kind: string;
  readonly ending: string;
}

export interface OpenOptions {
  readonly title: string;
  /** The name of the file types. */
  readonly kind: string;
  readonly endings: readonly string[];
}

export type Weight = "info" | "warning" | "error";

export interface Progress {
  (update: { readonly message?: string; readonly percent?: number }): void;
}

/** Tests replace the dialogs, to answer them. */
export interface Dialogs {
  pick<T>(title: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  pick<T>(title: string, choices: readonly Choice<T>[], step: QuestionStep): Promise<T | typeof BACK | undefined>;
  /** Any number of choices, including none; undefined if the user canceled. */
  pickMany<T>(title: string, choices: readonly (Choice<T> & { readonly picked: boolean })[]): Promise<T[] | undefined>;
  input(question: Question): Promise<string | undefined>;
  input(question: Question, step: QuestionStep): Promise<string | typeof BACK | undefined>;
  /**
   * Closes the input whose answer is being checked, without offering to open it again. Called when the user presses
   * Esc.
   */
  cancelCheck(): void;
  /** Updates the choices with every change of the input. A choice without a value is only informative. */
  search<T>(
    question: Pick<Question, "title" | "placeholder" | "value">,
    listChoices: (typed: string) => readonly Choice<T | undefined>[],
  ): Promise<T | undefined>;
  /**
   * Like `search`, but also looks up the input elsewhere after a pause, and shows the results below the known choices.
   * Only results for the current input count. Enter accepts the best match. If all choices so far are marked as last,
   * Enter waits for the results.
   */
  lookUp<T>(
    question: LookUpQuestion<T>,
    listChoices: (typed: string) => readonly Choice<T | undefined>[] | Promise<readonly Choice<T | undefined>[]>,
    later: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T | undefined>[]>,
  ): Promise<T | undefined>;
  /** Asks in a modal dialog. */
  confirm(question: { readonly sentence: string; readonly detail?: string; readonly yes: string }): Promise<boolean>;
  /** Shows a message and runs the chosen action. Resolves when the message is gone and the action has ended. */
  message(weight: Weight, sentence: string, actions?: readonly Action[]): Promise<void>;
  /** Shows progress in a notification. Cancel aborts the signal. */
  progress<T>(title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Asks where to write a file, and returns its URI in the window's file system. */
  saveAs(saving: SaveOptions): Promise<string | undefined>;
  /** Asks for a file to open, and returns its URI in the window's file system. */
  openFile(opening: OpenOptions): Promise<string | undefined>;
  /** Opens a web page in the user's browser. Rejects any other URL. */
  openExternal(address: string): Promise<boolean>;
}

const SHOW = {
  info: window.showInformationMessage,
  warning: window.showWarningMessage,
  error: window.showErrorMessage,
} as const;

interface Item<T> extends QuickPickItem {
  readonly choice: Choice<T>;
}

function toItem<T>(choice: Choice<T>): Item<T> {
  const { label, description, detail, picture } = choice;
  return {
    choice,
    label: inLabel(label),
    ...(description === undefined ? {} : { description: inLabel(description) }),
    ...(detail === undefined ? {} : { detail: inLabel(detail) }),
    ...(picture === undefined ? {} : { iconPath: Uri.parse(picture) }),
  };
}

function toOffer<T>(choice: Choice<T | undefined>): Offer<T> {
  const { choice: _choice, ...item } = toItem(choice);
  return { ...item, alwaysShow: true, value: choice.value, isLast: choice.last === true };
}

/** Shows that a view is busy until the work ends. */
export async function showBusyView(viewId: string, work: Promise<void>): Promise<void> {
  await window.withProgress({ location: { viewId } }, () => work);
}

/** The dialogs of VS Code's window. */
export class WindowDialogs implements Dialogs {
  readonly #showProblem: ShowProblem | undefined;
  #cancelCheck: (() => void) | undefined;

  /** `showProblem` shows why the action of a message failed. Without it, `message` throws. */
  constructor(showProblem?: ShowProblem) {
    this.#showProblem = showProblem;
  }

  pick<T>(title: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  pick<T>(title: string, choices: readonly Choice<T>[], step: QuestionStep): Promise<T | typeof BACK | undefined>;
  pick<T>(title: string, choices: readonly Choice<T>[], step?: QuestionStep): Promise<T | typeof BACK | undefined> {
    const picker = window.createQuickPick<Item<T>>();
    picker.matchOnDescription = true;
    picker.matchOnDetail = true;
    picker.items = choices.map(toItem);
    return waitForAnswer(picker, title, step, (answer) => {
      picker.onDidAccept(() => {
        const [chosen] = [...picker.selectedItems, ...picker.activeItems];
        if (chosen !== undefined) answer(chosen.choice.value);
      });
    });
  }

  async pickMany<T>(
    title: string,
    choices: readonly (Choice<T> & { readonly picked: boolean })[],
  ): Promise<T[] | undefined> {
    const items = choices.map((choice) => Object.assign(toItem(choice), { picked: choice.picked }));
    const picked = await window.showQuickPick(items, {
      title: inLine(title),
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    return picked?.map(({ choice }) => choice.value);
  }

  input(question: Question): Promise<string | undefined>;
  input(question: Question, step: QuestionStep): Promise<string | typeof BACK | undefined>;
  async input(question: Question, step?: QuestionStep): Promise<string | typeof BACK | undefined> {
    const { title, prompt, placeholder, value, secret, validate, check, fault, typed } = question;
    const box = window.createInputBox();
    box.prompt = prompt === undefined ? undefined : inPrompt(prompt);
    box.placeholder = placeholder === undefined ? undefined : inLine(placeholder);
    box.value = value ?? "";
    box.password = secret ?? false;
    const show = (sentence: string | undefined): void => {
      box.validationMessage =
        sentence === undefined
          ? undefined
          : { message: inPrompt(sentence), severity: InputBoxValidationSeverity.Error };
    };
    show(fault);
    let unchecked: string | undefined;
    const cancel = (): void => {
      unchecked = undefined;
      box.hide();
    };
    if (check !== undefined) this.#setCancel(cancel);
    const given = await waitForAnswer<string>(box, title, step, (answer, signal, fail) => {
      let checking = new AbortController();
      box.onDidChangeValue((text) => {
        checking.abort();
        box.busy = false;
        unchecked = undefined;
        typed?.(text);
        show(validate?.(text));
      });
      const accept = async (text: string): Promise<void> => {
        checking.abort();
        checking = new AbortController();
        let reason = validate?.(text);
        if (reason === undefined && check !== undefined) {
          const current = checking.signal;
          show(undefined);
          box.busy = true;
          unchecked = text;
          try {
            reason = await check(text, AbortSignal.any([current, signal]));
          } catch (error) {
            if (!current.aborted && !signal.aborted) fail(error);
            return;
          }
          if (current.aborted || signal.aborted) return;
          box.busy = false;
          unchecked = undefined;
        }
        if (reason === undefined) answer(text);
        else show(reason);
      };
      box.onDidAccept(() => void accept(box.value));
    }).finally(() => {
      if (this.#cancelCheck === cancel) this.#setCancel(undefined);
    });
    if (given !== undefined || unchecked === undefined) return given;
    return await this.#askAgain({ ...question, value: unchecked, fault: undefined }, step);
  }

  cancelCheck(): void {
    this.#cancelCheck?.();
  }

  /**
   * VS Code reports only that an input closed, not that the user pressed Esc. So in an input with a check, Esc is bound
   * to a command. It is bound from the start, because Esc may follow Enter at once.
   */
  #setCancel(cancel: (() => void) | undefined): void {
    this.#cancelCheck = cancel;
    void commands.executeCommand("setContext", "triptych.inCheckedInput", cancel !== undefined);
  }

  /** VS Code closes an input when another one opens. Offers to open it again with the answer that was being checked. */
  async #askAgain(question: Question, step: QuestionStep | undefined): Promise<string | typeof BACK | undefined> {
    let again: Promise<string | typeof BACK | undefined> | undefined;
    const sentence = l10n.t("“{0}” was closed before the check finished. Nothing was saved.", question.title);
    const open = (): void => {
      again = step === undefined ? this.input(question) : this.input(question, step);
    };
    await this.message("warning", sentence, [{ label: l10n.t("Open Again"), run: open }]);
    return await again;
  }

  search<T>(
    question: Pick<Question, "title" | "placeholder" | "value">,
    listChoices: (typed: string) => readonly Choice<T | undefined>[],
  ): Promise<T | undefined> {
    return this.lookUp(question, listChoices, undefined);
  }

  async lookUp<T>(
    { title, placeholder, value, check }: LookUpQuestion<T>,
    listChoices: (typed: string) => readonly Choice<T | undefined>[] | Promise<readonly Choice<T | undefined>[]>,
    later?: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T | undefined>[]>,
  ): Promise<T | undefined> {
    const offers = (choices: readonly Choice<T | undefined>[]): readonly Offer<T>[] => choices.map(toOffer);
    return await showSearchPicker(window.createQuickPick<Offer<T>>(), {
      title: inLine(title),
      placeholder: placeholder === undefined ? undefined : inLine(placeholder),
      value,
      listKnown: (typed) => {
        const listed = listChoices(typed);
        return listed instanceof Promise ? listed.then(offers) : offers(listed);
      },
      lookUp: later === undefined ? undefined : async (typed, signal) => offers(await later(typed, signal)),
      check:
        check === undefined
          ? undefined
          : async (chosen, signal) => {
              const refusal = await check(chosen, signal);
              return refusal === undefined ? undefined : offers(refusal);
            },
    });
  }

  async confirm({ sentence, detail, yes }: Parameters<Dialogs["confirm"]>[0]): Promise<boolean> {
    const options = detail === undefined ? { modal: true } : { modal: true, detail: inLines(detail) };
    const button = { title: inLine(yes) };
    return (await window.showWarningMessage(inLines(sentence), options, button)) === button;
  }

  async message(weight: Weight, sentence: string, actions: readonly Action[] = []): Promise<void> {
    const buttons = actions.map(({ label, run }) => ({ title: inLabel(label), run }));
    const chosen = await SHOW[weight](inMessage(sentence), ...buttons);
    if (chosen !== undefined) await this.#runAction(chosen.run);
  }

  /** Few callers wait for the end of a message, so its failed action would look as if it had worked. */
  async #runAction(run: Action["run"]): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (this.#showProblem === undefined) throw error;
      const problem = asProblem(error);
      if (problem.kind !== "canceled") this.#showProblem(problem, () => this.#runAction(run));
    }
  }

  async progress<T>(title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    const options = { location: ProgressLocation.Notification, title: inMessage(title), cancellable: true };
    return await window.withProgress(options, async (progress, token) => {
      let shown = 0;
      const report: Progress = ({ message, percent }) => {
        const increment = Math.max(0, (percent ?? shown) - shown);
        shown += increment;
        progress.report(message === undefined ? { increment } : { message: inMessage(message), increment });
      };
      return await withSignal(token, (signal) => work(report, signal));
    });
  }

  async saveAs({ title, name, kind, ending }: SaveOptions): Promise<string | undefined> {
    const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
    const place = await window.showSaveDialog({
      title: inLine(title),
      defaultUri: Uri.joinPath(folder, name),
      filters: { [kind]: [ending] },
    });
    return place?.toString();
  }

  async openFile({ title, kind, endings }: OpenOptions): Promise<string | undefined> {
    const filters = { [kind]: [...endings] };
    const chosen = await window.showOpenDialog({ title: inLine(title), canSelectMany: false, filters });
    return chosen?.[0]?.toString();
  }

  async openExternal(address: string): Promise<boolean> {
    const url = URL.parse(address);
    if (url?.protocol !== "https:" && url?.protocol !== "http:") return false;
    const uri = Uri.parse(url.href, true);
    // VS Code decodes a `Uri` before it opens it: `c%2B%2B` becomes `c++`, which means two spaces. It opens a string as
    // it is, but then doesn't forward a port of a remote machine.
    if (encodeURI(uri.toString(true)) === url.href) return await env.openExternal(uri);
    await commands.executeCommand("vscode.open", url.href);
    return true;
  }
}

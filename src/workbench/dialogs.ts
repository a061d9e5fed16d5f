import { homedir } from "node:os";
import { env, ProgressLocation, Uri, window, workspace } from "vscode";
import type { QuickPickItem } from "vscode";

/** One of several things to choose from. */
export interface Choice<T> {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: T;
}

/** What a reader may do about a message. */
export interface Action {
  readonly label: string;
  readonly run: () => unknown;
}

export interface Question {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  /** The answer is a secret: it is not shown as it is typed. */
  readonly secret?: boolean;
  /** The sentence that says what is wrong with an answer, or nothing where it will do. */
  readonly faultOf?: (answer: string) => string | undefined;
  /** Hears of every change while one types. */
  readonly typed?: (so: string) => void;
}

/** A file that is to be written. */
export interface Saving {
  readonly title: string;
  /** The name that is offered, with its ending. */
  readonly name: string;
  /** What such files are called. */
  readonly kind: string;
  readonly ending: string;
}

export type Weight = "info" | "warning" | "error";

export interface Progress {
  (told: { readonly message?: string; readonly percent?: number }): void;
}

/** All that is asked of the reader and told in passing; handed in, so that a test can give the answers. */
export interface Dialogs {
  pick<T>(title: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  /** Any number of them, also none; nothing where the reader thought better of it. */
  pickMany<T>(title: string, choices: readonly (Choice<T> & { readonly picked: boolean })[]): Promise<T[] | undefined>;
  input(question: Question): Promise<string | undefined>;
  /** Says with every change of the typed text what it leads to. A choice without a value only tells something. */
  search<T>(
    question: Pick<Question, "title" | "placeholder" | "value">,
    choicesOf: (typed: string) => readonly Choice<T | undefined>[],
  ): Promise<T | undefined>;
  /**
   * As `search`, but what is typed is looked up elsewhere too: after a pause, and below what is known at once. Only the
   * newest answer counts.
   */
  lookUp<T>(
    question: Pick<Question, "title" | "placeholder" | "value">,
    choicesOf: (typed: string) => readonly Choice<T | undefined>[],
    later: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T | undefined>[]>,
  ): Promise<T | undefined>;
  /** Asks in the middle of the window; nothing goes on until it is answered. */
  confirm(question: { readonly sentence: string; readonly detail?: string; readonly yes: string }): Promise<boolean>;
  /** Tells, and runs what the reader chooses; returns when the message is gone. */
  message(weight: Weight, sentence: string, actions?: readonly Action[]): Promise<void>;
  /** Shows that work is under way; Cancel aborts the signal. */
  progress<T>(title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Asks where a file shall be written: its address, in whatever file system the window works on. */
  saveAs(saving: Saving): Promise<string | undefined>;
  /** Opens a web page in the reader's browser; anything that is no web page is refused. */
  openExternal(address: string): Promise<boolean>;
}

const SHOW = {
  info: window.showInformationMessage,
  warning: window.showWarningMessage,
  error: window.showErrorMessage,
} as const;

/** After the last key, in milliseconds. */
const LOOK_UP_PAUSE = 250;

/** The dialogs of VS Code. */
export class WindowDialogs implements Dialogs {
  async pick<T>(title: string, choices: readonly Choice<T>[]): Promise<T | undefined> {
    const picked = await window.showQuickPick(choices, {
      title,
      matchOnDescription: true,
      matchOnDetail: true,
      // It often comes after work whose message goes away just then, and the focus with it.
      ignoreFocusOut: true,
    });
    return picked?.value;
  }

  async pickMany<T>(
    title: string,
    choices: readonly (Choice<T> & { readonly picked: boolean })[],
  ): Promise<T[] | undefined> {
    const picked = await window.showQuickPick(choices, {
      title,
      canPickMany: true,
      matchOnDescription: true,
      ignoreFocusOut: true,
    });
    return picked?.map(({ value }) => value);
  }

  async input({ title, prompt, placeholder, value, secret, faultOf, typed }: Question): Promise<string | undefined> {
    return await window.showInputBox({
      title,
      ignoreFocusOut: true,
      ...(prompt === undefined ? {} : { prompt }),
      ...(placeholder === undefined ? {} : { placeHolder: placeholder }),
      ...(value === undefined ? {} : { value }),
      ...(secret === undefined ? {} : { password: secret }),
      ...(faultOf === undefined && typed === undefined
        ? {}
        : {
            validateInput: (so: string) => {
              typed?.(so);
              return faultOf?.(so);
            },
          }),
    });
  }

  search<T>(
    question: Pick<Question, "title" | "placeholder" | "value">,
    choicesOf: (typed: string) => readonly Choice<T | undefined>[],
  ): Promise<T | undefined> {
    return this.lookUp(question, choicesOf, undefined);
  }

  lookUp<T>(
    { title, placeholder, value }: Pick<Question, "title" | "placeholder" | "value">,
    choicesOf: (typed: string) => readonly Choice<T | undefined>[],
    later?: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T | undefined>[]>,
  ): Promise<T | undefined> {
    const picker = window.createQuickPick<Choice<T | undefined> & QuickPickItem>();
    picker.title = title;
    picker.placeholder = placeholder;
    picker.value = value ?? "";
    // It often opens while a row or a panel is still taking the focus; what was typed is not lost to that.
    picker.ignoreFocusOut = true;
    let offered: typeof picker.items = [];
    let asking = new AbortController();
    let pause: NodeJS.Timeout | undefined;
    const shown = (choices: readonly Choice<T | undefined>[]): typeof picker.items =>
      choices.map((choice) => Object.assign({ alwaysShow: true }, choice));
    const offer = (typed: string): void => {
      clearTimeout(pause);
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      const atOnce = shown(choicesOf(typed));
      offered = atOnce;
      picker.items = offered;
      picker.busy = later !== undefined;
      if (later === undefined) return;
      const ask = async (): Promise<void> => {
        const found = await later(typed, signal).catch(() => []);
        if (signal.aborted) return;
        offered = [...atOnce, ...shown(found)];
        picker.items = offered;
        picker.busy = false;
      };
      pause = setTimeout(() => void ask(), typed === "" ? 0 : LOOK_UP_PAUSE);
    };
    offer(picker.value);
    picker.onDidChangeValue(offer);
    return new Promise((resolve) => {
      picker.onDidAccept(() => {
        // Who types and presses Enter at once may not have seen the newest choices; an older one is not what was typed.
        const active = picker.activeItems.find((each) => offered.includes(each)) ?? offered[0];
        if (active?.value === undefined) return;
        resolve(active.value);
        picker.hide();
      });
      picker.onDidHide(() => {
        clearTimeout(pause);
        asking.abort();
        resolve(undefined);
        picker.dispose();
      });
      picker.show();
    });
  }

  async confirm(question: {
    readonly sentence: string;
    readonly detail?: string;
    readonly yes: string;
  }): Promise<boolean> {
    const { sentence, detail, yes } = question;
    const options = detail === undefined ? { modal: true } : { modal: true, detail };
    return (await window.showWarningMessage(sentence, options, yes)) === yes;
  }

  async message(weight: Weight, sentence: string, actions: readonly Action[] = []): Promise<void> {
    const chosen = await SHOW[weight](sentence, ...actions.map(({ label }) => ({ title: label })));
    await actions.find(({ label }) => label === chosen?.title)?.run();
  }

  async progress<T>(title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    return await window.withProgress(options, async (progress, token) => {
      const abort = new AbortController();
      const listening = token.onCancellationRequested(() => {
        abort.abort();
      });
      let shown = 0;
      try {
        return await work(({ message, percent }) => {
          const increment = Math.max(0, (percent ?? shown) - shown);
          shown += increment;
          progress.report(message === undefined ? { increment } : { message, increment });
        }, abort.signal);
      } finally {
        listening.dispose();
      }
    });
  }

  async saveAs({ title, name, kind, ending }: Saving): Promise<string | undefined> {
    const folder = workspace.workspaceFolders?.[0]?.uri ?? Uri.file(homedir());
    const place = await window.showSaveDialog({
      title,
      defaultUri: Uri.joinPath(folder, name),
      filters: { [kind]: [ending] },
    });
    return place?.toString();
  }

  async openExternal(address: string): Promise<boolean> {
    const url = URL.parse(address);
    if (url?.protocol !== "https:" && url?.protocol !== "http:") return false;
    return await env.openExternal(Uri.parse(url.href, true));
  }
}

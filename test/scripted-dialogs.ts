// Answers the extension's dialogs in tests.
import type {
  Action,
  Choice,
  Dialogs,
  LookUpQuestion,
  Progress,
  Question,
  OpenOptions,
  SaveOptions,
  Weight,
} from "../src/workbench/dialogs/dialogs.ts";
import { BACK, type QuestionStep } from "../src/workbench/dialogs/question-step.ts";

type Answer = string | boolean | undefined;

/** Dialogs with prepared answers, which record what was asked and shown. */
export class ScriptedDialogs implements Dialogs {
  readonly #answers: Answer[];
  readonly #unheard: (() => void)[] = [];
  readonly asked: string[] = [];
  readonly shown: string[] = [];
  readonly opened: string[] = [];
  /** The texts that the inputs began with. */
  readonly prefilled: string[] = [];
  /** The details of the questions asked by `confirm`. */
  readonly details: string[] = [];

  /**
   * Answers for pick, input, confirm and the actions of messages, in order; a choice and an action go by their label.
   */
  constructor(...answers: readonly Answer[]) {
    this.#answers = [...answers];
  }

  /** The answer "Back" goes back if the dialog offers that. */
  pick<T>(title: string, choices: readonly Choice<T>[]): Promise<T | undefined>;
  pick<T>(title: string, choices: readonly Choice<T>[], step: QuestionStep): Promise<T | typeof BACK | undefined>;
  pick<T>(title: string, choices: readonly Choice<T>[], step?: QuestionStep): Promise<T | typeof BACK | undefined> {
    this.asked.push(`${title}: ${choices.map(({ label }) => String(label)).join(", ")}`);
    const answer = this.#answers.shift();
    if (answer === "Back" && step?.goesBack === true) return Promise.resolve(BACK);
    return Promise.resolve(choices.find(({ label }) => String(label) === answer)?.value);
  }

  cancelCheck(): void {
    // Its answers are never checked for so long.
  }

  /** The answer names the chosen labels, separated by commas. */
  pickMany<T>(title: string, choices: readonly (Choice<T> & { readonly picked: boolean })[]): Promise<T[] | undefined> {
    this.asked.push(
      `${title}: ${choices.map(({ label, picked }) => (picked ? `[${String(label)}]` : String(label))).join(", ")}`,
    );
    const answer = this.#answers.shift();
    if (typeof answer !== "string") return Promise.resolve(undefined);
    const labels = answer.split(", ");
    return Promise.resolve(choices.filter(({ label }) => labels.includes(String(label))).map(({ value }) => value));
  }

  /** An answer that can't be used is followed by the next one, as the input stays open; without one, the user gives up. */
  input(question: Question): Promise<string | undefined>;
  input(question: Question, step: QuestionStep): Promise<string | typeof BACK | undefined>;
  async input(question: Question, step?: QuestionStep): Promise<string | typeof BACK | undefined> {
    const { title, value, fault, validate, check, typed } = question;
    this.prefilled.push(value ?? "");
    this.asked.push(step?.number === undefined ? title : `${title} (${step.number}/${step.of})`);
    if (fault !== undefined) this.shown.push(fault);
    for (;;) {
      const answer = this.#answers.shift();
      if (answer === "Back" && step?.goesBack === true) return BACK;
      if (typeof answer !== "string") return undefined;
      typed?.(answer);
      const reason = validate?.(answer) ?? (await check?.(answer, new AbortController().signal));
      if (reason === undefined) return answer;
      this.shown.push(reason);
    }
  }

  search<T>(
    { title }: Pick<Question, "title" | "placeholder" | "value">,
    listChoices: (typed: string) => readonly Choice<T | undefined>[],
  ): Promise<T | undefined> {
    this.asked.push(title);
    const answer = this.#answers.shift();
    if (typeof answer !== "string") return Promise.resolve(undefined);
    const choices = listChoices(answer);
    this.shown.push(...choices.map(({ label }) => String(label)));
    return Promise.resolve(choices[0]?.value);
  }

  /** A choice that can't be used is followed by the next answer; without one, the user gives up. */
  async lookUp<T>(
    { title, check }: LookUpQuestion<T>,
    listChoices: (typed: string) => readonly Choice<T | undefined>[] | Promise<readonly Choice<T | undefined>[]>,
    later: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T | undefined>[]>,
  ): Promise<T | undefined> {
    this.asked.push(title);
    const { signal } = new AbortController();
    let refusal: readonly Choice<T | undefined>[] = [];
    for (;;) {
      const answer = this.#answers.shift();
      if (typeof answer !== "string") return undefined;
      const step = refusal.find(({ label }) => String(label) === answer);
      if (step !== undefined) return step.value;
      const atOnce = await listChoices(answer);
      const found = await later(answer, signal);
      const choices = [...atOnce.filter(({ last }) => last !== true), ...found, ...atOnce.filter(({ last }) => last)];
      this.shown.push(...choices.map(({ label }) => String(label)));
      // A row that is only a message can't be chosen.
      const { value } = choices.find((choice) => choice.value !== undefined) ?? {};
      const refused = value === undefined ? undefined : await check?.(value, signal);
      if (refused === undefined) return value;
      refusal = refused;
      this.shown.push(...refused.map(({ label, detail }) => [String(label), detail].filter(Boolean).join(": ")));
    }
  }

  confirm({ sentence, detail }: { readonly sentence: string; readonly detail?: string }): Promise<boolean> {
    this.asked.push(sentence);
    if (detail !== undefined) this.details.push(detail);
    return Promise.resolve(this.#answers.shift() === true);
  }

  async message(_weight: Weight, sentence: string, actions: readonly Action[] = []): Promise<void> {
    this.shown.push([sentence, ...actions.map(({ label }) => `[${label}]`)].join(" "));
    for (const heard of this.#unheard.splice(0)) heard();
    if (actions.length === 0) return;
    const answer = this.#answers.shift();
    await actions.find(({ label }) => label === answer)?.run();
  }

  progress<T>(_title: string, work: (report: Progress, signal: AbortSignal) => Promise<T>): Promise<T> {
    return work(() => undefined, new AbortController().signal);
  }

  /** The answer is the path. */
  saveAs({ title, name }: SaveOptions): Promise<string | undefined> {
    this.asked.push(`${title}: ${name}`);
    const answer = this.#answers.shift();
    return Promise.resolve(typeof answer === "string" ? answer : undefined);
  }

  /** The answer is the URI. */
  openFile({ title }: OpenOptions): Promise<string | undefined> {
    this.asked.push(title);
    const answer = this.#answers.shift();
    return Promise.resolve(typeof answer === "string" ? answer : undefined);
  }

  openExternal(address: string): Promise<boolean> {
    this.opened.push(address);
    return Promise.resolve(true);
  }

  /** Resolves with the next message. */
  nextMessage(): Promise<void> {
    return new Promise((resolve) => {
      this.#unheard.push(resolve);
    });
  }
}

import type { Action, Choice, Dialogs, Progress, Question, Saving, Weight } from "../src/workbench/dialogs.ts";

type Answer = string | boolean | undefined;

/** Dialogs with prepared answers, which record what was asked and shown. */
export class ScriptedDialogs implements Dialogs {
  readonly #answers: Answer[];
  readonly #unheard: (() => void)[] = [];
  readonly asked: string[] = [];
  readonly shown: string[] = [];
  readonly opened: string[] = [];

  /**
   * Answers for pick, input, confirm and the actions of messages, in order; a choice and an action go by their label.
   */
  constructor(...answers: readonly Answer[]) {
    this.#answers = [...answers];
  }

  pick<T>(title: string, choices: readonly Choice<T>[]): Promise<T | undefined> {
    this.asked.push(`${title}: ${choices.map(({ label }) => String(label)).join(", ")}`);
    const answer = this.#answers.shift();
    return Promise.resolve(choices.find(({ label }) => String(label) === answer)?.value);
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

  input({ title, faultOf, typed }: Question): Promise<string | undefined> {
    this.asked.push(title);
    const answer = this.#answers.shift();
    if (typeof answer !== "string") return Promise.resolve(undefined);
    typed?.(answer);
    const fault = faultOf?.(answer);
    if (fault === undefined) return Promise.resolve(answer);
    this.shown.push(fault);
    return Promise.resolve(undefined);
  }

  search<T>(
    { title }: Pick<Question, "title" | "placeholder" | "value">,
    choicesOf: (typed: string) => readonly Choice<T | undefined>[],
  ): Promise<T | undefined> {
    this.asked.push(title);
    const answer = this.#answers.shift();
    if (typeof answer !== "string") return Promise.resolve(undefined);
    const choices = choicesOf(answer);
    this.shown.push(...choices.map(({ label }) => String(label)));
    return Promise.resolve(choices[0]?.value);
  }

  async lookUp<T>(
    { title }: Pick<Question, "title" | "placeholder" | "value">,
    choicesOf: (typed: string) => readonly Choice<T | undefined>[],
    later: (typed: string, signal: AbortSignal) => Promise<readonly Choice<T | undefined>[]>,
  ): Promise<T | undefined> {
    this.asked.push(title);
    const answer = this.#answers.shift();
    if (typeof answer !== "string") return undefined;
    const atOnce = choicesOf(answer);
    const found = await later(answer, new AbortController().signal);
    const choices = [...atOnce.filter(({ last }) => last !== true), ...found, ...atOnce.filter(({ last }) => last)];
    this.shown.push(...choices.map(({ label }) => String(label)));
    return choices[0]?.value;
  }

  confirm({ sentence }: { readonly sentence: string }): Promise<boolean> {
    this.asked.push(sentence);
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
  saveAs({ title, name }: Saving): Promise<string | undefined> {
    this.asked.push(`${title}: ${name}`);
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

// The extension's log, from which secrets are removed.
import type { Disposable } from "vscode";
import { stringifyJson } from "../../base/json/json.ts";
import type { Redactor } from "../../base/redact.ts";
import { RecentProblems } from "./recent-problems.ts";

/** The part of VS Code's log channel that the log uses. */
export interface Channel extends Disposable {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  show(preserveFocus?: boolean): void;
}

export type Facts = Readonly<Record<string, unknown>>;

/**
 * Creates its channel with the first line. Removes secrets from every line: by header name, by key name and by
 * registered value.
 */
export class Log implements Disposable {
  readonly recentProblems: RecentProblems;
  readonly #open: () => Channel;
  readonly #redactor: Redactor;
  #channel: Channel | undefined;

  constructor(open: () => Channel, { redactor, now }: { readonly redactor: Redactor; readonly now: () => number }) {
    this.#open = open;
    this.#redactor = redactor;
    this.recentProblems = new RecentProblems(now);
  }

  debug(line: string, facts?: Facts): void {
    this.#getChannel().debug(this.#redact(line, facts));
  }

  info(line: string, facts?: Facts): void {
    this.#getChannel().info(this.#redact(line, facts));
  }

  warn(line: string, facts?: Facts): void {
    this.#getChannel().warn(this.#redact(line, facts));
  }

  error(line: string, facts?: Facts): void {
    this.#getChannel().error(this.#redact(line, facts));
  }

  show(): void {
    this.#getChannel().show(true);
  }

  dispose(): void {
    this.#channel?.dispose();
  }

  #getChannel(): Channel {
    return (this.#channel ??= this.#open());
  }

  #redact(line: string, facts: Facts | undefined): string {
    const redacted = this.#redactor.text(line);
    return facts === undefined ? redacted : `${redacted} ${stringifyJson(this.#redactor.object(facts))}`;
  }
}

import type { Disposable } from "vscode";
import { asProblem } from "../../base/problem.ts";
import type { ProblemKind } from "../../base/problem.ts";
import type { Log } from "../../workbench/log.ts";
import { wellFormed } from "../model/entities.ts";
import { draftKey, isUnsent, textOf } from "../model/draft.ts";
import type { Draft, DraftPlace } from "../model/draft.ts";
import type { Drafts } from "./drafts.ts";
import type { FindingOut } from "./finding-out.ts";

/** Something else that goes when the connection is back. */
export interface Waiting {
  readonly origin: string;
  readonly send: () => Promise<unknown>;
}

export interface OutboxParts {
  readonly drafts: Drafts;
  readonly findingOut: FindingOut;
  /** What waits beside the comments. */
  readonly others: () => Promise<readonly Waiting[]>;
  readonly log: Log;
  readonly random: () => number;
}

/** What may be over by itself. */
export const PASSING: ReadonlySet<ProblemKind> = new Set(["offline", "timeout", "rateLimited", "server", "malformed"]);

/** When what waits is tried again: soon at first, then twice as late each time; in milliseconds. */
const FIRST = 20_000;
const LONGEST = 10 * 60_000;

/** A server that answers again has just come back, and all windows notice in the same moment. */
const BACK = 2_000;

/** Whether it was asked for and goes by itself when the connection is back. What was changed since was not asked for. */
export function isWaiting(draft: Draft): boolean {
  const { failure } = draft;
  if (failure === undefined || failure.asked !== wellFormed(textOf(draft)) || !isUnsent(draft)) return false;
  if (failure.why === "lost") return true;
  return failure.why === "problem" && failure.kind !== undefined && PASSING.has(failure.kind);
}

/** Sends what waits for the connection, and finds out what killed windows have left open. */
export class Outbox implements Disposable {
  readonly #parts: OutboxParts;
  readonly #listening: Disposable;
  /** The origins that did not answer when they were last asked by this outbox. */
  readonly #silent = new Set<string>();
  #send: ((place: DraftPlace) => Promise<unknown>) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #due = Infinity;
  #delay = FIRST;
  #turn: Promise<void> | undefined;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#listening = parts.drafts.onDidChange(() => this.#schedule(this.#delay));
  }

  /** From now on what waits is sent this way. */
  start(send: (place: DraftPlace) => Promise<unknown>): void {
    this.#send = send;
    this.#schedule(BACK);
  }

  /** Something that may wait is another one now. */
  stir(): void {
    this.#schedule(this.#delay);
  }

  /** A server has answered. */
  heard(origin: string): void {
    if (this.#turn !== undefined || !this.#silent.delete(origin)) return;
    this.#delay = FIRST;
    this.#schedule(BACK * (0.5 + this.#parts.random()));
  }

  /** Finds out and sends now; returns when all was tried. What is under way may have begun before the connection was back. */
  async turn(): Promise<void> {
    if (this.#turn !== undefined) await this.#turn.catch(() => undefined);
    await (this.#turn ??= this.#work().finally(() => {
      this.#turn = undefined;
    }));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#send = undefined;
    this.#listening.dispose();
  }

  async #work(): Promise<void> {
    const { drafts, findingOut, log, others } = this.#parts;
    for (const place of [...(await findingOut.open()), ...(await findingOut.over())]) {
      await findingOut.findOut(place).catch((error: unknown) => {
        log.debug("What became of a text could not be found out", { problem: asProblem(error).message });
      });
    }
    for (const { place } of (await drafts.list()).filter(isWaiting)) await this.#send?.(place);
    for (const { send } of await others()) if (this.#send !== undefined) await send();
    this.#silent.clear();
    const left = (await drafts.list()).filter(isWaiting);
    for (const { place } of left) this.#silent.add(new URL(place.thread.base).origin);
    const beside = await others();
    for (const { origin } of beside) this.#silent.add(origin);
    const open = await findingOut.open();
    const some = left.length + beside.length + open.length > 0;
    this.#delay = some ? Math.min(this.#delay * 2, LONGEST) : FIRST;
    if (some) this.#schedule(this.#delay);
    log.debug("The outbox was looked through", { waiting: left.map(({ place }) => draftKey(place)) });
  }

  /** The sooner of what was planned and this. */
  #schedule(delay: number): void {
    const due = Date.now() + delay * (0.75 + this.#parts.random() / 2);
    if (this.#send === undefined || due >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      void this.turn().catch((error: unknown) => {
        this.#parts.log.warn("The outbox could not be looked through", { problem: asProblem(error).message });
      });
    }, due - Date.now());
    this.#timer.unref();
  }
}

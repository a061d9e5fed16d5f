// A window of the storm: opened by its first order, killed while it works, and opened again.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Answer, Notice, NumberedOrder, Order } from "./orders.ts";

export interface WindowParts {
  /** The window's module, bundled beside the test. */
  readonly module: URL;
  /** The folder that all windows of a machine share. */
  readonly folder: string;
  /** When the clocks of all windows started to run faster. */
  readonly epoch: number;
  /** How far this window's clock is ahead of theirs. */
  readonly aheadMs?: number;
  /** How many times faster than the machine's clock this one runs. */
  readonly speed: number;
  /** Modules that are loaded before the window's own. */
  readonly preloads?: readonly string[];
}

export class StormWindow {
  readonly #parts: WindowParts;
  #process: ChildProcess | undefined;
  #number = 0;
  readonly #notices: string[] = [];
  kills = 0;

  constructor(parts: WindowParts) {
    this.#parts = parts;
  }

  /** Sends an order. Returns undefined if the window was killed before it answered, such as at an operation of it. */
  async send(order: Order, killAt?: number): Promise<Answer | undefined> {
    const child = await this.#open();
    if (child === undefined) return undefined;
    this.#number += 1;
    const number = this.#number;
    return await new Promise<Answer | undefined>((resolve) => {
      const onMessage = (message: unknown): void => {
        const answer = message as Answer;
        if (answer.number !== number) return;
        child.off("message", onMessage).off("exit", onExit);
        resolve(answer);
      };
      const onExit = (): void => {
        child.off("message", onMessage);
        if (this.#process === child) this.#forget();
        resolve(undefined);
      };
      child.on("message", onMessage).once("exit", onExit);
      // The process may have been killed just now, and may have exited already.
      child.send({ ...order, number, killAt } satisfies NumberedOrder, () => undefined);
      if (child.exitCode !== null || child.signalCode !== null) onExit();
    });
  }

  /** Returns the texts that the window reported as posted twice, and forgets them. */
  takeNotices(): readonly string[] {
    return this.#notices.splice(0);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#forget();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  /** The next order opens the window again. */
  #forget(): void {
    this.#process = undefined;
    this.kills += 1;
  }

  /** Returns undefined if the process was killed before it was ready. */
  async #open(): Promise<ChildProcess | undefined> {
    if (this.#process !== undefined) return this.#process;
    const { aheadMs = 0, epoch, folder, module, preloads = [], speed } = this.#parts;
    const child = fork(module, [folder, ...[epoch, speed, aheadMs].map(String)], {
      execArgv: [...process.execArgv, ...preloads.flatMap((each) => ["--import", each])],
    });
    this.#process = child;
    child.on("message", (message) => {
      const { notice } = message as Partial<Notice>;
      if (notice !== undefined) this.#notices.push(notice);
    });
    const [what]: unknown[] = await Promise.race([once(child, "message"), once(child, "exit")]);
    return what === "ready" ? child : undefined;
  }
}

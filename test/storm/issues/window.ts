// A window of the storm: opened by its first order, killed while it works, and opened again.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Answer, Notice, Order } from "./orders.ts";

export interface WindowParts {
  /** The module that is the window: bundled beside the test. */
  readonly module: URL;
  /** All windows of a machine share it. */
  readonly folder: string;
  /** When the clocks of all windows started to run faster. */
  readonly epoch: number;
  /** How far this window's clock is ahead of theirs. */
  readonly aheadMs?: number;
  /** How many times faster than the machine's clock this one runs. */
  readonly speed: number;
  readonly env?: Readonly<Record<string, string>>;
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

  /** Undefined if the window was killed before it answered. */
  async tell(order: Order): Promise<Answer | undefined> {
    const child = await this.#open();
    if (child === undefined) return undefined;
    this.#number += 1;
    const number = this.#number;
    return await new Promise<Answer | undefined>((resolve) => {
      const hear = (message: unknown): void => {
        const answer = message as Answer;
        if (answer.number !== number) return;
        child.off("message", hear).off("exit", leave);
        resolve(answer);
      };
      const leave = (): void => {
        child.off("message", hear);
        resolve(undefined);
      };
      child.on("message", hear).once("exit", leave);
      // It may have been killed just now, and has ended or will.
      child.send({ ...order, number }, () => undefined);
      if (child.exitCode !== null || child.signalCode !== null) leave();
    });
  }

  /** The texts that it reported as posted twice. */
  takeNotices(): readonly string[] {
    return this.#notices.splice(0);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    this.kills += 1;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  /** Undefined if it was killed before it opened. */
  async #open(): Promise<ChildProcess | undefined> {
    if (this.#process !== undefined) return this.#process;
    const { aheadMs = 0, env = {}, epoch, folder, module, preloads = [], speed } = this.#parts;
    const child = fork(module, [folder, ...[epoch, speed, aheadMs].map(String)], {
      env: { ...process.env, ...env },
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

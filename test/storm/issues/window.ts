import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Answered, Order } from "./orders.ts";

const PROCESS = fileURLToPath(new URL("window.process.js", import.meta.url));

/** How many times faster than the machine's the clock of the windows goes. */
const SPEED = 50;

/** A window as the storm has it: opened when it is told something, killed in the midst of it, and opened again. */
export class StormWindow {
  readonly #folder: string;
  readonly #epoch: number;
  #process: ChildProcess | undefined;
  #number = 0;
  kills = 0;

  constructor(folder: string, epoch: number) {
    this.#folder = folder;
    this.#epoch = epoch;
  }

  /** Tells it to do something; gives nothing where it was killed before it answered. */
  async tell(order: Order): Promise<Answered | undefined> {
    const child = await this.#opened();
    if (child === undefined) return undefined;
    this.#number += 1;
    const number = this.#number;
    const answer = new Promise<Answered | undefined>((resolve) => {
      const heard = (message: unknown): void => {
        const answered = message as Answered;
        if (answered.number !== number) return;
        child.off("message", heard).off("exit", gone);
        resolve(answered);
      };
      const gone = (): void => resolve(undefined);
      child.on("message", heard).once("exit", gone);
      // It may have been killed just now; then it has ended, or will.
      child.send({ ...order, number }, () => undefined);
      if (child.exitCode !== null || child.signalCode !== null) gone();
    });
    return await answer;
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    this.kills += 1;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  /** Nothing, where it was killed before it was open. */
  async #opened(): Promise<ChildProcess | undefined> {
    if (this.#process !== undefined) return this.#process;
    const child = fork(PROCESS, [this.#folder, String(this.#epoch), String(SPEED)]);
    this.#process = child;
    const [what]: unknown[] = await Promise.race([once(child, "message"), once(child, "exit")]);
    return what === "ready" ? child : undefined;
  }
}

// Shows a thread under the present name of its repository: after a rename, a panel for the new name takes over the page.
import * as v from "valibot";
import type { Disposable, Event } from "vscode";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { Connection, FirstPaint, Port } from "../../workbench/panels/kind.ts";
import type { Receive } from "../../workbench/panels/receive.ts";
import { repositoryKey, type ThreadAddress } from "../model/address.ts";
import type { Move } from "../writing/writing.ts";

/** What is stored of a panel to restore it. The number is a string, as JSON has no 64-bit integers. */
export const keptThread = v.object({
  base: v.pipe(v.string(), v.url()),
  owner: v.string(),
  name: v.string(),
  number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
});
export type KeptThread = Readonly<v.InferOutput<typeof keptThread>>;

export interface PresentPanelParts {
  readonly onDidMove: Event<Move>;
  readonly port: Port<FromExtension, KeptThread>;
  readonly panelFor: (address: ThreadAddress) => Connection;
}

export class PresentPanel implements Connection {
  readonly receive: Receive = (message) => this.#panel.receive(message);
  readonly #parts: PresentPanelParts;
  readonly #listening: Disposable;
  #address: ThreadAddress;
  #panel: Connection;
  #isShown = false;

  constructor(address: ThreadAddress, parts: PresentPanelParts) {
    this.#parts = parts;
    this.#address = address;
    this.#panel = parts.panelFor(address);
    this.#listening = parts.onDidMove((move) => this.#follow(move));
  }

  paint(): FirstPaint {
    return this.#panel.paint();
  }

  ready(): void {
    this.#isShown = true;
    this.#panel.ready();
  }

  hidden(): void {
    this.#isShown = false;
    this.#panel.hidden?.();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#panel.dispose();
  }

  #follow({ from, to: { owner, name } }: Move): void {
    if (repositoryKey(from) !== repositoryKey(this.#address)) return;
    const address = { ...this.#address, owner, name };
    if (!this.#parts.port.move(keptThreadAt(address), "renamed")) return;
    const before = this.#panel;
    this.#address = address;
    // The thread is held by the new panel before the old one lets go of it.
    this.#panel = this.#parts.panelFor(address);
    before.dispose();
    if (this.#isShown) this.#panel.ready();
  }
}

export function keptThreadAt({ base, owner, name, number }: ThreadAddress): KeptThread {
  return { base, owner, name, number: String(number) };
}

export function toAddress({ base, owner, name, number }: KeptThread): ThreadAddress {
  return { base, owner, name, number: BigInt(number) };
}

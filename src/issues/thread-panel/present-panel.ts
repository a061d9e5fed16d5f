// Shows a thread under the current name of its repository. After a rename, a new panel takes over the page.
import * as v from "valibot";
import type { Disposable, Event } from "vscode";
import type { FromExtension } from "../../panels/thread/messages.ts";
import type { Connection, FirstPaint, Port } from "../../workbench/panels/kind.ts";
import type { Receive } from "../../workbench/panels/receive.ts";
import { repositoryKey, type ThreadAddress } from "../model/address.ts";
import type { Rename } from "../repositories/repository-names.ts";

/** What is stored to restore a panel. The number is a string, because JSON can't represent 64-bit integers exactly. */
export const storedThread = v.object({
  base: v.pipe(v.string(), v.url()),
  owner: v.string(),
  name: v.string(),
  number: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
});
export type StoredThread = Readonly<v.InferOutput<typeof storedThread>>;

export interface PresentPanelParts {
  readonly onDidRename: Event<Rename>;
  readonly port: Port<FromExtension, StoredThread>;
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
    this.#listening = parts.onDidRename((rename) => this.#follow(rename));
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

  #follow({ from, to: { owner, name } }: Rename): void {
    if (repositoryKey(from) !== repositoryKey(this.#address)) return;
    const address = { ...this.#address, owner, name };
    if (!this.#parts.port.move(toStoredThread(address), "renamed")) return;
    const before = this.#panel;
    this.#address = address;
    // The new panel retains the thread before the old one releases it.
    this.#panel = this.#parts.panelFor(address);
    before.dispose();
    if (this.#isShown) this.#panel.ready();
  }
}

export function toStoredThread({ base, owner, name, number }: ThreadAddress): StoredThread {
  return { base, owner, name, number: String(number) };
}

export function toAddress({ base, owner, name, number }: StoredThread): ThreadAddress {
  return { base, owner, name, number: BigInt(number) };
}

import { commands, Disposable } from "vscode";
import type { Panels } from "../../workbench/panels/host.ts";
import type { ThreadAddress } from "../model/address.ts";
import { availableActions } from "../thread/issue-actions.ts";
import type { Store } from "../store.ts";

/** Tells the menus of the panel's title what can be done with the thread that is in front, as the rows' menus know it. */
export class TitleMenu implements Disposable {
  readonly #store: Store;
  readonly #focused: () => ThreadAddress | undefined;
  readonly #own: Disposable;

  constructor(panels: Pick<Panels, "onDidChangeFocus">, store: Store, focused: () => ThreadAddress | undefined) {
    this.#store = store;
    this.#focused = focused;
    this.#own = Disposable.from(
      panels.onDidChangeFocus(() => this.#tell()),
      store.onDidChangeThread(() => this.#tell()),
    );
    this.#tell();
  }

  dispose(): void {
    this.#own.dispose();
  }

  #tell(): void {
    const address = this.#focused();
    const issue = address === undefined ? undefined : this.#store.thread(address).thread?.issue;
    const offers = address === undefined || issue === undefined ? [] : availableActions(this.#store, address, issue);
    const has = (offer: (typeof offers)[number]): boolean => offers.includes(offer);
    void commands.executeCommand("setContext", "triptych.thread.change", has("change"));
    void commands.executeCommand("setContext", "triptych.thread.close", has("close"));
    void commands.executeCommand("setContext", "triptych.thread.reopen", has("reopen"));
    void commands.executeCommand("setContext", "triptych.thread.sort", has("sort"));
    void commands.executeCommand("setContext", "triptych.thread.lock", has("lock"));
    void commands.executeCommand("setContext", "triptych.thread.unlock", has("unlock"));
  }
}

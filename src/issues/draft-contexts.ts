// Context keys for menus: whether there are drafts, and whether some of them wait to be sent.
import { commands, type Disposable } from "vscode";
import type { Drafts } from "./writing/drafts.ts";
import { unsentDrafts } from "./editing/rows.ts";

export class DraftContexts implements Disposable {
  readonly #drafts: Drafts;
  readonly #listening: Disposable;

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
    this.#listening = drafts.onDidChange(() => void this.#update());
    void this.#update();
  }

  dispose(): void {
    this.#listening.dispose();
  }

  async #update(): Promise<void> {
    const unsent = await unsentDrafts(this.#drafts);
    const waits = unsent.some(({ failure }) => failure !== undefined);
    void commands.executeCommand("setContext", "triptych.issues.hasDrafts", unsent.length > 0);
    void commands.executeCommand("setContext", "triptych.issues.hasOutbox", waits);
  }
}

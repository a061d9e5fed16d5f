// Reports changes in a folder, including those by other windows. Reports nothing if the system can't watch the folder.
import { watch, type FSWatcher } from "node:fs";
import type { Disposable } from "vscode";
import { makeFolder } from "./shared-files.ts";

/** Bundles the several events of one write, which completes a file under another name and then renames it. */
const BUNDLE_DELAY_MS = 150;

export class FolderWatch implements Disposable {
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isDisposed = false;

  constructor(folder: string, changed: () => void) {
    void this.#begin(folder, changed).catch(() => undefined);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  async #begin(folder: string, changed: () => void): Promise<void> {
    await makeFolder(folder);
    if (this.#isDisposed) return;
    this.#watcher = watch(folder, { persistent: false }, () => {
      // A running timer isn't restarted, or constant changes would put off the report forever.
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        changed();
      }, BUNDLE_DELAY_MS).unref();
    });
    this.#watcher.on("error", () => this.dispose());
  }
}

// Reports what other windows change in a folder, or nothing if the system can't watch it.
import { watch, type FSWatcher } from "node:fs";
import { mkdir } from "node:fs/promises";
import type { Disposable } from "vscode";

/** Changes come in bundles, as a file is made whole elsewhere and then put in place; in milliseconds. */
const BUNDLE_DELAY_MS = 150;

export class FolderWatch implements Disposable {
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(folder: string, changed: () => void) {
    void this.#begin(folder, changed).catch(() => undefined);
  }

  dispose(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  async #begin(folder: string, changed: () => void): Promise<void> {
    await mkdir(folder, { recursive: true });
    if (this.#over) return;
    this.#watcher = watch(folder, { persistent: false }, () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(changed, BUNDLE_DELAY_MS);
      this.#timer.unref();
    });
    this.#watcher.on("error", () => this.dispose());
  }
}

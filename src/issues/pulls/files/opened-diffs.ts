// Finds the changed file of the active tab, also if VS Code doesn't return what is in the tab.
import { TabInputCustom, TabInputText, TabInputTextDiff, window, type Tab, type Uri } from "vscode";
import { LruMap } from "../../../base/lru.ts";
import type { ThreadAddress } from "../../model/address.ts";
import type { ChangedFile, PullDetails } from "../../model/pull.ts";
import { openChanges } from "./pull-files.ts";

/** A changed file, by its path after the change. */
export interface FoundFile {
  readonly pull: ThreadAddress;
  readonly path: string;
}

const MAX_FILES = 200;

export class OpenedDiffs {
  /** The file that was opened last under each name. */
  readonly #files = new LruMap<string, FoundFile>(MAX_FILES);

  async open(pull: ThreadAddress, details: PullDetails, file: ChangedFile): Promise<void> {
    const { path } = file;
    this.#files.set(path.slice(path.lastIndexOf("/") + 1), { pull, path });
    await openChanges(pull, details, file);
  }

  /** Returns the document of the active tab, or the file if VS Code returns nothing for the tab. */
  findActive(): Uri | FoundFile | undefined {
    const uri = window.activeTextEditor?.document.uri;
    const tab = window.tabGroups.activeTabGroup.activeTab;
    // A binary file has no text editor.
    return uri ?? (tab === undefined ? undefined : this.#findIn(tab));
  }

  #findIn({ input, label }: Tab): Uri | FoundFile | undefined {
    if (input instanceof TabInputTextDiff) return input.modified;
    if (input instanceof TabInputText || input instanceof TabInputCustom) return input.uri;
    if (input !== undefined) return undefined;
    // For a diff of images, VS Code returns only its label, which ends with the name of the file after the change.
    const name = this.#files.keys().findLast((each) => label.endsWith(` ${each}`));
    return name === undefined ? undefined : this.#files.peek(name);
  }
}

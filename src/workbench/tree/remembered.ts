// The rows that a view showed last. The next window shows them at once, until it has loaded the code and the answers that
// new rows come from.
import type { TreeItem } from "vscode";
import { nodeItem } from "./node-item.ts";
import type { RememberedLook } from "./row-memory.ts";
import type { Row } from "./rows.ts";

/** Finds the loaded row that has taken the place of a remembered one. */
export type FindLoaded = (row: RememberedRow) => Promise<Row | undefined>;

export class RememberedRow {
  readonly #look: RememberedLook;
  readonly #find: FindLoaded;
  readonly parent: RememberedRow | undefined;
  /** The rows under it, if VS Code expands it by itself. */
  readonly rows: readonly RememberedRow[];

  constructor(look: RememberedLook, parent: RememberedRow | undefined, find: FindLoaded) {
    this.#look = look;
    this.#find = find;
    this.parent = parent;
    this.rows = look.under.map((each) => new RememberedRow(each, this, find));
  }

  get id(): string {
    return this.#look.id;
  }

  get item(): TreeItem {
    const { click: title } = this.#look;
    return nodeItem(
      this.#look,
      title === undefined ? undefined : { command: "triptych.tree.open", title, arguments: [this] },
    );
  }

  /** The row that has taken its place, as soon as it is loaded; undefined if the row is no longer there. */
  loaded(): Promise<Row | undefined> {
    return this.#find(this);
  }
}

/** What a command was given, with the loaded rows in place of remembered ones; undefined if one of them is gone. */
export async function withLoadedRows(given: readonly unknown[]): Promise<readonly unknown[] | undefined> {
  const loaded: unknown[] = [];
  for (const each of given) {
    const value: unknown = Array.isArray(each)
      ? await withLoadedRows(each)
      : each instanceof RememberedRow
        ? await each.loaded()
        : each;
    if (value === undefined && each !== undefined) return undefined;
    loaded.push(value);
  }
  return loaded;
}

// Columns with one element per app.
import type { Columns } from "./app-list.ts";

/** Columns with one element per app; `starts` has one more. */
type RowColumns = Pick<Columns, "starts" | "creators" | "sources" | "letters" | "initials">;

/** Creates columns of this size with the content of the previous ones. */
export function createColumns(rows: number, before?: RowColumns): RowColumns {
  const size = Math.ceil(rows);
  const made = {
    starts: new Uint32Array(size),
    creators: new Uint32Array(size),
    sources: new Uint16Array(size),
    letters: new Uint32Array(size),
    initials: new Uint32Array(size),
  };
  if (before === undefined) return made;
  made.starts.set(before.starts);
  made.creators.set(before.creators);
  made.sources.set(before.sources);
  made.letters.set(before.letters);
  made.initials.set(before.initials);
  return made;
}

/** Trims a column to its used length. If nearly all is used, a view is cheaper than a copy. */
export function trimColumn<
  Column extends Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
>(column: Column, length: number): Column;
export function trimColumn(column: Uint8Array | Uint16Array | Uint32Array, length: number): typeof column {
  return column.length - length > column.length / 32 ? column.slice(0, length) : column.subarray(0, length);
}

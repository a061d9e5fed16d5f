// Loads all pages of a list.
import type { Listed, Paged } from "../../api/caller.ts";

const PAGE_SIZE = 50;
/** Elements on later pages are left out. */
const MAX_PAGES = 40;

/** The total may be missing, and a server may return smaller pages than requested. */
export async function readPages<Value>(
  load: (paged: Paged) => Promise<Listed<Value>>,
  getKey: (value: Value) => string,
  signal: AbortSignal | undefined,
): Promise<{ readonly values: readonly Value[]; readonly skipped: number }> {
  const values = new Map<string, Value>();
  let skipped = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const list = await load({ page, limit: PAGE_SIZE, signal });
    const before = values.size;
    for (const value of list.values) values.set(getKey(value), value);
    skipped += list.skipped;
    const isLast = values.size === before || (list.total !== undefined && values.size + skipped >= list.total);
    if (isLast) return { values: [...values.values()], skipped };
  }
  return { values: [...values.values()], skipped: skipped + 1 };
}

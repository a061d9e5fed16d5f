import { l10n } from "../../workbench/text/l10n.ts";
import type { LineView } from "../../panels/thread/messages.ts";
import { count } from "../../workbench/words.ts";
import { sameLogin } from "../model/entities.ts";
import { isWritten } from "../model/timeline.ts";
import type { ThreadItem } from "../model/timeline.ts";

/** Up to when the reader has seen the thread, by the server's time, and who that is. */
export interface SeenBefore {
  readonly until: number | undefined;
  readonly login: string | undefined;
}

/** Marks the comments of others since the reader looked last; over the first of them it says how many there are. */
export function markNewComments(
  lines: readonly LineView[],
  items: readonly ThreadItem[],
  { until, login }: SeenBefore,
): readonly LineView[] {
  if (until === undefined) return lines;
  const fresh = items.filter(isWritten).flatMap((item) => {
    const { id, author, at } = item.kind === "comment" ? { ...item.comment, at: item.comment.createdAt } : item.event;
    return at > until && !sameLogin(author?.login, login) ? [String(id)] : [];
  });
  if (fresh.length === 0) return lines;
  const [first] = fresh;
  const all = new Set(fresh);
  return lines.map((line) => {
    if (line.kind !== "comment" || !all.has(line.id)) return line;
    return { ...line, fresh: true, ...(line.id === first ? { news: l10n.t("{0} new", count(fresh.length)) } : {}) };
  });
}

// Says when an issue is due, and for how long it has been overdue.
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import type { Issue } from "../model/entities.ts";

const DAY_MS = 86_400_000;

/** Returns how many days an open issue is late: 0 if it isn't. A due date includes its day. */
function countDaysLate({ closed, due }: Pick<Issue, "closed" | "due">, now: number): number {
  if (closed || due === undefined) return 0;
  const days = Math.round((Date.parse(format.isoDay(now)) - Date.parse(due.slice(0, 10))) / DAY_MS);
  return Number.isNaN(days) ? 0 : Math.max(0, days);
}

/** "78 days overdue", or empty. */
export function describeOverdue(issue: Pick<Issue, "closed" | "due">, now: number): string {
  const days = countDaysLate(issue, now);
  return days === 0 ? "" : l10n.plural(days, "{0} day overdue", "{0} days overdue");
}

/** "Due 12 Sept 2026 · 78 days overdue", or empty. */
export function describeDue(issue: Pick<Issue, "closed" | "due">, now: number): string {
  if (issue.due === undefined) return "";
  const due = l10n.t("Due {0}", format.plainDate(issue.due, "medium"));
  return [due, describeOverdue(issue, now)].filter((part) => part !== "").join(" · ");
}

// Groups, sorts and filters trackers.
import { compareText, foldText, splitWords } from "./search-text.ts";
import type { Tracker } from "./tracker.ts";

export const GROUPINGS = ["category", "letter", "none"] as const;
export const ORDERS = ["name", "date", "apps"] as const;

/** How the trackers are listed. */
export interface Arrangement {
  readonly grouping: (typeof GROUPINGS)[number];
  /** By date means newest first, by apps means most apps first. */
  readonly order: (typeof ORDERS)[number];
  /** Words that a tracker must contain; empty shows all. */
  readonly filter: string;
}

export const DEFAULT_ARRANGEMENT: Arrangement = { grouping: "category", order: "name", filter: "" };

export interface Group {
  /** Category or letter; undefined for trackers without one. */
  readonly name: string | undefined;
  /** Unsorted. */
  readonly trackers: readonly Tracker[];
}

/** Groups trackers. A tracker with several categories is in each of them; trackers without one come last. */
export function trackerGroups(
  trackers: Iterable<Tracker>,
  { grouping }: Pick<Arrangement, "grouping">,
): readonly Group[] {
  const named = new Map<string, Tracker[]>();
  const ungrouped: Tracker[] = [];
  for (const tracker of trackers) {
    const names = groupNames(tracker, grouping);
    if (names.length === 0) ungrouped.push(tracker);
    for (const name of names) {
      const members = named.get(name);
      if (members === undefined) named.set(name, [tracker]);
      else members.push(tracker);
    }
  }
  const found: Group[] = [...named]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, members]) => ({ name, trackers: members }));
  return ungrouped.length === 0 ? found : [...found, { name: undefined, trackers: ungrouped }];
}

/** Names of a tracker's groups; empty if it has none. */
export function groupNames(tracker: Tracker, grouping: Arrangement["grouping"]): readonly string[] {
  switch (grouping) {
    case "category":
      return [...new Set(tracker.categories)];
    case "letter": {
      const [first = ""] = foldText(tracker.name).trim();
      return /\p{L}/u.test(first) ? [first.toUpperCase()] : [];
    }
    case "none":
      return [];
  }
}

/** Number of apps with a tracker, if known. */
export type AppCount = (tracker: number) => number | undefined;

/** Sorts trackers. Those without a date, or with an unknown number of apps, come last. */
export function sortedTrackers(
  trackers: Iterable<Tracker>,
  order: Arrangement["order"],
  appCount: AppCount = () => undefined,
): readonly Tracker[] {
  // ISO dates sort as text.
  return [...trackers].sort(
    (a, b) =>
      (order === "date" ? compare(b.created ?? "", a.created ?? "") : 0) ||
      (order === "apps" ? (appCount(b.id) ?? -1) - (appCount(a.id) ?? -1) : 0) ||
      compareText(a.name, b.name) ||
      a.id - b.id,
  );
}

/** Trackers with every word of the filter in their name, categories, signatures or website. */
export function matchingTrackers(trackers: Iterable<Tracker>, filter: string): readonly Tracker[] {
  const words = splitWords(filter);
  return [...trackers].filter((tracker) => {
    const { name, categories, codeSignature, networkSignature, website } = tracker;
    // Signatures are regular expressions, and no one types the backslash before a dot.
    const signatures = `${codeSignature ?? ""}\n${networkSignature ?? ""}`.replaceAll("\\", "");
    const text = foldText([name, ...categories, signatures, website ?? ""].join("\n"));
    return words.every((word) => text.includes(word));
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

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
  const without: Tracker[] = [];
  for (const tracker of trackers) {
    const names = groupNames(tracker, grouping);
    if (names.length === 0) without.push(tracker);
    for (const name of names) {
      const under = named.get(name);
      if (under === undefined) named.set(name, [tracker]);
      else under.push(tracker);
    }
  }
  const found: Group[] = [...named]
    .sort(([one], [other]) => compareText(one, other))
    .map(([name, under]) => ({ name, trackers: under }));
  return without.length === 0 ? found : [...found, { name: undefined, trackers: without }];
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
    (one, other) =>
      (order === "date" ? compare(other.created ?? "", one.created ?? "") : 0) ||
      (order === "apps" ? (appCount(other.id) ?? -1) - (appCount(one.id) ?? -1) : 0) ||
      compareText(one.name, other.name) ||
      one.id - other.id,
  );
}

/** Trackers with every word of the filter in their name, categories, signatures or website. */
export function matchingTrackers(trackers: Iterable<Tracker>, filter: string): readonly Tracker[] {
  const wanted = splitWords(filter);
  return [...trackers].filter((tracker) => {
    const { name, categories, codeSignature, networkSignature, website } = tracker;
    // Signatures are regular expressions, and no one types the backslash before a dot.
    const signatures = `${codeSignature ?? ""}\n${networkSignature ?? ""}`.replaceAll("\\", "");
    const text = foldText([name, ...categories, signatures, website ?? ""].join("\n"));
    return wanted.every((word) => text.includes(word));
  });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

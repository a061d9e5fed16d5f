import { byText, folded, words } from "./search-text.ts";
import type { Tracker } from "./tracker.ts";

export const GROUPINGS = ["category", "letter", "none"] as const;
export const ORDERS = ["name", "date"] as const;

/** How the reader wants the trackers to be listed. */
export interface Arrangement {
  readonly grouping: (typeof GROUPINGS)[number];
  /** By date, the newest come first. */
  readonly order: (typeof ORDERS)[number];
  /** Words that a tracker must have; none where all are shown. */
  readonly filter: string;
}

export const USUAL: Arrangement = { grouping: "category", order: "name", filter: "" };

export interface Group {
  /** A category, or a letter; undefined for the trackers that have none. */
  readonly name: string | undefined;
  readonly trackers: readonly Tracker[];
}

/** The trackers in groups, one of several categories under each of them, and those of none at the end. */
export function grouped(
  trackers: Iterable<Tracker>,
  { grouping, order }: Omit<Arrangement, "filter">,
): readonly Group[] {
  const named = new Map<string, Tracker[]>();
  const without: Tracker[] = [];
  for (const tracker of trackers) {
    const names = groupsOf(tracker, grouping);
    if (names.length === 0) without.push(tracker);
    for (const name of names) {
      const under = named.get(name);
      if (under === undefined) named.set(name, [tracker]);
      else under.push(tracker);
    }
  }
  const found: Group[] = [...named]
    .sort(([one], [other]) => byText(one, other))
    .map(([name, under]) => ({ name, trackers: sorted(under, order) }));
  return without.length === 0 ? found : [...found, { name: undefined, trackers: sorted(without, order) }];
}

/** The names of the groups in which a tracker stands; in none of a name where there is none. */
export function groupsOf(tracker: Tracker, grouping: Arrangement["grouping"]): readonly string[] {
  switch (grouping) {
    case "category":
      return [...new Set(tracker.categories)];
    case "letter": {
      const [first = ""] = folded(tracker.name).trim();
      return /\p{L}/u.test(first) ? [first.toUpperCase()] : [];
    }
    case "none":
      return [];
  }
}

/** In one list. By date, those that have none come last. */
export function sorted(trackers: Iterable<Tracker>, order: Arrangement["order"]): readonly Tracker[] {
  // ISO days sort as texts.
  return [...trackers].sort(
    (one, other) =>
      (order === "date" ? compare(other.created ?? "", one.created ?? "") : 0) ||
      byText(one.name, other.name) ||
      one.id - other.id,
  );
}

/** Those that have all words of the filter in their name, their categories, their signatures or their address. */
export function matching(trackers: Iterable<Tracker>, filter: string): readonly Tracker[] {
  const wanted = words(filter);
  return [...trackers].filter((tracker) => {
    const { name, categories, codeSignature, networkSignature, website } = tracker;
    // Signatures are expressions: nobody types the backslash before a dot.
    const signatures = `${codeSignature ?? ""}\n${networkSignature ?? ""}`.replaceAll("\\", "");
    const text = folded([name, ...categories, signatures, website ?? ""].join("\n"));
    return wanted.every((word) => text.includes(word));
  });
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

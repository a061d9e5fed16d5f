// Names of trackers as everything shows them.
import { l10n } from "../workbench/text/l10n.ts";
import type { TrackerList } from "./catalog/tracker-catalog.ts";
import { compareText } from "./model/search-text.ts";
import type { Tracker } from "./model/tracker.ts";

/** The name of a tracker. One that the list lacks, or that came before the list, is named by its ID. */
export function trackerName(id: number, list: TrackerList | undefined): string {
  return list?.trackers.get(id)?.name ?? l10n.t("Tracker {0}", id);
}

/** The same trackers are in the same order everywhere, in exports too. */
export function byTrackerName(ids: Iterable<number>, list: TrackerList | undefined): readonly number[] {
  const named = [...ids].map((id) => ({ id, name: trackerName(id, list) }));
  return named.sort((one, other) => compareText(one.name, other.name) || one.id - other.id).map(({ id }) => id);
}

export function describeCategories(tracker: Pick<Tracker, "categories"> | undefined): string {
  return tracker === undefined || tracker.categories.length === 0
    ? l10n.t("Uncategorized")
    : tracker.categories.join(", ");
}

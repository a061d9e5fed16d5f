// Names of trackers, the same in views, panels and exports.
import { l10n } from "../../workbench/text/l10n.ts";
import type { TrackerList } from "../store/tracker-list.ts";
import { compareText } from "../model/search-text.ts";
import type { Tracker } from "../model/tracker.ts";

/** Returns the name of a tracker, or its ID if the list is not loaded or doesn't contain it. */
export function trackerName(id: number, list: TrackerList | undefined): string {
  return list?.trackers.get(id)?.name ?? l10n.t("Tracker {0}", id);
}

/** Sorts trackers by name, so views, panels and exports have the same order. */
export function byTrackerName(ids: Iterable<number>, list: TrackerList | undefined): readonly number[] {
  const named = [...ids].map((id) => ({ id, name: trackerName(id, list) }));
  return named.sort((a, b) => compareText(a.name, b.name) || a.id - b.id).map(({ id }) => id);
}

export function describeCategories(tracker: Pick<Tracker, "categories"> | undefined): string {
  return tracker === undefined || tracker.categories.length === 0
    ? l10n.t("Uncategorized")
    : tracker.categories.join(", ");
}

// Commands on a tracker: open its panel.
import { getFields } from "../../base/json/is-table.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Placement } from "../../workbench/placement.ts";
import { getSubject, ignoreRow } from "../../workbench/tree/level-rows.ts";
import { matchingTrackers, sortedTrackers } from "../model/arrangement.ts";
import { foldText } from "../model/search-text.ts";
import type { Tracker } from "../model/tracker.ts";
import { isSubject } from "../parts/row-builders.ts";
import type { Store } from "../store/store.ts";
import { describeCategories } from "../wording/tracker-names.ts";
import type { TrackerPanels, TrackerState } from "./panel.ts";

/** Longer lists are cut here: typing shortens them. */
const MAX_CHOICES = 100;

/** Opens the panel of the given tracker, or of one that the user searches for. */
export function openTracker(
  dialogs: Pick<Dialogs, "search">,
  store: Store,
  panels: Pick<TrackerPanels, "show">,
): Command<[TrackerState | undefined], void> {
  const open = async (target: TrackerState | undefined, placement?: Placement): Promise<void> => {
    const found = target ?? (await searchTracker(dialogs, store));
    if (found !== undefined) panels.show(found, placement);
  };
  return {
    accepts: ([given]) => {
      const asked = ignoreRow(given);
      if (asked === undefined) return [undefined];
      const target = trackerArgument(asked);
      return target === undefined ? undefined : [target];
    },
    run: (target) => open(target),
    runAt: (placement, target) => open(target, placement),
  };
}

function trackerArgument(given: unknown): TrackerState | undefined {
  const { tracker = given } = getFields(given);
  return typeof tracker === "number" && Number.isSafeInteger(tracker) && tracker >= 0 ? { tracker } : undefined;
}

async function searchTracker(dialogs: Pick<Dialogs, "search">, store: Store): Promise<TrackerState | undefined> {
  const all = sortedTrackers((await store.trackers()).trackers.values(), "name");
  return await dialogs.search<TrackerState>(
    { title: l10n.t("Open Tracker"), placeholder: l10n.t("Name, category, class or host") },
    (typed) => {
      const found = matchingTrackers(all, typed);
      if (found.length === 0) return [{ label: l10n.t("No matching trackers"), value: undefined }];
      const named = found.filter(({ name }) => foldText(name).startsWith(foldText(typed.trim())));
      return [...new Set([...named, ...found])].slice(0, MAX_CHOICES).map(toChoice);
    },
  );
}

function toChoice({ id, name, categories, codeSignature }: Tracker): Choice<TrackerState> {
  return {
    label: name,
    description: describeCategories({ categories }),
    ...(codeSignature === undefined ? {} : { detail: codeSignature }),
    value: { tracker: id },
  };
}

export function trackerFromRow(given: unknown): Tracker | undefined {
  const subject = getSubject(given);
  return isSubject(subject) && subject.kind === "tracker" ? subject.tracker : undefined;
}

// Commands that group, sort and filter the trackers in the view.
import { on, plain, type Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { getSubject } from "../../workbench/tree/level-rows.ts";
import type { Arrangement } from "../model/arrangement.ts";
import { isSubject } from "../parts/row-builders.ts";
import type { TrackerArrangement } from "./tracker-arrangement.ts";

export function groupTrackers(dialogs: Dialogs, arrangement: TrackerArrangement): Command<[true], void> {
  return on(areTrackers, async () => {
    const grouping = await pick<Arrangement["grouping"]>(
      dialogs,
      l10n.t("Group Trackers"),
      [
        { label: l10n.t("By Category"), value: "category" },
        { label: l10n.t("By First Letter"), value: "letter" },
        { label: l10n.t("In One List"), value: "none" },
      ],
      arrangement.current.grouping,
    );
    if (grouping !== undefined) arrangement.change({ grouping });
  });
}

export function sortTrackers(dialogs: Dialogs, arrangement: TrackerArrangement): Command<[true], void> {
  return on(areTrackers, async () => {
    const order = await pick<Arrangement["order"]>(
      dialogs,
      l10n.t("Sort Trackers"),
      [
        { label: l10n.t("By Name"), value: "name" },
        { label: l10n.t("By Date Added"), value: "date" },
        { label: l10n.t("By Number of Apps"), description: l10n.t("expanded trackers only"), value: "apps" },
      ],
      arrangement.current.order,
    );
    if (order !== undefined) arrangement.change({ order });
  });
}

/** Filters on every keystroke. Escape restores the previous filter. */
export function filterTrackers(dialogs: Dialogs, arrangement: TrackerArrangement): Command<[], void> {
  return plain(async () => {
    const before = arrangement.current.filter;
    const typed = await dialogs.input({
      title: l10n.t("Filter Trackers"),
      prompt: l10n.t("Matches name, category, signature and website. Leave empty to show all trackers."),
      placeholder: l10n.t("For example, “crash” or “com.google”"),
      value: before,
      typed: (text) => {
        if (text.trim() !== arrangement.current.filter) arrangement.change({ filter: text.trim() });
      },
    });
    const filter = (typed ?? before).trim();
    if (filter !== arrangement.current.filter) arrangement.change({ filter });
  });
}

export function clearFilter(arrangement: TrackerArrangement): Command<[true], void> {
  return on(areTrackers, () => arrangement.change({ filter: "" }));
}

/** Whether this is the row of all trackers or of a group of them. The Issues view has the same commands. */
function areTrackers(given: unknown): true | undefined {
  const subject = getSubject(given);
  return isSubject(subject) && (subject.kind === "trackers" || subject.kind === "group") ? true : undefined;
}

function pick<T>(dialogs: Dialogs, title: string, choices: readonly Choice<T>[], current: T): Promise<T | undefined> {
  const described = choices.map((each) =>
    each.value === current ? { ...each, description: l10n.t("current") } : each,
  );
  return dialogs.pick(title, described);
}

// Commands that group, sort and filter the trackers in the view.
import { plain, type Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import type { Arrangement } from "../model/arrangement.ts";
import type { TrackerArrangement } from "./tracker-arrangement.ts";

type Grouping = Arrangement["grouping"];
type Order = Arrangement["order"];

export function groupTrackers(dialogs: Dialogs, arranging: TrackerArrangement): Command<[], void> {
  return plain(async () => {
    const choices = [
      { label: l10n.t("By Category"), value: "category" },
      { label: l10n.t("By First Letter"), value: "letter" },
      { label: l10n.t("In One List"), value: "none" },
    ] satisfies readonly Choice<Grouping>[];
    const grouping = await dialogs.pick<Grouping>(
      l10n.t("Group Trackers"),
      choices.map((each) => withCurrent(each, arranging.current.grouping)),
    );
    if (grouping !== undefined) arranging.change({ grouping });
  });
}

export function sortTrackers(dialogs: Dialogs, arranging: TrackerArrangement): Command<[], void> {
  return plain(async () => {
    const choices = [
      { label: l10n.t("By Name"), value: "name" },
      { label: l10n.t("By Date Added"), value: "date" },
      { label: l10n.t("By Number of Apps"), description: l10n.t("expanded trackers only"), value: "apps" },
    ] satisfies readonly Choice<Order>[];
    const order = await dialogs.pick<Order>(
      l10n.t("Sort Trackers"),
      choices.map((each) => withCurrent(each, arranging.current.order)),
    );
    if (order !== undefined) arranging.change({ order });
  });
}

/** Filters on every keystroke. Escape restores the previous filter. */
export function filterTrackers(dialogs: Dialogs, arranging: TrackerArrangement): Command<[], void> {
  return plain(async () => {
    const before = arranging.current.filter;
    const typed = await dialogs.input({
      title: l10n.t("Filter Trackers"),
      prompt: l10n.t("Matches name, category, signature and website. Leave empty to show all trackers."),
      placeholder: l10n.t("For example, “crash” or “com.google”"),
      value: before,
      typed: (text) => {
        if (text.trim() !== arranging.current.filter) arranging.change({ filter: text.trim() });
      },
    });
    const filter = (typed ?? before).trim();
    if (filter !== arranging.current.filter) arranging.change({ filter });
  });
}

export function clearFilter(arranging: TrackerArrangement): Command<[], void> {
  return plain(() => arranging.change({ filter: "" }));
}

function withCurrent<T>(choice: Choice<T>, current: T): Choice<T> {
  return choice.value === current ? { ...choice, description: l10n.t("current") } : choice;
}

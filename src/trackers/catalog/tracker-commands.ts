import { env } from "vscode";
import { on } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { subjectOf } from "../../workbench/tree/rows.ts";
import { matching, sorted } from "../model/arrangement.ts";
import { folded } from "../model/search-text.ts";
import type { Tracker } from "../model/tracker.ts";
import { isSubject } from "../rows.ts";
import type { Store } from "../store.ts";
import type { TrackerPanels, TrackerThing } from "./tracker-panel.ts";

/** More than anyone reads in a list that gets shorter with every key. */
const MOST = 100;

/** Opens the panel of a tracker: of a row, of a number, or one that the reader looks for. */
export function openTracker(
  dialogs: Pick<Dialogs, "search">,
  store: Store,
  panels: Pick<TrackerPanels, "show">,
): Command<[TrackerThing | undefined], void> {
  return {
    accepts: ([given]) => {
      if (given === undefined) return [undefined];
      const thing = thingIn(given);
      return thing === undefined ? undefined : [thing];
    },
    run: async (thing) => {
      const found = thing ?? (await lookedFor(dialogs, store));
      if (found !== undefined) panels.show(found);
    },
  };
}

function thingIn(given: unknown): TrackerThing | undefined {
  const subject = subjectOf(given);
  if (isSubject(subject)) return subject.kind === "tracker" ? { tracker: subject.tracker.id } : undefined;
  const tracker = typeof subject === "object" && subject !== null && "tracker" in subject ? subject.tracker : subject;
  return typeof tracker === "number" && Number.isSafeInteger(tracker) && tracker >= 0 ? { tracker } : undefined;
}

async function lookedFor(dialogs: Pick<Dialogs, "search">, store: Store): Promise<TrackerThing | undefined> {
  const all = sorted((await store.trackers()).trackers.values(), "name");
  return await dialogs.search<TrackerThing>(
    { title: l10n.t("Open Tracker"), placeholder: l10n.t("Name, category, class or address") },
    (typed) => {
      const found = matching(all, typed);
      if (found.length === 0) return [{ label: l10n.t("No tracker matches"), value: undefined }];
      const named = found.filter(({ name }) => folded(name).startsWith(folded(typed.trim())));
      return [...new Set([...named, ...found])].slice(0, MOST).map(choiceOf);
    },
  );
}

function choiceOf({ id, name, categories, codeSignature }: Tracker): Choice<TrackerThing> {
  return {
    label: name,
    description: categories.length === 0 ? l10n.t("Uncategorised") : categories.join(", "),
    ...(codeSignature === undefined ? {} : { detail: codeSignature }),
    value: { tracker: id },
  };
}

/** Copies what `text` says of the tracker of a row. */
export function copyOf(text: (tracker: Tracker) => string | undefined): Command<[Tracker], void> {
  return on(trackerIn, async (tracker) => {
    await env.clipboard.writeText(text(tracker) ?? "");
  });
}

export function trackerIn(given: unknown): Tracker | undefined {
  const subject = subjectOf(given);
  return isSubject(subject) && subject.kind === "tracker" ? subject.tracker : undefined;
}

// The quick pick for apps.
import { asProblem } from "../../base/problem.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { setKey } from "../store/connection-commands.ts";
import { appCount, packageNameCount, trackerCount } from "../wording/counts.ts";
import type { FoundApp } from "../app-list/search.ts";
import { readUrl } from "../model/exodus-urls.ts";
import { isPackageName, type Match } from "../model/report.ts";
import { foldText } from "../model/search-text.ts";
import { shortSourceName } from "../wording/source-names.ts";
import type { Store } from "../store/store.ts";
import { chooseAndDownload } from "./app-list-commands.ts";

/** An app suggested before the user types. */
export interface SuggestedApp {
  readonly handle: string;
  readonly name: string | undefined;
  readonly watched?: boolean;
}

/** Why an app is picked, and which ones to suggest. */
export interface PickAppOptions {
  readonly title: string;
  readonly suggestions?: readonly SuggestedApp[];
  /** Package name to leave out. */
  readonly exclude?: string;
  /** Whether the URL of a tracker can be picked too. */
  readonly findsTrackers?: boolean;
}

/** What the user picked. */
export type Picked =
  | { readonly kind: "app"; readonly handle: string; readonly report?: number }
  | { readonly kind: "tracker"; readonly tracker: number };

type PickerAction = Picked | { readonly kind: "read" | "setKey"; readonly typed: string };

export interface PickerDependencies {
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** The public search needs at least this many characters. */
const MIN_QUERY_CHARS = 3;

/** Lets the user pick an app: a suggested one, one found by app or package name or by a URL, or any package name. */
export async function pickApp(
  dependencies: PickerDependencies,
  store: Store,
  options: PickAppOptions,
): Promise<string | undefined> {
  const picked = await pickSubject(dependencies, store, options);
  return picked?.kind === "app" ? picked.handle : undefined;
}

/** Like `pickApp`, but also returns the report or tracker of a URL. */
export async function pickSubject(
  dependencies: PickerDependencies,
  store: Store,
  options: PickAppOptions,
  typed = "",
): Promise<Picked | undefined> {
  await store.apps.facts();
  // The list opens while the user types.
  store.apps.open().catch(() => undefined);
  const choice = await dependencies.dialogs.lookUp<PickerAction>(
    { title: pickerTitle(dependencies, store, options), placeholder: l10n.t("App or package name"), value: typed },
    (text) => localChoices(dependencies, store, options, text.trim()),
    (text, signal) => remoteChoices(dependencies, store, options, text.trim(), signal),
  );
  switch (choice?.kind) {
    case "read":
      return (await chooseAndDownload(dependencies, store))
        ? await pickSubject(dependencies, store, options, choice.typed)
        : undefined;
    case "setKey":
      return (await setKey(dependencies, store).run())
        ? await pickSubject(dependencies, store, options, choice.typed)
        : undefined;
    case "app":
    case "tracker":
    case undefined:
      return choice;
  }
}

/** Title with the size and date of the searched list. */
function pickerTitle({ now }: PickerDependencies, store: Store, { title }: PickAppOptions): string {
  const { knownFacts } = store.apps;
  if (knownFacts === undefined) return title;
  const { form, readAt, count } = knownFacts;
  const size = form === "full" ? appCount(count) : packageNameCount(count);
  return l10n.t("{0} ({1}, list of {2})", title, size, format.clockTime(readAt, now()));
}

/** Local matches. The typed package name comes last, below the apps that the server finds. */
async function localChoices(
  { now }: PickerDependencies,
  store: Store,
  options: PickAppOptions,
  typed: string,
): Promise<readonly Choice<PickerAction | undefined>[]> {
  const subject = readUrl(store.base, typed);
  switch (subject?.kind) {
    case "elsewhere":
      return [{ label: l10n.t("This page isn't from {0}", store.host), description: subject.host, value: undefined }];
    case "report":
      return store.hasKey ? [] : [keyChoice(typed, l10n.t("to open a report by its ID"))];
    case "tracker":
      return [await trackerChoice(store, options, subject.id)];
    case "app":
    case undefined:
  }
  const text = subject?.handle ?? typed;
  let failed: readonly Choice<undefined>[] = [];
  const listed = await store.apps.search(text).catch((error: unknown): readonly FoundApp[] => {
    failed = [failedChoice(l10n.t("Could not search the app list"), error, now())];
    return [];
  });
  const suggested = suggestedMatches(options, text);
  const found = listed.filter(({ handle }) => !suggested.some((each) => each.handle === handle));
  const matches = [
    ...suggested.map((each) => ({ handle: each.handle, choice: suggestedChoice(each) })),
    ...found.map((each) => ({ handle: each.handle, choice: foundChoice(each) })),
  ].filter(({ handle }) => handle !== options.exclude);
  const exact = matches.filter(({ handle }) => handle === text);
  const similar = matches.filter(({ handle }) => handle !== text);
  // A package name has at least two parts. Other text is a name.
  const isUnknown = isPackageName(text) && text.includes(".") && text !== options.exclude && exact.length === 0;
  return [
    ...[...exact, ...similar].map(({ choice }) => choice),
    ...failed,
    ...(isUnknown ? [handleChoice(text)] : []),
    ...(store.apps.knownFacts === undefined ? [noListChoice(store, text)] : []),
  ];
}

function suggestedMatches({ suggestions = [] }: PickAppOptions, text: string): readonly SuggestedApp[] {
  return suggestions.filter(({ handle, name }) => foldText(`${name ?? ""} ${handle}`).includes(foldText(text)));
}

function failedChoice(label: string, error: unknown, now: number): Choice<undefined> {
  return { label, description: describeProblem(asProblem(error), now).sentence, value: undefined };
}

function suggestedChoice({ handle, name, watched = false }: SuggestedApp): Choice<PickerAction> {
  return {
    label: name ?? handle,
    description: [...(name === undefined ? [] : [handle]), ...(watched ? [l10n.t("watched")] : [])].join(" · "),
    value: { kind: "app", handle },
  };
}

function foundChoice({ handle, name, sources, creator, match }: FoundApp): Choice<PickerAction> {
  const sourceNames = sources.map(shortSourceName).join(", ");
  const similarity = match === "fuzzy" ? [l10n.t("similar name")] : [];
  return {
    label: name ?? handle,
    description: [...(name === undefined ? [] : [handle]), sourceNames, ...similarity].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "app", handle },
  };
}

function handleChoice(handle: string): Choice<PickerAction> {
  return { label: handle, description: l10n.t("use this package name"), value: { kind: "app", handle }, last: true };
}

function keyChoice(typed: string, reason: string): Choice<PickerAction> {
  return { label: l10n.t("Set API Key…"), description: reason, value: { kind: "setKey", typed }, last: true };
}

async function trackerChoice(
  store: Store,
  { findsTrackers = false }: PickAppOptions,
  id: number,
): Promise<Choice<PickerAction | undefined>> {
  if (!findsTrackers) return { label: l10n.t("This URL is of a tracker, not of an app"), value: undefined };
  const name = await store.anyTrackers().then(
    ({ trackers }) => trackers.get(id)?.name,
    () => undefined,
  );
  return {
    label: name ?? l10n.t("Tracker {0}", String(id)),
    description: l10n.t("tracker"),
    value: { kind: "tracker", tracker: id },
  };
}

/** Offers to download the app list, or to set the key that this needs: only the list can be searched while typing. */
function noListChoice(store: Store, typed: string): Choice<PickerAction | undefined> {
  const reason = l10n.t("to search all names as you type");
  if (!store.hasKey) return keyChoice(typed, reason);
  return {
    label: l10n.t("Download App List…"),
    description: reason,
    value: { kind: "read", typed },
    last: true,
  };
}

/** Apps with similar names on the server, shown below the local matches; or the app of a report's URL. */
async function remoteChoices(
  { now }: PickerDependencies,
  store: Store,
  options: PickAppOptions,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Choice<PickerAction | undefined>[]> {
  const subject = readUrl(store.base, typed);
  if (subject?.kind === "report") return store.hasKey ? [await reportChoice(store, subject.id, now(), signal)] : [];
  if (subject !== undefined && subject.kind !== "app") return [];
  const text = subject?.handle ?? typed;
  if (text.length < MIN_QUERY_CHARS) return [];
  try {
    const { values } = await store.findSimilar(text, signal);
    const listed = await store.apps.search(text).catch((): readonly FoundApp[] => []);
    const shown = new Set([...suggestedMatches(options, text), ...listed].map(({ handle }) => handle));
    const found = values.filter(({ handle }) => handle !== options.exclude && !shown.has(handle));
    if (found.length === 0 && shown.size === 0) return [{ label: l10n.t("No matching apps"), value: undefined }];
    return found.map(matchChoice);
  } catch (error) {
    return [failedChoice(l10n.t("Could not search {0}", store.host), error, now())];
  }
}

async function reportChoice(
  store: Store,
  report: number,
  now: number,
  signal: AbortSignal,
): Promise<Choice<PickerAction | undefined>> {
  try {
    const handle = await store.reportedApp(report, signal);
    const description = l10n.t("report {0}", String(report));
    return { label: handle, description, value: { kind: "app", handle, report } };
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind !== "notFound")
      return failedChoice(l10n.t("Could not load report {0}", String(report)), problem, now);
    return { label: l10n.t("{0} has no report {1}", store.host, String(report)), value: undefined };
  }
}

function matchChoice({ handle, name, trackers, version, creator }: Match): Choice<PickerAction> {
  return {
    label: name ?? handle,
    description: [handle, ...(trackers === undefined ? [] : [trackersIn(version, trackers)])].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "app", handle },
  };
}

/** "2 trackers in 8.4": other versions may have others. */
function trackersIn(version: string | undefined, trackers: number): string {
  return version === undefined ? trackerCount(trackers) : l10n.t("{0} in {1}", trackerCount(trackers), version);
}

// The quick pick for apps, and the command that opens it.
import { asProblem } from "../../base/problem.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { formatClockTime } from "../../workbench/text/format.ts";
import { setKey } from "../connection/connection-commands.ts";
import { appCount, packageNameCount, trackerCount } from "../counts.ts";
import type { FoundApp } from "../app-list/search.ts";
import { isPackageName, type Match } from "../model/report.ts";
import { foldText } from "../model/search-text.ts";
import { shortSourceName } from "../source-names.ts";
import type { Store } from "../store.ts";
import { chooseAndDownload } from "./app-list-commands.ts";

/** An app suggested before the user types. */
export interface SuggestedApp {
  readonly handle: string;
  readonly name: string | undefined;
}

/** Why an app is picked, and which ones to suggest. */
export interface PickAppOptions {
  readonly title: string;
  readonly suggestions?: readonly SuggestedApp[];
  /** Package name to leave out. */
  readonly exclude?: string;
}

type PickerAction =
  | { readonly kind: "open"; readonly handle: string }
  | { readonly kind: "read" | "setKey"; readonly typed: string };

interface Parts {
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** The public search needs at least this many characters. */
const MIN_QUERY_CHARS = 3;
const APP_URL = /^(?:https?|market):\/\/\S*(?:[?&]id=|\/(?:packages|reports)\/)([a-z]\w*(?:\.\w+)+)/i;

/** Lets the user pick an app: a suggested one, one found by app or package name, or any package name. */
export async function pickApp(
  parts: Parts,
  store: Store,
  options: PickAppOptions,
  typed = "",
): Promise<string | undefined> {
  await store.apps.facts();
  // The list opens while the user types.
  store.apps.open().catch(() => undefined);
  const choice = await parts.dialogs.lookUp<PickerAction>(
    { title: pickerTitle(parts, store, options), placeholder: l10n.t("App or package name"), value: typed },
    (text) => localChoices(parts, store, options, readName(text)),
    (text, signal) => remoteChoices(parts, store, options, readName(text), signal),
  );
  switch (choice?.kind) {
    case undefined:
      return undefined;
    case "open":
      return choice.handle;
    case "read":
      return (await chooseAndDownload(parts, store)) ? await pickApp(parts, store, options, choice.typed) : undefined;
    case "setKey":
      return (await setKey(parts, store).run()) ? await pickApp(parts, store, options, choice.typed) : undefined;
  }
}

/** The typed name, or the package name in the URL of an app's page in a store or at εxodus. */
function readName(typed: string): string {
  const text = typed.trim();
  return APP_URL.exec(text)?.[1] ?? text;
}

/** Title with the size and date of the searched list. */
function pickerTitle({ now }: Parts, store: Store, { title }: PickAppOptions): string {
  const { knownFacts } = store.apps;
  if (knownFacts === undefined) return title;
  const { form, readAt, count } = knownFacts;
  const size = form === "full" ? appCount(count) : packageNameCount(count);
  return l10n.t("{0} ({1}, list of {2})", title, size, formatClockTime(readAt, now()));
}

/** Local matches. The typed package name comes last, below the apps that the server finds. */
async function localChoices(
  { now }: Parts,
  store: Store,
  options: PickAppOptions,
  text: string,
): Promise<readonly Choice<PickerAction | undefined>[]> {
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
  const isUnknown = isPackageName(text) && text !== options.exclude && exact.length === 0;
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

function suggestedChoice({ handle, name }: SuggestedApp): Choice<PickerAction> {
  return {
    label: name ?? handle,
    ...(name === undefined ? {} : { description: handle }),
    value: { kind: "open", handle },
  };
}

function foundChoice({ handle, name, sources, creator, match }: FoundApp): Choice<PickerAction> {
  const sourceNames = sources.map(shortSourceName).join(", ");
  const similarity = match === "fuzzy" ? [l10n.t("similar name")] : [];
  return {
    label: name ?? handle,
    description: [...(name === undefined ? [] : [handle]), sourceNames, ...similarity].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "open", handle },
  };
}

function handleChoice(handle: string): Choice<PickerAction> {
  return { label: handle, description: l10n.t("use this package name"), value: { kind: "open", handle }, last: true };
}

/** Offers to download the app list, or to set the key that this needs: only the list can be searched while typing. */
function noListChoice(store: Store, typed: string): Choice<PickerAction | undefined> {
  if (!store.hasKey) {
    return {
      label: l10n.t("Set API Key…"),
      description: l10n.t("to search all names as you type"),
      value: { kind: "setKey", typed },
      last: true,
    };
  }
  return {
    label: l10n.t("Download App List…"),
    description: l10n.t("to search all names as you type"),
    value: { kind: "read", typed },
    last: true,
  };
}

/** Apps with similar names on the server, shown below the local matches. */
async function remoteChoices(
  { now }: Parts,
  store: Store,
  options: PickAppOptions,
  text: string,
  signal: AbortSignal,
): Promise<readonly Choice<PickerAction | undefined>[]> {
  if (text.length < MIN_QUERY_CHARS) return [];
  try {
    const { values } = await store.findSimilar(text, signal);
    const listed = await store.apps.search(text).catch((): readonly FoundApp[] => []);
    const shown = new Set([...suggestedMatches(options, text), ...listed].map(({ handle }) => handle));
    return values.filter(({ handle }) => handle !== options.exclude && !shown.has(handle)).map(matchChoice);
  } catch (error) {
    return [failedChoice(l10n.t("Could not search {0}", store.host), error, now())];
  }
}

function matchChoice({ handle, name, trackers, version, creator }: Match): Choice<PickerAction> {
  return {
    label: name ?? handle,
    description: [handle, ...(trackers === undefined ? [] : [trackersIn(version, trackers)])].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "open", handle },
  };
}

/** "2 trackers in 8.4": other versions may have others. */
function trackersIn(version: string | undefined, trackers: number): string {
  return version === undefined ? trackerCount(trackers) : l10n.t("{0} in {1}", trackerCount(trackers), version);
}

/** Opens the report of a package name, or of an app that the user picks. */
export function findApp(
  parts: Parts,
  store: Store,
  reports: { show(app: { readonly handle: string }): void },
  suggestions: () => readonly SuggestedApp[],
): Command<[string | undefined], void> {
  return {
    accepts: ([given]) => [typeof given === "string" ? given : undefined],
    run: async (given) => {
      const handle =
        given?.trim() ?? (await pickApp(parts, store, { title: l10n.t("Find App"), suggestions: suggestions() }));
      if (handle === undefined || handle === "") return;
      reports.show({ handle });
    },
  };
}

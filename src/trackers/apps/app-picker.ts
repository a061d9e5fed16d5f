// The quick pick for apps, and the command that opens it.
import { asProblem } from "../../base/problem.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { formatClockTime } from "../../workbench/text/format.ts";
import { setKey } from "../connection/connection-commands.ts";
import { appCount, packageNameCount, trackerCount } from "../counts.ts";
import { searchApps, type FoundApp } from "../model/app-list/search.ts";
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
  await store.apps.open();
  const choice = await parts.dialogs.lookUp<PickerAction>(
    { title: pickerTitle(parts, store, options), placeholder: l10n.t("App or package name"), value: typed },
    (text) => localChoices(store, options, readName(text)),
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
  const { known: list } = store.apps;
  if (list === undefined) return title;
  const { form, readAt } = list.facts;
  const size = form === "full" ? appCount(list.count) : packageNameCount(list.count);
  return l10n.t("{0} ({1}, list of {2})", title, size, formatClockTime(readAt, now()));
}

/** Local matches. The typed package name comes last, below the apps that the server finds. */
function localChoices(
  store: Store,
  options: PickAppOptions,
  text: string,
): readonly Choice<PickerAction | undefined>[] {
  const matches = localMatches(store, options, text);
  const exact = matches.filter(({ handle }) => handle === text);
  const similar = matches.filter(({ handle }) => handle !== text);
  const isUnknown = isPackageName(text) && text !== options.exclude && exact.length === 0;
  return [
    ...[...exact, ...similar].map(({ choice }) => choice),
    ...(isUnknown ? [handleChoice(text)] : []),
    ...(store.apps.known === undefined ? [noListChoice(store, text)] : []),
  ];
}

/** Suggested and listed apps that match the typed text. */
function localMatches(store: Store, { suggestions = [], exclude }: PickAppOptions, text: string) {
  const list = store.apps.known;
  const suggested = suggestions.filter(
    ({ handle, name }) => handle !== exclude && foldText(`${name ?? ""} ${handle}`).includes(foldText(text)),
  );
  const excluded = new Set(suggested.map(({ handle }) => handle).concat(exclude ?? []));
  const found = (list === undefined ? [] : searchApps(list, text)).filter(({ handle }) => !excluded.has(handle));
  return [
    ...suggested.map((each) => ({ handle: each.handle, choice: suggestedChoice(each) })),
    ...found.map((each) => ({ handle: each.handle, choice: foundChoice(each) })),
  ];
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
    const shown = new Set(
      localMatches(store, options, text)
        .map(({ handle }) => handle)
        .concat(options.exclude ?? []),
    );
    return values.filter(({ handle }) => !shown.has(handle)).map(matchChoice);
  } catch (error) {
    const { sentence } = describeProblem(asProblem(error), now());
    return [{ label: l10n.t("Could not search {0}", store.host), description: sentence, value: undefined }];
  }
}

function matchChoice({ handle, name, trackers, creator }: Match): Choice<PickerAction> {
  return {
    label: name ?? handle,
    description: [handle, ...(trackers === undefined ? [] : [trackerCount(trackers)])].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "open", handle },
  };
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

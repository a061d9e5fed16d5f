// The quick pick for apps, and the command that opens it.
import { asProblem } from "../../base/problem.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { formatClockTime } from "../../workbench/format.ts";
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
  readonly offered?: readonly SuggestedApp[];
  /** Package name to leave out. */
  readonly without?: string;
}

type Choosable =
  { readonly kind: "open"; readonly handle: string } | { readonly kind: "read" | "setKey"; readonly typed: string };

interface Parts {
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** The public search needs at least this many characters. */
const MIN_QUERY_CHARS = 3;

/** Lets the user pick an app: a suggested one, one found by app or package name, or any package name. */
export async function pickApp(
  parts: Parts,
  store: Store,
  asked: PickAppOptions,
  typed = "",
): Promise<string | undefined> {
  await store.apps.open();
  const wanted = await parts.dialogs.lookUp<Choosable>(
    { title: pickerTitle(parts, store, asked), placeholder: l10n.t("App or package name"), value: typed },
    (so) => choices(store, asked, so),
    (so, signal) => remoteChoices(parts, store, asked, so, signal),
  );
  switch (wanted?.kind) {
    case undefined:
      return undefined;
    case "open":
      return wanted.handle;
    case "read":
      return (await chooseAndDownload(parts, store)) ? await pickApp(parts, store, asked, wanted.typed) : undefined;
    case "setKey":
      return (await setKey(parts, store).run()) ? await pickApp(parts, store, asked, wanted.typed) : undefined;
  }
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
function choices(store: Store, asked: PickAppOptions, typed: string): readonly Choice<Choosable | undefined>[] {
  const text = typed.trim();
  const here = localMatches(store, asked, text);
  const exact = here.filter(({ handle }) => handle === text);
  const others = here.filter(({ handle }) => handle !== text);
  const isUnknown = isPackageName(text) && text !== asked.without && exact.length === 0;
  return [
    ...[...exact, ...others].map(({ choice }) => choice),
    ...(isUnknown ? [handleChoice(text)] : []),
    ...(store.apps.known === undefined ? [noListChoice(store, text)] : []),
  ];
}

/** Suggested and listed apps that match the typed text. */
function localMatches(store: Store, { offered = [], without }: PickAppOptions, text: string) {
  const list = store.apps.known;
  const near = offered.filter(({ handle, name }) => foldText(`${name ?? ""} ${handle}`).includes(foldText(text)));
  const known = new Set(near.map(({ handle }) => handle).concat(without ?? []));
  const found = (list === undefined ? [] : searchApps(list, text)).filter(({ handle }) => !known.has(handle));
  return [
    ...near.map((each) => ({ handle: each.handle, choice: offeredChoice(each) })),
    ...found.map((each) => ({ handle: each.handle, choice: foundChoice(each) })),
  ];
}

function offeredChoice({ handle, name }: SuggestedApp): Choice<Choosable> {
  return {
    label: name ?? handle,
    ...(name === undefined ? {} : { description: handle }),
    value: { kind: "open", handle },
  };
}

function foundChoice({ handle, name, sources, creator, match }: FoundApp): Choice<Choosable> {
  const from = sources.map(shortSourceName).join(", ");
  const like = match === "fuzzy" ? [l10n.t("similar name")] : [];
  return {
    label: name ?? handle,
    description: [...(name === undefined ? [] : [handle]), from, ...like].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "open", handle },
  };
}

function handleChoice(handle: string): Choice<Choosable> {
  return { label: handle, description: l10n.t("use this package name"), value: { kind: "open", handle }, last: true };
}

/** Offers to download the app list, or to set the key that this needs: only the list can be searched while typing. */
function noListChoice(store: Store, typed: string): Choice<Choosable | undefined> {
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
  asked: PickAppOptions,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Choice<Choosable | undefined>[]> {
  const text = typed.trim();
  if (text.length < MIN_QUERY_CHARS) return [];
  try {
    const { values } = await store.findSimilar(text, signal);
    const here = new Set(
      localMatches(store, asked, text)
        .map(({ handle }) => handle)
        .concat(asked.without ?? []),
    );
    return values.filter(({ handle }) => !here.has(handle)).map(matchChoice);
  } catch (error) {
    const { sentence } = describeProblem(asProblem(error), now());
    return [{ label: l10n.t("Could not search {0}", store.host), description: sentence, value: undefined }];
  }
}

function matchChoice({ handle, name, trackers, creator }: Match): Choice<Choosable> {
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
  offered: () => readonly SuggestedApp[],
): Command<[string | undefined], void> {
  return {
    accepts: ([given]) => [typeof given === "string" ? given : undefined],
    run: async (given) => {
      const handle = given?.trim() ?? (await pickApp(parts, store, { title: l10n.t("Find App"), offered: offered() }));
      if (handle === undefined || handle === "") return;
      reports.show({ handle });
    },
  };
}

import { l10n } from "../workbench/text/l10n.ts";
import type { Choice, Dialogs } from "../workbench/dialogs.ts";
import { clock, count } from "../workbench/words.ts";
import { readApps } from "./commands/app-list.ts";
import { isHandle } from "./model.ts";
import type { Match } from "./model.ts";
import { searched } from "./model/app-list/search.ts";
import type { FoundApp } from "./model/app-list/search.ts";
import { folded } from "./model/fold.ts";
import type { Store } from "./store.ts";
import { shortSourceName } from "./words.ts";

/** An application that is offered before one has typed anything. */
export interface Offered {
  readonly handle: string;
  readonly name: string | undefined;
}

/** What an application is asked for. */
export interface AppQuestion {
  readonly title: string;
  readonly offered?: readonly Offered[];
  /** The handle of one that is not meant. */
  readonly without?: string;
}

type Wanted =
  | { readonly kind: "open"; readonly handle: string }
  | { readonly kind: "ask"; readonly typed: string }
  | { readonly kind: "read"; readonly typed: string };

interface Parts {
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** The public search takes no less. */
const LEAST_TO_ASK = 3;

/** Asks for an application: one of those that are offered, one that is found by name or handle, or any handle. */
export async function askApp(parts: Parts, store: Store, asked: AppQuestion, typed = ""): Promise<string | undefined> {
  await store.apps.open();
  const wanted = await parts.dialogs.search<Wanted>(
    { title: titleOf(parts, store, asked), placeholder: l10n.t("Name or handle of an app"), value: typed },
    (so) => choices(store, asked, so),
  );
  switch (wanted?.kind) {
    case undefined:
      return undefined;
    case "open":
      return wanted.handle;
    case "ask":
      return await alike(parts, store, asked, wanted.typed);
    case "read":
      return (await readApps(parts, store)) ? await askApp(parts, store, asked, wanted.typed) : undefined;
  }
}

/** What is asked, whose data it is that is searched, and of when. */
function titleOf({ now }: Parts, store: Store, { title }: AppQuestion): string {
  const { known: list } = store.apps;
  if (list === undefined) return title;
  const { form, readAt } = list.facts;
  return form === "full"
    ? l10n.t("{0} among {1} of {2}, ODbL", title, count(list.count), clock(readAt, now()))
    : l10n.t("{0} among {1} handles of {2}, ODbL", title, count(list.count), clock(readAt, now()));
}

function choices(
  store: Store,
  { offered = [], without }: AppQuestion,
  typed: string,
): readonly Choice<Wanted | undefined>[] {
  const text = typed.trim();
  const list = store.apps.known;
  const near = offered.filter(({ handle, name }) => folded(`${name ?? ""} ${handle}`).includes(folded(text)));
  const known = new Set(near.map(({ handle }) => handle).concat(without ?? []));
  const found = (list === undefined ? [] : searched(list, text)).filter(({ handle }) => !known.has(handle));
  const all = [
    ...near.map((each) => ({ handle: each.handle, choice: offeredChoice(each) })),
    ...found.map((each) => ({ handle: each.handle, choice: foundChoice(each) })),
  ];
  const exact = all.filter(({ handle }) => handle === text);
  const others = all.filter(({ handle }) => handle !== text).map(({ choice }) => choice);
  const unknown = isHandle(text) && text !== without && exact.length === 0 ? [handleChoice(text)] : [];
  // A dot makes a handle of what may also be a name. Without a list it may be one that is known nowhere here.
  const isDotted = text.includes(".");
  return [
    ...exact.map(({ choice }) => choice),
    ...(isDotted && list === undefined ? unknown : []),
    ...others,
    ...(isDotted && list !== undefined ? unknown : []),
    ...(text.length >= LEAST_TO_ASK ? [askChoice(store.host, text)] : []),
    ...(isDotted ? [] : unknown),
    ...(list === undefined ? [noListChoice(store, text)] : []),
  ];
}

function offeredChoice({ handle, name }: Offered): Choice<Wanted> {
  return {
    label: name ?? handle,
    ...(name === undefined ? {} : { description: handle }),
    value: { kind: "open", handle },
  };
}

function foundChoice({ handle, name, sources, creator, match }: FoundApp): Choice<Wanted> {
  const from = sources.map(shortSourceName).join(", ");
  const like = match === "fuzzy" ? [l10n.t("similar")] : [];
  return {
    label: name ?? handle,
    description: [...(name === undefined ? [] : [handle]), from, ...like].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "open", handle },
  };
}

function handleChoice(handle: string): Choice<Wanted> {
  return { label: handle, description: l10n.t("this handle, as it is typed"), value: { kind: "open", handle } };
}

/** What was typed stands in the description: VS Code puts labels that have it in them above all others. */
function askChoice(host: string, typed: string): Choice<Wanted> {
  return {
    label: l10n.t("Ask {0}", host),
    description: l10n.t("for names like “{0}”, no key needed", typed),
    value: { kind: "ask", typed },
  };
}

/** Without a list names cannot be searched while one types; what is to be done about it. */
function noListChoice(store: Store, typed: string): Choice<Wanted | undefined> {
  if (!store.hasKey) {
    return { label: l10n.t("With an API key all names can be searched as you type."), value: undefined };
  }
  return {
    label: l10n.t("Read List of All Apps…"),
    description: l10n.t("to search all names as you type"),
    value: { kind: "read", typed },
  };
}

async function alike(
  { dialogs }: Parts,
  store: Store,
  { without }: AppQuestion,
  typed: string,
): Promise<string | undefined> {
  const { values } = await dialogs.progress(l10n.t("Asking {0} for “{1}”…", store.host, typed), (_told, signal) =>
    store.alike(typed, signal),
  );
  const others = values.filter(({ handle }) => handle !== without);
  if (others.length === 0) {
    void dialogs.message("info", l10n.t("{0} knows no app whose name looks like “{1}”.", store.host, typed));
    return undefined;
  }
  return await dialogs.pick(l10n.t("Apps of {0} like “{1}”", store.host, typed), others.map(matchChoice));
}

function matchChoice({ handle, name, trackers, creator }: Match): Choice<string> {
  const carried = trackers === undefined ? [] : [l10n.t("trackers: {0}", count(trackers))];
  return {
    label: name ?? handle,
    description: [handle, ...carried].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: handle,
  };
}

import { asProblem } from "../../base/problem.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs.ts";
import { describeProblem } from "../../workbench/problems.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { clock, count } from "../../workbench/words.ts";
import { searched } from "../model/app-list/search.ts";
import type { FoundApp } from "../model/app-list/search.ts";
import { isHandle } from "../model/report.ts";
import type { Match } from "../model/report.ts";
import { folded } from "../model/search-text.ts";
import type { Reports } from "../reports/report-panels.ts";
import { shortSourceName } from "../source-names.ts";
import type { Store } from "../store.ts";
import { trackerCount } from "../timeline/change-summary.ts";
import { readApps } from "./app-list-commands.ts";

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

type Wanted = { readonly kind: "open"; readonly handle: string } | { readonly kind: "read"; readonly typed: string };

interface Parts {
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** The public search takes no less. */
const LEAST_TO_ASK = 3;

/** Asks for an application: one of those that are offered, one that is found by name or handle, or any handle. */
export async function askApp(parts: Parts, store: Store, asked: AppQuestion, typed = ""): Promise<string | undefined> {
  await store.apps.open();
  const wanted = await parts.dialogs.lookUp<Wanted>(
    { title: titleOf(parts, store, asked), placeholder: l10n.t("Name or handle of an app"), value: typed },
    (so) => choices(store, asked, so),
    (so, signal) => alike(parts, store, asked, so, signal),
  );
  switch (wanted?.kind) {
    case undefined:
      return undefined;
    case "open":
      return wanted.handle;
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

/** What is known here: the typed handle comes last, below the names that the service finds. */
function choices(store: Store, asked: AppQuestion, typed: string): readonly Choice<Wanted | undefined>[] {
  const text = typed.trim();
  const here = foundHere(store, asked, text);
  const exact = here.filter(({ handle }) => handle === text);
  const others = here.filter(({ handle }) => handle !== text);
  const isUnknown = isHandle(text) && text !== asked.without && exact.length === 0;
  return [
    ...[...exact, ...others].map(({ choice }) => choice),
    ...(isUnknown ? [handleChoice(text)] : []),
    ...(store.apps.known === undefined ? [noListChoice(store, text)] : []),
  ];
}

/** The apps that are offered or in the kept list, and match what is typed. */
function foundHere(store: Store, { offered = [], without }: AppQuestion, text: string) {
  const list = store.apps.known;
  const near = offered.filter(({ handle, name }) => folded(`${name ?? ""} ${handle}`).includes(folded(text)));
  const known = new Set(near.map(({ handle }) => handle).concat(without ?? []));
  const found = (list === undefined ? [] : searched(list, text)).filter(({ handle }) => !known.has(handle));
  return [
    ...near.map((each) => ({ handle: each.handle, choice: offeredChoice(each) })),
    ...found.map((each) => ({ handle: each.handle, choice: foundChoice(each) })),
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
  return { label: handle, description: l10n.t("this handle, as typed"), value: { kind: "open", handle }, last: true };
}

/** Without a list names cannot be searched while one types; what is to be done about it. */
function noListChoice(store: Store, typed: string): Choice<Wanted | undefined> {
  if (!store.hasKey) {
    return { label: l10n.t("With an API key all names can be searched as you type."), value: undefined, last: true };
  }
  return {
    label: l10n.t("Read List of All Apps…"),
    description: l10n.t("to search all names as you type"),
    value: { kind: "read", typed },
    last: true,
  };
}

/** Names at the service that are like the typed one, below what is known here. */
async function alike(
  { now }: Parts,
  store: Store,
  asked: AppQuestion,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Choice<Wanted | undefined>[]> {
  const text = typed.trim();
  if (text.length < LEAST_TO_ASK) return [];
  try {
    const { values } = await store.alike(text, signal);
    const here = new Set(
      foundHere(store, asked, text)
        .map(({ handle }) => handle)
        .concat(asked.without ?? []),
    );
    return values.filter(({ handle }) => !here.has(handle)).map(matchChoice);
  } catch (error) {
    const { sentence } = describeProblem(asProblem(error), now());
    return [{ label: l10n.t("{0} could not be searched", store.host), description: sentence, value: undefined }];
  }
}

function matchChoice({ handle, name, trackers, creator }: Match): Choice<Wanted> {
  return {
    label: name ?? handle,
    description: [handle, ...(trackers === undefined ? [] : [trackerCount(trackers)])].join(" · "),
    ...(creator === undefined ? {} : { detail: creator }),
    value: { kind: "open", handle },
  };
}

/** Opens the report of an application: of a handle, or of what the reader looks for by name or handle. */
export function findApp(
  parts: Parts,
  store: Store,
  reports: Pick<Reports, "show">,
  offered: () => readonly Offered[],
): Command<[string | undefined], void> {
  return {
    accepts: ([given]) => [typeof given === "string" ? given : undefined],
    run: async (given) => {
      const handle = given?.trim() ?? (await askApp(parts, store, { title: l10n.t("Find App"), offered: offered() }));
      if (handle === undefined || handle === "") return;
      reports.show({ handle });
    },
  };
}

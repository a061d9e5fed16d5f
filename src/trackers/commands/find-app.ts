import { l10n } from "vscode";
import { Problem } from "../../base/problem.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Choice, Dialogs } from "../../workbench/dialogs.ts";
import { clock, count } from "../../workbench/words.ts";
import { isHandle } from "../model.ts";
import type { Match } from "../model.ts";
import { searched } from "../model/app-list/search.ts";
import type { FoundApp } from "../model/app-list/search.ts";
import type { Reports } from "../panel.ts";
import type { Store } from "../store.ts";
import { shortSourceName } from "../words.ts";
import { readApps } from "./app-list.ts";

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

/** Opens the report of an application: of a handle, or of what the reader looks for by name or handle. */
export function findApp(
  parts: Parts,
  store: Store,
  reports: Pick<Reports, "show">,
): Command<[string | undefined], void> {
  return {
    accepts: ([given]) => [typeof given === "string" ? given : undefined],
    run: async (given) => {
      const handle = given?.trim() ?? (await lookedFor(parts, store, ""));
      if (handle === undefined || handle === "") return;
      if (!isHandle(handle)) {
        throw new Problem("invalid", { detail: l10n.t("A handle is made of words with dots between them.") });
      }
      reports.show({ handle });
    },
  };
}

async function lookedFor(parts: Parts, store: Store, typed: string): Promise<string | undefined> {
  await store.apps.open();
  const wanted = await parts.dialogs.search<Wanted>(
    { title: titleOf(parts, store), placeholder: l10n.t("Name or handle of an app"), value: typed },
    (so) => choices(store, so),
  );
  switch (wanted?.kind) {
    case undefined:
      return undefined;
    case "open":
      return wanted.handle;
    case "ask":
      return await asked(parts, store, wanted.typed);
    case "read":
      return (await readApps(parts, store)) ? await lookedFor(parts, store, wanted.typed) : undefined;
  }
}

/** Whose data it is that is searched, and of when. */
function titleOf({ now }: Parts, store: Store): string {
  const { known: list } = store.apps;
  if (list === undefined) return l10n.t("Find App");
  const { form, readAt } = list.facts;
  return form === "full"
    ? l10n.t("Find App among {0} of {1}, ODbL", count(list.count), clock(readAt, now()))
    : l10n.t("Find App among {0} handles of {1}, ODbL", count(list.count), clock(readAt, now()));
}

function choices(store: Store, typed: string): readonly Choice<Wanted | undefined>[] {
  const text = typed.trim();
  const list = store.apps.known;
  const found = list === undefined ? [] : searched(list, text);
  const exactly = found[0]?.handle === text;
  return [
    ...found.map(foundChoice),
    ...(isHandle(text) && text.includes(".") && !exactly ? [handleChoice(text)] : []),
    ...(text.length >= LEAST_TO_ASK ? [askChoice(store.host, text)] : []),
    ...(isHandle(text) && !text.includes(".") ? [handleChoice(text)] : []),
    ...(list === undefined ? [noListChoice(store, text)] : []),
  ];
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
  return { label: handle, description: l10n.t("open the report of this handle"), value: { kind: "open", handle } };
}

function askChoice(host: string, typed: string): Choice<Wanted> {
  return {
    label: l10n.t("Ask {0} for “{1}”", host, typed),
    description: l10n.t("names that look like it, no key needed"),
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

async function asked({ dialogs }: Parts, store: Store, typed: string): Promise<string | undefined> {
  const { values } = await dialogs.progress(l10n.t("Asking {0} for “{1}”…", store.host, typed), (_told, signal) =>
    store.alike(typed, signal),
  );
  if (values.length === 0) {
    void dialogs.message("info", l10n.t("{0} knows no app whose name looks like “{1}”.", store.host, typed));
    return undefined;
  }
  return await dialogs.pick(l10n.t("Apps of {0} like “{1}”", store.host, typed), values.map(matchChoice));
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

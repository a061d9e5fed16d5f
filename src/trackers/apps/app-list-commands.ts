import { asProblem } from "../../base/problem.ts";
import { plain } from "../../workbench/commands.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Dialogs, Progress } from "../../workbench/dialogs.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { count, exact, formatFixed, until } from "../../workbench/words.ts";
import type { Form } from "../model/app-list/app-list.ts";
import type { Store } from "../store.ts";
import type { ListReading } from "./app-lists.ts";

interface Parts {
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** So often the reader is told how long the service has been thinking, in milliseconds. */
const SAID_EVERY = 1000;

export function readAppList(parts: Parts, store: Store): Command<[], boolean> {
  return plain(() => readApps(parts, store));
}

/** Reads the list anew in the form in which it is kept. */
export function refreshAppList(parts: Parts, store: Store): Command<[], boolean> {
  return plain(async () => {
    const facts = await store.apps.facts();
    return facts === undefined ? await readApps(parts, store) : await read(parts, store, facts.form);
  });
}

export function stopReadingApps(store: Store): Command<[], void> {
  return plain(() => store.apps.stop());
}

export function forgetAppList({ dialogs }: Parts, store: Store): Command<[], boolean> {
  return plain(async () => {
    const facts = await store.apps.facts();
    if (facts === undefined) {
      void dialogs.message("info", l10n.t("No list of all apps is kept."));
      return false;
    }
    const forgets = await dialogs.confirm({
      sentence: l10n.t("Forget the list of {0} apps?", count(facts.count)),
      detail: l10n.t("It was read on {0}. Without it, names cannot be searched as you type.", exact(facts.readAt)),
      yes: l10n.t("Forget List"),
    });
    if (forgets) await store.apps.forget();
    return forgets;
  });
}

/** Asks which list is wanted and reads it. @returns whether there is one now */
export async function readApps(parts: Parts, store: Store): Promise<boolean> {
  const { dialogs } = parts;
  if (!store.hasKey) {
    await dialogs.message("info", l10n.t("The list of all apps is for holders of an API key."));
    return false;
  }
  const form = await dialogs.pick<Form>(l10n.t("List of All Apps"), [
    {
      label: l10n.t("Handles Only"),
      description: l10n.t("about 128 bytes an app, seconds"),
      detail: l10n.t("To find an app by its handle."),
      value: "short",
    },
    {
      label: l10n.t("Handles and Names"),
      description: l10n.t("about 306 bytes an app, minutes"),
      detail: l10n.t("To find an app by its name. The service may think for minutes before it begins to answer."),
      value: "full",
    },
  ]);
  return form === undefined ? false : await read(parts, store, form);
}

async function read(parts: Parts, store: Store, form: Form): Promise<boolean> {
  const { dialogs } = parts;
  try {
    const list = await dialogs.progress(l10n.t("Reading all apps of {0}", store.host), (report, signal) =>
      followed(parts, store, form, { report, signal }),
    );
    if (list.facts.skipped > 0) {
      void dialogs.message(
        "info",
        l10n.t(
          "{0} apps were read. {1} could not be understood and are left out.",
          count(list.count),
          count(list.facts.skipped),
        ),
      );
    }
    return true;
  } catch (error) {
    if (asProblem(error).kind === "cancelled") return false;
    throw error;
  }
}

/** Says how far it is as long as it takes, also while nothing comes. */
async function followed(
  { now }: Parts,
  store: Store,
  form: Form,
  { report, signal }: { readonly report: Progress; readonly signal: AbortSignal },
) {
  const { apps } = store;
  const stop = (): void => apps.stop();
  let share = 0;
  const tell = (): void => {
    const { reading } = apps;
    if (reading === undefined) return;
    const { bytes = 0, total } = reading.progress ?? {};
    if (total !== undefined && total > 0) share = (100 * bytes) / total;
    report({ message: progressWords(reading, now()), percent: share });
  };
  const telling = setInterval(tell, SAID_EVERY);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const reading = apps.read(form);
    tell();
    return await reading;
  } finally {
    clearInterval(telling);
    signal.removeEventListener("abort", stop);
  }
}

/** How far a long list has come: how long the service thinks, and then bytes and applications. */
export function progressWords({ since, progress }: ListReading, now: number): string {
  if (progress === undefined) return l10n.t("the service is preparing it · {0}", until(now, since));
  const { bytes, total, apps } = progress;
  return total === undefined
    ? l10n.t("{0} MB · {1} apps", megabytes(bytes), count(apps))
    : l10n.t("{0} of {1} MB · {2} apps", megabytes(bytes), megabytes(total), count(apps));
}

function megabytes(bytes: number): string {
  return formatFixed(bytes / 1_000_000, 1);
}

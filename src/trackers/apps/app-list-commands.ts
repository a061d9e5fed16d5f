// Commands that download and delete the list of all apps.
import { asProblem } from "../../base/problem.ts";
import { plain, type Command } from "../../workbench/commands.ts";
import type { Dialogs, Progress } from "../../workbench/dialogs/dialogs.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { format } from "../../workbench/text/format.ts";
import { appCount } from "../wording/counts.ts";
import type { ListForm } from "../model/report.ts";
import type { Store } from "../store/store.ts";
import type { ListDownload } from "../store/app-lists.ts";

interface AppListCommandDependencies {
  readonly dialogs: Dialogs;
  readonly now: () => number;
}

/** How often the elapsed time is shown while the server prepares the list. */
const PROGRESS_INTERVAL_MS = 1000;

/** Downloads the list. One that is already on the disk can be deleted instead. */
export function manageAppList(dependencies: AppListCommandDependencies, store: Store): Command<[], boolean> {
  return plain(async () => {
    const facts = await store.apps.facts();
    if (facts === undefined) return await chooseAndDownload(dependencies, store);
    const { dialogs } = dependencies;
    const chosen = await dialogs.pick<"download" | "delete">(l10n.t("App List"), [
      ...(store.hasKey ? [{ label: l10n.t("Download Again…"), value: "download" } as const] : []),
      {
        label: l10n.t("Delete"),
        description: appCount(facts.count),
        detail: l10n.t(
          "It was downloaded on {0}. Without it, you can't search all names as you type.",
          format.exactTime(facts.readAt),
        ),
        value: "delete",
      },
    ]);
    if (chosen === "delete") await store.apps.remove();
    return chosen === "download" && (await chooseAndDownload(dependencies, store));
  });
}

/** Asks which list to download and downloads it. @returns whether there is a list now */
export async function chooseAndDownload(dependencies: AppListCommandDependencies, store: Store): Promise<boolean> {
  const { dialogs } = dependencies;
  if (!store.hasKey) {
    await dialogs.message("info", l10n.t("The app list needs an API key."));
    return false;
  }
  const apps = store.knownCounts?.applications;
  const form = await dialogs.pick<ListForm>(l10n.t("Download App List"), [
    {
      label: l10n.t("Package Names Only"),
      description: describeSize("short", apps),
      detail: l10n.t("Find apps by package name."),
      value: "short",
    },
    {
      label: l10n.t("Package Names and App Names"),
      description: describeSize("full", apps),
      detail: l10n.t("Find apps by name. The server may take several minutes to respond."),
      value: "full",
    },
  ]);
  return form === undefined ? false : await download(dependencies, store, form);
}

/** An app's part of the list, as the public instance sends it. */
const BYTES_PER_APP = { short: 128, full: 306 };

/** The size of a list before its download: "250,000 apps, about 32 MB". */
function describeSize(form: ListForm, apps: number | undefined): string {
  if (apps === undefined) return "";
  const megabytes = Math.round((apps * BYTES_PER_APP[form]) / 1_000_000);
  return megabytes === 0 ? appCount(apps) : l10n.t("{0}, about {1} MB", appCount(apps), format.count(megabytes));
}

export function describeSkippedRows(rows: number): string {
  return l10n.plural(
    rows,
    "{0} row could not be read and was skipped.",
    "{0} rows could not be read and were skipped.",
  );
}

async function download(dependencies: AppListCommandDependencies, store: Store, form: ListForm): Promise<boolean> {
  const { dialogs } = dependencies;
  try {
    const list = await dialogs.progress(l10n.t("Downloading the app list of {0}", store.host), (report, signal) =>
      downloadWithProgress(dependencies, store, form, { report, signal }),
    );
    if (list.skipped > 0) {
      void dialogs.message(
        "info",
        `${l10n.t("Downloaded {0}.", appCount(list.count))} ${describeSkippedRows(list.skipped)}`,
      );
    }
    return true;
  } catch (error) {
    if (asProblem(error).kind === "canceled") return false;
    throw error;
  }
}

/** Reports progress during the download, and the elapsed time before it starts. */
async function downloadWithProgress(
  { now }: AppListCommandDependencies,
  store: Store,
  form: ListForm,
  { report, signal }: { readonly report: Progress; readonly signal: AbortSignal },
) {
  const { apps } = store;
  const cancel = (): void => apps.cancel();
  let percent = 0;
  const showProgress = (): void => {
    const { activeDownload } = apps;
    if (activeDownload === undefined) return;
    const { bytes = 0, total } = activeDownload.progress ?? {};
    if (total !== undefined && total > 0) percent = (100 * bytes) / total;
    report({ message: describeProgress(activeDownload, now()), percent });
  };
  const timer = setInterval(showProgress, PROGRESS_INTERVAL_MS);
  signal.addEventListener("abort", cancel, { once: true });
  try {
    const list = apps.download(form);
    showProgress();
    return await list;
  } finally {
    clearInterval(timer);
    signal.removeEventListener("abort", cancel);
  }
}

/** Progress of a download: first the time spent waiting for the server, then bytes. */
export function describeProgress({ since, progress }: ListDownload, now: number): string {
  if (progress === undefined) return l10n.t("waiting for the server · {0}", format.until(now, since));
  const { bytes, total } = progress;
  return total === undefined
    ? l10n.t("{0} MB", megabytes(bytes))
    : l10n.t("{0} of {1} MB", megabytes(bytes), megabytes(total));
}

function megabytes(bytes: number): string {
  return format.fixed(bytes / 1_000_000, 1);
}

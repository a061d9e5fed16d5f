// Rows of the Apps group: find an app, and the downloaded list.
import { l10n } from "../../workbench/text/l10n.ts";
import { paragraphs } from "../../workbench/text/markdown.ts";
import type { RowPage } from "../../workbench/tree/node.ts";
import { format } from "../../workbench/text/format.ts";
import { appCount, packageNameCount, reportCount, trackerCount } from "../wording/counts.ts";
import type { ListedApp } from "../model/report.ts";
import { appIcon, appTooltip, hint, keyRow, openReport, type Row } from "../parts/row-builders.ts";
import { shortSourceName } from "../wording/source-names.ts";
import type { Store } from "../store/store.ts";
import { describeProgress, describeSkippedRows } from "./app-list-commands.ts";

const PAGE_SIZE = 50;

export function applicationsRow(store: Store, now: () => number): Row {
  const counts = store.knownCounts;
  const description = store.hasKey
    ? counts === undefined
      ? undefined
      : [format.count(counts.applications), reportCount(counts.reports)].join(" · ")
    : l10n.t("needs an API key");
  return {
    id: "applications",
    subject: { kind: "applications" },
    label: l10n.t("Apps"),
    ...(description === undefined ? {} : { description }),
    ...(counts === undefined
      ? {}
      : {
          tooltip: () =>
            l10n.t(
              "{0} with {1}, checked for {2}",
              appCount(counts.applications),
              reportCount(counts.reports),
              trackerCount(counts.trackers),
            ),
        }),
    icon: { name: "device-mobile" },
    contextValue: "applications",
    expanded: true,
    children: async () => {
      if (!store.hasKey) return { nodes: await startRows(store, now) };
      await store.apps.facts();
      return { nodes: [findRow(), listRow(store, now) ?? downloadRow()], beside: (signal) => store.counts(signal) };
    },
  };
}

/** Rows shown without a key: search, and how to set a key. A list downloaded with a former key stays. */
export async function startRows(store: Store, now: () => number): Promise<readonly Row[]> {
  await store.apps.facts();
  const list = listRow(store, now);
  return [findRow(), ...(list === undefined ? [] : [list]), keyRow("applications")];
}

function findRow(): Row {
  return {
    id: "find",
    subject: { kind: "hint" },
    label: l10n.t("Find App…"),
    description: l10n.t("by app or package name"),
    icon: { name: "search" },
    contextValue: "find",
    click: { command: "triptych.trackers.findApp", title: l10n.t("Find App…"), args: [] },
  };
}

/** Offers to download the list. Triptych never downloads it unasked. */
function downloadRow(): Row {
  return {
    id: "apps",
    subject: { kind: "hint" },
    label: l10n.t("Download App List…"),
    description: l10n.t("to search by name"),
    icon: { name: "cloud-download" },
    contextValue: "apps.none",
    click: { command: "triptych.trackers.readApps", title: l10n.t("Download App List…"), args: [] },
  };
}

/** The saved list, or its download in progress. */
function listRow(store: Store, now: () => number): Row | undefined {
  const { activeDownload, knownFacts: facts } = store.apps;
  if (activeDownload !== undefined) {
    const icon = "loading~spin";
    const row = hint("apps", l10n.t("Downloading App List…"), describeProgress(activeDownload, now()), icon);
    return { ...row, contextValue: "apps.reading" };
  }
  if (facts === undefined) return undefined;
  const { form, readAt, skipped, count: apps } = facts;
  return {
    id: "apps",
    subject: { kind: "hint" },
    label: form === "full" ? l10n.t("All Apps") : l10n.t("All Package Names"),
    description: l10n.t("{0} · {1}", format.count(apps), format.clockTime(readAt, now())),
    icon: { name: "list-flat" },
    contextValue: "apps.kept",
    tooltip: () =>
      paragraphs(
        form === "full"
          ? l10n.t("{0} with names, listed by {1} on {2}", appCount(apps), store.host, format.exactTime(readAt))
          : l10n.t("{0}, listed by {1} on {2}", packageNameCount(apps), store.host, format.exactTime(readAt)),
        skipped === 0 ? "" : describeSkippedRows(skipped),
      ),
    children: async () => {
      const opened = await store.apps.open();
      return opened === undefined ? { nodes: [downloadRow()] } : await loadPage(store, opened.count, 0);
    },
  };
}

/** A page of the list, in server order. */
async function loadPage(store: Store, total: number, from: number): Promise<RowPage> {
  const to = Math.min(total, from + PAGE_SIZE);
  const apps = await store.apps.page(from, to);
  return {
    nodes: apps.map((app, offset) => listedRow(store, app, from + offset)),
    total,
    ...(to < total ? { next: () => loadPage(store, total, to) } : {}),
  };
}

function listedRow(store: Store, { handle, name, source, creator }: ListedApp, row: number): Row {
  return {
    id: `listed ${row} ${handle} ${source}`,
    subject: { kind: "app", handle, source },
    label: name ?? handle,
    description: shortSourceName(source),
    icon: appIcon(store, handle),
    contextValue: "app",
    tooltip: () => appTooltip({ handle, source }, creator ?? ""),
    click: openReport({ handle, source }),
  };
}

import { l10n } from "vscode";
import { count } from "../../workbench/words.ts";
import type { Store } from "../store.ts";
import { keyRow } from "./rows.ts";
import type { Row } from "./rows.ts";

export function applicationsRow(store: Store): Row {
  const counts = store.knownCounts;
  const description = store.hasKey
    ? counts === undefined
      ? undefined
      : l10n.t("{0} · {1} reports", count(counts.applications), count(counts.reports))
    : l10n.t("needs an API key");
  return {
    id: "applications",
    subject: { kind: "applications" },
    label: l10n.t("Applications"),
    ...(description === undefined ? {} : { description }),
    ...(counts === undefined
      ? {}
      : {
          tooltip: () =>
            l10n.t(
              "{0} applications and {1} reports of their versions, against {2} trackers",
              count(counts.applications),
              count(counts.reports),
              count(counts.trackers),
            ),
        }),
    icon: { name: "device-mobile" },
    contextValue: "applications",
    unfolded: true,
    children: async () => {
      const find = findRow();
      if (!store.hasKey) return { nodes: [find, keyRow("applications")] };
      await store.counts();
      return { nodes: [find] };
    },
  };
}

function findRow(): Row {
  return {
    id: "find",
    subject: { kind: "hint" },
    label: l10n.t("Find App…"),
    description: l10n.t("by its handle"),
    icon: { name: "search" },
    contextValue: "find",
    click: { command: "triptych.trackers.findApp", title: l10n.t("Find App…"), given: [] },
  };
}

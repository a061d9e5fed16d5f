import { l10n } from "../../workbench/text/l10n.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Dialogs } from "../../workbench/dialogs.ts";
import { askApp } from "../asking.ts";
import type { Offered } from "../asking.ts";
import type { Reports } from "../panel.ts";
import type { Store } from "../store.ts";

interface Parts {
  readonly dialogs: Dialogs;
  readonly now: () => number;
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

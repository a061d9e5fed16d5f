import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { asksApp, onApp, readApp } from "../apps/app-argument.ts";
import { picked } from "../reports/versions.ts";
import type { Store } from "../store.ts";
import type { Around, Asked } from "../timeline/compare-commands.ts";
import { reportExport, reportParcel } from "./report-export.ts";
import type { Told } from "./report-export.ts";

export function exportReport({ shared, store, watched }: Around): Command<[Asked | undefined], void> {
  return onApp(asksApp(shared, store, watched, l10n.t("Export Report")), async (asked) => {
    const told = await newest(shared, store, asked);
    if (told !== undefined) await shared.exports.export(reportExport(told, await givenBy(shared, store)));
  });
}

export function shareReport({ shared, store, watched }: Around): Command<[Asked | undefined], void> {
  return onApp(asksApp(shared, store, watched, l10n.t("Share Report")), async (asked) => {
    const told = await newest(shared, store, asked);
    if (told === undefined) return;
    const given = await givenBy(shared, store);
    await shared.shares.share(l10n.t("Share Report"), () => reportParcel(told, given));
  });
}

async function newest(shared: Shared, store: Store, { handle, source }: Asked): Promise<Told | undefined> {
  const app = await readApp(shared, store, handle);
  const found = app === undefined ? undefined : picked(app, source, undefined);
  return app === undefined || found === undefined ? undefined : { app, ...found };
}

/** The names of the trackers are worth waiting for; without them, their numbers stand. */
async function givenBy({ log, now }: Shared, store: Store) {
  const list = await store.anyTrackers().catch((error: unknown) => {
    log.warn("The tracker list could not be read for an export", { error: String(error) });
    return undefined;
  });
  return { list, base: store.base, now: now() };
}

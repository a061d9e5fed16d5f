import { l10n } from "../../workbench/text/l10n.ts";
import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { askApp } from "../asking.ts";
import { reportExport, reportParcel } from "../giving/report.ts";
import type { Told } from "../giving/report.ts";
import type { App, Source, Version } from "../model.ts";
import type { Reports } from "../panel.ts";
import type { ReportThing } from "../panel/thing.ts";
import { picked, shortLabels } from "../panel/versions.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch.ts";
import { sourceName } from "../words.ts";
import { asksApp, likely, onApp, readApp } from "./asked-app.ts";

type Asked = Pick<ReportThing, "handle" | "source">;

/** What commands on one application work with. */
export interface Around {
  readonly shared: Shared;
  readonly store: Store;
  readonly watched: WatchList;
  readonly reports: Pick<Reports, "show">;
}

/** Shows what changed between two versions that the reader picks. */
export function compareVersions({ shared, store, watched, reports }: Around): Command<[Asked | undefined], void> {
  const { dialogs } = shared;
  return onApp(asksApp(shared, store, watched, l10n.t("Compare Versions")), async ({ handle, source }) => {
    const app = await readApp(shared, store, handle);
    if (app === undefined) return;
    const choices = versionsOf(app, source);
    const from = await dialogs.pick(l10n.t("Compare from Version"), choices);
    if (from === undefined) return;
    const others = choices.filter(({ value }) => value !== from);
    const to = await dialogs.pick(l10n.t("Compare to Version"), others);
    if (to === undefined) return;
    const side = ({ id }: Version) => ({ handle, report: id });
    reports.show({ handle, source: to.source, tab: "timeline", compare: { from: side(from), to: side(to) } });
  });
}

/** Those of the asked source first; each says where it is from, where there is more than one source. */
function versionsOf(app: App, first: Source | undefined) {
  const sources = app.sources.toSorted((one, other) => Number(other.source === first) - Number(one.source === first));
  return sources.flatMap(({ source, versions }) => {
    const label = shortLabels(versions);
    return versions.map((version) => ({ label: label(version), description: sourceName(source), value: version }));
  });
}

/** Shows what is different between two applications. */
export function compareApps({ shared, store, watched, reports }: Around): Command<[Asked | undefined], void> {
  return onApp(asksApp(shared, store, watched, l10n.t("Compare App")), async ({ handle, source }) => {
    const app = await readApp(shared, store, handle);
    if (app === undefined) return;
    const found = picked(app, source, undefined);
    const title = l10n.t("Compare {0} with App", app.name ?? handle);
    const offered = likely(store, watched).filter((each) => each.handle !== handle);
    const other = await askApp(shared, store, { title, offered, without: handle });
    if (other === undefined || found === undefined) return;
    const from = { handle, report: found.version.id };
    reports.show({
      handle,
      source: found.versions.source,
      tab: "timeline",
      compare: { from, to: { handle: other, source: found.versions.source } },
    });
  });
}

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

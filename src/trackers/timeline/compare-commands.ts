import type { Command } from "../../workbench/commands.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { asksApp, likely, onApp, readApp } from "../apps/app-argument.ts";
import { askApp } from "../apps/app-picker.ts";
import type { App, Source, Version } from "../model/report.ts";
import type { Reports } from "../reports/report-panels.ts";
import type { ReportThing } from "../reports/report-state.ts";
import { picked, shortLabels } from "../reports/versions.ts";
import { sourceName } from "../source-names.ts";
import type { Store } from "../store.ts";
import type { WatchList } from "../watch/watch-list.ts";

export type Asked = Pick<ReportThing, "handle" | "source">;

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

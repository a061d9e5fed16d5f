// What other extensions can do with reports.
import * as v from "valibot";
import { Problem } from "../base/problem.ts";
import { formatIso } from "../base/time.ts";
import { decodeArgument } from "../workbench/extension-calls.ts";
import { byAge, isPackageName, type App, type Version } from "./model/report.ts";
import type { ReportPanels } from "./report-panel/panel.ts";
import type { Knowledge } from "./store/read-app.ts";
import type { Store } from "./store/store.ts";

const packageName = v.pipe(v.string(), v.check(isPackageName, "expected the package name of an app"));
const reportArgument = v.strictObject({
  packageName,
  report: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
});
const appArgument = v.strictObject({ packageName });

type Newest = Extract<Knowledge, { readonly kind: "newest" }>;

export interface TrackersApi {
  openReport(given: unknown): Promise<void>;
  findReports(given: unknown): ReturnType<typeof findReports>;
}

export function extensionApi(store: Store, reports: Pick<ReportPanels, "show">): TrackersApi {
  return {
    openReport: async (given) => {
      const { packageName: handle, report } = decodeArgument(reportArgument, given);
      reports.show({ handle, report });
    },
    findReports: async (given) => await findReports(store, decodeArgument(appArgument, given).packageName),
  };
}

async function findReports(store: Store, handle: string) {
  await store.loadApp(handle);
  const { knowledge, problem } = store.app(handle);
  if (knowledge === undefined) throw problem ?? new Problem("canceled");
  if (knowledge.kind === "unknown") throw new Problem("notFound", { origin: new URL(store.base).origin });
  const found = { packageName: handle, instance: store.base };
  if (knowledge.kind === "newest") {
    const { match, latest } = knowledge;
    const reports = [toLatestReport(knowledge)];
    return { ...found, name: match?.name ?? latest?.name, creator: match?.creator, reports };
  }
  const { name, creator } = knowledge.app;
  return { ...found, name, creator, reports: await listReports(store, knowledge.app) };
}

/** Without a list of trackers, the reports have only their IDs. */
async function listReports(store: Store, app: App) {
  const list = await store.anyTrackers().catch(() => undefined);
  const toReport = (version: Version) => ({
    report: version.id,
    source: version.source === "" ? undefined : version.source,
    version: version.version,
    versionCode: version.versionCode,
    created: version.created === undefined ? undefined : formatIso(version.created),
    trackerCount: version.trackers.length,
    trackers: version.trackers.map((id) => ({ id, name: list?.trackers.get(id)?.name })),
    permissionCount: version.details?.permissions.length,
    permissions: version.details === undefined ? undefined : [...version.details.permissions],
  });
  return app.sources
    .flatMap(({ versions }) => versions)
    .toSorted(byAge)
    .map(toReport);
}

/** What εxodus returns without a key. */
function toLatestReport({ match, latest }: Newest) {
  return {
    report: latest?.report,
    source: undefined,
    version: match?.version,
    versionCode: undefined,
    created: latest?.created === undefined ? undefined : formatIso(latest.created),
    trackerCount: match?.trackers,
    trackers: undefined,
    permissionCount: match?.permissions,
    permissions: undefined,
  };
}

// Loads what εxodus knows about an app.
import type { DecodedList } from "../../base/decode.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { logSkipped, type ExodusInstance } from "./exodus-instance.ts";
import { isUnfinished, joinReports, type App, type DetailedReport, type Latest, type Match } from "../model/report.ts";

/** What εxodus knows about a package name. */
export type Knowledge =
  | {
      readonly kind: "app";
      /** No sources means that no version has been analyzed. */
      readonly app: App;
      /** Why the details, which have permissions and hashes, could not be loaded. */
      readonly detailsProblem: Problem | undefined;
      /** Number of skipped reports. */
      readonly skipped: number;
      readonly readAt: number;
    }
  /** What is available without a key. */
  | {
      readonly kind: "newest";
      readonly match: Match | undefined;
      readonly latest: Latest | undefined;
      /** Why one of the two could not be loaded. */
      readonly problem: Problem | undefined;
      readonly readAt: number;
    }
  /** Unknown to εxodus, with apps of similar names. */
  | { readonly kind: "unknown"; readonly similar: readonly Match[]; readonly readAt: number };

const MAX_SIMILAR_APPS = 5;

type LoadDependencies = Pick<Shared, "log" | "now"> & { readonly signal?: AbortSignal | undefined };

/** Loads an app: everything with a key, only its latest report without one. */
export function loadApp(instance: ExodusInstance, handle: string, dependencies: LoadDependencies): Promise<Knowledge> {
  return instance.hasKey ? withKey(instance, handle, dependencies) : withoutKey(instance, handle, dependencies);
}

async function withKey(
  instance: ExodusInstance,
  handle: string,
  { log, now, signal }: LoadDependencies,
): Promise<Knowledge> {
  const details = await settle(instance.request((api) => api.details(handle, { signal }), signal));
  const detailed = details.status === "fulfilled" ? details.value : undefined;
  const search = isComplete(detailed)
    ? undefined
    : await settle(instance.request((api) => api.search(handle, { signal }), signal));
  // Details are enough for a known app, but empty details do not mean that the app is unknown.
  if (search?.status === "rejected" && (detailed?.values.length ?? 0) === 0) throw search.reason;
  const found = search?.status === "fulfilled" ? search.value : undefined;
  if (found !== undefined) logSkipped(log, found);
  if (detailed !== undefined) logSkipped(log, detailed);
  const app = joinReports(handle, found, detailed?.values);
  const [reason] = [...(found?.reasons ?? []), ...(detailed?.reasons ?? [])];
  // Reports that can't be decoded are not missing.
  if (reason !== undefined && (app?.sources.length ?? 0) === 0) throw reason;
  if (app === undefined) return await unknownApp(instance, handle, now, signal);
  const detailsProblem = details.status === "rejected" ? asProblem(details.reason) : undefined;
  const skipped = Math.max(found?.skipped ?? 0, detailed?.skipped ?? 0);
  return { kind: "app", app, detailsProblem, skipped, readAt: now() };
}

/** Whether a search could add nothing because the details have every version and the app's name. */
function isComplete(detailed: DecodedList<DetailedReport> | undefined): boolean {
  return detailed?.skipped === 0 && detailed.values.some(({ details }) => details.name !== undefined);
}

async function settle<Value>(request: Promise<Value>): Promise<PromiseSettledResult<Value>> {
  return (await Promise.allSettled([request]))[0];
}

async function withoutKey(
  instance: ExodusInstance,
  handle: string,
  { now, signal }: LoadDependencies,
): Promise<Knowledge> {
  const [latest, found] = await Promise.allSettled([
    instance.request((api) => api.latest(handle, { signal }), signal),
    instance.request((api) => api.findApplications(handle, MAX_SIMILAR_APPS, { signal }), signal),
  ]);
  const newest = latest.status === "fulfilled" ? latest.value : undefined;
  const matches = found.status === "fulfilled" ? found.value.values : [];
  const match = matches.find((each) => each.handle === handle);
  if (newest !== undefined || match !== undefined) {
    const failure = [latest, found].find(({ status }) => status === "rejected");
    const problem = failure?.status === "rejected" ? asProblem(failure.reason) : undefined;
    return { kind: "newest", match, latest: newest, problem, readAt: now() };
  }
  // The app is unknown only if both requests succeeded.
  if (latest.status === "rejected") {
    // The public routes answer an unknown app with 200. An instance without them needs a key for everything.
    const isMissing = latest.reason instanceof Problem && latest.reason.kind === "notFound";
    throw isMissing ? new Problem("unauthorized", { origin: instance.origin }) : latest.reason;
  }
  if (found.status === "rejected") throw found.reason;
  return await unknownApp(instance, handle, now, signal);
}

/** The public search compares app names, and the last part of a package name is most similar to one. */
async function unknownApp(
  instance: ExodusInstance,
  handle: string,
  now: () => number,
  signal: AbortSignal | undefined,
): Promise<Knowledge> {
  const searchTerm = handle.split(".").at(-1) ?? handle;
  const similar = await instance
    .request((api) => api.findApplications(searchTerm, MAX_SIMILAR_APPS, { signal }), signal)
    .then(
      ({ values }) => values,
      () => [],
    );
  return { kind: "unknown", similar, readAt: now() };
}

/** The app's name, if εxodus has one. */
export function getAppName(knowledge: Knowledge | undefined): string | undefined {
  if (knowledge?.kind === "app") return knowledge.app.name;
  return knowledge?.kind === "newest" ? (knowledge.match?.name ?? knowledge.latest?.name) : undefined;
}

/** When the latest report was created. If that could not be loaded, a new report was updated at about the same time. */
export function latestReportTime({
  latest,
  match,
}: Extract<Knowledge, { readonly kind: "newest" }>): Nanoseconds | undefined {
  return latest?.created ?? match?.updated;
}

/** Whether an analysis may still be running, so the data is not final. */
export function isProvisional(knowledge: Knowledge, now: number): boolean {
  switch (knowledge.kind) {
    case "app":
      return (
        knowledge.detailsProblem !== undefined ||
        knowledge.app.sources.some(({ versions }) => versions.some((each) => isUnfinished(each, now)))
      );
    case "newest":
      return (
        knowledge.problem !== undefined ||
        (knowledge.match?.trackers === 0 && isUnfinished({ created: latestReportTime(knowledge), trackers: [] }, now))
      );
    case "unknown":
      return false;
  }
}

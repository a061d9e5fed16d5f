import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Nanoseconds } from "../../base/time.ts";
import type { Shared } from "../../workbench/shared.ts";
import { logSkipped } from "../connection/exodus-instance.ts";
import type { Service } from "../connection/exodus-instance.ts";
import { joined, verdict } from "../model/report.ts";
import type { App, Latest, Match } from "../model/report.ts";

/** What the service says of a handle. */
export type Knowledge =
  | {
      readonly kind: "app";
      /** Without any source, no version of it was analysed. */
      readonly app: App;
      /** Why permissions and hashes are missing, where the details could not be read. */
      readonly without: Problem | undefined;
      /** Reports that could not be understood. */
      readonly skipped: number;
      readonly readAt: number;
    }
  /** What anyone is told who has no key. */
  | {
      readonly kind: "newest";
      readonly match: Match | undefined;
      readonly latest: Latest | undefined;
      readonly readAt: number;
    }
  /** The service has never seen it; these have names that look like it. */
  | { readonly kind: "unknown"; readonly alike: readonly Match[]; readonly readAt: number };

const ALIKE = 5;

type Parts = Pick<Shared, "log" | "now"> & { readonly signal?: AbortSignal | undefined };

/** Asks all that the service tells of a handle: everything to one with a key, its newest report to anyone. */
export function lookUp(service: Service, handle: string, parts: Parts): Promise<Knowledge> {
  return service.hasKey ? withKey(service, handle, parts) : withoutKey(service, handle, parts);
}

async function withKey(service: Service, handle: string, { log, now, signal }: Parts): Promise<Knowledge> {
  const [search, details] = await Promise.allSettled([
    service.ask((api) => api.search(handle, { signal }), signal),
    service.ask((api) => api.details(handle, { signal }), signal),
  ]);
  const detailed = details.status === "fulfilled" ? details.value : undefined;
  // Details alone do for a handle that they know; that they know none says nothing of whether it is known at all.
  if (search.status === "rejected" && (detailed?.values.length ?? 0) === 0) throw search.reason;
  const found = search.status === "fulfilled" ? search.value : undefined;
  if (found !== undefined) logSkipped(log, found);
  if (detailed !== undefined) logSkipped(log, detailed);
  const app = joined(handle, found, detailed?.values);
  if (app === undefined) return await unknown(service, handle, now, signal);
  const without = details.status === "rejected" ? asProblem(details.reason) : undefined;
  const skipped = Math.max(found?.skipped ?? 0, detailed?.skipped ?? 0);
  return { kind: "app", app, without, skipped, readAt: now() };
}

async function withoutKey(service: Service, handle: string, { now, signal }: Parts): Promise<Knowledge> {
  const [latest, found] = await Promise.allSettled([
    service.ask((api) => api.latest(handle, { signal }), signal),
    service.ask((api) => api.findApplications(handle, ALIKE, { signal }), signal),
  ]);
  const newest = latest.status === "fulfilled" ? latest.value : undefined;
  const matches = found.status === "fulfilled" ? found.value.values : [];
  const match = matches.find((each) => each.handle === handle);
  if (newest !== undefined || match !== undefined) return { kind: "newest", match, latest: newest, readAt: now() };
  // Only where both have answered is it sure that there is nothing.
  if (latest.status === "rejected") throw latest.reason;
  if (found.status === "rejected") throw found.reason;
  return await unknown(service, handle, now, signal);
}

/** The public search compares names alone, and the last part of a handle is the likest to one. */
async function unknown(
  service: Service,
  handle: string,
  now: () => number,
  signal: AbortSignal | undefined,
): Promise<Knowledge> {
  const likeness = handle.split(".").at(-1) ?? handle;
  const alike = await service
    .ask((api) => api.findApplications(likeness, ALIKE, { signal }), signal)
    .then(
      ({ values }) => values,
      () => [],
    );
  return { kind: "unknown", alike, readAt: now() };
}

/** Whether an analysis may still be under way, so that this is not the last word. */
export function isProvisional(knowledge: Knowledge, now: Nanoseconds): boolean {
  switch (knowledge.kind) {
    case "app":
      return (
        knowledge.without !== undefined ||
        knowledge.app.sources.some(({ versions }) => versions.some((each) => verdict(each, now) === "provisional"))
      );
    case "newest":
      return (
        knowledge.match?.trackers === 0 &&
        verdict({ created: knowledge.latest?.created, trackers: [] }, now) === "provisional"
      );
    case "unknown":
      return false;
  }
}

// Loads an app for a tool, and finds the version that its input names.
import { Problem } from "../../base/problem.ts";
import type { App, SourceVersions, Version } from "../model/report.ts";
import type { Knowledge } from "../store/read-app.ts";
import type { TrackersSource } from "./source.ts";

/** A report that was loaded this long ago may not be the latest. */
const MAX_AGE_MS = 3_600_000;

export async function loadKnowledge(
  { store, now }: TrackersSource,
  handle: string,
  signal: AbortSignal,
): Promise<Knowledge> {
  const known = store.app(handle).knowledge;
  const refresh = known !== undefined && Math.abs(now() - known.readAt) > MAX_AGE_MS;
  await store.loadApp(handle, { refresh, signal });
  if (signal.aborted) throw new Problem("canceled");
  const { knowledge, problem } = store.app(handle);
  if (problem !== undefined) throw problem;
  return knowledge ?? failMissing(handle);
}

/** Loads all versions of an app, which needs an API key. */
export async function loadVersions(source: TrackersSource, handle: string, signal: AbortSignal): Promise<App> {
  const knowledge = await loadKnowledge(source, handle, signal);
  if (knowledge.kind === "app") return knowledge.app;
  if (knowledge.kind === "unknown") return failMissing(handle);
  throw new Problem("unauthorized", {
    origin: new URL(source.store.base).origin,
    detail: "Without an API key, only the number of trackers in the latest version is known.",
  });
}

/** A version, with the others of its source. */
export interface Found {
  readonly version: Version;
  readonly among: SourceVersions;
}

/** Finds a version by its name, such as "3.2", or its code. Without one, it is the latest of the source. */
export function findVersion(app: App, name: string | undefined, source: string | undefined): Found {
  const sources = app.sources.filter((each) => source === undefined || each.source === source);
  for (const among of sources) {
    const version = among.versions.find(
      (each) => name === undefined || each.version === name || each.versionCode === name || String(each.id) === name,
    );
    if (version !== undefined) return { version, among };
  }
  const names = sources.flatMap(({ versions }) => versions.map(({ version, id }) => version ?? String(id)));
  const some = names.length === 0 ? "none" : names.slice(0, MAX_NAMED).join(", ");
  const what = name === undefined ? "version" : `version "${name}"`;
  throw new Problem("notFound", { detail: `No ${what} of this app from this source. The newest versions: ${some}` });
}

const MAX_NAMED = 20;

function failMissing(handle: string): never {
  throw new Problem("notFound", { detail: `εxodus doesn't know an app with the package name ${handle}` });
}

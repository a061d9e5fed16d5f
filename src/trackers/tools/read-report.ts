// Reads the report of an app: trackers, permissions and versions.
import * as v from "valibot";
import { formatIso, type Nanoseconds } from "../../base/time.ts";
import type { Answer } from "../../base/tools/answer.ts";
import { skipInput } from "../../base/tools/inputs.ts";
import { tool } from "../../base/tools/tool.ts";
import { byLevel } from "../../scan/index.ts";
import { pages } from "../model/exodus-urls.ts";
import { isUnfinished, type App } from "../model/report.ts";
import type { Tracker } from "../model/tracker.ts";
import { latestReportTime, type Knowledge } from "../store/read-app.ts";
import { appInput, sourceInput } from "./inputs.ts";
import { findVersion, loadKnowledge } from "./known-app.ts";
import type { TrackersSource } from "./source.ts";

export const readReport = tool({
  name: "triptych_trackers_report",
  reference: "trackerReport",
  title: "Read an App's Report",
  description:
    "Reads what εxodus found in a version of an Android app: its trackers with their categories, its permissions by " +
    "Android's protection level, and the list of analyzed versions, newest first. Use it for questions such as " +
    '"Which trackers does WhatsApp contain?" or "Which versions of this app were analyzed?". ' +
    'Examples: {"app": "com.whatsapp"}, {"app": "org.example", "version": "3.2"}. ' +
    "Without an API key, only the number of trackers in the latest version is known.",
  asksServer: true,
  input: {
    app: appInput,
    version: v.optional(v.pipe(v.string(), v.description('A version such as "3.2". The default is the latest.'))),
    source: sourceInput,
    skip: skipInput,
  },
  answer: async ({ app: handle, version, source: from, skip = 0 }, source: TrackersSource, answer, signal) => {
    const { store, now } = source;
    const knowledge = await loadKnowledge(source, handle, signal);
    answer.fact("app", handle);
    switch (knowledge.kind) {
      case "app": {
        const { trackers } = await store.anyTrackers(signal);
        if (knowledge.app.sources.length === 0) {
          answer.fact("name", knowledge.app.name);
          answer.fact("state", "no version has been analyzed");
          break;
        }
        writeVersion(answer, knowledge.app, { version, from, trackers, base: store.base, now: now() });
        writeVersions(answer, knowledge.app, from, skip);
        if (knowledge.skipped > 0) answer.fact("versions that can't be read", knowledge.skipped);
        break;
      }
      case "newest":
        writeNewest(answer, knowledge);
        answer.fact("link", pages(store.base).app(handle));
        break;
      case "unknown":
        answer.fact("state", "εxodus doesn't know this app");
        answer.list(knowledge.similar, ({ handle: other, name }, entry) => entry.line({ "similar app": other, name }));
        break;
    }
    return store.base;
  },
});

interface Shown {
  readonly version: string | undefined;
  readonly from: string | undefined;
  readonly trackers: ReadonlyMap<number, Tracker>;
  readonly base: string;
  readonly now: number;
}

function writeVersion(answer: Answer, app: App, { version: name, from, trackers, base, now }: Shown): void {
  const { version, among } = findVersion(app, name, from);
  answer.fact("name", app.name);
  answer.fact("creator", app.creator);
  answer.fact("version", version.version);
  answer.fact("version code", version.versionCode);
  answer.fact("source", among.source);
  answer.fact("analyzed", isoOf(version.created));
  answer.fact("report", version.id);
  answer.fact("link", pages(base).report(version.id));
  if (isUnfinished(version, now)) answer.fact("state", "the analysis may still be running; trackers are added last");
  answer.heading(`Trackers (${version.trackers.length})`);
  const shown = answer.list(version.trackers, (id, entry) => {
    const tracker = trackers.get(id);
    entry.line({
      tracker: tracker?.name ?? `number ${id}`,
      id,
      categories: tracker?.categories.join(", ") || undefined,
      website: tracker?.website,
    });
  });
  if (shown < version.trackers.length)
    answer.leftOut(`${version.trackers.length - shown} trackers. With a larger "maxTokens", more are shown.`);
  const permissions = version.details?.permissions;
  if (permissions === undefined) {
    answer.fact("permissions", "unknown, because the details of the report could not be loaded");
    return;
  }
  answer.heading(`Permissions (${permissions.length})`);
  const levels = byLevel(permissions);
  const levelsShown = answer.list(levels, ({ level, permissions: all }, entry) =>
    entry.line({ level, permissions: all.map((each) => each.name).join(", ") }),
  );
  if (levelsShown < levels.length)
    answer.leftOut('permissions of other levels. With a larger "maxTokens", more are shown.');
}

function writeVersions(answer: Answer, app: App, from: string | undefined, skip: number): void {
  const all = app.sources
    .filter(({ source }) => from === undefined || source === from)
    .flatMap(({ source, versions }) => versions.map((version) => ({ source, version })));
  answer.heading(`Versions (${all.length}, newest first for each source)`);
  answer.page(all, skip, "versions", ({ source, version }, entry) =>
    entry.line({
      version: version.version,
      code: version.versionCode,
      source,
      analyzed: isoOf(version.created)?.slice(0, 10),
      trackers: version.trackers.length,
      permissions: version.details?.permissions.length,
      report: version.id,
    }),
  );
}

function writeNewest(answer: Answer, knowledge: Extract<Knowledge, { readonly kind: "newest" }>): void {
  const { match, latest } = knowledge;
  answer.fact("name", match?.name ?? latest?.name);
  answer.fact("creator", match?.creator);
  answer.fact("latest version", match?.version);
  answer.fact("analyzed", isoOf(latestReportTime(knowledge)));
  answer.fact("trackers", match?.trackers);
  answer.fact("permissions", match?.permissions);
  answer.fact("report", latest?.report);
  answer.leftOut("names of trackers, permissions and earlier versions, which need an API key of εxodus.");
}

function isoOf(time: Nanoseconds | undefined): string | undefined {
  return time === undefined ? undefined : formatIso(time);
}

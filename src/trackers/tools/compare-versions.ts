// Compares two versions of an app, or two apps.
import * as v from "valibot";
import { formatIso } from "../../base/time.ts";
import type { Answer } from "../../base/tools/answer.ts";
import { tool } from "../../base/tools/tool.ts";
import { previousVersion, versionChanges, type Difference } from "../model/changes.ts";
import { pages } from "../model/exodus-urls.ts";
import { isUnfinished, type Version } from "../model/report.ts";
import { Problem } from "../../base/problem.ts";
import { appInput, sourceInput } from "./inputs.ts";
import { findVersion, loadVersions } from "./known-app.ts";
import type { TrackersSource } from "./source.ts";

const versionInput = (description: string) => v.optional(v.pipe(v.string(), v.description(description)));

export const compareVersions = tool({
  name: "triptych_trackers_compare_versions",
  reference: "compareVersions",
  title: "Compare Versions of an App",
  description:
    "Says which trackers and permissions differ between two versions of an Android app, or between two apps. Use it " +
    'for questions such as "Which trackers did version 3.2 add?": {"app": "org.example", "version": "3.2"} compares ' +
    'with the version before it. Others: {"app": "org.example", "version": "3.2", "with": "2.0"}, ' +
    '{"app": "org.example", "withApp": "org.other"}. Needs an API key of εxodus.',
  asksServer: true,
  input: {
    app: appInput,
    version: versionInput('The newer version, such as "3.2". The default is the latest.'),
    with: versionInput("The version to compare with. The default is the one before, from the same source."),
    withApp: v.optional(v.pipe(appInput, v.description("The package name of another app to compare with."))),
    source: sourceInput,
  },
  answer: async (input, source: TrackersSource, answer, signal) => {
    const { store, now } = source;
    const app = await loadVersions(source, input.app, signal);
    const after = findVersion(app, input.version, input.source);
    const other = input.withApp === undefined ? app : await loadVersions(source, input.withApp, signal);
    const before =
      input.with === undefined && input.withApp === undefined
        ? (previousVersion(after.among, after.version) ?? failOldest())
        : findVersion(other, input.with, input.source).version;
    const { trackers } = await store.anyTrackers(signal);
    const changes = versionChanges(before, after.version);
    writeSide(answer, "before", other.handle, before, store.base);
    writeSide(answer, "after", app.handle, after.version, store.base);
    if ([before, after.version].some((each) => isUnfinished(each, now())))
      answer.fact("state", "one of the analyses may still be running; trackers are added last");
    const name = (id: number): string => trackers.get(id)?.name ?? `number ${id}`;
    writeDifference(answer, "Trackers", changes.trackers, name);
    if (changes.permissions === undefined) answer.fact("permissions", "unknown");
    else writeDifference(answer, "Permissions", changes.permissions, (permission) => permission);
    return store.base;
  },
});

function writeSide(answer: Answer, side: string, handle: string, version: Version, base: string): void {
  const { version: name, id, created } = version;
  const time = created === undefined ? "" : `, analyzed ${formatIso(created)}`;
  answer.fact(side, `${handle} ${name ?? "(no version name)"}, report ${id}${time}, ${pages(base).report(id)}`);
}

function writeDifference<Thing>(
  answer: Answer,
  what: string,
  { added, removed, same }: Difference<Thing>,
  name: (thing: Thing) => string,
): void {
  answer.heading(`${what}: ${added.length} added, ${removed.length} removed, ${same.length} unchanged`);
  for (const [change, things] of [
    ["added", added],
    ["removed", removed],
  ] as const) {
    const shown = answer.list(things, (thing, entry) => entry.line({ [change]: name(thing) }));
    if (shown < things.length)
      answer.leftOut(`${things.length - shown} ${change} ${what.toLowerCase()}. A larger "maxTokens" shows more.`);
  }
}

function failOldest(): never {
  throw new Problem("notFound", { detail: "This is the oldest analyzed version from its source." });
}

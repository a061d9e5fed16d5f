// Finds apps by name or package name.
import * as v from "valibot";
import { Problem } from "../../base/problem.ts";
import { formatIso } from "../../base/time.ts";
import { skipInput } from "../../base/tools/inputs.ts";
import { tool } from "../../base/tools/tool.ts";
import { isPackageName } from "../model/report.ts";
import { pages } from "../model/exodus-urls.ts";
import type { TrackersSource } from "./source.ts";

export const findApp = tool({
  name: "triptych_trackers_find_app",
  reference: "findApp",
  title: "Find an App at εxodus",
  description:
    "Finds Android apps by name or package name at εxodus, which knows the trackers and permissions of apps. " +
    "Returns package names, and the number of trackers and permissions of each app's latest version. " +
    'Use it first if you only know an app\'s name. Examples: {"query": "Signal"}, {"query": "com.whatsapp"}.',
  asksServer: true,
  input: {
    query: v.pipe(
      v.string(),
      v.trim(),
      v.minLength(3),
      v.maxLength(200),
      v.description("At least three characters of the app's name, or its package name."),
    ),
    skip: skipInput,
  },
  answer: async ({ query, skip = 0 }, { store }: TrackersSource, answer, signal) => {
    const { values, skipped } = await store.findSimilar(query, signal);
    if (signal.aborted) throw new Problem("canceled");
    const apps = isPackageName(query) ? values.toSorted((one, other) => rank(one, query) - rank(other, query)) : values;
    answer.fact("found", apps.length);
    if (skipped > 0) answer.fact("entries that can't be read", skipped);
    answer.page(apps, skip, "apps", (app, entry) => {
      entry.line({
        app: app.handle,
        name: app.name,
        creator: app.creator,
        "latest version": app.version,
        trackers: app.trackers,
        permissions: app.permissions,
        "report updated": app.updated === undefined ? undefined : formatIso(app.updated),
        link: pages(store.base).app(app.handle),
      });
    });
    return store.base;
  },
});

function rank({ handle }: { readonly handle: string }, query: string): number {
  return handle === query ? 0 : 1;
}

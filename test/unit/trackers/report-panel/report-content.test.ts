// What the panel of a report says in cases that no server answers on request.
import assert from "node:assert/strict";
import { Problem } from "../../../../src/base/problem.ts";
import { fromMilliseconds } from "../../../../src/base/time.ts";
import type { Version } from "../../../../src/trackers/model/report.ts";
import type { Tracker } from "../../../../src/trackers/model/tracker.ts";
import type { AppState } from "../../../../src/trackers/store/app-lookups.ts";
import type { Knowledge } from "../../../../src/trackers/store/read-app.ts";
import type * as Content from "../../../../src/trackers/report-panel/content.ts";
import type { ReportInputs } from "../../../../src/trackers/report-content/report-frame.ts";
import { importTexts } from "../../import-texts.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const DAY_MS = 86_400_000;
const [APP, OTHER] = ["org.example.app", "org.example.other"];

function version(id: number, daysOld: number, trackers: readonly number[]): Version {
  const created = fromMilliseconds(NOW - daysOld * DAY_MS);
  const details = { name: "App", creator: undefined, uid: undefined, iconHash: undefined, apkHash: undefined };
  return {
    id,
    source: "google",
    version: `${id}.0`,
    versionCode: undefined,
    created,
    updated: created,
    downloads: undefined,
    trackers,
    details: { ...details, permissions: [] },
  };
}

function loaded(handle: string, versions: readonly Version[]): AppState {
  const sources = versions.length === 0 ? [] : [{ source: "google", versions }];
  const app = { handle, name: undefined, creator: undefined, sources };
  return {
    reading: false,
    problem: undefined,
    knowledge: { kind: "app", app, detailsProblem: undefined, skipped: 0, readAt: NOW },
  };
}

const tracker = (id: number, name: string, categories: readonly string[]): Tracker => ({
  id,
  name,
  categories,
  codeSignature: undefined,
  networkSignature: undefined,
  created: undefined,
  website: undefined,
  description: undefined,
  documentation: [],
});

describe("The panel of a report", () => {
  let content: typeof Content;

  before(async () => {
    content = (await importTexts("src/trackers/report-panel/content.ts", "en")) as typeof Content;
  });

  /** The text of the page of an app with these versions. */
  function page(versions: readonly Version[], more: Partial<ReportInputs> = {}): string {
    const state = loaded(APP, versions);
    const others: Partial<Record<string, AppState>> = { [APP]: state, [OTHER]: loaded(OTHER, [version(7, 5, [1])]) };
    const inputs: ReportInputs = {
      handle: APP,
      state,
      getState: (handle) => others[handle] ?? assert.fail(handle),
      watched: false,
      news: [],
      unfolded: new Set(),
      showsUnchanged: false,
      list: undefined,
      base: "https://reports.exodus-privacy.eu.org",
      host: "reports.exodus-privacy.eu.org",
      now: NOW,
      ...more,
    };
    return JSON.stringify(content.reportPage(inputs));
  }

  it("sorts categories like the view", () => {
    const categories = ["analytics", "Zeta", "", "Crash reporting"];
    const trackers = categories.map((each, id) => tracker(id, `Tracker ${id}`, each === "" ? [] : [each]));
    const list = { trackers: new Map(trackers.map((each) => [each.id, each])), skipped: 0, readAt: NOW };
    const text = page([version(1, 3, [0, 1, 2, 3, 99])], { list });
    const order = ["analytics", "Crash reporting", "Zeta", "Uncategorized", "Not in the list"];
    const places = order.map((heading) => text.indexOf(`"heading":"${heading}"`));
    assert.ok(!places.includes(-1));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

  it("claims no count of trackers while the analysis may still be running", () => {
    const text = page([version(2, 0.1, []), version(1, 3, [1, 2])]);
    assert.match(text, /No trackers found yet/);
    assert.doesNotMatch(text, /"value":"0","word":"trackers"/);
    assert.doesNotMatch(text, /−2/);
    assert.match(page([version(2, 2, []), version(1, 3, [1, 2])]), /"value":"0","word":"trackers".*−2/);
  });

  it("claims no permissions while the analysis may still be running and has found none", () => {
    const text = page([version(2, 0.1, []), version(1, 3, [1, 2])]);
    assert.doesNotMatch(text, /"0","word":"(?:permissions|dangerous)"|"None"/);
    assert.match(text, /"value":"–","word":"permissions"\},\{"value":"–","word":"dangerous"/);
    assert.match(text, /"count":"–".{1,60}Not known yet: the analysis may still be running\./);
    assert.match(page([version(2, 2, [])]), /"value":"0","word":"permissions".*"None"/);
    const found = { handle: APP, name: "App", creator: undefined, downloads: undefined, uid: undefined };
    const match = { ...found, iconHash: undefined, updated: fromMilliseconds(NOW), version: "2.0", trackers: 0 };
    const nothing = { latest: undefined, problem: undefined, readAt: NOW } as const;
    const knowledge = { kind: "newest", match: { ...match, permissions: 0 }, ...nothing } as const;
    const counts = page([], { state: { reading: false, problem: undefined, knowledge } });
    assert.match(counts, /"value":"–","word":"permissions"/);
  });

  it("says which version its counts are of without a key", () => {
    const found = { handle: APP, name: "App", creator: undefined, downloads: undefined, uid: undefined };
    const match = { ...found, iconHash: undefined, updated: undefined, version: "8.4", trackers: 2, permissions: 2 };
    const nothing = { latest: undefined, problem: undefined, readAt: NOW } as const;
    const knowledge = { kind: "newest", match, ...nothing } as const;
    const text = page([], { state: { reading: false, problem: undefined, knowledge } });
    assert.match(text, /From version 8\.4, the latest report\. Its source is only shown with a key\./);
  });

  it("leads to the names of the trackers without a key, and says how to get one", () => {
    const latest = { report: 8, name: "App", created: undefined };
    const nothing = { match: undefined, problem: undefined, readAt: NOW } as const;
    const knowledge = { kind: "newest", latest, ...nothing } as const;
    const text = page([], { state: { reading: false, problem: undefined, knowledge } });
    assert.match(text, /"href":"https:\/\/reports\.exodus-privacy\.eu\.org\/en\/reports\/8\/"/);
    assert.match(text, /The website shows the names\. A key, which you request by email, adds them here/);
    assert.match(text, /"label":"Show Names on the Web"/);
  });

  it("doesn't reassure while the latest analysis from a source with trackers may still be running", () => {
    const sources = [
      { source: "fdroid", versions: [{ ...version(1, 3, []), source: "fdroid" }] },
      { source: "google", versions: [version(3, 0.1, []), version(2, 2, [1, 2])] },
    ];
    const app = { handle: APP, name: undefined, creator: undefined, sources };
    const knowledge = { kind: "app", app, detailsProblem: undefined, skipped: 0, readAt: NOW } as const;
    const text = page([], { state: { reading: false, problem: undefined, knowledge }, source: "fdroid" });
    assert.match(text, /No known trackers in this version.*Google Play 2\.0 has 2 trackers\./);
  });

  it("says what is missing without a key if a request failed", () => {
    const match = { handle: APP, name: "App", creator: undefined, downloads: undefined, uid: undefined };
    const counts = { ...match, iconHash: undefined, updated: undefined, version: "1", trackers: 1, permissions: 2 };
    const latest = { report: 1, name: "App", created: undefined };
    const problem = new Problem("offline");
    const newest = (known: Partial<Knowledge & { readonly kind: "newest" }>): string => {
      const nothing = { kind: "newest", match: undefined, latest: undefined, problem: undefined, readAt: NOW } as const;
      return page([], { state: { reading: false, problem: undefined, knowledge: { ...nothing, ...known } } });
    };
    assert.match(newest({ latest, problem }), /"start":"Could not load version and counts\."/);
    assert.match(newest({ match: counts, problem }), /"start":"Could not load report ID and date\."/);
    assert.doesNotMatch(newest({ match: counts, latest }), /Could not load/);
  });

  it("calls no tracker new if the analysis of the previous version may still be running", () => {
    const open = [version(3, 0.1, [1]), version(2, 0.2, []), version(1, 3, [1])];
    assert.doesNotMatch(page(open), /New in 3\.0/);
    assert.doesNotMatch(page(open, { tab: "timeline" }), /1 tracker (?:added|removed)/);
    const closed = [version(3, 2.1, [1]), version(2, 2.2, []), version(1, 3, [1])];
    assert.match(page(closed), /New in 3\.0/);
    assert.match(
      page(closed, { tab: "timeline" }),
      /1 tracker added.*1 tracker removed|1 tracker removed.*1 tracker added/,
    );
  });

  it("says of a comparison that the report of a version is gone, not that both are the same", () => {
    const compare = { from: { handle: APP, report: 4 }, to: { handle: APP, report: 1 } };
    const text = page([version(2, 2, [1]), version(1, 3, [1])], { tab: "timeline", compare });
    assert.doesNotMatch(text, /same version/);
    assert.match(text, /The report of A or B is no longer available\./);
    const withOther = { from: { handle: APP, report: 1 }, to: { handle: OTHER, report: 4 } };
    assert.match(page([version(1, 3, [1])], { tab: "timeline", compare: withOther }), /no longer available/);
    const same = { from: { handle: APP, report: 1 }, to: { handle: APP, report: 1 } };
    assert.match(page([version(1, 3, [1])], { tab: "timeline", compare: same }), /A and B are the same version/);
  });
});

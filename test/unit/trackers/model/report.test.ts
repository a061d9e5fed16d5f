// Joins the answers about an app, and interprets their values.
import assert from "node:assert/strict";
import { parseIso } from "../../../../src/base/time.ts";
import {
  applicationKey,
  isPackageName,
  isUnresolved,
  joinReports,
  isUnfinished,
  type DetailedReport,
  type Report,
} from "../../../../src/trackers/model/report.ts";
import { parseKey, pages, storePage } from "../../../../src/trackers/model/exodus-urls.ts";

function report(id: number, source: string, created: string | undefined, trackers: readonly number[] = []): Report {
  return {
    id,
    source,
    version: `${id}.0`,
    versionCode: String(id),
    created: created === undefined ? undefined : parseIso(created),
    updated: undefined,
    downloads: undefined,
    trackers,
  };
}

function detailed(plain: Report, permissions: readonly string[], name?: string): DetailedReport {
  return {
    ...plain,
    details: { name, creator: undefined, uid: undefined, iconHash: undefined, apkHash: undefined, permissions },
  };
}

describe("The report model", () => {
  it("identifies an app by package name and source", () => {
    assert.notEqual(applicationKey({ handle: "a.b", source: "" }), applicationKey({ handle: "a.b", source: "google" }));
  });

  it("joins search and details, with a list per source, newest first", () => {
    const old = report(8, "google", "2021-01-01T10:00:00.123Z", [1]);
    const same = report(9, "google", "2021-01-01T10:00:00.123Z");
    const other = report(7, "fdroid", "2022-01-01T10:00:00Z");
    const unknown = report(1, "", "2019-01-01T10:00:00Z");
    const strange = report(2, "aurora", undefined);
    const app = joinReports("a.b", { name: "Found", creator: "Maker", reports: [old, same, other, unknown, strange] }, [
      detailed(old, ["x"], "Detailed"),
      detailed({ ...report(11, "google", "2020-12-31T23:59:59.999999Z"), downloads: "5+ downloads" }, []),
    ]);
    assert.deepEqual(
      app?.sources.map(({ source, versions }) => [source, versions.map(({ id }) => id)]),
      [
        ["google", [9, 8, 11]],
        ["fdroid", [7]],
        ["aurora", [2]],
        ["", [1]],
      ],
    );
    assert.equal(app.name, "Detailed");
    assert.equal(app.creator, "Maker");
    assert.deepEqual(app.sources[0]?.versions[1]?.details?.permissions, ["x"]);
    assert.equal(app.sources[0].versions[0]?.details, undefined);
  });

  it("knows an app that only one of search and details returns, but none that neither returns", () => {
    const only = report(1, "google", "2021-01-01T10:00:00Z");
    assert.equal(joinReports("a.b", undefined, []), undefined);
    assert.equal(joinReports("a.b", undefined, undefined), undefined);
    assert.deepEqual(joinReports("a.b", { name: "A", creator: undefined, reports: [] }, undefined)?.sources, []);
    assert.equal(joinReports("a.b", undefined, [detailed(only, [])])?.sources.length, 1);
    assert.equal(joinReports("a.b", { name: "A", creator: undefined, reports: [only] }, undefined)?.sources.length, 1);
  });

  it("treats a report without trackers as unfinished for a day, but never one with trackers", () => {
    const now = Date.parse("2026-11-20T12:00:00Z");
    const created = (text: string) => ({ created: parseIso(text), trackers: [] });
    assert.equal(isUnfinished(created("2026-11-20T11:00:00Z"), now), true);
    assert.equal(isUnfinished(created("2026-11-19T12:00:00.001Z"), now), true);
    assert.equal(isUnfinished(created("2026-11-19T12:00:00Z"), now), false);
    assert.equal(isUnfinished({ created: undefined, trackers: [] }, now), false);
    assert.equal(isUnfinished({ ...created("2026-11-20T11:00:00Z"), trackers: [3] }, now), false);
  });

  it("accepts any possible package name, in any script, but nothing that would change the route", () => {
    for (const good of ["a.b", "org.example.SignalBox", "com.a_b.c2", "tramway", "org.пример.трамвай", "2a.b-c"]) {
      assert.ok(isPackageName(good), good);
    }
    for (const bad of [
      "",
      "a/b",
      "..",
      ".a",
      "a.",
      "a..b",
      "a b",
      "a\0b",
      "a.b?c",
      "a.b#c",
      "a%2Fb",
      "a".repeat(256),
    ]) {
      assert.ok(!isPackageName(bad), bad);
    }
  });

  it("strips the scheme from a key that was pasted with it", () => {
    assert.equal(parseKey(" Token 5ca1ab1e \n"), "5ca1ab1e");
    assert.equal(parseKey("token\t5ca1ab1e"), "5ca1ab1e");
    assert.equal(parseKey("5ca1ab1e"), "5ca1ab1e");
  });

  it("recognizes a version whose name the analysis did not resolve", () => {
    assert.ok(isUnresolved("@7F060005"));
    assert.ok(!isUnresolved("8.4"));
  });

  it("links to the pages of the instance and of the stores, with any characters in the package name", () => {
    const { report: page, app, tracker: about, analysis } = pages("https://exodus.example/mirror/");
    assert.equal(page(7), "https://exodus.example/mirror/en/reports/7/");
    assert.equal(app("a/b"), "https://exodus.example/mirror/en/reports/a%2Fb/latest/");
    assert.equal(about(27), "https://exodus.example/mirror/en/trackers/27/");
    assert.equal(analysis("a.b"), "https://exodus.example/mirror/en/analysis/submit/#a.b");
    assert.equal(storePage("a.b", "google"), "https://play.google.com/store/apps/details?id=a.b");
    assert.equal(storePage("a.b", "fdroid"), "https://f-droid.org/packages/a.b");
    assert.equal(storePage("a.b", "apk"), undefined);
  });
});

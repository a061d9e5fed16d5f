// The sandbox's εxodus has reports like the real one, with their gaps and odd dates.
import assert from "node:assert/strict";
import { type Applications, KEY, type Report, type Searched, TRAMWAY, trackersForTests } from "./trackers-sandbox.ts";

type Detailed = {
  report: number;
  trackers: number[];
  permissions: string[];
  source: string;
  updated: string;
}[];

const ascending = (numbers: readonly number[]): number[] => [...numbers].sort((one, other) => one - other);

describe("Reports", () => {
  const { act, ask, clock, read } = trackersForTests();

  describe("of the sandbox's εxodus server", () => {
    it("distinguish an unknown app, an app without trackers and a failed request", async () => {
      assert.deepEqual(await read("/api/search/org.example.nothing"), {});
      assert.deepEqual(await read("/api/search/org.example.nothing/details"), []);
      assert.deepEqual(await read("/api/search/org.example.nothing/latest", {}), {});
      act("addReport", { handle: "org.example.clean" });
      const clean = await read<Searched>("/api/search/org.example.clean");
      assert.deepEqual(
        clean["org.example.clean"]?.reports.map(({ trackers }) => trackers),
        [[]],
      );
      assert.deepEqual(await read("/api/search/ORG.EXAMPLE.TRAMWAY"), {});
    });

    it("mix the sources of an app, newest first, two of which have different trackers for the same version code", async () => {
      const reports = (await read<Searched>(TRAMWAY))["org.example.tramway"]?.reports ?? [];
      assert.deepEqual([...new Set(reports.map(({ source }) => source))].sort(), ["fdroid", "google"]);
      const twin = reports.find((one) =>
        reports.some(
          (other) =>
            one.source !== other.source &&
            one.version_code === other.version_code &&
            one.trackers.length !== other.trackers.length,
        ),
      );
      assert(twin !== undefined);
      const details = await read<Detailed>(`${TRAMWAY}/details`);
      assert.deepEqual(ascending(details.map(({ report }) => report)), ascending(reports.map(({ id }) => id)));
    });

    it("truncate times to milliseconds, and omit a fraction of zero", async () => {
      act("addReport", {
        handle: "org.example.dates",
        created: "2021-03-04T05:06:07.999999Z",
        updated: "2021-03-04T05:06:08Z",
      });
      const { id } = act("addReport", { handle: "org.example.dates", created: "2021-03-04T05:06:09.000500Z" });
      const [newer, older] =
        (await read<Searched>("/api/search/org.example.dates"))["org.example.dates"]?.reports ?? [];
      assert.deepEqual(older, {
        ...older,
        creation_date: "2021-03-04T05:06:07.999Z",
        updated_at: "2021-03-04T05:06:08Z",
      });
      assert.deepEqual(newer, { ...newer, creation_date: "2021-03-04T05:06:09.000Z" });
      const single = await read<{ creation_date: string }>(`/api/report/${id}/`);
      assert.equal(single.creation_date, "2021-03-04T05:06:09.000500Z");
    });

    it("have the same lists in another order after an unrelated write", async () => {
      const before = await read<Detailed>(`${TRAMWAY}/details`);
      assert.deepEqual(await read<Detailed>(`${TRAMWAY}/details`), before);
      act("addReport", { handle: "org.example.elsewhere" });
      const later = await read<Detailed>(`${TRAMWAY}/details`);
      assert.notDeepEqual(later, before);
      const sorted = (list: Detailed) =>
        list
          .map((each) => ({ ...each, trackers: ascending(each.trackers), permissions: [...each.permissions].sort() }))
          .sort((one, other) => one.report - other.report);
      assert.deepEqual(sorted(later), sorted(before));
    });

    it("repeat a permission if the manifest does, and include those of vendors and of the app", async () => {
      const [first] = await read<Detailed>(`${TRAMWAY}/details`);
      assert(first !== undefined && new Set(first.permissions).size < first.permissions.length);
      const all = (
        await Promise.all(
          ["tramway", "larder", "quill", "kettle"].map((name) =>
            read<Detailed>(`/api/search/org.example.${name}/details`),
          ),
        )
      ).flatMap((list) => list.flatMap(({ permissions }) => permissions));
      assert(all.some((name) => name.startsWith("com.google.android.")));
      assert(all.some((name) => name.startsWith("org.example.")));
    });

    it("leave unknown fields empty, and show unresolved versions", async () => {
      const { applications } = await read<{ applications: Record<string, string>[] }>("/api/applications");
      for (const key of ["name", "creator", "downloads", "app_uid", "icon_phash"]) {
        assert(
          applications.some((each) => each[key] === ""),
          key,
        );
      }
      const { applications: reports } = await read<{ applications: Searched }>("/api/reports");
      const versions = Object.values(reports).flatMap((each) => each.reports);
      assert(versions.some(({ version }) => version.startsWith("@7F")));
      assert(versions.some(({ version_code }) => version_code === ""));
      assert(versions.some(({ version_code }) => version_code.startsWith("0")));
      assert(versions.some(({ version_code }) => Number(version_code) > 2 ** 31));
    });

    it("can have an older date with a higher ID, and equal dates", async () => {
      const { applications } = await read<{
        applications: Record<string, { reports: Report[] }>;
      }>("/api/reports");
      const lists = Object.values(applications).map(({ reports }) => reports);
      const someTwo = (
        wanted: (one: { id: number; creation_date: string }, other: { id: number; creation_date: string }) => boolean,
      ) =>
        lists.some((reports) =>
          reports.some((one) => reports.some((other) => one.id > other.id && wanted(one, other))),
        );
      assert(someTwo((one, other) => one.creation_date < other.creation_date));
      assert(someTwo((one, other) => one.creation_date === other.creation_date));
    });

    it("show an analysis in steps: details fail first, and the trackers come last without a newer date", async () => {
      clock.set(Date.UTC(2026, 10, 21, 12));
      const { id } = act("startAnalysis", { handle: "org.example.tramway", version: "4.0", versionCode: "900" });
      assert.equal((await ask(`${TRAMWAY}/details`, KEY)).status, 500);
      const reportOf = async () =>
        (await read<Searched>(TRAMWAY))["org.example.tramway"]?.reports.find((each) => each.id === id);
      const running = await reportOf();
      assert.deepEqual(running?.trackers, []);
      assert.deepEqual(await read(`${TRAMWAY}/latest`, {}), {
        id,
        name: "Tramway",
        creation_date: "2026-11-21T12:00:00Z",
      });

      act("continueAnalysis", { report: id, permissions: ["android.permission.CAMERA"] });
      const detail = (await read<Detailed>(`${TRAMWAY}/details`)).find(({ report }) => report === id);
      assert.deepEqual([detail?.trackers, detail?.permissions], [[], ["android.permission.CAMERA"]]);

      act("finishAnalysis", { report: id, trackers: [27, 49] });
      const finished = await reportOf();
      assert.deepEqual(ascending(finished?.trackers ?? []), [27, 49]);
      assert.equal(finished?.updated_at, running?.updated_at);
    });

    it("can be analyzed again", async () => {
      act("recompute", { report: 1, trackers: [12], touch: true });
      const report = (await read<Searched>(TRAMWAY))["org.example.tramway"]?.reports.find(({ id }) => id === 1);
      assert.deepEqual(report?.trackers, [12]);
      assert(
        (await read<Applications>("/api/applications?tracker=12")).applications.some(
          ({ handle }) => handle === "org.example.tramway",
        ),
      );
    });
  });
});

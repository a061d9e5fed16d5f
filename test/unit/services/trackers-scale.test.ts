// The sandbox's εxodus generates its data from a seed, at any scale.
import assert from "node:assert/strict";
import { Clock } from "../../services/core/clock.js";
import { KEYS } from "../../services/trackers/access.js";
import { trackersService } from "../../services/trackers/index.js";
import { trackerList } from "../../services/trackers/list.js";
import { sendRequest } from "../../services/real/replay.js";

const PATHS = [
  "/api/trackers",
  "/api/applications",
  "/api/applications?option=short",
  "/api/applications?tracker=49",
  "/api/applications/count",
  "/api/reports/count",
  "/api/reports",
  "/api/search/org.example.tramway",
  "/api/search/org.example.tramway/details",
  "/api/report/8/details",
];

async function bodies(seed: string, scale: number, paths: readonly string[]) {
  const { service, actions, state } = trackersService({ seed, scale, clock: new Clock() });
  actions["setLimits"]?.({ enabled: false });
  const origin = await service.listen(0);
  try {
    const read = [];
    for (const path of paths) {
      const answer = await sendRequest(origin, {
        method: "GET",
        path,
        headers: { authorization: `Token ${KEYS.good}` },
      });
      assert("status" in answer && answer.status === 200, path);
      read.push(answer.body);
    }
    return { read, generated: (state() as { generated: number }).generated };
  } finally {
    await service.close();
  }
}

describe("Generated data of the sandbox's εxodus server", () => {
  it("is the same for the same seed, byte for byte, and different for another", async () => {
    const [one, same, other] = [await bodies("1", 1, PATHS), await bodies("1", 1, PATHS), await bodies("2", 1, PATHS)];
    assert.deepEqual(one.read, same.read);
    // The number of apps doesn't depend on the seed.
    const alike = PATHS.filter((_, place) => one.read[place] === other.read[place]);
    assert.deepEqual(alike, ["/api/applications/count"]);
  });

  it("is computed only on request, at any scale", async () => {
    const paths = [
      "/api/applications/count",
      "/api/reports/count",
      "/api/report/3500001/",
      "/api/search/org.example.tramway",
    ];
    const { read, generated } = await bodies("1", 1000, paths);
    assert.deepEqual(JSON.parse(read[0] ?? ""), { count: 250_000 });
    assert(JSON.parse(read[1] ?? "").count > 500_000);
    assert.equal(JSON.parse(read[2] ?? "").handle, "org.example.tramway");
    assert.equal(generated, 1 + JSON.parse(read[3] ?? "")["org.example.tramway"].reports.length);
  });

  it("finds the app of every package name and every report", async () => {
    const { Applications } = await import("../../services/trackers/applications.js");
    const applications = new Applications({ seed: "7", count: 1_000_000, trackerIds: [1, 2, 3] });
    for (let place = 0; place < 1_000_000; place += 997) {
      assert.equal(applications.find(applications.handle(place)), place);
      const last = applications.report(place, applications.reportCount(place) - 1);
      assert.deepEqual(applications.byId(last.id), last);
    }
    assert.equal(applications.find("org.example.nothing"), undefined);
    assert.equal(applications.byId(0), undefined);
  });

  it("has a tracker list of realistic size, with gaps and oddities", () => {
    const list = trackerList();
    assert.equal(list.size, 432);
    assert.equal(Math.max(...list.keys()), 448);
    assert.equal(list.has(19), false);
    const all = [...list.values()];
    assert.equal(new Set(all.map(({ name }) => name)).size, 432);
    assert.equal(list.get(49)?.name, "Google Firebase Analytics");
    assert(all.some(({ categories }) => categories.length === 0));
    assert(all.some(({ description }) => description.length > 40_000));
    assert(all.some(({ description }) => description.includes("<script>")));
    assert(all.some(({ network_signature }) => network_signature === ""));
    assert(all.some(({ code_signature }) => code_signature === ""));
    assert(all.some(({ code_signature }) => code_signature.startsWith(".*")));
    assert(all.some(({ code_signature }) => code_signature.includes("\\a")));
    assert(all.some(({ documentation }) => documentation.endsWith(" ")));
    for (const { code_signature, network_signature } of all) {
      assert.doesNotThrow(() => new RegExp(code_signature));
      assert.doesNotThrow(() => new RegExp(network_signature));
    }
  });
});

// What all routes of εxodus have in common: the request, and each way it can fail.
import assert from "node:assert/strict";
import type { ProblemKind } from "../../../../src/base/problem.ts";
import type { ExodusApi, RequestOptions } from "../../../../src/trackers/api/exodus-api.ts";
import { problemOf } from "../../base/service.ts";
import { KEYS, parseList, startTrackers, type TrackersService } from "../service.ts";

const TRAMWAY = "org.example.tramway";

interface Route {
  readonly name: string;
  readonly call: (api: ExodusApi, asked?: RequestOptions) => Promise<unknown>;
  /** Path and query of the request. */
  readonly target: string;
  readonly needsKey: boolean;
  /** A body that the service should never send. */
  readonly wrong: unknown;
}

const ROUTES: readonly Route[] = [
  {
    name: "trackers",
    call: (api, asked) => api.trackers(asked),
    target: "/api/trackers",
    needsKey: false,
    wrong: { trackers: 3 },
  },
  {
    name: "trackerCount",
    call: (api, asked) => api.trackerCount(asked),
    target: "/api/trackers/count",
    needsKey: true,
    wrong: { count: "432" },
  },
  {
    name: "allApplications, in full",
    call: async (api, asked) => await parseList(await api.allApplications("full", asked)),
    target: "/api/applications",
    needsKey: true,
    wrong: { applications: "none" },
  },
  {
    name: "allApplications, short",
    call: async (api, asked) => await parseList(await api.allApplications("short", asked)),
    target: "/api/applications?option=short",
    needsKey: true,
    wrong: { applications: {} },
  },
  {
    name: "applicationsWith",
    call: (api, asked) => api.applicationsWith(49, asked),
    target: "/api/applications?option=short&tracker=49",
    needsKey: true,
    wrong: [],
  },
  {
    name: "applicationCount",
    call: (api, asked) => api.applicationCount(asked),
    target: "/api/applications/count",
    needsKey: true,
    wrong: { count: -1 },
  },
  {
    name: "reportCount",
    call: (api, asked) => api.reportCount(asked),
    target: "/api/reports/count",
    needsKey: true,
    wrong: { reports: 3 },
  },
  {
    name: "search",
    call: (api, asked) => api.search(TRAMWAY, asked),
    target: `/api/search/${TRAMWAY}`,
    needsKey: true,
    wrong: { [TRAMWAY]: [] },
  },
  {
    name: "details",
    call: (api, asked) => api.details(TRAMWAY, asked),
    target: `/api/search/${TRAMWAY}/details`,
    needsKey: true,
    wrong: { detail: "a table, not a list" },
  },
  {
    name: "latest",
    call: (api, asked) => api.latest(TRAMWAY, asked),
    target: `/api/search/${TRAMWAY}/latest`,
    needsKey: false,
    wrong: { id: "7" },
  },
  {
    name: "reportedApp",
    call: (api, asked) => api.reportedApp(8, asked),
    target: "/api/report/8/",
    needsKey: true,
    wrong: { handle: 8 },
  },
  {
    name: "findApplications",
    call: (api, asked) => api.findApplications(TRAMWAY, 5, asked),
    target: "/api/search",
    needsKey: false,
    wrong: { results: "none" },
  },
];

describe("Each route of εxodus", () => {
  let trackers: TrackersService;

  before(async () => {
    trackers = await startTrackers();
  });
  after(() => trackers.close());
  afterEach(() => {
    trackers.reset();
  });

  for (const { name, call, target, needsKey, wrong } of ROUTES) {
    describe(name, () => {
      const at = `^${target.replace(/[?.]/g, "\\$&")}$`;
      const problem = (key?: string) => problemOf(call(trackers.api(key)));

      it(`requests ${target} once, with the key and for JSON`, async () => {
        await call(trackers.api(KEYS.good));
        const [sent, ...more] = trackers.service.journal;
        assert.equal(sent?.target, target);
        assert.equal(sent.headers.authorization, `Token ${KEYS.good}`);
        assert.equal(sent.headers.accept, "application/json");
        assert.match(sent.headers["user-agent"] ?? "", /^triptych/);
        assert.deepEqual(more, []);
      });

      if (needsKey) {
        it("is unauthorized without a key, with a wrong one and with a disabled one", async () => {
          for (const key of [undefined, "0".repeat(40), KEYS.inactive]) {
            const { kind, facts } = await problem(key);
            assert.equal(kind, "unauthorized");
            assert.equal(facts.status, 401);
            assert.equal(facts.detail, undefined);
          }
        });
      } else {
        it("returns data without a key, and with any key", async () => {
          for (const key of [undefined, "0".repeat(40), KEYS.inactive]) await call(trackers.api(key));
        });
      }

      const refusals: readonly (readonly [number, ProblemKind])[] = [
        [400, "invalid"],
        [403, "forbidden"],
        [404, "notFound"],
        [429, "rateLimited"],
        [500, "server"],
        [503, "server"],
      ];
      for (const [status, kind] of refusals) {
        it(`reports a page with status ${status} as ${kind}, without warning of a possible change`, async () => {
          trackers.service.faults.add({ kind: "html", status, path: at });
          const found = await problem(KEYS.good);
          assert.equal(found.kind, kind);
          assert.equal(found.facts.status, status);
          assert.equal(found.facts.wrote, undefined);
        });
      }

      it("is offline if the connection is refused", async () => {
        trackers.service.faults.add({ kind: "refuse", path: at });
        const found = await problem(KEYS.good);
        assert.equal(found.kind, "offline");
        assert.equal(found.facts.wrote, undefined);
      });

      it("rejects an HTML page with status 200, half a response, and another shape", async () => {
        trackers.service.faults.add({ kind: "html", status: 200, path: at });
        assert.equal((await problem(KEYS.good)).kind, "malformed");
        trackers.reset();
        trackers.answer(at, '{"count": 4');
        assert.equal((await problem(KEYS.good)).kind, "malformed");
        trackers.reset();
        trackers.answer(at, wrong);
        assert.equal((await problem(KEYS.good)).kind, "malformed");
      });

      it("is canceled if its signal is", async () => {
        assert.equal(
          (await problemOf(call(trackers.api(KEYS.good), { signal: AbortSignal.abort() }))).kind,
          "canceled",
        );
      });
    });
  }
});

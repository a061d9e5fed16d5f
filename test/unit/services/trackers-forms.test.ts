// The sandbox's εxodus responds to new requests in the form of recorded responses.
import assert from "node:assert/strict";
import { Clock } from "../../services/core/clock.js";
import { sendRequest } from "../../services/real/replay.js";
import { KEYS } from "../../services/trackers/access.js";
import { trackersService } from "../../services/trackers/index.js";
import { formsByRoute, findUnrecorded } from "./answer-forms.ts";

const KEY = { authorization: `Token ${KEYS.good}` };
const SEARCH = "POST /search";

/** A request: a GET of a path, or a POST with a body. It has a key unless `headers` are given. */
interface Fresh {
  readonly status: number;
  readonly target: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const get = (status: number, target: string, headers?: Fresh["headers"]): Fresh => ({
  status,
  target,
  ...(headers === undefined ? {} : { headers }),
});
const post = (status: number, body: string, headers: Fresh["headers"] = {}): Fresh => ({
  status,
  target: "/search",
  body,
  headers,
});
const ask = (type: string, query: unknown, limit: unknown): string => JSON.stringify({ type, query, limit });

/** Requests that were never recorded, by the route whose recorded responses define the expected form. */
const FRESH: Readonly<Record<string, readonly Fresh[]>> = {
  "/trackers/count": [
    get(200, "/trackers/count?a=1"),
    get(200, "/trackers/count?format=api"),
    get(200, "/trackers/count", { ...KEY, accept: "text/html" }),
    get(200, "/trackers/count", { authorization: `token ${KEYS.good}` }),
    get(200, "/trackers/count?__proto__=1"),
    get(401, "/trackers/count", { authorization: "Token x" }),
    get(401, "/trackers/count?format=json", {}),
    get(404, "/trackers/count?format=xml"),
    get(406, "/trackers/count", { ...KEY, accept: "image/png" }),
    get(406, "/trackers/count?format=json", { ...KEY, accept: "text/html" }),
  ],
  "/applications/count": [get(200, "/applications/count"), get(401, "/applications/count", {})],
  "/reports/count": [get(200, "/reports/count?x"), get(401, "/reports/count", { authorization: "Token" })],
  "/applications": [
    get(200, "/applications?tracker=999999&option=short"),
    get(200, "/applications?tracker=%20999999%20"),
    get(200, "/applications?tracker=99_99_99"),
    get(200, "/applications?tracker=-1"),
    get(500, "/applications?tracker=1__0"),
    get(500, "/applications?tracker=4.0"),
    get(401, "/applications?tracker=49", {}),
  ],
  "/search/:handle": [
    get(200, "/search/org.example.tramway"),
    get(200, "/search/org.example.larder?format=json"),
    get(200, "/search/org%2eexample%2etramway"),
    get(200, "/search/nothing.of.the.kind"),
    get(200, "/search/ORG.EXAMPLE.TRAMWAY"),
    get(200, "/search/%CE%B5xodus"),
    get(200, "/search/__proto__"),
    get(200, "/search/constructor"),
    get(401, "/search/org.example.tramway", { authorization: "Basic eDp5" }),
  ],
  "/search/:handle/details": [
    get(200, "/search/org.example.tramway/details"),
    get(200, "/search/org.example.larder/details"),
    get(200, "/search/nothing.of.the.kind/details"),
    get(200, "/search/__proto__/details"),
    get(401, "/search/org.example.tramway/details", {}),
  ],
  "/search/:handle/latest": [
    get(200, "/search/org.example.tramway/latest", {}),
    get(200, "/search/org.example.larder/latest", { authorization: "Token wrong" }),
    get(200, "/search/nothing.of.the.kind/latest"),
    get(200, "/search/toString/latest"),
    get(404, "/search/org.example.tramway/latest?format=csv"),
  ],
  "/report/:id": [
    get(200, "/report/8/"),
    get(200, "/report/0008/"),
    get(404, "/report/0/"),
    get(401, "/report/8/", {}),
  ],
  [SEARCH]: [
    post(200, ask("application", "org.example.tramway", 0)),
    post(200, ask("application", "org.example.tramway", 1)),
    post(200, ask("application", "Tramway", 3)),
    post(200, ask("application", "zzzzzz", 3)),
    post(200, ask("application", "   ", 3)),
    post(200, ask("application", 12_345, 3)),
    post(200, ask("application", "Tramway", "2.0")),
    post(200, ask("application", "Tramway", -1)),
    post(200, ask("tracker", "Flurry", 2)),
    post(200, ask("report", "Tramway", 2)),
    post(200, '{"__proto__":1,"type":"application","query":"Tramway","limit":2}'),
    post(200, ask("application", "Tramway", 2), { "content-type": "text/plain" }),
    post(200, "[]"),
    post(200, "null"),
    post(400, ""),
    post(400, "type=application&query=Tramway&limit=2", { "content-type": "application/x-www-form-urlencoded" }),
  ],
};

function routeOf(path: string): string {
  const [bare = ""] = path.replace(/^\/api/, "").split("?");
  if (bare === "/search") return SEARCH;
  return bare
    .replace(/^\/search\/[^/]+/, "/search/:handle")
    .replace(/^\/report\/\d+/, "/report/:id")
    .replace(/\/$/, "");
}

describe("The sandbox's εxodus server, with requests that were never recorded", () => {
  const { service, actions } = trackersService({ seed: "1", scale: 1, clock: new Clock() });
  const forms = formsByRoute(["trackers"], routeOf, ["GET", "POST"]);
  const errors = new Set([...forms.values()].flatMap(({ errors: own }) => Array.from(own)));
  const all = Object.entries(FRESH).flatMap(([route, requests]) => requests.map((request) => ({ route, request })));
  let origin = "";

  before(async () => {
    actions["setLimits"]?.({ enabled: false });
    origin = await service.listen(0);
  });
  after(() => service.close());

  for (const { route, request } of all) {
    const { status, target, body, headers = KEY } = request;
    it(`returns ${status} to ${target} ${body ?? JSON.stringify(request.headers ?? "")}`, async () => {
      const method = body === undefined ? "GET" : "POST";
      const answer = await sendRequest(origin, {
        method,
        path: `/api${target}`,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      assert.ok("status" in answer, "the connection was cut");
      assert.equal(answer.status, status, answer.body);
      const form = forms.get(route) ?? assert.fail(`nothing of ${route} was recorded`);
      if (status === 200) assert.deepEqual(findUnrecorded(form, JSON.parse(answer.body)), []);
      else if (status < 500) assert.ok(errors.has(answer.body) || /JSON parse error/.test(answer.body), answer.body);
      else assert.match(answer.headers["content-type"] ?? "", /^text\/html/);
    });
  }
});

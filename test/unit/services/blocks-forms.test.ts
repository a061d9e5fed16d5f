// The sandbox's mirror node responds to new requests in the form of recorded responses.
import assert from "node:assert/strict";
import { blocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { sendRequest } from "../../services/real/replay.js";
import { formOfError, formsByRoute, findUnrecorded } from "./answer-forms.ts";

/** Requests that were never recorded, by the route whose recorded responses define the expected form. */
const FRESH: Readonly<Record<string, readonly (readonly [status: number, path: string])[]>> = {
  "/blocks": [
    [200, "/blocks?limit=33"],
    [200, "/blocks?limit=7&order=asc"],
    [200, "/blocks?block.number=lte:12&limit=4"],
    [200, "/blocks?block.number=gt:40&block.number=lt:60&order=ASC"],
    [200, "/blocks?timestamp=gte:1795244000&limit=2&order=asc"],
    [200, "/blocks?limit=900"],
    [200, "/blocks?limit=gt:3"],
    [200, "/blocks?limit[]=3"],
    [200, "/API/v1/blocks?limit=1"],
    [200, "/blocks?limit=1#top"],
    [200, "/blocks?__proto__=1&limit=1"],
    [200, "/blocks?constructor=1&limit=1"],
    [200, "/blocks?block.number=gt:99999999"],
    [200, "/blocks?block.number=0x10&limit=1"],
    [400, "/blocks?limit=00"],
    [400, "/blocks?limit=-4"],
    [400, "/blocks?order=up"],
    [400, "/blocks?block.number=ne:4"],
    [400, "/blocks?timestamp=noon"],
    [400, "/blocks?limit[]="],
    [503, "/blocks?block.number=0x8000000000000000"],
    [500, "/blocks?order[b]=asc"],
  ],
  "/blocks/:id": [
    [200, "/blocks/17"],
    [200, "/blocks/1999/"],
    [200, "/blocks/0000023"],
    [404, "/blocks/123456789"],
    [404, `/blocks/0x${"cd".repeat(48)}`],
    [400, "/blocks/0x11"],
    [400, "/blocks/latest"],
    [400, "/blocks/-1"],
  ],
  "/transactions": [
    [200, "/transactions?limit=3&order=asc"],
    [200, "/transactions?transactiontype=cryptotransfer&limit=2"],
    [200, "/transactions?result=FAIL&limit=2"],
    [200, "/transactions?account.id=0.0.1007&limit=2"],
    [200, "/transactions?type=credit&account.id=1008&limit=1"],
    [200, "/transactions?timestamp=gte:1795244000&timestamp=lt:1795244010"],
    [400, "/transactions?result=maybe"],
    [400, "/transactions?limit=none"],
  ],
  "/accounts/:id": [
    [200, "/accounts/0.0.1024?limit=2"],
    [200, "/accounts/1024?transactions=false"],
    [404, "/accounts/0.0.123456"],
    [400, "/accounts/nobody"],
  ],
  "/contracts/:id": [
    [200, "/contracts/0.0.2005"],
    [200, "/contracts/2010"],
    [404, "/contracts/0.0.1002"],
    [400, "/contracts/tickets"],
  ],
  "/contracts/results": [
    [200, "/contracts/results?block.number=1600&limit=3"],
    [200, "/contracts/results?block.number=1700&internal=true&limit=2"],
    [200, "/contracts/results?block.number=123456"],
  ],
  "/contracts/results/logs": [
    [200, "/contracts/results/logs?limit=4"],
    [200, "/contracts/results/logs?timestamp=gte:1795246000&timestamp=lte:1795246100&limit=2"],
    [400, "/contracts/results/logs?limit=ten"],
    [400, "/contracts/results/logs?topic0=zzz"],
  ],
  "/contracts/:id/results": [[200, "/contracts/0.0.2001/results?limit=2"]],
  "/contracts/:id/results/logs": [[200, "/contracts/0.0.2001/results/logs?limit=2&order=asc"]],
  "/tokens/:id": [
    [404, "/tokens/0.0.77"],
    [400, "/tokens/tram"],
  ],
  "/topics/:id": [[404, "/topics/0.0.77"]],
  "/schedules/:id": [[404, "/schedules/0.0.77"]],
  "/network/fees": [[200, "/network/fees?order=desc"]],
};

/** Returns the route of a path, with `:id` in place of IDs. */
function routeOf(path: string): string {
  const [bare = ""] = path
    .toLowerCase()
    .replace(/^\/api\/v1/, "")
    .split(/[?#]/);
  return bare
    .replace(/\/$/, "")
    .replace(/^\/(blocks|transactions|accounts|tokens|topics|schedules)\/[^/]+/, "/$1/:id")
    .replace(/^\/contracts\/(?!results)[^/]+/, "/contracts/:id")
    .replace(/^\/contracts\/results\/(?!logs)[^/]+/, "/contracts/results/:id");
}

describe("The sandbox's mirror node, with requests that were never recorded", () => {
  const { service } = blocksService({ seed: "1", scale: 1, clock: new Clock() });
  const forms = formsByRoute(["blocks", "entities"], routeOf);
  let origin = "";

  before(async () => {
    origin = await service.listen(0);
  });
  after(() => service.close());

  const all = Object.entries(FRESH).flatMap(([route, requests]) => requests.map((request) => ({ route, request })));

  for (const { route, request } of all) {
    const [status, path] = request;
    it(`responds to ${path} in the form of ${route}`, async () => {
      const place = path.startsWith("/API") ? path : `/api/v1${path}`;
      const answer = await sendRequest(origin, { method: "GET", path: place, headers: {} });
      assert.ok("status" in answer, "the connection was cut");
      assert.equal(answer.status, status, answer.body);
      const form = forms.get(route) ?? assert.fail(`nothing of ${route} was recorded`);
      if (status === 200) assert.deepEqual(findUnrecorded(form, JSON.parse(answer.body)), []);
      else {
        const isKnown = [...forms.values()].some(({ errors }) => errors.has(formOfError(answer.body)));
        assert.ok(isKnown || status >= 500, answer.body);
      }
    });
  }
});

// The sandbox's issue servers respond to new requests in the form of recorded responses.
import assert from "node:assert/strict";
import { recordingsOf } from "../../services/issues/recorded.js";
import { formOf, findUnrecorded } from "./answer-forms.ts";
import { Server } from "./issues-server.ts";

/** The requester is alice unless a third field names another user. An empty name is anonymous. */
type Fresh = readonly [status: number, path: string, as?: string];

const DEMO = "/repos/alice/demo";

/** Requests that were never recorded, by the route whose recorded responses define the expected form. */
const FRESH: Readonly<Record<string, readonly Fresh[]>> = {
  "/repos/:repo/issues": [
    [200, `${DEMO}/issues?limit=3`],
    [200, `${DEMO}/issues?limit=0`],
    [200, `${DEMO}/issues?limit=-1`],
    [200, `${DEMO}/issues?limit=x`],
    [200, `${DEMO}/issues?page=999`],
    [200, `${DEMO}/issues?page=-2&limit=2`],
    [200, `${DEMO}/issues?state=closed&limit=2`],
    [200, `${DEMO}/issues?state=all&type=pulls`],
    [200, `${DEMO}/issues?labels=&limit=2`],
    [200, `${DEMO}/issues?labels=no%20such%20label&limit=2`],
    [200, `${DEMO}/issues?q=zzzzzz`],
    [200, `${DEMO}/issues?__proto__=1&limit=1`],
    [200, `${DEMO}/issues?limit=1`, ""],
    [404, "/repos/alice/nothing/issues"],
    [404, "/repos/nobody/demo/issues"],
  ],
  "/repos/:repo/issues/:n": [
    [200, `${DEMO}/issues/2`],
    [200, `${DEMO}/issues/2`, ""],
    [200, `${DEMO}/issues/1?x=1`],
    [404, `${DEMO}/issues/0`],
    [404, `${DEMO}/issues/999999`],
    [404, "/repos/alice/nothing/issues/1"],
  ],
  "/repos/:repo/issues/:n/comments": [
    [200, `${DEMO}/issues/1/comments?since=2030-01-01T00:00:00Z`],
    [200, `${DEMO}/issues/1/comments?before=2000-01-01T00:00:00Z`],
    [200, `${DEMO}/issues/2/comments`],
    [200, `${DEMO}/issues/1/comments?constructor=1`, ""],
    [422, `${DEMO}/issues/1/comments?since=yesterday`],
    [422, `${DEMO}/issues/1/comments?before=1`],
  ],
  "/repos/:repo/issues/comments": [
    [200, `${DEMO}/issues/comments?limit=2`],
    [200, `${DEMO}/issues/comments?page=500&limit=2`],
    [200, `${DEMO}/issues/comments?since=2030-01-01T00:00:00Z`],
  ],
  "/repos/:repo/issues/comments/:n": [
    [404, `${DEMO}/issues/comments/0`],
    [404, `${DEMO}/issues/comments/123456789`],
  ],
  "/repos/:repo/issues/:n/timeline": [
    [200, `${DEMO}/issues/2/timeline`],
    [200, `${DEMO}/issues/1/timeline?limit=2&page=2`],
    [200, `${DEMO}/issues/1/timeline?since=2030-01-01T00:00:00Z`],
    [404, "/repos/alice/nothing/issues/1/timeline"],
  ],
  "/repos/:repo/labels": [
    [200, `${DEMO}/labels?limit=1`],
    [200, `${DEMO}/labels?page=99`],
    [404, "/repos/alice/nothing/labels"],
  ],
  "/repos/:repo/milestones": [
    [200, `${DEMO}/milestones?state=all`],
    [200, `${DEMO}/milestones?state=closed`],
  ],
  "/repos/:repo/assignees": [[200, `${DEMO}/assignees?x`]],
  "/repos/:repo": [
    [200, `${DEMO}?x=1`],
    [200, "/repos/alice/archived", ""],
    [404, "/repos/alice/nothing"],
    [404, "/repos/alice/nothing", ""],
  ],
  "/repos/search": [
    [200, "/repos/search?q=demo&limit=2"],
    [200, "/repos/search?q=zzzzzz"],
    [200, "/repos/search?limit=1&page=2", ""],
  ],
  "/repos/issues/search": [
    [200, "/repos/issues/search?limit=2"],
    [200, "/repos/issues/search?q=zzzzzz"],
    [200, "/repos/issues/search?type=pulls&limit=2"],
  ],
  "/notifications": [
    [200, "/notifications?limit=1"],
    [200, "/notifications?page=99"],
    [401, "/notifications", ""],
    [401, "/notifications", "=wrong"],
  ],
  "/notifications/new": [[200, "/notifications/new?x"]],
  "/user": [
    [200, "/user?x=1"],
    [401, "/user?y", ""],
    [401, "/user", "=0123456789"],
  ],
};

function routeOf(path: string): string {
  const [bare = ""] = path.replace(/^\/api\/v1/, "").split("?");
  return bare.replace(/^\/repos\/(?!issues\/|search)[^/]+\/[^/]+/, "/repos/:repo").replaceAll(/\/\d+/g, "/:n");
}

for (const personality of ["forgejo", "gitea"] as const) {
  describe(`The sandbox's ${personality}, with requests that were never recorded`, () => {
    const all = Object.entries(FRESH).flatMap(([route, requests]) => requests.map((request) => ({ route, request })));
    const recorded = recordingsOf(personality);
    let server: Server;

    before(async () => {
      server = await Server.start(personality);
    });
    after(() => server.stop());

    for (const { route, request } of all) {
      const [status, path, as = "alice"] = request;
      it(`returns ${status} to ${as === "" ? "anonymous" : as} at ${path}`, async () => {
        const answer = await server.get(as, path);
        assert.equal(answer.status, status, answer.text);
        const alike = recorded.filter(
          ({ request: { method, path: other }, answer: { status: had } }) =>
            method === "GET" && had === status && (status >= 400 || routeOf(other) === route),
        );
        const [first, ...more] = alike.map(({ answer: { body } }) => body);
        assert.ok(first !== undefined, `no answer ${status} of ${route} was recorded`);
        assert.deepEqual(findUnrecorded(formOf([first, ...more]), answer.json), []);
      });
    }
  });
}

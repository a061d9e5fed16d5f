// Decodes every recorded answer of real servers.
import assert from "node:assert/strict";
import { readMeaning } from "../../../src/issues/model/timeline.ts";
import { recordingsOf } from "../../services/issues/recorded.js";
import { clientOf, json, problemOf, Services } from "../base/service.ts";
import { apiV1, type ApiV1 as Api } from "../../../src/issues/api/api-v1.ts";
import { DEMO } from "./service.ts";

/** The decoder of each recorded answer, by the start of its name. */
const READ: readonly (readonly [RegExp, (api: Api) => Promise<unknown>])[] = [
  [/^(comments-of-issue|comment-ghost|comment-special-bodies)/, (api) => api.commentsOfIssue(DEMO, 1n)],
  [/^comments-of-repo-page/, (api) => api.commentsOfRepository(DEMO, { page: 1, limit: 3 })],
  [/^timeline/, (api) => api.timelineOfIssue(DEMO, 1n)],
  [/^(comment|comment-on-pull|comment-created)$/, (api) => api.comment(DEMO, 1n)],
  [/^(issue|issue-locked|issue-minimal|issue-of-pull|issue-created)$/, (api) => api.issue(DEMO, 1n)],
  [/^(issues-page|issues-search)$/, (api) => api.issues(DEMO, {})],
  [/^(repo|repo-anonymous|repo-archived|repo-external-tracker|repo-issues-disabled)$/, (api) => api.repository(DEMO)],
  [/^user-(self|other)$/, (api) => api.user()],
  [/^version$/, (api) => api.version()],
  [/^settings-api$/, (api) => api.limits()],
];

interface Listed {
  readonly values: readonly unknown[];
  readonly skipped: number;
}

for (const server of ["forgejo", "gitea"] as const) {
  describe(`Recorded responses of a real ${server}`, () => {
    const services = new Services();
    afterEach(() => services.close());
    const recorded = recordingsOf(server);

    for (const [pattern, read] of READ) {
      for (const { case: name, answer } of recorded.filter((each) => pattern.test(each.case))) {
        it(`are decoded: ${name}`, async () => {
          const service = await services.start(() => json(200, answer.body));
          const understood = await read(apiV1(clientOf(service.origin)));
          assert.ok(understood !== undefined);
          const { skipped, values } = understood as Partial<Listed>;
          if (values !== undefined) {
            assert.equal(skipped, 0);
            const sent = Array.isArray(answer.body) ? answer.body.filter((each) => each !== null) : [];
            assert.equal(values.length, sent.length);
          }
        });
      }
    }

    it("are decoded to the last event", async () => {
      for (const { answer } of recorded.filter(({ case: name }) => name.startsWith("timeline"))) {
        const service = await services.start(() => json(200, answer.body));
        const { values } = await apiV1(clientOf(service.origin)).timelineOfIssue(DEMO, 1n);
        for (const record of values) assert.notEqual(readMeaning(record).kind, "unknown", record.type);
      }
    });

    it("have due dates as the server shows them, whatever its time zone", async () => {
      const [milestones, issue] = ["milestones", "issue"].map((name) => recorded.find((each) => each.case === name));
      const lists = await services.start(() => json(200, milestones?.answer.body));
      const { values } = await apiV1(clientOf(lists.origin)).finding.milestones(DEMO);
      assert.deepEqual([...new Set(values.map(({ due }) => due))], ["2027-01-31"]);
      for (const offset of ["Z", "+13:00", "-11:00"]) {
        const body = { ...Object(issue?.answer.body), due_date: `2027-03-01T23:59:59${offset}` };
        const service = await services.start(() => json(200, body));
        assert.equal((await apiV1(clientOf(service.origin)).issue(DEMO, 1n)).due, "2027-03-01");
      }
    });

    it("become the right kind of problem if they are errors", async () => {
      for (const { case: name, request, answer } of recorded.filter(({ case: each }) => /^error-[45]/.test(each))) {
        const [, status = ""] = /^error-(\d+)/.exec(name) ?? [];
        const type = answer.headers["Content-Type"];
        const service = await services.start(() => ({
          status: Number(status),
          headers: type === undefined ? {} : { "content-type": type },
          body:
            typeof answer.body === "string"
              ? answer.body
              : answer.body === undefined
                ? ""
                : JSON.stringify(answer.body),
        }));
        const api = apiV1(clientOf(service.origin));
        const { facts, message } = await problemOf(
          request.method === "GET" ? api.issue(DEMO, 1n) : api.createComment(DEMO, 1n, "x"),
        );
        assert.equal(facts.status, Number(status), name);
        if (status === "401") assert.equal(facts.detail, undefined, message);
      }
    });
  });
}

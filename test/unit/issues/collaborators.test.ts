// Who has write access to a repository, and when that is requested again.
import assert from "node:assert/strict";
import { Problem, type ProblemKind } from "../../../src/base/problem.ts";
import { apiV1 } from "../../../src/issues/api/api-v1.ts";
import { Collaborators } from "../../../src/issues/thread/collaborators.ts";

describe("Collaborators", () => {
  const address = { base: "https://git.example.org", owner: "alice", name: "demo" };

  /** Loads them twice: the first time the server returns a problem. Returns whom it then knows, and its requests. */
  const loadAfter = async (kind: ProblemKind) => {
    const collaborators = new Collaborators(Date.now);
    const api = apiV1({ origin: "https://git.example.org", request: () => Promise.reject(new Error("not requested")) });
    let requests = 0;
    const assignees: typeof api.finding.assignees = () => {
      requests += 1;
      if (requests === 1) return Promise.reject(new Problem(kind));
      const values = [{ id: 1n, login: "Alice" }];
      return Promise.resolve({ values, skipped: 0, reasons: [], total: 1, servedAt: undefined });
    };
    const forge = { ...api, finding: { ...api.finding, assignees } };
    await collaborators.read(address, forge);
    assert.deepEqual([...collaborators.at(address)], []);
    await collaborators.read(address, forge);
    return { requests, logins: [...collaborators.at(address)] };
  };

  it("are loaded again if the connection was lost", async () => {
    assert.deepEqual(await loadAfter("offline"), { requests: 2, logins: ["alice"] });
  });

  it("are not requested again right away if the server doesn't return them to this token", async () => {
    assert.deepEqual(await loadAfter("forbidden"), { requests: 1, logins: [] });
  });
});

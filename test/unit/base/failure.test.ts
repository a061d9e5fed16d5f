// Each network error and each status has one kind of problem, and says whether anything may have been written.
import assert from "node:assert/strict";
import { Agent } from "node:http";
import { mock } from "node:test";
import { classifyErrorCode, classifyStatus, wasSent } from "../../../src/base/http/failure.ts";
import { clientOf, problemOf, Services } from "./service.ts";

describe("A failure of the network", () => {
  const services = new Services();
  afterEach(() => {
    mock.restoreAll();
    return services.close();
  });

  it("is recognized by its code, which also says whether anything was sent", () => {
    for (const [code, kind, sent] of [
      ["ENOTFOUND", "offline", false],
      ["EAI_AGAIN", "offline", false],
      ["ECONNREFUSED", "offline", false],
      ["ENETUNREACH", "offline", false],
      ["EACCES", "offline", false],
      ["EPERM", "offline", false],
      ["EADDRNOTAVAIL", "offline", false],
      ["EHOSTDOWN", "offline", false],
      ["ENETRESET", "offline", true],
      ["ECONNRESET", "offline", true],
      ["EPIPE", "offline", true],
      ["ETIMEDOUT", "timeout", true],
      ["CERT_HAS_EXPIRED", "insecure", false],
      ["DEPTH_ZERO_SELF_SIGNED_CERT", "insecure", false],
      ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "insecure", false],
      ["ERR_TLS_CERT_ALTNAME_INVALID", "insecure", false],
      ["HPE_INVALID_CONSTANT", "malformed", true],
      ["Z_DATA_ERROR", "malformed", true],
      ["ERR_INVALID_URL", "unexpected", true],
      [undefined, "unexpected", true],
    ] as const) {
      assert.equal(classifyErrorCode(code), kind, code);
      assert.equal(wasSent(code), sent, code);
    }
  });

  it("is a missing connection if VS Code can't reach the user's proxy, which it reports without a code", async () => {
    mock.method(Agent.prototype, "createConnection", (_options: unknown, callback: (error: Error) => void) => {
      callback(new Error("Failed to establish a socket connection to proxies: PROXY ines:pw@proxy.example"));
    });
    const service = await services.start();
    const client = clientOf(service.origin);
    const written = await problemOf(client.request({ method: "POST", path: "/a", json: {} }));
    assert.deepEqual([written.kind, written.facts.wrote], ["offline", "no"], written.message);
    assert.doesNotMatch(written.message, /ines:pw/);
    assert.equal((await problemOf(client.get("/a"))).kind, "offline");
    assert.equal(client.waits.length, 3);
  });

  it("is an insecure connection if the other side doesn't speak TLS", async () => {
    const service = await services.start();
    const client = clientOf(service.origin.replace("http:", "https:"));
    const problem = await problemOf(client.request({ method: "POST", path: "/a", json: {} }));
    assert.equal(problem.kind, "insecure");
    assert.equal(problem.facts.wrote, "no");
    assert.equal(service.journal.length, 0);
  });

  it("has one kind for each status", () => {
    const kinds = new Map<string, number[]>();
    for (let status = 400; status < 600; status += 1) {
      const kind = classifyStatus(status, "POST");
      if (status < 500) kinds.set(kind, [...(kinds.get(kind) ?? []), status]);
      else assert.equal(kind, "server");
    }
    kinds.delete("unexpected");
    assert.deepEqual(Object.fromEntries(kinds), {
      invalid: [400, 422],
      unauthorized: [401],
      forbidden: [403],
      notFound: [404],
      conflict: [409, 412],
      tooLarge: [413],
      archived: [423],
      rateLimited: [429],
    });
  });

  it("cuts a long message of the server, but never within a character", async () => {
    const service = await services.start(({ path }) => ({
      status: 422,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ message: `${"a".repeat(Number(path.split("/").at(-1)))}👩‍🚀 no` }),
    }));
    for (let length = 290; length < 310; length += 1) {
      const { facts } = await problemOf(clientOf(service.origin).get(`/a/${length}`));
      assert.match(facts.detail ?? "", /^a+(?:👩‍🚀(?: n?)?)?…$|^a+👩‍🚀 no$/u);
    }
  });

  it("says whether the route is missing or the thing that the path names", async () => {
    const json = { "content-type": "application/json" };
    const text = { "content-type": "text/plain; charset=utf-8" };
    for (const [answer, missing] of [
      [{ status: 404, headers: text, body: "404 page not found\n" }, true],
      [{ status: 405, headers: {}, body: "" }, true],
      [{ status: 404, headers: json, body: '{"message":"not found"}' }, undefined],
      [{ status: 404, headers: {}, body: "" }, undefined],
      [{ status: 404, headers: { "content-type": "text/html" }, body: "<h1>404</h1>" }, undefined],
      [{ status: 400, headers: text, body: "bad" }, undefined],
    ] as const) {
      const service = await services.start(() => answer);
      const { facts } = await problemOf(clientOf(service.origin).request({ method: "PATCH", path: "/a", json: {} }));
      assert.equal(facts.noRoute, missing, JSON.stringify(answer));
      assert.equal(facts.wrote, "no");
    }
  });
});

// A problem's line in the log, and its remedies.
import assert from "node:assert/strict";
import { asProblem, Problem } from "../../../src/base/problem.ts";

describe("A problem", () => {
  it("describes in one line of the log what failed and how", () => {
    const place = { method: "GET", origin: "https://a.example", path: "/api/x" };
    for (const [problem, line] of [
      [new Problem("server", { ...place, status: 503 }), "GET https://a.example/api/x answered 503 (server)"],
      [
        new Problem("offline", { ...place, code: "ECONNREFUSED" }),
        "GET https://a.example/api/x failed: offline: ECONNREFUSED",
      ],
      [
        new Problem("malformed", { ...place, status: 200, at: "blocks[3].hash", detail: "block: expected string" }),
        "GET https://a.example/api/x answered 200 (malformed): at blocks[3].hash, block: expected string",
      ],
      [
        new Problem("redirected", { ...place, status: 302, target: "https://b.example/y" }),
        "GET https://a.example/api/x answered 302 (redirected): to https://b.example/y",
      ],
      [new Problem("canceled"), "canceled"],
    ] as const) {
      assert.equal(problem.message, line);
    }
  });

  it("says what can be done next", () => {
    assert.deepEqual(new Problem("unauthorized").remedies, ["signIn"]);
    assert.deepEqual(new Problem("redirected").remedies, ["openSettings"]);
    assert.deepEqual(new Problem("insecure").remedies, ["openSettings"]);
    assert.equal(new Problem("insecure", { code: "CERT_HAS_EXPIRED" }).remedies[0], "retry");
    assert.ok(new Problem("timeout").remedies.includes("retry"));
    assert.deepEqual(new Problem("malformed").remedies.slice(0, 2), ["retry", "showLog"]);
    assert.deepEqual(new Problem("malformed", { webPage: true }).remedies.slice(0, 2), ["retry", "openSettings"]);
  });

  it("is over with the next response if the server was not reached: gateways and sign-in pages respond instead", () => {
    const origin = "https://a.example";
    for (const [kind, facts, expected] of [
      ["offline", {}, true],
      ["server", { status: 522 }, true],
      ["malformed", { webPage: true }, true],
      ["malformed", {}, false],
      ["server", { status: 500 }, false],
    ] as const) {
      const problem = new Problem(kind, { origin, ...facts });
      assert.equal(problem.isUnreachable(origin), expected, problem.message);
      assert.equal(problem.isUnreachable("https://b.example"), false);
    }
  });

  it("is made from any thrown value, and stays the same one", () => {
    const problem = new Problem("conflict");
    assert.equal(asProblem(problem), problem);
    const aborted = new AbortController();
    aborted.abort();
    assert.equal(asProblem(aborted.signal.reason).kind, "canceled");
    const error = new TypeError("no such thing");
    assert.equal(asProblem(error).kind, "unexpected");
    assert.equal(asProblem(error).facts.detail, "no such thing");
    assert.equal(asProblem(error).cause, error);
    const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    assert.equal(asProblem(full).facts.code, "ENOSPC");
    assert.equal(asProblem("words").facts.detail, "words");
    assert.equal(asProblem(undefined).kind, "unexpected");
  });
});

// Users who are referred to the log find there what failed, without changing its level.
import assert from "node:assert/strict";
import { Problem, type ProblemKind } from "../../../src/base/problem.ts";
import { logHttp, logProblem } from "../../../src/workbench/log-problems.ts";
import { linesLog } from "./lines.ts";

const REQUEST = { method: "GET", origin: "https://a.example", target: "/b?c=1" } as const;

describe("A failure in the log", () => {
  it("is a warning if users are referred to the log, a note if it passes by itself, and otherwise for debugging", () => {
    const levelOf = (kind: ProblemKind): string | undefined => {
      const { log, levels } = linesLog();
      logProblem(log, "rows could not be loaded", new Problem(kind));
      return levels[0];
    };
    for (const kind of ["malformed", "server", "unexpected", "tooLarge"] as const)
      assert.equal(levelOf(kind), "warn", kind);
    for (const kind of ["offline", "timeout", "rateLimited"] as const) assert.equal(levelOf(kind), "info", kind);
    for (const kind of ["notFound", "canceled", "unauthorized"] as const) assert.equal(levelOf(kind), "debug", kind);
  });

  it("names the request and the cause", () => {
    const { log, lines, levels } = linesLog();
    const problem = new Problem("malformed", { status: 200, detail: "it is not whole JSON" });
    logHttp(log, { ...REQUEST, what: "given up", problem });
    assert.deepEqual(levels, ["warn"]);
    assert.match(lines.join("\n"), /GET https:\/\/a\.example\/b\?c=1.*it is not whole JSON/);
  });

  it("is one warning, however often the request was repeated", () => {
    const { log, levels } = linesLog();
    const problem = new Problem("server", { status: 503 });
    for (const what of ["sent", "answered", "retrying", "sent", "answered", "given up"] as const)
      logHttp(log, { ...REQUEST, what, problem });
    assert.equal(levels.filter((level) => level === "warn").length, 1);
  });
});

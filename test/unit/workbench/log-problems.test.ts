// Users who are referred to the log find the failure there without changing the log level.
import assert from "node:assert/strict";
import { Problem, type ProblemKind } from "../../../src/base/problem.ts";
import { logHttp, logProblem } from "../../../src/workbench/log/log-problems.ts";
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
    logHttp(log, { ...REQUEST, kind: "given up", problem });
    assert.deepEqual(levels, ["warn"]);
    assert.match(lines.join("\n"), /GET https:\/\/a\.example\/b\?c=1.*it is not whole JSON/);
  });

  describe("that occurs several times", () => {
    const ISSUE = "/api/v1/repos/a/b/issues/3";
    /** Returns the levels at which these problems are logged, one after the other. */
    const levelsOf = (problems: readonly Problem[], pause = 0): readonly string[] => {
      let time = 0;
      const { log, levels } = linesLog(undefined, () => time);
      for (const problem of problems) {
        logProblem(log, "it failed", problem);
        time += pause;
      }
      return levels;
    };
    const broken = (path: string): Problem => new Problem("server", { ...REQUEST, path, status: 500 });
    const offline = (origin: string): Problem =>
      new Problem("offline", { origin, method: "GET", path: origin, code: "ECONNREFUSED" });

    it("has one line for an issue and its parts, whichever failed first", () => {
      const paths = [`${ISSUE}/timeline`, ISSUE, `${ISSUE}/comments`, ISSUE];
      assert.deepEqual(levelsOf(paths.map(broken)), ["warn", "debug", "debug", "debug"]);
    });

    it("has another line for another issue, and for another cause", () => {
      const problems = [broken(ISSUE), broken(`${ISSUE}1`), new Problem("malformed", { ...REQUEST, path: ISSUE })];
      assert.deepEqual(levelsOf(problems), ["warn", "warn", "warn"]);
    });

    it("has a line for each cause, even of the same request with the same status", () => {
      const facts = { ...REQUEST, path: ISSUE, status: 200 };
      const page = new Problem("malformed", { ...facts, webPage: true });
      assert.deepEqual(levelsOf([new Problem("malformed", facts), page, page]), ["warn", "warn", "debug"]);
    });

    it("has one line for a server that can't be reached, whatever was requested", () => {
      const problems = ["https://a.example", "https://a.example", "https://b.example"].map(offline);
      assert.deepEqual(levelsOf(problems), ["info", "debug", "info"]);
    });

    it("has another line for a later load, even if the cause recurred in between", () => {
      const problems = Array.from({ length: 4 }, () => broken(ISSUE));
      assert.deepEqual(levelsOf(problems, 6_000), ["warn", "debug", "warn", "debug"]);
    });

    it("has another line after the clock was set back", () => {
      assert.deepEqual(levelsOf([broken(ISSUE), broken(ISSUE)], -3_600_000), ["warn", "warn"]);
    });
  });

  it("is one warning, however often the request was repeated", () => {
    const { log, levels } = linesLog();
    const problem = new Problem("server", { status: 503 });
    for (const kind of ["sent", "answered", "retrying", "sent", "answered", "given up"] as const)
      logHttp(log, { ...REQUEST, kind, problem });
    assert.equal(levels.filter((level) => level === "warn").length, 1);
  });
});

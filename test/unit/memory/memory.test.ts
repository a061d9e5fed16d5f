// Memory, timers, listeners and sockets over 500 openings and a simulated hour of all wings.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startForge } from "../issues/service.ts";
import { startBlocks } from "../blocks/service.ts";
import { startTrackers } from "../trackers/service.ts";
import type { FromSession, Given, SessionReport } from "./session.ts";

const SESSION = fileURLToPath(new URL("session.process.js", import.meta.url));

const OPENINGS = 500;
const MOST_GROWTH = 1.05;
const APP = "org.example.opened";
const MEBIBYTE = 1024 * 1024;

/** Large enough that 500 of them, or a tenth of that, would be seen in the heap. */
const LONG_TEXT = "Some words about what happened. ".repeat(1_000);
const PERMISSIONS = Array.from({ length: 60 }, (_, at) => `org.example.permission.WITH_QUITE_A_LONG_NAME_${at}`);

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? assert.fail("there are no samples");

describe("A window after 500 panels and an hour of use", () => {
  let report: SessionReport;

  before(async function () {
    this.timeout(600_000);
    const [forge, trackers, blocks] = await Promise.all([startForge("forgejo"), startTrackers(), startBlocks()]);
    try {
      const numbers = Array.from({ length: OPENINGS }, (_, at) => {
        trackers.addReport({
          handle: `${APP}${at}`,
          name: `App ${at}`,
          version: "1.0",
          created: Date.parse("2026-01-01T00:00:00Z"),
          trackers: [27, 49],
          permissions: PERMISSIONS.map((name) => `${name}_OF_${at}`),
        });
        const issue = {
          repo: "alice/demo",
          by: "alice",
          title: `Issue ${at}`,
          body: `${at} ${LONG_TEXT}`,
          comments: 3,
        };
        return (forge.act("addIssue", issue) as { readonly number: number }).number;
      });
      const { trackers: list } = (await (await fetch(`${trackers.service.origin}/api/trackers`)).json()) as {
        readonly trackers: Readonly<Record<string, unknown>>;
      };
      report = await runSession(
        {
          forge: forge.base,
          trackers: trackers.service.origin,
          blocks: blocks.service.origin,
          firstIssue: numbers[0] ?? assert.fail("no issue was made"),
          app: APP,
          trackerIds: Object.keys(list).map(Number),
          openings: OPENINGS,
        },
        (count) => void blocks.act("append", { count }),
      );
    } finally {
      await Promise.all([forge.close(), trackers.close(), blocks.close()]);
    }
  });

  it("takes at most 5 % more memory than after the first minute", () => {
    assert.deepEqual([report.opened, report.minutes], [OPENINGS, 60]);
    // What isn't collected yet only adds to a sample, while a leak is in all of them.
    const bytes = Math.min(...report.late.map((sample) => sample.bytes));
    const { first } = report;
    const growth = `${(first.bytes / MEBIBYTE).toFixed(2)} MB became ${(bytes / MEBIBYTE).toFixed(2)} MB`;
    assert.ok(bytes <= MOST_GROWTH * first.bytes, growth);
  });

  it("has as many timers, listeners and sockets as before", () => {
    const { first, late } = report;
    for (const what of ["timers", "listeners", "sockets", "simulatedTimers"] as const) {
      const then = late.map((sample) => sample[what]);
      assert.ok(median(then) <= first[what], `${what}: ${first[what]} became ${then.join(", ")}`);
    }
  });

  it("stops all polling once everything is closed", () => {
    assert.equal(report.left.simulatedTimers, 0);
    assert.ok(report.left.listeners <= report.first.listeners);
  });
});

/**
 * Runs the session in a process of its own. Its code isn't optimized: V8 goes on compiling hot functions for most of
 * the hour, and that takes another 1 MB, which isn't a leak. `closeBlocks` runs whenever the session wants new blocks.
 */
async function runSession(given: Given, closeBlocks: (count: number) => void): Promise<SessionReport> {
  const child = fork(SESSION, [JSON.stringify(given)], { execArgv: ["--expose-gc", "--no-opt"] });
  try {
    return await new Promise<SessionReport>((resolve, reject) => {
      child.on("message", (message) => {
        const said = message as FromSession;
        if ("report" in said) return resolve(said.report);
        closeBlocks(said.closeBlocks);
        child.send("closed");
      });
      child.once("exit", (code) => reject(new Error(`the session ended with ${code} before it reported`)));
    });
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, "exit");
      child.kill();
      await gone;
    }
  }
}

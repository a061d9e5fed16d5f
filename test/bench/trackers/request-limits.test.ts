// Shows that four busy windows together stay within the limits of an εxodus instance.
import assert from "node:assert/strict";
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Clock } from "../../services/core/clock.js";
import { trackersService } from "../../services/trackers/index.js";
import { fasterClock } from "./fast-clock.ts";

const WINDOW = fileURLToPath(new URL("request-limits.process.js", import.meta.url));
const WINDOWS = 4;
const MINUTES = 10;

interface Limits {
  readonly passed: number;
  readonly excess: number;
  readonly excessOnTrackers: number;
  readonly bans: number;
}

describe("four windows in use for ten minutes", function () {
  this.timeout(180_000);

  it("never send more requests than the service allows, by its own log", async () => {
    const folder = await mkdtemp(join(tmpdir(), "triptych-request-limits-"));
    const clock = new Clock();
    const { service, state } = trackersService({ seed: "1", scale: 1, clock });
    const origin = await service.listen(0);
    const startedAt = Date.now();
    const now = fasterClock(startedAt);
    clock.now = now;
    const windows: ChildProcess[] = [];
    try {
      for (let each = 0; each < WINDOWS; each += 1) {
        windows.push(fork(WINDOW, [folder, origin, startedAt, MINUTES, `window ${each}`].map(String)));
      }
      await Promise.all(
        windows.map(async (window) => {
          const [code]: unknown[] = await once(window, "exit");
          assert.equal(code, 0);
        }),
      );
    } finally {
      for (const window of windows) window.kill();
      await service.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    const { limits } = state() as { readonly limits: Limits };
    const times = service.journal.map(
      ({ time }) => startedAt + (time - startedAt) * ((now() - startedAt) / (Date.now() - startedAt)),
    );
    const lists = service.journal.flatMap(({ target }, place) =>
      target === "/api/trackers" ? [times[place] ?? 0] : [],
    );
    console.log(
      `      ${service.journal.length} requests, most in a second ${mostWithin(times, 1000)} (at most 30), ` +
        `${lists.length} of them for the tracker list, most in a minute ${mostWithin(lists, 60_000)} (at most 3)`,
    );
    assert.deepEqual(
      { excess: limits.excess, excessOnTrackers: limits.excessOnTrackers, bans: limits.bans },
      { excess: 0, excessOnTrackers: 0, bans: 0 },
    );
    assert.ok(mostWithin(lists, 60_000) <= 3);
    assert.ok(service.journal.length > 200, "they were used");
    assert.ok(lists.length > 2, "the tracker list was asked for again and again");
    assert.ok(service.journal.every(({ headers }) => (headers["user-agent"] ?? "").startsWith("Triptych")));
  });
});

/** Maximum number of these moments within any period of this many milliseconds. */
function mostWithin(times: readonly number[], milliseconds: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  let most = 0;
  let from = 0;
  for (const [place, time] of sorted.entries()) {
    while (time - (sorted[from] ?? time) >= milliseconds) from += 1;
    most = Math.max(most, place - from + 1);
  }
  return most;
}

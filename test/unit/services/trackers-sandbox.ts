// Starts the sandbox's εxodus for a test suite, and sends requests to it.
import assert from "node:assert/strict";
import { Clock } from "../../services/core/clock.js";
import { KEYS } from "../../services/trackers/access.js";
import { trackersService } from "../../services/trackers/index.js";
import { sendRequest } from "../../services/real/replay.js";

export const KEY = { authorization: `Token ${KEYS.good}` };
export const TRAMWAY = "/api/search/org.example.tramway";

export type Report = {
  id: number;
  creation_date: string;
  updated_at: string;
  version: string;
  version_code: string;
  source: string;
  trackers: number[];
};
export type Searched = Record<string, { name: string; creator: string; reports: Report[] }>;
export type Applications = { applications: { id: number; handle: string; source: string; name?: string }[] };

/** Starts the εxodus instance for the suite, without limits, and resets it before each test. */
export function trackersForTests() {
  const clock = new Clock();
  const controlled = trackersService({ seed: "1", scale: 1, clock });
  let origin = "";

  function act(action: string, body: unknown): { id: number } {
    return controlled.actions[action]?.(body) as { id: number };
  }

  async function ask(path: string, headers: Record<string, string> = {}, method = "GET", body?: string) {
    const answer = await sendRequest(origin, { method, path, headers, ...(body === undefined ? {} : { body }) });
    assert("status" in answer, JSON.stringify(answer));
    return answer;
  }

  async function read<T>(path: string, headers: Record<string, string> = KEY): Promise<T> {
    const { status, body } = await ask(path, headers);
    assert.equal(status, 200, `${path}: ${body}`);
    return JSON.parse(body) as T;
  }

  /** Restores the initial content without resetting the clock. */
  function restart(): void {
    controlled.reset();
    act("setLimits", { enabled: false });
  }

  before(async () => {
    origin = await controlled.service.listen(0);
  });
  beforeEach(() => {
    clock.run();
    restart();
  });
  after(() => controlled.service.close());
  return {
    clock,
    act,
    ask,
    read,
    restart,
    origin: () => origin,
    cut: () => controlled.service.server.closeAllConnections(),
  };
}

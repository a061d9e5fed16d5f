// Starts the sandbox's mirror node for a test suite, and sends requests to it.
import assert from "node:assert/strict";
import { blocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { sendRequest } from "../../services/real/replay.js";

export type Block = {
  number: number;
  hash: string;
  count: number;
  gas_used: number;
  logs_bloom: string;
  timestamp: { from: string; to: string };
};

type Result = {
  block_number: number | null;
  block_hash: string;
  gas_used: number;
  bloom: string;
  timestamp: string;
  from: string;
  hash: string;
  transaction_index: number;
};
export type Results = { results: Result[]; links: { next: string | null } };

/** Starts the mirror node for the suite, and resets it before each test. */
export function mirrorNode() {
  const controlled = blocksService({ seed: "1", scale: 1, clock: new Clock() });
  let origin = "";

  before(async () => {
    origin = await controlled.service.listen(0);
  });
  beforeEach(() => controlled.reset());
  after(() => controlled.service.close());

  const act = (action: string, body: unknown): unknown => controlled.actions[action]?.(body);

  async function ask(path: string): Promise<{ status: number; body: string }> {
    const answer = await sendRequest(origin, { method: "GET", path, headers: {} });
    assert("status" in answer, JSON.stringify(answer));
    return answer;
  }

  async function read<T>(path: string): Promise<T> {
    const { status, body } = await ask(path);
    assert.equal(status, 200, `${path}: ${body}`);
    return JSON.parse(body) as T;
  }

  async function message(path: string): Promise<string> {
    const { status, body } = await ask(path);
    const { _status: refusal } = JSON.parse(body);
    return `${status} ${refusal.messages[0].message}`;
  }
  const block = (number: number): Promise<Block> => read<Block>(`/api/v1/blocks/${number}`);

  return { act, ask, read, message, block };
}

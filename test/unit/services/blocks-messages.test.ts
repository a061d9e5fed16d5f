// The sandbox's mirror node serves the messages of topics.
import assert from "node:assert/strict";
import { startBlocks, type BlocksService } from "../blocks/service.ts";

interface Sent {
  readonly messages: readonly {
    readonly sequence_number: number;
    readonly consensus_timestamp: string;
    readonly message: string;
    readonly payer_account_id: string;
    readonly chunk_info: { readonly number: number; readonly total: number } | null;
  }[];
  readonly links: { readonly next: string | null };
}

describe("The sandbox's topic messages", () => {
  let node: BlocksService;

  before(async () => (node = await startBlocks()));
  after(() => node.close());

  async function get(path: string): Promise<Sent> {
    const answer = await fetch(`${node.service.origin}${path}`);
    assert.equal(answer.status, 200, path);
    return (await answer.json()) as Sent;
  }

  it("are numbered from 1, oldest first, across pages", async () => {
    const seen: number[] = [];
    let next: string | null = "/api/v1/topics/0.0.4003/messages?limit=100";
    for (let page = 0; next !== null && page < 5; page += 1) {
      const sent: Sent = await get(next);
      seen.push(...sent.messages.map(({ sequence_number: number }) => number));
      next = sent.links.next;
    }
    assert.equal(seen.length, 500);
    assert.deepEqual(
      seen,
      seen.map((_, nth) => nth + 1),
    );
  });

  it("are those of successful transactions to the topic", async () => {
    const { messages } = await get("/api/v1/topics/0.0.4003/messages?limit=20&order=desc");
    for (const { consensus_timestamp: time, payer_account_id: payer } of messages) {
      const answer = await fetch(`${node.service.origin}/api/v1/transactions?timestamp=${time}`);
      const { transactions } = (await answer.json()) as { transactions: Record<string, unknown>[] };
      assert.equal(transactions[0]?.["name"], "CONSENSUSSUBMITMESSAGE");
      assert.equal(transactions[0]["entity_id"], "0.0.4003");
      assert.equal(transactions[0]["result"], "SUCCESS");
      assert.match(String(transactions[0]["transaction_id"]), new RegExp(`^${payer}-`));
    }
  });

  it("are filtered by number and time, and can be returned as text", async () => {
    const { messages } = await get(
      "/api/v1/topics/0.0.4003/messages?sequencenumber=gte:5&sequencenumber=lt:8&encoding=utf-8",
    );
    assert.deepEqual(
      messages.map(({ sequence_number: number }) => number),
      [5, 6, 7],
    );
    const time = messages[1]?.consensus_timestamp;
    const at = await get(`/api/v1/topics/0.0.4003/messages?timestamp=${time}`);
    assert.deepEqual(
      at.messages.map(({ sequence_number: number }) => number),
      [6],
    );
    assert.equal(Buffer.from(at.messages[0]?.message ?? "", "base64").toString("utf8"), messages[1]?.message);
  });

  it("are empty for an unknown topic, and rejected for a malformed one", async () => {
    assert.deepEqual(await get("/api/v1/topics/0.0.77/messages"), { messages: [], links: { next: null } });
    assert.equal((await fetch(`${node.service.origin}/api/v1/topics/abc/messages`)).status, 400);
    assert.equal((await fetch(`${node.service.origin}/api/v1/topics/0.0.4003/messages?sequencenumber=x`)).status, 400);
  });
});

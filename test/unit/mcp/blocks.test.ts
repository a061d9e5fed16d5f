// The tools about blocks in the MCP server, called by the SDK's client on the sandbox.
import assert from "node:assert/strict";
import { estimateTokens } from "../../../src/base/tools/tokens.ts";
import { nodeAt, startBlocks, startInt64Blocks } from "../blocks/service.ts";
import { builtServer, type McpProcess } from "./server-process.ts";

describe("The MCP server's tools about blocks", () => {
  const node = nodeAt(startBlocks);
  const wide = nodeAt(startInt64Blocks);
  let server: Awaited<ReturnType<typeof builtServer>>;
  let mcp: McpProcess;

  before(async () => {
    server = await builtServer();
    const networks = [`sandbox ${node.service.origin}`, `int64 ${wide.service.origin}`];
    mcp = await server.start(networks.flatMap((each) => ["--network", each]));
  });
  after(() => server.close());

  const read = async (name: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { text, failed } = await mcp.call(`triptych_blocks_${name}`, input);
    assert.equal(failed, false, text);
    assert.ok(estimateTokens(text) <= 4000, `${estimateTokens(text)} tokens`);
    return text;
  };

  it("list the latest blocks, and those before one", async () => {
    const latest = await read("list_blocks", { count: 3 });
    assert.deepEqual(
      [...latest.matchAll(/^- block: (\d+)/gm)].map(([, number]) => number),
      ["1999", "1998", "1997"],
    );
    assert.match(latest, /Left out: older blocks\. For the next ones: "last": "1996"\.$/);
    assert.match(await read("list_blocks", { last: "1996", count: 1 }), /^- block: 1996;/m);
  });

  it("read a block of 5,000 transactions within the budget, and the rest by skipping", async () => {
    node.act("growBlock", { number: 1500, transactions: 5000 });
    const first = await read("get_block", { block: "1500" });
    assert.match(first, /^transactions: 5000$/m);
    const skip = Number(/For the next ones: "skip": (\d+)/.exec(first)?.[1]);
    assert.ok(skip > 5);
    const times = (text: string) => [...text.matchAll(/^- time: ([\d.]+)/gm)].map(([, time]) => time);
    const second = await read("get_block", { block: "1500", skip });
    assert.ok((times(first).at(-1) ?? "") < (times(second)[0] ?? ""));
    assert.match(await read("get_block", { block: "1500", skip: 4990 }), /^- time: /m);
  });

  it("explain a transaction by its ID and by its hash", async () => {
    const block = await read("get_block", { block: "latest" });
    const id = /id: (\d+\.\d+\.\d+-\d+-\d+)/.exec(block)?.[1] ?? assert.fail(block);
    const explained = await read("explain_transaction", { transaction: id });
    assert.match(explained, new RegExp(`^ID: ${id}$`, "m"));
    assert.match(explained, /^succeeded: (true|false)$/m);
    assert.match(explained, /^block: 1999$/m);
    assert.match(explained, /gains in ℏ: -?\d/);
  });

  it("read an entity", async () => {
    const block = await read("get_block", { block: "latest" });
    const account = /id: (\d+\.\d+\.\d+)-/.exec(block)?.[1] ?? assert.fail(block);
    assert.match(await read("entity", { entity: account }), /^kind: account$/m);
  });

  it("verify a range, and say where it is broken", async () => {
    assert.match(
      await read("verify_range", { from: "1000", to: "1100" }),
      /^verdict: every block follows the one before$/m,
    );
    node.act("breakChain", { number: 1050 });
    assert.match(
      await read("verify_range", { from: "1000", to: "1100" }),
      /^verdict: broken: block 1050 names 0xbad0/m,
    );
    assert.match(
      (await mcp.call("triptych_blocks_verify_range", { from: "0", to: "latest" })).text,
      /1 to 1000 blocks/,
    );
  });

  it("keep every digit of 64-bit numbers", async () => {
    assert.match(await read("get_block", { block: "latest", network: "int64" }), /^block: \d{17,19}$/m);
  });

  it("name the networks if one is unknown, and accept no URL in its place", async () => {
    const { text, failed } = await mcp.call("triptych_blocks_get_block", { block: "1", network: "http://127.0.0.1:1" });
    assert.equal(failed, true);
    assert.match(text, /There is no network "http:\/\/127\.0\.0\.1:1"\. The networks: sandbox, int64, mainnet/);
  });
});

// Queries for the nodes and the supply of the sandbox's network.
import assert from "node:assert/strict";
import { mirrorNode } from "./blocks-sandbox.ts";

describe("The network of the sandbox's mirror node", () => {
  const { ask, read, message } = mirrorNode();

  type Nodes = {
    nodes: { node_id: number; stake: number | null; staking_period: unknown }[];
    links: { next: string | null };
  };
  const nodes = (query: string): Promise<Nodes> => read<Nodes>(`/api/v1/network/nodes?${query}`);

  it("has nodes in pages of ten, and never more than 25", async () => {
    assert.equal((await nodes("")).nodes.length, 10);
    const { nodes: first, links } = await nodes("limit=100");
    assert.equal(first.length, 25);
    assert.equal(links.next, "/api/v1/network/nodes?limit=100&node.id=gt:24");
    const rest = await read<Nodes>(links.next ?? "");
    assert.deepEqual(
      [...first, ...rest.nodes].map(({ node_id }) => node_id),
      Array.from({ length: 31 }, (_, id) => id),
    );
    assert.equal(rest.links.next, null);
    assert(rest.nodes.some(({ stake, staking_period }) => stake === null && staking_period === null));
    assert.deepEqual(
      (await nodes("node.id=gte:29&order=desc")).nodes.map(({ node_id }) => node_id),
      [30, 29],
    );
    assert.equal(await message("/api/v1/network/nodes?node.id=x"), "400 Invalid parameter: node.id");
  });

  it("has a supply in tinybars, or as plain text in hbars", async () => {
    assert.equal((await ask("/api/v1/network/supply?q=totalcoins")).body, "50000000000.00000000");
    assert.equal((await ask("/api/v1/network/supply?q=circulating")).body, "37999999999.99955000");
    assert.equal(await message("/api/v1/network/supply?q=all"), "400 Invalid parameter: q");
  });

  it("has a supply from the first snapshot on", async () => {
    const { timestamp } = await read<{ timestamp: string }>("/api/v1/network/supply");
    for (const time of [timestamp, `lte:${timestamp}`, "9000000000"])
      assert.deepEqual(await read(`/api/v1/network/supply?timestamp=${time}`), await read("/api/v1/network/supply"));
    for (const time of ["1", "lt:5", `gt:${timestamp}`])
      assert.equal(await message(`/api/v1/network/supply?timestamp=${time}`), "404 Not found");
    assert.match(await message("/api/v1/network/supply?timestamp=ne:1"), /^400 Not equals operator not supported/);
  });

  it("lists the nodes of two address books", async () => {
    assert.equal((await nodes("file.id=0.0.102&limit=1")).nodes.length, 1);
    assert.deepEqual(await nodes("file.id=0.0.5"), { nodes: [], links: { next: null } });
    assert.equal(await message("/api/v1/network/nodes?file.id=gt:0.0.101"), "400 Invalid parameter: file.id");
  });
});

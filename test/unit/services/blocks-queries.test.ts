// The sandbox's mirror node parses query strings like the real one, including its quirks.
import assert from "node:assert/strict";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { blocksService, int64BlocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { recordings, sendRequest } from "../../services/real/replay.js";

type Block = {
  number: number;
  hash: string;
  previous_hash: string;
  count: number;
  timestamp: { from: string; to: string };
};
type Page = { blocks: Block[]; links: { next: string | null } };

/** Replaces times with a word, because they differ between ledgers. */
const timeless = (link: string): string => link.replaceAll(/\d{10}\.\d{9}/g, "TIME");

describe("Queries of the sandbox's mirror node", () => {
  const controlled = blocksService({ seed: "1", scale: 1, clock: new Clock() });
  let origin = "";

  before(async () => {
    origin = await controlled.service.listen(0);
  });
  beforeEach(() => controlled.reset());
  after(() => controlled.service.close());

  async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
    const answer = await sendRequest(origin, { method, path, headers });
    assert("status" in answer, JSON.stringify(answer));
    return answer;
  }

  async function page(query: string): Promise<Page> {
    const { status, body } = await ask(`/api/v1/blocks?${query}`);
    assert.equal(status, 200, `${query}: ${body}`);
    return JSON.parse(body) as Page;
  }

  async function numbers(query: string): Promise<number[]> {
    return (await page(query)).blocks.map(({ number }) => number);
  }

  async function refused(path: string, status: number): Promise<string[]> {
    const answer = await ask(path);
    assert.equal(answer.status, status, path);
    assert.equal(answer.headers["cache-control"], undefined);
    const { _status: refusal } = JSON.parse(answer.body) as { _status: { messages: { message: string }[] } };
    return refusal.messages.map(({ message }) => message);
  }

  it("return the links to the next page exactly as recorded", async () => {
    const int64 = int64BlocksService({ seed: "1", clock: new Clock() });
    const other = await int64.service.listen(0);
    try {
      let links = 0;
      for (const [name, from] of [
        ["blocks", origin],
        ["blocks-int64", other],
      ] as const) {
        for (const { request, answer } of recordings(name)) {
          assert("status" in answer);
          const recorded = /"next":("[^"]*"|null)/.exec(answer.body)?.[1];
          if (recorded === undefined) continue;
          const here = await sendRequest(from, request);
          assert("status" in here);
          const next = /"next":("[^"]*"|null)/.exec(here.body)?.[1] ?? "";
          assert.equal(timeless(next), timeless(recorded), request.path);
          assert.equal(timeless(here.headers["link"] ?? ""), timeless(answer.headers["link"] ?? ""));
          links += 1;
        }
      }
      assert(links > 12);
    } finally {
      await int64.service.close();
    }
  });

  it("put a new bound in place of the bound that it replaces, or last", async () => {
    const { timestamp } = (await page("block.number=30")).blocks[0] as Block;
    for (const [query, next] of [
      ["limit=2", "limit=2&block.number=lt:1998"],
      ["limit=1000&block.number=gt:5", "limit=1000&block.number=gt:5&block.number=lt:1900"],
      ["block.number=lt:100&limit=2&block.number=gt:5", "block.number=gt:5&block.number=lt:98&limit=2"],
      ["limit=2&BLOCK.NUMBER=gt:5", "limit=2&block.number=gt:5&block.number=lt:1998"],
      [
        `block.number=gt:16&timestamp=lt:${timestamp.to}&order=asc&limit=1`,
        `timestamp=lt:${timestamp.to}&order=asc&limit=1&block.number=gt:17`,
      ],
      ["block.number=eq:7&limit=1", "block.number=eq:7&limit=1"],
      ["block.number=7&block.number=lt:9&limit=1", "block.number=7&block.number=lt:9&limit=1"],
    ] as const) {
      assert.equal((await page(query)).links.next, `/api/v1/blocks?${next}`, query);
    }
  });

  it("return no link if the rest is certainly empty, and a link to an empty page otherwise", async () => {
    assert.equal((await page("limit=2&block.number=gt:1997&order=desc")).links.next, null);
    assert.equal((await page("limit=2&block.number=gte:1998")).links.next, null);
    assert.equal((await page("limit=2&block.number=lte:1&order=asc")).links.next, null);
    assert.equal((await page("limit=3&block.number=gt:1997")).links.next, null);
    assert.equal((await page("limit=2&block.number=lt:2")).links.next, "/api/v1/blocks?limit=2&block.number=lt:0");
    assert.deepEqual(await page("limit=2&block.number=lt:0"), { blocks: [], links: { next: null } });
    const newest = await page("limit=2&order=asc&block.number=gt:1997");
    assert.equal(newest.links.next, "/api/v1/blocks?limit=2&order=asc&block.number=gt:1999");
  });

  it("repeat themselves forever if the first number has no operator", async () => {
    const { blocks, links } = await page("block.number=5&limit=1");
    assert.equal(links.next, "/api/v1/blocks?block.number=5&limit=1");
    assert.deepEqual(JSON.parse((await ask(links.next ?? "")).body), { blocks, links });
  });

  it("cap the limit silently, use the last one, and ignore any operator before it", async () => {
    assert.equal((await numbers("")).length, 25);
    assert.equal((await numbers("limit=100000")).length, 100);
    assert.equal((await numbers("limit=4&limit=00003")).length, 3);
    assert.equal((await numbers("limit=gt:5")).length, 5);
    for (const limit of ["0", "", "-1", "1.5", "x", "99999999999999999999"]) {
      assert.deepEqual(await refused(`/api/v1/blocks?limit=${limit}`, 400), ["Invalid parameter: limit"], limit);
    }
    // An invalid value is rejected even if a later value overrides it.
    assert.deepEqual(await refused("/api/v1/blocks?limit=x&limit=2", 400), ["Invalid parameter: limit"]);
  });

  it("combine conditions, including repeated keys", async () => {
    assert.deepEqual(await numbers("block.number=gte:5&block.number=lt:8&order=ASC"), [5, 6, 7]);
    assert.deepEqual(await numbers("block.number=1&block.number=2"), []);
    assert.deepEqual(await numbers("block.number=00007"), [7]);
    const { timestamp } = (await page("block.number=6")).blocks[0] as Block;
    assert.deepEqual(await numbers(`block.number=gte:5&block.number=lt:8&timestamp=ne:${timestamp.to}`), [7, 5]);
    assert.deepEqual(await numbers(`timestamp=${timestamp.to}`), [6]);
    assert.deepEqual(await numbers(`timestamp=lt:${timestamp.to}&limit=2`), [5, 4]);
  });

  it("accept several bounds per side, brackets of a list, and any case in the path", async () => {
    assert.deepEqual(await numbers("block.number=gt:3&block.number=gte:6&block.number=lt:8"), [7, 6]);
    assert.deepEqual(
      await numbers("block.number=gte:6&block.number=gt:3&block.number=lt:8&block.number=lt:99"),
      [7, 6],
    );
    assert.deepEqual(await numbers("limit[]=2&block.number=lt:8"), [7, 6]);
    assert.deepEqual(await refused("/api/v1/blocks?limit[]=", 400), ["Invalid parameter: limit"]);
    const [usual, other] = [await ask("/api/v1/blocks?limit=1"), await ask("/API/V1/Blocks?limit=1#top")];
    assert.equal(other.body, usual.body);
    // The names of properties of every object don't count as parameters.
    assert.equal((await page("__proto__=1&limit=1")).links.next, "/api/v1/blocks?limit=1&block.number=lt:1999");
  });

  it("compare times with the end of a block, which is how the block at a time is found", async () => {
    const [block] = (await page("block.number=100")).blocks;
    const [seconds = "", nanos = ""] = (block?.timestamp.from ?? "").split(".");
    const inside = `${seconds}.${String(Number(nanos) + 1).padStart(9, "0")}`;
    assert.deepEqual(await numbers(`timestamp=gte:${inside}&order=asc&limit=1`), [100]);
    assert.deepEqual(await numbers(`timestamp=lte:${inside}&order=desc&limit=1`), [99]);
    assert.deepEqual(await numbers("timestamp=gte:9000000000&order=asc&limit=1"), []);
  });

  it("report each invalid value once in the order of the query, and unknown keys last", async () => {
    const path =
      "/api/v1/blocks?block.number=gt:invalidnumber&timestamp=invalidtimestamp&index=2&order=any&limit=invalidlimit";
    assert.deepEqual(await refused(path, 400), [
      "Invalid parameter: block.number",
      "Invalid parameter: timestamp",
      "Invalid parameter: order",
      "Invalid parameter: limit",
      "Unknown query parameter: index",
    ]);
    assert.deepEqual(await refused("/api/v1/blocks?order=x&limit=2&order=y", 400), [
      "Invalid parameter: order",
      "Invalid parameter: order",
    ]);
    const repeated = Array.from({ length: 101 }, () => "limit=1").join("&");
    assert.deepEqual(await refused(`/api/v1/blocks?${repeated}`, 400), [
      "Parameter values count exceeds maximum number allowed: limit count: 101 max: 100",
    ]);
    assert.deepEqual(await refused("/api/v1/blocks?_=1", 400), ["Unknown query parameter: _"]);
    assert.deepEqual(await refused("/api/v1/blocks/abc?_=1", 400), ["Unknown query parameter: _"]);
  });

  it("fail on brackets and on a broken escape", async () => {
    for (const path of ["/api/v1/blocks?limit%5Ba%5D=5", "/api/v1/blocks/%zz"]) {
      assert.deepEqual(await refused(path, 500), ["Internal error"]);
    }
  });

  it("parse hex digits in a filter as a double, and reject them in the path", async () => {
    assert.deepEqual(await numbers("block.number=0x10"), [16]);
    assert.deepEqual(await refused("/api/v1/blocks/0x10", 400), ["Invalid parameter: hashOrNumber"]);
    assert.deepEqual(await refused("/api/v1/blocks?block.number=0x7fffffffffffffff", 503), ["Service unavailable"]);
    // As a double, 2^63 is the same number.
    assert.deepEqual(await refused("/api/v1/blocks?block.number=0x8000000000000000", 503), ["Service unavailable"]);
  });

  it("fail with 503 for a time beyond int64, although its format is valid", async () => {
    assert.deepEqual(await numbers("timestamp=gt:9223372036.854775807"), []);
    assert.deepEqual(await refused("/api/v1/blocks?timestamp=gt:9223372036.854775808", 503), ["Service unavailable"]);
    assert.deepEqual(await refused("/api/v1/blocks?timestamp=gt:1.1234567890", 400), ["Invalid parameter: timestamp"]);
  });

  it("find a block by its hash or the first 64 digits, unless two blocks share them", async () => {
    const block = JSON.parse((await ask("/api/v1/blocks/77")).body) as Block;
    const digits = block.hash.slice(2);
    for (const form of [block.hash, digits, digits.toUpperCase(), `0x${digits.slice(0, 64)}`]) {
      assert.deepEqual(JSON.parse((await ask(`/api/v1/blocks/${form}`)).body), block);
    }
    assert.deepEqual(await refused(`/api/v1/blocks/0X${digits}`, 400), ["Invalid parameter: hashOrNumber"]);
    assert.deepEqual(await refused(`/api/v1/blocks/${digits.slice(0, 63)}`, 400), ["Invalid parameter: hashOrNumber"]);
    assert.deepEqual(await refused(`/api/v1/blocks/${"0".repeat(96)}`, 404), ["Not found"]);
    controlled.actions["twinHash"]?.({ number: 78 });
    assert.deepEqual(await refused(`/api/v1/blocks/${digits.slice(0, 64)}`, 404), ["Not found"]);
    assert.deepEqual(JSON.parse((await ask(`/api/v1/blocks/${digits}`)).body), block);
  });

  it("reject numbers beyond int64 in the path, and find block 0", async () => {
    assert.equal((JSON.parse((await ask("/api/v1/blocks/0")).body) as Block).previous_hash, `0x${"0".repeat(96)}`);
    assert.deepEqual(await refused("/api/v1/blocks/9223372036854775807", 404), ["Not found"]);
    assert.deepEqual(await refused("/api/v1/blocks/9223372036854775808", 400), ["Invalid parameter: hashOrNumber"]);
  });

  it("return 304 to a client that already has the response", async () => {
    const { headers, body } = await ask("/api/v1/blocks/5");
    const tag = headers["etag"] ?? "";
    assert.match(tag, /^W\/"[0-9a-f]+-.{27}"$/);
    for (const known of [tag, tag.slice(2), `"x", ${tag}`, "*"]) {
      const again = await ask("/api/v1/blocks/5", { "if-none-match": known });
      assert.deepEqual([again.status, again.body, again.headers["etag"]], [304, "", tag]);
      assert.equal(again.headers["content-type"], undefined);
      assert.equal(again.headers["cache-control"], headers["cache-control"]);
      assert.equal(again.headers["vary"], "Accept-Encoding");
    }
    const other = await ask("/api/v1/blocks/5", { "if-none-match": 'W/"x"' });
    assert.deepEqual([other.status, other.body], [200, body]);
    assert.equal((await ask("/api/v1/blocks/x", { "if-none-match": "*" })).status, 400);
  });

  it("are compressed if the client accepts it, from 1 KiB on", async () => {
    const raw = await Promise.all(
      ["br, gzip", "gzip", "br;q=0"].map((each) => packed(`${origin}/api/v1/blocks`, each)),
    );
    assert.deepEqual(
      raw.map(({ coding }) => coding),
      ["br", "gzip", null],
    );
    const [br, gzip, none] = raw.map(({ bytes }) => bytes);
    assert(br && gzip && none);
    assert.deepEqual(brotliDecompressSync(br), none);
    assert.deepEqual(gunzipSync(gzip), none);
    assert.equal((await packed(`${origin}/api/v1/blocks?limit=1&block.number=gt:99999999`, "br")).coding, null);
  });

  it("allow no method but GET, HEAD and OPTIONS", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      assert.equal((await ask("/api/v1/blocks", {}, method)).status, 404);
    const options = await ask("/api/v1/blocks", {}, "OPTIONS");
    assert.equal(options.status, 204);
    assert.equal(options.headers["access-control-allow-methods"], "GET,HEAD,PUT,PATCH,POST,DELETE");
    assert.equal(options.headers["content-length"], "0");
    assert.equal(options.headers["vary"], "Access-Control-Request-Headers");
    assert.equal(options.headers["etag"], undefined);
    const head = await ask("/api/v1/blocks?limit=1", {}, "HEAD");
    assert.deepEqual([head.status, head.body], [200, ""]);
    assert.equal((await ask("/api/v1/blocks/?limit=1")).status, 200);
  });

  it("check credentials only if a deployment uses any", async () => {
    const basic = { authorization: `Basic ${Buffer.from("ines:x").toString("base64")}` };
    assert.equal((await ask("/api/v1/blocks", basic)).status, 200);
    controlled.actions["setUsers"]?.({ users: { ines: "larder" } });
    assert.equal((await ask("/api/v1/blocks", basic)).status, 401);
    assert.equal((await ask("/api/v1/blocks")).status, 200);
    const right = { authorization: `Basic ${Buffer.from("ines:larder").toString("base64")}` };
    assert.equal((await ask("/api/v1/blocks", right)).status, 200);
  });

  it("can return links with a host that is not the client's", async () => {
    controlled.actions["setHostInLink"]?.({ on: true });
    const { body, headers } = await ask("/api/v1/blocks?limit=1", { "x-forwarded-host": "mirror.example.com" });
    const next = `http://mirror.example.com:${new URL(origin).port}/api/v1/blocks?limit=1&block.number=lt:1999`;
    assert.equal((JSON.parse(body) as Page).links.next, next);
    assert.equal(headers["link"], `<${next}>; rel="next"`);
  });
});

/** Returns the bytes as received, compressed or not. */
async function packed(url: string, accepted: string): Promise<{ coding: string | null; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { "accept-encoding": accepted }, agent: false }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("end", () =>
        resolve({ coding: incoming.headers["content-encoding"] ?? null, bytes: Buffer.concat(parts) }),
      );
    })
      .on("error", reject)
      .end();
  });
}

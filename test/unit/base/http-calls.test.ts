// What a call sends and what it returns: URLs, headers, bodies, limits and streams.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { path } from "../../../src/base/origin.ts";
import { clientOf, json, problemOf, Services } from "./service.ts";

describe("A call", () => {
  const services = new Services();
  afterEach(() => services.close());

  it("goes below the base, however its slashes are written", async () => {
    const service = await services.start();
    for (const base of ["", "/", "/sub", "/sub/", "/sub//"]) {
      for (const below of ["/api/v1/version", "api/v1/version", "//api/v1/version"]) {
        await clientOf(service.origin + base).get(below);
      }
    }
    const seen = new Set(service.journal.map(({ target }) => target));
    assert.deepEqual([...seen], ["/api/v1/version", "/sub/api/v1/version"]);
  });

  it("sends repeated keys in order and encoded, and leaves out undefined ones", async () => {
    const service = await services.start();
    await clientOf(service.origin).get("/a", {
      query: { "block.number": ["gte:5", "lt:9"], since: "2026-01-01T00:00:00+02:00", "limit[a]": 5n, none: undefined },
    });
    assert.equal(
      service.journal[0]?.target,
      "/a?block.number=gte%3A5&block.number=lt%3A9&since=2026-01-01T00%3A00%3A00%2B02%3A00&limit%5Ba%5D=5",
    );
  });

  it("keeps each inserted part of a path one segment", async () => {
    const service = await services.start();
    const client = clientOf(`${service.origin}/api`);
    await client.get(path`/search/${"com.a/b?c#d%"}/details`);
    assert.equal(service.journal[0]?.target, "/api/search/com.a%2Fb%3Fc%23d%25/details");
    assert.throws(() => path`/repos/${".."}/x`, { kind: "invalid" });
    assert.equal((await problemOf(client.get("/../secret"))).kind, "invalid");
    assert.equal((await problemOf(client.get("/%2e%2e/secret"))).kind, "invalid");
    assert.equal(service.journal.length, 1);
  });

  it("requests only JSON, with the given user agent", async () => {
    const service = await services.start();
    await clientOf(service.origin).get("/a");
    const headers = service.journal[0]?.headers;
    assert.equal(headers?.accept, "application/json");
    assert.equal(headers["user-agent"], "triptych-test/1");
    assert.equal(headers["content-type"], undefined);
    assert.equal(headers.authorization, undefined);
  });

  it("sends JSON with integers of 64 bits unchanged, and forms", async () => {
    const bodies: Buffer[] = [];
    const service = await services.start(({ body }) => {
      bodies.push(body);
      return json(201, {});
    });
    const client = clientOf(service.origin);
    await client.request({ method: "POST", path: "/a", json: { id: 9007199254740993n, text: "ä" } });
    await client.request({
      method: "POST",
      path: "/a",
      form: { name: "attachment", filename: 'a"b\r\n.png', type: "image/png", content: Buffer.from([0, 255]) },
    });
    await client.request({ method: "POST", path: "/a" });
    assert.equal(bodies[0]?.toString(), '{"id":9007199254740993,"text":"ä"}');
    const form = bodies[1]?.toString("latin1") ?? "";
    assert.match(
      form,
      /^------triptych[0-9a-f]{32}\r\nContent-Disposition: form-data; name="attachment"; filename="a%22b%0D%0A.png"\r\nContent-Type: image\/png\r\n\r\n\0ÿ\r\n------triptych[0-9a-f]{32}--\r\n$/,
    );
    assert.deepEqual(
      service.journal.map(({ method, headers }) => [method, headers["content-type"]?.split(";")[0]]),
      [
        ["POST", "application/json"],
        ["POST", "multipart/form-data"],
        ["POST", undefined],
      ],
    );
  });

  it("reads integers beyond 2^53 without loss", async () => {
    const service = await services.start(() => ({ ...json(200, {}), body: '{"number":9900000000000001}' }));
    assert.deepEqual((await clientOf(service.origin).get("/a")).json, { number: 9900000000000001n });
  });

  it("distinguishes an empty answer from null and from not found", async () => {
    const service = await services.start(({ path }) => {
      if (path === "/null") return json(200, null);
      if (path === "/missing") return json(404, { message: "not here" });
      return { status: Number(path.slice(1)), headers: {} };
    });
    const client = clientOf(service.origin);
    for (const status of [200, 201, 204, 205, 304]) {
      const answer = await client.get(`/${status}`);
      assert.equal(answer.status, status);
      assert.equal(answer.json, undefined);
    }
    assert.equal((await client.get("/null")).json, null);
    assert.equal((await problemOf(client.get("/missing"))).kind, "notFound");
  });

  it("returns headers by their lowercase names", async () => {
    const service = await services.start(() => json(200, [], { "X-Total-Count": "12", Link: '</a>; rel="next"' }));
    const { headers } = await clientOf(service.origin).get("/a");
    assert.equal(headers["x-total-count"], "12");
    assert.equal(headers["link"], '</a>; rel="next"');
  });

  it("caps the body, even if its length is not announced or it is compressed", async () => {
    const service = await services.start(({ path }) => {
      const body = Buffer.from(JSON.stringify("x".repeat(2_000_000)));
      const headers = { "content-type": "application/json" };
      if (path === "/packed")
        return { status: 200, headers: { ...headers, "content-encoding": "gzip" }, body: gzipSync(body) };
      return path === "/chunked" ? { status: 200, headers, body: [body] } : { status: 200, headers, body };
    });
    const client = clientOf(service.origin);
    for (const place of ["/plain", "/chunked", "/packed"]) {
      const problem = await problemOf(client.get(place, { maxBytes: 1_000_000 }));
      assert.equal(problem.kind, "tooLarge", place);
      assert.equal(problem.facts.status, 200);
      const whole = await client.get(place);
      assert.equal(typeof whole.json === "string" ? whole.json.length : 0, 2_000_000, place);
    }
  });

  it("keeps its connection for the next call", async () => {
    const service = await services.start();
    let connections = 0;
    service.server.on("connection", () => (connections += 1));
    const client = clientOf(service.origin);
    for (const each of ["/a", "/b", "/c"]) await client.get(each);
    assert.equal(connections, 1);
  });

  it("streams a body as it arrives and reports its progress", async () => {
    const parts = ['{"applications":[', "1,2,", "3]}"];
    const service = await services.start(() => ({ ...json(200, {}), body: parts }));
    const progress: [number, number | undefined][] = [];
    const answer = await clientOf(service.origin).stream({
      path: "/a",
      progress: (bytes, total) => progress.push([bytes, total]),
    });
    let text = "";
    for await (const chunk of answer.chunks) text += Buffer.from(chunk).toString();
    assert.equal(text, parts.join(""));
    assert.deepEqual(progress.at(-1), [text.length, undefined]);
    assert.equal(answer.total, undefined);
  });

  it("closes the connection when the reader of a stream stops", async () => {
    let ended: (() => void) | undefined;
    const closed = new Promise<void>((resolve) => (ended = resolve));
    const service = await services.start(() => ({
      ...json(200, {}),
      body: (async function* () {
        try {
          for (;;) yield "[".repeat(100_000);
        } finally {
          ended?.();
        }
      })(),
    }));
    const { chunks } = await clientOf(service.origin).stream({ path: "/a" });
    for await (const chunk of chunks) if (chunk.length > 0) break;
    await closed;
  });

  it("uses only the path and query of an absolute link", async () => {
    const service = await services.start();
    const stranger = await services.start();
    const client = clientOf(`${service.origin}/mirror`);
    const links = [
      `${stranger.origin}/api/v1/blocks?limit=2&block.number=lt:18`,
      "/api/v1/blocks?limit=2&block.number=lt:18",
      `${service.origin}/mirror/api/v1/blocks?limit=2&block.number=lt:18`,
      "//elsewhere.example/api/v1/blocks?limit=2&block.number=lt:18",
    ];
    for (const link of links) {
      const place = client.place(link);
      assert.ok(place !== undefined, link);
      await client.request(place);
    }
    assert.deepEqual(
      service.journal.map(({ target }) => target),
      links.map(() => "/mirror/api/v1/blocks?limit=2&block.number=lt%3A18"),
    );
    assert.equal(client.place("javascript:alert(1)"), undefined);
    assert.equal(stranger.journal.length, 0);
  });

  it("reports its steps to its observer, and nothing secret", async () => {
    const service = await services.start();
    const events: unknown[] = [];
    const client = clientOf(service.origin, {
      observe: (event) => events.push(event),
      credential: () => Promise.resolve({ origin: service.origin, scheme: "token", value: "s3cret-value" }),
    });
    service.faults.add({ kind: "status", status: 503, times: 1 });
    await client.get("/a", { query: { limit: 1 } });
    assert.deepEqual(
      events.map((event) => (event as { kind: string }).kind),
      ["sent", "answered", "retrying", "sent", "answered"],
    );
    assert.match(JSON.stringify(events), /"target":"\/a\?limit=1"/);
    events.length = 0;
    service.faults.add({ kind: "status", status: 400 });
    await assert.rejects(client.get("/b"));
    assert.deepEqual(
      events.map((event) => (event as { kind: string }).kind),
      ["sent", "answered", "given up"],
    );
    assert.doesNotMatch(JSON.stringify(events), /s3cret/);
  });

  it("rejects an invalid URL or one with a password", () => {
    for (const base of ["", "ftp://a.example", "a.example/x", "https://user:pass@a.example"]) {
      assert.throws(() => clientOf(base), { kind: "invalid" }, base);
    }
  });
});

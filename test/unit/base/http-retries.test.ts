// Which requests are retried, how often, and after what delay.
import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mock } from "node:test";
import { clientOf, json, problemOf, Services } from "./service.ts";

describe("A retry", () => {
  const services = new Services();
  afterEach(() => {
    mock.restoreAll();
    return services.close();
  });

  /** Returns the delays after one 429 with these headers. */
  async function waitsAfter(retryAfter: string, now: number, date: string): Promise<readonly number[]> {
    const answers = [json(429, {}, { "retry-after": retryAfter, date })];
    const service = await services.start(() => answers.pop() ?? json(200, {}));
    const client = clientOf(service.origin, { now: () => now });
    await client.get("/a");
    return client.waits;
  }

  it("repeats a GET after transient failures: the network, 429, 502, 503, 504, and those of Cloudflare", async () => {
    for (const fault of [
      { kind: "refuse" },
      { kind: "reset" },
      { kind: "lost" },
      { kind: "html", status: 502 },
      ...[429, 502, 503, 504, 522, 530].map((status) => ({ kind: "status", status }) as const),
    ] as const) {
      const service = await services.start();
      service.faults.add({ ...fault, times: 2 });
      const client = clientOf(service.origin);
      assert.deepEqual((await client.get("/a")).json, { ok: true }, JSON.stringify(fault));
      assert.equal(service.journal.length, 3, JSON.stringify(fault));
    }
  });

  it("happens three times at most, each later than the last, never in step", async () => {
    const service = await services.start();
    service.faults.add({ kind: "status", status: 503 });
    const client = clientOf(service.origin);
    assert.equal((await problemOf(client.get("/a"))).kind, "server");
    assert.equal(service.journal.length, 4);
    assert.deepEqual(client.waits, [375, 750, 1500]);
    const early = clientOf(service.origin, { random: () => 0 });
    await problemOf(early.get("/a"));
    assert.deepEqual(early.waits, [250, 500, 1000]);
  });

  it("never repeats a write", async () => {
    const service = await services.start();
    for (const method of ["POST", "PUT", "PATCH", "DELETE"] as const) {
      for (const fault of [{ kind: "status", status: 503 }, { kind: "lost" }, { kind: "reset" }] as const) {
        service.faults.clear();
        service.faults.add(fault);
        service.journal = [];
        await problemOf(clientOf(service.origin).request({ method, path: "/a", json: {} }));
        assert.equal(service.journal.length, 1, `${method} ${fault.kind}`);
      }
    }
  });

  it("never follows a rejection, a malformed answer or a timeout", async () => {
    const service = await services.start();
    for (const fault of [
      ...[400, 401, 403, 404, 409, 422, 423, 500, 501].map((status) => ({ kind: "status", status }) as const),
      { kind: "truncate" },
      { kind: "html", status: 200 },
      { kind: "delay", ms: 60_000 },
      { kind: "stall" },
    ] as const) {
      service.faults.clear();
      service.faults.add(fault);
      service.journal = [];
      // Short for faults that end by this limit; long enough for a busy machine if the server answers.
      const limit = fault.kind === "delay" || fault.kind === "stall" ? 500 : 30_000;
      await problemOf(clientOf(service.origin).get("/a", { firstByteMs: limit, idleMs: limit }));
      assert.equal(service.journal.length, 1, JSON.stringify(fault));
    }
  });

  it("never starts after the deadline of the whole call", async () => {
    const service = await services.start();
    service.faults.add({ kind: "status", status: 503 });
    let waited = 0;
    mock.method(performance, "now", () => waited + process.uptime() * 1000);
    const wait = (): Promise<void> => {
      waited += 60_000;
      return Promise.resolve();
    };
    const client = clientOf(service.origin, { wait });
    assert.equal((await problemOf(client.get("/a", { wholeMs: 30_000 }))).kind, "server");
    assert.equal(service.journal.length, 2);
  });

  it("can be turned off", async () => {
    const service = await services.start();
    service.faults.add({ kind: "status", status: 503 });
    const client = clientOf(service.origin);
    await problemOf(client.get("/a", { retries: 0 }));
    assert.equal(service.journal.length, 1);
  });

  it("waits as long as Retry-After says, in seconds or as a date", async () => {
    const now = Date.UTC(2026, 0, 1);
    for (const [retryAfter, expected] of [
      ["7", 7_375],
      [new Date(now + 5000).toUTCString(), 5_375],
      ["0", 375],
      [new Date(now - 5000).toUTCString(), 375],
      ["soon", 375],
      ["-5", 375],
    ] as const) {
      assert.deepEqual(await waitsAfter(retryAfter, now, new Date(now).toUTCString()), [expected], retryAfter);
    }
  });

  it("waits as long as the service means, even if the clock of the computer is wrong", async () => {
    const now = Date.UTC(2026, 0, 1);
    for (const ahead of [2 * 3_600_000, -2 * 3_600_000]) {
      const [date, until] = [new Date(now - ahead).toUTCString(), new Date(now - ahead + 5000).toUTCString()];
      assert.deepEqual(await waitsAfter(until, now, date), [5_375]);
      assert.deepEqual(await waitsAfter("7", now, date), [7_375]);
    }
    for (const date of ["", "soon", "5"]) {
      assert.deepEqual(await waitsAfter(new Date(now + 5000).toUTCString(), now, date), [5_375], date);
    }
  });

  it("waits an hour at most, whatever Retry-After says", async () => {
    const now = Date.UTC(2026, 0, 1);
    for (const retryAfter of ["999999999", "9".repeat(400), new Date(now + 24 * 24 * 3_600_000).toUTCString()]) {
      const date = new Date(now).toUTCString();
      const service = await services.start(() => json(429, {}, { "retry-after": retryAfter, date }));
      const problem = await problemOf(clientOf(service.origin, { now: () => now }).get("/a"));
      assert.equal(problem.facts.retryAt, now + 3_600_000, retryAfter);
    }
  });

  it("is left to the user if Retry-After asks for too long a delay", async () => {
    const now = Date.UTC(2026, 0, 1);
    const service = await services.start();
    service.faults.add({ kind: "status", status: 429, retryAfter: "3600" });
    const client = clientOf(service.origin, { now: () => now });
    const problem = await problemOf(client.get("/a"));
    assert.equal(problem.kind, "rateLimited");
    assert.equal(problem.facts.retryAt, now + 3_600_000);
    assert.deepEqual(client.waits, []);
    assert.equal(service.journal.length, 1);
  });

  it("of a GET follows at once, and doesn't count, if a kept connection was closed", async () => {
    const service = await services.start();
    const client = clientOf(service.origin);
    await client.get("/a");
    service.faults.add({ kind: "refuse", times: 1 });
    assert.deepEqual((await client.get("/b")).json, { ok: true });
    assert.deepEqual(client.waits, []);
    assert.deepEqual(
      service.journal.map(({ target }) => target),
      ["/a", "/b", "/b"],
    );
  });

  it("never repeats a write on a kept connection, because it may have arrived", async () => {
    const service = await services.start();
    const client = clientOf(service.origin);
    await client.get("/a");
    service.faults.add({ kind: "refuse", times: 1 });
    const problem = await problemOf(client.request({ method: "POST", path: "/b", json: {} }));
    assert.equal(problem.kind, "offline");
    assert.equal(problem.facts.wrote, "unknown");
    assert.equal(service.journal.length, 2);
  });

  it("waits for the first byte as long as the call allows, even forever", async () => {
    const thinking = new EventEmitter();
    const service = await services.start(async () => {
      setImmediate(() => thinking.emit("asked"));
      await once(thinking, "enough");
      return json(200, [1]);
    });
    const heard = once(thinking, "asked");
    const asked = clientOf(service.origin).get("/a", { firstByteMs: Infinity });
    await heard;
    thinking.emit("enough");
    assert.deepEqual((await asked).json, [1]);
  });
});

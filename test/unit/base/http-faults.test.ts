// Every way in which a service can fail, and the problem that each results in.
import assert from "node:assert/strict";
import { inspect } from "node:util";
import type { Call } from "../../../src/base/http/call.ts";
import type { ProblemKind } from "../../../src/base/problem.ts";
import { wait } from "../../../src/base/tasks/wait.ts";
import type { Fault } from "../../services/core/faults.js";
import { clientOf, json, problemOf, Services } from "./service.ts";

const GET: Call = { path: "/thing", retries: 0 };
const POST: Call = { path: "/thing", method: "POST", json: { text: "x" } };

interface Case {
  readonly says: string;
  readonly fault: Fault;
  readonly call: Call;
  readonly kind: ProblemKind;
  readonly wrote?: "no" | "unknown" | undefined;
}

const REFUSALS: readonly (readonly [number, ProblemKind, "no" | "unknown"])[] = [
  [400, "invalid", "no"],
  [401, "unauthorized", "no"],
  [402, "unexpected", "no"],
  [403, "forbidden", "no"],
  [404, "notFound", "no"],
  [405, "unexpected", "no"],
  [409, "conflict", "no"],
  [412, "conflict", "unknown"],
  [413, "tooLarge", "no"],
  [422, "invalid", "no"],
  [423, "archived", "no"],
  [429, "rateLimited", "no"],
  [500, "server", "unknown"],
  [501, "server", "unknown"],
  [503, "server", "unknown"],
];

/** Only a write is rejected because a repository is archived. */
function kindForGet(kind: ProblemKind): ProblemKind {
  return kind === "archived" ? "unexpected" : kind;
}

function strangeStatus(status: string, call: Call): Case {
  const body = `HTTP/1.1 ${status} OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`;
  const wrote = call.method === "POST" ? "unknown" : undefined;
  return { says: `the status ${status}`, fault: { kind: "raw", body }, call, kind: "malformed", wrote };
}

const CASES: readonly Case[] = [
  ...[GET, POST].flatMap((call) => ["000", "042", "150", "600", "999"].map((status) => strangeStatus(status, call))),
  ...(["GET", "POST"] as const).flatMap((method): Case[] => {
    const call = method === "GET" ? GET : POST;
    const unknown = method === "GET" ? undefined : "unknown";
    return [
      {
        says: "an answer that is too late",
        fault: { kind: "delay", ms: 60_000 },
        call: { ...call, firstByteMs: 200 },
        kind: "timeout",
        wrote: unknown,
      },
      { says: "a connection closed unanswered", fault: { kind: "refuse" }, call, kind: "offline", wrote: unknown },
      { says: "a connection cut in mid-body", fault: { kind: "reset" }, call, kind: "offline", wrote: unknown },
      { says: "a body that ends early", fault: { kind: "truncate" }, call, kind: "malformed", wrote: unknown },
      { says: "a body of the wrong type", fault: { kind: "wrongType" }, call, kind: "malformed", wrote: unknown },
      { says: "a page instead of JSON", fault: { kind: "html", status: 200 }, call, kind: "malformed", wrote: unknown },
      { says: "the gateway's page", fault: { kind: "html", status: 502 }, call, kind: "server", wrote: unknown },
      {
        says: "a redirect to another origin",
        fault: { kind: "redirect", location: "https://elsewhere.example/x?y=1" },
        call,
        kind: "redirected",
        wrote: unknown,
      },
      {
        says: "an answer lost after the request took effect",
        fault: { kind: "lost" },
        call,
        kind: "offline",
        wrote: unknown,
      },
      {
        says: "an answer that stops half-way",
        fault: { kind: "stall" },
        call: { ...call, idleMs: 50 },
        kind: "timeout",
        wrote: unknown,
      },
      {
        says: "an answer that drips",
        fault: { kind: "drip", ms: 20 },
        call: { ...call, wholeMs: 1000 },
        kind: "timeout",
        wrote: unknown,
      },
    ];
  }),
  ...REFUSALS.flatMap(([status, kind, wrote]): Case[] => [
    { says: `status ${status}`, fault: { kind: "status", status }, call: GET, kind: kindForGet(kind) },
    { says: `status ${status}`, fault: { kind: "status", status }, call: POST, kind, wrote },
  ]),
];

describe("A failure of the server", () => {
  const services = new Services();
  afterEach(() => services.close());

  for (const { says, fault, call, kind, wrote } of CASES) {
    const ending = wrote === undefined ? "" : wrote === "no" ? ", nothing written" : ", perhaps written";
    it(`${says} is ${kind} for a ${call.method ?? "GET"}${ending}`, async () => {
      const service = await services.start(() => json(200, { thing: "as it should be" }));
      service.faults.add(fault);
      const problem = await problemOf(clientOf(service.origin).request(call));
      assert.equal(problem.kind, kind, problem.message);
      assert.equal(problem.facts.webPage === true, says === "a page instead of JSON", says);
      assert.equal(problem.facts.wrote, wrote);
      assert.equal(problem.facts.origin, service.origin);
      assert.equal(problem.facts.method, call.method ?? "GET");
      assert.equal(problem.facts.path, "/thing");
      assert.equal(service.journal.length, 1);
    });
  }

  it("that sends each byte of a body in a chunk of its own is a problem", async () => {
    const service = await services.start();
    const body = `1\r\n"\r\n${"1\r\na\r\n".repeat(400_000)}1\r\n"\r\n0\r\n\r\n`;
    const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    service.faults.add({ kind: "raw", body: head + body });
    const { kind, facts } = await problemOf(clientOf(service.origin).request(GET));
    assert.equal(kind, "malformed");
    assert.match(facts.detail ?? "", /^\d+ bytes for a body of \d+$/);
  });

  it("may be a dripping answer or stream, which ends at the deadline", async () => {
    const service = await services.start(({ path }) =>
      path === "/thing" ? { status: 302, headers: { location: "/slow" } } : json(200, { applications: [1, 2, 3] }),
    );
    service.faults.add({ kind: "drip", path: "/(slow|list)", ms: 20 });
    const client = clientOf(service.origin);
    assert.equal((await problemOf(client.get("/thing", { wholeMs: 200 }))).kind, "timeout");
    const { chunks } = await client.stream({ path: "/list", wholeMs: 200, firstByteMs: Infinity });
    const problem = await problemOf(
      (async () => {
        // Several bytes may arrive in one chunk.
        for await (const chunk of chunks) assert.ok(chunk.length > 0);
      })(),
    );
    assert.equal(problem.kind, "timeout");
  });

  it("has its status even if its text arrives byte by byte", async () => {
    const service = await services.start(() => json(404, { message: "nothing of the kind" }));
    service.faults.add({ kind: "drip", ms: 200 });
    const problem = await problemOf(clientOf(service.origin).request({ ...POST, wholeMs: 1000 }));
    assert.deepEqual([problem.kind, problem.facts.wrote], ["notFound", "no"]);
  });

  it("may be a request that takes effect twice, with one answer", async () => {
    let effects = 0;
    const service = await services.start(() => json(201, { effects: (effects += 1) }));
    service.faults.add({ kind: "twice" });
    assert.deepEqual((await clientOf(service.origin).request(POST)).json, { effects: 2 });
    assert.equal(service.journal.length, 1);
  });

  it("may be a request that takes effect late, without an answer", async () => {
    let takeEffect = (): void => undefined;
    const failed = new Promise<void>((resolve) => (takeEffect = resolve));
    const effects: number[] = [];
    const service = await services.start(async () => {
      await failed;
      return json(201, { effects: effects.push(1) });
    });
    service.faults.add({ kind: "slow", ms: 0 });
    const problem = await problemOf(clientOf(service.origin).request(POST));
    assert.deepEqual([problem.kind, problem.facts.wrote, effects.length], ["offline", "unknown", 0]);
    takeEffect();
    while (effects.length === 0) await new Promise(setImmediate);
  });

  it("may come after the request took effect, although it was rejected", async () => {
    let effects = 0;
    const service = await services.start(() => json(201, { effects: (effects += 1) }));
    service.faults.add({ kind: "status", status: 412, afterEffect: true });
    const problem = await problemOf(clientOf(service.origin).request(POST));
    assert.deepEqual([problem.kind, problem.facts.wrote, effects], ["conflict", "unknown", 1]);
  });

  it("is offline for a port without a listener, with nothing written", async () => {
    const service = await services.start();
    const { origin } = service;
    await services.close();
    const problem = await problemOf(clientOf(origin).request(POST));
    assert.equal(problem.kind, "offline");
    assert.equal(problem.facts.code, "ECONNREFUSED");
    assert.equal(problem.facts.wrote, "no");
  });

  it("can be a cancellation before, during and between attempts", async () => {
    const service = await services.start();
    const before = new AbortController();
    before.abort();
    const first = await problemOf(clientOf(service.origin).request({ ...POST, signal: before.signal }));
    assert.equal(first.kind, "canceled");

    for (const kind of ["delay", "stall"] as const) {
      const controller = new AbortController();
      service.faults.clear();
      service.faults.add({ kind, ms: 60_000 });
      const asked = problemOf(clientOf(service.origin).get("/thing", { signal: controller.signal }));
      while (service.faults.set[0]?.seen !== 1) await new Promise(setImmediate);
      controller.abort();
      assert.equal((await asked).kind, "canceled", kind);
    }

    const between = new AbortController();
    service.faults.clear();
    service.faults.add({ kind: "status", status: 503 });
    const client = clientOf(service.origin, {
      wait,
      observe: ({ kind }) => {
        if (kind === "retrying") between.abort();
      },
    });
    const asked = service.journal.length;
    assert.equal((await problemOf(client.get("/thing", { signal: between.signal }))).kind, "canceled");
    assert.equal(service.journal.length, asked + 1);
  });

  it("reaches the reader of a stream that breaks off", async () => {
    const service = await services.start(() => json(200, { applications: ["x".repeat(10_000)] }));
    for (const [kind, expected] of [
      ["reset", "offline"],
      ["stall", "timeout"],
    ] as const) {
      service.faults.clear();
      service.faults.add({ kind });
      const { chunks } = await clientOf(service.origin).stream({ path: "/thing", idleMs: 50 });
      const problem = await problemOf(
        (async () => {
          for await (const chunk of chunks) assert.ok(chunk.length > 0);
        })(),
      );
      assert.equal(problem.kind, expected);
      assert.equal(problem.facts.path, "/thing");
    }
  });

  it("has the server's own message, on one line", async () => {
    const answers: readonly (readonly [string, string | undefined, string])[] = [
      ['{"message":"The target\\ncouldn\'t be found.","url":"x"}', "The target couldn't be found.", "application/json"],
      ['{"detail":"Not found."}', "Not found.", "application/json"],
      [
        '{"_status":{"messages":[{"message":"Invalid parameter: limit"},{"message":"Bad","detail":"order"}]}}',
        "Invalid parameter: limit; Bad: order",
        "application/json",
      ],
      ['{"ok":false,"error":"no such sort"}', "no such sort", "application/json"],
      ["<html><head><title>404 Not\n Found</title></head></html>", "404 Not Found", "text/html"],
      ["404 page not found\nat line 7", "404 page not found", "text/plain"],
      ["", undefined, "application/json"],
      ["null", undefined, "application/json"],
      ["{", undefined, "application/json"],
    ];
    const service = await services.start();
    for (const [body, detail, type] of answers) {
      service.faults.clear();
      service.faults.add({ kind: "status", status: 404, body, headers: { "content-type": type } });
      assert.equal((await problemOf(clientOf(service.origin).get("/a"))).facts.detail, detail, body);
    }
  });

  it("never contains the token: not from a 401, another text or its cause", async () => {
    const service = await services.start();
    const value = "0123456789abcdef-token";
    const client = clientOf(service.origin, {
      credential: () => Promise.resolve({ origin: service.origin, scheme: "token", value }),
    });
    const echo = JSON.stringify({ message: `access token does not exist [sha: ${value}]` });
    const problems = [];
    for (const fault of [
      { kind: "status", status: 401, body: echo },
      { kind: "status", status: 500, body: echo },
      // The token starts where the text is cut.
      { kind: "status", status: 500, body: JSON.stringify({ message: `${"x".repeat(285)}${value}` }) },
      { kind: "html", status: 200, body: `<title>${"x".repeat(285)}${value}</title>` },
      { kind: "html", status: 200, body: `<title>${value}</title>` },
      { kind: "refuse" },
      { kind: "reset" },
      { kind: "redirect", location: `https://elsewhere.example/?token=${value}` },
    ] satisfies Fault[]) {
      service.faults.clear();
      service.faults.add(fault);
      problems.push(await problemOf(client.get("/a", { retries: 0 })));
    }
    assert.equal(problems[0]?.facts.detail, undefined);
    for (const problem of problems)
      assert.doesNotMatch(inspect(problem, { depth: 20, showHidden: true }), /0123456789/);
    assert.ok(service.journal.every(({ headers }) => headers.authorization === `token ${value}`));
  });

  it("never contains the token in another encoding or case, wherever the server puts it", async () => {
    const value = "Abcdef0123456789-Token";
    const codes = Array.from(value, (each) => each.codePointAt(0) ?? 0);
    const hex = codes.map((code) => code.toString(16));
    const forms: Record<string, string> = {
      "lower case": value.toLowerCase(),
      "upper case": value.toUpperCase(),
      Base64: Buffer.from(value).toString("base64"),
      "Base64 of a user and a password": Buffer.from(`user:${value}`).toString("base64"),
      hexadecimal: Buffer.from(value).toString("hex"),
      percent: hex.map((each) => `%${each}`).join(""),
      "half percent": hex.map((each, at) => (at % 2 === 0 ? `%${each}` : value[at])).join(""),
      "character references": codes.map((code) => `&#${code};`).join(""),
      "hexadecimal character references": hex.map((each) => `&#x${each};`).join(""),
    };
    const escaped = hex.map((each) => `\\u00${each}`).join("");
    const service = await services.start(({ path }) => json(404, { message: path }));
    const client = clientOf(service.origin, {
      credential: () => Promise.resolve({ origin: service.origin, scheme: "token", value }),
    });
    const check = async (fault: Fault, form: string, says: string): Promise<void> => {
      service.faults.clear();
      service.faults.add({ ...fault, path: "^/a$" });
      const problem = await problemOf(client.get("/a", { retries: 0 }));
      const shown = inspect(problem, { depth: 20, showHidden: true }).toLowerCase();
      assert.ok(!shown.includes(form.toLowerCase()), `${says}: ${shown}`);
    };
    const type = "application/json";
    await check(
      { kind: "status", status: 500, body: `{"message":"${escaped}"}`, headers: { "content-type": type } },
      value,
      "escaped JSON",
    );
    await check(
      { kind: "status", status: 200, body: `{"a": ${value}}`, headers: { "content-type": type } },
      "Abcd",
      "broken JSON",
    );
    await check(
      { kind: "status", status: 200, body: "x", headers: { "content-type": `text/${value}` } },
      value,
      "content type",
    );
    await check({ kind: "redirect", location: `https://${value}.example/` }, value, "host of a redirect");
    for (const [says, form] of Object.entries(forms)) {
      await check({ kind: "status", status: 500, body: JSON.stringify({ message: form }) }, form, `JSON, ${says}`);
      await check({ kind: "html", status: 200, body: `<title>${form}</title>` }, form, `title, ${says}`);
      await check({ kind: "redirect", location: `https://elsewhere.example/${form}` }, form, `redirect, ${says}`);
      await check({ kind: "redirect", location: `/${form}` }, form, `redirect within the origin, ${says}`);
    }
  });
});

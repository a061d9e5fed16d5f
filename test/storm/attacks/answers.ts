// Hostile responses to every route of the three services.
import assert from "node:assert/strict";
import { Problem } from "../../../src/base/problem.ts";
import { Api as Blocks } from "../../../src/blocks/api/mirror-node.ts";
import { apiV1 } from "../../../src/issues/api/api-v1.ts";
import { ExodusApi as Trackers } from "../../../src/trackers/api/exodus-api.ts";
import { clientOf, json } from "../../unit/base/service.ts";
import { linesLog } from "../../unit/workbench/lines.ts";
import { Redactor } from "../../../src/base/redact.ts";
import type { Fault } from "../../services/core/faults.js";
import { Service } from "../../services/core/service.js";
import { TOKEN, type Attack, type Hear, type Try } from "./attack.ts";

/** The longest wait for a server's `Retry-After`. */
const MAX_WAIT_MS = 60 * 60_000;

const REPO = { owner: "alice", name: "demo" };

type Client = ReturnType<typeof clientOf>;

const ROUTES: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  "the version of a forge": (client) => apiV1(client).version(),
  "the user": (client) => apiV1(client).user(),
  "a repository": (client) => apiV1(client).repository(REPO),
  "a list of issues": (client) => apiV1(client).issues(REPO, {}),
  "an issue": (client) => apiV1(client).issue(REPO, 1n),
  "the comments of an issue": (client) => apiV1(client).commentsOfIssue(REPO, 1n),
  "a search for issues": (client) => apiV1(client).searchIssues({}),
  "a new comment": (client) => apiV1(client).createComment(REPO, 1n, "text"),
  "a changed comment": (client) => apiV1(client).editComment(REPO, 1n, "text"),
  "a deleted comment": (client) => apiV1(client).deleteComment(REPO, 1n),
  "the list of trackers": (client) => new Trackers(client).trackers(),
  "the reports of an app": (client) => new Trackers(client).search("org.example.app"),
  "the details of an app": (client) => new Trackers(client).details("org.example.app"),
  "a page of blocks": (client) => new Blocks(client).blocks(),
  "a block": (client) => new Blocks(client).block({ number: 1n }),
  "a page of transactions": (client) => new Blocks(client).transactions(),
  "the nodes of a network": (client) => new Blocks(client).nodes(),
};

const MEGABYTE = 1_000_000;

const json200 = (body: string): Fault => ({ kind: "status", status: 200, body });

/** Answers that take a long time or much memory to read. */
const LARGE: Readonly<Record<string, Fault>> = {
  "a gzip of 40 MB": { kind: "packed", before: "[", unit: "{},", units: (40 * MEGABYTE) / 3, after: "{}]" },
  "a gzip of 40 MB of blanks": { kind: "packed", before: "[", unit: "          ", units: 4 * MEGABYTE, after: "]" },
  "two million elements": json200(`[${"0,".repeat(2 * MEGABYTE)}0]`),
  "a string of 8 MB": json200(JSON.stringify([{ id: 1, body: "a".repeat(8 * MEGABYTE) }])),
};

const DEEP: Readonly<Record<string, Fault>> = {
  "200,000 arrays in each other": json200("[".repeat(200_000)),
  "100,000 objects in each other": json200(`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  "5,000 objects in each other, in a list": json200(`[${'{"id":'.repeat(5_000)}1${"}".repeat(5_000)}]`),
};

/** An answer that never ends by itself; each call has a deadline, which is shortened here. */
const DRIPS: Readonly<Record<string, Fault>> = Object.fromEntries(
  [1, 20, 100].map((ms) => [`a byte every ${ms} ms`, { kind: "drip", ms }]),
);

const ODD: Readonly<Record<string, Fault>> = Object.fromEntries(
  [
    "null",
    "true",
    "0",
    '"text"',
    "[]",
    "{}",
    "[null,null]",
    "[[[]]]",
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    '[{"__proto__":{"polluted":1},"id":1}]',
    '{"id":1e400,"number":-1e400}',
    '{"id":99999999999999999999999999,"number":1.5}',
    '{"id":"../../x","owner":{"login":"../../x"},"name":"a/b"}',
    '{"trackers":{"__proto__":{"id":1}},"blocks":[{}],"links":{"next":"http://192.0.2.1/x"}}',
    '{"links":{"next":"javascript:alert(1)"},"blocks":null,"transactions":7,"nodes":{}}',
    "\u0000",
    '{"a":"\ud800"}',
    '{"a":1',
  ].map((body) => [body, json200(body)]),
);

const STATUS_LINES: Readonly<Record<string, Fault>> = Object.fromEntries(
  [
    "HTTP/1.1 000 Nothing\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]",
    "HTTP/1.1 099 Low\r\ncontent-length: 2\r\n\r\n{}",
    "HTTP/1.1 999 High\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}",
    "HTTP/1.1 2OO OK\r\n\r\n",
    "HTTP/9.9 200 OK\r\n\r\n{}",
    "HTTP/1.1 200\r\n\r\n",
    "\r\n\r\n\r\n",
    "200 OK",
    "SSH-2.0-OpenSSH_9.6\r\n",
    `HTTP/1.1 200 ${TOKEN}\r\ncontent-type: text/${TOKEN}\r\n\r\n${TOKEN}`,
    `HTTP/1.1 200 OK\r\n${"x-header: y\r\n".repeat(20_000)}\r\n{}`,
    `HTTP/1.1 200 OK\r\nx: ${"y".repeat(MEGABYTE)}\r\n\r\n{}`,
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n{}",
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-type: application/json\r\n\r\nnot gzip",
    "HTTP/1.1 100 Continue\r\n\r\n".repeat(50),
  ].map((body) => [JSON.stringify(body).slice(0, 60), { kind: "raw", body }]),
);

const WAITS: Readonly<Record<string, Fault>> = Object.fromEntries(
  ["999999999", "1e400", "-5", "9".repeat(400), "Fri, 31 Dec 9999 23:59:59 GMT", "soon", ""].flatMap((retryAfter) =>
    [429, 503].map((status) => [`${status}, ${retryAfter.slice(0, 30)}`, { kind: "status", status, retryAfter }]),
  ),
);

/** The token with invisible characters, and in full-width letters. */
const DISGUISED = {
  "with zero-width spaces": Array.from(TOKEN).join("\u200b"),
  "with soft hyphens": Array.from(TOKEN).join("\u00ad"),
  "in full width": Array.from(TOKEN, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0)).join(""),
} as const;

/** Each contains the token, as a server may echo what it received. */
const ECHOES: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(
    Object.entries(DISGUISED).map(([name, token]): [string, Fault] => [
      name,
      { kind: "status", status: 500, body: JSON.stringify({ message: `token ${token}` }) },
    ]),
  ),
  ...Object.fromEntries(
    [400, 401, 403, 404, 409, 422, 429, 500, 502, 503].flatMap((status): (readonly [string, Fault])[] => [
      [
        `${status} as JSON`,
        { kind: "status", status, body: JSON.stringify({ message: `token ${TOKEN}`, errors: [TOKEN] }) },
      ],
      [`${status} as a page`, { kind: "html", status, body: `<title>authorization: token ${TOKEN}</title>` }],
    ]),
  ),
  "as JSON of another shape": json200(JSON.stringify({ id: TOKEN, message: TOKEN, [TOKEN]: TOKEN })),
  "as text": { kind: "wrongType", body: TOKEN },
  "in a redirect": { kind: "redirect", location: `http://127.0.0.1:1/${TOKEN}?token=${TOKEN}` },
  "in a name and password": { kind: "redirect", location: `http://${TOKEN}:${TOKEN}@127.0.0.1:1/` },
  "in a header": { kind: "status", status: 500, headers: { "www-authenticate": `token ${TOKEN}`, "x-total": TOKEN } },
};

/** A server that receives the requests, and another that must never see the token. */
export class HostileServers {
  readonly asked: Service;
  readonly other: Service;

  private constructor(asked: Service, other: Service) {
    this.asked = asked;
    this.other = other;
  }

  static async start(): Promise<HostileServers> {
    const start = async (): Promise<Service> => {
      const service = new Service({ name: "hostile", handle: () => json(200, {}) });
      await service.listen(0);
      return service;
    };
    return new HostileServers(await start(), await start());
  }

  async close(): Promise<void> {
    await this.asked.close();
    await this.other.close();
  }

  attacks(): readonly Attack[] {
    const other = this.other.origin;
    const redirects: Readonly<Record<string, Fault>> = Object.fromEntries(
      [
        ...[
          `${other}/x`,
          `//${new URL(other).host}/x`,
          `http://user:pass@${new URL(other).host}/`,
          "/",
          "?",
          "//",
          "http://",
        ],
        ...[
          "javascript:alert(1)",
          "file:///etc/passwd",
          "data:application/json,[]",
          "ftp://127.0.0.1/x",
          "\\\\evil\\x",
        ],
      ].flatMap((location) =>
        [301, 302, 303, 307, 308].map((status) => [`${status} to ${location}`, { kind: "redirect", status, location }]),
      ),
    );
    return [
      { name: "answers that are larger than they seem", tries: this.#tries(LARGE) },
      { name: "answers that nest deeply", tries: this.#tries(DEEP) },
      { name: "answers that drip", tries: this.#drips() },
      { name: "answers of another shape, prototypes", tries: this.#tries(ODD) },
      { name: "wrong status lines and headers", tries: this.#tries(STATUS_LINES) },
      { name: "huge and odd Retry-After", tries: this.#tries(WAITS) },
      { name: "redirects to elsewhere", tries: this.#tries(redirects) },
      { name: "servers that repeat the token", tries: this.#tries(ECHOES) },
    ];
  }

  #tries(faults: Readonly<Record<string, Fault>>): readonly Try[] {
    return Object.entries(faults).flatMap(([name, fault]) =>
      Object.entries(ROUTES).map(([route, ask]) => ({
        name: `${name}, for ${route}`,
        run: (hear: Hear) => this.#ask(ask, fault, hear),
      })),
    );
  }

  /** Every way of the client to read an answer. */
  #drips(): readonly Try[] {
    const limits = { wholeMs: 300, retries: 0 };
    const actions: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
      JSON: (client) => client.get("/x", limits),
      bytes: (client) => client.bytes({ path: "/x", ...limits }),
      "a stream": async (client) => {
        const { chunks } = await client.stream({ path: "/x", ...limits });
        for await (const chunk of chunks) assert.ok(chunk.length > 0);
      },
      "a POST": (client) => client.request({ path: "/x", method: "POST", json: {}, ...limits }),
    };
    return Object.entries(DRIPS).flatMap(([name, fault]) =>
      Object.entries(actions).map(([way, ask]) => ({
        name: `${name}, as ${way}`,
        run: (hear: Hear) => this.#ask(ask, fault, hear),
      })),
    );
  }

  async #ask(ask: (client: Client) => Promise<unknown>, fault: Fault, hear: Hear): Promise<void> {
    const { asked, other } = this;
    const redactor = new Redactor();
    redactor.register(TOKEN);
    const { log, lines } = linesLog(redactor);
    const credential = { origin: asked.origin, scheme: "token", value: TOKEN };
    const client = clientOf(`${asked.origin}/api/v1`, {
      credential: () => Promise.resolve(credential),
      // What the client reports goes to the log, which removes tokens.
      observe: (event) => log.info("A request", { ...event }),
    });
    asked.faults.add(fault);
    other.journal = [];
    try {
      await ask(client);
    } catch (error) {
      assert.ok(error instanceof Problem, `not a problem: ${String(error)}`);
      hear(error);
    } finally {
      asked.faults.clear();
      asked.journal = [];
      asked.server.closeAllConnections();
    }
    hear(lines);
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.equal("polluted" in {}, false);
    assert.ok(
      client.waits.every((each) => each <= MAX_WAIT_MS),
      `waited ${client.waits.join()}`,
    );
    for (const { headers, target, body } of other.journal) hear(JSON.stringify([headers, target, body]));
  }
}

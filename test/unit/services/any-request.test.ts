// Every service of the sandbox responds to arbitrary requests.
import assert from "node:assert/strict";
import { connect } from "node:net";
import fc from "fast-check";
import { Clock } from "../../services/core/clock.js";
import { blocksService, int64BlocksService } from "../../services/blocks/index.js";
import { issuesService } from "../../services/issues/index.js";
import { demoToken } from "../../services/issues/seed/writer.js";
import { KEYS } from "../../services/trackers/access.js";
import { trackersService } from "../../services/trackers/index.js";

const options = { seed: "1", scale: 1, clock: new Clock() };

const SERVICES = {
  trackers: () => trackersService(options),
  forgejo: () => issuesService({ ...options, personality: "forgejo" }),
  gitea: () => issuesService({ ...options, personality: "gitea" }),
  "gitea-1.27": () => issuesService({ ...options, personality: "gitea-1.27" }),
  contract: () => issuesService({ ...options, personality: "contract" }),
  blocks: () => blocksService(options),
  "blocks-int64": () => int64BlocksService(options),
};

/** Paths of each kind of service, and the names of its parameters and fields. */
const VOCABULARY = {
  trackers: {
    paths: [
      ...["api", "api/trackers", "api/trackers/count", "api/applications", "api/applications/count", "api/reports"],
      ...["api/reports/count", "api/search", "api/search/org.example.tramway", "api/search/*", "api/search/*/details"],
      ...["api/search/*/latest", "api/report/8/", "api/report/*/", "api/report/*/details", "api/apk/*/"],
      ...["api/get_auth_token/", "en/reports/*/icon/", "en/reports/*/latest/icon/", "en/trackers/*/", "*/*"],
    ],
    names: ["format", "option", "tracker", "type", "query", "limit", "username", "password"],
  },
  issues: {
    paths: [
      ...[
        "version",
        "user",
        "user/repos",
        "users/*",
        "users/*/tokens",
        "repos/search",
        "repos/issues/search",
        "markdown",
      ],
      ...["markup", "notifications", "notifications/new", "notifications/threads/*", "settings/api", "token", "*"],
      ...["", "/issues", "/issues/1", "/issues/*", "/issues/1/comments", "/issues/*/comments", "/issues/comments"],
      ...["/issues/comments/*", "/issues/1/comments/*", "/issues/comments/*/reactions", "/issues/*/reactions"],
      ...[
        "/issues/comments/*/assets",
        "/issues/1/assets",
        "/issues/*/assets/*",
        "/issues/*/timeline",
        "/issues/1/labels",
      ],
      ...["/issues/1/labels/*", "/issues/1/lock", "/issues/1/assignees", "/issues/1/subscriptions/*", "/issues/1/pin"],
      ...["/labels", "/labels/*", "/milestones", "/milestones/*", "/assignees", "/collaborators/*/permission"],
      ...[
        "/pulls/*",
        "/pulls/*/reviews",
        "/pulls/*/reviews/*/comments",
        "/pulls/*/files",
        "/notifications",
        "/markdown",
      ],
      ...["/raw/*", "/issues/1/dependencies", "/issues/1/times", "/*/*"],
    ].map((path) => (path === "" || path.startsWith("/") ? `api/v1/repos/lantern/almanac${path}` : `api/v1/${path}`)),
    names: [
      ...["page", "limit", "since", "before", "state", "type", "q", "labels", "milestones", "sort", "order", "token"],
      ...["created_by", "assigned_by", "mentioned_by", "owner", "priority_repo_id", "uid", "status-types", "to-status"],
      ...[
        "body",
        "title",
        "content",
        "assignees",
        "milestone",
        "due_date",
        "closed",
        "updated_at",
        "lock_reason",
        "name",
      ],
      ...[
        "unset_due_date",
        "content_version",
        "Text",
        "Mode",
        "Context",
        "scopes",
        "repositories",
        "event",
        "comments",
      ],
    ],
  },
  blocks: {
    paths: [
      ...["blocks", "blocks/*", "transactions", "transactions/*", "contracts", "contracts/*", "contracts/results"],
      ...["contracts/results/*", "contracts/results/*/actions", "contracts/results/logs", "contracts/*/results"],
      ...["contracts/0.0.2001/results", "contracts/*/results/logs", "contracts/*/state", "accounts", "accounts/*"],
      ...["accounts/*/tokens", "balances", "tokens", "tokens/*", "topics/*", "topics/*/messages", "schedules/*"],
      ...["network/nodes", "network/fees", "network/supply", "network/exchangerate", "network/stake", "*"],
    ].map((path) => `api/v1/${path}`),
    names: [
      ...[
        "limit",
        "order",
        "block.number",
        "block.hash",
        "timestamp",
        "account.id",
        "internal",
        "from",
        "index",
        "type",
      ],
      ...[
        "topic0",
        "topic1",
        "transaction.index",
        "transaction.hash",
        "transactiontype",
        "result",
        "nonce",
        "scheduled",
      ],
      ...[
        "node.id",
        "file.id",
        "q",
        "sequencenumber",
        "encoding",
        "hbar",
        "balance",
        "transactions",
        "limit[]",
        "limit[a]",
      ],
    ],
  },
} as const;

/** Properties of every JavaScript object, which are ordinary names for a service. */
const INHERITED = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "prototype"];

const VALUES = [
  ...["", "0", "1", "-1", "00", "1.5", "1e3", "9".repeat(19), "9".repeat(400), "0x10", "0x7fffffffffffffff", "NaN"],
  ...["gt:1", "gte:", "ne:5", "eq:gt:1", "lt:0.0.5", "0.0.1024", "1.2.3", `0x${"ab".repeat(20)}`, "ff".repeat(32)],
  ...[
    "0.0.8-1234567890-000000006",
    "1795244000.1",
    "0.0",
    "true",
    "TRUE",
    "asc",
    "fail",
    "json",
    "short",
    "1_0",
    "all",
  ],
  ...["2026-11-20T00:00:00Z", "2026-11-20T00:00:00+99:99", "0000-01-01T00:00:00Z", "1969-01-01T00:00:00Z", "sort:x"],
  ...["is:open", "author:nobody", "modified:>x", "sort:__proto__", "sort:constructor:asc", "-", '"', "\ud83d\ude00"],
  ...[
    "%",
    "%00",
    "%zz",
    "%2F",
    "%E0%A4%A",
    "(",
    "[",
    "\\",
    "*",
    "a".repeat(9000),
    "..",
    ".",
    "#",
    "nadia",
    "org.example.tramway",
  ],
];

type Wing = keyof typeof VOCABULARY;

/** Generates requests to a service: request line, headers and body. */
function requests(wing: Wing): fc.Arbitrary<string> {
  const { paths, names } = VOCABULARY[wing];
  const word = fc.oneof(fc.constantFrom(...names, ...INHERITED), fc.string({ maxLength: 8 }));
  const value = fc.oneof(fc.constantFrom(...VALUES, ...INHERITED), fc.string({ unit: "binary", maxLength: 12 }));
  const written = fc
    .tuple(value, fc.boolean())
    .map(([text, isEncoded]) => (isEncoded ? encode(text) : text.replaceAll(/[^!-~]|[?#]/g, "")));
  const path = fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...paths) }, { weight: 1, arbitrary: written }),
      fc.array(written, { minLength: 4, maxLength: 4 }),
    )
    .map(([shape, parts]) => `/${shape.replaceAll("*", () => parts.pop() ?? "x")}`);
  const pair = fc.tuple(word, written).map(([name, text]) => `${encode(name)}=${text}`);
  const query = fc.array(fc.oneof(pair, written), { maxLength: 5 }).map((pairs) => pairs.join("&"));
  const header = fc.oneof(
    fc.tuple(
      fc.constantFrom("accept", "accept-language", "accept-encoding", "if-none-match", "range", "x-forwarded-host"),
      fc.oneof(fc.constantFrom("*/*", "text/html", "fr", "gzip;q=0", "*", "W/", "bytes=0-", ""), line()),
    ),
    fc.tuple(
      fc.constant("authorization"),
      fc.oneof(
        fc.constantFrom(
          `Token ${KEYS.good}`,
          `token ${demoToken("ines")}`,
          `Bearer ${demoToken("nadia")}`,
          "Basic Og==",
        ),
        line(),
      ),
    ),
  );
  const field = fc.tuple(word, fc.oneof(value, fc.jsonValue(), fc.array(value, { maxLength: 3 })));
  const json = fc.array(field, { maxLength: 5 }).map((fields) => JSON.stringify(Object.fromEntries(fields)));
  const body = fc.oneof(json, fc.json(), fc.string({ unit: "binary", maxLength: 40 }), fc.constant("[".repeat(20_000)));
  const type = fc.constantFrom(
    ...["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=(", ""],
  );
  const method = fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND");
  return fc
    .tuple(method, path, query, fc.array(header, { maxLength: 3 }), fc.option(fc.tuple(body, type)))
    .map(([verb, place, asked, headers, sent]) => {
      const bytes = Buffer.from(sent?.[0] ?? "");
      const lines = headers.map(([name, text]) => `${name}: ${text}`);
      if (sent !== null) lines.push(`content-type: ${sent[1]}`, `content-length: ${bytes.length}`);
      const target = asked === "" ? place : `${place}?${asked}`;
      const head = [`${verb} ${target.slice(0, 12_000)} HTTP/1.1`, "host: service.test", "connection: close", ...lines];
      return `${head.join("\r\n")}\r\n\r\n${bytes.toString()}`;
    });
}

/** Generates values of headers. */
function line(): fc.Arbitrary<string> {
  return fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[^ -~]/g, ""));
}

/** Encodes a text for a URL. Lone surrogates can't be encode. */
function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "?"));
}

/** Sends the bytes of a request, and returns those of the response. */
function exchange(origin: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    let answer = "";
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.setEncoding("latin1");
    socket.on("data", (part: string) => (answer += part));
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}

for (const [name, create] of Object.entries(SERVICES)) {
  const wing: Wing = name === "trackers" ? "trackers" : name.startsWith("blocks") ? "blocks" : "issues";

  describe(`The sandbox's ${name}`, () => {
    const { service, actions } = create();
    let origin = "";

    before(async () => {
      actions["setLimits"]?.({ enabled: false });
      origin = await service.listen(0);
    });
    after(() => service.close());

    it("responds to any request, with any path, query, headers and body", async () => {
      await fc.assert(
        fc.asyncProperty(requests(wing), async (request) => {
          const answer = await exchange(origin, request);
          assert.match(answer, /^HTTP\/1\.1 [2-5]\d\d /);
        }),
        { numRuns: 200 },
      );
    }).timeout(120_000);
  });
}

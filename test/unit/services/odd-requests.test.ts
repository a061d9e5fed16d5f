// Unusual requests, to which the sandbox responds like the programs that it imitates.
import assert from "node:assert/strict";
import { blocksService } from "../../services/blocks/index.js";
import { Clock } from "../../services/core/clock.js";
import { sendRequest } from "../../services/real/replay.js";
import { Server } from "./issues-server.ts";
import { KEY, trackersForTests, TRAMWAY } from "./trackers-sandbox.ts";

describe("Odd requests to the sandbox's εxodus", () => {
  const { ask, read } = trackersForTests();
  const search = (body: string) => ask("/api/search", {}, "POST", body);

  it("are rejected in the user's language if the key isn't UTF-8", async () => {
    const headers = { authorization: "Token \u00ff\u00fe" };
    const english = await ask("/api/trackers/count", headers);
    assert.equal(english.status, 401);
    assert.equal(
      english.body,
      '{"detail":"Invalid token header. Token string should not contain invalid characters."}',
    );
    const german = await ask("/api/trackers/count", { ...headers, "accept-language": "de" });
    assert.match(german.body, /keine ungültigen Zeichen/);
  });

  it("can have a tracker ID in the digits of any script", async () => {
    const ascii = await read<unknown>("/api/applications?tracker=49&option=short");
    assert.deepEqual(await read<unknown>(`/api/applications?tracker=${encodeURIComponent("٤٩")}&option=short`), ascii);
  });

  it("return a 400 page for more than 1,000 parameters", async () => {
    const most = Array.from({ length: 1000 }, () => "a").join("&");
    assert.equal((await ask(`/api/trackers/count?${most}`, KEY)).status, 200);
    const { status, headers, body } = await ask(`/api/trackers/count?${most}&a`, KEY);
    assert.equal(status, 400);
    assert.equal(headers["content-type"], "text/html");
    assert.match(body, /Bad Request \(400\)/);
  });

  it("return a 500 page for JSON that is nested too deeply, and describe errors in other JSON", async () => {
    assert.equal((await search("[".repeat(900))).status, 400);
    const { status, headers } = await search("[".repeat(100_000));
    assert.equal(status, 500);
    assert.equal(headers["content-type"], "text/html");
  });

  it("return 404 as JSON for a report ID that is too high", async () => {
    const { status, body } = await ask("/api/report/99999999999999999999/", KEY);
    assert.deepEqual([status, body], [404, '{"detail":"Not found."}']);
    assert.equal((await ask(`${TRAMWAY}/DETAILS`, KEY)).headers["content-type"], "text/html");
  });
});

describe("Odd requests to the sandbox's mirror node", () => {
  const { service } = blocksService({ seed: "1", scale: 1, clock: new Clock() });
  let origin = "";

  before(async () => {
    origin = await service.listen(0);
  });
  after(() => service.close());

  async function read(path: string): Promise<{ status: number; json: Record<string, unknown> }> {
    const answer = await sendRequest(origin, { method: "GET", path: `/api/v1${path}`, headers: {} });
    assert("status" in answer, path);
    const json: Record<string, unknown> = JSON.parse(answer.body);
    return { status: answer.status, json };
  }

  async function refuses(path: string, ...messages: string[]): Promise<void> {
    const { status, json } = await read(path);
    assert.equal(status, 400, path);
    assert.deepEqual(json, { _status: { messages: messages.map((message) => ({ message })) } });
  }

  async function count(path: string, field: string): Promise<number> {
    const list = (await read(path)).json[field];
    assert.ok(Array.isArray(list), path);
    return list.length;
  }

  it("treat a numbered parameter as a list, and fail with a named one", async () => {
    assert.equal(await count("/blocks?limit[0]=3", "blocks"), 3);
    assert.equal(await count("/blocks?limit[0]=3&limit[1]=4", "blocks"), 4);
    assert.equal((await read("/blocks?limit[101]=3")).status, 500);
    assert.equal((await read("/blocks?limit[a]=3")).status, 500);
    await refuses("/blocks?limit[a][b]=1", "Input depth exceeded depth option of 1 and strictDepth is true");
  });

  it("ignore a value without a name", async () => {
    assert.equal(await count("/blocks?=5&&limit=2&", "blocks"), 2);
  });

  it("parse hex digits in a number up to the first other character", async () => {
    const { json } = await read("/blocks?block.number=0x10zz&limit=1");
    assert.match(JSON.stringify(json), /"number":16\b/);
    await refuses("/blocks?block.number=0x", "Invalid parameter: block.number");
    await refuses("/blocks?block.number=0X10", "Invalid parameter: block.number");
    await refuses("/contracts/results?block.number=5&transaction.index=0x1", "Invalid parameter: transaction.index");
  });

  it("accept a sender with an operator, but not one whose number is too long", async () => {
    const bare = await read("/contracts/results?from=0.0.1024&limit=5");
    assert.ok(Array.isArray(bare.json["results"]) && bare.json["results"].length > 0);
    assert.deepEqual((await read("/contracts/results?from=eq:0.0.1024&limit=5")).json["results"], bare.json["results"]);
    await refuses("/contracts/results?from=123456789012345678901234", "Invalid parameter: from");
  });

  it("accept an ID of two parts, and reject a number of more than 38 bits in an ID of three parts", async () => {
    assert.equal((await read("/accounts/0.1024")).json["account"], "0.0.1024");
    assert.equal((await read("/accounts/0.0.274877906943")).status, 404);
    await refuses("/accounts/0.0.274877906944", "Invalid parameter: idOrAliasOrEvmAddress");
    await refuses("/schedules/abc", "Invalid parameter: scheduleid");
  });

  it("filter contracts by ID, and page through them to the last", async () => {
    assert.equal(await count("/contracts?contract.id=0.0.2003", "contracts"), 1);
    await refuses("/contracts?contract.id=nobody", "Invalid parameter: contract.id");
    let path: unknown = "/api/v1/contracts?limit=5";
    const ids: unknown[] = [];
    while (typeof path === "string" && ids.length < 50) {
      const { json } = await read(path.replace("/api/v1", ""));
      ids.push(...(JSON.stringify(json["contracts"]).match(/0\.0\.\d+/g) ?? []));
      path = Object.entries(json["links"] ?? {})[0]?.[1];
    }
    assert.equal(new Set(ids).size, 12);
    assert.equal(ids.length, 12);
  });

  it("validate the queries and paths of empty lists", async () => {
    await refuses("/tokens?limit=0&foo=1", "Invalid parameter: limit", "Unknown query parameter: foo");
    await refuses("/schedules?order=up", "Invalid parameter: order");
    await refuses("/accounts/nobody/tokens", "Invalid parameter: idOrAliasOrEvmAddress");
    await refuses("/contracts/xyz/state", "Invalid parameter: contractid");
    await refuses("/tokens/abc/balances", "Invalid parameter: tokenid");
    assert.equal(await count("/tokens?type=all&limit=5", "tokens"), 0);
  });
});

for (const personality of ["forgejo", "gitea"] as const) {
  describe(`Odd requests to the sandbox's ${personality}`, () => {
    const DEMO = "/repos/alice/demo";
    let server: Server;

    before(async () => {
      server = await Server.start(personality);
    });
    after(() => server.stop());

    it("treat a property of every JavaScript object as an unknown order", async () => {
      const usual = (await server.get("alice", `${DEMO}/issues?limit=5`)).list("number");
      for (const name of ["valueOf", "__proto__", "constructor", "toString"]) {
        for (const query of [`sort=${name}`, `q=sort:${name}`, `q=sort:${name}:asc`]) {
          const { status, text } = await server.get("alice", `${DEMO}/issues?limit=5&${query}`);
          assert.equal(status, 200, `${query}: ${text}`);
        }
        assert.deepEqual((await server.get("alice", `${DEMO}/issues?limit=5&sort=${name}`)).list("number"), usual);
      }
    });

    it("can't sort repositories by a property of every JavaScript object", async () => {
      for (const name of ["valueOf", "__proto__", "toString"]) {
        const { status, text } = await server.get("alice", `/repos/search?sort=${name}`);
        assert.equal(status, 422, text);
        assert.match(text, /Invalid sort mode/);
      }
    });

    it("collapse repeated slashes and remove trailing ones", async () => {
      assert.equal((await server.get("", "/version/")).status, 200);
      assert.equal((await server.get("alice", "/repos//alice///demo/issues/1//")).at("number"), 1);
      assert.equal((await server.get("alice", `${DEMO}/issues/`)).status, 200);
    });

    it("parse a number with a sign, and no other text, as Go does", async () => {
      for (const path of ["+1", "01", "%31"]) {
        assert.equal((await server.get("alice", `${DEMO}/issues/${path}`)).at("number"), 1, path);
      }
      for (const path of ["1.0", "1e0", "0x1", "-1", "9223372036854775808"]) {
        assert.equal((await server.get("alice", `${DEMO}/issues/${path}`)).status, 404, path);
      }
      const { status, text } = await server.get("alice", `${DEMO}/issues/comments/-1`);
      assert.equal(status, 404);
      assert.match(text, /comment does not exist \[id: -1, issue_id: 0\]/);
    });

    it("store a replacement character for an unpaired surrogate", async () => {
      const sent = await server.ask("alice", "POST", `${DEMO}/issues/1/comments`, '{"body":"a\\ud800b 😀"}', {
        "content-type": "application/json",
      });
      assert.deepEqual([sent.status, sent.at("body")], [201, "a\ufffdb 😀"]);
    });

    it("are rejected with a time zone that doesn't exist", async () => {
      const zone = async (offset: string) => {
        const time = encodeURIComponent(`2026-11-20T00:00:00${offset}`);
        return server.get("alice", `${DEMO}/issues?since=${time}`);
      };
      assert.equal((await zone("+14:00")).status, 200);
      const hours = await zone("+99:00");
      assert.equal(hours.status, 422);
      assert.match(hours.text, /time zone offset hour out of range/);
      assert.match((await zone("-02:61")).text, /time zone offset minute out of range/);
    });

    it("name a missing pull request and a missing review each in its own way", async () => {
      const pull = await server.get("alice", `${DEMO}/pulls/9999/reviews`);
      assert.equal(pull.status, 404);
      assert.equal(pull.at("message"), "GetPullRequestByIndex");
      assert.equal((await server.get("alice", `${DEMO}/pulls/1/reviews`)).at("message"), "GetPullRequestByIndex");
      const review = await server.get("alice", `${DEMO}/pulls/5/reviews/999999/comments`);
      assert.equal(review.at("message"), "GetReviewByID");
      assert.equal(review.at("errors.0"), "review does not exist [id: 999999]");
    });

    it("treat any other path below a pull request as unknown branches", async () => {
      const { status, headers } = await server.get("alice", `${DEMO}/pulls/5/reviews/1/comments/346`);
      assert.equal(status, 404);
      assert.match(headers.get("content-type") ?? "", /^application\/json/);
      const resolved = await server.ask("alice", "POST", `${DEMO}/pulls/comments/701/resolve`);
      assert.deepEqual([resolved.status, resolved.text], [405, ""]);
    });
  });
}

// A token never leaves its own origin, whatever answers, redirects and settings say.
import assert from "node:assert/strict";
import type { Credential } from "../../../src/base/http/client.ts";
import { isPrivate } from "../../../src/base/origin.ts";
import { clientOf, json, problemOf, Services } from "./service.ts";

const VALUE = "f00dfeed-token";

function credentialFor(origin: string): () => Promise<Credential> {
  return () => Promise.resolve({ origin, scheme: "Token", value: VALUE });
}

describe("A token", () => {
  const services = new Services();
  afterEach(() => services.close());

  it("is sent to the origin it was entered for, in any spelling", async () => {
    const service = await services.start();
    const port = new URL(service.origin).port;
    for (const origin of [service.origin, `HTTP://127.0.0.1:${port}/`, `http://127.1:${port}/sub?x#y`]) {
      await clientOf(service.origin, { credential: credentialFor(origin) }).get("/a");
      assert.equal(service.journal.at(-1)?.headers.authorization, `Token ${VALUE}`, origin);
    }
  });

  it("is not sent to any other origin: another port, host or scheme, or a changed setting", async () => {
    const own = await services.start();
    const other = await services.start();
    const port = new URL(other.origin).port;
    for (const origin of [own.origin, `http://localhost:${port}`, `https://127.0.0.1:${port}`, "", "none", "null"]) {
      await clientOf(other.origin, { credential: credentialFor(origin) }).get("/a");
    }
    assert.equal(other.journal.length, 6);
    assert.doesNotMatch(JSON.stringify(other.journal), /f00dfeed/);
  });

  it("is never sent to another origin, whatever answers lead to: redirects, links, absolute paths", async () => {
    const stranger = await services.start();
    const own = await services.start(({ path }) => {
      if (path === "/list") return json(200, { links: { next: `${stranger.origin}/list?page=2` } });
      return json(200, {});
    });
    const client = clientOf(own.origin, { credential: credentialFor(own.origin) });
    for (const method of ["GET", "POST", "PATCH", "DELETE"] as const) {
      for (const status of [301, 302, 303, 307, 308]) {
        own.faults.clear();
        own.faults.add({ kind: "redirect", status, location: `${stranger.origin}/stolen` });
        await problemOf(client.request({ method, path: "/a" }));
      }
    }
    own.faults.clear();
    own.faults.add({ kind: "redirect", path: "^/first", location: "/second" });
    own.faults.add({ kind: "redirect", path: "^/second", location: `//${new URL(stranger.origin).host}/stolen` });
    await problemOf(client.get("/first"));
    own.faults.clear();
    const { json: page } = await client.get("/list");
    const next = client.place((page as { links: { next: string } }).links.next);
    assert.ok(next !== undefined);
    await client.request(next);
    await client.get(`${stranger.origin}/absolute`);
    await client.get(`//${new URL(stranger.origin).host}/absolute`);
    await client.get(`\\\\${new URL(stranger.origin).host}\\absolute`);

    assert.deepEqual(stranger.journal, []);
    assert.equal(own.journal.at(-4)?.target, "/list?page=2");
    assert.ok(own.journal.every(({ headers }) => headers.authorization === `Token ${VALUE}`));
  });

  it("is sent to a renamed repository on the same origin", async () => {
    const own = await services.start();
    own.faults.add({ kind: "redirect", status: 307, path: "old", location: "/new" });
    await clientOf(own.origin, { credential: credentialFor(own.origin) }).request({ method: "POST", path: "/old" });
    assert.deepEqual(
      own.journal.map(({ target, headers }) => [target, headers.authorization]),
      [
        ["/old", `Token ${VALUE}`],
        ["/new", `Token ${VALUE}`],
      ],
    );
  });

  it("is sent unencrypted only on this machine", async () => {
    const origin = "http://services.example";
    const problem = await problemOf(
      clientOf(origin, { credential: credentialFor(origin) }).request({ method: "POST", path: "/a" }),
    );
    assert.equal(problem.kind, "insecure");
    assert.equal(problem.facts.wrote, "no");
    assert.doesNotMatch(problem.message, /f00dfeed/);
    const kept = ["https://a.example", "http://localhost:1", "http://127.0.0.1", "http://[::1]:3"];
    const open = [
      "http://a.example",
      "http://localhost.example",
      // VS Code doesn't count these as the machine itself, and sends them through `http.proxy`.
      "http://127.0.0.2",
      "http://127.9.8.7:80",
      "http://0.0.0.0",
      "http://a.localhost",
      "http://127.0.0.1.example",
      "http://[::ffff:7f00:1]",
      "http://10.0.0.1",
    ];
    assert.deepEqual(
      kept.filter((each) => !isPrivate(new URL(each))),
      [],
    );
    assert.deepEqual(
      open.filter((each) => isPrivate(new URL(each))),
      [],
    );
  });

  it("is read again for each request, so that a changed or revoked one is not sent", async () => {
    const service = await services.start();
    const given: (Credential | undefined)[] = [
      { origin: service.origin, scheme: "Token", value: "first-token" },
      { origin: service.origin, scheme: "Bearer", value: "second-token" },
      undefined,
    ];
    const client = clientOf(service.origin, { credential: () => Promise.resolve(given.shift()) });
    for (const each of ["/1", "/2", "/3"]) await client.get(each);
    assert.deepEqual(
      service.journal.map(({ headers }) => headers.authorization),
      ["Token first-token", "Bearer second-token", undefined],
    );
  });

  it("is not read from the environment, and neither is a proxy", async () => {
    const service = await services.start();
    const proxy = await services.start();
    const before = process.env["HTTP_PROXY"];
    process.env["HTTP_PROXY"] = proxy.origin.replace("//", `//user:${VALUE}@`);
    try {
      await clientOf(service.origin).get("/a");
    } finally {
      if (before === undefined) delete process.env["HTTP_PROXY"];
      else process.env["HTTP_PROXY"] = before;
    }
    assert.equal(proxy.journal.length, 0);
    assert.equal(service.journal.length, 1);
  });
});

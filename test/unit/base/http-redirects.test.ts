// Which redirects are followed, and which are problems.
import assert from "node:assert/strict";
import { clientOf, json, problemOf, Services } from "./service.ts";

describe("A redirect", () => {
  const services = new Services();
  afterEach(() => services.close());

  it("on the same origin is followed for a GET, which returns the final URL", async () => {
    const service = await services.start(({ path }) => json(200, { path }));
    for (const status of [301, 302, 303, 307, 308]) {
      service.faults.clear();
      service.faults.add({ kind: "redirect", status, location: "/sub/api/repos/new/name?page=2", path: "old" });
      const answer = await clientOf(`${service.origin}/sub`).get("/api/repos/old/name");
      assert.deepEqual(answer.json, { path: "/sub/api/repos/new/name" });
      assert.equal(answer.movedTo, "/api/repos/new/name");
      assert.equal(service.journal.at(-1)?.target, "/sub/api/repos/new/name?page=2");
    }
    service.faults.clear();
    assert.equal((await clientOf(service.origin).get("/api/repos/old/name")).movedTo, undefined);
  });

  it("on the same origin repeats a write unchanged for 301, 307 and 308", async () => {
    const service = await services.start(({ method, body }) => json(201, { method, body: body.toString() }));
    for (const status of [301, 307, 308]) {
      for (const method of ["POST", "PATCH", "PUT", "DELETE"] as const) {
        service.faults.clear();
        service.faults.add({ kind: "redirect", status, location: `${service.origin}/new`, path: "old" });
        const answer = await clientOf(service.origin).request({ method, path: "/old", json: { body: "text" } });
        assert.deepEqual(answer.json, { method, body: '{"body":"text"}' });
        assert.equal(answer.movedTo, "/new");
        assert.equal(service.journal.at(-1)?.headers["content-type"], "application/json");
      }
    }
  });

  it("of a write to another issue or comment is a problem, and nothing is sent there", async () => {
    const service = await services.start();
    for (const [asked, location] of [
      ["/repos/a/b/issues/1/comments", "/repos/a/b/issues/2/comments"],
      ["/repos/a/b/issues/1/comments", "/repos/a/b/issues/%32/comments"],
      ["/repos/a/b/issues/1/comments", "/repos/c/d/issues/2/comments"],
      ["/repos/a/b/issues/1/comments", "/repos/a/b/issues/1/../2/comments"],
      ["/repos/a/b/issues/1/comments", "/repos/a/issues/1/comments"],
      ["/repos/a/b/issues/comments/5", "/repos/a/b/issues/comments/6"],
    ] as const) {
      for (const status of [301, 307, 308]) {
        service.faults.clear();
        service.journal = [];
        service.faults.add({ kind: "redirect", status, location, path: "", times: 1 });
        const problem = await problemOf(clientOf(service.origin).request({ method: "POST", path: asked, json: {} }));
        assert.deepEqual([problem.kind, problem.facts.wrote, service.journal.length], ["redirected", "no", 1]);
      }
    }
    service.faults.clear();
    service.faults.add({ kind: "redirect", status: 307, location: "/repos/c/d/issues/1/comments", path: "/a/b/" });
    await clientOf(service.origin).request({ method: "POST", path: "/repos/a/b/issues/1/comments", json: {} });
    assert.equal(service.journal.at(-1)?.target, "/repos/c/d/issues/1/comments");
  });

  it("of a write by 302 or 303 is a problem, because it may have taken effect", async () => {
    const service = await services.start();
    for (const status of [302, 303]) {
      service.faults.clear();
      service.faults.add({ kind: "redirect", status, location: "/new", path: "old" });
      const problem = await problemOf(clientOf(service.origin).request({ method: "POST", path: "/old", json: {} }));
      assert.equal(problem.kind, "redirected");
      assert.equal(problem.facts.target, `${service.origin}/new`);
      assert.equal(problem.facts.wrote, "unknown");
    }
    assert.equal(service.journal.length, 2);
  });

  it("to another host that the caller knows is followed for a GET, without the token, even on the way back", async () => {
    const service = await services.start();
    const storage = await services.start(() => json(200, { stored: true }));
    const credential = { origin: service.origin, scheme: "token", value: "secret-token" };
    const client = clientOf(service.origin, { credential: () => Promise.resolve(credential) });
    const known = {
      mayRedirectTo: (host: string) => [storage, service].some(({ origin }) => new URL(origin).host === host),
    };
    service.faults.add({ kind: "redirect", location: `${storage.origin}/bucket/1?signature=s`, path: "^/file" });
    assert.deepEqual((await client.get("/file", known)).json, { stored: true });
    assert.equal(service.journal[0]?.headers.authorization, "token secret-token");
    assert.deepEqual(
      storage.journal.map(({ target, headers }) => [target, headers.authorization]),
      [["/bucket/1?signature=s", undefined]],
    );
    storage.faults.add({ kind: "redirect", location: `${service.origin}/back`, path: "" });
    await client.get("/file", known);
    assert.equal(service.journal.at(-1)?.headers.authorization, undefined, "nor back to where it belongs");
    assert.equal((await problemOf(client.get("/file"))).kind, "redirected");
    assert.equal((await problemOf(client.get("/file", { mayRedirectTo: () => false }))).kind, "redirected");
    const write = { method: "POST", path: "/file", json: {}, ...known } as const;
    assert.equal((await problemOf(client.request(write))).kind, "redirected");
    service.faults.clear();
    service.faults.add({ kind: "redirect", location: "ftp://127.0.0.1/file", path: "" });
    assert.equal((await problemOf(client.get("/file", { mayRedirectTo: () => true }))).kind, "redirected");
  });

  it("to a busy host doesn't pause the requests to the service itself", async () => {
    const service = await services.start();
    const storage = await services.start(() => json(429, {}, { "retry-after": "3600" }));
    const paused: number[] = [];
    const budget = {
      take: () => Promise.resolve(),
      pauseUntil: (until: number) => Promise.resolve(void paused.push(until)),
    };
    const client = clientOf(service.origin, { budget });
    service.faults.add({ kind: "redirect", location: `${storage.origin}/bucket/1`, path: "^/file" });
    const problem = await problemOf(client.get("/file", { mayRedirectTo: () => true }));
    assert.deepEqual([problem.kind, problem.facts.origin], ["rateLimited", storage.origin]);
    assert.deepEqual(paused, []);
    service.faults.clear();
    service.faults.add({ kind: "status", status: 429, retryAfter: "3600" });
    assert.equal((await problemOf(client.get("/file"))).kind, "rateLimited");
    assert.equal(paused.length, 1);
  });

  it("to another origin is a problem that names the target without its query", async () => {
    const service = await services.start();
    const stranger = await services.start();
    for (const method of ["GET", "POST"] as const) {
      for (const status of [301, 302, 303, 307, 308]) {
        service.faults.clear();
        service.faults.add({ kind: "redirect", status, location: `${stranger.origin}/login?next=secret` });
        const problem = await problemOf(clientOf(service.origin).request({ method, path: "/a" }));
        assert.equal(problem.kind, "redirected");
        assert.equal(problem.facts.status, status);
        assert.equal(problem.facts.target, `${stranger.origin}/login`);
      }
    }
    assert.equal(stranger.journal.length, 0);
    assert.equal(service.journal.length, 10);
  });

  it("to another scheme, with a password or without a valid target is a problem", async () => {
    const service = await services.start();
    const targets: (string | undefined)[] = [];
    for (const location of [
      service.origin.replace("http:", "https:"),
      "http://user:secret@elsewhere.example/x",
      "data:text/html,secret",
      "http://[nowhere",
    ]) {
      service.faults.clear();
      service.faults.add({ kind: "redirect", location });
      const problem = await problemOf(clientOf(service.origin).get("/a"));
      assert.equal(problem.kind, "redirected");
      targets.push(problem.facts.target);
    }
    assert.deepEqual(targets, [
      `${service.origin.replace("http:", "https:")}/`,
      "http://elsewhere.example/x",
      "data:…",
      undefined,
    ]);
    service.faults.clear();
    service.faults.add({ kind: "status", status: 302 });
    assert.equal((await problemOf(clientOf(service.origin).get("/a"))).kind, "redirected");
  });

  it("is followed five times and no further", async () => {
    const service = await services.start(({ path }) => {
      const left = Number(path.slice(1));
      return left === 0 ? json(200, []) : { status: 302, headers: { location: `/${left - 1}` } };
    });
    assert.equal((await clientOf(service.origin).get("/5")).movedTo, "/0");
    assert.equal((await problemOf(clientOf(service.origin).get("/6"))).kind, "redirected");
    assert.equal(service.journal.length, 12);
  });
});

// Images that a server redirects elsewhere: loaded only with consent, and without the token.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { asProblem } from "../../../src/base/problem.ts";
import { mayFollowToKnownHost } from "../../../src/base/http/redirect.ts";
import { getRedirectHost } from "../../../src/issues/thread/images.ts";
import { problemOf } from "../base/service.ts";
import { machine } from "./machine.ts";
import { startForge, type Forge } from "./service.ts";
import { windowAt } from "./signed-in-window.ts";

describe("An image on another host", () => {
  const at = windowAt("forgejo");
  const { thread } = at;
  let storage: Forge;
  before(async () => {
    storage = await startForge("forgejo");
  });
  beforeEach(() => storage.reset());
  after(() => storage.close());

  /** The same machine under another name counts as another host. */
  const other = () => storage.base.replace("127.0.0.1", "localhost");
  const leadTo = (base: string) =>
    at.forge.service.faults.add({
      kind: "redirect",
      path: "^/attachments/",
      location: `${base}/assets/img/avatar_default.png?X-Amz-Signature=s`,
    });
  const picture = () => `${at.forge.base}/attachments/00000000-0000-4000-8000-000000000000`;

  it("is loaded from a host of the server itself, without the token", async () => {
    leadTo(storage.base);
    assert.match(await at.services.images.load(thread(1n), picture()), /^data:image\/png;base64,/);
    assert.ok(at.forge.service.journal[0]?.headers.authorization !== undefined);
    assert.deepEqual(
      storage.service.journal.map(({ headers, target }) => [headers.authorization, target]),
      [[undefined, "/assets/img/avatar_default.png?X-Amz-Signature=s"]],
    );
  });

  it("is not requested from an unknown host before the user agrees, because any author may have linked it", async () => {
    leadTo(other());
    const problem = await problemOf(at.services.images.load(thread(1n), picture()));
    assert.equal(getRedirectHost(problem), new URL(other()).host);
    assert.doesNotMatch(problem.message, /Signature/);
    assert.deepEqual(storage.asked(), []);
    const how = { agreed: new URL(other()).host };
    assert.match(await at.services.images.load(thread(1n), picture(), how), /^data:image/);
    assert.equal(storage.service.journal[0]?.headers.authorization, undefined);
    assert.equal((await problemOf(at.services.images.load(thread(1n), picture()))).kind, "redirected", "once is once");
  });

  it("is loaded automatically from a host that the user always allows", async () => {
    leadTo(other());
    await at.services.images.allow(`${other()}/any.png`);
    assert.match(await at.services.images.load(thread(1n), picture()), /^data:image/);
  });

  it("may have a type that only some servers use for JPEG", async () => {
    const server = createServer((_, response) => response.writeHead(200, { "content-type": "image/jpg" }).end("x"));
    await once(server.listen(0, "127.0.0.1"), "listening");
    try {
      const { port } = server.address() as AddressInfo;
      const loading = at.services.images.load(thread(1n), `http://127.0.0.1:${port}/tide.jpg`);
      assert.equal(await loading, "data:image/jpg;base64,eA==");
    } finally {
      server.close();
    }
  });

  it("counts against its server's budget, however many images a comment has", async () => {
    const many = Array.from({ length: 60 }, (_, place) => `${picture()}?${place}`);
    at.forge.service.faults.add({ kind: "status", status: 429, retryAfter: "3600", path: "^/attachments/" });
    const outcomes = await Promise.allSettled(many.map((url) => at.services.images.load(thread(1n), url)));
    const kinds = new Set(outcomes.map((each) => (each.status === "rejected" ? asProblem(each.reason).kind : "read")));
    assert.deepEqual([...kinds], ["rateLimited"]);
    assert.ok(at.count("GET") <= 6, `${at.count("GET")} requests after the server had asked to wait`);
  });

  it("is not loaded through endless redirects or from an unencrypted URL", async () => {
    at.forge.service.faults.add({ kind: "redirect", path: "", location: picture() });
    assert.equal((await problemOf(at.services.images.load(thread(1n), picture()))).kind, "redirected");
    assert.ok(at.count("GET") <= 6);
    const secure = new URL("https://git.example/attachments/1");
    for (const [target, may] of [
      ["https://s3.example/1", true],
      ["http://s3.example/1", false],
      ["file:///etc/passwd", false],
    ] as const) {
      assert.equal(
        mayFollowToKnownHost("GET", secure, new URL(target), () => true),
        may,
        target,
      );
    }
  });
});

describe("An image beside a server under a path", () => {
  it("is requested without the token, because another program on the host serves it", async () => {
    const forge = await startForge("forgejo");
    const here = await machine();
    try {
      forge.act("setSubPath", { path: "/git" });
      const base = `${forge.base}/git`;
      const { services, signIn } = here.open(base);
      await signIn("alice");
      const tokensTo = async (path: string) => {
        forge.service.journal = [];
        const address = { base, owner: "alice", name: "demo" };
        await services.images.load(address, `${forge.base}${path}`).catch(() => undefined);
        return forge.service.journal.map(({ headers }) => headers.authorization !== undefined);
      };
      const outside = [
        "/~mallory/1.png",
        "/git2/1.png",
        "/git",
        "/git/..%2f~mallory/1.png",
        "/git/..%5C~mallory/1.png",
      ];
      for (const path of outside) assert.deepEqual(await tokensTo(path), [false], path);
      assert.deepEqual(await tokensTo("/git/attachments/00000000-0000-4000-8000-000000000000"), [true]);
    } finally {
      await here.close();
      await forge.close();
    }
  });
});

// Responses that another window just loaded aren't requested again, unless the user refreshes or the account changes.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sender } from "../../../src/issues/api/caller.ts";
import { StoredAnswers } from "../../../src/issues/repositories/stored-answers.ts";
import { DiskCache } from "../../../src/workbench/storage/cache.ts";
import { linesLog } from "../workbench/lines.ts";
import { until } from "../workbench/until.ts";
import { tokenOf } from "./machine.ts";
import { windowAt } from "./signed-in-window.ts";

const KEPT = ["/api/v1/version", "/api/v1/settings/ui"];

describe("Responses that windows share", () => {
  const at = windowAt("forgejo");
  const { thread } = at;
  const MINUTE_MS = 60_000;

  /** Opens a thread in a new window. */
  const openThread = async (laterMs = 0) => {
    const { services } = at.here.open(at.forge.base, { now: () => Date.now() + laterMs });
    await services.threads.read(thread(1n));
    return services;
  };
  const askedFor = () => KEPT.filter((path) => at.forge.asked().includes(`GET ${path}`));
  const forgetRequests = () => void (at.forge.service.journal = []);

  it("are requested by the first window only", async () => {
    await openThread();
    assert.deepEqual(askedFor(), KEPT);
    forgetRequests();
    const services = await openThread();
    assert.deepEqual(askedFor(), []);
    assert.ok(services.emoji.at(at.forge.base).reactions.includes("heart"));
  });

  it("include the version that was requested to add the server", async () => {
    await at.services.servers.identify(at.forge.base);
    forgetRequests();
    await openThread();
    assert.equal(askedFor().includes("/api/v1/version"), false);
  });

  it("are requested again when they are old", async () => {
    await openThread();
    forgetRequests();
    await openThread(25 * 60 * MINUTE_MS);
    assert.deepEqual(askedFor(), KEPT);
  });

  it("don't include a repository, which may be archived or renamed at any time", async () => {
    await openThread();
    forgetRequests();
    await openThread();
    assert.ok(at.forge.asked().includes("GET /api/v1/repos/alice/demo"));
  });

  it("are never those of another account or of a replaced token", async () => {
    const services = await openThread();
    const [account] = services.access.accountsAt(at.forge.base);
    assert.ok(account);
    forgetRequests();
    const ofAccount = KEPT.slice(1);
    await services.forgetAccount(account, { gone: false });
    await openThread();
    assert.deepEqual(askedFor(), ofAccount);
    await at.window.signOut();
    await at.window.signIn("bob");
    forgetRequests();
    await openThread();
    assert.deepEqual(askedFor(), ofAccount);
  });

  it("aren't those that arrive after the account was removed or has another token", async () => {
    const [account] = at.services.access.accountsAt(at.forge.base);
    assert.ok(account);
    at.forge.service.faults.add({ kind: "late", ms: 200, path: "/settings/ui$", times: 1 });
    const late = at.services.servers.for(thread(1n)).emoji({ maxAgeMs: MINUTE_MS });
    while (!askedFor().includes("/api/v1/settings/ui")) await new Promise((resolve) => setImmediate(resolve));
    await at.services.forgetAccount(account, { gone: false });
    await late;
    forgetRequests();
    await openThread();
    assert.ok(askedFor().includes("/api/v1/settings/ui"));
  });

  it("aren't those that were loaded without the account's token while the server rejected it", async () => {
    at.forge.act("revokeToken", { token: tokenOf("alice") });
    const rejected = await openThread();
    assert.notEqual(rejected.repositoryNames.getKnown(thread(1n))?.mayPush, true);
    at.forge.act("createToken", { user: "alice", name: "same", secret: tokenOf("alice") });
    const { repositoryNames } = await openThread();
    assert.equal(repositoryNames.getKnown(thread(1n))?.mayPush, true);
  });
});

describe("Stored responses on a slow disk", () => {
  it("are complete, and are gone after the account was removed", async () => {
    const folder = await mkdtemp(join(tmpdir(), "triptych-answers-"));
    try {
      const releases: (() => void)[] = [];
      /** Writes wait until they are released. */
      class SlowCache extends DiskCache {
        override async write(...given: Parameters<DiskCache["write"]>): Promise<void> {
          await new Promise<void>((resolve) => releases.push(resolve));
          await super.write(...given);
        }
      }
      const { log } = linesLog();
      const cache = new SlowCache({ folder, limit: 1 << 20, now: Date.now, log, notify: () => undefined });
      let requests = 0;
      const sender: Sender = {
        origin: "https://codeberg.org",
        request: () => Promise.resolve({ status: 200, headers: {}, json: (requests += 1) }),
      };
      const open = () => new StoredAnswers(cache, "key", Date.now, () => true);
      const ask = (answers: StoredAnswers, path: string) => answers.wrap(sender).request({ path, maxAgeMs: 60_000 });
      const first = open();
      const asking = ["/a", "/b"].map((path) => ask(first, path));
      // The last write is released first.
      for (let released = 0; released < 2; released += 1) {
        await until(() => releases.length > 0);
        await new Promise(setImmediate);
        releases.pop()?.();
      }
      await Promise.all(asking);
      const second = open();
      for (const path of ["/a", "/b"]) await ask(second, path);
      assert.equal(requests, 2);
      const late = ask(second, "/c");
      await until(() => releases.length > 0);
      const cleared = second.clear();
      await new Promise(setImmediate);
      releases.pop()?.();
      await Promise.all([late, cleared]);
      assert.equal(await cache.read("issues/answers/key", 1), undefined);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

// The rows of the view, without VS Code.
import assert from "node:assert/strict";
import type * as Trees from "../../../src/issues/lists/tree-rows.ts";
import { problemOf } from "../base/service.ts";
import { importTexts } from "../import-texts.ts";
import { windowAt } from "./signed-in-window.ts";

describe("The rows under a repository", () => {
  const at = windowAt("forgejo");
  const { signal } = new AbortController();

  it("go with the account that could see them, and stay if only a refresh fails", async () => {
    const trees = (await importTexts("src/issues/lists/tree-rows.ts", "en")) as typeof Trees;
    await at.services.repositoryNames.add({ base: at.forge.base, owner: "alice", name: "secret" });
    const rows = new trees.TreeRows(at.services, { now: Date.now });
    const load = async () => {
      const repository = (await rows.roots(signal)).nodes.find(({ label }) => label === "alice/secret");
      return (await repository?.children?.(signal)) ?? assert.fail("there is no row");
    };
    assert.ok((await load()).nodes.length > 0);

    at.forge.service.faults.add({ kind: "status", status: 404, path: "/repos/alice/secret" });
    assert.equal((await problemOf(load())).kind, "notFound", "the view keeps the rows if this throws");
    at.forge.service.faults.clear();
    await load();

    const [account] = at.window.accounts.list("issues");
    assert.ok(account !== undefined);
    await at.window.signOut();
    await at.services.forgetAccount(account, { gone: true });
    const { nodes, beside } = await load();
    assert.deepEqual(nodes, []);
    await assert.rejects(beside?.(signal) ?? Promise.resolve(), /notFound/);

    await at.window.signIn("alice");
    assert.ok((await load()).nodes.length > 0);
  });

  it("appear if the token can only read issues, and the repository can be added with it", async () => {
    const trees = (await importTexts("src/issues/lists/tree-rows.ts", "en")) as typeof Trees;
    const { accounts, signIn } = at.window;
    for (const account of accounts.list("issues")) await accounts.remove(account);
    await signIn("browse");
    const old = { base: at.forge.base, owner: "alice", name: "oldname" };
    const { name } = await at.services.repositoryNames.add(old);
    assert.notEqual(name, "oldname");
    await at.services.repositoryNames.add({ ...old, name: "demo" });
    const rows = new trees.TreeRows(at.services, { now: Date.now });
    const repository = (await rows.roots(signal)).nodes.find(({ label }) => label === "alice/demo");
    const lists = await repository?.children?.(signal);
    assert.equal(lists?.nodes[0]?.label, "Open");
    const nobodys = { state: "open", author: "no-one-of-that-name" } as const;
    assert.deepEqual((await at.services.lists.read({ ...old, name: "demo" }, nobodys)).issues, []);
  });
});

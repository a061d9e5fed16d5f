// Users are notified once of a rejected token, even if the first rows load before the rest of the wing.
import assert from "node:assert/strict";
import { EventEmitter } from "vscode";
import { buildRows } from "../../../src/issues/wing-rows.ts";
import { tokenOf } from "../../unit/issues/machine.ts";
import { sharedParts, until } from "../extension.ts";
import { issueRows, SIGNAL, under } from "./tree-harness.ts";

describe("A token that is rejected while the first rows load", () => {
  const here = issueRows();

  it("is reported once, when the rest of the wing is loaded", async () => {
    const { accounts, log, memento: state } = here.window;
    const shared = { ...(await sharedParts()), accounts, folder: here.home.folder, log, state };
    const changed = new EventEmitter<boolean>();
    const view = {
      isWatched: true,
      onDidChangeWatched: changed.event,
      badge: () => undefined,
      describe: () => undefined,
      redraw: () => undefined,
      refresh: () => undefined,
      recover: () => undefined,
    };
    const reported: string[] = [];
    let finish = (): void => undefined;
    const rest = new Promise<void>((resolve) => (finish = resolve));
    const signIn = {
      addAt: () => Promise.resolve(undefined),
      reportRejected: ({ id }: { readonly id: string }) => Promise.resolve(void reported.push(id)),
    };
    const rows = buildRows(shared, view, () => rest.then(() => ({ signIn })));
    try {
      await rows.services.repositories.pin({ base: here.forge.base, owner: "alice", name: "demo" });
      await here.forge.act("revokeToken", { token: tokenOf("alice") });
      const firstRows = async (): Promise<number> => {
        const { nodes } = await rows.roots(SIGNAL);
        const repository = nodes.find(({ label }) => label === "alice/demo") ?? assert.fail("it has no row");
        const [query] = (await under(repository)).nodes;
        return (await under(query)).nodes.length;
      };
      assert.ok((await firstRows()) > 0, "public content stays readable");
      assert.deepEqual(reported, []);
      finish();
      await until("the rejected token is reported", () => reported.length > 0);
      rows.reload();
      await firstRows();
      assert.deepEqual(reported, ["alice"]);
    } finally {
      rows.dispose();
      changed.dispose();
    }
  });
});

// Accounts appear in VS Code's own list, and no other extension gets a token.
import assert from "node:assert/strict";
import { authentication } from "vscode";
import type { Account } from "../../../src/workbench/accounts/accounts.ts";
import type { Shared } from "../../../src/workbench/wings/shared.ts";
import { sharedParts, until } from "../extension.ts";

describe("The accounts of issues in VS Code's own list", () => {
  let shared: Shared;
  const account = (id: string): Account => ({
    service: "issues",
    origin: "https://git.example.org",
    id,
    name: id,
    base: "https://git.example.org/forge",
  });
  const labels = async () => (await authentication.getAccounts("triptych")).map(({ label }) => label).sort();

  before(async () => {
    shared = await sharedParts();
  });
  afterEach(async () => {
    for (const each of shared.accounts.list("issues")) await shared.accounts.remove(each);
  });

  it("appear and disappear as the user signs in and out, each with its server", async () => {
    await shared.accounts.add(account("nadia"), { scheme: "token", value: "secret-of-nadia" });
    await shared.accounts.add(account("tomas"), { scheme: "token", value: "secret-of-tomas" });
    await until("both are listed", async () => (await labels()).length === 2);
    assert.deepEqual(await labels(), ["nadia at git.example.org/forge", "tomas at git.example.org/forge"]);
    await shared.accounts.remove(account("tomas"));
    await until("one is gone", async () => (await labels()).length === 1);
  });

  it("give no token to other extensions that request a session", async () => {
    await shared.accounts.add(account("nadia"), { scheme: "token", value: "secret-of-nadia" });
    const session = await authentication.getSession("triptych", [], { silent: true });
    assert.doesNotMatch(JSON.stringify(session ?? {}), /secret-of-nadia/);
  });
});

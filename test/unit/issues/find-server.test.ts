// Connecting to a server whose URL the user chose.
import assert from "node:assert/strict";
import type * as FindServer from "../../../src/issues/repositories/accounts/find-server.ts";
import { importTexts } from "../import-texts.ts";
import { ImpatientDialogs } from "./impatient-dialogs.ts";
import { windowAt } from "./signed-in-window.ts";

describe("Connecting to a server", () => {
  const at = windowAt("forgejo");

  it("ends if the user cancels, instead of asking for another URL", async () => {
    const { connect } = (await importTexts(
      "src/issues/repositories/accounts/find-server.ts",
      "en",
    )) as typeof FindServer;
    const parts = { dialogs: new ImpatientDialogs(), discovery: at.services.discovery, now: Date.now };
    assert.equal(await connect(at.forge.base, parts), undefined);
  });
});

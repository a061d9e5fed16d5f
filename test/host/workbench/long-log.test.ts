// Links in a huge log.
import assert from "node:assert/strict";
import { CancellationTokenSource, commands, workspace, type DocumentLink } from "vscode";
import { MAX_LINKS_PER_DOCUMENT } from "../../../src/workbench/references/collect-references.ts";
import { CutStatus } from "../../../src/workbench/references/cut-status.ts";
import { referenceProviders } from "../../../src/workbench/references/providers.ts";
import { References } from "../../../src/workbench/references/registry.ts";
import { sharedParts } from "../extension.ts";
import { underHeartbeat } from "../../bench/heartbeat.ts";
import { findProbes } from "../probe-references.ts";

const PROBE = {
  id: "probe",
  find: findProbes,
  hover: () => Promise.resolve(undefined),
  open: () => Promise.resolve(),
};

describe("A log of 10 MB with 140,000 references", () => {
  it("gets links up to the limit", async () => {
    const { references } = await sharedParts();
    const offered = references.offer(PROBE);
    try {
      const line = `${"0.0.1234 at 1234567890.123456789 ".repeat(2)}probe#1 #12`;
      const content = `${line}\n`.repeat(140_000);
      const document = await workspace.openTextDocument({ content, language: "plaintext" });
      const links = await underHeartbeat("The links of a long log", async () =>
        commands.executeCommand<DocumentLink[]>("vscode.executeLinkProvider", document.uri, 0),
      );
      const own = links.filter(({ target }) => target?.scheme === "command");
      assert.equal(own.length, MAX_LINKS_PER_DOCUMENT);
    } finally {
      offered.dispose();
    }
  });

  it("says in the language status from which line on links are missing", async () => {
    const references = new References();
    references.offer(PROBE);
    const status = new CutStatus();
    const providers = referenceProviders(references, status);
    const { token } = new CancellationTokenSource();
    const linksIn = async (lines: number) => {
      const document = await workspace.openTextDocument({ content: "probe#1 probe#2\n".repeat(lines) });
      await providers.links.provideDocumentLinks(document, token);
      return document.uri.toString();
    };
    try {
      await linksIn(MAX_LINKS_PER_DOCUMENT / 2);
      assert.deepEqual([...status.shown], []);
      const uri = await linksIn(MAX_LINKS_PER_DOCUMENT);
      assert.deepEqual([...status.shown], [[uri, "From line 2,501 on, hover over a reference to open it."]]);
    } finally {
      providers.dispose();
    }
    assert.deepEqual([...status.shown], []);
  });
});

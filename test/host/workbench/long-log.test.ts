// Links in a huge log don't block the extension host.
import assert from "node:assert/strict";
import { commands, workspace } from "vscode";
import type { DocumentLink } from "vscode";
import { MAX_LINKS_PER_DOCUMENT } from "../../../src/workbench/references/collect.ts";
import { sharedParts } from "../extension.ts";
import { assertHeartbeat } from "../heartbeat.ts";

describe("A log of 10 MB with 140,000 references", () => {
  it("gets links up to the limit, and keeps no other extension waiting", async () => {
    const { references } = await sharedParts();
    const offered = references.offer({
      id: "probe",
      find: (line) =>
        [...line.matchAll(/probe#\d+/g)].map(({ index, 0: text }) => ({
          start: index,
          end: index + text.length,
          tooltip: `Open ${text}`,
        })),
      hover: () => Promise.resolve(undefined),
      open: () => Promise.resolve(),
    });
    try {
      const line = `${"0.0.1234 at 1234567890.123456789 ".repeat(2)}probe#1 #12`;
      const content = `${line}\n`.repeat(140_000);
      const document = await workspace.openTextDocument({ content, language: "plaintext" });
      const links = await assertHeartbeat("the links of a long log", async () =>
        commands.executeCommand<DocumentLink[]>("vscode.executeLinkProvider", document.uri, 0),
      );
      const own = links.filter(({ target }) => target?.scheme === "command");
      assert.equal(own.length, MAX_LINKS_PER_DOCUMENT);
    } finally {
      offered.dispose();
    }
  });
});

// Text and git configurations that are built to be slow are read.
import assert from "node:assert/strict";
import { Uri, workspace } from "vscode";
import { firstLine } from "../../../src/issues/model/first-line.ts";
import { WorkspaceRemotes } from "../../../src/issues/repositories/workspace-remotes.ts";
import { underHeartbeat } from "../../bench/heartbeat.ts";

describe("Text that is built to be slow", () => {
  const folder = (): Uri => workspace.workspaceFolders?.[0]?.uri ?? assert.fail("no folder is open");

  it("is shown by its first line when it is in comments", async () => {
    const bodies = ["**a ", "[", "> ", "`", "_a ", "\n", "|-", "* "].map((part) =>
      part.repeat(Math.ceil(1_000_000 / part.length)),
    );
    const lines = await underHeartbeat("first lines", () => Promise.resolve(bodies.map((body) => firstLine(body))));
    assert.ok(lines.every((line) => line.length <= 200));
  });

  it("hides no remote when it is in a git configuration of usual size", async () => {
    const config = Uri.joinPath(folder(), ".git/config");
    const remotes = new WorkspaceRemotes();
    try {
      for (const value of [" ".repeat(5000), " ".repeat(1_000_000), '"'.repeat(100_000), "\\".repeat(100_000)]) {
        const urls = [`a${value}b`, `${value}""`].map((url) => `\turl = ${url}\n`).join("");
        const text = `[remote "origin"]\n${urls}[remote "home"]\n\turl = https://forge.example/alice/demo\n`;
        await workspace.fs.writeFile(config, new TextEncoder().encode(text));
        const found = await underHeartbeat("a .git/config", () => remotes.at(Uri.joinPath(folder(), "notes.md")));
        // Only the first 200,000 characters are read.
        assert.equal(found?.includes("https://forge.example/alice/demo"), text.length < 200_000);
      }
    } finally {
      remotes.dispose();
      await workspace.fs.delete(Uri.joinPath(folder(), ".git"), { recursive: true, useTrash: false });
    }
  });
});

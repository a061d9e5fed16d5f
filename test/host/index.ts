// What the extension host runs, under a desktop VS Code and in the server alike.
import { writeFile } from "node:fs/promises";
import { commands } from "vscode";
import { runSuite } from "./suite.ts";

export async function run(): Promise<void> {
  const outcome = await runSuite(__dirname, process.env["TRIPTYCH_GREP"], async () => {
    await commands.executeCommand("workbench.action.closeQuickOpen");
    await commands.executeCommand("workbench.action.closeAllEditors");
  });
  const results = process.env["TRIPTYCH_RESULTS"];
  if (results !== undefined) await writeFile(results, JSON.stringify(outcome));
  if (outcome.failed > 0) throw new Error(`${outcome.failed} failed`);
}

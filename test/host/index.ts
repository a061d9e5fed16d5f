// What the extension host runs, under a desktop VS Code and in the server alike.
import { writeFile } from "node:fs/promises";
import { runSuite } from "./suite.ts";

export async function run(): Promise<void> {
  const outcome = await runSuite(__dirname, process.env["TRIPTYCH_GREP"]);
  const results = process.env["TRIPTYCH_RESULTS"];
  if (results !== undefined) await writeFile(results, JSON.stringify(outcome));
  if (outcome.failed > 0) throw new Error(`${outcome.failed} failed`);
}

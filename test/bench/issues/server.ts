// Starts a sandbox Forgejo in its own process, so its work doesn't count.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";

export async function startServer() {
  const child = spawn(process.execPath, ["test/services/index.js"], { stdio: ["ignore", "pipe", "inherit"] });
  const output = await new Promise<string>((resolve, reject) => {
    let said = "";
    child.once("error", reject);
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.trimEnd().endsWith("}")) resolve(said);
    });
  });
  const { control = "", forgejo = "" } = JSON.parse(output) as Readonly<Record<string, string>>;
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${control}/forgejo/${path}`, {
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, path);
    return await answer.json();
  };
  return {
    base: forgejo,
    act: (action: string, body: unknown) => ask(`do/${action}`, body),
    journal: async () => (await ask("journal")) as readonly { readonly target: string }[],
    close: () => void child.kill(),
  };
}

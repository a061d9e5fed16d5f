// Commands on a block that is named by its hash.
import assert from "node:assert/strict";
import { importTexts } from "../import-texts.ts";

interface Command {
  readonly run: (...given: readonly unknown[]) => Promise<void>;
}

describe("Open in HashScan", () => {
  it("finds the number of a block that is named by its hash, unless HashScan doesn't cover its network", async () => {
    const { blockCommands } = (await importTexts("src/blocks/block/commands.ts", "en")) as {
      readonly blockCommands: (...given: readonly unknown[]) => Readonly<Record<string, Command>>;
    };
    const opened: string[] = [];
    let requests = 0;
    const store = {
      networkNamed: (name: string) => ({ name, address: "https://mine.example" }),
      find: () => Promise.resolve((requests += 1) && { block: { number: 12n } }),
    };
    const dialogs = { openExternal: (url: string) => Promise.resolve(void opened.push(url)) };
    const { openOnWeb: command } = blockCommands(store, {}, { dialogs });
    assert.ok(command !== undefined);
    const name = { hash: `0x${"ab".repeat(48)}` };
    await command.run({ network: "mainnet", name });
    assert.deepEqual(opened, ["https://hashscan.io/mainnet/block/12"]);
    await assert.rejects(command.run({ network: "mine", name }), /HashScan/);
    assert.equal(requests, 1);
  });
});

// The tools about blocks as VS Code calls them.
import assert from "node:assert/strict";
import { ConfigurationTarget, workspace } from "vscode";
import { triptych } from "../extension.ts";
import { invoke } from "../invoke-tool.ts";
import { blocksService, type BlocksService } from "./service.ts";

describe("The tools about blocks", () => {
  let node: BlocksService;
  const configure = (networks: readonly string[] | undefined) =>
    workspace.getConfiguration().update("triptych.blocks.networks", networks, ConfigurationTarget.Global);

  before(async () => {
    node = await blocksService();
    await node.reset();
    await triptych().activate();
    await configure([`sandbox ${node.origin}`]);
  });
  after(async () => {
    await configure(undefined);
    await node.reset();
  });

  it("read a block of 5,000 transactions within the budget, and the rest by skipping", async () => {
    await node.act("growBlock", { number: 1500, transactions: 5000 });
    const first = await invoke("triptych_blocks_get_block", { block: "1500" });
    assert.match(first, /^transactions: 5000$/m);
    const skip = Number(/For the next ones: "skip": (\d+)/.exec(first)?.[1]);
    const times = (text: string) => [...text.matchAll(/^- time: ([\d.]+)/gm)].map(([, time]) => time);
    const second = await invoke("triptych_blocks_get_block", { block: "1500", skip }, 1000);
    assert.ok((times(first).at(-1) ?? "") < (times(second)[0] ?? ""));
  });

  it("list and verify blocks, and explain what is in one", async () => {
    assert.match(await invoke("triptych_blocks_list_blocks", { last: "1600", count: 100 }), /^- block: 1600;/m);
    assert.match(
      await invoke("triptych_blocks_verify_range", { from: "700", to: "1699" }),
      /^verdict: every block follows the one before$/m,
    );
    const block = await invoke("triptych_blocks_get_block", { block: "latest" });
    const id = /id: (\d+\.\d+\.\d+-\d+-\d+)/.exec(block)?.[1] ?? assert.fail(block);
    assert.match(await invoke("triptych_blocks_explain_transaction", { transaction: id }), /^succeeded: /m);
    const account = id.replace(/-.*/, "");
    assert.match(await invoke("triptych_blocks_entity", { entity: account }), /^kind: account$/m);
  });
});

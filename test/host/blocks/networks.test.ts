// Adding, switching and removing custom networks.
import assert from "node:assert/strict";
import { networkCommands } from "../../../src/blocks/network/commands.ts";
import { NetworkPanels } from "../../../src/blocks/network/panel.ts";
import { after } from "../../../src/workbench/poller.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { sharedParts } from "../extension.ts";
import { ledgers } from "./ledgers.ts";
import { noLinks } from "./links.ts";
import { NETWORKS } from "../../../src/blocks/store/settings.ts";

describe("Custom networks", () => {
  const world = ledgers();

  const ADD = "$(add) Add Network…";
  const REMOVE = "$(trash) Remove Network…";

  /** Answers after `choice`, which is what is selected in Switch Network. */
  async function opened(networks: Readonly<Record<string, string>>, choice: string, ...more: string[]) {
    const answers = [choice, ...more];
    const { store, settings } = world.open(networks);
    const shared = await sharedParts();
    const dialogs = new ScriptedDialogs(...answers);
    const panels = new NetworkPanels(store, { ...shared, ...noLinks, after });
    const commands = networkCommands(store, panels, { ...shared, dialogs, settings });
    return { store, settings, dialogs, commands };
  }

  it("are added by a pasted URL once the node has returned blocks, and are shown at once", async () => {
    const { store, settings, dialogs, commands } = await opened(
      { old: "http://127.0.0.1:1" },
      ADD,
      `${world.node.origin}/api/v1/blocks?limit=5`,
      "devnet",
    );
    await commands.choose.run();
    assert.deepEqual(dialogs.asked.slice(1), ["Add Network: URL (1/2)", "Add Network: Name (2/2)"]);
    assert.deepEqual(store.network, { name: "devnet", address: world.node.origin });
    assert.deepEqual(settings.get(NETWORKS), [`devnet ${world.node.origin}`, "old http://127.0.0.1:1"]);
    const asked = await world.node.targets();
    assert.ok(asked.length > 0 && asked.every((target) => target.startsWith("/api/v1/blocks?")));
  });

  it("are not added twice, or without a URL or a name", async () => {
    const answerTo = async (...answers: string[]): Promise<string> => {
      const { store, dialogs, commands } = await opened({ old: "http://127.0.0.1:1" }, ADD, ...answers);
      await commands.choose.run();
      assert.equal(store.network.name, "old");
      return dialogs.shown.join("; ");
    };
    assert.equal(await answerTo("http://127.0.0.1:1/"), "This URL is already used by old");
    assert.equal(await answerTo("no address"), "Enter a URL such as https://example.com");
    assert.match(await answerTo("  "), /^Enter the URL of a mirror node, such as https:/);
    assert.equal(await answerTo(world.node.origin, "old"), "This name is already used");
    assert.equal(await answerTo(world.node.origin, " "), "Name shown in the view");
    assert.equal(await answerTo(world.node.origin, "x".repeat(41)), "At most 40 characters");
  });

  it("show why a node doesn't respond, and can be added anyway", async () => {
    const { store, dialogs, commands } = await opened(
      { old: "http://127.0.0.1:1" },
      ADD,
      "127.0.0.1:2",
      "127.0.0.1:2",
      "later",
    );
    await commands.choose.run();
    assert.match(dialogs.shown[0] ?? "", /Could not reach 127\.0\.0\.1:2\..* Press Enter again to add it anyway\.$/);
    assert.deepEqual(store.network, { name: "later", address: "http://127.0.0.1:2" });
  });

  it("ask for another URL if the first is not of a mirror node", async () => {
    const { store, dialogs, commands } = await opened(
      { old: "http://127.0.0.1:1" },
      ADD,
      `${world.node.origin}/nowhere`,
      world.node.origin,
      "devnet",
    );
    await commands.choose.run();
    assert.match(dialogs.shown[0] ?? "", /^No blocks found at .*It may not be a mirror node/);
    assert.equal(store.network.address, world.node.origin);
  });

  it("go back from the name to the URL", async () => {
    const { store, dialogs, commands } = await opened(
      { old: "http://127.0.0.1:1" },
      ADD,
      world.node.origin,
      "Back",
      world.node.origin,
      "devnet",
    );
    await commands.choose.run();
    assert.equal(dialogs.asked.filter((each) => each === "Add Network: URL (1/2)").length, 2);
    assert.equal(store.network.name, "devnet");
  });

  it("are removed, and restored on Undo", async () => {
    const { store, settings, dialogs, commands } = await opened(
      { devnet: world.node.origin, b: "http://127.0.0.1:1" },
      REMOVE,
      "devnet",
    );
    await commands.choose.run();
    assert.equal(dialogs.asked[1], "Remove Network: devnet, b");
    assert.deepEqual(settings.get(NETWORKS), ["b http://127.0.0.1:1"]);
    assert.equal(store.network.name, "b");
    const again = await opened({ devnet: world.node.origin }, REMOVE, "devnet", "Undo");
    await again.commands.choose.run();
    assert.equal(again.store.network.name, "devnet");
  });

  it("bring back the public network that they replaced", async () => {
    const { store, commands } = await opened({ mainnet: world.node.origin }, REMOVE, "mainnet");
    await commands.choose.run();
    assert.deepEqual(store.network, { name: "mainnet", address: "https://mainnet-public.mirrornode.hedera.com" });
  });

  it("are listed by Switch Network, which offers to remove one if there are any", async () => {
    const { dialogs, commands } = await opened({ old: "http://127.0.0.1:1" }, "nothing");
    await commands.choose.run();
    assert.deepEqual(dialogs.asked, [`Switch Network: old, mainnet, testnet, previewnet, ${ADD}, ${REMOVE}`]);
    const none = await opened({}, "nothing");
    await none.commands.choose.run();
    assert.deepEqual(none.dialogs.asked, [`Switch Network: mainnet, testnet, previewnet, ${ADD}`]);
  });
});

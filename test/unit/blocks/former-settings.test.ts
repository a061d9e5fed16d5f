// Taking over the networks of versions that had three settings for them.
import assert from "node:assert/strict";
import { takeOverNetworks } from "../../../src/blocks/network/former-settings.ts";

describe("The former settings of networks", () => {
  const local = "http://127.0.0.1:5551";
  const staging = "https://staging.example";

  /** Returns what the user's settings hold after a start, and how often they were written. */
  async function takeOver(user: Record<string, unknown>): Promise<{ user: Record<string, unknown>; writes: number }> {
    let writes = 0;
    const configuration = {
      inspect: (id: string) => ({ defaultValue: undefined, globalValue: user[id] }),
      write: (id: string, value: unknown) => {
        writes += 1;
        if (value === undefined) Reflect.deleteProperty(user, id);
        else user[id] = value;
        return Promise.resolve();
      },
    };
    await takeOverNetworks(configuration);
    return { user, writes };
  }

  for (const { name, network, customNetwork, networks, list } of [
    { name: "a public network", network: "testnet", list: ["testnet"] },
    {
      name: "a custom network",
      network: "custom",
      customNetwork: "staging",
      networks: { local, staging },
      list: [`staging ${staging}`, `local ${local}`],
    },
    { name: "a custom network by its name", network: "local", networks: { local }, list: [`local ${local}`] },
    { name: "custom networks beside mainnet", networks: { local }, list: ["mainnet", `local ${local}`] },
    {
      name: "another node of a public network",
      network: "mainnet",
      networks: { mainnet: staging },
      list: [`mainnet ${staging}`],
    },
    {
      name: "mainnet in place of a network that the table lacks",
      network: "custom",
      customNetwork: "gone",
      networks: { local },
      list: ["mainnet", `local ${local}`],
    },
    {
      name: "mainnet in place of values of no use",
      network: 7,
      customNetwork: null,
      networks: null,
      list: ["mainnet"],
    },
  ])
    it(`become a list once: ${name}`, async () => {
      const given = Object.entries({ network, customNetwork, networks }).filter(([, value]) => value !== undefined);
      const { user } = await takeOver(
        Object.fromEntries(given.map(([key, value]) => [`triptych.blocks.${key}`, value])),
      );
      assert.deepEqual(user, { "triptych.blocks.networks": list });
      assert.equal((await takeOver(user)).writes, 0);
    });

  it("don't replace a list, and go", async () => {
    const list = ["previewnet"];
    const { user } = await takeOver({ "triptych.blocks.networks": list, "triptych.blocks.network": "testnet" });
    assert.deepEqual(user, { "triptych.blocks.networks": list });
  });

  it("aren't written by users who never had them", async () => {
    assert.equal((await takeOver({})).writes, 0);
  });
});

// Open panels when the settings give their network another URL, remove it, or restore it.
import assert from "node:assert/strict";
import type { PanelContent } from "../../../src/panels/kit/content/content-model.ts";
import { importTexts } from "../import-texts.ts";
import { until } from "../workbench/until.ts";
import { mirror } from "./ledgers.ts";
import { NETWORKS } from "../../../src/blocks/store/settings.ts";

interface Connected {
  readonly receive: (message: unknown) => unknown;
  readonly paint: () => { readonly page?: PanelContent };
  readonly ready: () => void;
  readonly dispose: () => void;
}

interface Kind {
  readonly connect: (thing: unknown, port: unknown) => Connected;
}

type Panels = new (store: unknown, parts: unknown) => { readonly kind: Kind };

describe("An open panel of a network whose URL changes", () => {
  const first = mirror();
  const second = mirror();

  const heard = () => ({ dispose: () => undefined });
  const parts = {
    log: { debug: () => undefined },
    now: Date.now,
    pins: { has: () => false, onDidChange: heard },
    after: () => ({ dispose: () => undefined }),
  };

  async function open(entry: string, name: string, thing: object) {
    const module = (await importTexts(entry, "en")) as Readonly<Record<string, Panels>>;
    const Panels = module[name] ?? assert.fail(`${entry} has no ${name}`);
    const { store, settings } = first.open();
    const panel = new Panels(store, parts).kind.connect(
      { network: "mine", ...thing },
      { post: heard, setTitle: heard },
    );
    panel.ready();
    const page = (): PanelContent => panel.paint().page ?? assert.fail("it shows no page");
    const shows = (text: string): boolean => JSON.stringify(page()).includes(text);
    const move = async (address: string | undefined): Promise<void> => {
      await settings.set(NETWORKS, address === undefined ? [] : [`mine ${address}`]);
    };
    return { shows, move, dispose: () => panel.dispose() };
  }

  const hash = (digit: string): string => `0x${digit.repeat(96)}`;
  const blocks = [5, 6].map((number) => ({ number, hash: hash("a") }));
  const fees = { fees: [{ gas: 1, transaction_type: "ContractCall" }] };

  for (const { panel, entry, name, thing, route, body, before, after } of [
    {
      panel: "a block",
      entry: "src/blocks/block/panel.ts",
      name: "BlockPanels",
      thing: { block: "7" },
      route: "/blocks/7",
      body: { number: 7, hash: hash("b") },
      before: "",
      after: hash("b"),
    },
    {
      panel: "a range",
      entry: "src/blocks/range/panel.ts",
      name: "RangePanels",
      thing: { from: "5", to: "8" },
      route: "/blocks",
      body: { blocks },
      before: '"4 blocks"',
      after: '"2 blocks"',
    },
    {
      panel: "an entity",
      entry: "src/blocks/entity/panel.ts",
      name: "EntityPanels",
      thing: { entity: "0.0.4001" },
      route: "/topics/0.0.4001$",
      body: { topic_id: "0.0.4001", memo: "moved" },
      before: "line 1",
      after: '"moved"',
    },
    {
      panel: "a network",
      entry: "src/blocks/network/panel.ts",
      name: "NetworkPanels",
      thing: {},
      route: "/network/fees",
      body: fees,
      before: "tinybars per gas",
      after: "tinybar per gas",
    },
  ]) {
    it(`shows ${panel} of the new one, and nothing of a network that is gone`, async () => {
      second.node.answer(route, body);
      const old = before === "" ? (await first.node.api().block({ number: 7n })).hash : before;
      const { shows, move, dispose } = await open(entry, name, thing);
      await until(() => shows(old));
      await move(second.network.address);
      assert.ok(!shows(old));
      await until(() => shows(after));
      await move(undefined);
      assert.ok(shows("no longer in your settings") && !shows(after));
      await move(first.network.address);
      await until(() => shows(old));
      dispose();
    });
  }
});

// Opens panels of blocks on the sandbox's mirror node, and reads the content of their pages.
import assert from "node:assert/strict";
import { BlockPanels } from "../../../src/blocks/block/panel.ts";
import type { BlockDetail, ShownBlock } from "../../../src/blocks/block/protocol.ts";
import { Pins } from "../../../src/blocks/store/pins.ts";
import { toAddress, type BlockAddress } from "../../../src/blocks/model/saved-names.ts";
import type { Store } from "../../../src/blocks/store/store.ts";
import type { Section } from "../../../src/panels/kit/content/content-model.ts";
import type { Cell, Filter } from "../../../src/panels/kit/content/table-model.ts";
import type { ContentMessage } from "../../../src/panels/kit/content/text-model.ts";
import { ScriptedDialogs } from "../../scripted-dialogs.ts";
import { memento } from "../../unit/blocks/memento.ts";
import { sharedParts, until } from "../extension.ts";
import { openPage } from "../page.ts";
import { ledgers } from "./ledgers.ts";

/** The highest number that a node can return. */
export const HIGHEST = 2n ** 63n - 1n;

export const at = (number: bigint, network = "testnet") => toAddress(network, { number });

/** The tooltip of a cell. */
export function tip(cell: Cell<ContentMessage> | undefined): string | undefined {
  return typeof cell === "string" || cell === null ? undefined : cell?.[0]?.tip;
}

/** Provides each test of a suite with its own store and panel. */
export function blockPanels() {
  const world = ledgers();
  let store: Store;
  let dialogs: ScriptedDialogs;
  let asked: string[];
  let opened: { dispose: () => void }[];
  let panels: BlockPanels[];
  let pins: Pins;

  beforeEach(() => {
    ({ store } = world.open());
    dialogs = new ScriptedDialogs();
    asked = [];
    opened = [];
    panels = [];
    pins = new Pins(memento());
  });
  afterEach(() => {
    for (const each of opened) each.dispose();
  });

  async function createPanels(): Promise<BlockPanels> {
    const shared = await sharedParts();
    const created = new BlockPanels(store, {
      ...shared,
      dialogs,
      panels: { show: () => undefined },
      pins,
      openSettings: (query: string) => Promise.resolve(void asked.push(`settings ${query}`)),
      goToBlock: () => asked.push("go to"),
      openEntity: (network: string, id: string) => void asked.push(`${id} on ${network}`),
      openTransaction: (_network: unknown, time: bigint) => Promise.resolve(void asked.push(`transaction ${time}`)),
    });
    panels.push(created);
    return created;
  }

  /**
   * An open panel and all messages to its page. `taken` are the blocks that other panels show. A page that isn't
   * listening yet misses its messages.
   */
  async function open(address: ShownBlock, taken: readonly bigint[] = [], { listens = true } = {}) {
    const { kind } = await createPanels();
    const panel = openPage(
      kind,
      address,
      taken.map((number) => kind.toKey(at(number))),
    );
    opened.push(panel.connection);
    panel.listen(listens);
    const { last, send } = panel;
    /** Returns what the panel shows once it shows the block. */
    const block = async () => {
      await until("the block is shown", () => last().parts.some(({ kind: part }) => part === "tabs"));
      return last();
    };
    /** Returns what the panel shows once it shows anything but the block. */
    const empty = async () => {
      await until("it is shown", () => last().empty !== undefined && last().figures.length === 0);
      return last().empty ?? assert.fail("nothing is shown in its place");
    };
    const fact = async (name: string) => (await block()).fact(name);
    const value = async (name: string) => (await block()).value(name);
    const choose = async (tab: string): Promise<void> => await send({ type: "chooseTab", tab });
    const json = async (): Promise<string> => {
      await block();
      await choose("json");
      return last().code;
    };
    const table = (label = "Transactions") => last().tables.find((each) => each.label === label);
    const foot = (label?: string) => table(label)?.foot?.text;
    const buttons = (label?: string) => table(label)?.foot?.buttons.map((button) => button.label);
    const trouble = () => last().banners[0]?.sentence;
    const wanted = (): Filter["wanted"] => table()?.filter?.wanted;
    /** The details shown below the list. */
    const detail = (): Section<ContentMessage> | undefined =>
      last().parts.find(
        (part): part is Section<ContentMessage> => part.kind === "section" && part.reveals !== undefined,
      );
    const detailValue = (name: string) => {
      const section = detail();
      return section === undefined ? undefined : last().under(section.heading).value(name);
    };
    const tool = (label: string) =>
      [...last().page.head.toolbar.buttons, ...(last().page.head.beside?.buttons ?? [])].find(
        (button) => button.label === label,
      );
    const neighbors = () => last().page.head.beside?.buttons ?? [];
    return {
      ...panel,
      block,
      empty,
      fact,
      value,
      choose,
      json,
      table,
      foot,
      buttons,
      trouble,
      wanted,
      detail,
      detailValue,
      tool,
      neighbors,
    };
  }

  return {
    world,
    createPanels,
    open,
    get store() {
      return store;
    },
    get dialogs() {
      return dialogs;
    },
    /** What commands have opened. */
    get asked(): readonly string[] {
      return asked;
    },
    /** Shows a detail of a block, as a command does. */
    show: (address: BlockAddress, detail: BlockDetail) => {
      for (const each of panels) each.show(address, detail);
    },
    get pins() {
      return pins;
    },
  };
}

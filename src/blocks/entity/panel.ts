// The panels of entities: accounts, contracts, tokens, topics and schedules.
import * as v from "valibot";
import { decode } from "../../base/decode.ts";
import { parseSeconds } from "../../base/time.ts";
import type { Page } from "../../panels/kit/page/model.ts";
import { Load } from "../../workbench/panels/load.ts";
import { pagePanel, type PagePanel, type PagePort, type PageSource } from "../../workbench/panels/page-panel.ts";
import { noFields, receive } from "../../workbench/panels/receive.ts";
import { remedyMessage } from "../../workbench/panels/remedies.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import type { Network } from "../model/network.ts";
import type { Entity } from "../model/entity.ts";
import { createWays } from "../page-parts.ts";
import type { Recent } from "./entities.ts";
import type { Store } from "../ledger/store.ts";
import { entityPage, type EntityAct } from "./content.ts";

/** An entity, as its panel names it: by its ID or its EVM address. */
export interface EntityAddress {
  readonly network: string;
  readonly entity: string;
}

export type EntityPanel = PagePanel<EntityAddress>;

export type Parts = Pick<Shared, "log" | "now" | "openSettings"> & {
  /** Opens the block of a transaction, and the transaction in it. */
  readonly openTransaction: (network: Network, time: bigint) => Promise<void>;
};

const address = v.object({
  network: v.string(),
  entity: v.pipe(v.string(), v.regex(/^\d{1,5}\.\d{1,5}\.\d{1,19}$|^0x[0-9a-f]{40}$/)),
});

export const entityMessages = {
  refresh: noFields,
  cancel: noFields,
  /** Opens the block of a row, and the transaction of this consensus time in it. */
  open: v.object({ time: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{9}$/)) }),
  ...remedyMessage,
};

export function entityPanel(store: Store, parts: Parts): EntityPanel {
  return pagePanel({
    id: "triptych.blocks.entity",
    icon: "block",
    toKey: ({ network, entity }) => JSON.stringify([network, entity]),
    decodeThing: (kept) => decode(address, kept, "kept entity"),
    open: (thing, port) => new EntityPage(thing, port, store, parts),
  });
}

/** One open page: loads the entity, then the latest that it had a part in. */
class EntityPage implements PageSource {
  readonly #address: EntityAddress;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly #ways: Ways;
  readonly #load: Load;
  readonly receive: PageSource["receive"];
  #entity: Entity | "absent" | undefined;
  #isEntityCurrent = false;
  #recent: Recent | undefined;

  constructor(address: EntityAddress, port: PagePort<EntityAddress>, store: Store, parts: Parts) {
    this.#address = address;
    this.#store = store;
    this.#parts = parts;
    this.#load = new Load(() => port.update());
    this.#ways = createWays(parts, () => this.#read(port, true));
    this.receive = receive(entityMessages, {
      refresh: () => void this.#read(port, true),
      cancel: () => this.#load.cancel(),
      open: ({ time }) => this.#open(time),
      remedy: async ({ remedy }) => void (await this.#ways[remedy]?.()),
    });
    void this.#read(port, false);
  }

  page(): Page<EntityAct> {
    return entityPage({
      address: this.#address,
      network: this.#network,
      entity: this.#entity,
      isEntityCurrent: this.#isEntityCurrent,
      recent: this.#recent,
      isLoading: this.#load.isRunning,
      problem: this.#load.problem,
      ways: this.#ways,
      now: this.#parts.now(),
    });
  }

  dispose(): void {
    this.#load.dispose();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#address.network);
  }

  /** The earlier content stays until the answer arrives. */
  async #read(port: PagePort<EntityAddress>, afresh: boolean): Promise<void> {
    const network = this.#network;
    if (network === undefined) return port.update();
    const { entities } = this.#store;
    this.#isEntityCurrent = false;
    await this.#load.run(async (signal) => {
      if (afresh) entities.forget(network, this.#address.entity);
      const entity = await entities.find(network, this.#address.entity, { signal });
      if (signal.aborted) return;
      this.#entity = entity ?? "absent";
      this.#isEntityCurrent = true;
      port.update();
      if (entity !== undefined) this.#recent = await entities.recent(network, entity, { signal });
    });
  }

  async #open(text: string): Promise<void> {
    const time = parseSeconds(text);
    if (time !== undefined && this.#network !== undefined) await this.#parts.openTransaction(this.#network, time);
  }
}

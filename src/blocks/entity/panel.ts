// Opens and restores the panels of entities: accounts, contracts, tokens, topics and schedules.
import { decode } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";
import { parseSeconds } from "../../base/time.ts";
import { Load } from "../../workbench/panels/load.ts";
import { pagePanel, type PagePanel, type PagePort, type PageSource } from "../../workbench/panels/page-panel.ts";
import { receive } from "../../workbench/panels/receive.ts";
import type { Shared } from "../../workbench/shared.ts";
import { explorerAddress, type Network } from "../model/network.ts";
import type { Entity } from "../model/entity.ts";
import { remedyActionsFor, receiveRemedies } from "../parts/page-parts.ts";
import type { Recent } from "../ledger/entities.ts";
import type { Store } from "../ledger/store.ts";
import { entityPage } from "./content.ts";
import { entityAddress, entityMessages, type EntityAddress } from "./entity-address.ts";

export type EntityPanel = PagePanel<EntityAddress>;

export type Parts = Pick<Shared, "dialogs" | "log" | "now" | "openSettings"> & {
  /** Opens a transaction in its block. */
  readonly openTransaction: (network: Network, time: bigint) => Promise<void>;
  readonly openEntity: (network: string, id: string) => void;
};

export function entityPanel(store: Store, parts: Parts): EntityPanel {
  return pagePanel({
    id: "triptych.blocks.entity",
    icon: "block",
    toKey: ({ network, entity }) => JSON.stringify([network, entity]),
    decodeSubject: (kept) => decode(entityAddress, kept, "kept entity"),
    open: (subject, port) => openPage(subject, port, store, parts),
  });
}

/** One open page. It loads the entity, then its latest activity. */
function openPage(address: EntityAddress, port: PagePort<EntityAddress>, store: Store, parts: Parts): PageSource {
  const load = new Load(() => port.update());
  const actions = remedyActionsFor(parts, () => read(true));
  const getNetwork = (): Network | undefined => store.networkNamed(address.network);
  let entity: Entity | "absent" | undefined;
  let isEntityCurrent = false;
  let recent: Recent | undefined;

  /** Loads the entity. The earlier content stays until the response arrives. */
  async function read(force: boolean): Promise<void> {
    const network = getNetwork();
    if (network === undefined) return port.update();
    const { entities } = store;
    isEntityCurrent = false;
    await load.run(async (signal) => {
      if (force) entities.forget(network, address.entity);
      const found = await entities.find(network, address.entity, { signal });
      if (signal.aborted) throw new Problem("canceled");
      entity = found ?? "absent";
      isEntityCurrent = true;
      port.update();
      if (found !== undefined) recent = await entities.recent(network, found, { signal });
    });
  }

  const listening = store.onDidReplace(({ name }) => {
    if (name !== address.network) return;
    load.dispose();
    entity = undefined;
    recent = undefined;
    void read(true);
  });

  void read(false);
  return {
    receive: receive(entityMessages, {
      ...receiveRemedies(actions),
      refresh: () => void read(true),
      cancel: () => load.cancel(),
      openInExplorer: async () => {
        if (entity === undefined || entity === "absent") return;
        const url = explorerAddress(address.network, entity.kind, entity.id);
        if (url !== undefined) await parts.dialogs.openExternal(url);
      },
      openEntity: ({ id }) => parts.openEntity(address.network, id),
      open: async ({ time: text }) => {
        const [time, network] = [parseSeconds(text), getNetwork()];
        if (time !== undefined && network !== undefined) await parts.openTransaction(network, time);
      },
    }),
    page: () =>
      entityPage({
        address,
        network: getNetwork(),
        entity,
        isEntityCurrent,
        recent,
        actions,
        isLoading: load.isRunning,
        problem: load.problem,
        now: parts.now(),
      }),
    dispose: () => {
      load.dispose();
      listening.dispose();
    },
  };
}

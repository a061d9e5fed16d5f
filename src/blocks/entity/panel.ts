// The panels of entities (accounts, contracts, tokens, topics and schedules): opening and restoring them, state,
// messages and loading.
import type { Disposable } from "vscode";
import { decode } from "../../base/decode.ts";
import { Problem } from "../../base/problem.ts";
import { parseSeconds } from "../../base/time.ts";
import type { PanelContent } from "../../panels/kit/content/content-model.ts";
import { Load } from "../../workbench/panels/panel-load.ts";
import {
  contentPanel,
  type ContentPanel,
  type ContentPort,
  type ContentSource,
} from "../../workbench/panels/content-panel.ts";
import { receive } from "../../workbench/panels/receive-messages.ts";
import { receiveRemedies } from "../../workbench/panels/remedies.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import type { Recent } from "../store/entities.ts";
import type { Store } from "../store/store.ts";
import type { Entity } from "../model/entity.ts";
import { explorerAddress, type Network } from "../model/network.ts";
import { remedyActionsFor, type Links, type ShowsPanels } from "../parts/content-parts.ts";
import { entityPage } from "./content.ts";
import { entityAddress, entityMessages, type EntityAct, type EntityAddress } from "./protocol.ts";

type EntityPanelServices = Pick<Shared, "allowServer" | "dialogs" | "log" | "now" | "openSettings"> &
  Pick<Links, "openEntity" | "openTransaction"> &
  ShowsPanels;

/** The panels of entities, one per entity. */
export class EntityPanels {
  readonly kind: ContentPanel<EntityAddress>;
  readonly #panels: EntityPanelServices["panels"];

  constructor(store: Store, services: EntityPanelServices) {
    this.#panels = services.panels;
    this.kind = contentPanel({
      id: "triptych.blocks.entity",
      icon: "block",
      toKey: ({ network, entity }) => JSON.stringify([network, entity]),
      decodeSubject: (kept) => decode(entityAddress, kept, "kept entity"),
      open: (address, port) => new OpenEntity(address, port, store, services),
    });
  }

  show(address: EntityAddress): void {
    this.#panels.show(this.kind, address);
  }
}

/** An open panel of an entity. It loads the entity, then its latest activity. */
class OpenEntity implements ContentSource {
  readonly receive: ContentSource["receive"];
  readonly #address: EntityAddress;
  readonly #port: ContentPort<EntityAddress>;
  readonly #store: Store;
  readonly #services: EntityPanelServices;
  readonly #load: Load;
  readonly #listening: Disposable;
  #entity: Entity | "absent" | undefined;
  #isEntityCurrent = false;
  #recent: Recent | undefined;

  constructor(address: EntityAddress, port: ContentPort<EntityAddress>, store: Store, services: EntityPanelServices) {
    this.#address = address;
    this.#port = port;
    this.#store = store;
    this.#services = services;
    this.#load = new Load(() => port.update());
    this.receive = receive(entityMessages, {
      ...receiveRemedies(remedyActionsFor(services, () => this.#read(true))),
      refresh: () => void this.#read(true),
      cancel: () => this.#load.cancel(),
      openInExplorer: async () => {
        const entity = this.#entity;
        if (entity === undefined || entity === "absent") return;
        const url = explorerAddress(address.network, entity.kind, entity.id);
        if (url !== undefined) await services.dialogs.openExternal(url);
      },
      openEntity: ({ id }) => services.openEntity(address.network, id),
      open: async ({ time: text }) => {
        const [time, network] = [parseSeconds(text), this.#network];
        if (time !== undefined && network !== undefined) await services.openTransaction(network, time);
      },
    });
    this.#listening = store.onDidReplace(({ name }) => {
      if (name !== address.network) return;
      this.#load.dispose();
      this.#entity = undefined;
      this.#recent = undefined;
      void this.#read(true);
    });
    void this.#read(false);
  }

  page(): PanelContent<EntityAct> {
    return entityPage({
      address: this.#address,
      network: this.#network,
      entity: this.#entity,
      isEntityCurrent: this.#isEntityCurrent,
      recent: this.#recent,
      isLoading: this.#load.isRunning,
      problem: this.#load.problem,
      now: this.#services.now(),
    });
  }

  dispose(): void {
    this.#load.dispose();
    this.#listening.dispose();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#address.network);
  }

  /** Loads the entity. The earlier content stays until the response arrives. */
  async #read(force: boolean): Promise<void> {
    const network = this.#network;
    if (network === undefined) return this.#port.update();
    const { entities } = this.#store;
    const { entity } = this.#address;
    this.#isEntityCurrent = false;
    await this.#load.run(async (signal) => {
      if (force) entities.forget(network, entity);
      const found = await entities.find(network, entity, { signal });
      if (signal.aborted) throw new Problem("canceled");
      this.#entity = found ?? "absent";
      this.#isEntityCurrent = true;
      this.#port.update();
      if (found !== undefined) this.#recent = await entities.recent(network, found, { signal });
    });
  }
}

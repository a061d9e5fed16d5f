// The extension's end of an entity's panel: loads the entity, then the latest that it had a part in.
import * as v from "valibot";
import { decode } from "../../base/decode.ts";
import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import { parseSeconds } from "../../base/time.ts";
import type { Failure, FromEntity, Show } from "../../panels/entity/messages.ts";
import type { Connection, Port, Receivers } from "../../workbench/panels/kind.ts";
import { remedyLabel, describeProblem } from "../../workbench/problems.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { entityTitle, factsOf, figuresOf, tablesOf } from "./content.ts";
import type { Recent } from "./entities.ts";
import { noEntityWords } from "./entity-text.ts";
import type { EntityAddress } from "./panel.ts";
import { beingReadWords, hostOf } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import type { Entity } from "../model/entity.ts";
import type { Network } from "../model/network.ts";

export type Parts = Pick<Shared, "log" | "now" | "openSettings"> & {
  /** Opens the block of a transaction at it. */
  readonly openTransaction: (network: Network, time: bigint) => Promise<void>;
};

const messages = {
  refresh: v.object({ type: v.literal("refresh") }),
  cancel: v.object({ type: v.literal("cancel") }),
  open: v.object({ type: v.literal("open"), time: v.pipe(v.string(), v.regex(/^\d{1,10}\.\d{9}$/)) }),
  remedy: v.object({
    type: v.literal("remedy"),
    remedy: v.picklist(["signIn", "retry", "openSettings", "showLog"]),
  }),
};

export class EntityConnection implements Connection<FromEntity> {
  readonly #address: EntityAddress;
  readonly #port: Port<Show, EntityAddress>;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly receivers: Receivers<FromEntity>;
  #entity: Entity | "absent" | undefined;
  #recent: Recent | undefined;
  #problem: Problem | undefined;
  #reading: AbortController | undefined;

  constructor(address: EntityAddress, port: Port<Show, EntityAddress>, store: Store, parts: Parts) {
    this.#address = address;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.receivers = {
      refresh: { decode: (body) => decode(messages.refresh, body, "refresh"), handle: () => void this.#read(true) },
      cancel: { decode: (body) => decode(messages.cancel, body, "cancel"), handle: () => this.#reading?.abort() },
      open: { decode: (body) => decode(messages.open, body, "open"), handle: ({ time }) => this.#open(time) },
      remedy: {
        decode: (body) => decode(messages.remedy, body, "remedy"),
        handle: async ({ remedy }) => void (await this.#ways()[remedy]?.()),
      },
    };
    void this.#read(false);
  }

  ready(): void {
    this.#show();
  }

  dispose(): void {
    this.#reading?.abort();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#address.network);
  }

  /** What was there stays until the answer is. */
  async #read(anew: boolean): Promise<void> {
    const network = this.#network;
    if (network === undefined) return this.#show();
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#problem = undefined;
    this.#show();
    const { entities } = this.#store;
    const { signal } = reading;
    try {
      if (anew) entities.forget(network, this.#address.entity);
      const entity = await entities.find(network, this.#address.entity, { signal });
      if (this.#reading !== reading) return;
      this.#entity = entity ?? "absent";
      this.#show();
      if (entity !== undefined) this.#recent = await entities.recent(network, entity, { signal });
    } catch (error) {
      if (this.#reading === reading) this.#problem = asProblem(error);
    }
    if (this.#reading !== reading) return;
    this.#reading = undefined;
    this.#show();
  }

  async #open(text: string): Promise<void> {
    const time = parseSeconds(text);
    if (time !== undefined && this.#network !== undefined) await this.#parts.openTransaction(this.#network, time);
  }

  #ways(): Ways {
    const { log, openSettings } = this.#parts;
    return {
      retry: () => this.#read(true),
      openSettings: () => openSettings("triptych.blocks"),
      showLog: () => log.show(),
    };
  }

  #show(): void {
    const { entity: id, network } = this.#address;
    const entity = this.#entity === "absent" ? undefined : this.#entity;
    const title = entity === undefined ? id : entityTitle(entity);
    this.#port.retitle(title);
    this.#port.post({
      type: "show",
      network,
      host: hostOf(this.#network),
      title,
      words: { toolbar: l10n.t("Entity"), refresh: l10n.t("Refresh"), facts: l10n.t("Facts") },
      busy: this.#reading === undefined ? undefined : beingReadWords(title),
      failure: this.#failure(title),
      empty:
        this.#entity === "absent"
          ? {
              heading: l10n.t("There is no {0}", id),
              sentence: noEntityWords(id, this.#network ?? { name: network, address: "" }),
            }
          : undefined,
      figures: entity === undefined ? [] : figuresOf(entity),
      facts: entity === undefined ? [] : factsOf(entity),
      tables: entity === undefined || this.#recent === undefined ? [] : tablesOf(this.#recent, this.#parts.now()),
    });
  }

  #failure(title: string): Failure | undefined {
    if (this.#network === undefined) {
      const sentence = l10n.t("The network {0} is no longer in the settings.", this.#address.network);
      return {
        heading: l10n.t("{0} could not be loaded.", title),
        sentence,
        remedies: this.#buttons(["openSettings"]),
      };
    }
    const problem = this.#problem;
    if (problem === undefined) return undefined;
    const heading =
      this.#entity === undefined
        ? l10n.t("{0} could not be loaded.", title)
        : l10n.t("The latest of {0} could not be loaded.", title);
    const { sentence } = describeProblem(problem, this.#parts.now());
    return { heading, sentence, remedies: this.#buttons(problem.remedies) };
  }

  #buttons(remedies: Problem["remedies"]): Failure["remedies"] {
    const ways = this.#ways();
    const offered = remedies.filter((remedy) => ways[remedy] !== undefined).slice(0, 2);
    return offered.map((remedy) => ({ remedy, label: remedyLabel(remedy) }));
  }
}

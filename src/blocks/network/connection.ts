import * as v from "valibot";
import type { Disposable } from "vscode";
import { decode } from "../../base/decode.ts";
import { asProblem } from "../../base/problem.ts";
import type { Problem } from "../../base/problem.ts";
import type { Failure, FromNetwork, Show } from "../../panels/network/messages.ts";
import type { Every } from "../../workbench/every.ts";
import type { Connection, Port, Receivers } from "../../workbench/panels/kind.ts";
import { remedyLabel, describeProblem } from "../../workbench/problems.ts";
import type { Ways } from "../../workbench/problems.ts";
import type { Shared } from "../../workbench/shared.ts";
import { l10n } from "../../workbench/text/l10n.ts";
import { beingReadWords, hostOf } from "../format.ts";
import type { Store } from "../ledger/store.ts";
import type { Network } from "../model/network.ts";
import { figuresOf, networkWords, nodesShown, sectionsOf, untoldWords } from "./content.ts";
import { exportNetwork, shareNetwork } from "./export.ts";
import { partsOf } from "./network-facts.ts";
import type { Told } from "./network-facts.ts";
import { networkTitle } from "./network-text.ts";

export type Parts = Pick<Shared, "exports" | "log" | "now" | "openSettings" | "shares"> & { readonly every: Every };

/** While somebody looks, what is shown is never much older, in milliseconds. */
const AGAIN = 60_000;

const messages = {
  refresh: v.object({ type: v.literal("refresh") }),
  export: v.object({ type: v.literal("export") }),
  share: v.object({ type: v.literal("share") }),
  cancel: v.object({ type: v.literal("cancel") }),
  remedy: v.object({
    type: v.literal("remedy"),
    remedy: v.picklist(["signIn", "retry", "openSettings", "showLog"]),
  }),
};

/** What stands behind the panel of a network; it asks only while it is seen. */
export class NetworkConnection implements Connection<FromNetwork> {
  readonly #name: string;
  readonly #port: Port<Show>;
  readonly #store: Store;
  readonly #parts: Parts;
  readonly receivers: Receivers<FromNetwork>;
  #told: Told | undefined;
  #problem: Problem | undefined;
  #reading: AbortController | undefined;
  #again: Disposable | undefined;

  constructor(name: string, port: Port<Show>, store: Store, parts: Parts) {
    this.#name = name;
    this.#port = port;
    this.#store = store;
    this.#parts = parts;
    this.receivers = {
      refresh: { decode: (body) => decode(messages.refresh, body, "refresh"), handle: () => void this.#read(true) },
      export: { decode: (body) => decode(messages.export, body, "export"), handle: () => this.#take(exportNetwork) },
      share: { decode: (body) => decode(messages.share, body, "share"), handle: () => this.#take(shareNetwork) },
      cancel: { decode: (body) => decode(messages.cancel, body, "cancel"), handle: () => this.#reading?.abort() },
      remedy: {
        decode: (body) => decode(messages.remedy, body, "remedy"),
        handle: async ({ remedy }) => void (await this.#ways()[remedy]?.()),
      },
    };
  }

  ready(): void {
    this.#again?.dispose();
    this.#again = this.#parts.every(AGAIN, () => void this.#read(false));
    this.#show();
    void this.#read(false);
  }

  hidden(): void {
    this.#again?.dispose();
    this.#again = undefined;
    this.#reading?.abort();
  }

  dispose(): void {
    this.hidden();
  }

  get #network(): Network | undefined {
    return this.#store.networkNamed(this.#name);
  }

  async #read(anew: boolean): Promise<void> {
    const network = this.#network;
    if (network === undefined) return this.#show();
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#told = this.#store.facts.known(network);
    this.#show();
    let problem: Problem | undefined;
    try {
      this.#told = await this.#store.facts.read(network, { signal: reading.signal }, anew);
    } catch (error) {
      problem = asProblem(error);
    }
    if (this.#reading !== reading) return;
    this.#reading = undefined;
    this.#problem = problem;
    this.#show();
  }

  async #take(take: typeof exportNetwork): Promise<void> {
    const network = this.#network;
    if (network === undefined) return;
    await take(network, await this.#store.facts.read(network), this.#parts);
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
    const told = this.#told;
    const title = networkTitle(this.#name);
    const failure = this.#failure(told);
    const isTold = told !== undefined && partsOf(told).some(({ value }) => value !== undefined);
    this.#port.post({
      type: "show",
      network: this.#name,
      host: hostOf(this.#network),
      title,
      words: networkWords(),
      readAt: isTold ? new Date(told.readAt).toISOString() : undefined,
      busy: this.#reading === undefined ? undefined : beingReadWords(title),
      failure,
      empty:
        told === undefined || isTold || failure !== undefined
          ? undefined
          : {
              heading: l10n.t("Nothing is told of this network"),
              sentence: l10n.t("{0} has blocks, and none of the routes of the network.", hostOf(this.#network)),
            },
      figures: isTold ? figuresOf(told) : [],
      sections: isTold ? sectionsOf(told) : [],
      nodes: told?.nodes.value === undefined ? undefined : nodesShown(told.nodes.value),
      note: isTold ? untoldWords(told) : undefined,
    });
  }

  /** What could not be read, if anything was not: one sentence for all of it, as they fail for one reason mostly. */
  #failure(told: Told | undefined): Failure | undefined {
    if (this.#network === undefined) {
      const sentence = l10n.t("The network {0} is no longer in the settings.", this.#name);
      return { heading: l10n.t("The network could not be read."), sentence, remedies: this.#buttons(["openSettings"]) };
    }
    const failed = told === undefined ? [] : partsOf(told).filter(({ problem }) => problem !== undefined);
    const problem = this.#problem ?? failed[0]?.problem;
    if (problem === undefined || this.#reading !== undefined) return undefined;
    const heading =
      failed.length === 0 || failed.length === 5
        ? l10n.t("The network could not be read.")
        : l10n.t("Not all of it could be read.");
    const { sentence } = describeProblem(problem, this.#parts.now());
    return { heading, sentence, remedies: this.#buttons(problem.remedies) };
  }

  #buttons(remedies: Problem["remedies"]): Failure["remedies"] {
    const ways = this.#ways();
    const had = remedies.filter((remedy) => ways[remedy] !== undefined).slice(0, 2);
    return had.map((remedy) => ({ remedy, label: remedyLabel(remedy) }));
  }
}

// Creates one API client for each mirror node, within the request budget that all windows share.
import { Client } from "../../base/http/client.ts";
import { openBudget, type BudgetDependencies } from "../../workbench/storage/shared-budget.ts";
import { logHttp } from "../../workbench/log/log-problems.ts";
import { USER_AGENT } from "../../workbench/user-agent.ts";
import { Api, type ListPage } from "../api/mirror-node.ts";
import type { Network } from "../model/network.ts";

/** The public nodes accept 50 requests per second from one IP address. */
const RULES = [{ id: "requests", capacity: 10, perSecond: 40 }];

/** The dependencies of all classes that load and keep data of a network. */
export interface Source {
  readonly getApi: (network: Network) => Api;
  readonly now: () => number;
  /** Called for each page with elements that could not be decoded. */
  readonly skipped: (network: Network, page: Pick<ListPage<unknown>, "skipped" | "reasons">) => void;
}

/** The clients of mirror nodes, by URL. */
export class Nodes {
  readonly #dependencies: BudgetDependencies;
  readonly #apis = new Map<string, Api>();

  constructor(dependencies: BudgetDependencies) {
    this.#dependencies = dependencies;
  }

  at(address: string): Api {
    const known = this.#apis.get(address);
    if (known !== undefined) return known;
    const { contacts, log, now, wait } = this.#dependencies;
    const api = new Api(
      new Client({
        base: address,
        userAgent: USER_AGENT,
        contacts,
        purpose: "ledger",
        budget: openBudget(new URL(address).origin, RULES, this.#dependencies),
        now,
        wait,
        observe: (event) => logHttp(log, event),
      }),
    );
    this.#apis.set(address, api);
    return api;
  }
}

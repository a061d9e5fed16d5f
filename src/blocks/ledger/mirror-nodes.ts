// Creates one API client for each mirror node, within the request budget that all windows share.
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Budget } from "../../base/network/budget.ts";
import { Client } from "../../base/http.ts";
import type { Wait } from "../../base/tasks/wait.ts";
import type { Shared } from "../../workbench/shared.ts";
import { logHttp } from "../../workbench/log/log-problems.ts";
import { USER_AGENT } from "../../workbench/user-agent.ts";
import { Api, type Page } from "../api/mirror-node.ts";
import type { Network } from "../model/network.ts";

/** The public nodes accept 50 requests per second from one IP address. */
const RULES = [{ id: "requests", capacity: 10, perSecond: 40 }];

/** Tests that simulate time replace `wait`. */
type Parts = Pick<Shared, "folder" | "log" | "now"> & { readonly wait?: Wait | undefined };

/** The dependencies of all classes that load and keep data of a network. */
export interface Source {
  readonly getApi: (network: Network) => Api;
  readonly now: () => number;
  /** Called for each page with elements that could not be decoded. */
  readonly skipped: (network: Network, page: Pick<Page<unknown>, "skipped" | "reasons">) => void;
}

/** The clients of mirror nodes, by URL. */
export class Nodes {
  readonly #parts: Parts;
  readonly #apis = new Map<string, Api>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  at(address: string): Api {
    const known = this.#apis.get(address);
    if (known !== undefined) return known;
    const { log, now, wait } = this.#parts;
    const { origin } = new URL(address);
    const api = new Api(
      new Client({
        base: address,
        userAgent: USER_AGENT,
        budget: this.#budget(origin),
        now,
        ...(wait === undefined ? {} : { wait }),
        observe: (event) => logHttp(log, event),
      }),
    );
    this.#apis.set(address, api);
    return api;
  }

  #budget(origin: string): Budget {
    const { folder, log, now, wait } = this.#parts;
    return new Budget({
      folder: join(folder, "budgets", createHash("sha256").update(origin).digest("hex").slice(0, 16)),
      rules: RULES,
      now,
      ...(wait === undefined ? {} : { wait }),
      onReset: () => log.warn("The shared request budget is damaged and is reset", { origin }),
      onAlone: (problem) =>
        log.warn("Could not share the request budget with other windows", { origin, problem: problem.message }),
    });
  }
}

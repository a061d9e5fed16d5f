import { createHash } from "node:crypto";
import { join } from "node:path";
import { Budget } from "../../base/budget.ts";
import { Client } from "../../base/http.ts";
import type { Wait } from "../../base/wait.ts";
import type { Account } from "../../workbench/accounts.ts";
import type { Shared } from "../../workbench/shared.ts";
import { USER_AGENT } from "../../workbench/user-agent.ts";
import { Api } from "../api.ts";
import { pagesTimeline } from "../model.ts";
import { sameBase } from "../model/address.ts";

/** Neither kind of server sets a limit of its own; what stands before a public one may. */
const RULES = [{ id: "requests", capacity: 40, perSecond: 10 }];

type Parts = Pick<Shared, "accounts" | "folder" | "log" | "now"> & { readonly wait: Wait };

/** The servers that are asked, each with the account that asks. */
export class Servers {
  readonly #parts: Parts;
  readonly #apis = new Map<string, Api>();
  readonly #budgets = new Map<string, Budget>();
  readonly #paging = new Map<string, boolean>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** The account for a server; the first one where there are several. */
  accountFor(base: string): Account | undefined {
    return this.#parts.accounts.list("issues").find((account) => sameBase(account.base, base));
  }

  /** The server as its account sees it, or as anybody does. */
  for(base: string): Api {
    const account = this.accountFor(base);
    const key = JSON.stringify([base, account?.id]);
    const known = this.#apis.get(key);
    if (known !== undefined) return known;
    const api = this.#open(base, account === undefined ? {} : { account });
    this.#apis.set(key, api);
    return api;
  }

  /** The server with a token that is not kept yet. */
  withToken(base: string, token: string | undefined): Api {
    return this.#open(base, token === undefined ? {} : { token });
  }

  /** Whether its timelines come in pages; asked once. */
  async pagesTimeline(base: string, signal?: AbortSignal): Promise<boolean> {
    const known = this.#paging.get(base);
    if (known !== undefined) return known;
    const { version } = await this.for(base).version({ signal });
    const pages = pagesTimeline(version);
    this.#paging.set(base, pages);
    return pages;
  }

  #open(base: string, { account, token }: { account?: Account; token?: string }): Api {
    const { accounts, log, wait } = this.#parts;
    const { origin } = new URL(base);
    return new Api(
      new Client({
        base: `${base}/api/v1`,
        userAgent: USER_AGENT,
        budget: this.#budget(origin),
        wait,
        ...(account === undefined ? {} : { credential: () => accounts.credentialFor(origin, account) }),
        ...(token === undefined
          ? {}
          : { credential: () => Promise.resolve({ origin, scheme: "token", value: token }) }),
        observe: ({ what, method, target, status, milliseconds, problem }) => {
          log.debug(`${what} ${method} ${origin}${target}`, { status, milliseconds, problem: problem?.message });
        },
      }),
    );
  }

  #budget(origin: string): Budget {
    const known = this.#budgets.get(origin);
    if (known !== undefined) return known;
    const { folder, log, now, wait } = this.#parts;
    const budget = new Budget({
      folder: join(folder, "budgets", createHash("sha256").update(origin).digest("hex").slice(0, 16)),
      rules: RULES,
      now,
      wait,
      onAlone: (problem) => log.warn("The budget is kept by this window alone", { origin, problem: problem.message }),
    });
    this.#budgets.set(origin, budget);
    return budget;
  }
}

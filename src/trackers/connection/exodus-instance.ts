import { createHash } from "node:crypto";
import { join } from "node:path";
import { Semaphore } from "../../base/semaphore.ts";
import { Budget } from "../../base/budget.ts";
import { Client } from "../../base/http.ts";
import type { Credential } from "../../base/http.ts";
import type { Problem } from "../../base/problem.ts";
import type { Wait } from "../../base/wait.ts";
import type { Account } from "../../workbench/accounts.ts";
import type { Log } from "../../workbench/log.ts";
import type { Shared } from "../../workbench/shared.ts";
import { USER_AGENT } from "../../workbench/user-agent.ts";
import { Api } from "../api/exodus-api.ts";

export interface Counts {
  readonly trackers: number;
  readonly applications: number;
  readonly reports: number;
}

export async function readCounts(service: Service, signal: AbortSignal): Promise<Counts> {
  const [trackers, applications, reports] = await Promise.all([
    service.ask((api) => api.trackerCount({ signal }), signal),
    service.ask((api) => api.applicationCount({ signal }), signal),
    service.ask((api) => api.reportCount({ signal }), signal),
  ]);
  return { trackers, applications, reports };
}

export interface Skipping {
  readonly skipped: number;
  readonly reasons: readonly Problem[];
}

/** Says in the log what was left out, and why. */
export function logSkipped(log: Log, { skipped, reasons }: Skipping): void {
  if (skipped > 0) log.warn(`${skipped} skipped as malformed`, { first: reasons.map(({ message }) => message) });
}

/**
 * Far below the 30 a second that are allowed, as excess ends in a ban. The tracker list may be asked for three times in
 * any minute: two at once, and a third when the minute is over.
 */
const RULES = [
  { id: "requests", capacity: 5, perSecond: 5 },
  { id: "trackers", capacity: 2, perSecond: 1 / 60 },
];
const AT_ONCE = 2;

/** `wait` is another one where time is. */
type Parts = Pick<Shared, "accounts" | "folder" | "log" | "now"> & {
  readonly wait?: Wait | undefined;
  /** Hears of every answer that is no failure of the server itself. */
  readonly answered?: () => void;
};

/** One instance of εxodus as this machine asks it. */
export class Service {
  readonly base: string;
  readonly #parts: Parts;
  readonly #budget: Budget;
  readonly #atOnce = new Semaphore(AT_ONCE);
  readonly #api: Api;

  constructor(base: string, parts: Parts) {
    this.base = base;
    this.#parts = parts;
    const { folder, log, now, wait, accounts } = parts;
    const { origin } = this;
    this.#budget = new Budget({
      folder: join(folder, "budgets", createHash("sha256").update(origin).digest("hex").slice(0, 16)),
      rules: RULES,
      now,
      ...(wait === undefined ? {} : { wait }),
      onReset: () => log.warn("The budget was damaged and begins anew", { origin }),
      onAlone: (problem) => log.warn("The budget is kept by this window alone", { origin, problem: problem.message }),
    });
    this.#api = this.#open(() => accounts.credentialFor(origin, this.account));
  }

  get origin(): string {
    return new URL(this.base).origin;
  }

  get host(): string {
    return new URL(this.base).host;
  }

  /** The one account that there can be: a key says nothing of who has it. */
  get account(): Account {
    return { service: "trackers", origin: this.origin, id: "key", name: this.host, base: this.base };
  }

  get hasKey(): boolean {
    return this.#parts.accounts.list("trackers").some(({ origin }) => origin === this.origin);
  }

  /** Asks something of the service, when its turn comes. */
  ask<Result>(question: (api: Api) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#atOnce.run(() => question(this.#api), signal);
  }

  /** Asks for what may take minutes, beside what else is under way. */
  askApart<Result>(question: (api: Api) => Promise<Result>): Promise<Result> {
    return question(this.#api);
  }

  /** Asks with a key that is not kept yet. */
  askWith<Result>(key: string, question: (api: Api) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const { origin } = this;
    const api = this.#open(() => Promise.resolve({ origin, scheme: "Token", value: key }));
    return this.#atOnce.run(() => question(api), signal);
  }

  #open(credential: () => Promise<Credential | undefined>): Api {
    const { origin } = this;
    const { log, now, wait } = this.#parts;
    return new Api(
      new Client({
        base: this.base,
        userAgent: USER_AGENT,
        budget: this.#budget,
        credential,
        now,
        ...(wait === undefined ? {} : { wait }),
        observe: ({ what, method, target, status, milliseconds, problem }) => {
          log.debug(`${what} ${method} ${origin}${target}`, { status, milliseconds, problem: problem?.message });
          if (what === "answered" && (status ?? 0) < 500) this.#parts.answered?.();
        },
      }),
    );
  }
}

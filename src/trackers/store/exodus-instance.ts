// Requests to one εxodus instance, within its limits.
import { Semaphore } from "../../base/tasks/semaphore.ts";
import type { DecodedList } from "../../base/decode.ts";
import type { Budget } from "../../base/http/budget.ts";
import { Client, type Credential } from "../../base/http/client.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import type { Account } from "../../workbench/accounts/accounts.ts";
import type { Log } from "../../workbench/log/log.ts";
import type { Shared } from "../../workbench/wings/shared.ts";
import { openBudget, type BudgetDependencies } from "../../workbench/storage/shared-budget.ts";
import { logHttp } from "../../workbench/log/log-problems.ts";
import { USER_AGENT } from "../../workbench/user-agent.ts";
import { ExodusApi } from "../api/exodus-api.ts";

export interface Counts {
  readonly trackers: number;
  readonly applications: number;
  readonly reports: number;
}

export async function loadCounts(instance: ExodusInstance, signal: AbortSignal): Promise<Counts> {
  const [trackers, applications, reports] = await Promise.all([
    instance.request((api) => api.trackerCount({ signal }), signal),
    instance.request((api) => api.applicationCount({ signal }), signal),
    instance.request((api) => api.reportCount({ signal }), signal),
  ]);
  return { trackers, applications, reports };
}

/** Logs how many items were skipped, and the first reasons. */
export function logSkipped(log: Log, { skipped, reasons }: Omit<DecodedList<unknown>, "values">): void {
  if (skipped > 0) log.warn(`Skipped ${skipped} malformed items`, { first: reasons.map(({ message }) => message) });
}

/**
 * Far below the allowed 30 requests per second, because exceeding it leads to a ban. The tracker list allows three
 * requests in any minute: two at once, and a third a minute later.
 */
const BUDGET_RULES = [
  { id: "requests", capacity: 5, perSecond: 5 },
  { id: "trackers", capacity: 2, perSecond: 1 / 60 },
];
const MAX_PARALLEL_REQUESTS = 2;

type InstanceDependencies = Pick<Shared, "accounts"> &
  BudgetDependencies & {
    /** Called for every answer below 500. */
    readonly answered?: () => void;
  };

/** Connection to one εxodus instance, with request limits shared by all windows on the machine. */
export class ExodusInstance {
  readonly base: string;
  readonly #dependencies: InstanceDependencies;
  readonly #budget: Budget;
  readonly #slots = new Semaphore(MAX_PARALLEL_REQUESTS);
  readonly #slowSlots = new Semaphore(MAX_PARALLEL_REQUESTS - 1);
  readonly #api: ExodusApi;

  constructor(base: string, dependencies: InstanceDependencies) {
    this.base = base;
    this.#dependencies = dependencies;
    const { origin } = this;
    this.#budget = openBudget(origin, BUDGET_RULES, dependencies);
    this.#api = this.#open(() => dependencies.accounts.credentialFor(origin, this.account));
  }

  get origin(): string {
    return new URL(this.base).origin;
  }

  get host(): string {
    return new URL(this.base).host;
  }

  /** The instance's only account, because a key does not identify its owner. */
  get account(): Account {
    return { service: "trackers", origin: this.origin, id: "key", name: this.host, base: this.base };
  }

  get hasKey(): boolean {
    return this.#dependencies.accounts.list("trackers").some(({ base }) => base === this.base);
  }

  /** Sends a request when a slot is free. */
  request<Result>(send: (api: ExodusApi) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#slots.run(() => this.requestUnqueued(send), signal);
  }

  /** Sends a request that the server needs long for, and always leaves a slot to the others. */
  requestSlow<Result>(send: (api: ExodusApi) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#slowSlots.run(() => this.request(send, signal), signal);
  }

  /** Sends a request that may take minutes, without occupying a slot. */
  requestUnqueued<Result>(send: (api: ExodusApi) => Promise<Result>, api = this.#api): Promise<Result> {
    return send(api).catch((error: unknown) => {
      throw this.toProblem(error);
    });
  }

  /** Names the server in the problem of an answer that can't be decoded: decoders don't know it. */
  toProblem(error: unknown): Problem {
    const { kind, facts } = asProblem(error);
    return kind === "malformed" || kind === "tooLarge"
      ? new Problem(kind, { origin: this.origin, ...facts }, { cause: error })
      : asProblem(error);
  }

  /** Sends a request with a key that is not saved yet. */
  requestWithKey<Result>(
    key: string,
    send: (api: ExodusApi) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    const { origin } = this;
    const api = this.#open(() => Promise.resolve({ origin, scheme: "Token", value: key }));
    return this.#slots.run(() => this.requestUnqueued(send, api), signal);
  }

  #open(credential: () => Promise<Credential | undefined>): ExodusApi {
    const { contacts, log, now, wait } = this.#dependencies;
    return new ExodusApi(
      new Client({
        base: this.base,
        userAgent: USER_AGENT,
        contacts,
        purpose: "reports",
        budget: this.#budget,
        credential,
        now,
        wait,
        observe: (event) => {
          logHttp(log, event);
          if (event.kind === "answered" && (event.status ?? 0) < 500) this.#dependencies.answered?.();
        },
      }),
    );
  }
}

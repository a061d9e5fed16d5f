// Requests entities, and the lists that belong to one entity, from a mirror node.
import { path } from "../../base/origin.ts";
import type { Answers, RequestOptions, Listed, ListPage } from "./paged-answers.ts";
import { contractLog, contractResult, type ContractLog, type ContractResult } from "../model/contract-result.ts";
import { account, contract, schedule, token, topic, topicMessage, type TopicMessage } from "../model/entity.ts";

/** More logs than any call has gas for. */
const MAX_LOGS_PER_CALL = 1_000_000n;

export const RESULTS: Listed<ContractResult> = {
  path: "/api/v1/contracts/results",
  field: "results",
  what: "list of contract results",
  schema: contractResult,
  getSortKey: ({ time }) => time,
};

export const LOGS: Listed<ContractLog> = {
  path: "/api/v1/contracts/results/logs",
  field: "logs",
  what: "list of logs",
  schema: contractLog,
  // The logs of one call have the same time.
  getSortKey: ({ time, index }) => time * MAX_LOGS_PER_CALL + index,
};

const MESSAGES: Omit<Listed<TopicMessage>, "path"> = {
  field: "messages",
  what: "list of messages",
  schema: topicMessage,
  getSortKey: ({ time }) => time,
};

type LimitedOptions = RequestOptions & { readonly limit: number };

/** Methods take "0.0.1234" or an EVM address. They throw `notFound` for entities of another kind, too. */
export class EntityApi {
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async account(id: string, options: RequestOptions = {}) {
    const query = { transactions: "false" };
    return await this.#answers.decodeOne(path`/api/v1/accounts/${id}`, account, "account", { ...options, query });
  }

  async contract(id: string, options?: RequestOptions) {
    return await this.#answers.decodeOne(path`/api/v1/contracts/${id}`, contract, "contract", options);
  }

  async token(id: string, options?: RequestOptions) {
    return await this.#answers.decodeOne(path`/api/v1/tokens/${id}`, token, "token", options);
  }

  async topic(id: string, options?: RequestOptions) {
    return await this.#answers.decodeOne(path`/api/v1/topics/${id}`, topic, "topic", options);
  }

  async schedule(id: string, options?: RequestOptions) {
    return await this.#answers.decodeOne(path`/api/v1/schedules/${id}`, schedule, "schedule", options);
  }

  /** The result of one contract call, by the 64 digits of its hash, or by its transaction ID and nonce. */
  async result(
    hashOrId: string,
    { nonce, ...options }: RequestOptions & { readonly nonce?: bigint | undefined } = {},
  ): Promise<ContractResult> {
    const route = path`/api/v1/contracts/results/${hashOrId}`;
    const query = nonce === undefined ? {} : { query: { nonce: String(nonce) } };
    return await this.#answers.decodeOne(route, contractResult, "contract result", { ...options, ...query });
  }

  /** The results of a contract's calls, the newest first. */
  async results(contract: string, options: LimitedOptions): Promise<ListPage<ContractResult>> {
    return await this.#latest({ ...RESULTS, path: path`/api/v1/contracts/${contract}/results` }, options);
  }

  /** The logs of one contract, the newest first. */
  async logs(contract: string, options: LimitedOptions): Promise<ListPage<ContractLog>> {
    return await this.#latest({ ...LOGS, path: path`/api/v1/contracts/${contract}/results/logs` }, options);
  }

  /** The messages of one topic, the newest first; empty for an unknown topic. */
  async messages(topic: string, options: LimitedOptions): Promise<ListPage<TopicMessage>> {
    // Without an order, this route starts with the oldest.
    return await this.#latest({ ...MESSAGES, path: path`/api/v1/topics/${topic}/messages` }, options, {
      order: "desc",
    });
  }

  async #latest<Value>(list: Listed<Value>, { limit, ...options }: LimitedOptions, order?: { readonly order: "desc" }) {
    const query = new URLSearchParams({ limit: String(limit), ...order });
    return await this.#answers.pages(list, query, { ...options, down: true });
  }
}

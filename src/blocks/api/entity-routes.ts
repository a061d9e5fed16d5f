// The routes of a mirror node that answer for one entity.
import { decode, type Schema } from "../../base/decode.ts";
import { path } from "../../base/origin.ts";
import * as wire from "./entity-decoder.ts";
import type { Answers, Asked, Listed, Page } from "./pages.ts";
import { contractLog, contractResult } from "./transaction-decoder.ts";
import type { ContractLog, ContractResult } from "../model/contract-result.ts";
import type { Account, Contract, Entity, Schedule, Token, Topic, TopicMessage } from "../model/entity.ts";

/** More than any call has gas for. */
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
  schema: wire.topicMessage,
  getSortKey: ({ time }) => time,
};

/** Each takes "0.0.1234" or an EVM address; a 404 is a `notFound` problem, for another kind of entity as well. */
export class EntityApi {
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async account(id: string, asked: Asked = {}): Promise<Account> {
    return await this.#requestOne(path`/api/v1/accounts/${id}`, wire.account, "account", asked, {
      transactions: "false",
    });
  }

  async contract(id: string, asked: Asked = {}): Promise<Contract> {
    return await this.#requestOne(path`/api/v1/contracts/${id}`, wire.contract, "contract", asked);
  }

  async token(id: string, asked: Asked = {}): Promise<Token> {
    return await this.#requestOne(path`/api/v1/tokens/${id}`, wire.token, "token", asked);
  }

  async topic(id: string, asked: Asked = {}): Promise<Topic> {
    return await this.#requestOne(path`/api/v1/topics/${id}`, wire.topic, "topic", asked);
  }

  async schedule(id: string, asked: Asked = {}): Promise<Schedule> {
    return await this.#requestOne(path`/api/v1/schedules/${id}`, wire.schedule, "schedule", asked);
  }

  /** What one contract call came to, by the 64 digits of its hash or the id of its transaction. */
  async result(hashOrId: string, asked: Asked = {}): Promise<ContractResult> {
    return await this.#answers.requestOne(path`/api/v1/contracts/results/${hashOrId}`, asked, ({ json }) =>
      decode(contractResult, json, "contract result"),
    );
  }

  /** What the calls of one contract came to, the newest first. */
  async results(
    contract: string,
    { limit, ...asked }: Asked & { readonly limit: number },
  ): Promise<Page<ContractResult>> {
    const list = { ...RESULTS, path: path`/api/v1/contracts/${contract}/results` };
    return await this.#answers.pages(list, new URLSearchParams({ limit: String(limit) }), { ...asked, down: true });
  }

  /** What one contract logged, the newest first. */
  async logs(contract: string, { limit, ...asked }: Asked & { readonly limit: number }): Promise<Page<ContractLog>> {
    const list = { ...LOGS, path: path`/api/v1/contracts/${contract}/results/logs` };
    return await this.#answers.pages(list, new URLSearchParams({ limit: String(limit) }), { ...asked, down: true });
  }

  /** The messages of one topic, the newest first. An unknown topic has none. */
  async messages(topic: string, { limit, ...asked }: Asked & { readonly limit: number }): Promise<Page<TopicMessage>> {
    const list = { ...MESSAGES, path: path`/api/v1/topics/${topic}/messages` };
    // Without an order, this route starts with the oldest.
    const query = new URLSearchParams({ limit: String(limit), order: "desc" });
    return await this.#answers.pages(list, query, { ...asked, down: true });
  }

  async #requestOne<Of extends Entity>(
    place: string,
    schema: Schema<Of>,
    what: string,
    asked: Asked,
    query?: Readonly<Record<string, string>>,
  ): Promise<Of> {
    return await this.#answers.requestOne(place, { ...asked, ...(query === undefined ? {} : { query }) }, ({ json }) =>
      decode(schema, json, what),
    );
  }
}

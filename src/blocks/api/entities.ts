// The routes of a mirror node that answer for one entity.
import { decode } from "../../base/decode.ts";
import type { Schema } from "../../base/decode.ts";
import { path } from "../../base/origin.ts";
import type { Account, Contract, Entity, Schedule, Token, Topic } from "../model/entity.ts";
import * as wire from "./entity-wire.ts";
import type { Answers, Asked } from "./pages.ts";

/** Each takes "0.0.1234" or an EVM address; a 404 is a `notFound` problem, for another kind of entity as well. */
export class EntityApi {
  readonly #answers: Answers;

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  async account(id: string, asked: Asked = {}): Promise<Account> {
    return await this.#one(path`/api/v1/accounts/${id}`, wire.account, "account", asked, { transactions: "false" });
  }

  async contract(id: string, asked: Asked = {}): Promise<Contract> {
    return await this.#one(path`/api/v1/contracts/${id}`, wire.contract, "contract", asked);
  }

  async token(id: string, asked: Asked = {}): Promise<Token> {
    return await this.#one(path`/api/v1/tokens/${id}`, wire.token, "token", asked);
  }

  async topic(id: string, asked: Asked = {}): Promise<Topic> {
    return await this.#one(path`/api/v1/topics/${id}`, wire.topic, "topic", asked);
  }

  async schedule(id: string, asked: Asked = {}): Promise<Schedule> {
    return await this.#one(path`/api/v1/schedules/${id}`, wire.schedule, "schedule", asked);
  }

  async #one<Of extends Entity>(
    place: string,
    schema: Schema<Of>,
    what: string,
    asked: Asked,
    query?: Readonly<Record<string, string>>,
  ): Promise<Of> {
    return await this.#answers.one(place, { ...asked, ...(query === undefined ? {} : { query }) }, ({ json }) =>
      decode(schema, json, what),
    );
  }
}

// Sends calls to a server's API and decodes the answers. Lists are capped, and problems name the call.
import type { Answer, Call } from "../../base/http/call.ts";
import { decode, decodeList, type DecodedList, type Schema } from "../../base/decode.ts";
import { isTable } from "../../base/json/is-table.ts";
import { path } from "../../base/origin.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import type { RepositoryName } from "../model/entities.ts";

/** A decoded list, with its total and time from the response headers. */
export interface Listed<Value> extends DecodedList<Value> {
  /** The total number of matches if the server pages the list; for a timeline, only the number in this answer. */
  readonly total: number | undefined;
  /** When the server answered, by its own clock. */
  readonly servedAt: number | undefined;
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** For data that rarely changes: accepts an earlier answer up to this age, from this window or another. */
export interface CachedReadOptions extends RequestOptions {
  readonly maxAgeMs?: number | undefined;
}

export type ForgeCall = Call & Pick<CachedReadOptions, "maxAgeMs">;

/** Limits a list to changes between two times in RFC 3339, both inclusive, in whole seconds. */
export interface Updated extends RequestOptions {
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

/** Pages count from 1. A page with fewer elements than requested isn't necessarily the last. */
export interface Paged extends RequestOptions {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** Sends calls to a server, through one client or several that replace each other. */
export interface Sender {
  readonly origin: string;
  request(call: ForgeCall): Promise<Answer>;
}

/** Returns a sender whose calls time out at `endsAt` (by `performance.now()`), even if they are still queued. */
export function senderWithDeadline(sender: Sender, endsAt: number): Sender {
  return {
    origin: sender.origin,
    request: async (call) => {
      const end = AbortSignal.timeout(Math.max(0, Math.ceil(endsAt - performance.now())));
      const signal = call.signal === undefined ? end : AbortSignal.any([call.signal, end]);
      try {
        return await sender.request({ ...call, signal });
      } catch (error) {
        const problem = asProblem(error);
        if (problem.kind !== "canceled" || call.signal?.aborted === true) throw problem;
        throw new Problem("timeout", problem.facts);
      }
    },
  };
}

const MEBIBYTE = 1024 * 1024;

interface ListLimits {
  readonly elements: number;
  readonly bytes: number;
}

/** Servers return 50 elements per page unless configured otherwise. Each may have a long text. */
const PAGE_LIMITS: ListLimits = { elements: 1_000, bytes: 32 * MEBIBYTE };

/** For routes that return whole lists, some only if no page is requested. A thread may have thousands of comments. */
export const UNPAGED_LIMITS: ListLimits = { elements: 50_000, bytes: 64 * MEBIBYTE };

export class Caller {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Sends a call and ignores the body of the answer. */
  async send(call: ForgeCall): Promise<void> {
    await this.#sender.request(call);
  }

  async requestOne<Output>(call: ForgeCall, schema: Schema<Output>, what: string): Promise<Output> {
    const answer = await this.#sender.request(call);
    return this.#decode(call, answer, () => decode(schema, answer.json, what));
  }

  /** Returns undefined if the server answers 204 because the route can't show or change this kind of record. */
  async requestOptional<Output>(call: Call, schema: Schema<Output>, what: string): Promise<Output | undefined> {
    const answer = await this.#sender.request(call);
    if (answer.status === 204) return undefined;
    return this.#decode(call, answer, () => decode(schema, answer.json, what));
  }

  /** Loads a list of limited size. `listKey` is its key in the answer, if it isn't the whole answer. */
  async list<Output>(
    call: ForgeCall,
    schema: Schema<Output>,
    what: string,
    { listKey, limits = PAGE_LIMITS }: { readonly listKey?: string; readonly limits?: ListLimits } = {},
  ): Promise<Listed<Output>> {
    const at = listKey === undefined ? {} : { at: listKey };
    const answer = await this.#sender.request({
      ...call,
      maxBytes: limits.bytes,
      list: { ...at, most: limits.elements },
    });
    const json: unknown = answer.json;
    const found = listKey === undefined ? json : isTable(json) ? json[listKey] : undefined;
    const elements: unknown = Array.isArray(found) ? found.filter((element) => element !== null) : found;
    const list = await this.#decode(call, answer, () =>
      decodeList(schema, elements, what, { ...at, leftOut: answer.leftOut }),
    );
    const servedAt = Date.parse(answer.headers["date"] ?? "");
    return {
      ...list,
      total: parseCount(answer.headers["x-total-count"]),
      servedAt: Number.isNaN(servedAt) ? undefined : servedAt,
    };
  }

  /** Adds the call to the problem of an unreadable answer, and for a write that it may have taken effect. */
  async #decode<Output>(
    { method = "GET", path: route }: Call,
    { status }: Answer,
    read: () => Output | Promise<Output>,
  ): Promise<Output> {
    try {
      return await read();
    } catch (error) {
      const { kind, facts } = asProblem(error);
      const wrote = method === "GET" ? {} : ({ wrote: "unknown" } as const);
      throw new Problem(kind, { ...facts, ...wrote, status, origin: this.#sender.origin, method, path: route });
    }
  }
}

/** Returns an API path below a repository. */
export function under({ owner, name }: RepositoryName, route: string): string {
  return path`/repos/${owner}/${name}` + route;
}

function parseCount(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

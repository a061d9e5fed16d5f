// Sends the calls of the issues API and decodes the answers; lists are capped, and problems name the call.
import type { Answer, Call } from "../../base/call.ts";
import { decode, decodeList, type DecodedList, type Schema } from "../../base/decode.ts";
import { isTable } from "../../base/is-table.ts";
import { path } from "../../base/origin.ts";
import { asProblem, Problem } from "../../base/problem.ts";
import type { RepositoryName } from "../model/entities.ts";

/** A list as returned, with its length by the header. */
export interface Listed<Value> extends DecodedList<Value> {
  /** The number of all matches if the server pages the list; of a timeline, only the number in the answer. */
  readonly total: number | undefined;
  /** When the server answered, by its own clock. */
  readonly servedAt: number | undefined;
}

export interface Asked {
  readonly signal?: AbortSignal | undefined;
}

/** For what rarely changes: an answer of this age or younger, from this window or another, will do. */
export interface AskedLately extends Asked {
  readonly maxAgeMs?: number | undefined;
}

export type ForgeCall = Call & Pick<AskedLately, "maxAgeMs">;

/** RFC 3339, both inclusive, in whole seconds. */
export interface Updated extends Asked {
  readonly since?: string | undefined;
  readonly before?: string | undefined;
}

/** Counted from 1. A server may return fewer than requested, and that doesn't mean the end. */
export interface Paged extends Asked {
  readonly page?: number | undefined;
  readonly limit?: number | undefined;
}

/** Sends calls to the server: one client, or several that replace each other. */
export interface Sender {
  readonly origin: string;
  request(call: ForgeCall): Promise<Answer>;
}

/** A sender whose calls end by this time of `performance.now()`, however slowly they are answered or queued. */
export function senderBefore(sender: Sender, endsAt: number): Sender {
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

/** The limits of a list. */
interface ListRoom {
  readonly elements: number;
  readonly bytes: number;
}

/** Servers return 50 elements per page unless their administrator chose another number. Each may have a long text. */
const PAGE: ListRoom = { elements: 1_000, bytes: 32 * MEBIBYTE };

/**
 * For routes that return everything at once, some of them if no page is named: a thread may have thousands of comments.
 */
export const UNPAGED: ListRoom = { elements: 50_000, bytes: 64 * MEBIBYTE };

export class Caller {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** For calls whose answer has nothing to read. */
  async send(call: ForgeCall): Promise<void> {
    await this.#sender.request(call);
  }

  async requestOne<Output>(call: ForgeCall, schema: Schema<Output>, what: string): Promise<Output> {
    const answer = await this.#sender.request(call);
    return this.#decode(call, answer, () => decode(schema, answer.json, what));
  }

  /** Returns undefined if the answer is 204, because the record is of a kind that can't be shown or changed. */
  async requestOptional<Output>(call: Call, schema: Schema<Output>, what: string): Promise<Output | undefined> {
    const answer = await this.#sender.request(call);
    if (answer.status === 204) return undefined;
    return this.#decode(call, answer, () => decode(schema, answer.json, what));
  }

  /** `within` is the key of the list, if the list isn't the whole answer; `room` is the size of a page. */
  async list<Output>(
    call: ForgeCall,
    schema: Schema<Output>,
    what: string,
    { within, room = PAGE }: { readonly within?: string; readonly room?: ListRoom } = {},
  ): Promise<Listed<Output>> {
    const at = within === undefined ? {} : { at: within };
    const answer = await this.#sender.request({ ...call, maxBytes: room.bytes, list: { ...at, most: room.elements } });
    const json: unknown = answer.json;
    const given = within === undefined ? json : isTable(json) ? json[within] : undefined;
    const there: unknown = Array.isArray(given) ? given.filter((element) => element !== null) : given;
    const list = await this.#decode(call, answer, () =>
      decodeList(schema, there, what, { ...at, leftOut: answer.leftOut }),
    );
    const servedAt = Date.parse(answer.headers["date"] ?? "");
    return {
      ...list,
      total: parseCount(answer.headers["x-total-count"]),
      servedAt: Number.isNaN(servedAt) ? undefined : servedAt,
    };
  }

  /** Adds the origin to the problem of an answer that can't be read, and that the write may have taken effect. */
  async #decode<Output>(
    { method = "GET", path: below }: Call,
    { status }: Answer,
    read: () => Output | Promise<Output>,
  ): Promise<Output> {
    try {
      return await read();
    } catch (error) {
      const { kind, facts } = asProblem(error);
      const wrote = method === "GET" ? {} : ({ wrote: "unknown" } as const);
      throw new Problem(kind, { ...facts, ...wrote, status, origin: this.#sender.origin, method, path: below });
    }
  }
}

/** A path below a repository. */
export function under({ owner, name }: RepositoryName, below: string): string {
  return path`/repos/${owner}/${name}` + below;
}

function parseCount(header: string | undefined): number | undefined {
  return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

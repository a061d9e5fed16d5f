// Loads the lists of a mirror node page by page, and stops when a page has nothing new.
import { isDeepStrictEqual } from "node:util";
import * as v from "valibot";
import type { Answer, Call } from "../../base/http/call.ts";
import { decode, decodeList, optional, type DecodedList, type Schema } from "../../base/decode.ts";
import type { Client } from "../../base/http/client.ts";
import type { PathAndQuery } from "../../base/origin.ts";
import { asProblem, Problem } from "../../base/problem.ts";

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** How often a failed request is retried; 0 for callers that repeat it anyway. */
  readonly retries?: number;
}

/** A page of a list, and a function that loads the next one. */
export interface ListPage<Value> extends DecodedList<Value> {
  /** Loads the next page; undefined for the last one. */
  readonly next: ((options?: RequestOptions) => Promise<ListPage<Value>>) | undefined;
}

/** Yields a page and all that follow it, each loaded on demand. */
export async function* walkPages<Value>(
  first: ListPage<Value>,
  options: RequestOptions = {},
): AsyncGenerator<ListPage<Value>, void> {
  for (let page: ListPage<Value> | undefined = first; page !== undefined; page = await page.next?.(options)) yield page;
}

/** The first element of a page; undefined if the page is empty. Throws if it has only malformed elements. */
export function getFirst<Value>({ values, skipped, reasons }: DecodedList<Value>): Value | undefined {
  const [first] = values;
  if (first === undefined && skipped > 0) throw reasons[0] ?? new Problem("malformed");
  return first;
}

/** A list of the node: its route, its elements and their sort key. */
export interface Listed<Value> {
  readonly path: string;
  /** The field of the response that contains the elements. */
  readonly field: string;
  readonly what: string;
  readonly schema: Schema<Value>;
  readonly getSortKey: (value: Value) => bigint;
  /** True if the node may interrupt a long search with an empty page that links to the rest. */
  readonly continuesAfterEmptyPage?: boolean;
}

/** A response with a list in this field. Each element is decoded separately. */
export function anyList(field: string) {
  return v.object({ [field]: v.array(v.unknown()) });
}

/** The link to the next page of a list. */
export const linked = v.object({ links: optional(v.object({ next: optional(v.string()) })) });

/** The state of a walk through the pages of a list. */
interface Walk<Value> {
  readonly down: boolean;
  /** The furthest sort key so far. */
  readonly edge: bigint | undefined;
  /** The elements of the previous page. */
  readonly before: readonly Value[];
  /** Number of consecutive pages without a readable element. */
  readonly idle: number;
}

/** More pages than a search of a ledger's entire history takes, at 60 days each. */
const MAX_IDLE_PAGES = 200;

/** A node returns at most 100 elements per page. A node with other settings may return more, up to this limit. */
const MAX_PAGE_ELEMENTS = 1_000;

/** Requests and decodes responses of a node. A problem with a response names its path. */
export class Answers {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Requests one response, and decodes it with `read`. */
  async requestOne<Output>(
    path: string,
    { list, query, ...options }: RequestOptions & Pick<Call, "list" | "query">,
    read: (answer: Answer) => Output | Promise<Output>,
  ): Promise<Output> {
    const answer = await this.#client.get(path, {
      ...toCallOptions(options),
      ...(list === undefined ? {} : { list }),
      ...(query === undefined ? {} : { query }),
    });
    return await this.#decode(answer, path, () => Promise.resolve(read(answer)));
  }

  async decodeOne<Output>(
    path: string,
    schema: Schema<Output>,
    what: string,
    options: RequestOptions & Pick<Call, "query"> = {},
  ): Promise<Output> {
    return await this.requestOne(path, options, ({ json }) => decode(schema, json, what));
  }

  async pages<Value>(
    list: Listed<Value>,
    query: URLSearchParams,
    { down, ...options }: RequestOptions & { readonly down: boolean },
  ): Promise<ListPage<Value>> {
    return await this.#page(list, { path: list.path, query }, { down, edge: undefined, before: [], idle: 0 }, options);
  }

  async #page<Value>(
    list: Listed<Value>,
    place: PathAndQuery,
    walk: Walk<Value>,
    options: RequestOptions,
  ): Promise<ListPage<Value>> {
    const limit = { at: list.field, most: MAX_PAGE_ELEMENTS };
    const answer = await this.#client.get(place.path, { ...toCallOptions(options), query: place.query, list: limit });
    return await this.#decode(answer, place.path, async () => {
      const { [list.field]: elements } = decode(anyList(list.field), answer.json, list.what);
      const { links } = decode(linked, answer.json, list.what);
      const decoded = await decodeList(list.schema, elements, list.what, { at: list.field, leftOut: answer.leftOut });
      const found = { ...decoded, values: leaveOutShared(decoded.values, list, walk) };
      const edge = findFarthest(decoded.values.map(list.getSortKey), walk);
      const link = links?.next === undefined ? undefined : this.#client.place(links.next);
      const isEmpty = decoded.values.length === 0 && decoded.skipped === 0;
      const isNew = edge !== walk.edge || found.skipped > 0 || (isEmpty && list.continuesAfterEmptyPage === true);
      // Links may form a loop, so a page without anything new is the last one. Its elements are already loaded.
      if (!isNew) return { ...found, values: [], next: undefined };
      if (link === undefined || isSame(link, place)) return { ...found, next: undefined };
      const idle = edge === walk.edge ? walk.idle + 1 : 0;
      if (idle > MAX_IDLE_PAGES)
        throw new Problem("malformed", { at: "links.next", detail: `${list.what} has no end` });
      const loadNext = async (again: RequestOptions): Promise<ListPage<Value>> =>
        await this.#page(list, link, { ...walk, edge, before: decoded.values, idle }, again);
      // An empty page contains only the link to the next one.
      return isEmpty ? await loadNext(options) : { ...found, next: async (again = {}) => await loadNext(again) };
    });
  }

  async #decode<Output>({ status }: Answer, path: string, read: () => Promise<Output>): Promise<Output> {
    try {
      return await read();
    } catch (error) {
      const { kind, facts } = asProblem(error);
      throw new Problem(kind, { ...facts, status, origin: this.#client.origin, method: "GET", path });
    }
  }
}

function toCallOptions({ signal, retries }: RequestOptions): Pick<Call, "signal" | "retries"> {
  return { signal, ...(retries === undefined ? {} : { retries }) };
}

function findFarthest(
  keys: readonly bigint[],
  { down, edge }: Pick<Walk<unknown>, "down" | "edge">,
): bigint | undefined {
  return keys.reduce<bigint | undefined>(
    (farthest, key) => (farthest === undefined || (down ? key < farthest : key > farthest) ? key : farthest),
    edge,
  );
}

/** Neighboring pages may overlap. Elements with the same sort key may differ, so all of their fields are compared. */
function leaveOutShared<Value>(
  values: readonly Value[],
  { getSortKey }: Listed<Value>,
  { down, edge, before }: Walk<Value>,
): readonly Value[] {
  if (edge === undefined) return values;
  return values.filter((value) => {
    const key = getSortKey(value);
    const isBeyond = down ? key < edge : key > edge;
    return isBeyond || !before.some((each) => getSortKey(each) === key && isDeepStrictEqual(each, value));
  });
}

function isSame(one: PathAndQuery, other: PathAndQuery): boolean {
  return one.path === other.path && one.query.toString() === other.query.toString();
}

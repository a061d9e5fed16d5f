import { decode, decodeList, ListDecoder } from "../base/decode.ts";
import type { DecodedList, Schema } from "../base/decode.ts";
import type { Client } from "../base/http.ts";
import { jsonElements } from "../base/json-stream.ts";
import { path } from "../base/origin.ts";
import { Problem } from "../base/problem.ts";
import * as wire from "./api/wire.ts";
import type { TrackerMatch } from "./api/wire.ts";
import type { Application, DetailedReport, Found, Latest, Match, ShortApplication, Tracker } from "./model.ts";

export interface Asked {
  readonly signal?: AbortSignal | undefined;
}

export interface AskedMuch extends Asked {
  /** Hears how many bytes have come; the service says no total for lists that it has not built yet. */
  readonly progress?: (bytes: number, total: number | undefined) => void;
}

/** A search result and how many of its reports could not be read. */
export interface SearchAnswer extends Found {
  readonly skipped: number;
  readonly reasons: readonly Problem[];
}

/** The routes of εxodus, one method each. Routes that need no key are marked as public: they answer with any key at all. */
export class Api {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Public. Counts against a limit of its own, three a minute, which repeating by itself would use up. */
  async trackers({ signal }: Asked = {}): Promise<DecodedList<Tracker>> {
    const { json } = await this.#client.get("/api/trackers", { signal, retries: 0 });
    const { trackers } = decode(wire.trackerMap, json, "tracker list");
    const decoder = new ListDecoder(wire.tracker, "tracker list");
    for (const [id, given] of Object.entries(trackers ?? {})) {
      // The id stands in the key alone in what the contract promises.
      decoder.add(typeof given === "object" && given !== null ? { ...given, id: Number(id) } : given, `trackers.${id}`);
    }
    return decoder.list();
  }

  trackerCount(asked: Asked = {}): Promise<number> {
    return this.#count("/api/trackers/count", asked);
  }

  /** All applications. The service thinks for minutes before it begins, and goes on thinking for one who hung up. */
  applications(asked: AskedMuch = {}): Promise<DecodedList<Application>> {
    return this.#applications(wire.application, {}, asked);
  }

  /** All applications, the short form: a quarter of the wait and less than half the bytes. */
  shortApplications(asked: AskedMuch = {}): Promise<DecodedList<ShortApplication>> {
    return this.#applications(wire.shortApplication, { option: "short" }, asked);
  }

  /** The applications in some version of which the tracker was found; those of an id that is not known are none. */
  async applicationsWith(tracker: number, asked: AskedMuch = {}): Promise<DecodedList<ShortApplication>> {
    // What is no integer fails with a 500, and an empty value gives the whole list.
    if (!Number.isSafeInteger(tracker)) throw new Problem("invalid", { detail: "a tracker's id is a whole number" });
    return await this.#applications(wire.shortApplication, { option: "short", tracker }, asked);
  }

  /** How many handles there are; lists may be longer, as they have a row for each source. */
  applicationCount(asked: Asked = {}): Promise<number> {
    return this.#count("/api/applications/count", asked);
  }

  reportCount(asked: Asked = {}): Promise<number> {
    return this.#count("/api/reports/count", asked);
  }

  /** The reports of a handle; undefined where the service has never seen it. */
  async search(handle: string, { signal }: Asked = {}): Promise<SearchAnswer | undefined> {
    const { json } = await this.#client.get(path`/api/search/${handle}`, { signal, spends: SPENDS });
    const answer = decode(wire.searchAnswer, json, "search");
    if (Object.keys(answer).length === 0) return undefined;
    if (!Object.hasOwn(answer, handle)) {
      throw new Problem("malformed", { origin: this.#client.origin, detail: "search: it is about another handle" });
    }
    const { name, creator, reports } = decode(wire.found, answer[handle], "search");
    return { name, creator, reports: reports.values, skipped: reports.skipped, reasons: reports.reasons };
  }

  /** All versions of a handle with everything that is known of them, in no order; none where it has never been seen. */
  async details(handle: string, { signal }: Asked = {}): Promise<DecodedList<DetailedReport>> {
    const { json } = await this.#client.get(path`/api/search/${handle}/details`, { signal, spends: SPENDS });
    return decodeList(wire.detailedReport, json, "details");
  }

  /** Public. Undefined where there is no report. */
  async latest(handle: string, { signal }: Asked = {}): Promise<Latest | undefined> {
    const { json } = await this.#client.get(path`/api/search/${handle}/latest`, { signal, spends: SPENDS });
    return decode(wire.latest, json, "latest report");
  }

  /** Public. Exactly the handle, or else names that look alike; nothing for less than three characters. */
  async findApplications(query: string, limit: number, asked: Asked = {}): Promise<DecodedList<Match>> {
    return decodeList(wire.match, await this.#find("application", query, limit, asked), "applications found", {
      at: "results",
    });
  }

  /** Public. */
  async findTrackers(query: string, limit: number, asked: Asked = {}): Promise<DecodedList<TrackerMatch>> {
    return decodeList(wire.trackerMatch, await this.#find("tracker", query, limit, asked), "trackers found", {
      at: "results",
    });
  }

  async #count(route: string, { signal }: Asked): Promise<number> {
    const { json } = await this.#client.get(route, { signal, spends: SPENDS });
    return decode(wire.count, json, "count").count;
  }

  async #applications<Row>(
    schema: Schema<Row>,
    query: Readonly<Record<string, string | number>>,
    { signal, progress }: AskedMuch,
  ): Promise<DecodedList<Row>> {
    const { chunks } = await this.#client.stream({
      path: "/api/applications",
      query,
      signal,
      spends: SPENDS,
      firstByteMs: Infinity,
      idleMs: LONG_PAUSE_MS,
      retries: 0,
      ...(progress === undefined ? {} : { progress }),
    });
    const decoder = new ListDecoder(schema, "application list", "applications");
    for await (const element of jsonElements(chunks, "applications")) decoder.add(element);
    return decoder.list();
  }

  async #find(type: "application" | "tracker", query: string, limit: number, { signal }: Asked): Promise<unknown> {
    try {
      // A limit below 2 is refused, and one that is missing as well.
      const json = { type, query, limit: Math.max(2, limit) };
      const answer = await this.#client.request({ method: "POST", path: "/api/search", json, signal, spends: SPENDS });
      // A query that is too short is answered with a bare list.
      return Array.isArray(answer.json) ? answer.json : decode(wire.results, answer.json, "search").results;
    } catch (error) {
      throw error instanceof Problem ? unwritten(error) : error;
    }
  }
}

/** All but the tracker list count against the general limit alone. */
const SPENDS = ["requests"];
const LONG_PAUSE_MS = 300_000;

/** This POST only reads: nothing can have changed, whatever became of it. */
function unwritten(problem: Problem): Problem {
  const { wrote: _, ...facts } = problem.facts;
  return new Problem(problem.kind, facts, { cause: problem });
}

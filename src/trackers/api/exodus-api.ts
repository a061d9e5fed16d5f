import type { LeftOut } from "../../base/answer-json.ts";
import type { StreamedAnswer } from "../../base/call.ts";
import { decode, decodeList, ListDecoder } from "../../base/decode.ts";
import type { DecodedList } from "../../base/decode.ts";
import type { Client } from "../../base/http.ts";
import { jsonElements, takeElements } from "../../base/json-stream.ts";
import type { ElementsOptions } from "../../base/json-stream.ts";
import { path } from "../../base/origin.ts";
import { Problem } from "../../base/problem.ts";
import { TimeSlice } from "../../base/time-slice.ts";
import type { Form } from "../model/app-list/app-list.ts";
import { AppListBuilder } from "../model/app-list/builder.ts";
import type { DetailedReport, Found, Latest, Match, ShortApplication } from "../model/report.ts";
import type { Tracker } from "../model/tracker.ts";
import * as wire from "./answers.ts";
import type { TrackerMatch } from "./answers.ts";
import { AppRows } from "./app-list-decoder.ts";

export interface Asked {
  readonly signal?: AbortSignal | undefined;
}

export interface AskedMuch extends Asked {
  /** Hears how many bytes have come; the service says no total for lists that it has not built yet. */
  readonly progress?: (bytes: number, total: number | undefined) => void;
}

/** How far a long list has come. */
export interface ListProgress {
  readonly bytes: number;
  /** Of how many bytes, where the service says so. */
  readonly total: number | undefined;
  readonly apps: number;
}

export interface AskedList extends Asked {
  readonly progress?: (so: ListProgress) => void;
}

/** All applications, ready to be made a list of, and what could not be understood. */
export interface AllApplications extends Pick<DecodedList<unknown>, "skipped" | "reasons"> {
  readonly builder: AppListBuilder;
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
    const list = { at: "trackers", most: MOST_TRACKERS };
    const { json, leftOut } = await this.#client.get("/api/trackers", { signal, retries: 0, list });
    const { trackers } = decode(wire.trackerMap, json, "tracker list");
    const decoder = new ListDecoder(wire.tracker, "tracker list", { leftOut });
    const slice = new TimeSlice();
    for (const [id, given] of Object.entries(trackers ?? {})) {
      // The id stands in the key alone in what the contract promises.
      decoder.add(typeof given === "object" && given !== null ? { ...given, id: Number(id) } : given, `trackers.${id}`);
      if (slice.isOver) await slice.next();
    }
    return decoder.list();
  }

  trackerCount(asked: Asked = {}): Promise<number> {
    return this.#count("/api/trackers/count", asked);
  }

  /**
   * All applications, packed. The service thinks for minutes before it begins, for a quarter of that in the short form,
   * and goes on thinking for one who hung up: no timeout cuts it, and nothing repeats it by itself.
   */
  async allApplications(form: Form, { signal, progress }: AskedList = {}): Promise<AllApplications> {
    const builder = new AppListBuilder();
    const rows = new AppRows(builder);
    const { chunks, total: expected = 0 } = await this.#listed(form === "short" ? { option: "short" } : {}, {
      signal,
      progress: (bytes, total) => progress?.({ bytes, total, apps: rows.count }),
    });
    builder.expect(expected);
    await takeElements(chunks, "applications", rows, ROWS);
    const { skipped, reasons } = rows.skipping;
    return { builder, skipped, reasons };
  }

  /** The applications in some version of which the tracker was found; those of an id that is not known are none. */
  async applicationsWith(tracker: number, asked: AskedMuch = {}): Promise<DecodedList<ShortApplication>> {
    // What is no integer fails with a 500, and an empty value gives the whole list.
    if (!Number.isSafeInteger(tracker)) throw new Problem("invalid", { detail: "a tracker's id is a whole number" });
    const { chunks } = await this.#listed({ option: "short", tracker }, asked);
    const decoder = new ListDecoder(wire.shortApplication, "application list", { at: "applications" });
    for await (const element of jsonElements(chunks, "applications", ROWS)) decoder.add(element);
    return decoder.list();
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
    const asked = { signal, spends: SPENDS, maxValues: MOST_VALUES_OF_A_SEARCH };
    const { json } = await this.#client.get(path`/api/search/${handle}`, asked);
    const answer = decode(wire.searchAnswer, json, "search");
    if (Object.keys(answer).length === 0) return undefined;
    if (!Object.hasOwn(answer, handle)) {
      throw new Problem("malformed", { origin: this.#client.origin, detail: "search: it is about another handle" });
    }
    const { name, creator, reports } = decode(wire.found, answer[handle], "search");
    const { values, skipped, reasons } = await decodeList(wire.report, reports, "search", { at: "reports" });
    return { name, creator, reports: values, skipped, reasons };
  }

  /** All versions of a handle with everything that is known of them, in no order; none where it has never been seen. */
  async details(handle: string, { signal }: Asked = {}): Promise<DecodedList<DetailedReport>> {
    const asked = { signal, spends: SPENDS, list: { most: MOST_VERSIONS } };
    const { json, leftOut } = await this.#client.get(path`/api/search/${handle}/details`, asked);
    return await decodeList(wire.detailedReport, json, "details", { leftOut });
  }

  /** Public. Undefined where there is no report. */
  async latest(handle: string, { signal }: Asked = {}): Promise<Latest | undefined> {
    const { json } = await this.#client.get(path`/api/search/${handle}/latest`, { signal, spends: SPENDS });
    return decode(wire.latest, json, "latest report");
  }

  /** Public. Exactly the handle, or else names that look alike; nothing for less than three characters. */
  async findApplications(query: string, limit: number, asked: Asked = {}): Promise<DecodedList<Match>> {
    const { elements, leftOut } = await this.#find("application", query, limit, asked);
    return await decodeList(wire.match, elements, "applications found", { at: "results", leftOut });
  }

  /** Public. */
  async findTrackers(query: string, limit: number, asked: Asked = {}): Promise<DecodedList<TrackerMatch>> {
    const { elements, leftOut } = await this.#find("tracker", query, limit, asked);
    return await decodeList(wire.trackerMatch, elements, "trackers found", { at: "results", leftOut });
  }

  async #count(route: string, { signal }: Asked): Promise<number> {
    const { json } = await this.#client.get(route, { signal, spends: SPENDS });
    return decode(wire.count, json, "count").count;
  }

  #listed(query: Readonly<Record<string, string | number>>, { signal, progress }: AskedMuch): Promise<StreamedAnswer> {
    return this.#client.stream({
      path: "/api/applications",
      query,
      signal,
      spends: SPENDS,
      firstByteMs: Infinity,
      idleMs: LONG_PAUSE_MS,
      wholeMs: LONG_LIST_MS,
      retries: 0,
      ...(progress === undefined ? {} : { progress }),
    });
  }

  async #find(
    type: "application" | "tracker",
    query: string,
    limit: number,
    { signal }: Asked,
  ): Promise<{ readonly elements: unknown; readonly leftOut: LeftOut | undefined }> {
    try {
      // A limit below 2 is refused, and one that is missing as well.
      const json = { type, query, limit: Math.max(2, limit) };
      const list = { at: "results", most: MOST_FOUND };
      const call = { method: "POST", path: "/api/search", json, signal, spends: SPENDS, list } as const;
      const answer = await this.#client.request(call);
      // A query that is too short is answered with a bare list.
      const elements = Array.isArray(answer.json) ? answer.json : decode(wire.results, answer.json, "search").results;
      return { elements, leftOut: answer.leftOut };
    } catch (error) {
      throw error instanceof Problem ? unwritten(error) : error;
    }
  }
}

/** All but the tracker list count against the general limit alone. */
const SPENDS = ["requests"];
const LONG_PAUSE_MS = 300_000;
/** The service thinks for minutes, and a slow line takes as long again for seventy megabytes. */
const LONG_LIST_MS = 3_600_000;

/** There are some 450 trackers, and no handle has a thousand versions. */
const MOST_TRACKERS = 10_000;
const MOST_VERSIONS = 10_000;
const MOST_FOUND = 1_000;
const MOST_VALUES_OF_A_SEARCH = 500_000;
/** There are some 400,000 rows, and the longest of them has about a kilobyte. */
const ROWS: ElementsOptions = { maxElementBytes: 64 * 1024, maxElements: 5_000_000 };

/** This POST only reads: nothing can have changed, whatever became of it. */
function unwritten(problem: Problem): Problem {
  const { wrote: _, ...facts } = problem.facts;
  return new Problem(problem.kind, facts, { cause: problem });
}

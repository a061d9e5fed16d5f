// The routes of εxodus: typed arguments in, decoded answers out.
import type { StreamedAnswer } from "../../base/http/call.ts";
import { decode, decodeList, ListDecoder, type DecodedList } from "../../base/decode.ts";
import type { Client } from "../../base/http/client.ts";
import { jsonElements, type ElementsOptions } from "../../base/json-stream.ts";
import { path } from "../../base/origin.ts";
import { Problem } from "../../base/problem.ts";
import { TimeSlice } from "../../base/time-slice.ts";
import type { Certificate, DetailedReport, Found, Latest, ListForm, Match, ShortApplication } from "../model/report.ts";
import type { Tracker, TrackerUsage } from "../model/tracker.ts";
import { trackerMap } from "../../scan/index.ts";
import * as wire from "./answers.ts";

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface StreamOptions extends RequestOptions {
  /** Called with the bytes received. The total is unknown for lists that the server has yet to build. */
  readonly progress?: (bytes: number, total: number | undefined) => void;
}

/** A search result and how many of its reports were skipped. */
export interface SearchAnswer extends Found {
  readonly skipped: number;
  readonly reasons: readonly Problem[];
}

/** The routes of εxodus, one method each. Public routes need no key, and accept any key. */
export class ExodusApi {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Public. Has its own limit of three requests per minute, which automatic retries would use up. */
  async trackers({ signal }: RequestOptions = {}): Promise<DecodedList<Tracker>> {
    const list = { at: "trackers", most: MAX_TRACKERS };
    const { json, leftOut } = await this.#client.get("/api/trackers", { signal, retries: 0, list });
    const { trackers } = decode(trackerMap, json, "tracker list");
    const decoder = new ListDecoder(wire.tracker, "tracker list", { leftOut });
    const slice = new TimeSlice();
    for (const [id, entry] of Object.entries(trackers ?? {})) {
      // The API returns the ID only as the key.
      decoder.add(typeof entry === "object" && entry !== null ? { ...entry, id: Number(id) } : entry, `trackers.${id}`);
      if (slice.isOver) await slice.next();
    }
    return decoder.list();
  }

  trackerCount(options: RequestOptions = {}): Promise<number> {
    return this.#count("/api/trackers/count", options);
  }

  /**
   * Downloads all apps. The server needs minutes to prepare the full list and a quarter of that for the short one, and
   * keeps working after a disconnect. So there is no timeout and no automatic retry. A thread parses the bytes.
   */
  async allApplications(form: ListForm, options: StreamOptions = {}): Promise<AsyncIterable<Uint8Array>> {
    const query: Readonly<Record<string, string>> = form === "short" ? { option: "short" } : {};
    const { chunks } = await this.#requestList(query, options);
    return chunks;
  }

  /** Returns the apps with the tracker in at least one version; none for an unknown ID. */
  async applicationsWith(tracker: number, options: StreamOptions = {}): Promise<DecodedList<ShortApplication>> {
    // A value that is not an integer causes a 500, and an empty value returns the whole list.
    if (!Number.isSafeInteger(tracker)) throw new Problem("invalid", { detail: "a tracker ID must be a whole number" });
    const { chunks } = await this.#requestList({ option: "short", tracker }, options);
    const decoder = new ListDecoder(wire.shortApplication, "application list", { at: "applications" });
    for await (const element of jsonElements(chunks, "applications", LIST_LIMITS)) decoder.add(element);
    return decoder.list();
  }

  /** Returns the number of package names. Lists may be longer: they have a row per source. */
  applicationCount(options: RequestOptions = {}): Promise<number> {
    return this.#count("/api/applications/count", options);
  }

  reportCount(options: RequestOptions = {}): Promise<number> {
    return this.#count("/api/reports/count", options);
  }

  /** The reports of a package name; undefined if εxodus has never seen it. */
  async search(handle: string, { signal }: RequestOptions = {}): Promise<SearchAnswer | undefined> {
    const options = { signal, budgetRules: BUDGETS, maxValues: MAX_SEARCH_VALUES };
    const { json } = await this.#client.get(path`/api/search/${handle}`, options);
    const answer = decode(wire.searchAnswer, json, "search");
    if (Object.keys(answer).length === 0) return undefined;
    if (!Object.hasOwn(answer, handle)) {
      throw new Problem("malformed", {
        origin: this.#client.origin,
        detail: "search: the answer is about another app",
      });
    }
    const { name, creator, reports } = decode(wire.found, answer[handle], "search");
    const { values, skipped, reasons } = await decodeList(wire.report, reports, "search", { at: "reports" });
    return { name, creator, reports: values, skipped, reasons };
  }

  /** All versions of a package name with all details, unordered; empty if εxodus has never seen it. */
  async details(handle: string, { signal }: RequestOptions = {}): Promise<DecodedList<DetailedReport>> {
    const options = { signal, budgetRules: BUDGETS, list: { most: MAX_VERSIONS } };
    const { json, leftOut } = await this.#client.get(path`/api/search/${handle}/details`, options);
    return await decodeList(wire.detailedReport(handle), json, "details", { leftOut });
  }

  /** Public. Undefined if there is no report. */
  async latest(handle: string, { signal }: RequestOptions = {}): Promise<Latest | undefined> {
    const { json } = await this.#client.get(path`/api/search/${handle}/latest`, { signal, budgetRules: BUDGETS });
    return decode(wire.latest, json, "latest report");
  }

  /** The signing certificate of a version; undefined if the report has none. */
  async certificate(report: number, { signal }: RequestOptions = {}): Promise<Certificate | undefined> {
    const { json } = await this.#client.get(path`/api/report/${report}/`, { signal, budgetRules: BUDGETS });
    return decode(wire.certified(report), json, "report").certificate;
  }

  /** The package name of the app that the report is about. */
  async reportedApp(report: number, { signal }: RequestOptions = {}): Promise<string> {
    const { json } = await this.#client.get(path`/api/report/${report}/`, { signal, budgetRules: BUDGETS });
    return decode(wire.reportedApp(report), json, "report").handle;
  }

  /** The trackers of a report, each with the number of apps whose latest version contains it. */
  async trackerUsage(report: number, { signal }: RequestOptions = {}): Promise<ReadonlyMap<number, TrackerUsage>> {
    const { json } = await this.#client.get(path`/api/report/${report}/details`, { signal, budgetRules: BUDGETS });
    const found = decode(wire.usedTrackers, json, "report details").found_trackers;
    const { values } = await decodeList(wire.trackerUsage, found, "report details", { at: "found_trackers" });
    return new Map(values.map((each) => [each.id, each]));
  }

  /**
   * Public. Returns the icon of an app as the website shows it; undefined if it has none: the server answers 404 for an
   * unknown app, and with a JPEG placeholder for an app without an icon.
   */
  async icon(handle: string, { signal }: RequestOptions = {}): Promise<Uint8Array | undefined> {
    try {
      const { headers, bytes } = await this.#client.bytes({
        path: path`/en/reports/${handle}/latest/icon/`,
        accept: "image/png,image/*",
        maxBytes: MAX_ICON_BYTES,
        retries: 0,
        signal,
        budgetRules: BUDGETS,
      });
      return headers["content-type"]?.startsWith("image/jpeg") === true ? undefined : bytes;
    } catch (error) {
      if (error instanceof Problem && error.kind === "notFound") return undefined;
      throw error;
    }
  }

  /**
   * Public. Returns the app with exactly this package name, or else apps with similar names. Needs at least three
   * characters.
   */
  async findApplications(query: string, limit: number, { signal }: RequestOptions = {}): Promise<DecodedList<Match>> {
    try {
      // The server rejects a missing limit, and any below 2.
      const json = { type: "application", query, limit: Math.max(2, limit) };
      const list = { at: "results", most: MAX_RESULTS };
      const call = { method: "POST", path: "/api/search", json, signal, budgetRules: BUDGETS, list } as const;
      const answer = await this.#client.request(call);
      // If the query is too short, the answer is a bare list.
      const elements = Array.isArray(answer.json) ? answer.json : decode(wire.results, answer.json, "search").results;
      return await decodeList(wire.match, elements, "applications found", { at: "results", leftOut: answer.leftOut });
    } catch (error) {
      throw error instanceof Problem ? withoutWrite(error) : error;
    }
  }

  async #count(route: string, { signal }: RequestOptions): Promise<number> {
    const { json } = await this.#client.get(route, { signal, budgetRules: BUDGETS });
    return decode(wire.count, json, "count").count;
  }

  #requestList(
    query: Readonly<Record<string, string | number>>,
    { signal, progress }: StreamOptions,
  ): Promise<StreamedAnswer> {
    return this.#client.stream({
      path: "/api/applications",
      query,
      signal,
      budgetRules: BUDGETS,
      firstByteMs: Infinity,
      idleMs: MAX_PAUSE_MS,
      wholeMs: MAX_DOWNLOAD_MS,
      retries: 0,
      ...(progress === undefined ? {} : { progress }),
    });
  }
}

/** Every route except the tracker list counts only against the general limit. */
const BUDGETS = ["requests"];
const MAX_PAUSE_MS = 300_000;
/** The server needs minutes, and a slow connection takes as long again to receive 70 MB. */
const MAX_DOWNLOAD_MS = 3_600_000;

/** There are about 450 trackers, and no app has a thousand versions. */
const MAX_TRACKERS = 10_000;
const MAX_VERSIONS = 10_000;
const MAX_RESULTS = 1_000;
const MAX_SEARCH_VALUES = 100_000;
/** Icons of apps have at most 512 × 512 pixels, usually 192 × 192. */
const MAX_ICON_BYTES = 256 * 1024;
/** There are about 400,000 rows of at most about 1 KB. */
const LIST_LIMITS: ElementsOptions = { maxElementBytes: 64 * 1024, maxElements: 5_000_000 };

/** Describes a failure of a POST that only reads: it changed nothing, and no archived repository rejected it. */
function withoutWrite(problem: Problem): Problem {
  const { wrote: _, ...facts } = problem.facts;
  return new Problem(problem.kind === "archived" ? "unexpected" : problem.kind, facts, { cause: problem });
}

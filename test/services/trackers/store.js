// The data of the εxodus instance: generated apps, and the reports that tests add or change.
import { mixer, shuffled } from "../core/mix.js";

/**
 * @typedef {import("./applications.js").Report} Report
 * @typedef {import("./applications.js").Applications} Applications
 * @typedef {import("./list.js").Tracker} Tracker
 * @typedef {import("../core/clock.js").Clock} Clock
 * @typedef {Omit<Report, "apkHash" | "trackers" | "permissions">} Row a row of a list of apps
 */

const DAY_MS = 86_400_000;

/** Returns rows in an order that changes with writes and days, like a database without a defined order. */
export class Store {
  /** @param {{ seed: string, clock: Clock, applications: Applications, trackers: Map<number, Tracker> }} options */
  constructor({ seed, clock, applications, trackers }) {
    this.clock = clock;
    this.applications = applications;
    this.trackers = trackers;
    this.mix = mixer(`${seed}/order`);
    this.firstDay = Math.floor(clock.now() / DAY_MS);
    /** @type {Map<string, Report[]>} */
    this.added = new Map();
    /** @type {Map<number, Report>} */
    this.changed = new Map();
    this.nextId = applications.lastId + 1;
    // Writes change the order of rows, and which of several possible rows the database returns.
    this.writes = 0;
    this.shuffles = 0;
    /** @type {(number | string)[] | undefined} */
    this.sorted = undefined;
    /** @type {{ found: Map<number, number>, applications: number } | undefined} */
    this.counted = undefined;
  }

  /** Returns all reports of an app, in no stable order. @param {string} handle @returns {Report[]} */
  reportsOf(handle) {
    const place = this.applications.find(handle);
    const generated = place === undefined ? [] : this.applications.reportsOf(place);
    const all = [
      ...generated.map((report) => this.changed.get(report.id) ?? report),
      ...(this.added.get(handle) ?? []),
    ];
    return this.inUnstableOrder(all, handle);
  }

  /** @param {number} id @returns {Report | undefined} */
  report(id) {
    const changed = this.changed.get(id) ?? this.applications.byId(id);
    if (changed !== undefined) return changed;
    for (const reports of this.added.values()) {
      const found = reports.find((report) => report.id === id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** @param {Omit<Report, "id">} report */
  add(report) {
    const whole = { ...report, id: this.nextId };
    this.nextId += 1;
    this.writes += 1;
    this.added.set(report.handle, [...(this.added.get(report.handle) ?? []), whole]);
    this.sorted = undefined;
    return whole;
  }

  /** @param {number} id @param {Partial<Report>} change */
  change(id, change) {
    const report = this.report(id);
    if (report === undefined) throw new Error(`there is no report ${id}`);
    this.writes += 1;
    if (id > this.applications.lastId) Object.assign(report, change);
    else this.changed.set(id, { ...report, ...change });
  }

  /**
   * Returns the list in the database's arbitrary order, which any write changes.
   * @template T
   * @param {readonly T[]} list
   * @param {string} handle
   */
  inUnstableOrder(list, handle) {
    if (list.length < 2) return [...list];
    const salt = this.writes + handle.length;
    return shuffled(list, (place) => this.mix(place, salt * 64 + handle.charCodeAt(handle.length - 1)));
  }

  /** Returns the package names that tests added to the generated ones. */
  addedHandles() {
    return [...this.added.keys()].filter((handle) => this.applications.find(handle) === undefined);
  }

  /** Returns all apps in the order of the database's collation: the place of a generated app, or an added package name. */
  ordered() {
    if (this.sorted === undefined) {
      const { applications } = this;
      const places = Array.from({ length: applications.count }, (_, place) => place);
      this.sorted = sortByCollation([...places, ...this.addedHandles()], (each) =>
        typeof each === "number" ? applications.handle(each) : each,
      );
    }
    return this.sorted;
  }

  /** Returns the number of apps. */
  handleCount() {
    return this.applications.count + this.addedHandles().length;
  }

  reportCount() {
    let count = this.applications.allReports();
    for (const reports of this.added.values()) count += reports.length;
    return count;
  }

  /**
   * Returns one row for each source of an app. The server picks an arbitrary version, which depends on the day and the
   * list.
   * @param {number | string} application as returned by `ordered`
   * @param {string} list
   * @param {number} [tracker] restricts the rows to versions that contain this tracker
   * @returns {Row[]}
   */
  rows(application, list, tracker) {
    const candidates = this.#candidates(application, tracker);
    if (candidates.length === 0) return [];
    const day = Math.floor(this.clock.now() / DAY_MS) - this.firstDay;
    const drawn = this.mix(candidates[0]?.id ?? 0, day * 1024 + this.shuffles * 16 + list.length);
    const sources = [...new Set(candidates.map(({ source }) => source))].sort();
    return sources.flatMap((source) => {
      const here = candidates.filter((candidate) => candidate.source === source);
      return here[drawn % here.length]?.row() ?? [];
    });
  }

  /** @param {number | string} application @param {number | undefined} tracker @returns {{ id: number, source: string, row: () => Row }[]} */
  #candidates(application, tracker) {
    const { applications, added, changed } = this;
    const touched = added.size > 0 || changed.size > 0;
    if (typeof application === "string" || (touched && added.has(applications.handle(application)))) {
      const handle = typeof application === "string" ? application : applications.handle(application);
      return this.reportsOf(handle)
        .filter(({ trackers }) => tracker === undefined || trackers.includes(tracker))
        .sort((one, other) => one.id - other.id)
        .map((report) => ({ id: report.id, source: report.source, row: () => report }));
    }
    const found = [];
    for (let turn = 0; turn < applications.reportCount(application); turn += 1) {
      const id = applications.id(application, turn);
      const change = touched ? changed.get(id) : undefined;
      const trackers = () => change?.trackers ?? applications.trackers(application, turn);
      if (tracker !== undefined && !trackers().includes(tracker)) continue;
      const source = change?.source ?? applications.source(application, turn, applications.created(application, turn));
      found.push({ id, source, row: () => change ?? applications.row(application, turn) });
    }
    return found;
  }

  /**
   * Returns the report with the latest date or, if dates are equal, with the higher ID.
   * @param {readonly Report[]} reports
   */
  newest(reports) {
    return [...reports].sort((one, other) => other.created - one.created || other.id - one.id)[0];
  }

  /**
   * Counts how many latest reports from Google Play contain each tracker, and how many such reports there are. Only
   * generated apps are counted, and only once.
   */
  usage() {
    if (this.counted !== undefined) return this.counted;
    const { applications } = this;
    /** @type {Map<number, number>} */
    const found = new Map();
    let counted = 0;
    for (let place = 0; place < applications.count; place += 1) {
      const sources = applications.sources(place);
      if (sources[0] !== "google") continue;
      counted += 1;
      const newest = applications.reportCount(place) - sources.length;
      for (const id of applications.trackers(place, newest)) found.set(id, (found.get(id) ?? 0) + 1);
    }
    this.counted = { found, applications: counted };
    return this.counted;
  }

  /** Returns the latest reports of all apps. @param {number} most */
  latest(most) {
    const { applications } = this;
    /** @type {{ created: number, report: () => Report }[]} */
    let newest = [];
    let oldest = -Infinity;
    const consider = (/** @type {number} */ created, /** @type {() => Report} */ report) => {
      if (created <= oldest) return;
      newest.push({ created, report });
      if (newest.length < 4 * most) return;
      newest = newest.sort((one, other) => other.created - one.created).slice(0, most);
      oldest = newest.at(-1)?.created ?? oldest;
    };
    for (let place = 0; place < applications.count; place += 1) {
      for (let turn = 0; turn < applications.reportCount(place); turn += 1) {
        const id = applications.id(place, turn);
        consider(applications.created(place, turn), () => this.changed.get(id) ?? applications.report(place, turn));
      }
    }
    for (const reports of this.added.values()) for (const report of reports) consider(report.created, () => report);
    newest.sort((one, other) => other.created - one.created);
    return newest.slice(0, most).map(({ report }) => report());
  }
}

/**
 * Sorts like a database with a linguistic collation: by letters, then lowercase before uppercase, then by punctuation.
 * @template T
 * @param {readonly T[]} things
 * @param {(thing: T) => string} nameOf
 */
function sortByCollation(things, nameOf) {
  const keyed = things.map((thing) => {
    const name = nameOf(thing);
    const letters = name.replaceAll(/[^\p{L}\p{N}]/gu, "");
    return { thing, name, letters, lower: letters.toLowerCase() };
  });
  keyed.sort(
    (one, other) =>
      compare(one.lower, other.lower) ||
      compare(swapCase(one.letters), swapCase(other.letters)) ||
      compare(marks(one.name), marks(other.name)),
  );
  return keyed.map(({ thing }) => thing);
}

/** @param {string} one @param {string} other */
function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Swaps the case, so that lowercase letters sort before uppercase ones. @param {string} letters */
function swapCase(letters) {
  return letters.replaceAll(/\p{L}/gu, (each) =>
    each === each.toLowerCase() ? each.toUpperCase() : each.toLowerCase(),
  );
}

/** Returns a sort key for punctuation: dots sort before underscores, and both before letters. @param {string} handle */
function marks(handle) {
  return handle
    .replaceAll(/[\p{L}\p{N}]/gu, "~")
    .replaceAll(".", "!")
    .replaceAll("_", "-");
}

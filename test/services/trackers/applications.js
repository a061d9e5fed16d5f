// The apps of the sandbox's εxodus instance and their reports, computed from a seed.
import { mixer } from "../core/mix.js";
import { decimalDigits, hexDigits, drawPermissions, drawStorePage, drawTrackers } from "./contents.js";
import { Handles } from "./handles.js";

/**
 * @typedef {object} Report the analysis of one version of an app from one source
 * @property {number} id
 * @property {string} handle
 * @property {string} name
 * @property {string} creator
 * @property {string} downloads
 * @property {string} source
 * @property {string} version
 * @property {string} versionCode
 * @property {number} created microseconds since 1970
 * @property {number} updated microseconds since 1970
 * @property {string} uid
 * @property {string} iconHash
 * @property {string} apkHash
 * @property {number[]} trackers in no stable order
 * @property {string[]} permissions can contain duplicates
 * @property {boolean} [unpacked] false until the analysis has read the file
 */

/** The maximum number of reports per app: its versions in each of three sources. */
const MOST_REPORTS = 24;
/** The maximum number of analyzed versions per app. */
const MOST_RELEASES = 8;
const DAY = 86_400_000_000;
/** The day of the latest analysis. It is fixed, so that the same seed returns the same bytes on any day. */
const NEWEST = Date.UTC(2026, 10, 20, 21, 4, 5) * 1000;
/** No source was recorded before this date. */
const SOURCES_SINCE = Date.UTC(2020, 0, 1) * 1000;

/** The salts of an app's random properties. */
const DRAW = {
  sources: 2,
  releases: 3,
  age: 4,
  gap: 5,
  uid: 8,
  icon: 9,
  update: 11,
  time: 12,
  late: 13,
  odd: 14,
  apk: 15,
};

/** Computes each app and report on request. */
export class Applications {
  /** @param {{ seed: string, count: number, trackerIds: readonly number[] }} options */
  constructor({ seed, count, trackerIds }) {
    this.mix = mixer(`${seed}/applications`);
    this.count = count;
    this.trackerIds = trackerIds;
    this.handles = new Handles(seed);
    /** Number of computed reports, for tests that none is computed without a request. */
    this.generated = 0;
    /** @type {number | undefined} */
    this.reports = undefined;
  }

  /** @param {number} place */
  handle(place) {
    return this.handles.handle(place);
  }

  /** @param {number} place */
  name(place) {
    return this.handles.parts(place).name;
  }

  /** Returns the place of the app with this package name, if there is one. @param {string} handle */
  find(handle) {
    const place = this.handles.find(handle);
    return place !== undefined && place < this.count ? place : undefined;
  }

  /** Returns the sources of an app. Its reports alternate between them in this order. @param {number} place */
  sources(place) {
    if (place === 0) return ["google", "fdroid"];
    const drawn = this.mix(place, DRAW.sources) % 100;
    if (drawn < 54) return ["google"];
    if (drawn < 68) return ["fdroid"];
    if (drawn < 90) return ["google", "fdroid"];
    if (drawn < 95) return ["apk"];
    return ["google", "fdroid", "apk"];
  }

  /** Returns the number of analyzed versions of an app. @param {number} place */
  releases(place) {
    if (place < 6) return MOST_RELEASES;
    const drawn = this.mix(place, DRAW.releases) % 100;
    return drawn < 45 ? 1 : drawn < 70 ? 2 : drawn < 84 ? 3 : drawn < 92 ? 4 : drawn < 97 ? 6 : MOST_RELEASES;
  }

  /** @param {number} place */
  reportCount(place) {
    return this.releases(place) * this.sources(place).length;
  }

  /** The number of all reports. */
  allReports() {
    if (this.reports === undefined) {
      this.reports = 0;
      for (let place = 0; place < this.count; place += 1) this.reports += this.reportCount(place);
    }
    return this.reports;
  }

  /** The highest ID of a report. */
  get lastId() {
    return this.count * MOST_REPORTS;
  }

  /** @param {number} place @param {number} turn */
  id(place, turn) {
    return 1 + place + turn * this.count;
  }

  /** Returns the report with this ID, if there is one. The IDs of one app are far apart. @param {number} id */
  byId(id) {
    const place = (id - 1) % this.count;
    const turn = Math.floor((id - 1) / this.count);
    return id >= 1 && id <= this.lastId && turn < this.reportCount(place) ? this.report(place, turn) : undefined;
  }

  /** Returns all reports of an app, lowest ID first. @param {number} place */
  reportsOf(place) {
    return Array.from({ length: this.reportCount(place) }, (_, turn) => this.report(place, turn));
  }

  /** Returns the creation time of a report in microseconds. @param {number} place @param {number} turn @returns {number} */
  created(place, turn) {
    const sources = this.sources(place).length;
    const releases = this.releases(place);
    const age = place < 6 ? place : (this.mix(place, DRAW.age) % 1000) ** 2 / 330;
    let moment = NEWEST - Math.floor(age) * DAY - (sources - 1) * 2 * DAY;
    for (let release = Math.floor(turn / sources); release < releases - 1; release += 1) {
      moment -= (20 + (this.mix(place * MOST_RELEASES + release, DRAW.gap) % 150)) * DAY;
    }
    const report = place * MOST_REPORTS + turn;
    moment -= (this.mix(report, DRAW.time) % 80_000) * 1_000_000;
    const fraction = this.mix(report, DRAW.late) % 1_000_000;
    const source = turn % sources;
    // Some sources were analyzed at the same time, and some later IDs have an older date.
    const apart = [0, DAY, -3 * DAY, 2 * DAY][this.mix(place, DRAW.late) % 4] ?? 0;
    if (source > 0 && apart === 0) return this.created(place, turn - 1);
    return moment + source * apart + (fraction % 8 === 0 ? 0 : fraction);
  }

  /** @param {number} place @param {number} turn @returns {Report} */
  report(place, turn) {
    this.generated += 1;
    const row = this.row(place, turn);
    const release = Math.floor(turn / this.sources(place).length);
    return {
      ...row,
      apkHash: hexDigits(this.mix, place * MOST_REPORTS + turn, DRAW.apk, 8),
      trackers: this.trackers(place, turn),
      permissions: drawPermissions(this.mix, { place, release, handle: row.handle }),
    };
  }

  /** Returns a report as the app lists contain it. @param {number} place @param {number} turn */
  row(place, turn) {
    const { mix } = this;
    const sources = this.sources(place).length;
    const release = Math.floor(turn / sources);
    const report = place * MOST_REPORTS + turn;
    const created = this.created(place, turn);
    const odd = mix(report, DRAW.odd) % 60;
    const code = 100 * (release + 1) + (mix(place, DRAW.odd) % 90);
    const version = `${1 + Math.floor(release / 3)}.${(release % 3) * 2}.${mix(place, 20 + release) % 10}`;
    const shown = drawStorePage(mix, { place, release, publisher: this.handles.parts(place).publisher });
    const signer = place * 4 + (turn % sources);
    return {
      id: this.id(place, turn),
      handle: this.handle(place),
      name: place > 40 && odd === 1 ? "" : this.name(place),
      creator: shown.creator,
      downloads: shown.downloads,
      source: this.source(place, turn, created),
      version: odd === 2 ? "@7F060005" : version,
      versionCode: odd === 3 ? "" : odd === 4 ? `00${code}` : odd === 5 ? `${2_147_483_648 + code}` : String(code),
      created,
      updated: created + this.#untilUpdate(report, created),
      uid: odd === 6 ? "" : hexDigits(this.mix, signer, DRAW.uid, 5).toUpperCase(),
      iconHash: odd === 7 ? "" : decimalDigits(this.mix, place, DRAW.icon),
    };
  }

  /** @param {number} place @param {number} turn @param {number} created */
  source(place, turn, created) {
    const sources = this.sources(place);
    const source = sources[turn % sources.length] ?? "";
    return source === "google" && created < SOURCES_SINCE ? "" : source;
  }

  /** Returns the time until the last update: most reports are written in one go, some were analyzed again days later. @param {number} report @param {number} created */
  #untilUpdate(report, created) {
    const drawn = this.mix(report, DRAW.update);
    const revised = drawn % 6 === 0 && created < NEWEST - 60 * DAY;
    return revised ? (1 + (drawn % 40)) * DAY : 33_000 + (drawn % 60_000);
  }

  /** @param {number} place @param {number} turn */
  trackers(place, turn) {
    const sources = this.sources(place);
    const release = Math.floor(turn / sources.length);
    const libre = sources[turn % sources.length] === "fdroid";
    return drawTrackers(this.mix, this.trackerIds, { place, release, libre });
  }
}

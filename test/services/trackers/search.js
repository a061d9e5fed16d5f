// The public search of the εxodus instance, for apps and trackers.
import { categoryId } from "./list.js";
import { applicationId, floatSeconds } from "./forms.js";
import { wholeNumber } from "./numbers.js";

/**
 * @typedef {import("./store.js").Store} Store
 * @typedef {import("./applications.js").Report} Report
 */

const SIMILAR_ENOUGH = 0.3;

/**
 * Finds the app with an exact package name, or else apps with similar names, or the trackers that contain a word.
 * Returns undefined if the request is not a valid search.
 * @param {Store} store
 * @param {unknown} question
 */
export function runSearch(store, question) {
  if (typeof question !== "object" || question === null) return undefined;
  const { type, query, limit } = /** @type {Record<string, unknown>} */ (question);
  const [kind, words, given] = [textIn(type, 50), textIn(query, 500), numberIn(limit)];
  if (kind === undefined || words === undefined || given === undefined || words.length < 3) return undefined;
  const most = Math.max(LEAST_RESULTS, given);
  if (kind === "application") return applications(store, words, most);
  if (kind === "tracker") return trackers(store, words, most);
  return undefined;
}

/** The minimum of `limit`. */
const LEAST_RESULTS = 2;
const MOST_RESULTS = 2_147_483_647;

/** Converts text or a number to text without surrounding white space. @param {unknown} value @param {number} longest */
function textIn(value, longest) {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const text = String(value).trim();
  return text === "" || text.length > longest || text.includes("\0") ? undefined : text;
}

/** Parses a whole number, also from text and with zeros after the decimal point. @param {unknown} value */
function numberIn(value) {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const number = wholeNumber(String(value).replace(/\.0*\s*$/, ""));
  return number === undefined || number < 0 || number > MOST_RESULTS ? undefined : number;
}

/** @param {Store} store @param {string} query @param {number} most */
function applications(store, query, most) {
  const exact = store.newest(store.reportsOf(query));
  if (exact !== undefined) return [searchedApplication(exact)];
  const wanted = trigrams(query);
  /** @type {{ handle: string, likeness: number }[]} */
  const similar = [];
  const consider = (/** @type {string} */ handle, /** @type {string} */ name) => {
    const likeness = similarity(wanted, trigrams(name));
    if (likeness > SIMILAR_ENOUGH) similar.push({ handle, likeness });
  };
  for (let place = 0; place < store.applications.count; place += 1) {
    consider(store.applications.handle(place), store.applications.name(place));
  }
  for (const [handle, [report]] of store.added) {
    if (report !== undefined && store.applications.find(handle) === undefined) consider(handle, report.name);
  }
  similar.sort((one, other) => other.likeness - one.likeness);
  return similar.slice(0, most).flatMap(({ handle }) => {
    const newest = store.newest(store.reportsOf(handle));
    return newest === undefined ? [] : [searchedApplication(newest)];
  });
}

/** @param {Report} report */
function searchedApplication(report) {
  return {
    id: applicationId(report),
    handle: report.handle,
    name: report.name,
    creator: report.creator,
    downloads: report.downloads,
    app_uid: report.uid,
    icon_phash: report.iconHash,
    report_updated_at: floatSeconds(report.updated),
    permissions_count: report.permissions.length,
    trackers_count: report.trackers.length,
    permissions_class: severity(report.permissions.length),
    trackers_class: severity(report.trackers.length),
    version: report.version,
  };
}

/** @param {number} count */
function severity(count) {
  return count === 0 ? "success" : count < 5 ? "warning" : "danger";
}

/** @param {Store} store @param {string} query @param {number} most */
function trackers(store, query, most) {
  const word = query.toLowerCase();
  return [...store.trackers.values()]
    .filter(({ name, description }) => name.toLowerCase().includes(word) || description.toLowerCase().includes(word))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .slice(0, most)
    .map(({ categories, ...tracker }) => ({
      id: tracker.id,
      name: tracker.name,
      description: tracker.description,
      creation_date: tracker.creation_date,
      code_signature: tracker.code_signature,
      network_signature: tracker.network_signature,
      website: tracker.website,
      documentation: tracker.documentation,
      category: categories.map(categoryId),
    }));
}

/** Returns the trigrams of a text, as in PostgreSQL: each word has two spaces before it and one after it. @param {string} text */
function trigrams(text) {
  /** @type {Set<string>} */
  const pieces = new Set();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const padded = `  ${word} `;
    for (let place = 0; place + 3 <= padded.length; place += 1) pieces.add(padded.slice(place, place + 3));
  }
  return pieces;
}

/** @param {ReadonlySet<string>} one @param {ReadonlySet<string>} other */
function similarity(one, other) {
  let shared = 0;
  for (const piece of one) if (other.has(piece)) shared += 1;
  return shared / Math.max(1, one.size + other.size - shared);
}

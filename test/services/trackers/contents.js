// Draws the trackers, permissions and store page of an app.
import { PEOPLE, PERMISSIONS } from "./names.js";

/**
 * @typedef {import("../core/mix.js").Mix} Mix
 */

const DRAW = { creator: 6, downloads: 7, trackers: 10, slot: 1000, join: 2000, leave: 3000, asks: 4000 };
/** Later than the last version of any app. */
const NEVER = 99;
/** The first apps always have a creator and downloads, for the demo. */
const ALWAYS_DESCRIBED = 12;
/** The first apps always request permissions. Some of the others request none. */
const ALWAYS_REQUESTING = 40;

/** The most common trackers: the well-known ones first, then any others. */
const COMMON = [
  49, 49, 49, 27, 27, 312, 312, 65, 66, 67, 48, 105, 12, 52, 167, 193, 72, 121, 238, 243, 118, 125, 17, 146, 169,
];

/**
 * @param {Mix} mix
 * @param {readonly number[]} trackerIds
 * @param {{ place: number, release: number, libre: boolean }} version
 */
export function drawTrackers(mix, trackerIds, { place, release, libre }) {
  /** @type {Set<number>} */
  const found = new Set();
  const most = slots(mix, place);
  for (let slot = 0; slot < most; slot += 1) {
    const which = mix(place, DRAW.slot + slot);
    // A version adds a tracker, and a later one may remove it. F-Droid builds contain few trackers.
    const joined = mix(place, DRAW.join + slot) % 3 === 0 ? which % 8 : 0;
    const left = mix(place, DRAW.leave + slot) % 5 === 0 ? joined + 1 + (which % 3) : NEVER;
    if (release < joined || release >= left || (libre && which % 5 > 0)) continue;
    const common = COMMON[(which >>> 8) % COMMON.length] ?? 0;
    found.add(which % 4 > 0 ? common : (trackerIds[(which >>> 8) % trackerIds.length] ?? common));
  }
  return [...found];
}

/** Returns the maximum number of trackers of an app. @param {Mix} mix @param {number} place */
function slots(mix, place) {
  const drawn = mix(place, DRAW.trackers) % 100;
  if (place === 0) return 7;
  if (drawn < 22) return 0;
  if (drawn < 80) return 1 + (drawn % 5);
  return drawn < 97 ? 5 + (drawn % 6) : 14 + (drawn % 12);
}

/** @param {Mix} mix @param {{ place: number, release: number, handle: string }} version */
export function drawPermissions(mix, { place, release, handle }) {
  if (place > ALWAYS_REQUESTING && mix(place, DRAW.asks) % 25 === 0) return [];
  /** @type {string[]} */
  const requested = [];
  for (const [slot, [name, likelihood]] of PERMISSIONS.entries()) {
    const drawn = mix(place, DRAW.asks + 1 + slot);
    const since = Math.max(0, ((drawn >>> 8) % 8) - 4);
    if (drawn % 100 < likelihood && release >= since) requested.push(name);
  }
  if (mix(place, DRAW.asks + 100) % 2 === 0) requested.push(`${handle}.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION`);
  if (mix(place, DRAW.asks + 101) % 9 === 0) requested.push(`${handle}.permission.C2D_MESSAGE`);
  // A manifest can list a permission twice, and the server keeps both.
  if (place === 0 || mix(place, DRAW.asks + 102) % 11 === 0) requested.push(...requested.slice(0, 1));
  return requested;
}

/**
 * Returns the data of the app's store page at that time. Some reports lack it.
 * @param {Mix} mix
 * @param {{ place: number, release: number, publisher: string }} version
 */
export function drawStorePage(mix, { place, release, publisher }) {
  const version = place * 8 + release;
  const person = PEOPLE[mix(place, DRAW.creator) % PEOPLE.length] ?? "";
  const creator = publisher === "" ? person : `${publisher.charAt(0).toUpperCase()}${publisher.slice(1)} Studio`;
  const drawn = mix(place, DRAW.downloads);
  const count = String((drawn % 3 === 0 ? 5 : 1) * 10 ** (1 + (drawn % 7)));
  return {
    creator: place < ALWAYS_DESCRIBED || mix(version, DRAW.creator) % 3 === 0 ? creator : "",
    downloads:
      place < ALWAYS_DESCRIBED || mix(version, DRAW.downloads) % 5 < 2
        ? `${count.replaceAll(/\B(?=(\d{3})+$)/g, ",")}+ downloads`
        : "",
  };
}

/** @param {Mix} mix @param {number} place @param {number} salt @param {number} words of eight digits */
export function hexDigits(mix, place, salt, words) {
  let digits = "";
  for (let word = 0; word < words; word += 1) {
    digits += (mix(place, salt * 100 + word) + 0x1_0000_0000).toString(16).slice(1);
  }
  return digits;
}

/** Returns 38 decimal digits, the length of a 128-bit hash. @param {Mix} mix @param {number} place @param {number} salt */
export function decimalDigits(mix, place, salt) {
  let digits = String(10 + (mix(place, salt) % 90));
  for (let word = 0; word < 4; word += 1) digits += String(1e9 + (mix(place, salt * 100 + word) % 1e9)).slice(1);
  return digits;
}

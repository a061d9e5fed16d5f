// Draws the trackers, permissions and store page of an app.
import { PEOPLE, PERMISSIONS } from "./names.js";

/**
 * @typedef {import("../core/mix.js").Mix} Mix
 */

const DRAW = { creator: 6, downloads: 7, trackers: 10, slot: 1000, join: 2000, leave: 3000, asks: 4000 };
/** Later than the last version of any application. */
const NEVER = 99;
/** The first apps of the list always have a maker and downloads, for demonstrations. */
const IN_FRONT = 12;
/** The first ones also request permissions; some of the others request none. */
const ASKING = 40;

/** The most common trackers: the well-known ones first, then any others. */
const COMMON = [
  49, 49, 49, 27, 27, 312, 312, 65, 66, 67, 48, 105, 12, 52, 167, 193, 72, 121, 238, 243, 118, 125, 17, 146, 169,
];

/**
 * @param {Mix} mix
 * @param {readonly number[]} trackerIds
 * @param {{ place: number, release: number, libre: boolean }} version
 */
export function trackersFound(mix, trackerIds, { place, release, libre }) {
  /** @type {Set<number>} */
  const found = new Set();
  const most = slots(mix, place);
  for (let slot = 0; slot < most; slot += 1) {
    const which = mix(place, DRAW.slot + slot);
    // A version adds a tracker and a later one may remove it. Builds for F-Droid contain few.
    const joined = mix(place, DRAW.join + slot) % 3 === 0 ? which % 8 : 0;
    const left = mix(place, DRAW.leave + slot) % 5 === 0 ? joined + 1 + (which % 3) : NEVER;
    if (release < joined || release >= left || (libre && which % 5 > 0)) continue;
    const common = COMMON[(which >>> 8) % COMMON.length] ?? 0;
    found.add(which % 4 > 0 ? common : (trackerIds[(which >>> 8) % trackerIds.length] ?? common));
  }
  return [...found];
}

/** How many trackers an application may have at most. @param {Mix} mix @param {number} place */
function slots(mix, place) {
  const drawn = mix(place, DRAW.trackers) % 100;
  if (place === 0) return 7;
  if (drawn < 22) return 0;
  if (drawn < 80) return 1 + (drawn % 5);
  return drawn < 97 ? 5 + (drawn % 6) : 14 + (drawn % 12);
}

/** @param {Mix} mix @param {{ place: number, release: number, handle: string }} version */
export function permissionsAsked(mix, { place, release, handle }) {
  if (place > ASKING && mix(place, DRAW.asks) % 25 === 0) return [];
  /** @type {string[]} */
  const asked = [];
  for (const [slot, [name, likelihood]] of PERMISSIONS.entries()) {
    const drawn = mix(place, DRAW.asks + 1 + slot);
    const since = Math.max(0, ((drawn >>> 8) % 8) - 4);
    if (drawn % 100 < likelihood && release >= since) asked.push(name);
  }
  if (mix(place, DRAW.asks + 100) % 2 === 0) asked.push(`${handle}.DYNAMIC_RECEIVER_NOT_EXPORTED_PERMISSION`);
  if (mix(place, DRAW.asks + 101) % 9 === 0) asked.push(`${handle}.permission.C2D_MESSAGE`);
  // A manifest may name a permission twice, and the service keeps both.
  if (place === 0 || mix(place, DRAW.asks + 102) % 11 === 0) asked.push(...asked.slice(0, 1));
  return asked;
}

/**
 * What the store's page showed at the time; later reports often lack it.
 * @param {Mix} mix
 * @param {{ place: number, release: number, house: string }} version
 */
export function storePage(mix, { place, release, house }) {
  const version = place * 8 + release;
  const person = PEOPLE[mix(place, DRAW.creator) % PEOPLE.length] ?? "";
  const maker = house === "" ? person : `${house.charAt(0).toUpperCase()}${house.slice(1)} Studio`;
  const drawn = mix(place, DRAW.downloads);
  const count = String((drawn % 3 === 0 ? 5 : 1) * 10 ** (1 + (drawn % 7)));
  return {
    creator: place < IN_FRONT || mix(version, DRAW.creator) % 3 === 0 ? maker : "",
    downloads:
      place < IN_FRONT || mix(version, DRAW.downloads) % 5 < 2
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

/** A decimal of 38 digits, as a hash of 128 bits has. @param {Mix} mix @param {number} place @param {number} salt */
export function decimalDigits(mix, place, salt) {
  let digits = String(10 + (mix(place, salt) % 90));
  for (let word = 0; word < 4; word += 1) digits += String(1e9 + (mix(place, salt * 100 + word) % 1e9)).slice(1);
  return digits;
}

/**
 * Request limits of the proxy in front of the server.
 *
 * @typedef {import("../core/clock.js").Clock} Clock
 *
 * @typedef {object} LimitSettings
 * @property {boolean} enabled
 * @property {number} perSecond per address, for all routes together
 * @property {number} burst maximum number of requests at once after a pause
 * @property {number} trackersPerMinute per address, for `/api/trackers`
 * @property {number} banAfter number of excess requests after which an address is banned
 * @property {number} banSeconds
 * @property {number} limitedStatus status of excess requests
 * @property {number} bannedStatus status of requests from a banned address
 */

/**
 * The contract doesn't specify bans. These values imitate a reverse proxy with common settings.
 * @type {LimitSettings}
 */
const USUAL = {
  enabled: true,
  perSecond: 30,
  burst: 50,
  trackersPerMinute: 3,
  banAfter: 20,
  banSeconds: 300,
  limitedStatus: 429,
  bannedStatus: 403,
};

const MINUTE_MS = 60_000;

/** Counts requests by address, rejects excess requests and bans addresses. */
export class Limits {
  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.settings = { ...USUAL };
    /** @type {Map<string, { tokens: number, at: number, lists: number[], excesses: number, bannedUntil: number }>} */
    this.addresses = new Map();
    this.counts = { passed: 0, excess: 0, excessOnTrackers: 0, bans: 0, refusedWhileBanned: 0 };
  }

  /** @param {Partial<LimitSettings>} settings */
  set(settings) {
    Object.assign(this.settings, settings);
    this.addresses.clear();
  }

  /**
   * Returns the status of the rejection, or undefined if the request is allowed.
   * @param {string} address
   * @param {string} path
   */
  refuse(address, path) {
    const { enabled, perSecond, burst, trackersPerMinute, bannedStatus } = this.settings;
    if (!enabled) return undefined;
    const now = this.clock.now();
    const known = this.addresses.get(address) ?? { tokens: burst, at: now, lists: [], excesses: 0, bannedUntil: 0 };
    this.addresses.set(address, known);
    if (now < known.bannedUntil) {
      this.counts.refusedWhileBanned += 1;
      return bannedStatus;
    }
    known.tokens = Math.min(burst, known.tokens + (Math.max(0, now - known.at) / 1000) * perSecond);
    known.at = now;
    if (known.tokens < 1) {
      this.counts.excess += 1;
      return this.#exceeded(known);
    }
    known.tokens -= 1;
    if (path === "/api/trackers") {
      known.lists = known.lists.filter((time) => now - time < MINUTE_MS);
      if (known.lists.length >= trackersPerMinute) {
        this.counts.excessOnTrackers += 1;
        return this.#exceeded(known);
      }
      known.lists.push(now);
    }
    this.counts.passed += 1;
    return undefined;
  }

  /** @param {{ excesses: number, bannedUntil: number }} known */
  #exceeded(known) {
    known.excesses += 1;
    if (known.excesses >= this.settings.banAfter) {
      known.bannedUntil = this.clock.now() + this.settings.banSeconds * 1000;
      known.excesses = 0;
      this.counts.bans += 1;
    }
    return this.settings.limitedStatus;
  }

  state() {
    const now = this.clock.now();
    const banned = [...this.addresses].filter(([, { bannedUntil }]) => now < bannedUntil);
    return {
      ...this.settings,
      ...this.counts,
      banned: Object.fromEntries(banned.map(([address, { bannedUntil }]) => [address, bannedUntil])),
    };
  }
}

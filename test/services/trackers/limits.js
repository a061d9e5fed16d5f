/**
 * @typedef {import("../core/clock.js").Clock} Clock
 *
 * @typedef {object} LimitSettings
 * @property {boolean} enabled
 * @property {number} perSecond on every route together, for one address
 * @property {number} burst how many may come at once after a pause
 * @property {number} trackersPerMinute on `/api/trackers`, for one address
 * @property {number} banAfter how many excesses are forgiven before the address is banned
 * @property {number} banSeconds
 * @property {number} limitedStatus what an excess is answered with
 * @property {number} bannedStatus what a banned address is answered with
 */

/**
 * The contract doesn't specify bans and their answers: these imitate a reverse proxy with its usual settings.
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

/** Counts requests by address, as the proxy in front of the service does: rejects excess requests, and bans. */
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
   * Undefined allows the request; otherwise the status of the rejection.
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

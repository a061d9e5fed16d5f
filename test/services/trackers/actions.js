/**
 * What only the owner of the service can do to it.
 *
 * @typedef {import("./applications.js").Report} Report
 * @typedef {import("./routes.js").World} World
 * @typedef {import("./limits.js").Limits} Limits
 */

/** @param {() => { world: World, limits: Limits }} current @returns {Record<string, (body: any) => unknown>} */
export function actionsOn(current) {
  const store = () => current().world.store;
  return {
    /** Adds a finished report; whatever is left out is taken from the handle's newest one, or is plain. */
    addReport: (body) => ({ id: store().add(drafted(current().world, body)).id }),

    /** Begins an analysis: the report is there, its file is not, and `/details` fails for the whole handle. */
    startAnalysis: (body) => ({
      id: store().add({ ...drafted(current().world, body), trackers: [], permissions: [], unpacked: false }).id,
    }),

    /** The file is read: `/details` answers again, with permissions and as yet without trackers. */
    continueAnalysis: ({ report, permissions = ["android.permission.INTERNET"] }) =>
      store().change(report, { permissions, unpacked: true }),

    /** Trackers arrive last, and `updated_at` does not move. */
    finishAnalysis: ({ report, trackers = [] }) => store().change(report, { trackers, unpacked: true }),

    /** Goes over a report again, with signatures that are known now; with `touch` its date moves too. */
    recompute: ({ report, trackers = [], touch = false }) =>
      store().change(report, { trackers, ...(touch === true ? { updated: store().clock.now() * 1000 } : {}) }),

    /** From here on the lists of applications show other ids, as after a day. */
    shuffleIds: () => {
      store().shuffles += 1;
    },

    /** A write somewhere else: what has no order comes in another one. */
    shuffleLists: () => {
      store().writes += 1;
    },

    /** @see import("./limits.js").LimitSettings */
    setLimits: (body) => current().limits.set(body),

    /** How many milliseconds the lists of applications keep their readers waiting: {full, short, tracker}. */
    setFirstByte: (body) => {
      Object.assign(current().world.firstByte, body);
    },
  };
}

/** @param {World} world @param {any} body @returns {Omit<Report, "id">} */
function drafted({ store }, body) {
  const { handle, created, updated, ...given } = body;
  if (typeof handle !== "string" || handle === "") throw new Error("a report needs a handle");
  const before = store.newest(store.reportsOf(handle));
  const moment = microseconds(created ?? store.clock.now());
  return {
    handle,
    name: before?.name ?? "",
    creator: before?.creator ?? "",
    downloads: before?.downloads ?? "",
    source: before?.source ?? "google",
    version: before?.version ?? "1.0",
    versionCode: before?.versionCode ?? "1",
    uid: before?.uid ?? "",
    iconHash: before?.iconHash ?? "",
    apkHash: before?.apkHash ?? "00".repeat(32),
    trackers: [],
    permissions: [],
    ...given,
    created: moment,
    updated: updated === undefined ? moment + 33_000 : microseconds(updated),
  };
}

/** Milliseconds, or an ISO date with up to six digits of a second. @param {number | string} moment */
function microseconds(moment) {
  if (typeof moment === "number") return moment * 1000;
  const [, whole = "", fraction = ""] = /^(.*?)(?:\.(\d+))?Z$/.exec(moment) ?? [];
  return Date.parse(`${whole}Z`) * 1000 + Number(fraction.padEnd(6, "0"));
}
